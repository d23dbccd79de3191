import { expect, test, vi } from "vitest";
import { Gestures } from "../src/board/gestures";

const made = () => {
  const wishes = { tap: vi.fn(), pan: vi.fn(), zoom: vi.fn() };
  return { wishes, gestures: new Gestures(wishes) };
};

test("a short touch is a tap", () => {
  const { wishes, gestures } = made();
  gestures.down(1, { x: 10, y: 10 });
  gestures.move(1, { x: 12, y: 11 });
  gestures.up(1);
  expect(wishes.tap).toHaveBeenCalledOnce();
  expect(wishes.pan).not.toHaveBeenCalled();
});

test("a long way is a pan and no tap", () => {
  const { wishes, gestures } = made();
  gestures.down(1, { x: 10, y: 10 });
  gestures.move(1, { x: 60, y: 10 });
  gestures.up(1);
  expect(wishes.pan).toHaveBeenCalledWith(50, 0);
  expect(wishes.tap).not.toHaveBeenCalled();
});

test("two fingers apart zoom in", () => {
  const { wishes, gestures } = made();
  gestures.down(1, { x: 100, y: 100 });
  gestures.down(2, { x: 200, y: 100 });
  gestures.move(2, { x: 300, y: 100 });
  expect(wishes.zoom).toHaveBeenCalledWith(2, { x: 200, y: 100 });
});
