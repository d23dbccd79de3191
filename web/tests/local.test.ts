/** The parts of a game on this device that need no engine: names, lines, and what happened in which order. */
// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Advice } from "../src/engine/questions";
import { seeming } from "../src/local/computer";
import { botSeed } from "../src/local/game";
import { ideas } from "../src/local/ideas";
import { history, movesToUndo, turnsOf } from "../src/local/log";
import { fitNames } from "../src/local/names";
import { moveLine, parseMove, read, seenBy, written } from "../src/local/record";

const record = (name: string) =>
  readFileSync(resolve(import.meta.dirname, `../../tests/conformance/records/${name}-2-lot.txt`), "utf-8");

describe("a record", () => {
  test.each(["tiles", "cards"])("of the library is read and written as it was: %s", (name) => {
    const lines = read(record(name))!;
    expect(written(lines)).toBe(record(name));
    const moves = lines.filter((line) => line.startsWith("move "));
    expect(moves.map((line) => moveLine(parseMove(line)))).toEqual(moves);
  });

  test.each([
    ["a changed line", (text: string) => text.replace("deal 1", "deal 2")],
    ["a line too few", (text: string) => text.replace(/^edition.*\n/m, "")],
    ["a missing end", (text: string) => text.replace(/seed .*\n$/, "")],
    ["something else", () => "Dear diary"],
  ])("with %s is not read", (_, spoiled) => {
    expect(read(spoiled(record("tiles")))).toBeUndefined();
  });

  test("hides from a seat what others hold, draw and trade", () => {
    const lines = [
      "deal 1 Ro Rx",
      "deal 2 Gs Gc",
      "move 1 trade Ro scores 0 draws Bo",
      "move 2 Gs@0,0 scores 1",
      "seed 12",
    ];
    expect(seenBy(lines, 1)).toEqual([
      "deal 1 ? ?",
      "deal 2 Gs Gc",
      "move 1 trade ? scores 0 draws ?",
      "move 2 Gs@0,0 scores 1",
      "seed ?",
    ]);
    expect(seenBy(lines, 0).slice(0, 3)).toEqual(["deal 1 Ro Rx", "deal 2 ? ?", lines[2]]);
  });
});

describe("what happened", () => {
  const turn = (seat: number, name: string) => [`move ${seat} ${name} scores 0`];
  const [a, b, c, d, e] = [turn(1, "a"), turn(2, "b"), turn(1, "c"), turn(2, "d"), turn(1, "e")] as const;

  test("is told in its order, with what was taken back, and back again", () => {
    // a b, c d taken back, e, then b and e taken back, and d.
    const undone = [
      { stayed: 2, lines: [...c, ...d] },
      { stayed: 1, lines: [...b, ...e] },
    ];
    expect(history([a, d], undone)).toEqual([a, b, c, d, 2, e, 2, d]);
  });

  test("has a shuffle with the trade that it follows", () => {
    const lines = ["start 1 set", ...a, "move 2 trade Ro scores 0 draws Rx", "shuffle 00", "end T17 1", "seed 12"];
    expect(turnsOf(lines)).toEqual([a, ["move 2 trade Ro scores 0 draws Rx", "shuffle 00"]]);
  });

  test("is taken back as far as one's own last move, and not beyond somebody who left", () => {
    expect([movesToUndo([a, b, c], 0), movesToUndo([a, b, c], 1), movesToUndo([a], 1)]).toEqual([1, 2, 0]);
    expect(movesToUndo([a, ["resign 2"]], 0)).toBe(0);
  });
});

describe("a player", () => {
  test("has a name that a record can hold, and that nobody else has", () => {
    expect(fitNames(["  Ada\u200b  L. ", "", "guest", "x".repeat(40), "ada L."])).toEqual([
      "Ada L.",
      "Guest",
      "guest 2",
      "x".repeat(24),
      "ada L. 2",
    ]);
  });

  test("of the computer chooses as at a server: by the seed and the seat", () => {
    // hashlib.sha256(b"bot 00 1").digest()[:6] as a number
    expect(botSeed(["seed 00"], 1)).toBe(263895171330846);
  });

  test("of the computer takes a natural time, or whole seconds", () => {
    expect([seeming(900, 20), seeming(900, 901), seeming(900, 2400)]).toEqual([900, 1000, 2500]);
  });
});

describe("ideas", () => {
  const advice = (move: string, points: number, ...keys: string[]): Advice =>
    ({ move, points, margin: null, win: null, reasons: keys.map((key) => ({ key, words: {} })) }) as unknown as Advice;

  test("are different: other tiles, or another place", () => {
    const moves = [
      advice("Ro@0,0 Rx@1,0", 2, "advice.points.line", "advice.five.none"),
      advice("Rx@0,0 Ro@1,0", 2, "advice.points.line"),
      advice("Ro@0,0 Rx@1,0 Rd@2,0", 3, "advice.points.line"),
      advice("Gs@4,4", 1, "advice.points.line", "advice.qwirkle"),
      advice("trade Ro", 0, "advice.trade"),
      advice("trade Rx", 0, "advice.trade"),
    ];
    expect(ideas(moves, [], 3).map(({ move, key }) => [move, key])).toEqual([
      ["Ro@0,0 Rx@1,0", "advice.five.none"],
      ["Gs@4,4", "advice.qwirkle"],
      ["trade Ro", "advice.trade"],
    ]);
  });

  test("of the card game are told apart by the cards of the hand", () => {
    const rows = [["Ro", "Rx", "Rd"]];
    const moves = [
      advice("Ro Rx Rd Rs", 0, "advice.plays"),
      advice("Ro Rx Rd Rs Rt", 0, "advice.plays"),
      advice("Ro Rx Rd | Gs Gt Gc", 0, "advice.plays"),
      advice("exchange", 0, "advice.exchange"),
    ];
    expect(ideas(moves, rows, 3).map(({ move }) => move)).toEqual(["Ro Rx Rd Rs", "Ro Rx Rd | Gs Gt Gc", "exchange"]);
  });
});
