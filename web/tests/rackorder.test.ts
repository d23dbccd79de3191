/** How a hand stands in the rack. */
import { expect, test } from "vitest";
import { moved, nextSorting, reordered, sorted } from "../src/tiles/rackorder";

const standing = (hand: string[], order: number[]) => order.map((place) => hand[place]);

test("what stayed stands where it stood, what is new fills the gaps", () => {
  const hand = ["Ro", "Bt", "Gs", "Yd"];
  expect(standing(hand, reordered(hand, ["Gs", "Px", "Ro", "Oc"]))).toEqual(["Gs", "Bt", "Ro", "Yd"]);
});

test("of two alike each keeps a place of its own", () => {
  const hand = ["Ro", "Ro", "Bt"];
  const order = reordered(hand, ["Ro", "Bt", "Ro"]);
  expect(standing(hand, order)).toEqual(["Ro", "Bt", "Ro"]);
  expect([...order].sort()).toEqual([0, 1, 2]);
});

test("a hand that became smaller closes up, a first hand stands as it was drawn", () => {
  expect(standing(["Bt"], reordered(["Bt"], ["Ro", "Bt", "Gs"]))).toEqual(["Bt"]);
  expect(reordered(["Ro", "Bt", "Gs"], [])).toEqual([0, 1, 2]);
});

test("a tile is put before another one, at either end too", () => {
  expect(moved([0, 1, 2, 3], 3, 0)).toEqual([3, 0, 1, 2]);
  expect(moved([0, 1, 2, 3], 0, 2)).toEqual([1, 2, 0, 3]);
  expect(moved([0, 1, 2, 3], 1, 3)).toEqual([0, 2, 3, 1]);
});

test("sorting goes round, and each way has its order", () => {
  expect([nextSorting("drawn"), nextSorting("color"), nextSorting("shape")]).toEqual(["color", "shape", "drawn"]);
  const hand = ["Bo", "Rt", "Ro", "Bt"];
  expect(standing(hand, sorted(hand, "color"))).toEqual(["Ro", "Rt", "Bo", "Bt"]);
  expect(standing(hand, sorted(hand, "shape"))).toEqual(["Ro", "Bo", "Rt", "Bt"]);
  expect(sorted(hand, "drawn")).toEqual([0, 1, 2, 3]);
});
