/** A tile under a pointer: taps, drags, and where a picture lands. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { snapped, TileDrag } from "../src/tiles/drag.svelte";

const cells = (now: string[], later: string[] = []) => ({ now: new Set(now), later: new Set(later) });

describe("the cell to which a picture snaps", () => {
  test("is the nearest that takes the tile at once", () => {
    expect(snapped({ x: 1.4, y: 0.1 }, cells(["1,0", "2,0"]))).toEqual({ x: 1, y: 0, fits: "now" });
    expect(snapped({ x: 1.6, y: 0.1 }, cells(["1,0", "2,0"]))).toEqual({ x: 2, y: 0, fits: "now" });
  });

  test("reaches further for cells that take it at once than for those that need more tiles", () => {
    expect(snapped({ x: 0.7, y: 0 }, cells(["0,0"]))).toEqual({ x: 0, y: 0, fits: "now" });
    expect(snapped({ x: 0.7, y: 0 }, cells([], ["0,0"]))).toEqual({ x: 1, y: 0, fits: "no" });
    expect(snapped({ x: 0.5, y: 0 }, cells([], ["0,0"]))).toEqual({ x: 0, y: 0, fits: "later" });
  });

  test("is the one below the picture, which refuses, where nothing is near", () => {
    expect(snapped({ x: 3.6, y: -2.4 }, cells(["0,0"]))).toEqual({ x: 4, y: -2, fits: "no" });
  });

  test("is the nearer of the two kinds", () => {
    expect(snapped({ x: 0.6, y: 0 }, cells(["0,0"], ["1,0"]))).toEqual({ x: 1, y: 0, fits: "later" });
  });
});

describe("a drag", () => {
  const handlers = { lift: vi.fn(), move: vi.fn(), drop: vi.fn(), cancel: vi.fn() };
  let drag: TileDrag;

  /** jsdom has no pointer events of its own. */
  function pointer(type: string, x: number, y: number, { id = 1, kind = "mouse", button = 0 } = {}): PointerEvent {
    return Object.assign(new MouseEvent(type, { clientX: x, clientY: y, button }), {
      pointerId: id,
      pointerType: kind,
    }) as unknown as PointerEvent;
  }
  const send = (...args: Parameters<typeof pointer>) => dispatchEvent(pointer(...args));

  beforeEach(() => {
    vi.clearAllMocks();
    drag = new TileDrag(handlers, () => 60);
  });
  afterEach(() => send("pointercancel", 0, 0));

  test("that hardly moves is a tap", () => {
    drag.down(pointer("pointerdown", 100, 100), 2);
    send("pointermove", 104, 100);
    send("pointerup", 104, 100);
    expect(handlers.lift).not.toHaveBeenCalled();
    expect(handlers.drop).not.toHaveBeenCalled();
    expect(drag.swallowsClick).toBe(false);
  });

  test("lifts, moves and drops the tile, and its click is none", async () => {
    drag.down(pointer("pointerdown", 100, 100), 2);
    send("pointermove", 110, 100);
    expect(handlers.lift).toHaveBeenCalledWith(2);
    expect(drag.floating).toEqual({ held: 2, at: { x: 110, y: 100 }, width: 60 });
    send("pointermove", 150, 80);
    send("pointerup", 160, 70);
    expect(handlers.lift).toHaveBeenCalledTimes(1);
    expect(handlers.drop).toHaveBeenCalledWith({ x: 160, y: 70 });
    expect(drag.floating).toBeUndefined();
    expect(drag.swallowsClick).toBe(true);
    await vi.waitFor(() => expect(drag.swallowsClick).toBe(false));
  });

  test("of a finger needs more way, and floats above it", () => {
    drag.down(pointer("pointerdown", 100, 100, { kind: "touch" }), 0);
    send("pointermove", 108, 100, { kind: "touch" });
    expect(handlers.lift).not.toHaveBeenCalled();
    send("pointermove", 110, 100, { kind: "touch" });
    expect(handlers.move).toHaveBeenCalledWith({ x: 110, y: 100 - 0.85 * 60 });
  });

  test("ends with Escape, and with the pointer that the browser takes away", () => {
    for (const end of [
      () => dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })),
      () => send("pointercancel", 0, 0),
    ]) {
      handlers.cancel.mockClear();
      drag.down(pointer("pointerdown", 100, 100), 1);
      send("pointermove", 140, 100);
      end();
      expect(handlers.cancel).toHaveBeenCalledTimes(1);
      expect(drag.floating).toBeUndefined();
    }
    expect(handlers.drop).not.toHaveBeenCalled();
  });

  test("belongs to one pointer, and to its first button", () => {
    drag.down(pointer("pointerdown", 100, 100, { button: 2 }), 1);
    send("pointermove", 140, 100);
    expect(handlers.lift).not.toHaveBeenCalled();
    drag.down(pointer("pointerdown", 100, 100), 1);
    drag.down(pointer("pointerdown", 100, 100, { id: 2 }), 3);
    send("pointermove", 140, 100, { id: 2 });
    expect(handlers.lift).not.toHaveBeenCalled();
    send("pointermove", 140, 100);
    expect(handlers.lift).toHaveBeenCalledWith(1);
  });
});
