/** Who sits where at a new table, and the command that follows from it. */
import type { NewTable } from "../../protocol/api";

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

/** A chair beside one's own: a person, a computer player of a level, or nobody. */
export type Chair = "person" | "nobody" | 1 | 2 | 3 | 4 | 5 | 6;

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

/** Whether anybody sits opposite. */
export const hasCompany = ({ chairs }: Plan): boolean => chairs.some((chair) => chair !== "nobody");

/** Whether the game can begin at once, because nobody has to come by the link. */
export const startsAtOnce = (plan: Plan): boolean => plan.where === "device" || !people(plan).length;

/** The command for such a table. `fallback` names people at this device who have not said their names. */
export function newTable(plan: Plan, fallback: (chair: number) => string): Omit<NewTable, "edition"> {
  const { chairs, where, names, ages, pace, open, hints } = plan;
  const here = where === "device";
  return {
    seats: 1 + chairs.filter((chair) => chair !== "nobody").length,
    bots: chairs.filter(isLevel),
    local: here ? people(plan).map((chair) => names[chair]?.trim() || fallback(chair)) : [],
    ages: here ? people(plan).map((chair) => ages[chair] ?? null) : [],
    clock: here ? CLOCKS.none : CLOCKS[pace],
    open: !here && open,
    hints,
  };
}
