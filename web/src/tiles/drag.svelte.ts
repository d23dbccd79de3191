/** A tile under a pointer, by its place in the hand: the picture is as large as a cell, and chooses one. */
import { Drag, type DragHandlers, type Point } from "../design/drag.svelte";
import type { Landing } from "../protocol/offers";

/** How far above a finger the picture floats, in tiles. */
const ABOVE = 0.85;

export class TileDrag extends Drag<number> {
  constructor(
    handlers: DragHandlers<number>,
    private readonly size: () => number,
  ) {
    super(handlers, ABOVE);
  }

  down(event: PointerEvent, place: number): void {
    this.press(event, place, this.size);
  }
}

/** How near the picture must be to a cell to snap to it, in cells. */
const SNAP = { now: 0.78, later: 0.55 };

/** The cell to which a picture at a place of the board snaps: the nearest that takes it, or the one below it, which refuses. */
export function snapped(place: Point, cells: { now: ReadonlySet<string>; later: ReadonlySet<string> }): Landing {
  let best: Landing | undefined;
  let nearest = Infinity;
  for (const fits of ["now", "later"] as const)
    for (const key of cells[fits]) {
      const [x = 0, y = 0] = key.split(",").map(Number);
      const distance = Math.hypot(x - place.x, y - place.y);
      if (distance <= SNAP[fits] && distance < nearest) [best, nearest] = [{ x, y, fits }, distance];
    }
  return best ?? { x: Math.round(place.x), y: Math.round(place.y), fits: "no" };
}
