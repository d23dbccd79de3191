/** What others have laid in a card game since one's own last turn. */
import { laidByMove } from "../protocol/rows";
import type { Told } from "../protocol/wire";
import { start, type CardId } from "./cardlayout";

/** The cards that others laid after the last move of some seats, and who did, for who has been away. */
export function laidSince(events: Told[], seats: number[]): { tile: string; seat: number }[] {
  const laid = laidByMove(events);
  const moves = events.flatMap(({ seq, event }) => (event.type === "moved" ? [{ seq, seat: event.seat }] : []));
  const last = moves.findLastIndex(({ seat }) => seats.includes(seat));
  return moves.slice(last + 1).flatMap(({ seq, seat }) => (laid.get(seq)?.tiles ?? []).map((tile) => ({ tile, seat })));
}

/** Which cards of the table those are, by their numbers, and whose. */
export function freshCards(events: Told[], seats: number[], rows: string[][]): Map<CardId, number> {
  const cards = start({ rows, hand: [] }).flatMap((row) => row.cards);
  const tiles = rows.flat();
  const marked = new Map<CardId, number>();
  for (const { tile, seat } of laidSince(events, seats)) {
    const at = cards.findIndex((card, n) => tiles[n] === tile && !marked.has(card));
    if (at >= 0) marked.set(cards[at]!, seat);
  }
  return marked;
}
