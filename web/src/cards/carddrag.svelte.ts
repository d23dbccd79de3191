/** Cards under a pointer: the picture is as wide as the card that was pressed, and chooses the row. */
import { Drag, type DragHandlers } from "../design/drag.svelte";
import type { CardId, Target } from "./cardlayout";

/** How far above a finger the picture floats, in widths of a card. */
const ABOVE = 0.9;
const NARROWEST = 48;

export class CardDrag extends Drag<CardId> {
  constructor(handlers: DragHandlers<CardId>) {
    super(handlers, ABOVE);
  }

  down(event: PointerEvent, card: CardId): void {
    const width = Math.max(NARROWEST, (event.currentTarget as HTMLElement).offsetWidth);
    this.press(event, card, () => width);
  }
}

/** Where an element says that cards may be dropped: a row's number, `new` or `hand`. */
export function targetOf(under: Element | null): Target | undefined {
  const text = under?.closest<HTMLElement>("[data-drop]")?.dataset.drop;
  if (text === undefined) return undefined;
  return text === "new" || text === "hand" ? text : Number(text);
}
