/** A position that is looked at: set up by hand, taken from a game, or from a link. The engine says whether it can be. */
import type { Edition } from "../editions/presentation";
import { presentationOf } from "../editions/register";
import type { State } from "../engine/questions";
import { byKind, writeRows } from "../protocol/tiles";

export const UNKNOWN = "?";

export interface Position {
  edition: Edition;
  /** The tiles on their cells, as in `Ro@0,0`; a card game has rows instead. */
  board: string[];
  rows: string[][];
  /** What each seat holds, as far as it is known; the rest is `?`. */
  hands: string[][];
  /** What each seat has: points, or the rows that it captured. */
  points: number[];
  captured: string[][][];
  /** The seat to move, counted from 0. */
  turn: number;
}

const unknown = (count: number): string[] => Array.from({ length: count }, () => UNKNOWN);

/** Nothing lies there, and nobody's hand is known. */
export function emptyPosition(edition: Edition, players = 2): Position {
  const seats = Array.from({ length: players });
  return {
    edition,
    board: [],
    rows: [],
    hands: seats.map(() => unknown(presentationOf(edition).hand)),
    points: seats.map(() => 0),
    captured: seats.map(() => []),
    turn: 0,
  };
}

/** As many seats as wanted: those in front stay as they are. */
export function withPlayers(position: Position, players: number): Position {
  const fresh = emptyPosition(position.edition, players);
  const keep = <Each>(now: Each[], empty: Each[]): Each[] => empty.map((one, seat) => now[seat] ?? one);
  return {
    ...position,
    hands: keep(position.hands, fresh.hands),
    points: keep(position.points, fresh.points),
    captured: keep(position.captured, fresh.captured),
    turn: Math.min(position.turn, players - 1),
  };
}

/** A moment of a game as a position of its own. Whoever left the game has no seat in it. */
export function positionOf(state: State): Position {
  const staying = state.hands.map((_, seat) => seat).filter((seat) => !state.gone.includes(seat));
  const of = <Each>(all: Each[]): Each[] => staying.map((seat) => all[seat]!);
  return {
    edition: state.edition,
    board: state.board,
    rows: state.rows,
    hands: of(state.hands),
    points: presentationOf(state.edition).card ? staying.map(() => 0) : of(state.scores),
    captured: of(state.captured),
    turn: Math.max(0, staying.indexOf(state.turn ?? 0)),
  };
}

/** What one seat has to show for itself. */
function hasLine({ edition, points, captured }: Position, seat: number): string[] {
  if (!presentationOf(edition).card) return points[seat] ? [`points ${seat + 1} ${points[seat]}`] : [];
  return captured[seat]?.length ? [`took ${seat + 1} ${writeRows(captured[seat])}`] : [];
}

/** The position as the engine is asked about it (docs/engine.md). */
export function linesOf(position: Position): string[] {
  const { edition, board, rows, hands, turn } = position;
  const lies = board.length ? board.join(" ") : writeRows(rows);
  return [
    `edition ${edition}`,
    ...hands.map((_, seat) => `seat ${seat + 1} - ${seat + 1}`),
    ...(lies ? [`lies ${lies}`] : []),
    ...hands.flatMap((hand, seat) => (hand.length ? [`hand ${seat + 1} ${hand.join(" ")}`] : [])),
    ...hands.flatMap((_, seat) => hasLine(position, seat)),
    `turn ${turn + 1}`,
  ];
}

/** A hand in the order of the pieces, the unknown ones behind. */
export const inOrder = (hand: readonly string[]): string[] =>
  [...hand].sort((one, other) => Number(one === UNKNOWN) - Number(other === UNKNOWN) || byKind(one, other));
