/** Words for those who listen: said once, politely. */
let words = $state("");

export const announced = (): string => words;

export function announce(text: string): void {
  // The same words again must change the region to be heard again.
  words = text === words ? `${text} ` : text;
}
