/** The model of an analysis: positions, what was tried from them, links, and the order of candidates. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Analysis } from "../src/analysis/analysis.svelte";
import { judgementOf, LOST, settled } from "../src/analysis/candidates";
import { linkOf, LONGEST_LINK, treeIn } from "../src/analysis/link";
import { emptyPosition, linesOf, positionOf, withPlayers, type Position } from "../src/analysis/position";
import { everyOf, fromHand, fromRow, onCell, SetUp, toHand, toRow } from "../src/analysis/setup.svelte";
import { budgetsIn, canThink, different, Thinking } from "../src/analysis/thinking.svelte";
import {
  cut,
  ends,
  gameAt,
  goneBack,
  goneTo,
  grown,
  named,
  planted,
  ROOT,
  rowsOf,
  type Tree,
} from "../src/analysis/tree";
import { loadLanguage, loadReading, problemText } from "../src/app/i18n.svelte";
import type { Advice, State } from "../src/engine/questions";
import { TILES } from "../src/protocol/tiles";
import { gameAfter, playedIn } from "../src/review/record";
import { hasKernel, kernel } from "./kernel";

const RECORD = readFileSync(resolve(import.meta.dirname, "records/classic.qw"), "utf-8");

const TILES_LIE: Position = {
  ...emptyPosition("classic"),
  board: ["Ro@0,0", "Rx@1,0", "Rd@2,0", "Bd@2,1"],
  hands: [
    ["Ro", "Rs", "Rt", "Yd", "Bx", "Bc"],
    ["?", "?", "?", "?", "?", "?"],
  ],
  points: [12, 7],
};
const CARDS_LIE: Position = {
  ...emptyPosition("cards", 3),
  rows: [
    ["Ro", "Rx", "Rd"],
    ["Bs", "Gs", "Ys"],
  ],
  captured: [[], [everyOf("Pt", "color")], []],
  turn: 2,
};

const play = (seat: number, move: string, drawn: string[] = [], points = 0) => ({ seat, move, points, drawn });
const ONE = play(0, "Rs@3,0", ["?"]);
const TWO = play(1, "Gd@2,2", ["?"]);
const THREE = play(0, "Rt@-1,0", ["?"]);
/** Two lines from the start, and a fork in the first. */
const TRIED = [THREE, play(1, "pass")].reduce(grown, goneTo([ONE, TWO].reduce(grown, planted(TILES_LIE)), ROOT));

beforeAll(async () => {
  await loadLanguage("en");
  await loadReading();
});
beforeEach(() => sessionStorage.clear());

describe("a position", () => {
  test("is written as the engine reads it", () => {
    expect(linesOf({ ...TILES_LIE, turn: 1 })).toEqual([
      "edition classic",
      "seat 1 - 1",
      "seat 2 - 2",
      "lies Ro@0,0 Rx@1,0 Rd@2,0 Bd@2,1",
      "hand 1 Ro Rs Rt Yd Bx Bc",
      "hand 2 ? ? ? ? ? ?",
      "points 1 12",
      "points 2 7",
      "turn 2",
    ]);
    expect(linesOf(CARDS_LIE)).toContain("lies Ro Rx Rd | Bs Gs Ys");
    expect(linesOf(CARDS_LIE)).toContain("took 2 Po Px Pd Ps Pt Pc");
  });

  test("keeps the seats in front when there are more or fewer of them", () => {
    const four = withPlayers({ ...TILES_LIE, turn: 1 }, 4);
    expect(four.hands.map((hand) => hand.length)).toEqual([6, 6, 6, 6]);
    expect(withPlayers({ ...four, turn: 3 }, 2)).toEqual({ ...TILES_LIE, turn: 1 });
  });

  test("is changed by hand, tile by tile", () => {
    const laid = onCell(emptyPosition("classic"), "Ro", -1, 2);
    expect(laid.board).toEqual(["Ro@-1,2"]);
    expect(onCell(laid, "Bx", -1, 2).board).toEqual(["Bx@-1,2"]);
    expect(onCell(laid, "Ro", -1, 2).board).toEqual([]);
    expect(onCell(laid, "?", -1, 2).board).toEqual([]);
    const held = toHand(laid, "Bx", 1);
    expect(held.hands[1]).toEqual(["Bx", "?", "?", "?", "?", "?"]);
    expect(fromHand(held, 1, 0).hands[1]).toEqual(["?", "?", "?", "?", "?"]);
    expect(fromRow(toRow(toRow(emptyPosition("cards"), "Ro", 0), "Rx", 0), 0, 0).rows).toEqual([["Rx"]]);
  });
});

