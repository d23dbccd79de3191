/** Finished games to look through, from the server or from what this device has kept. */
import { Failed, get } from "./api";
import { keep, kept } from "./kept";
import type { ReplayView, Step } from "./wire";

/** The book's sample game, under a name that no table has. */
export const SAMPLE = "sample";

async function sample(): Promise<ReplayView> {
  const { players, steps } = (await import("../learn/tiles.json")).default as { players: string[]; steps: Step[] };
  return { table: SAMPLE, edition: "classic", players, rule: null, winners: [], steps };
}

/** The game of a table. Looked at once, it stays on this device, and needs no network again. */
export async function replayOf(table: string): Promise<ReplayView> {
  if (table === SAMPLE) return sample();
  try {
    const view = await get<ReplayView>(`/api/tables/${table}/replay`);
    await keep(view);
    return view;
  } catch (problem) {
    const view = problem instanceof Failed ? await kept(table) : undefined;
    if (view) return view;
    throw problem;
  }
}
