/** A record from elsewhere becomes a game of this device: proven, once, and without a loss. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadLanguage, loadReading } from "../src/app/i18n.svelte";
import type { Engine } from "../src/engine/questions";
import { bringHere } from "../src/local/bring";
import { moved, newGame, resigned, type Position } from "../src/local/game";
import { read, seenBy, written } from "../src/local/record";
import { replayHere } from "../src/local/replay";
import { verify } from "../src/pages/fairness";
import type { Failed } from "../src/protocol/api";
import { allGames, forgetGame, keepGame, keptGame, type KeptGame, type KeptSeat } from "../src/storage/games";
import { Disk } from "./database";
import { hasKernel, kernel } from "./kernel";

const conformance = (name: string) =>
  readFileSync(resolve(import.meta.dirname, `../../tests/conformance/records/${name}.txt`), "utf-8");
const person = (name: string, age: number | null = null): KeptSeat => ({ name, bot: null, age, face: "" });
const ADA = person("Ada");
const IKS: KeptSeat = { name: "Iks", bot: 5, age: null, face: "" };

let engine: Engine;
const disk = new Disk();
disk.install();
const loaded = () => Promise.resolve(engine);
const bring = (record: string) => bringHere(record, loaded);

const refusal = (record: string): Promise<string | undefined> =>
  bring(record).then(
    () => undefined,
    (error: Failed) => error.problem.key,
  );

/** So many moves of a game that somebody began elsewhere. */
async function begun(edition: "classic" | "cards", seats: KeptSeat[], turns: number): Promise<KeptGame> {
  const game = await newGame(engine, { edition, seats, hints: true });
  return { ...game, record: written((await on(read(game.record)!, turns)).lines) };
}

async function on(lines: string[], turns: number): Promise<Position> {
  let now: Position = { lines, state: await engine.state(lines) };
  for (; turns > 0 && !now.state.ended; turns--) {
    const seat = now.state.turn!;
    const move = await engine.choose(now.lines, { seat, level: 2, seed: turns });
    now = await moved(engine, now, seat, await engine.judge(now.lines, seat, move));
  }
  return now;
}

/** A record with other words and checksums that fit. */
const forged = (record: string, change: (lines: string[]) => string[]): string => written(change(read(record)!));

