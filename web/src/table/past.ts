/** How a tile table was before: nothing is judged, tiles are only laid again. */
import { parsePlay, type Placed } from "../protocol/tiles";
import type { MovedEvent, Told } from "../protocol/wire";

/** The moves that count, in their order: those that were taken back are gone. */
export function movesOf(events: Told[]): MovedEvent[] {
  const moves: MovedEvent[] = [];
  for (const { event } of events) {
    if (event.type === "moved") moves.push(event);
    else if (event.type === "undone") moves.length -= Math.min(moves.length, event.moves);
  }
  return moves;
}

/** The board after a number of moves. */
export const boardAfter = (moves: MovedEvent[], count: number): Placed[] =>
  moves.slice(0, count).flatMap(({ move }) => parsePlay(move));
