/** Words that can be typed: in English, and in the language of now. */
import { t } from "../app/i18n.svelte";

const WORDS = {
  /** Commands. */
  do: [
    ...["play", "hand", "line", "moves", "left", "trade", "pass", "score", "totals"],
    ...["rows", "arrange", "undo", "exchange", "hint", "help"],
  ],
  /** Directions. */
  to: ["right", "left", "up", "down"],
  /** Colours and shapes. */
  of: [
    ...["red", "orange", "yellow", "green", "blue", "purple"],
    ...["circle", "cross", "diamond", "square", "star", "clover"],
  ],
};

/** Small letters without accents, as people type in a hurry. */
const plainly = (word: string): string =>
  word.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");

/** The English word that a typed one means; one that is not known stays as it is. */
export function meaning(kind: keyof typeof WORDS, typed: string): string {
  const word = plainly(typed);
  const forms = (name: string) =>
    t(kind === "do" ? `ui.word.do.${name}` : `web.word.${kind}.${name}`)
      .split(" ")
      .map(plainly);
  const known = WORDS[kind].includes(word) ? word : WORDS[kind].find((name) => forms(name).includes(word));
  return known ?? typed;
}
