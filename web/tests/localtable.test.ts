/** A table without a server: whole games of both kinds, by the kernel itself. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Engine } from "../src/engine/questions";
import { createHere, matched } from "../src/local/create";
import { newGame } from "../src/local/game";
import { read } from "../src/local/record";
import { recordHere, replayHere } from "../src/local/replay";
import { LocalTable } from "../src/local/table.svelte";
import { verify } from "../src/pages/fairness";
import { keepGame, keptGame, type KeptGame, type KeptSeat } from "../src/storage/games";
import { forgetRatings, keepRating, ratings } from "../src/storage/ratings.svelte";
import { Disk } from "./database";
import { hasKernel, kernel } from "./kernel";

const ADA: KeptSeat = { name: "Ada", bot: null, age: null, face: "s12" };
const BO: KeptSeat = { name: "Bo", bot: null, age: null, face: "" };
const computer = (bot: number): KeptSeat => ({ name: `Level ${bot}`, bot, age: null, face: "" });

let engine: Engine;
const disk = new Disk();
disk.install();
let table: LocalTable;
const loaded = () => Promise.resolve(engine);

async function begin(edition: "classic" | "cards", seats: KeptSeat[], hints = true): Promise<void> {
  const game = await newGame(engine, { edition, seats, hints });
  await keepGame(game);
  await open(game.table);
}

async function open(id: string): Promise<void> {
  table?.close();
  table = new LocalTable(id, loaded);
  await vi.waitFor(() => expect(table.link).toBe("live"));
}

const kept = async (): Promise<KeptGame> => (await keptGame(table.table))!;

/** What a computer player would do for the seat to move. */
async function someMove(): Promise<string> {
  return engine.choose(read((await kept()).record)!, { seat: table.view!.turn!, level: 2, seed: 1 });
}

const play = async (move?: string) =>
  table.send({ do: "play", move: move ?? (await someMove()), expect: table.view!.seq });

/** Until somebody at the device is to move, or the game is over. */
async function wait(): Promise<void> {
  while (table.view!.phase === "playing" && table.view!.turn !== table.view!.you)
    await vi.advanceTimersByTimeAsync(500);
}

async function playOn(moves = Infinity): Promise<void> {
  for (await wait(); moves > 0 && table.view!.phase === "playing"; moves--) {
    expect((await play()).problem).toBeUndefined();
    await wait();
  }
}

const types = () => table.events.map(({ event }) => event.type);

