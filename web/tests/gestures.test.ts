import { expect, test, vi } from "vitest";
import { Gestures } from "../src/board/gestures";

const made = () => {
  const handlers = { tap: vi.fn(), pan: vi.fn(), zoom: vi.fn() };
  return { handlers, gestures: new Gestures(handlers) };
};

test("a short touch is a tap", () => {
  const { handlers, gestures } = made();
  gestures.down(1, { x: 10, y: 10 });
  gestures.move(1, { x: 12, y: 11 });
  gestures.up(1);
  expect(handlers.tap).toHaveBeenCalledOnce();
  expect(handlers.pan).not.toHaveBeenCalled();
});

test("a long way is a pan and no tap", () => {
  const { handlers, gestures } = made();
  gestures.down(1, { x: 10, y: 10 });
  gestures.move(1, { x: 60, y: 10 });
  gestures.up(1);
  expect(handlers.pan).toHaveBeenCalledWith(50, 0);
  expect(handlers.tap).not.toHaveBeenCalled();
});

test("two fingers apart zoom in", () => {
  const { handlers, gestures } = made();
  gestures.down(1, { x: 100, y: 100 });
  gestures.down(2, { x: 200, y: 100 });
  gestures.move(2, { x: 300, y: 100 });
  expect(handlers.zoom).toHaveBeenCalledWith(2, { x: 200, y: 100 });
});
