/** A game of this device as a line of a list; without asking the engine, which a list need not wait for. */
import type { TableLine } from "../protocol/wire";
import type { KeptGame } from "../storage/games";

/** The seats of people: all of them are at this device. */
export const peopleOf = ({ seats }: Pick<KeptGame, "seats">): number[] =>
  seats.flatMap(({ bot }, seat) => (bot === null ? [seat] : []));

export function lineOf({ table, seats, changed, summary }: KeptGame): TableLine {
  return {
    table,
    edition: summary.edition,
    phase: summary.over ? "over" : "playing",
    clock: { type: "none" },
    seats: seats.map(({ name }) => name),
    bots: seats.map(({ bot }) => bot),
    faces: seats.map(({ face }) => face),
    yours: peopleOf({ seats }),
    scores: summary.scores,
    turn: summary.turn,
    changed,
  };
}