describe.skipIf(!hasKernel)("a table on this device", () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "performance"],
      shouldAdvanceTime: true,
      advanceTimeDelta: 5,
    });
    disk.clear();
    engine = kernel();
    // The same games in every run: in one of thirty hands nothing fits.
    let state = 1;
    vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
      const filled = bytes as unknown as Uint8Array;
      for (let at = 0; at < filled.length; at++) filled[at] = (state = (state * 48271) % 2147483647) >> 8;
      return bytes;
    });
  });
  afterEach(() => {
    table.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test.each([
    ["classic", 2],
    ["classic", 4],
    ["cards", 2],
    ["cards", 3],
  ] as const)(
    "plays a whole game of %s with %i seats, which follows from its seed",
    async (edition, seats) => {
      await begin(edition, [ADA, ...[1, 2, 4].slice(0, seats - 1).map(computer)]);
      await playOn();
      expect(table.view).toMatchObject({ phase: "over", turn: null, aborted: false });
      expect(table.view!.outcome!.winners.length).toBeGreaterThan(0);
      expect(types().slice(-2)).toEqual(["ended", "revealed"]);
      const verdict = verify(await recordHere(table.table));
      expect(verdict).toMatchObject({ finished: true, silent: expect.arrayContaining(["Level 1"]) as unknown });
      expect(verdict.doubt).toBeUndefined();
      const replay = await replayHere(table.table, loaded);
      expect(replay.steps.at(-1)!.scores).toEqual(table.view!.seats.map((seat) => seat!.score));
      expect(replay.steps).toHaveLength(table.view!.moves + 1);
      expect(replay).toMatchObject({ rule: table.view!.outcome!.rule, winners: table.view!.outcome!.winners });
    },
    60_000,
  );

  test("a game against somebody of one's own strength moves the rating, once, and a rematch follows it", async () => {
    keepRating("classic", { own: 1, games: 0 });
    await begin("classic", [ADA, matched(100)]);
    expect(table.matched).toEqual([1]);
    expect((await kept()).record).toContain("entropy 2 level 1.00");
    await playOn();
    const { own, games } = ratings().classic!;
    expect([games, own === 1]).toEqual([1, false]);
    expect(table.stood).toMatchObject({ own });
    await open(table.table);
    expect([ratings().classic!.games, table.stood?.own]).toEqual([1, own]);
    keepRating("classic", { own: 3, games: 1 });
    await table.send({ do: "offer", offer: "rematch" });
    const again = (await keptGame(table.view!.rematch!))!;
    expect(again.seats).toContainEqual(expect.objectContaining({ name: "Kubo", bot: 3, strength: 300 }));
    forgetRatings();
  }, 60_000);

  test("leaving such a game is a loss, and one that was stopped says nothing", async () => {
    forgetRatings();
    await begin("cards", [ADA, matched(200)]);
    await table.send({ do: "offer", offer: "abort" });
    expect([ratings(), table.stood]).toEqual([{}, undefined]);
    await begin("cards", [ADA, matched(200)]);
    await table.send({ do: "resign" });
    expect(ratings().cards!.own).toBeLessThan(2);
    expect(table.stood!.next).toBe("down");
    forgetRatings();
  });

  test("shows nobody what is not theirs, until the game is over", async () => {
    await begin("classic", [ADA, computer(1)]);
    await wait();
    const dealt = () => table.events.flatMap(({ event }) => (event.type === "dealt" ? [event.pieces] : []));
    expect(dealt()[0]).toEqual(expect.arrayContaining(table.view!.moves ? [] : table.view!.hand));
    expect(dealt()[1]).toEqual(Array(6).fill("?"));
    expect(await table.record()).toMatch(/deal 2 \? \? \? \? \? \? {2}#/);
    expect(await table.record()).toMatch(/seed \? {2}#/);
    const sum = Object.values(table.view!.unseen).reduce((all, n) => all + n, 0);
    expect(sum).toBe(table.view!.bag + table.view!.seats[1]!.hand);
    const { board, hand, unseen } = table.view!;
    const seen = [...hand, ...board.map((placed) => placed.split("@")[0])];
    for (const tile of hand) expect(unseen[tile] ?? 0).toBe(3 - seen.filter((one) => one === tile).length);
    await table.send({ do: "offer", offer: "abort" });
    expect(dealt()[1]).not.toContain("?");
    expect(table.view).toMatchObject({ phase: "over", aborted: true, outcome: null });
  });

  test("keeps a move before it answers, and is the same after a reload", async () => {
    await begin("classic", [ADA, BO]);
    const before = (await kept()).revision;
    const answer = await play();
    expect([answer.problem, (await kept()).revision]).toEqual([undefined, before + 1]);
    expect([table.saved, table.sending]).toEqual([true, 0]);
    const { view, events } = table;
    await open(table.table);
    expect({ ...table.view!, now: 0 }).toEqual({ ...view!, now: 0 });
    expect(table.events).toEqual(events);
  });

  test("refuses what a rule forbids, with the rule, and what is no move", async () => {
    await begin("classic", [ADA, BO]);
    const [tile] = table.view!.hand;
    expect((await play(`${tile}@0,0 ${tile}@4,0`)).problem).toMatchObject({ code: "rule", rule: /^T/ });
    expect((await play("dance")).problem).toMatchObject({ code: "bad" });
    expect((await table.send({ do: "chat", phrase: "hello" })).problem).toMatchObject({ code: "refused" });
    const late = await table.send({ do: "play", move: await someMove(), expect: 1 });
    expect(late.problem).toMatchObject({ code: "conflict" });
    expect(table.view!.moves).toBe(0);
  });

  test("checks a move before it is made, line by line", async () => {
    await begin("classic", [ADA, BO]);
    await playOn(1);
    const [move, points] = table.offers.best(1)[0]!;
    const reply = await table.ask({ ask: "check", move });
    expect(reply).toMatchObject({ type: "checked", problem: null, points });
    if (reply?.type === "checked") expect(reply.lines.reduce((sum, line) => sum + line.points, 0)).toBe(points);
  });

  test("gives different ideas with a reason, where hints are allowed", async () => {
    await begin("classic", [ADA, computer(1)]);
    await wait();
    const better = vi.fn();
    const reply = await table.ask({ ask: "hint" }, better);
    expect(better).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(better).toHaveBeenCalledTimes(2));
    expect(reply?.type).toBe("hinted");
    if (reply?.type !== "hinted") return;
    expect(reply.moves.length).toBeLessThanOrEqual(3);
    expect(reply.moves[0]!.key).toMatch(/^advice\./);
    expect((await play(reply.moves[0]!.move)).problem).toBeUndefined();
    await begin("classic", [ADA, computer(1)], false);
    await wait();
    expect(await table.ask({ ask: "hint" })).toMatchObject({ problem: { key: "serve.no_hints" } });
  });

  test("thinks no longer about a hint when something else is done", async () => {
    await begin("classic", [ADA, BO]);
    const advise = vi.spyOn(engine, "advise");
    advise.mockResolvedValueOnce([]).mockReturnValueOnce(new Promise(() => undefined));
    await table.ask({ ask: "hint" }, vi.fn());
    const signal = advise.mock.lastCall![2]!;
    expect(signal.aborted).toBe(false);
    await play();
    expect(signal.aborted).toBe(true);
  });

  test("lays the cards that are chosen", async () => {
    await begin("cards", [ADA, BO]);
    const hand = table.view!.hand;
    const reply = await table.ask({ ask: "arrangement", cards: hand.slice(0, 1) });
    expect(reply).toMatchObject({ type: "arranged", rows: [] });
    const foreign = ["Ro", "Rx", "Rd", "Rs"].find((card) => !hand.includes(card))!;
    expect(await table.ask({ ask: "arrangement", cards: [foreign] })).toMatchObject({ type: "unanswered" });
  });

  test("takes a move back at once, together with the answer to it; the same draw comes again", async () => {
    await begin("classic", [ADA, computer(1)]);
    await playOn(2);
    const { hand, board, moves } = table.view!;
    const before = { hand, board, moves };
    const move = await someMove();
    await play(move);
    const drawn = table.view!.hand;
    expect((await table.send({ do: "offer", offer: "undo" })).problem).toBeUndefined();
    expect(table.view).toMatchObject({ ...before, turn: 0, last: null });
    expect(types().at(-1)).toBe("undone");
    await play(move);
    expect(table.view!.hand).toEqual(drawn);
    await playOn();
    expect(verify(await table.record()).doubt).toBeUndefined();
    await open(table.table);
    expect(types().filter((type) => type === "undone")).toHaveLength(1);
  });

  test("has nothing to take back before the first move", async () => {
    await begin("classic", [ADA, computer(1)]);
    await wait();
    expect((await table.send({ do: "offer", offer: "undo" })).problem).toMatchObject({ key: "serve.offer.undo" });
  });

  test("is passed on: the one to move is the one who looks", async () => {
    await begin("classic", [ADA, BO]);
    const first = table.view!.you!;
    await play();
    expect(table.view).toMatchObject({ you: 1 - first, turn: 1 - first, yours: [0, 1] });
  });

  test("ends when one of two leaves, and stops when nobody but the computer is left", async () => {
    await begin("classic", [ADA, BO]);
    const { you } = table.view!;
    await table.send({ do: "resign" });
    expect(table.view!.outcome).toMatchObject({ rule: "O1", winners: [1 - you!] });
    await begin("classic", [ADA, computer(1), computer(2)]);
    await table.send({ do: "resign" });
    expect(table.view).toMatchObject({ phase: "over", aborted: true });
    expect(table.events.at(-2)!.event).toEqual({ type: "aborted", why: "deserted" });
  });

  test("goes on as a rematch with everybody one seat on", async () => {
    await begin("classic", [ADA, computer(1), computer(2)]);
    expect((await table.send({ do: "offer", offer: "rematch" })).problem).toMatchObject({ key: "serve.phase.playing" });
    await table.send({ do: "offer", offer: "abort" });
    const old = table.table;
    expect((await table.send({ do: "offer", offer: "rematch" })).problem).toBeUndefined();
    expect((await table.send({ do: "offer", offer: "rematch" })).problem).toMatchObject({ key: "serve.offer.rematch" });
    await open(table.view!.rematch!);
    expect(table.view).toMatchObject({ phase: "playing", previous: old });
    expect(table.view!.seats.map((seat) => seat!.name)).toEqual(["Level 2", "Ada", "Level 1"]);
  });

  test("goes on in memory where nothing can be kept, and warns", async () => {
    await begin("classic", [ADA, BO]);
    expect(table.unkept).toBe(false);
    disk.full = true;
    expect((await play()).problem).toBeUndefined();
    expect(table.unkept).toBe(true);
    const leaving = new Event("beforeunload", { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    disk.full = false;
    await play();
    expect(table.unkept).toBe(false);
  });

  test("is kept whole again where the browser has removed it in the middle", async () => {
    await begin("classic", [ADA, BO]);
    const move = await someMove();
    disk.games.clear();
    await play(move);
    expect(table.unkept).toBe(false);
    await open(table.table);
    expect(table.view!.moves).toBe(1);
  });

  test("that another tab has changed is looked at again", async () => {
    await begin("classic", [ADA, BO]);
    const other = new LocalTable(table.table, loaded);
    await vi.waitFor(() => expect(other.link).toBe("live"));
    const move = await someMove();
    await play(move);
    expect((await other.send({ do: "play", move })).problem).toMatchObject({ code: "conflict" });
    expect(other.view!.moves).toBe(1);
    other.close();
  });

  test("that is not there, or was damaged, gets a sentence", async () => {
    await begin("classic", [ADA, BO]);
    const id = table.table;
    const game = await kept();
    disk.games.set(id, { ...game, record: game.record.replace("edition classic", "edition cards") });
    for (const [name, key] of [
      ["d-nowhere", "web.local.gone"],
      [id, "web.local.damaged"],
    ] as const) {
      const other = new LocalTable(name, loaded);
      await vi.waitFor(() => expect(other.link).toBe("refused"));
      expect(other.problem!.key).toBe(key);
      other.close();
    }
    disk.games.set(id, game);
    const other = new LocalTable(id, () => Promise.reject(new Error("no engine")));
    await vi.waitFor(() => expect(other.problem?.key).toBe("web.local.no_engine"));
    other.close();
  });
});

test("without an engine nothing is begun here, and a server must", async () => {
  expect(await createHere({ edition: "classic", seats: 2, bots: [1] }, "")).toBeUndefined();
});
