/** The moves of a table as people read them. */
import { expect, test } from "vitest";
import type { Told } from "../src/protocol/wire";
import { readMoves, standingMoves } from "../src/table/moves";

const logged = (...events: object[]) =>
  events.map((event, n) => ({ type: "event", seq: n + 1, event })) as unknown as Told[];
const play = (seat: number, move: string, points: number) => ({ type: "moved", seat, move, points });

test("a play has its tiles and points, another move its name and how many pieces", () => {
  const [first, second, third] = readMoves(
    logged(play(0, "Ro@0,0 Rx@1,0", 2), play(1, "trade Bt Gs", 0), { type: "resigned", seat: 0 }),
    "classic",
  );
  expect(first).toMatchObject({ seat: 0, tiles: ["Ro", "Rx"], points: 2, other: "" });
  expect(second).toMatchObject({ seat: 1, tiles: [], other: "trade", count: 2 });
  expect(third).toMatchObject({ seat: 0, other: "resigned" });
});

test("what was taken back stays to be read, but does not count", () => {
  const moves = readMoves(
    logged(
      play(0, "Ro@0,0", 1),
      play(1, "Rx@1,0", 2),
      play(0, "Rd@2,0", 3),
      { type: "undone", moves: 2 },
      play(1, "Rs@1,0", 2),
    ),
    "classic",
  );
  expect(moves.map(({ undone }) => undone)).toEqual([false, true, true, false]);
  expect(standingMoves(moves).map(({ notation }) => notation)).toEqual(["Ro@0,0", "Rs@1,0"]);
});

test("the sixth tile of a line is a Qwirkle, also where the five lay there before", () => {
  const five = ["Ro", "Rx", "Rd", "Rs", "Rt"].map((tile, x) => `${tile}@${x},0`).join(" ");
  const moves = readMoves(logged(play(0, five, 5), play(1, "Rc@5,0", 12)), "classic");
  expect(moves.map(({ qwirkles }) => qwirkles)).toEqual([0, 1]);
});

test("tiles that were taken back complete no line", () => {
  const five = ["Ro", "Rx", "Rd", "Rs", "Rt"].map((tile, x) => `${tile}@${x},0`).join(" ");
  const moves = readMoves(logged(play(0, five, 5), { type: "undone", moves: 1 }, play(0, "Rc@5,0", 1)), "classic");
  expect(moves.at(-1)!.qwirkles).toBe(0);
});

test("a move of the card game shows what came from the hand", () => {
  const moves = readMoves(logged(play(0, "Ro Rx Rd", 0), play(1, "Ro Rx Rd Rs | Bt Gt Yt", 0)), "cards");
  expect(moves[1]!.tiles.toSorted()).toEqual(["Bt", "Gt", "Rs", "Yt"]);
});
