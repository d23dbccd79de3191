/**
 * Cards under a finger or a mouse. On the table a finger must still be able to scroll: there a
 * card is lifted by a sideways pull or by waiting a moment; in the hand it follows at once.
 */
import type { CardId } from "./cardlayout";

const FAR = 8;
const WAIT = 260;
/** So near to the edge of what scrolls, a held card scrolls it. */
const EDGE = 48;

interface Held {
  card: CardId;
  x: number;
  y: number;
  lifted: boolean;
  /** A finger that may still mean to scroll. */
  scrolls: boolean;
}

export interface DragWishes {
  /** The cards that go with this one. */
  lift(card: CardId): void;
  drop(card: CardId, under: Element | null): void;
}

export class CardDrag {
  held = $state.raw<Held | undefined>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private suppressed = false;

  constructor(private readonly wishes: DragWishes) {}

  get lifted(): Held | undefined {
    return this.held?.lifted ? this.held : undefined;
  }

  /** Whether a click is the end of a drag, and so none. */
  get swallowsClick(): boolean {
    return this.suppressed;
  }

  down(event: PointerEvent, card: CardId, scrolls: boolean): void {
    if (event.button) return;
    (event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId);
    const touch = event.pointerType === "touch";
    this.held = { card, x: event.clientX, y: event.clientY, lifted: false, scrolls: scrolls && touch };
    clearTimeout(this.timer);
    if (scrolls && touch) this.timer = setTimeout(() => this.settled(), WAIT);
  }

  move(event: PointerEvent): void {
    const held = this.held;
    if (!held) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.lifted) {
      if (Math.hypot(dx, dy) < FAR) return;
      if (held.scrolls && Math.abs(dy) > Math.abs(dx)) {
        this.cancel();
        return;
      }
      this.lift();
    }
    this.held = { ...this.held!, x: event.clientX, y: event.clientY };
    this.scrollAt(event);
  }

  private settled(): void {
    if (this.held) this.held = { ...this.held, scrolls: false };
  }

  private lift(): void {
    clearTimeout(this.timer);
    if (!this.held) return;
    this.held = { ...this.held, lifted: true };
    this.wishes.lift(this.held.card);
  }

  private scrollAt(event: PointerEvent): void {
    const box = (event.currentTarget as HTMLElement).closest(".first")?.querySelector(".rows-area");
    if (!box) return;
    const { top, bottom } = box.getBoundingClientRect();
    if (event.clientY < top + EDGE && event.clientY > top - EDGE) box.scrollBy(0, -12);
    if (event.clientY > bottom - EDGE && event.clientY < bottom) box.scrollBy(0, 12);
  }

  up(): void {
    const held = this.lifted;
    this.cancel();
    if (!held) return;
    this.suppressed = true;
    setTimeout(() => (this.suppressed = false));
    this.wishes.drop(held.card, document.elementFromPoint(held.x, held.y));
  }

  readonly cancel = (): void => {
    clearTimeout(this.timer);
    this.held = undefined;
  };

  /** A held card and a scrolling table do not go together. */
  readonly still = (event: TouchEvent): void => {
    if (this.held && !this.held.scrolls && event.cancelable) event.preventDefault();
  };
}

/** Where an element says that cards may be dropped: a row's number, `new` or `hand`. */
export function targetOf(under: Element | null): number | "new" | "hand" | undefined {
  const text = under?.closest<HTMLElement>("[data-drop]")?.dataset.drop;
  if (text === undefined) return undefined;
  return text === "new" || text === "hand" ? text : Number(text);
}
