/** What the moves of a card game changed, read off their notation. */
import { parseRows, without } from "./tiles";
import type { Told } from "./wire";

export interface Laid {
  /** The cards that came from the hand; none for a move of another kind. */
  tiles: string[];
  captured: string[][];
}

/** Whether a move is a new table, and not an exchange or a pass. */
export const isTable = (move: string): boolean => /^[A-Z][a-z]( |$)/.test(move);

/** A new table, with as many captured rows as points: the notation names those last. */
function read(move: string, points: number): { all: string[]; stay: string[]; captured: string[][] } {
  const rows = parseRows(move);
  const end = rows.length - points;
  return { all: rows.flat(), stay: rows.slice(0, end).flat(), captured: rows.slice(end) };
}

/** What each move laid and captured, by the number of its event. */
export function laidByMove(events: readonly Told[]): Map<number, Laid> {
  const laid = new Map<number, Laid>();
  let tables: string[][] = [[]];
  for (const { seq, event } of events) {
    const before = tables.at(-1)!;
    if (event.type === "undone") tables = tables.slice(0, Math.max(1, tables.length - event.moves));
    if (event.type !== "moved") continue;
    if (!isTable(event.move)) {
      tables.push(before);
      continue;
    }
    const { all, stay, captured } = read(event.move, event.points);
    laid.set(seq, { tiles: without(all, before), captured });
    tables.push(stay);
  }
  return laid;
}
