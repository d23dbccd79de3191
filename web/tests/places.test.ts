import { expect, test } from "vitest";
import { places } from "../src/table/places";

const seat = (score: number, left = false) => ({ score, left });
const read = (found: { n: number; place: number }[]) => found.map(({ n, place }) => `${n}:${place}`).join(" ");

test("equals share a place, and the next one is left out", () => {
  expect(read(places([seat(92), seat(112), seat(92), seat(87)], [1]))).toBe("1:1 0:2 2:2 3:4");
});

test("winners are first whatever others have", () => {
  expect(read(places([seat(80), seat(120, true)], [0]))).toBe("0:1 1:2");
  expect(read(places([seat(80), seat(80)], [0, 1]))).toBe("0:1 1:1");
});

test("those who left come last, and empty seats do not come at all", () => {
  expect(read(places([seat(90, true), seat(50), null, seat(70)], [3]))).toBe("3:1 1:2 0:3");
});
