/**
 * Something under a pointer, as small named states: nothing (idle), a press that may still be a tap
 * (pressing), a picture that floats (dragging). The picture floats above a finger, and the picture, not
 * the finger, says where it is.
 */
export interface Point {
  x: number;
  y: number;
}

export interface DragHandlers<Held> {
  /** It leaves its place. */
  lift(held: Held): void;
  /** The middle of the picture is here. */
  move(picture: Point): void;
  drop(picture: Point): void;
  cancel(): void;
}

interface Press<Held> {
  name: "pressing" | "dragging";
  id: number;
  held: Held;
  start: Point;
  touch: boolean;
  /** How wide the picture is; the ground may be zoomed meanwhile. */
  width: () => number;
}

const FAR = { mouse: 5, touch: 9 };

export class Drag<Held> {
  /** What floats, where its middle is, and how wide it is. */
  floating = $state.raw<{ held: Held; at: Point; width: number } | undefined>();
  /** The click that ends a drag is ignored. */
  swallowsClick = false;
  private state: Press<Held> | { name: "idle" } = { name: "idle" };

  constructor(
    private readonly handlers: DragHandlers<Held>,
    /** How far above a finger the picture floats, in its widths. */
    private readonly above: number,
  ) {}

  protected press(event: PointerEvent, held: Held, width: () => number): void {
    if (event.button || this.state.name !== "idle") return;
    const start = { x: event.clientX, y: event.clientY };
    this.state = { name: "pressing", id: event.pointerId, held, start, touch: event.pointerType === "touch", width };
    this.listen();
  }

  private listen(): void {
    const end = new AbortController();
    const options = { signal: end.signal };
    const finish = (act: () => void) => {
      end.abort();
      act();
    };
    addEventListener("pointermove", (event) => this.move(event), options);
    addEventListener("pointerup", (event) => this.mine(event) && finish(() => this.up(event)), options);
    addEventListener("pointercancel", (event) => this.mine(event) && finish(() => this.cancel()), options);
    addEventListener("keydown", (event) => event.key === "Escape" && finish(() => this.cancel()), options);
  }

  private mine(event: PointerEvent): boolean {
    return this.state.name !== "idle" && this.state.id === event.pointerId;
  }

  private move(event: PointerEvent): void {
    const state = this.state;
    if (state.name === "idle" || state.id !== event.pointerId) return;
    if (state.name === "pressing") {
      const far = Math.hypot(event.clientX - state.start.x, event.clientY - state.start.y);
      if (far <= (state.touch ? FAR.touch : FAR.mouse)) return;
      this.state = { ...state, name: "dragging" };
      this.handlers.lift(state.held);
    }
    const at = this.picture(event, state);
    this.floating = { held: state.held, at, width: state.width() };
    this.handlers.move(at);
  }

  private picture(event: PointerEvent, { touch, width }: Press<Held>): Point {
    return { x: event.clientX, y: event.clientY - (touch ? this.above * width() : 0) };
  }

  private up(event: PointerEvent): void {
    const state = this.state;
    this.rest();
    if (state.name !== "dragging") return;
    this.swallowsClick = true;
    setTimeout(() => (this.swallowsClick = false));
    this.handlers.drop(this.picture(event, state));
  }

  private cancel(): void {
    const was = this.state.name;
    this.rest();
    if (was === "dragging") this.handlers.cancel();
  }

  private rest(): void {
    this.state = { name: "idle" };
    this.floating = undefined;
  }
}
