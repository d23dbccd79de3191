/** A turn of the card game in thought: steps, their undoing, and what survives. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CardPlay } from "../src/cards/cardplay.svelte";
import type { Act, Asked } from "../src/protocol/api";
import { Offers } from "../src/protocol/offers";
import { parseRows, writeRows } from "../src/protocol/tiles";
import type { Answer, Problem, Reply, TableView } from "../src/protocol/wire";

const TABLE = "Bo Bx Bd Bs | Rd Yd Gd";
const HAND = ["Rc", "Od", "Bt"];

function viewOf(rows = TABLE, hand = HAND, turn: number | null = 0): TableView {
  return {
    table: "t",
    seq: 7,
    turn,
    you: 0,
    yours: [0],
    hand,
    rows: rows ? parseRows(rows) : [],
  } as unknown as TableView;
}

const short: Problem = { code: "rule", key: "C4.short", message: "too short", rule: "C4" };

const mixed: Problem = { code: "rule", key: "C4.mixed", message: "mixed", rule: "C4" };

/** A server whose rows stand from three cards on: enough to be asked, and no rule book. */
class FakeLink {
  table = "t";
  view: TableView | undefined = viewOf();
  offers = new Offers([]);
  asked: Asked[] = [];
  sent: Act[] = [];
  refusal: Problem | undefined;
  arrangement: string | undefined;
  live = true;

  ask = (body: Asked): Promise<Reply | undefined> => {
    this.asked.push(body);
    return Promise.resolve(this.live ? this.reply(body) : undefined);
  };

  send = (body: Act) => {
    this.sent.push(body);
    return Promise.resolve({ id: "1", ...(this.refusal ? { problem: this.refusal } : {}) });
  };

  private reply(body: Asked): Reply {
    if (body.ask === "arrangement")
      return { type: "arranged", id: "1", rows: this.arrangement ? parseRows(this.arrangement) : [], captured: [] };
    const rows = parseRows(body.ask === "check" ? body.move : "").map((row) => ({
      row,
      captured: row.length === 6,
      problem: row.length < 3 ? short : row.length > 3 && row.includes("Gd") && row.includes("Bt") ? mixed : null,
    }));
    const wrong = rows.find(({ problem }) => problem);
    return { type: "checked", id: "1", problem: wrong ? short : null, points: 0, lines: [], rows };
  }
}

function begun(link = new FakeLink()): { link: FakeLink; turn: CardPlay } {
  return { link, turn: new CardPlay(link) };
}

const shown = (turn: CardPlay): string => writeRows(turn.rows.map((row) => turn.tiles(row)));

beforeEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

