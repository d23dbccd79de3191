/** Words for those who listen: said once, politely. */
import { untrack } from "svelte";

let words = $state("");

export const announced = (): string => words;

export function announce(text: string): void {
  // The same words again must change the region to be heard again; and whoever speaks from an
  // effect must not be woken by their own words.
  words = text === untrack(() => words) ? `${text} ` : text;
}
