/**
 * Tiles under a pointer, between rack and board: the picture snaps to the cell where it will land,
 * finds its place in the rack, and takes the camera along at the edge of the mat.
 */
import type { Point } from "../design/drag.svelte";
import type { Landing } from "../protocol/offers";
import { snapped, TileDrag } from "./drag.svelte";
import type { TilePlay } from "./tileplay.svelte";

/** What is asked of the board. */
export interface Ground {
  placeUnder(x: number, y: number): Point | undefined;
  nudge(dx: number, dy: number): void;
  scale(): number;
}

/** How near the edge of the mat the camera begins to follow, in pixels. */
const EDGE = 36;
const SMALLEST = 44;

export class Handling {
  /** Where in the rack the held tile would go. */
  gap = $state<number | undefined>();
  readonly drag: TileDrag;

  constructor(
    private readonly turn: TilePlay,
    private readonly board: () => Ground | undefined,
    private readonly stage: () => HTMLElement | undefined,
    /** Called where a tile is dropped. */
    private readonly onDrop: (place: number, at: Point) => void = () => {},
  ) {
    const handlers = {
      lift: (place: number) => turn.hold(place),
      move: (at: Point) => this.move(at),
      drop: (at: Point) => this.drop(at),
      cancel: () => this.cancel(),
    };
    this.drag = new TileDrag(handlers, () => Math.max(SMALLEST, this.board()?.scale() ?? 56));
  }

  /** A press on a tile of the rack. */
  grab(event: PointerEvent, place: number): void {
    if (!this.turn.trading && !this.turn.isPending(place)) this.drag.down(event, place);
  }

  /** A press on a pending tile: a drag moves it, a tap takes it back. */
  grabLaid(event: PointerEvent, x: number, y: number): boolean {
    const lies = this.turn.pending.find((one) => one.x === x && one.y === y);
    if (!lies || !this.turn.canLay) return false;
    this.drag.down(event, lies.place);
    const click = () => this.drag.swallowsClick || void this.turn.at(x, y);
    addEventListener("pointerup", () => setTimeout(click), { once: true });
    return true;
  }

  /** A click on a tile of the rack; the one that ends a drag is none. */
  choose(place: number): void {
    if (!this.drag.swallowsClick) this.turn.choose(place);
  }

  isAway(place: number): boolean {
    return this.turn.isPending(place) || this.drag.floating?.held === place;
  }

  private move(at: Point): void {
    const place = this.board()?.placeUnder(at.x, at.y);
    this.gap = place ? undefined : this.gapAt(at);
    this.turn.over(place && this.landing(place));
    this.follow(at);
  }

  private drop(at: Point): void {
    const { turn, gap } = this;
    const place = this.board()?.placeUnder(at.x, at.y);
    const held = turn.chosen;
    if (held !== undefined) this.onDrop(held, at);
    if (!place && held !== undefined && gap !== undefined) turn.reorder(turn.order.indexOf(held), gap);
    this.gap = undefined;
    void turn.drop(place && turn.canLay ? this.landing(place) : undefined);
  }

  /** The cell to which the picture snaps; ahead of the turn every free one takes it. */
  private landing(place: Point): Landing {
    const cell = snapped(place, this.turn.cells);
    return this.turn.takesAhead(cell.x, cell.y) ? { ...cell, fits: "ahead" } : cell;
  }

  private cancel(): void {
    this.gap = undefined;
    this.turn.hover = undefined;
    this.turn.chosen = undefined;
  }

  private gapAt({ x, y }: Point): number | undefined {
    const rack = document.querySelector("[data-rack]")?.getBoundingClientRect();
    if (!rack || y < rack.top - 30 || y > rack.bottom + 40) return undefined;
    const places = [...document.querySelectorAll<HTMLElement>("[data-rack] [data-place]")].filter(
      (one) => Number(one.dataset.place) !== this.turn.chosen,
    );
    return places.filter((one) => one.getBoundingClientRect().left + one.offsetWidth / 2 < x).length;
  }

  private follow({ x, y }: Point): void {
    const at = this.stage()?.getBoundingClientRect();
    const board = this.board();
    if (!at || !board || y > at.bottom) return;
    const step = (near: number) => Math.max(0, EDGE - near) / 4;
    const [dx, dy] = [step(x - at.left) - step(at.right - x), step(y - at.top) - step(at.bottom - y)];
    if (dx || dy) board.nudge(dx, dy);
  }
}
