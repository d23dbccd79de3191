import { describe, expect, test } from "vitest";
import {
  around,
  bounds,
  cellAt,
  fitted,
  framed,
  isCovered,
  pointOf,
  shows,
  whole,
  zoomed,
  type Cover,
} from "../src/board/camera";

const size = { width: 400, height: 300 };

test("zooming keeps the point under the pointer where it is", () => {
  const camera = { x: 3, y: -2, scale: 50 };
  const at = { x: 310, y: 40 };
  const before = { x: camera.x + (at.x - 200) / camera.scale, y: camera.y + (at.y - 150) / camera.scale };
  const next = zoomed(camera, 1.4, at, size);
  expect(next.x + (at.x - 200) / next.scale).toBeCloseTo(before.x);
  expect(next.y + (at.y - 150) / next.scale).toBeCloseTo(before.y);
});

test("a fitted camera shows the whole box", () => {
  const box = bounds([
    { x: -4, y: 0 },
    { x: 9, y: 6 },
  ]);
  expect(shows(fitted(box, size), box, size)).toBe(true);
});

test("the middle of the picture is the camera's cell", () => {
  expect(cellAt({ x: 2, y: 5, scale: 40 }, { x: 200, y: 150 }, size)).toEqual({ x: 2, y: 5 });
});

test("a whole box comes into the picture beside what lies on it", () => {
  // A phone on its side late in a game: twenty-one rows, and the bag in the lower left corner.
  const picture = { width: 568, height: 322 };
  const bag = { left: 10, top: 250, right: 66, bottom: 312 };
  const cells = [
    { x: 0, y: -10 },
    { x: 3, y: 10 },
  ];
  const camera = whole(bounds(cells, 0), cells, picture, [bag]);
  expect(shows(camera, bounds(cells, 0), picture)).toBe(true);
  expect(isCovered(camera, cells, picture, [bag])).toBe(false);
});

test("a box that fits only under what lies on the picture is shown all the same", () => {
  const cells = [
    { x: -4, y: 0 },
    { x: 9, y: 6 },
  ];
  const everywhere = { left: 0, top: 0, right: 400, bottom: 300 };
  expect(shows(whole(bounds(cells, 0), cells, size, [everywhere]), bounds(cells, 0), size)).toBe(true);
});

test("what reaches further makes the box larger, and only there", () => {
  expect(around(bounds([{ x: 0, y: 0 }]), bounds([{ x: 2, y: 0 }], 0))).toEqual({
    left: -1,
    top: -1,
    right: 2,
    bottom: 1,
  });
});

describe("the camera for playing", () => {
  const row = [0, 1, 2, 3].map((x) => ({ x, y: 0 }));
  const box = bounds(row);
  const overlaps = (camera: { x: number; y: number; scale: number }, cover: Cover) =>
    row.some((cell) => {
      const { x, y } = pointOf(camera, cell, size);
      const half = camera.scale / 2;
      return x - half < cover.right && x + half > cover.left && y - half < cover.bottom && y + half > cover.top;
    });

  test("shows few tiles in the middle, as large as is comfortable", () => {
    expect(framed(box, box, row, size)).toEqual({ x: 1.5, y: 0, scale: 66 });
  });

  test("moves aside rather than leave a tile under a plate", () => {
    const plate = { left: 120, top: 110, right: 280, bottom: 150 };
    expect(overlaps(framed(box, box, row, size), plate)).toBe(true);
    const camera = framed(box, box, row, size, [plate]);
    expect(overlaps(camera, plate)).toBe(false);
    expect(shows(camera, box, size)).toBe(true);
  });

  test("shows what matters now where everything would be too small", () => {
    const wide = bounds([
      { x: 0, y: 0 },
      { x: 40, y: 0 },
    ]);
    const focus = bounds([{ x: 38, y: 0 }]);
    const camera = framed(wide, focus, [], size);
    expect(shows(camera, focus, size)).toBe(true);
    expect(shows(camera, wide, size)).toBe(false);
    expect(camera.scale).toBeGreaterThanOrEqual(38);
  });

  test("looks past the edge of the board no further than it must", () => {
    const wide = bounds([
      { x: 0, y: 0 },
      { x: 40, y: 0 },
    ]);
    const camera = framed(wide, bounds([{ x: 40, y: 0 }]), [], size);
    expect(camera.x + size.width / 2 / camera.scale).toBeCloseTo(wide.right + 0.5);
  });

  test("shows the play that matters beside what lies over it", () => {
    const far = Array.from({ length: 41 }, (_, x) => ({ x, y: 0 }));
    const play = [{ x: 20, y: 0 }];
    const strip = { left: 0, top: 100, right: 400, bottom: 300 };
    const camera = framed(bounds(far), bounds(play), far, size, [strip]);
    expect(isCovered(camera, play, size, [strip])).toBe(false);
  });
});
