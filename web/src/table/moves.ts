/** The moves of a table as people read them: who, what as pictures, how many points; those that were taken back too. */
import { runsThrough } from "../board/runs";
import type { Edition } from "../editions/presentation";
import { presentationOf } from "../editions/register";
import { cellKey, parsePlay } from "../protocol/tiles";
import type { MovedEvent, Told } from "../protocol/wire";

export interface ReadMove {
  seq: number;
  seat: number;
  /** The move in its notation, for those who type. */
  notation: string;
  tiles: string[];
  points: number;
  /** Lines of six that it made or added to. */
  qwirkles: number;
  /** Whether it was taken back. */
  undone: boolean;
  /** `trade`, `exchange`, `pass`, or `resigned`; empty where tiles were laid. */
  other: string;
  count: number;
}

const nothing = { notation: "", tiles: [], points: 0, qwirkles: 0, undone: false, other: "", count: 0 };

/** What an undo takes back is marked, and stays to be read. */
export function readMoves(events: readonly Told[], edition: Edition): ReadMove[] {
  const laid = presentationOf(edition).laidByMove(events);
  const moves: ReadMove[] = [];
  const standing: ReadMove[] = [];
  for (const { seq, event } of events) {
    if (event.type === "moved") {
      const move = { ...nothing, seq, seat: event.seat, ...readMove(event, laid.get(seq) ?? [], standing) };
      moves.push(move);
      standing.push(move);
    } else if (event.type === "resigned") moves.push({ ...nothing, seq, seat: event.seat, other: "resigned" });
    else if (event.type === "undone") for (const move of standing.splice(-event.moves)) move.undone = true;
  }
  return moves;
}

function readMove({ move, points }: MovedEvent, tiles: string[], standing: ReadMove[]): Partial<ReadMove> {
  const placed = parsePlay(move);
  const [other = "", ...rest] = tiles.length ? [""] : move.split(" ");
  const board = new Set(
    [...standing.flatMap(({ notation }) => parsePlay(notation)), ...placed].map(({ x, y }) => cellKey(x, y)),
  );
  const qwirkles = runsThrough(board, placed).filter((run) => run.length === 6).length;
  return { notation: move, tiles, points, qwirkles, other, count: rest.length };
}

/** The moves that count. */
export const standingMoves = (moves: readonly ReadMove[]): ReadMove[] => moves.filter(({ undone }) => !undone);
