/** The order of a hand in the rack: the server knows only what is in it. */
import { sortedPlaces } from "../protocol/tiles";
import type { Sorting } from "../storage/settings.svelte";

/** The places of a hand in the order of an earlier rack: what stayed keeps its position, what is new fills the gaps. */
export function reordered(hand: readonly string[], before: readonly (string | undefined)[]): number[] {
  const free = hand.map((_, place) => place);
  const take = (tile: string): number | undefined => {
    const at = free.findIndex((place) => hand[place] === tile);
    return at < 0 ? undefined : free.splice(at, 1)[0];
  };
  const kept = before.map((tile) => (tile === undefined ? undefined : take(tile)));
  const filled = kept.map((place) => place ?? free.shift());
  return [...filled, ...free].filter((place) => place !== undefined);
}

/** Take one place out of an order and put it before another position. */
export function moved(order: readonly number[], from: number, to: number): number[] {
  const rest = order.filter((_, at) => at !== from);
  return [...rest.slice(0, to), order[from]!, ...rest.slice(to)];
}

/** The next way to sort: by colour, by shape, as they were drawn. */
export const nextSorting = (now: Sorting): Sorting => (now === "color" ? "shape" : now === "shape" ? "drawn" : "color");

export const sorted = (hand: string[], by: Sorting): number[] => sortedPlaces(hand, by);
