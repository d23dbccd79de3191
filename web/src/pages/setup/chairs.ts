/** Who sits where at a new table, and the command that follows from it. */
import type { TableHere } from "../../local/create";
import { opponentsFor } from "../../local/strength";
import type { NewTable } from "../../protocol/api";
import type { Rating } from "../../storage/ratings.svelte";

/** Each on their own device, or all on this one. */
export type Where = "link" | "device";
export const PACES = ["none", "live", "brisk", "days"] as const;
export type Pace = (typeof PACES)[number];

const CLOCKS: Record<Pace, NonNullable<NewTable["clock"]>> = {
  none: { type: "none" },
  live: { type: "live", minutes: 15, increment: 10 },
  brisk: { type: "live", minutes: 5, increment: 5 },
  days: { type: "days", days: 3 },
};

/** A chair beside one's own: a person, a computer player of a level or about as strong as oneself, or nobody. */
export type Chair = "person" | "nobody" | "match" | 1 | 2 | 3 | 4 | 5 | 6;

export interface Plan {
  where: Where;
  /** Opposite, left and right of oneself. */
  chairs: Chair[];
  /** The names of the people at this device, by their chairs. */
  names: string[];
  /** Their ages, where they say them. */
  ages: (number | null)[];
  pace: Pace;
  /** Whether everybody finds the table. */
  open: boolean;
  hints: boolean;
}

const people = ({ chairs }: Plan): number[] => chairs.flatMap((chair, n) => (chair === "person" ? [n] : []));
const isLevel = (chair: Chair): chair is 1 | 2 | 3 | 4 | 5 | 6 => typeof chair === "number";

/** How strong those are, in hundredths of a level, who are matched to a rating: by their chairs. */
export function matches({ chairs }: Pick<Plan, "chairs">, rating: Rating): Map<number, number> {
  const matched = chairs.flatMap((chair, n) => (chair === "match" ? [n] : []));
  const strengths = opponentsFor(rating, matched.length);
  return new Map(matched.map((chair, at) => [chair, strengths[at]!]));
}

/** Whether anybody sits opposite. */
export const hasCompany = ({ chairs }: Plan): boolean => chairs.some((chair) => chair !== "nobody");

/** Whether the game can begin at once, because nobody has to come by the link. */
export const startsAtOnce = (plan: Plan): boolean => plan.where === "device" || !people(plan).length;

/**
 * The command for such a table. `fallback` names people at this device who have not said their names; `strengths` are
 * those of the matched.
 */
export function newTable(
  plan: Plan,
  fallback: (chair: number) => string,
  strengths: ReadonlyMap<number, number> = new Map(),
): Omit<TableHere, "edition"> {
  const { chairs, where, names, ages, pace, open, hints } = plan;
  const here = where === "device";
  return {
    seats: 1 + chairs.filter((chair) => chair !== "nobody").length,
    bots: chairs.filter(isLevel),
    strengths: [...strengths.values()],
    local: here ? people(plan).map((chair) => names[chair]?.trim() || fallback(chair)) : [],
    ages: here ? people(plan).map((chair) => ages[chair] ?? null) : [],
    clock: here ? CLOCKS.none : CLOCKS[pace],
    open: !here && open,
    hints,
  };
}
