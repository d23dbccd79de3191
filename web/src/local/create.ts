/** A new table on this device, for those who are all here: people who pass it on, and computer players. */
import { nameOf } from "../design/cast";
import { engine } from "../engine/engine";
import type { Edition } from "../engine/questions";
import type { NewTable } from "../protocol/api";
import { keepGame, type KeptSeat } from "../storage/games";
import { newGame } from "./game";
import { fitNames } from "./names";

/** Whether games can be played on this device now: without a network only where the engine is kept. */
export const canPlayHere = (): Promise<boolean> =>
  engine().then(
    () => true,
    () => false,
  );

/** In the order in which a server seats them: the first person, those beside, the computer players. */
function seated({ name, age, local = [], ages = [], bots = [] }: NewTable, face: string): KeptSeat[] {
  const seats: KeptSeat[] = [
    { name: name ?? "", age: age ?? null, bot: null, face },
    ...local.map((other, at) => ({ name: other, age: ages[at] ?? null, bot: null, face: "" })),
    ...bots.map((bot) => ({ name: nameOf(bot), age: null, bot, face: "" })),
  ];
  const names = fitNames(seats.map((seat) => seat.name));
  return seats.map((seat, at) => ({ ...seat, name: names[at]! }));
}

/** Begin a game here; undefined where this device cannot, and a server must. */
export async function createHere(wanted: NewTable & { edition: Edition }, face: string): Promise<string | undefined> {
  try {
    const { edition, hints = false } = wanted;
    const game = await newGame(await engine(), { edition, hints, seats: seated(wanted, face) });
    await keepGame(game);
    return game.table;
  } catch {
    return undefined;
  }
}