describe("what was tried", () => {
  test("grows branches, and a move that was tried before is gone along again", () => {
    expect(rowsOf(TRIED).map((row) => row.map(({ made }) => made.move))).toEqual([
      ["Rs@3,0", "Gd@2,2"],
      ["Rt@-1,0", "pass"],
    ]);
    const again = grown(goneTo(TRIED, ROOT), ONE);
    expect(again.branches).toHaveLength(4);
    expect(again.at).toBe(1);
    expect(goneBack(goneBack(again)).at).toBe(ROOT);
  });

  test("is a game for the engine, move by move", () => {
    expect(gameAt(TRIED, 2).slice(-2)).toEqual(["move 1 Rs@3,0 scores 0 draws ?", "move 2 Gd@2,2 scores 0 draws ?"]);
    expect(ends(TRIED)).toEqual([2, 4]);
    expect(ends(planted(TILES_LIE))).toEqual([ROOT]);
  });

  test("loses a branch with all that grows from it", () => {
    const left = cut(goneTo(TRIED, 2), 1);
    expect(left.branches.map(({ id }) => id)).toEqual([3, 4]);
    expect(left.at).toBe(ROOT);
  });

  test("hangs a fork below the line that it leaves", () => {
    const forked = grown(goneTo(TRIED, 1), play(1, "pass"));
    expect(rowsOf(forked).map((row) => row.map(({ id }) => id))).toEqual([[1, 2], [5], [3, 4]]);
  });

  test("learns what a piece is: first what was drawn last, then what was held from the start", () => {
    const at = goneTo(TRIED, 2);
    const once = named(at, 1, "Gx");
    expect(once.branches[1]!.made.drawn).toEqual(["Gx"]);
    expect(named(once, 1, "Go").root.hands[1]).toEqual(["Go", "?", "?", "?", "?", "?"]);
  });
});

describe("a link", () => {
  const without = (tree: Tree) => ({
    ...tree,
    branches: tree.branches.map((one) => ({ ...one, made: { ...one.made, points: 0 } })),
  });

  test.each([
    ["an empty table", planted(emptyPosition("classic", 4))],
    ["tiles and what was tried", TRIED],
    ["cards", grown(planted(CARDS_LIE), play(2, "Ro Rx Rd Rs | Bs Gs Ys", ["?"]))],
    [
      "a trade and an exchange",
      [play(0, "trade Ro ?", ["?", "Rx"]), play(1, "exchange")].reduce(grown, planted(TILES_LIE)),
    ],
    ["cells far away", planted({ ...TILES_LIE, board: ["Ro@-113,5000", "Rx@90,-4999"] })],
  ])("holds all of it: %s", (_, tree) => {
    const text = linkOf(tree);
    expect(text).toMatch(/^[\w-]+$/);
    expect(treeIn(text)).toEqual(without(tree));
  });

  test("that was cut or changed anywhere is refused in one sentence", () => {
    const text = linkOf(TRIED);
    const broken = [
      ...Array.from({ length: text.length - 1 }, (_, length) => text.slice(0, length + 1)),
      ...Array.from(text, (letter, at) => text.slice(0, at) + (letter === "A" ? "B" : "A") + text.slice(at + 1)),
      ...["", "22", "%00", `${text}A`, "A".repeat(LONGEST_LINK + 4)],
    ];
    for (const one of broken) expect(() => treeIn(one), one).toThrow(/This link is cut off or was changed/);
  });

  test("stays short: where there is too much, it holds the line that is looked at", () => {
    const rows = TILES.map((tile) => [tile, tile, tile]);
    const table = rows.map((row) => row.join(" ")).join(" | ");
    let tree = planted(CARDS_LIE);
    for (let n = 0; n < 40; n++)
      tree = grown(goneTo(tree, ROOT), play(2, `${table} | ${TILES[n % 36]} R${"oxdstc"[n % 6]}`));
    const text = linkOf(tree);
    expect(text.length).toBeLessThanOrEqual(LONGEST_LINK);
    expect(treeIn(text).branches).toHaveLength(1);
  });

  test("with a board of all 108 tiles is a few hundred letters long", () => {
    const board = Array.from({ length: 108 }, (_, n) => `${TILES[n % 36]}@${n % 12},${Math.floor(n / 12)}`);
    expect(linkOf(planted({ ...TILES_LIE, board })).length).toBeLessThan(500);
  });
});

const advice = (move: string, value: number, half: number, more: Partial<Advice> = {}): Advice => ({
  move,
  points: 1,
  margin: null,
  win: { value, low: value - half, high: value + half },
  samples: 100,
  exact: false,
  reasons: [],
  basis: { key: "", words: {} },
  ...more,
});

