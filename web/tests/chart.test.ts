import { expect, test } from "vitest";
import { scoresOver, spread, ticks } from "../src/table/chart";

test("scores add up over the moves, and end with what the bonus made of them", () => {
  const seats = [
    { name: "Ada", score: 12 },
    { name: "Bo", score: 4 },
  ];
  const made = [
    { seat: 0, points: 6 },
    { seat: 1, points: 4 },
  ];
  expect(scoresOver(seats, made).map(({ steps }) => steps)).toEqual([
    [0, 6, 12],
    [0, 0, 4],
  ]);
  expect(scoresOver(seats, [])[0]!.steps).toEqual([0]);
});

test("ticks are round numbers that reach the most", () => {
  expect(ticks(141, 5)).toEqual([0, 50, 100, 150]);
  expect(ticks(228, 5)).toEqual([0, 50, 100, 150, 200, 250]);
  expect(ticks(7, 3)).toEqual([0, 5, 10]);
  expect(ticks(2, 3)).toEqual([0, 1, 2]);
  expect(ticks(0, 4)).toEqual([0]);
});

test("names at the ends of lines keep their distance and their order", () => {
  const placed = spread([40, 44, 46, 120], 15);
  expect(placed).toEqual([16, 31, 46, 120]);
});
