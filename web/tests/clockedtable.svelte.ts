/** A table with a clock, in the test's hand: what it shows, what it was asked and sent, and how it answers. */
import { Offers } from "../src/protocol/offers";
import type { Act, Asked } from "../src/protocol/api";
import type { Answer, Problem, Reply, TableView } from "../src/protocol/wire";

const SEAT = { left: false, stand_in: null };

/** Two people; the one whose view it is sits second, and waits. */
const waiting = {
  table: "t",
  phase: "playing",
  clock: { type: "live", minutes: 5 },
  seats: [SEAT, SEAT],
  you: 1,
  yours: [1],
  turn: 0,
  moves: 4,
  seq: 10,
} as unknown as TableView;

export class ClockedTable {
  readonly table = "t";
  readonly mostTraded = 0;
  view = $state.raw<TableView | undefined>(waiting);
  offers = $state.raw(new Offers([]));
  asked: Asked[] = [];
  sent: Act[] = [];
  /** What the server says to a move that it is asked about, or sent. */
  problem: Problem | null = null;

  constructor(shown: Partial<TableView>) {
    this.show(shown);
  }

  show(change: Partial<TableView>): void {
    this.view = { ...this.view!, ...change };
  }

  ask = (body: Asked): Promise<Reply | undefined> => {
    this.asked.push(body);
    return Promise.resolve({ type: "checked", id: "", problem: this.problem, points: 0, lines: [], rows: [] });
  };

  send = (body: Act): Promise<Answer> => {
    this.sent.push(body);
    return Promise.resolve({ id: "", ...(this.problem ? { problem: this.problem } : {}) });
  };
}
