/** A question that the page asks before something that cannot be taken back; App shows it. */
export interface Inquiry {
  title: string;
  text: string;
  yes: string;
  no: string;
  answer: (yes: boolean) => void;
}

let current = $state.raw<Inquiry | undefined>();

export const inquiry = (): Inquiry | undefined => current;

/** Ask; the promise is true where the person said yes. */
export function ask(words: Omit<Inquiry, "answer">): Promise<boolean> {
  return new Promise((done) => {
    current = {
      ...words,
      answer: (yes) => {
        current = undefined;
        done(yes);
      },
    };
  });
}
