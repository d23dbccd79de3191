/** Finished games kept on this device: the last ones that were looked at, and no more. */
import type { ReplayView } from "../protocol/wire";

const NAME = "replays";
export const MOST = 20;

const address = (table: string): string => `/kept/${table}`;
/** Browsers lend their store only to secure pages; elsewhere nothing is kept. */
const store = (): Promise<Cache> | undefined => globalThis.caches?.open(NAME);

export async function keep(view: ReplayView): Promise<void> {
  try {
    const games = await store();
    if (!games) return;
    await games.delete(address(view.table));
    await games.put(address(view.table), new Response(JSON.stringify(view)));
    const all = await games.keys();
    for (const old of all.slice(0, Math.max(0, all.length - MOST))) await games.delete(old);
  } catch {
    // A full or forbidden store costs a convenience, not the page.
  }
}

/** What an earlier version kept does not say who is a computer player, nor how people look. */
export type Kept = Omit<ReplayView, "bots" | "faces"> & Partial<Pick<ReplayView, "bots" | "faces">>;

export async function kept(table: string): Promise<Kept | undefined> {
  const found = await (await store())?.match(address(table)).catch(() => undefined);
  return found?.json().catch(() => undefined) as Promise<Kept | undefined>;
}

/** The latest first. */
export async function allKept(): Promise<ReplayView[]> {
  const games = await store()?.catch(() => undefined);
  if (!games) return [];
  const answers = await Promise.all([...(await games.keys())].reverse().map((key) => games.match(key)));
  const views = await Promise.all(
    answers.map(async (answer) => answer?.json().catch(() => undefined) as ReplayView | undefined),
  );
  return views.filter((view) => view !== undefined);
}