describe("candidates", () => {
  const names = (rows: Advice[]) => rows.map(({ move }) => move).join("");

  test("change places only when their intervals do not overlap any more", () => {
    const first = settled([], [advice("a", 0.6, 0.1), advice("b", 0.58, 0.1), advice("c", 0.3, 0.05)]);
    expect(names(first)).toBe("abc");
    const close = settled(first, [advice("b", 0.61, 0.02), advice("a", 0.59, 0.02), advice("c", 0.3, 0.05)]);
    expect(names(close)).toBe("abc");
    expect(close[0]!.win!.value).toBe(0.59);
    expect(names(settled(close, [advice("b", 0.62, 0.005), advice("a", 0.59, 0.005), advice("c", 0.7, 0.01)]))).toBe(
      "cba",
    );
  });

  test("that are new stand in front of what is worth less, and those that were not found again are gone", () => {
    const rows = settled(
      [advice("a", 0.6, 0.1), advice("b", 0.4, 0.1)],
      [advice("a", 0.6, 0.1), advice("c", 0.5, 0.1)],
    );
    expect(names(rows)).toBe("ac");
    expect(names(settled(rows, [advice("d", 0.55, 0.2), advice("a", 0.6, 0.1), advice("c", 0.5, 0.1)]))).toBe("adc");
  });

  test("are judged beside the first, by the limits of the engine", () => {
    const top = advice("a", 0.6, 0.005);
    const judged = [0.59, 0.57, 0.5, 0.4].map((value) => judgementOf(advice("b", value, 0.005), top));
    expect(judged).toEqual(["good", "inaccuracy", "mistake", "blunder"]);
    expect(judgementOf(top, top)).toBe("best");
    expect(judgementOf(advice("b", 0.5, 0.2), top)).toBe("good");
    expect(judgementOf(advice("b", 0, 0, { win: null }), top)).toBeUndefined();
    const source = readFileSync(resolve(import.meta.dirname, "../../kernel/core/judgement.h"), "utf-8");
    const { inaccuracy, mistake, blunder } = LOST;
    expect(source).toContain(`INACCURACY = ${inaccuracy}, MISTAKE = ${mistake}, BLUNDER = ${blunder};`);
  });

  test("lay different pieces, or bring different points", () => {
    const before = { rows: [] } as unknown as State;
    const found = [advice("Ro@0,0 Rx@1,0", 0.6, 0), advice("Rx@0,0 Ro@1,0", 0.5, 0), advice("pass", 0.4, 0)];
    expect(different(found, before).map(({ move }) => move)).toEqual(["Ro@0,0 Rx@1,0", "pass"]);
  });

  test("an address can limit the thought", () => {
    expect(budgetsIn("?budget=50")).toEqual([4, 50]);
    expect(budgetsIn("").length).toBeGreaterThan(2);
  });
});

const settledDown = async (analysis: Analysis): Promise<State> => {
  await expect.poll(() => analysis.state).toBeDefined();
  return analysis.state!;
};
const opened = async (tree: Tree): Promise<Analysis> => {
  const analysis = new Analysis(() => Promise.resolve(kernel()));
  await analysis.open("", linkOf(tree));
  return analysis;
};

