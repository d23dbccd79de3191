/** Reading what moves changed, and where arrows lead. */
import { expect, it } from "vitest";
import { neighbour } from "../src/lib/arrowkeys";
import { laidByMove, laidSince } from "../src/lib/cardmoves";
import type { Told } from "../src/lib/wire";

const moved = (seq: number, seat: number, move: string, points = 0): Told => ({ type: "event", seq, at: 0, event: { type: "moved", seat, move, points } });

const GAME = [
  moved(1, 0, "Ro Rx Rd Rs Rt"),
  moved(2, 1, "Bo Bx Bd | Ro Rx Rd Rs Rt Rc", 1),
  moved(3, 0, "exchange"),
  moved(4, 0, "Bo Bx Bd | Ro Rx Rd"),
];

it("finds what each move laid", () => {
  const laid = laidByMove(GAME);
  expect(laid.get(2)).toEqual({ tiles: ["Bo", "Bx", "Bd", "Rc"], captured: [["Ro", "Rx", "Rd", "Rs", "Rt", "Rc"]] });
  expect(laid.has(3)).toBe(false);
  expect(laid.get(4)?.tiles).toEqual(["Ro", "Rx", "Rd"]);
});

it("goes back with a move that was taken back", () => {
  const undone: Told = { type: "event", seq: 5, at: 0, event: { type: "undone", moves: 1 } };
  expect(laidByMove([...GAME, undone, moved(6, 0, "Bo Bx Bd Bs")]).get(6)?.tiles).toEqual(["Bs"]);
});

it("knows what came since one's own last move", () => {
  expect(laidSince(GAME, [1])).toEqual(["Ro", "Rx", "Rd"]);
  expect(laidSince(GAME, [0])).toEqual([]);
});

it("moves by arrows inside a line and between lines", () => {
  document.body.innerHTML = `<div data-line><button id="a"></button><button id="b"></button></div><div data-line></div><div data-line><button id="c"></button></div>`;
  const at = (id: string, key: string) => neighbour(document, document.getElementById(id), key)?.id;
  expect(at("a", "ArrowRight")).toBe("b");
  expect(at("b", "ArrowRight")).toBeUndefined();
  expect(at("b", "ArrowDown")).toBe("c");
  expect(at("c", "ArrowUp")).toBe("a");
  expect(at("a", "x")).toBeUndefined();
});
