/** Moves that are given ahead, in both games: armed, sent once, refused, taken back, and bound to the next turn. */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { CardPlay } from "../src/cards/cardplay.svelte";
import { rebased } from "../src/cards/cardrebase";
import { moved, start, tilesOf, type Base } from "../src/cards/cardlayout";
import { parseRows, writePlay, writeRows } from "../src/protocol/tiles";
import type { Problem, SeatView, TableView } from "../src/protocol/wire";
import { TilePlay } from "../src/tiles/tileplay.svelte";
import { ClockedTable } from "./clockedtable.svelte";

const refusal: Problem = { code: "rule", key: "T10", message: "It does not fit.", rule: "T10" };
const busy: Problem = { code: "limit", key: "serve.limit", message: "Too much at once." };
const LOST = "Your prepared move no longer fits. The tiles are back in your hand.";
let table: ClockedTable;

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const { loadLanguage, loadReading } = await import("../src/app/i18n.svelte");
  await loadLanguage("en");
  await loadReading();
});

beforeEach(() => sessionStorage.clear());

/** The other one has moved. */
const comes: Partial<TableView> = { turn: 1, moves: 5, seq: 12 };

describe("a tile move", () => {
  let turn: TilePlay;

  beforeEach(() => {
    table = new ClockedTable({ hand: ["Ro", "Gs", "Rx"], board: ["Rc@0,0"] });
    turn = new TilePlay(table);
  });

  /** Two tiles on free cells, and the button. */
  async function arm(): Promise<void> {
    turn.choose(0);
    await turn.at(1, 0);
    turn.choose(2);
    await turn.at(2, 0);
    await turn.commit();
  }

  function hear(change: Partial<TableView>): void {
    table.show(change);
    turn.settle();
  }

  test("may lie on any free cell while somebody else is to move", async () => {
    turn.choose(0);
    await turn.at(7, -7);
    expect(writePlay(turn.pending)).toBe("Ro@7,-7");
    turn.choose(1);
    table.problem = refusal;
    await turn.at(0, 0);
    expect(writePlay(turn.pending)).toBe("Ro@7,-7");
    expect(turn.reason).toMatchObject({ x: 0, y: 0, problem: refusal });
  });

  test("is told when the server says that it would not fit yet, and can be armed all the same", async () => {
    table.problem = refusal;
    turn.choose(0);
    await turn.at(1, 0);
    await vi.waitFor(() => expect(turn.doubtful).toBe(true));
    expect(table.asked).toEqual([{ ask: "check", move: "Ro@1,0" }]);
    await turn.commit();
    expect(turn.premove.armed).toBe(true);
  });

  test("goes out once when the turn comes, bound to what is known by then", async () => {
    await arm();
    expect(table.sent).toEqual([]);
    hear(comes);
    turn.settle();
    await Promise.resolve();
    hear({ seq: 13 });
    expect(table.sent).toEqual([{ do: "play", move: "Ro@1,0 Rx@2,0", expect: 12 }]);
    expect(turn.premove.armed).toBe(false);
  });

  test("only lies there when it was not armed", async () => {
    turn.choose(0);
    await turn.at(1, 0);
    hear(comes);
    expect(table.sent).toEqual([]);
    expect(writePlay(turn.pending)).toBe("Ro@1,0");
    expect(turn.mine).toBe(true);
  });

  test("is taken back by a second press, and by any change", async () => {
    await arm();
    await turn.commit();
    expect([turn.premove.armed, turn.pending.length]).toEqual([false, 2]);
    const changes = [() => turn.undo(), () => turn.hold(0), () => turn.takeBackAll(), () => turn.at(1, 0)];
    for (const change of changes) {
      turn.takeBackAll();
      await arm();
      void change();
      expect(turn.premove.armed).toBe(false);
    }
    hear(comes);
    expect(table.sent).toEqual([]);
  });

  test("is back in the hand, with one sentence, when a cell that it needs was filled", async () => {
    await arm();
    hear({ ...comes, board: ["Rc@0,0", "Rd@1,0"] });
    expect([turn.pending, table.sent, turn.premove.armed]).toEqual([[], [], false]);
    expect(turn.premove.lost?.text).toBe(LOST);
    expect(turn.mine).toBe(true);
  });

  test("is back in the hand when the server refuses it, and another can be made", async () => {
    await arm();
    table.problem = refusal;
    hear(comes);
    await vi.waitFor(() => expect(turn.premove.lost?.text).toBe(LOST));
    expect([turn.pending, turn.problem, turn.mine]).toEqual([[], undefined, true]);
    hear({ seq: 13 });
    expect(table.sent).toHaveLength(1);
  });

  test("stays where it lies when the server could not judge it", async () => {
    await arm();
    table.problem = busy;
    hear(comes);
    await vi.waitFor(() => expect(turn.problem).toEqual(busy));
    expect(turn.pending).toHaveLength(2);
    expect(turn.premove.lost).toBeUndefined();
  });

  test("survives a reload, and goes out after one", async () => {
    await arm();
    turn = new TilePlay(table);
    turn.settle();
    expect([turn.premove.armed, turn.pending.length]).toEqual([true, 2]);
    table.show(comes);
    turn = new TilePlay(table);
    turn.settle();
    expect(table.sent).toHaveLength(1);
    turn = new TilePlay(table);
    turn.settle();
    expect(table.sent).toHaveLength(1);
  });

  test("waits through talk, and through the moves of further players", async () => {
    table.show({ seats: [{}, {}, {}].map(() => table.view!.seats[0]!), turn: 2 });
    await arm();
    hear({ seq: 11 });
    hear({ seq: 12, moves: 5, turn: 0 });
    expect([turn.premove.armed, table.sent]).toEqual([true, []]);
    hear({ seq: 13, moves: 6, turn: 1 });
    expect(table.sent).toHaveLength(1);
  });

  const seat = (change: Partial<SeatView>): Partial<TableView> => ({
    seats: [table.view!.seats[0]!, { ...table.view!.seats[1]!, ...change }],
  });
  const others: [string, () => Partial<TableView>][] = [
    ["a move was taken back", () => ({ ...comes, moves: 3 })],
    ["a round has gone by", () => ({ ...comes, moves: 7 })],
    ["the hand is another", () => ({ ...comes, hand: ["Rx", "Gs", "Ro"] })],
    ["the computer sits in", () => ({ ...comes, ...seat({ stand_in: 3 }) })],
    ["one has left", () => ({ ...comes, ...seat({ left: true }) })],
    ["the game is over", () => ({ ...comes, phase: "over", turn: null })],
  ];
  test.each(others)("never goes out when %s", async (_, change) => {
    await arm();
    hear(change());
    hear({ seq: 13 });
    expect([table.sent, turn.premove.armed, turn.pending]).toEqual([[], false, []]);
  });

  test("is for tables with a running clock, and for one person's hand", async () => {
    const tables: Partial<TableView>[] = [
      { clock: { type: "none" } },
      { clock: { type: "days", days: 2 } },
      { yours: [1, 2] },
      { you: null, yours: [] },
    ];
    for (const shown of tables) {
      table = new ClockedTable({ hand: ["Ro"], board: [], ...shown });
      turn = new TilePlay(table);
      turn.choose(0);
      await turn.at(1, 0);
      expect([turn.ahead, turn.pending]).toEqual([false, []]);
    }
  });
});

