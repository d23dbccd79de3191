/**
 * Pointers on the board, as small named states: nobody touches it (idle), one pointer has not yet
 * decided what it is (pointing), one pans, two pinch.
 */
interface Point {
  x: number;
  y: number;
}

type State =
  | { name: "idle" }
  | { name: "pointing"; start: Point }
  | { name: "panning"; last: Point }
  | { name: "pinching"; distance: number; middle: Point };

export interface GestureHandlers {
  tap(at: Point): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
}

const STILL = 8;

export class Gestures {
  private state: State = { name: "idle" };
  private readonly pointers = new Map<number, Point>();

  constructor(private readonly handlers: GestureHandlers) {}

  down(id: number, at: Point): void {
    this.pointers.set(id, at);
    this.state = this.pointers.size === 1 ? { name: "pointing", start: at } : this.pinch();
  }

  move(id: number, at: Point): void {
    if (!this.pointers.has(id)) return;
    this.pointers.set(id, at);
    const state = this.state;
    if (state.name === "pointing" && Math.hypot(at.x - state.start.x, at.y - state.start.y) > STILL) {
      this.state = { name: "panning", last: at };
      this.handlers.pan(at.x - state.start.x, at.y - state.start.y);
    } else if (state.name === "panning") {
      this.handlers.pan(at.x - state.last.x, at.y - state.last.y);
      this.state = { name: "panning", last: at };
    } else if (state.name === "pinching") {
      const next = this.pinch();
      if (next.name === "pinching") {
        this.handlers.pan(next.middle.x - state.middle.x, next.middle.y - state.middle.y);
        this.handlers.zoom(next.distance / state.distance, next.middle);
        this.state = next;
      }
    }
  }

  up(id: number): void {
    const state = this.state;
    const at = this.pointers.get(id);
    this.pointers.delete(id);
    const left = [...this.pointers.values()][0];
    this.state = left ? { name: "panning", last: left } : { name: "idle" };
    if (state.name === "pointing" && at) this.handlers.tap(at);
  }

  cancel(id: number): void {
    this.pointers.delete(id);
    this.state = { name: "idle" };
  }

  private pinch(): State {
    const [one, other] = [...this.pointers.values()];
    if (!one || !other) return { name: "idle" };
    return {
      name: "pinching",
      distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
      middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    };
  }
}
