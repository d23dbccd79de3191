/**
 * The commitments that this device saw at its tables, and the texts that it then added to their
 * shuffles. A record only proves that it fits itself; that it fits what was promised before the
 * game, and that no text was left out, somebody must have noted.
 */
import { readList, write } from "./store";

const KEY = "commitments";
const MOST = 200;

/** A table, its commitment, and the text that this device added. */
type Note = [string, string, string?];

const all = (): Note[] => readList(KEY);
const keep = (notes: Note[]): void => write(KEY, notes.slice(-MOST));

const of = (table: string): Note | undefined => all().find(([name]) => name === table);
export const noted = (table: string): string | undefined => of(table)?.[1];
export const notedText = (table: string): string | undefined => of(table)?.[2];

/** The first one counts: a later one cannot take its place. */
export function note(table: string, commitment: string): void {
  if (commitment && !noted(table)) keep([...all(), [table, commitment]]);
}

/** What was sent after the commitment was noted. */
export const noteText = (table: string, text: string): void =>
  keep(all().map((one) => (one[0] === table ? [table, one[1], text] : one)));