describe("a card move", () => {
  const TABLE = "Bo Bx Bd | Rd Yd Gd";
  let turn: CardPlay;
  const shown = () => writeRows(turn.rows.map((row) => turn.tiles(row)));
  const begin = () => (turn = new CardPlay(table));

  beforeEach(() => {
    table = new ClockedTable({ hand: ["Bs", "Od", "Rc"], rows: parseRows(TABLE) });
    begin();
  });

  async function arm(): Promise<void> {
    turn.put(0, ["h0"]);
    expect(await turn.commit()).toBe(true);
  }

  function hear(rows: string, change: Partial<TableView> = comes): void {
    table.show({ ...change, rows: parseRows(rows) });
    turn.settle();
  }

  const sent = () => table.sent.map((one) => (one.do === "play" ? one.move : one.do));

  test("goes out once, with the table that the others have made meanwhile", async () => {
    await arm();
    hear("Bo Bx Bd | Rd Pd Yd Gd | Gs Gt Gc");
    turn.settle();
    await Promise.resolve();
    hear("Bo Bx Bd | Rd Pd Yd Gd | Gs Gt Gc", { seq: 13 });
    expect(sent()).toEqual(["Bo Bx Bd Bs | Rd Pd Yd Gd | Gs Gt Gc"]);
    expect(table.sent[0]).toMatchObject({ expect: 12 });
  });

  test("follows a row that has grown", async () => {
    await arm();
    hear("Rd Yd Gd | Bo Bx Bd Bt");
    expect(sent()).toEqual(["Rd Yd Gd | Bo Bx Bd Bs Bt"]);
  });

  test("is back in the hand when its row is gone", async () => {
    await arm();
    hear("Rd Yd Gd Bd | Bo Gs");
    expect([sent(), turn.touched, turn.premove.armed]).toEqual([[], false, false]);
    expect(turn.premove.lost?.text).toContain("The cards are back in your hand.");
  });

  test("is back in the hand when the server refuses it", async () => {
    await arm();
    table.problem = refusal;
    hear(TABLE);
    await vi.waitFor(() => expect(turn.premove.lost?.text).toContain("no longer fits"));
    expect([turn.touched, turn.problem]).toEqual([false, undefined]);
    turn.settle();
    expect(sent()).toHaveLength(1);
  });

  test("is taken back by a second press, and by any change", async () => {
    await arm();
    await turn.commit();
    expect([turn.premove.armed, turn.touched]).toEqual([false, true]);
    for (const change of [() => turn.undo(), () => turn.undoAll(), () => turn.put("new", ["h2"])]) {
      turn.undoAll();
      await arm();
      change();
      expect(turn.premove.armed).toBe(false);
    }
    hear(TABLE);
    expect(sent()).toEqual([]);
  });

  test("needs cards", async () => {
    expect(await turn.commit()).toBe(false);
    expect(turn.premove.armed).toBe(false);
  });

  test("survives a reload, also one during which the table goes on", async () => {
    await arm();
    begin();
    expect([turn.premove.armed, shown()]).toEqual([true, "Bo Bx Bd Bs | Rd Yd Gd"]);
    table.show({ ...comes, rows: parseRows("Bo Bx Bd | Rd Yd Gd | Gs Gt Gc") });
    begin();
    turn.settle();
    begin();
    turn.settle();
    expect(sent()).toEqual(["Bo Bx Bd Bs | Rd Yd Gd | Gs Gt Gc"]);
  });

  test("never goes out when a move was taken back, or the game is over", async () => {
    for (const change of [
      { ...comes, moves: 3 },
      { phase: "over", turn: null },
    ] as Partial<TableView>[]) {
      table = new ClockedTable({ hand: ["Bs", "Od", "Rc"], rows: parseRows(TABLE) });
      begin();
      await arm();
      hear(TABLE, change);
      expect([sent(), turn.premove.armed, turn.touched]).toEqual([[], false, false]);
    }
  });
});

