/** Opponents of about one's own strength: who they are in the next game, and what a finished game says. */
import type { Edition } from "../engine/questions";
import type { KeptGame, KeptSeat } from "../storage/games";
import type { Rating, Standing } from "../storage/ratings.svelte";
import { distinct, matched } from "./create";
import { peopleOf } from "./line";
import { opponentsFor, ownRating, rated } from "./strength";

/** The seats of a rematch: those who were matched before are matched again, to where one stands now. */
export function matchedAgain(edition: Edition, seats: readonly KeptSeat[]): KeptSeat[] {
  const next = opponentsFor(ownRating(edition), seats.filter(({ strength }) => strength !== undefined).length);
  return distinct(seats.map((seat) => (seat.strength === undefined ? seat : matched(next.shift()!))));
}

/**
 * One's rating after a game that has just ended; undefined where the game says nothing about it: nobody was matched,
 * several people share the device, or they agreed to stop.
 */
export function ratingAfter({ seats, aborted, summary }: KeptGame, gone: readonly number[]): Rating | undefined {
  const [me, another] = peopleOf({ seats });
  if (me === undefined || another !== undefined || aborted === "agreed") return undefined;
  const { edition, scores } = summary;
  const met = seats.flatMap(({ strength }, seat) => {
    if (strength === undefined) return [];
    return [{ strength, lead: gone.includes(me) ? null : scores[me]! - scores[seat]! }];
  });
  return met.length ? rated(edition, ownRating(edition), met) : undefined;
}

/** Hundredths of a level by which opponents must differ for anybody to notice. */
const NOTICED = 5;

/** What to say of it. */
export function standing({ seats }: Pick<KeptGame, "seats">, rating: Rating): Standing {
  const now = seats.flatMap(({ strength }) => (strength === undefined ? [] : [strength]));
  const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
  const more = (sum(opponentsFor(rating, now.length)) - sum(now)) / now.length;
  return { own: rating.own, next: more >= NOTICED ? "up" : more <= -NOTICED ? "down" : "same" };
}