describe.skipIf(!hasKernel)("a record from elsewhere", () => {
  beforeAll(async () => {
    await loadLanguage("en");
    await loadReading();
    engine = kernel();
  });
  beforeEach(async () => {
    disk.clear();
    for (const { table } of await allGames()) await forgetGame(table); // those in memory
  });

  test.each(["classic", "cards"] as const)(
    "of a game of %s that is not over is played on, and stays proven",
    async (edition) => {
      const { record } = await begun(edition, [ADA, IKS], 5);
      const { table, over } = await bring(record.replaceAll("\n", "\r\n"));
      expect(over).toBe(false);
      const game = (await keptGame(table))!;
      expect(game.record).toBe(record);
      expect(game.seats.map(({ name, bot }) => [name, bot])).toEqual([
        ["Ada", null],
        ["Iks", 5],
      ]);
      const state = await engine.state(read(record)!);
      expect(game.summary).toEqual({ edition, over: false, turn: state.turn, scores: state.scores });
      const after = await on(read(game.record)!, 6);
      expect(verify(written(after.lines)).doubt).toBeUndefined();
    },
  );

  test.each(["tiles-2-lot", "cards-2-lot"])("of a finished game is kept to be replayed: %s", async (name) => {
    const record = conformance(name);
    const { table, over } = await bring(record);
    expect(over).toBe(true);
    expect((await keptGame(table))!.record).toBe(record);
    const { steps, start } = await replayHere(table, loaded);
    expect(steps.length).toBe(record.split("\n").filter((line) => /^(move|resign) /.test(line)).length + 1);
    expect(start!.tied).toContain(start!.seat);
  });

  test("is one game, however often it comes, and whatever has become of it", async () => {
    const earlier = await begun("classic", [ADA, person("Bo")], 3);
    const here = { ...earlier, record: written((await on(read(earlier.record)!, 3)).lines) };
    await keepGame(here);
    expect((await bring(earlier.record)).table).toBe(here.table);
    expect((await bring(here.record)).table).toBe(here.table);
    expect(await allGames()).toEqual([here]);

    await forgetGame(here.table);
    const { table } = await bring(here.record);
    const longer = { ...(await keptGame(table))!, record: written((await on(read(here.record)!, 3)).lines) };
    await keepGame({ ...longer, revision: 2 });
    expect((await bring(here.record)).table).toBe(table);
    expect((await allGames()).map(({ record }) => record)).toEqual([longer.record]);
  });

  test("that has gone on elsewhere is a game beside the one that is here", async () => {
    const here = await begun("classic", [ADA, person("Bo")], 4);
    await keepGame(here);
    const { table } = await bring(written((await on(read(here.record)!, 2)).lines));
    expect(table).not.toBe(here.table);
    expect((await keptGame(here.table))!.record).toBe(here.record);
    expect(await allGames()).toHaveLength(2);
  });

  test("keeps what a server has signed", async () => {
    const record = conformance("tiles-2-lot");
    const signed = written([
      ...read(record)!,
      `played ${"a".repeat(16)} 60 ${"0".repeat(64)}`,
      `signed ${"0".repeat(64)} ${"0".repeat(128)}`,
    ]);
    const { table, over } = await bring(signed);
    expect([over, (await keptGame(table))!.record]).toEqual([true, signed]);
    expect(read(signed)).toEqual(read(record));
  });

  test("may have begun with the oldest, whose age it does not say; but not with somebody else", async () => {
    const ages = [20, 30, 40, 50];
    let game = await begun(
      "classic",
      ages.map((age) => person(`P${age}`, age)),
      3,
    );
    while (game.start.why !== "age")
      game = await begun(
        "classic",
        ages.map((age) => person(`P${age}`, age)),
        3,
      );
    const { table } = await bring(game.record);
    expect((await keptGame(table))!.start).toEqual({ ...game.start, among: [] });
    const other = [0, 1, 2, 3].find((seat) => !game.start.tied.includes(seat));
    if (other === undefined) return;
    const line = `start ${other + 1} age`;
    expect(
      await refusal(forged(game.record, (lines) => lines.map((one) => (one.startsWith("start ") ? line : one)))),
    ).toBe("web.record.broken");
  });

  test("that everybody has left is over", async () => {
    const { record } = await begun("classic", [ADA, IKS, { ...IKS, name: "Olo", bot: 1 }], 2);
    const lines = read(record)!;
    const left = await resigned(engine, { lines, state: await engine.state(lines) }, 0);
    const { table, over } = await bring(written(left.lines));
    expect([over, (await keptGame(table))!.aborted]).toEqual([true, "deserted"]);
  });

  test("is refused in one sentence where it is none, or no longer what it was", async () => {
    const { record } = await begun("classic", [ADA, person("Bo")], 5);
    const lines = read(record)!;
    const line = (change: (line: string) => string) => forged(record, (all) => all.map(change));
    expect(await refusal("1. e4 e5")).toBe("web.record.foreign");
    expect(await refusal(record.replace("record 2", "record 3"))).toBe("web.record.newer");
    expect(await refusal(conformance("tiles-1-tie"))).toBe("web.record.older");
    expect(await refusal(record.replace("Ada", "Eve"))).toBe("web.record.line");
    expect(await refusal(record.trimEnd().slice(0, -3))).toBe("web.record.cut");
    expect(await refusal(written(lines.slice(0, -1)))).toBe("web.record.cut");
    expect(await refusal(written(seenBy(lines, 0)))).toBe("web.record.hidden");
    expect(await refusal(line((one) => one.replace(/^seed .*/, "seed ?")))).toBe("web.record.hidden");
    for (const forgery of [
      line((one) => one.replace(/^seed ./, "seed g")),
      line((one) => one.replace(/^edition .*/, "edition chess")),
      line((one) => one.replace("Bo", "ada")),
      line((one) => one.replace(/scores (\d)/, "scores 9$1")),
      line((one) => one.replace(/draws (\w\w)/, "draws $1 $1")),
      line((one) => one.replace(/^start (\d)/, "start 9")),
      forged(record, (all) => [...all.slice(0, -1), "end T17 1", all.at(-1)!]),
      forged(record, (all) => all.filter((_, at) => at !== all.findIndex((one) => one.startsWith("move ")))),
    ])
      expect(await refusal(forgery)).toBe("web.record.broken");
    expect(await allGames()).toEqual([]);
  });

  test("keeps the strength of computer players that were matched to somebody", async () => {
    const match: KeptSeat = { name: "Luka", bot: 2, strength: 235, age: null, face: "" };
    const { record } = await begun("classic", [ADA, match], 3);
    const { table } = await bring(record);
    expect((await keptGame(table))!.seats).toEqual([ADA, match]);
    const other = await begun("classic", [ADA, { ...match, name: "Kubo", bot: 3 }], 1);
    const [, person] = (await keptGame((await bring(other.record)).table))!.seats;
    expect(person).toEqual({ name: "Kubo", bot: null, age: null, face: "" });
  });

  test("goes on in memory where the browser keeps nothing", async () => {
    const { record } = await begun("classic", [ADA, IKS], 2);
    disk.full = true;
    const { table } = await bring(record);
    expect((await keptGame(table))!.record).toBe(record);
  });
});