describe("cards on another table", () => {
  const hand = ["Bs", "Bt"];
  const base = (rows: string): Base => ({ rows: parseRows(rows), hand });
  const text = (to: Base, rows: ReturnType<typeof rebased>) => rows && writeRows(rows.map((row) => tilesOf(to, row)));

  test("keep a row of their own, and what they took from others", () => {
    const from = base("Bo Bx Bd Bc | Rd Yd Gd");
    const taken = moved(from, start(from), ["t3", "h0", "h1"], "new");
    const to = base("Rd Yd Gd Od | Bo Bx Bd Bc | Gs Gt Gc");
    expect(text(to, rebased(from, taken, to))).toBe("Rd Yd Gd Od | Bo Bx Bd | Gs Gt Gc | Bs Bt Bc");
  });

  test("are nothing where a row that lent a card is gone, or the hand is another", () => {
    const from = base("Bo Bx Bd Bc | Rd Yd Gd");
    const taken = moved(from, start(from), ["t3", "h0", "h1"], "new");
    expect(rebased(from, taken, base("Bo Bx Bd | Rd Yd Gd"))).toBeUndefined();
    expect(rebased(from, taken, { ...from, hand: ["Bt", "Bs"] })).toBeUndefined();
  });

  test("tell rows alike apart: each is used once", () => {
    const from = base("Bo Bx Bd | Bo Bx Bd");
    const both = moved(from, moved(from, start(from), ["h0"], 0), ["h1"], 1);
    expect(text(from, rebased(from, both, from))).toBe("Bo Bx Bd Bs | Bo Bx Bd Bt");
    expect(rebased(from, both, base("Bo Bx Bd | Rd Yd Gd"))).toBeUndefined();
  });
});
