/** Setting up a table, from any page: one at a time, and what went wrong in a sentence. */
import { go } from "../app/router.svelte";
import { chosen } from "../editions/register";
import { characterAt } from "../local/strength";
import type { TableHere } from "../local/create";
import { createTable, troubleOf, type Trouble } from "../protocol/api";
import { settings } from "../storage/settings.svelte";

export const beginning = $state<{ busy: boolean; problem: Trouble | undefined }>({ busy: false, problem: undefined });

/** What this device needs to play without a server; it comes when it is first wanted. */
const here = () => import("../local/create");

/** Whether this device can play without a server. */
export const canPlayHere = (): Promise<boolean> =>
  here().then(
    (local) => local.canPlayHere(),
    () => false,
  );

/** A server plays whole levels only: where it must, the nearest character stands in for one's own strength. */
async function create({ strengths = [], ...wanted }: TableHere, how: "here" | "ready" | "open"): Promise<string> {
  const local = how === "here" ? await here().catch(() => undefined) : undefined;
  const bots = [...(wanted.bots ?? []), ...strengths.map(characterAt)];
  return (
    (await local?.createHere({ ...wanted, strengths }, settings.face)) ??
    createTable({ ...wanted, bots }, how !== "open")
  );
}

/**
 * Set up a table of the chosen game and go there: on this device where everybody is here, else at the
 * server, where one is ready at once or waits for others.
 */
export async function begin(wanted: Omit<TableHere, "edition">, how: "here" | "ready" | "open"): Promise<void> {
  if (beginning.busy) return;
  Object.assign(beginning, { busy: true, problem: undefined });
  try {
    const { name, age } = settings;
    go(`/t/${await create({ edition: chosen.edition, name, age, ...wanted }, how)}`);
  } catch (error) {
    beginning.problem = troubleOf(error);
  } finally {
    beginning.busy = false;
  }
}
