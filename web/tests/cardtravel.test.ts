/** Which card is which, before and after a move. */
import { expect, it } from "vitest";
import { changedRows, origins, type Seen } from "../src/cards/travel";
import { start, stepsTo, arranged } from "../src/cards/cardlayout";

const seen = (card: string, tile: string, inHand = false, row = ""): Seen => ({
  card,
  tile,
  at: {} as DOMRect,
  width: 50,
  inHand,
  row,
});
const pairs = (before: Seen[], now: Seen[], same: boolean) =>
  [...origins(before, now, same)].map(([card, old]) => `${old.card}>${card}`);

it("follows a card from the hand to the table", () => {
  expect(pairs([seen("h0", "Ro", true)], [seen("h0", "Ro")], true)).toEqual(["h0>h0"]);
});

it("finds cards of the same kind on another table, each once", () => {
  const before = [seen("t0", "Ro"), seen("h3", "Ro"), seen("h1", "Bs", true)];
  const now = [seen("t4", "Ro"), seen("t5", "Ro"), seen("t6", "Ro"), seen("h0", "Bs", true)];
  expect(pairs(before, now, false)).toEqual(["t0>t4", "h3>t5", "h1>h0"]);
});

it("goes from one layout to another a card at a time", () => {
  const base = {
    rows: [
      ["Bo", "Bx", "Bd", "Bs"],
      ["Rs", "Ys", "Gs"],
    ],
    hand: ["Os", "Rc"],
  };
  const from = start(base);
  const to = arranged(
    base,
    [
      ["Bo", "Bx", "Bd"],
      ["Rs", "Os", "Ys", "Gs", "Bs"],
    ],
    ["h0"],
  );
  const steps = stepsTo(base, from, to);
  expect(steps.map((rows) => rows.map(({ cards }) => cards.length))).toEqual([
    [3, 4],
    [3, 5],
  ]);
  expect(steps.at(-1)).toEqual(to);
  expect(stepsTo(base, to, from).at(-1)).toEqual(from);
  expect(stepsTo(base, to, to)).toEqual([]);
});

it("knows which cards were taken to another row, however the rows are counted now", () => {
  const seenIn = (rows: string[]) =>
    rows.flatMap((row, id) => row.split(" ").map((tile, n) => seen(`${id}${n}`, tile, false, `${id}`)));
  const before = seenIn(["Bo Bx Bd Bs", "Rs Ys Gs"]);
  const now = seenIn(["Rs Os Ys Gs Bs", "Bo Bx Bd"]);
  const moved = changedRows(now, origins(before, now, false));
  expect(now.filter(({ card }) => moved.has(card)).map(({ tile }) => tile)).toEqual(["Bs"]);
});

it("sees a row that was split as one that stayed and one that moved", () => {
  const before = ["Ro", "Rx", "Rd", "Rs", "Rc", "Rt"].map((tile, n) => seen(`t${n}`, tile, false, "0"));
  const now = before.map((one, n) => ({ ...one, row: n < 2 ? "1" : "0" }));
  expect([...changedRows(now, origins(before, now, true))]).toEqual(["t0", "t1"]);
});
