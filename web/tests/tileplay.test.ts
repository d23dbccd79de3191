/** A turn of the tile game in thought, at a table that answers by itself: the book's sample game. */
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sampleStep } from "../src/pages/learn/lessons";
import { TileDesk } from "../src/pages/learn/tiledesk.svelte";
import { writePlay } from "../src/protocol/tiles";
import { TilePlay } from "../src/tiles/tileplay.svelte";

let game: TileDesk;
let turn: TilePlay;
const placeOf = (tile: string) => turn.hand.indexOf(tile);
const settled = () => vi.waitFor(() => expect(turn.reason ?? turn.lines.length).toBeTruthy());

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const { loadLanguage, loadReading } = await import("../src/app/i18n.svelte");
  await loadLanguage("en");
  await loadReading();
});

beforeEach(() => {
  sessionStorage.clear();
  sitDown(0);
});

/** Before a turn of the sample game. */
function sitDown(at: number): void {
  game = new TileDesk(sampleStep(at));
  turn = new TilePlay(game);
}

/** The turn is over: another tile is in the hand. */
const tradeOne = () => game.send({ do: "play", move: "trade Oo" });

/** Sue's first play: three red tiles in a column. */
async function layThree(): Promise<void> {
  for (const [tile, y] of [
    ["Rc", 0],
    ["Rd", 1],
    ["Ro", 2],
  ] as const) {
    turn.choose(placeOf(tile));
    await turn.at(0, y);
  }
}

describe("tiles on the board", () => {
  test("lie where an offer takes them, and bring its points and lines", async () => {
    await layThree();
    expect(writePlay(turn.pending)).toBe("Rc@0,0 Rd@0,1 Ro@0,2");
    expect(turn.points).toBe(3);
    expect(turn.notYet).toBe("");
    await settled();
    expect(turn.lines.map(({ points }) => points)).toEqual([3]);
  });

  test("are refused elsewhere, with the reason at the cell", async () => {
    sitDown(1);
    turn.choose(placeOf("Pt"));
    await turn.at(1, 0);
    expect(turn.pending).toEqual([]);
    expect(turn.reason).toMatchObject({ x: 1, y: 0, problem: { rule: "T10" } });
  });

  test("are taken back by a tap, one by one, or all at once", async () => {
    await layThree();
    await turn.at(0, 1);
    expect(turn.pending).toHaveLength(2);
    expect(turn.hand[turn.chosen!]).toBe("Rd");
    turn.undo();
    expect(turn.pending.map(({ tile }) => tile)).toEqual(["Rc"]);
    turn.takeBackAll();
    expect([turn.pending, turn.chosen, turn.lines]).toEqual([[], undefined, []]);
  });

  test("survive a reload, but not another hand", async () => {
    await layThree();
    const after = new TilePlay(game);
    expect(writePlay(after.pending)).toBe("Rc@0,0 Rd@0,1 Ro@0,2");
    await tradeOne();
    after.settle();
    expect(after.pending).toEqual([]);
  });
});

describe("a tile that is held", () => {
  test("shows its points over a cell before it lies there", () => {
    turn.hold(placeOf("Rc"));
    turn.over({ x: 0, y: 0, fits: "now" });
    expect(turn.laid).toHaveLength(1);
    expect(turn.pending).toEqual([]);
    turn.over({ x: 7, y: 7, fits: "no" });
    expect(turn.laid).toEqual([]);
  });

  test("leaves its cell when it is lifted again, and goes back to the rack when dropped nowhere", async () => {
    await layThree();
    const place = placeOf("Ro");
    turn.hold(place);
    expect(turn.isPending(place)).toBe(false);
    await turn.drop(undefined);
    expect([turn.chosen, turn.hover]).toEqual([undefined, undefined]);
    expect(turn.pending).toHaveLength(2);
  });
});

describe("a move", () => {
  test("is made once, and its tiles lie still until the table answers", async () => {
    await layThree();
    const send = vi.spyOn(game, "send");
    await Promise.all([turn.commit(), turn.commit()]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledWith({ do: "play", move: "Rc@0,0 Rd@0,1 Ro@0,2", expect: 0 });
    expect(turn.mine).toBe(false);
    expect(turn.pending).toHaveLength(3);
    expect(game.made?.points).toBe(3);
    expect(game.made?.asShown).toBe(true);
  });

  test("that is on its way keeps its tiles where they are while the connection comes back", async () => {
    await layThree();
    const send = vi.spyOn(game, "send").mockReturnValue(new Promise(() => {}));
    void turn.commit();
    turn.settle();
    await turn.commit();
    expect(turn.pending).toHaveLength(3);
    expect(turn.mine).toBe(false);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test("that is refused can be changed and made again", async () => {
    const problem = { code: "conflict", key: "serve.stale", message: "Somebody was faster." } as const;
    await layThree();
    vi.spyOn(game, "send").mockResolvedValueOnce({ id: "1", problem });
    await turn.commit();
    expect(turn.problem).toEqual(problem);
    expect(turn.mine).toBe(true);
    await turn.commit();
    expect(game.made?.points).toBe(3);
  });

  test("says what it still lacks", async () => {
    expect(turn.notYet).toBe("Place a tile first");
    await tradeOne();
    expect(turn.notYet).toBe("Not your turn");
  });
});

describe("the rack", () => {
  test("keeps the order that a person gave it", () => {
    const first = turn.order[0]!;
    turn.reorder(0, 3);
    expect(turn.order[3]).toBe(first);
    turn.settle();
    expect(turn.order[3]).toBe(first);
  });

  test("lays only what the hand holds", () => {
    turn.lay([
      { tile: "Rc", x: 0, y: 0 },
      { tile: "Rc", x: 0, y: 1 },
      { tile: "Rc", x: 0, y: 2 },
      { tile: "Rc", x: 0, y: 3 },
    ]);
    expect(turn.pending).toEqual([]);
    turn.lay([{ tile: "Rc", x: 0, y: 0 }]);
    expect(turn.pending).toEqual([{ tile: "Rc", x: 0, y: 0, place: placeOf("Rc") }]);
  });
});

describe("a hint", () => {
  const idea = (move: string) => ({
    move,
    points: 1,
    margin: null,
    win: null,
    why: "",
    key: "",
    words: {},
    details: "",
  });
  const hinted = (...moves: string[]) => ({ type: "hinted" as const, id: "", moves: moves.map(idea) });

  test("gets better while it is looked at; another idea than the best stays in sight", async () => {
    const ask = vi.spyOn(game, "ask") as unknown as ReturnType<typeof vi.fn>;
    ask.mockResolvedValue(hinted("Ro@0,0", "Rd@0,0", "Rc@0,0"));
    await turn.askHint();
    const better = ask.mock.lastCall![1] as (reply: unknown) => void;
    expect(turn.hint).toBe(0);
    better(hinted("Rd@0,0", "Ro@0,0"));
    expect([turn.hint, turn.suggested[0]!.tile]).toEqual([0, "Rd"]);
    turn.showHint(1);
    better(hinted("Oo@0,0", "Rd@0,0", "Ro@0,0"));
    expect([turn.hint, turn.suggested[0]!.tile]).toEqual([2, "Ro"]);
    better(hinted("Oo@0,0"));
    expect(turn.hint).toBe(0);
    turn.clear();
    better(hinted("Ro@0,0"));
    expect([turn.hint, turn.hints]).toEqual([undefined, []]);
  });
});
