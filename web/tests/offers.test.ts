import { describe, expect, test } from "vitest";
import { Offers } from "../src/protocol/offers";

const offers = new Offers([
  ["Ro@2,0", 3],
  ["Ro@2,0 Rx@3,0", 4],
  ["Rx@2,0", 3],
  ["Rx@0,1", 2],
  ["pass", 0],
]);
const sorted = (cells: Set<string>) => [...cells].sort();

describe("offers as sets", () => {
  test("a tile lights up the cells of all plays that hold it, at once or with more tiles", () => {
    const { now, later } = offers.cellsFor("Rx", []);
    expect(sorted(now)).toEqual(["0,1", "2,0"]);
    expect(sorted(later)).toEqual(["3,0"]);
  });

  test("with a tile pending only plays that go on with it count", () => {
    const pending = [{ tile: "Ro", x: 2, y: 0 }];
    const { now, later } = offers.cellsFor("Rx", pending);
    expect(sorted(now)).toEqual(["3,0"]);
    expect(later.size).toBe(0);
    expect(offers.points(pending)).toBe(3);
    expect(offers.canGrow(pending)).toBe(true);
  });

  test("a cell that takes the tile at once is not called one for later", () => {
    const both = new Offers([
      ["Ro@0,0", 1],
      ["Ro@0,0 Rx@1,0", 2],
    ]);
    expect(both.cellsFor("Ro", [])).toEqual({ now: new Set(["0,0"]), later: new Set() });
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

describe("what is still missing", () => {
  test("is the tiles of the shortest play, and the cells that all of those fill", () => {
    expect(offers.missing([{ tile: "Rx", x: 3, y: 0 }])).toEqual({ tiles: 1, cells: ["2,0"] });
    const two = new Offers([
      ["Ro@0,0 Rx@1,0 Rd@2,0", 3],
      ["Ro@0,0 Rs@-1,0 Rd@2,0", 3],
      ["Ro@0,0 Rx@1,0 Rd@2,0 Rs@3,0", 4],
    ]);
    expect(two.missing([{ tile: "Ro", x: 0, y: 0 }])).toEqual({ tiles: 2, cells: ["2,0"] });
  });

  test("is nothing for a play that is whole, nor for one that cannot become any", () => {
    expect(offers.missing([{ tile: "Ro", x: 2, y: 0 }])).toBeUndefined();
    expect(offers.missing([{ tile: "Bt", x: 9, y: 9 }])).toBeUndefined();
  });
});
