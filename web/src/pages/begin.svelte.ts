/** Setting up a table, from any page: one at a time, and what went wrong in a sentence. */
import { go } from "../app/router.svelte";
import type { Edition } from "../editions/presentation";
import { chosen } from "../editions/register";
import { createTable, troubleOf, type Trouble, type NewTable } from "../protocol/api";
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

async function create(wanted: NewTable & { edition: Edition }, how: "here" | "ready" | "open"): Promise<string> {
  const local = how === "here" ? await here().catch(() => undefined) : undefined;
  return (await local?.createHere(wanted, settings.face)) ?? createTable(wanted, how !== "open");
}

/**
 * Set up a table of the chosen game and go there: on this device where everybody is here, else at the
 * server, where one is ready at once or waits for others.
 */
export async function begin(wanted: Omit<NewTable, "edition">, how: "here" | "ready" | "open"): Promise<void> {
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
