/** What moves on a card table when it changes: where cards lay before, where they come from, and who keeps the focus. */
import type { Point } from "../design/drag.svelte";
import { countUp, EVENT, inTurn, isCalm, LONGEST } from "../design/motion";
import { scoreOf } from "../table/medals";
import type { CardId } from "./cardlayout";
import { STRIDE, type CardPlay } from "./cardplay.svelte";
import { RATIO } from "./rowsize";
import { flyCaptured, look, travel, type Seen } from "./travel";

/** How long a card takes that somebody moves themselves, and one that others move, in milliseconds. */
const QUICK = 260;
const OTHERS = 300;
/** When a captured row has arrived. */
const FALLEN = 900;

export class Movement {
  private before: Seen[] | undefined;
  /** Whether there was a table before: nobody asks where the first one is, and the answer takes the browser long. */
  private drawn = false;
  private table: unknown;
  /** The card that has the focus, to give it back when the card has moved. */
  private focused: string | undefined;
  private dropped: { cards: ReadonlySet<CardId>; at: Point; width: number } | undefined;

  constructor(
    private readonly turn: CardPlay,
    private readonly area: () => HTMLElement | undefined,
  ) {
    this.table = turn.origin;
    turn.leaving = () => this.remember();
  }

  /** Cards are about to change their places. */
  remember(): void {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.closest("[data-line]")) this.focused = active.dataset.card ?? "";
    const area = this.area();
    this.before ??= this.drawn && area && !isCalm() ? look(area) : undefined;
  }

  /** Dropped cards come from under the picture, not from where they were taken. */
  drop(cards: ReadonlySet<CardId>, at: Point, width: number): void {
    this.dropped = { cards, at, width };
  }

  /** The new table is drawn; somebody may have laid cards there. */
  run(mover: number | undefined): void {
    const area = this.area();
    const sameTable = this.table === this.turn.origin;
    const duration = !sameTable ? OTHERS : this.turn.walking ? STRIDE : QUICK;
    const wait = () => (sameTable ? 0 : inTurn(LONGEST));
    if (area && this.before) {
      const before = this.before.map((one) => this.asDropped(one));
      const [seat, pile] = [mover === undefined ? undefined : this.seatOf(mover), this.placeOf("[data-pile]")];
      travel(area, { before, sameTable, seat, pile, duration, wait });
    }
    if (this.focused !== undefined && document.activeElement === document.body) this.focus(this.focused);
    this.table = this.turn.origin;
    this.before = this.dropped = this.focused = undefined;
    this.drawn = true;
  }

  /** Captured rows travel to their owner, who then has `score`, from where their cards still lie. */
  sendHome(rows: string[], seat: number, score: number, middle: DOMRect | undefined): void {
    const [area, owner] = [this.area(), this.seatOf(seat)];
    if (!rows.length || !area || !owner || !middle || isCalm()) return;
    const delay = inTurn(EVENT);
    countUp(scoreOf(seat), score - rows.length, score, delay + FALLEN);
    const onTable = look(area).filter(({ inHand }) => !inHand);
    const shelf = this.placeOf(`[data-shelf="${seat}"]`) ?? owner;
    for (const row of rows)
      flyCaptured(
        row.split(" ").map((tile) => ({ tile, from: taken(onTable, tile) })),
        middle,
        owner,
        shelf,
        delay,
      );
  }

  private asDropped(one: Seen): Seen {
    if (!this.dropped?.cards.has(one.card)) return one;
    const { at, width } = this.dropped;
    return { ...one, at: new DOMRect(at.x - width / 2, at.y - (width * RATIO) / 2, width, width * RATIO), width };
  }

  private focus(card: string): void {
    const area = this.area();
    const there =
      area?.querySelector<HTMLElement>(`[data-card="${card}"]`) ?? area?.querySelector<HTMLElement>(".fan button");
    there?.focus({ preventScroll: true });
  }

  private seatOf(seat: number): DOMRect | undefined {
    return this.placeOf(`[data-seat="${seat}"] .avatar`);
  }

  /** Where something is that can be seen: what is hidden has no place. */
  private placeOf(selector: string): DOMRect | undefined {
    const places = [...(this.area()?.querySelectorAll(selector) ?? [])].map((one) => one.getBoundingClientRect());
    return places.find((one) => one.width);
  }
}

function taken(onTable: Seen[], tile: string): DOMRect | undefined {
  const at = onTable.findIndex((one) => one.tile === tile);
  return at < 0 ? undefined : onTable.splice(at, 1)[0]!.at;
}
