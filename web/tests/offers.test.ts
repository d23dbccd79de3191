import { describe, expect, test } from "vitest";
import { Offers } from "../src/lib/offers";

const offers = new Offers([
  ["Ro@2,0", 3],
  ["Ro@2,0 Rx@3,0", 4],
  ["Rx@2,0", 3],
  ["Rx@0,1", 2],
  ["pass", 0],
]);

describe("offers as sets", () => {
  test("a tile lights up the cells of all plays that hold it", () => {
    expect([...offers.cellsFor("Rx", [])].sort()).toEqual(["0,1", "2,0", "3,0"]);
  });

  test("with a tile pending only plays that go on with it count", () => {
    const pending = [{ tile: "Ro", x: 2, y: 0 }];
    expect([...offers.cellsFor("Rx", pending)]).toEqual(["3,0"]);
    expect(offers.points(pending)).toBe(3);
    expect(offers.canGrow(pending)).toBe(true);
  });

  test("tiles that are no play yet have no points", () => {
    expect(offers.points([{ tile: "Rx", x: 3, y: 0 }])).toBeUndefined();
    expect(offers.points([])).toBeUndefined();
  });

  test("moves that are not plays stand apart", () => {
    expect(offers.others).toEqual(["pass"]);
    expect(offers.count).toBe(4);
  });
});
