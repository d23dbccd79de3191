/** Games on this device are kept whole, or their players are told. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { KeptGame } from "../src/storage/games";
import { Disk } from "./database";

let disk: Disk;
let games: typeof import("../src/storage/games");

const game = (table: string, revision = 1, changed = 0, over = false): KeptGame =>
  ({ table, revision, changed, record: `record ${revision}`, summary: { over } }) as KeptGame;

/** Whether closing the page asks first. */
function asksFirst(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

beforeEach(async () => {
  disk = new Disk();
  disk.install();
  vi.resetModules();
  games = await import("../src/storage/games");
});

describe("a game", () => {
  test("is there again after it was kept", async () => {
    expect(await games.keepGame(game("d-1"))).toBe("kept");
    expect(disk.games.get("d-1")).toEqual(game("d-1"));
    expect(await games.keptGame("d-1")).toEqual(game("d-1"));
    expect(await games.keptGame("d-2")).toBeUndefined();
    expect(games.isUnkept("d-1")).toBe(false);
  });

  test("is kept once for each change: who has not seen the last one writes nothing", async () => {
    await games.keepGame(game("d-1", 1));
    expect(await games.keepGame(game("d-1", 2))).toBe("kept");
    expect(await games.keepGame({ ...game("d-1", 2), record: "another" })).toBe("conflict");
    expect((await games.keptGame("d-1"))!.record).toBe("record 2");
  });

  test("is listed after those that changed later", async () => {
    for (const [table, changed] of [
      ["d-1", 5],
      ["d-2", 9],
      ["d-3", 7],
    ] as const)
      await games.keepGame(game(table, 1, changed));
    expect((await games.allGames()).map(({ table }) => table)).toEqual(["d-2", "d-3", "d-1"]);
  });

  test("is forgotten when it is deleted", async () => {
    await games.keepGame(game("d-1"));
    await games.forgetGame("d-1");
    expect(await games.allGames()).toEqual([]);
  });
});

test("a browser is asked once not to clear away a game that somebody plays", async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal("navigator", { storage: { persist } });
  await games.keepGame(game("d-1"));
  expect(persist).not.toHaveBeenCalled();
  await games.keepGame(game("d-1", 2));
  await games.keepGame(game("d-1", 3));
  expect(persist).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test("a browser that may not be asked for anything has no language chosen, and no failure", async () => {
  const { chosenLanguage, keepLanguage } = await import("../src/storage/language");
  const forbidden = vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("forbidden", "SecurityError");
  });
  expect(chosenLanguage()).toBeNull();
  keepLanguage("pl");
  forbidden.mockRestore();
});

describe.each([
  ["a full disk", () => (disk.full = true)],
  ["a window that keeps nothing", () => (disk.forbidden = true)],
])("with %s", (_, spoil) => {
  test("a game goes on in memory, and says so", async () => {
    spoil();
    expect(await games.keepGame(game("d-1"))).toBe("memory");
    expect(games.isUnkept("d-1")).toBe(true);
    expect(await games.keptGame("d-1")).toEqual(game("d-1"));
    expect(await games.allGames()).toEqual([game("d-1")]);
    await games.forgetGame("d-1");
    expect(await games.allGames()).toEqual([]);
  });

  test("closing the page asks first, until the game is over, deleted or kept", async () => {
    spoil();
    await games.keepGame(game("d-1"));
    await games.keepGame(game("d-2"));
    expect(asksFirst()).toBe(true);
    await games.keepGame(game("d-1", 2, 0, true));
    expect(asksFirst()).toBe(true);
    await games.forgetGame("d-2");
    expect(asksFirst()).toBe(false);
    await games.keepGame(game("d-3"));
    Object.assign(disk, { full: false, forbidden: false });
    await games.keepGame(game("d-3", 2));
    expect(asksFirst()).toBe(false);
  });

  test("what was kept before is not lost, and what came later is shown", async () => {
    await games.keepGame(game("d-1"));
    spoil();
    expect(await games.keepGame(game("d-1", 2))).toBe("memory");
    expect((await games.allGames()).map(({ revision }) => revision)).toEqual([2]);
    Object.assign(disk, { full: false, forbidden: false });
    expect(await games.keepGame(game("d-1", 3))).toBe("kept");
    expect(games.isUnkept("d-1")).toBe(false);
  });
});
