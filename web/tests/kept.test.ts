/** Games kept on the device: bounded, the latest first, and never in the way. */
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadLanguage } from "../src/app/i18n.svelte";
import KeptGames from "../src/pages/Kept.svelte";
import { allKept, keep, kept, MOST } from "../src/storage/kept";
import type { ReplayView } from "../src/protocol/wire";

const game = (table: string): ReplayView => ({
  table,
  edition: "classic",
  imported: false,
  players: ["Ada"],
  bots: [null],
  faces: [""],
  rule: "T17",
  winners: [0],
  start: null,
  steps: [],
});

/** A store as browsers have it: in the order in which things came. */
function store() {
  const kept = new Map<string, string>();
  return {
    put: async (key: string, answer: Response) => void kept.set(key, await answer.text()),
    delete: async (key: string | { url: string }) => kept.delete(typeof key === "string" ? key : key.url),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (key: string | { url: string }) => {
      const found = kept.get(typeof key === "string" ? key : key.url);
      return found === undefined ? undefined : new Response(found);
    },
  };
}

beforeEach(() => {
  const games = store();
  vi.stubGlobal("caches", { open: async () => games });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("keeps the last games, the latest first", async () => {
  for (let n = 0; n < MOST + 3; n++) await keep(game(`g${n}`));
  const all = await allKept();
  expect(all).toHaveLength(MOST);
  expect(all[0]?.table).toBe(`g${MOST + 2}`);
  expect(await kept("g0")).toBeUndefined();
});

it("keeps a game once, at the place of its last look", async () => {
  for (const table of ["a", "b", "a"]) await keep(game(table));
  expect((await allKept()).map(({ table }) => table)).toEqual(["a", "b"]);
});

it("does without a store", async () => {
  vi.stubGlobal("caches", undefined);
  await keep(game("a"));
  expect(await kept("a")).toBeUndefined();
  expect(await allKept()).toEqual([]);
});

it("calls a computer player as the reader does, and a person by their name", async () => {
  await loadLanguage("uk");
  await keep({ ...game("a"), players: ["Olo", "Olo"], bots: [null, 1] });
  const [first] = await render(KeptGames).findAllByRole("link");
  expect(first!.textContent).toContain("Olo, Оло");
});
