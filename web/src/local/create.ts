/** A new table on this device, for those who are all here: people who pass it on, and computer players. */
import { nameOf } from "../design/cast";
import { engine } from "../engine/engine";
import type { Edition } from "../engine/questions";
import type { NewTable } from "../protocol/api";
import { keepGame, type KeptSeat } from "../storage/games";
import { newGame } from "./game";
import { fitNames } from "./names";
import { characterAt } from "./strength";

/** Whether games can be played on this device now: without a network only where the engine is kept. */
export const canPlayHere = (): Promise<boolean> =>
  engine().then(
    () => true,
    () => false,
  );

/** A table of this device: its computer players may also be about as strong as the one who plays. */
export interface TableHere extends NewTable {
  edition: Edition;
  /** In hundredths of a level; they sit behind those of `bots`. */
  strengths?: readonly number[];
}

const computer = (bot: number): KeptSeat => ({ name: nameOf(bot), age: null, bot, face: "" });

/** A computer player of a strength between the levels. */
export const matched = (strength: number): KeptSeat => ({ ...computer(characterAt(strength)), strength });

/** No two with the same name. */
export function distinct(seats: readonly KeptSeat[]): KeptSeat[] {
  const names = fitNames(seats.map((seat) => seat.name));
  return seats.map((seat, at) => ({ ...seat, name: names[at]! }));
}

/** In the order in which a server seats them: the first person, those beside, the computer players. */
const seated = ({ name, age, local = [], ages = [], bots = [], strengths = [] }: TableHere, face: string): KeptSeat[] =>
  distinct([
    { name: name ?? "", age: age ?? null, bot: null, face },
    ...local.map((other, at) => ({ name: other, age: ages[at] ?? null, bot: null, face: "" })),
    ...bots.map(computer),
    ...strengths.map(matched),
  ]);

/** Begin a game here; undefined where this device cannot, and a server must. */
export async function createHere(wanted: TableHere, face: string): Promise<string | undefined> {
  try {
    const { edition, hints = false } = wanted;
    const game = await newGame(await engine(), { edition, hints, seats: seated(wanted, face) });
    await keepGame(game);
    return game.table;
  } catch {
    return undefined;
  }
}