describe.runIf(hasKernel)("an analysis by the kernel", () => {
  test("goes on from a link, takes back and branches", async () => {
    const analysis = await opened(planted(TILES_LIE));
    expect(analysis.problem).toBeUndefined();
    expect((await settledDown(analysis)).bag).toBe(108 - 4 - 12);
    expect(await analysis.send({ do: "play", move: "Rs@3,0" })).not.toHaveProperty("problem");
    expect(analysis.state!.scores).toEqual([16, 7]);
    expect(analysis.hand).toEqual(["?", "?", "?", "?", "?", "?"]);
    expect(analysis.tree.branches[0]!.made).toEqual(play(0, "Rs@3,0", ["?"], 4));
    await analysis.back();
    await analysis.send({ do: "play", move: "Rt@3,0" });
    expect(analysis.tree.branches).toHaveLength(2);
    const again = await opened(treeIn(analysis.link));
    expect(again.tree).toEqual(analysis.tree);
  });

  test("refuses a move with the judge's reason, and stays", async () => {
    const analysis = await opened(planted(TILES_LIE));
    const answer = await analysis.send({ do: "play", move: "Yd@3,0" });
    expect(answer.problem?.key).toBe("T10");
    expect(analysis.tree.branches).toHaveLength(0);
  });

  test("knows nothing of the next hand until it is named or drawn", async () => {
    const analysis = await opened(grown(planted(TILES_LIE), ONE));
    expect(canThink(analysis.state!)).toBe(false);
    await analysis.name("Gd");
    expect(analysis.hand).toEqual(["Gd", "?", "?", "?", "?", "?"]);
    await analysis.drawAll();
    expect(analysis.unknown).toBe(0);
    expect(canThink(analysis.state!)).toBe(true);
  });

  test("does not let a fourth copy of a tile be named", async () => {
    const analysis = await opened(
      grown(planted({ ...TILES_LIE, board: ["Ro@0,0", "Rd@1,0", "Rd@0,5"].slice(0, 2) }), play(0, "Rs@2,0", ["?"])),
    );
    for (let n = 0; n < 2; n++) expect(await analysis.name("Rd")).toBe(true);
    expect(await analysis.name("Rd")).toBe(false);
    expect(analysis.problem).toBeDefined();
    expect(analysis.unknown).toBe(4);
  });

  test("opens an impossible position to be mended, and a cut link loses nothing", async () => {
    const wrong = planted({ ...TILES_LIE, board: ["Ro@0,0", "Bx@1,0"] });
    const analysis = await opened(wrong);
    expect(analysis.problem).toBeDefined();
    expect(analysis.setUp!.position).toEqual(wrong.root);
    const good = await opened(planted(TILES_LIE));
    await good.open("", linkOf(TRIED).slice(0, -3));
    expect(good.problem?.key).toBe("web.analysis.bad.cut");
    expect(good.tree.root).toEqual(TILES_LIE);
    const fresh = new Analysis(() => Promise.resolve(kernel()));
    await fresh.open("", "cut");
    expect(fresh.problem?.key).toBe("web.analysis.bad.cut");
    expect(fresh.tree.root).toEqual(TILES_LIE); // the tab has kept it
  });

  test("does not follow moves against the rules in a link", async () => {
    const analysis = await opened(grown(planted(TILES_LIE), play(0, "Yd@3,0", ["?"])));
    expect(analysis.problem?.key).toBe("web.analysis.bad.moves");
  });

  test("takes a position from any turn of a record", async () => {
    const played = playedIn(RECORD);
    for (const turn of [0, 9, played.turns.length - 1]) {
      const state = await kernel().state(gameAfter(played, turn));
      const { start, moves, passes, last, exchanges, ...rest } = state;
      expect(await kernel().state(linesOf(positionOf(state)))).toMatchObject(rest);
      void [start, moves, passes, last, exchanges];
    }
  });

  test("thinks in steps, and about nothing where a hand is unknown", async () => {
    const engine = kernel();
    const thinking = new Thinking([4, 20], () => Promise.resolve({ crew: [engine], rest: () => undefined }));
    const game = linesOf(TILES_LIE);
    await thinking.about(game, await engine.state(game));
    expect(thinking.rows).toHaveLength(5);
    expect(thinking.tried).toBeGreaterThan(100);
    expect(thinking.busy).toBe(false);
    const hidden = linesOf({ ...TILES_LIE, turn: 1 });
    await thinking.about(hidden, await engine.state(hidden));
    expect(thinking.rows).toEqual([]);
  });

  const settingUp = (start: Position) => new SetUp(start, async (position) => kernel().state(linesOf(position), true));

  test("sets a position up with the engine's count and its refusal", async () => {
    const setUp = settingUp(emptyPosition("classic"));
    await expect.poll(() => setUp.seen?.bag).toBe(96);
    setUp.change(onCell(setUp.position, "Ro", 0, 0));
    await expect.poll(() => setUp.seen?.bag).toBe(95);
    setUp.change(onCell(setUp.position, "Bx", 1, 0));
    await expect.poll(() => setUp.problem?.key).toBe("T10");
    expect([...setUp.wrong]).toEqual(["0,0", "1,0"]);
    setUp.undo();
    await expect.poll(() => setUp.problem).toBeUndefined();
    expect(setUp.isChanged).toBe(true);
  });

  test.each<[string, Position, string, string[]]>([
    ["a fourth copy", { ...TILES_LIE, board: ["Ro@0,0"], hands: [["Ro", "Ro", "Ro"], []] }, "T1.copies", ["0,0"]],
    ["tiles that lie apart", { ...TILES_LIE, board: ["Ro@0,0", "Rx@4,0"] }, "T8.apart", ["4,0"]],
    ["a hand that is too large", { ...TILES_LIE, hands: [Array<string>(7).fill("?"), []] }, "bad.hand", []],
    ["points before the first tile", { ...TILES_LIE, board: [] }, "bad.points", []],
    ["a short row", { ...CARDS_LIE, rows: [["Ro", "Rx"]] }, "C4.short", []],
    ["a row of six on the table", { ...CARDS_LIE, rows: [everyOf("Ro", "color")] }, "bad.six", []],
  ])("says what is wrong: %s", async (_, position, key, cells) => {
    const setUp = settingUp(position);
    await expect.poll(() => setUp.problem?.key).toBe(key);
    expect([...setUp.wrong]).toEqual(cells);
    expect(problemText(setUp.problem!)).not.toContain("{");
  });
});
