/** Lines as geometry: where they run, what is drawn around them. */
import { describe, expect, test } from "vitest";
import { medalOf, ribbonOf, type Line } from "../src/board/lines";
import { runsThrough } from "../src/board/runs";

const board = (...cells: string[]) => new Set(cells);

describe("runs through tiles", () => {
  test("go both ways to the first gap", () => {
    const lies = board("0,0", "1,0", "2,0", "4,0");
    expect(runsThrough(lies, [{ x: 1, y: 0 }])).toEqual([
      [
        [0, 0],
        [1, 0],
        [2, 0],
      ],
    ]);
  });

  test("cross where a tile has neighbours in both ways", () => {
    const lies = board("0,0", "1,0", "1,-1", "1,1");
    const found = runsThrough(lies, [{ x: 1, y: 0 }]);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual([
      [1, -1],
      [1, 0],
      [1, 1],
    ]);
  });

  test("of two tiles in one line are one", () => {
    expect(
      runsThrough(board("0,0", "1,0"), [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ]),
    ).toHaveLength(1);
  });

  test("do not exist for a tile that stands alone", () => {
    expect(runsThrough(board("0,0", "2,0"), [{ x: 0, y: 0 }])).toEqual([]);
  });
});

describe("what is drawn around a line", () => {
  const row: Line = {
    cells: [
      [3, 2],
      [1, 2],
      [2, 2],
    ],
    points: 3,
    qwirkle: false,
  };
  const column: Line = {
    cells: [
      [0, 5],
      [0, 4],
    ],
    points: 2,
    qwirkle: false,
  };

  test("a ribbon holds all its tiles, in whatever order they are told", () => {
    const { x, y, width, height } = ribbonOf(row);
    expect([x, x + width]).toEqual([45, 355]);
    expect([y, y + height]).toEqual([144, 255]);
    expect(ribbonOf(column)).toEqual({ x: -55, y: 344, width: 110, height: 211 });
  });

  test("the medal sits behind the last tile, beside a row and below a column", () => {
    expect(medalOf(row)).toEqual({ x: 370, y: 198, radius: 31 });
    expect(medalOf(column)).toEqual({ x: 0, y: 570, radius: 31 });
  });

  test("a Qwirkle has the larger medal", () => {
    expect(medalOf({ ...row, qwirkle: true }).radius).toBeGreaterThan(medalOf(row).radius);
  });
});
