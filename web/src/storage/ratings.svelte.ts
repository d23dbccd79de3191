/** How strong the one at this device is, in each game: worked out from games against opponents of about that strength. */
import { read, write } from "./store";

export interface Rating {
  /** In levels. */
  own: number;
  /** How many games say so. */
  games: number;
}

/** Where somebody stands after a game, in levels, and how the next opponents are beside those of that game. */
export interface Standing {
  own: number;
  next: "up" | "down" | "same";
}

type Ratings = Readonly<Record<string, Rating>>;

const KEY = "ratings";

const isRating = (found: unknown): found is Rating =>
  typeof found === "object" &&
  found !== null &&
  [(found as Rating).own, (found as Rating).games].every((number) => Number.isFinite(number) && number >= 0);

/** What is kept, as far as it makes sense. */
function kept(): Ratings {
  const found = Object.entries((read(KEY) ?? {}) as Record<string, unknown>);
  return Object.fromEntries(found.filter((one): one is [string, Rating] => isRating(one[1])));
}

let known = $state.raw<Ratings>(kept());
// Another tab has finished a game.
globalThis.addEventListener?.("storage", ({ key }) => key === KEY && (known = kept()));

/** By the names of the games; those that nobody has played so are missing. */
export const ratings = (): Ratings => known;

export function keepRating(game: string, rating: Rating): void {
  known = { ...kept(), [game]: rating };
  write(KEY, known);
}

export function forgetRatings(): void {
  known = {};
  write(KEY, undefined);
}
