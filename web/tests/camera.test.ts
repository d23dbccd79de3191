import { expect, test } from "vitest";
import { around, bounds, cellAt, fitted, pointOf, shows, zoomed } from "../src/board/camera";

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
  const box = bounds([{ x: -4, y: 0 }, { x: 9, y: 6 }]);
  expect(shows(fitted(box, size), box, size)).toBe(true);
});

test("the middle of the picture is the camera's cell", () => {
  expect(cellAt({ x: 2, y: 5, scale: 40 }, { x: 200, y: 150 }, size)).toEqual({ x: 2, y: 5 });
});

test("a fitted box keeps away from the buttons", () => {
  const box = bounds([{ x: -4, y: 0 }, { x: 9, y: 6 }]);
  for (const strip of [{ right: 52, bottom: 0 }, { right: 0, bottom: 52 }]) {
    const camera = fitted(box, size, strip);
    expect(shows(camera, box, size, strip)).toBe(true);
    expect(pointOf(camera, { x: box.right + 0.5, y: box.bottom + 0.5 }, size).x).toBeLessThanOrEqual(400 - strip.right + 0.01);
    expect(shows({ ...camera, x: camera.x - 3 }, box, size, strip)).toBe(false);
  }
});

test("what reaches further makes the box larger, and only there", () => {
  expect(around(bounds([{ x: 0, y: 0 }]), bounds([{ x: 2, y: 0 }], 0))).toEqual({ left: -1, top: -1, right: 2, bottom: 1 });
});
