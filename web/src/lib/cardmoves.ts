/** What the moves of a card game changed, read off their notation. */
import { without } from "./cardlayout";
import { parseRows } from "./tiles";
import type { Told } from "./wire";

export interface Laid {
  /** The cards that came from the hand; none for a move of another kind. */
  tiles: string[];
  captured: string[][];
}

const isTable = (move: string): boolean => /^[A-Z][a-z]( |$)/.test(move);

/** A new table that captured so many rows: the notation names those last. */
function read(move: string, points: number): { all: string[]; stay: string[]; captured: string[][] } {
  const rows = parseRows(move);
  const end = rows.length - points;
  return { all: rows.flat(), stay: rows.slice(0, end).flat(), captured: rows.slice(end) };
}

/** What each move laid and captured, by the number of its event. */
export function laidByMove(events: Told[]): Map<number, Laid> {
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

/** The cards that others laid after the last move of some seats, for who has been away. */
export function laidSince(events: Told[], seats: number[]): string[] {
  const laid = laidByMove(events);
  const moves = events.filter(({ event }) => event.type === "moved");
  const last = moves.findLastIndex(({ event }) => event.type === "moved" && seats.includes(event.seat));
  return moves.slice(last + 1).flatMap(({ seq }) => laid.get(seq)?.tiles ?? []);
}