describe("moving cards", () => {
  it("puts a chosen card on a row", () => {
    const { turn } = begun();
    turn.touchHand(2);
    turn.touchRow(turn.rows[0]!);
    expect(shown(turn)).toBe("Bo Bx Bd Bs Bt | Rd Yd Gd");
    expect(turn.isOut(2)).toBe(true);
    expect(turn.chosen.size).toBe(0);
  });

  it("puts chosen cards on the row of a card that is tapped", () => {
    const { turn } = begun();
    turn.touchHand(1);
    turn.touchCard(turn.rows[1]!, turn.rows[1]!.cards[0]!);
    expect(shown(turn)).toBe("Bo Bx Bd Bs | Rd Od Yd Gd");
  });

  it("splits a row into a new one, and joins the two again", () => {
    const { turn } = begun();
    const [row] = turn.rows;
    turn.touchCard(row!, row!.cards[2]!);
    turn.touchCard(row!, row!.cards[3]!);
    turn.put("new");
    expect(shown(turn)).toBe("Bo Bx | Rd Yd Gd | Bd Bs");
    expect(turn.rows.at(-1)!.cards.map((card) => turn.newsOf(turn.rows.at(-1)!, card))).toEqual(["moved", "moved"]);
    turn.touchRow(turn.rows.at(-1)!);
    turn.touchRow(turn.rows[0]!);
    expect(shown(turn)).toBe(TABLE);
    expect(turn.touched).toBe(false);
  });

  it("lets only cards of the hand come back to it", () => {
    const { turn } = begun();
    const [row] = turn.rows;
    turn.put("hand", [row!.cards[0]!]);
    expect(shown(turn)).toBe(TABLE);
    turn.put(row!.id, ["h2"]);
    turn.touchHand(2);
    expect(shown(turn)).toBe(TABLE);
    expect(turn.isOut(2)).toBe(false);
  });

  it("gives every new row a number of its own", () => {
    const { turn } = begun();
    turn.put("new", ["h0"]);
    turn.put("new", ["h1"]);
    turn.put("hand", ["h0"]);
    turn.put("new", ["h2"]);
    const numbers = turn.rows.map(({ id }) => id);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it("does nothing out of turn", () => {
    const link = new FakeLink();
    link.view = viewOf(TABLE, HAND, 1);
    const { turn } = begun(link);
    turn.touchHand(0);
    turn.put("new", ["h0"]);
    expect(turn.chosen.size).toBe(0);
    expect(shown(turn)).toBe(TABLE);
  });
});

describe("undoing", () => {
  it("goes back step by step", () => {
    const { turn } = begun();
    turn.put(0, ["h2"]);
    turn.put(1, ["h1"]);
    turn.undo();
    expect(shown(turn)).toBe("Bo Bx Bd Bs Bt | Rd Yd Gd");
    turn.undo();
    expect(shown(turn)).toBe(TABLE);
    expect(turn.canUndo).toBe(false);
  });

  it("undoes everything at once, and that too", () => {
    const { turn } = begun();
    turn.put(0, ["h2"]);
    turn.put(1, ["h1"]);
    turn.undoAll();
    expect(turn.touched).toBe(false);
    turn.undo();
    expect(shown(turn)).toBe("Bo Bx Bd Bs Bt | Rd Od Yd Gd");
  });
});

describe("the server's word", () => {
  it("says which rows stand, and whether the turn may be played", async () => {
    const { turn } = begun();
    turn.put("new", ["h0"]);
    await turn.look();
    expect(turn.rows.map((row) => turn.verdict(row)?.problem?.key)).toEqual([undefined, undefined, "C4.short"]);
    expect(turn.canCommit).toBe(false);
    turn.undo();
    turn.put(0, ["h2"]);
    expect(turn.canCommit).toBe(false);
    await turn.look();
    expect(turn.canCommit).toBe(true);
  });

  it("is asked for once after several quick steps", () => {
    vi.useFakeTimers();
    const { link, turn } = begun();
    turn.put(0, ["h2"]);
    turn.put(1, ["h1"]);
    vi.advanceTimersByTime(500);
    expect(link.asked).toEqual([{ ask: "check", move: "Bo Bx Bd Bs Bt | Rd Od Yd Gd" }]);
  });

  it("is asked for again when the connection is back", async () => {
    const { link, turn } = begun();
    link.live = false;
    turn.put(0, ["h2"]);
    await turn.look();
    expect(turn.word).toBeUndefined();
    link.live = true;
    vi.useFakeTimers();
    turn.settle();
    await vi.advanceTimersByTimeAsync(500);
    expect(turn.canCommit).toBe(true);
  });

  it("is asked for again when no answer came", async () => {
    vi.useFakeTimers();
    const { link, turn } = begun();
    link.live = false;
    turn.put(0, ["h2"]);
    await vi.advanceTimersByTimeAsync(500);
    expect(turn.canCommit).toBe(false);
    link.live = true;
    await vi.advanceTimersByTimeAsync(2000);
    expect(turn.canCommit).toBe(true);
  });

  it("lays the chosen cards and those already laid", async () => {
    const { link, turn } = begun();
    turn.put("new", ["h2"]);
    turn.touchHand(1);
    link.arrangement = "Rd Od Yd Gd | Bo Bx Bd Bs Bt";
    expect(await turn.arrange()).toBe(true);
    expect(link.asked.at(-1)).toEqual({ ask: "arrangement", cards: ["Bt", "Od"] });
    expect(shown(turn)).toBe("Bo Bx Bd Bs Bt | Rd Od Yd Gd");
  });

  it("lays them one by one, and every card can be undone by itself", async () => {
    const { link, turn } = begun();
    turn.put("new", ["h2"]);
    turn.touchHand(1);
    link.arrangement = "Rd Od Yd Gd | Bo Bx Bd Bs Bt";
    await turn.arrange();
    turn.undo();
    expect(shown(turn)).toBe("Bo Bx Bd Bs Bt | Rd Yd Gd");
    turn.undo();
    expect(shown(turn)).toBe("Bo Bx Bd Bs | Rd Yd Gd | Bt");
  });

  it("lays the rest at once when the person goes on meanwhile", async () => {
    const { link, turn } = begun();
    link.arrangement = "Rd Od Yd Gd | Bo Bx Bd Bs Bt";
    const laying = turn.arrange(["h1", "h2"]);
    await Promise.resolve();
    await Promise.resolve();
    turn.touchHand(0);
    expect(shown(turn)).toBe("Bo Bx Bd Bs Bt | Rd Od Yd Gd");
    await laying;
    expect(shown(turn)).toBe("Bo Bx Bd Bs Bt | Rd Od Yd Gd");
    expect([...turn.chosen]).toEqual(["h0"]);
  });

  it("tells with one question which rows take the chosen cards", async () => {
    const { link, turn } = begun();
    turn.touchHand(2);
    expect(turn.rows.map((row) => turn.takes(row))).toEqual([false, false]);
    await turn.probe();
    await turn.probe();
    expect(link.asked).toEqual([{ ask: "check", move: "Bo Bx Bd Bs Bt | Rd Yd Gd Bt" }]);
    expect(turn.rows.map((row) => turn.takes(row))).toEqual([true, false]);
  });

  it("says so when the cards cannot be laid", async () => {
    const { turn } = begun();
    turn.touchHand(0);
    expect(await turn.arrange()).toBe(false);
    expect(turn.problem?.key).toBe("web.cards.arrange.cannot");
    expect(shown(turn)).toBe(TABLE);
  });
});

describe("a table in words", () => {
  it("is laid with what it needs from the hand", async () => {
    const { turn } = begun();
    await turn.lay("Rd Od Yd Gd | Bo Bx Bd Bs");
    expect(shown(turn)).toBe("Bo Bx Bd Bs | Rd Od Yd Gd");
    expect(turn.isOut(1)).toBe(true);
  });

  it("is nothing where the words are no table", async () => {
    const { turn } = begun();
    await turn.lay("exchange");
    expect(turn.touched).toBe(false);
  });
});

describe("what survives", () => {
  it("keeps the cards and the steps over a reload", () => {
    const { link, turn } = begun();
    turn.put(0, ["h2"]);
    const again = begun(link).turn;
    expect(shown(again)).toBe("Bo Bx Bd Bs Bt | Rd Yd Gd");
    again.undo();
    expect(shown(again)).toBe(TABLE);
  });

  it("keeps them while others only talk", () => {
    const { link, turn } = begun();
    turn.put(0, ["h2"]);
    link.view = { ...viewOf(), seq: 8 };
    turn.settle();
    expect(turn.touched).toBe(true);
  });

  it("drops them when the table or the hand is another", () => {
    for (const view of [viewOf("Bo Bx Bd"), viewOf(TABLE, ["Rc", "Od"]), viewOf(TABLE, HAND, 1)]) {
      const { link, turn } = begun();
      turn.put(0, ["h2"]);
      link.view = view;
      turn.settle();
      expect(turn.touched).toBe(false);
      expect(shown(turn)).toBe(writeRows(view.rows));
      expect(sessionStorage.length).toBe(0);
    }
  });

  it("forgets what another table was about, and what cannot be read", () => {
    sessionStorage.setItem("pending:t", "{");
    expect(shown(begun().turn)).toBe(TABLE);
    sessionStorage.setItem("pending:t", JSON.stringify({ base: { rows: [], hand: [] }, rows: [] }));
    expect(shown(begun().turn)).toBe(TABLE);
  });
});

describe("playing", () => {
  it("sends the whole new table, once", async () => {
    const { link, turn } = begun();
    turn.put(0, ["h2"]);
    await turn.look();
    await turn.commit();
    await turn.commit();
    expect(link.sent).toEqual([{ do: "play", move: "Bo Bx Bd Bs Bt | Rd Yd Gd", expect: 7 }]);
  });

  it("waits for the server's word when it is asked to finish before that has come", async () => {
    const { link, turn } = begun();
    turn.put(0, ["h2"]);
    expect(turn.canCommit).toBe(false);
    expect(await turn.commit()).toBe(true);
    expect(link.sent.length).toBe(1);
  });

  it("finishes with all the cards of an arrangement that is still being laid", async () => {
    const { link, turn } = begun();
    link.arrangement = "Rd Od Yd Gd | Bo Bx Bd Bs Bt";
    const laying = turn.arrange(["h1", "h2"]);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([laying, turn.commit()]);
    expect(link.sent).toEqual([{ do: "play", move: "Bo Bx Bd Bs Bt | Rd Od Yd Gd", expect: 7 }]);
  });

  it("keeps the cards of a move on its way while the connection comes back", async () => {
    const { link, turn } = begun();
    turn.put(0, ["h2"]);
    await turn.look();
    const send = vi.fn(() => new Promise<Answer>(() => {}));
    Object.assign(link, { send });
    void turn.commit();
    turn.settle();
    void turn.commit();
    expect(shown(turn)).toBe("Bo Bx Bd Bs Bt | Rd Yd Gd");
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("keeps the cards where they are when the server refuses", async () => {
    const { link, turn } = begun();
    link.refusal = short;
    turn.put(0, ["h2"]);
    await turn.look();
    await turn.commit();
    expect(turn.problem).toEqual(short);
    expect(turn.touched).toBe(true);
    expect(turn.canCommit).toBe(true);
  });
});
