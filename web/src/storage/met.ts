/** The computer players that were met on this device, each with the table of its first game. */
import { playedBefore } from "./settings.svelte";
import { read, write } from "./store";

type Met = Record<number, string>;

const KEY = "met";
const ALL = [1, 2, 3, 4, 5, 6];

/** Whoever has played here before this was noted has met them all. */
const known = (): Met => (read(KEY) as Met | undefined) ?? (playedBefore ? everybody() : {});
const everybody = (): Met => Object.fromEntries(ALL.map((level) => [level, ""]));

/** Note who plays at a table, and say which of these levels had never been met before it: the same after a reload. */
export function strangersAt(table: string, levels: readonly number[]): number[] {
  const met = known();
  for (const level of levels) met[level] ??= table;
  write(KEY, met);
  return levels.filter((level) => met[level] === table);
}
