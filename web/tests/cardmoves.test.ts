/** Reading what moves changed, and where arrows lead. */
import { expect, it } from "vitest";
import { neighbour } from "../src/cards/arrowkeys";
import { freshCards, laidSince } from "../src/cards/cardmoves";
import { laidByMove } from "../src/protocol/rows";
import type { Told } from "../src/protocol/wire";

const moved = (seq: number, seat: number, move: string, points = 0): Told => ({
  type: "event",
  seq,
  at: 0,
  event: { type: "moved", seat, move, points },
});

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
  expect(laidSince(GAME, [1])).toEqual(["Ro", "Rx", "Rd"].map((tile) => ({ tile, seat: 0 })));
  expect(laidSince(GAME, [0])).toEqual([]);
});

it("knows which cards of the table those are", () => {
  expect(
    freshCards(
      GAME,
      [1],
      [
        ["Bo", "Bx", "Bd"],
        ["Ro", "Rx", "Rd"],
      ],
    ),
  ).toEqual(
    new Map([
      ["t3", 0],
      ["t4", 0],
      ["t5", 0],
    ]),
  );
});

it("moves by arrows inside a line, and to what lies above, below and beside it", () => {
  const lines = { a: [0, 0], b: [50, 0], c: [200, 0], d: [0, 100], e: [210, 100] };
  document.body.innerHTML = `<div data-line><button id="a"></button><button id="b"></button></div><div data-line><button id="c"></button></div><div data-line></div><div data-line><button id="d"></button></div><div data-line><button id="e"></button></div>`;
  for (const [id, [x, y]] of Object.entries(lines))
    document.getElementById(id)!.getBoundingClientRect = () => ({ x, y, width: 40, height: 60 }) as DOMRect;
  const at = (id: string, key: string) => neighbour(document, document.getElementById(id), key)?.id;
  expect(at("a", "ArrowRight")).toBe("b");
  expect(at("b", "ArrowRight")).toBe("c");
  expect(at("c", "ArrowDown")).toBe("e");
  expect(at("b", "ArrowDown")).toBe("d");
  expect(at("e", "ArrowLeft")).toBe("d");
  expect(at("d", "ArrowUp")).toBe("a");
  expect(at("a", "ArrowUp")).toBeUndefined();
  expect(at("a", "x")).toBeUndefined();
});
