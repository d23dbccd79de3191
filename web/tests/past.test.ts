import { expect, test } from "vitest";
import { boardAfter, movesOf } from "../src/table/past";
import type { LogEvent, Told } from "../src/protocol/wire";

const logged = (...events: LogEvent[]): Told[] =>
  events.map((event, n) => ({ type: "event", seq: n + 1, at: 0, event }));
const moved = (move: string): LogEvent => ({ type: "moved", seat: 0, move, points: 0 });

test("moves that were taken back are gone", () => {
  const events = logged(moved("Ro@0,0"), moved("Rx@1,0"), { type: "undone", moves: 1 }, moved("Rd@0,1"));
  expect(movesOf(events).map(({ move }) => move)).toEqual(["Ro@0,0", "Rd@0,1"]);
});

test("a board is what was laid until then, and trades lay nothing", () => {
  const moves = movesOf(logged(moved("Ro@0,0 Rx@1,0"), moved("trade 2"), moved("Rd@0,1")));
  expect(boardAfter(moves, 0)).toEqual([]);
  expect(boardAfter(moves, 2).map(({ tile }) => tile)).toEqual(["Ro", "Rx"]);
  expect(boardAfter(moves, 3)).toHaveLength(3);
});
