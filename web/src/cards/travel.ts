/** Cards on their way: every card slides from where it lay; new ones come from their player or the pile. */
import { animate, apart, fly, flyTo } from "../design/motion";
import type { CardId } from "./cardlayout";
import { RATIO } from "./rowsize";

export interface Seen {
  card: CardId;
  tile: string;
  at: DOMRect;
  /** The width of the card itself, which a leaning one does not show. */
  width: number;
  inHand: boolean;
  /** The row in which it is. */
  row: string;
}

/** Where the cards lie that can be seen now. */
export function look(root: ParentNode): Seen[] {
  return [...root.querySelectorAll<HTMLElement>("[data-card]")].map((one) => ({
    card: one.dataset.card!,
    tile: one.querySelector<SVGElement>("[data-tile]")?.dataset.tile ?? "",
    at: one.getBoundingClientRect(),
    width: one.offsetWidth,
    inHand: !!one.closest('[data-drop="hand"]'),
    row: one.closest<HTMLElement>("[data-drop]")?.dataset.drop ?? "",
  }));
}

/**
 * Which card of before each card of now is. On the same table it is the same card; on another table
 * cards have other numbers, and one of the same kind will do: on the table, or in the hand.
 */
export function origins(before: Seen[], now: Seen[], sameTable: boolean): Map<CardId, Seen> {
  const left = [...before];
  const found = new Map<CardId, Seen>();
  for (const one of now) {
    const at = left.findIndex((old) =>
      sameTable ? old.card === one.card : old.tile === one.tile && old.inHand === one.inHand,
    );
    if (at >= 0) found.set(one.card, left.splice(at, 1)[0]!);
  }
  return found;
}

/**
 * The cards that were taken to another row. A row goes on where most of its cards lay, if no other has more
 * from there; its other cards have moved. A new layout of the rows on the mat moves no card.
 */
export function changedRows(now: Seen[], from: Map<CardId, Seen>): Set<CardId> {
  const lay = now.filter((one) => !one.inHand && from.get(one.card)?.inHand === false);
  const ways = grouped(lay, (one) => `${from.get(one.card)!.row} ${one.row}`).sort((a, b) => b.length - a.length);
  const [left, reached, stay] = [new Set<string>(), new Set<string>(), new Set<CardId>()];
  for (const cards of ways) {
    const [home, row] = [from.get(cards[0]!.card)!.row, cards[0]!.row];
    if (left.has(home) || reached.has(row)) continue;
    left.add(home);
    reached.add(row);
    for (const { card } of cards) stay.add(card);
  }
  return new Set(lay.map(({ card }) => card).filter((card) => !stay.has(card)));
}

function grouped(cards: Seen[], by: (one: Seen) => string): Seen[][] {
  const groups = new Map<string, Seen[]>();
  for (const one of cards) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return [...groups.values()];
}

export interface Ways {
  before: Seen[];
  sameTable: boolean;
  /** Where cards come from that nobody saw before: on the table, and in the hand. */
  seat?: DOMRect | undefined;
  pile?: DOMRect | undefined;
  duration: number;
  /** How many milliseconds what somebody did must wait to be shown; asked only where there is something. */
  wait: () => number;
}

const NEAR = 3;
/** The longest pause between two cards that somebody lays, in milliseconds. */
const APART = 120;
const DEAL = 260;

/** Let every card travel to where it lies now: what somebody moved and laid, one after the other. */
export function travel(root: ParentNode, { before, sameTable, seat, pile, duration, wait }: Ways): void {
  const now = look(root);
  const from = origins(before, now, sameTable);
  const elementOf = (card: CardId) => root.querySelector(`[data-card="${card}"]`);
  const moved = sameTable ? new Set<CardId>() : changedRows(now, from);
  const laid = new Set(now.filter((one) => seat && !one.inHand && !from.has(one.card)).map(({ card }) => card));
  const dealt = now.filter((one) => pile && one.inHand && !from.has(one.card)).map(({ card }) => card);
  const busy = [...moved, ...laid];
  const start = busy.length ? wait() : 0;
  const delayOf = (card: CardId) => start + busy.indexOf(card) * apart(busy.length, duration, APART);
  for (const one of now) {
    const [old, element] = [from.get(one.card), elementOf(one.card)];
    if (old?.inHand === one.inHand)
      slide(element, old, one, { duration, delay: moved.has(one.card) ? delayOf(one.card) : 0 });
    else if (old) void arrive(element, one, old.at, { duration, lift: 0 });
    else if (laid.has(one.card)) void arrive(element, one, asCard(seat!), { duration, delay: delayOf(one.card) });
    else if (one.inHand && pile)
      void arrive(element, one, asCard(pile), {
        duration: DEAL,
        delay: dealt.indexOf(one.card) * apart(dealt.length, DEAL, 60),
      });
  }
}

/** One card goes along a curve, from where it lay or from a picture of it; the others make room. */
export function carry(
  root: ParentNode,
  card: CardId,
  before: Seen[],
  picture: DOMRect | undefined,
  duration: number,
): void {
  const now = look(root);
  const from = origins(before, now, true);
  for (const one of now) {
    const [old, element] = [from.get(one.card), root.querySelector(`[data-card="${one.card}"]`)];
    const start = old?.at ?? picture;
    if (one.card === card && start) void arrive(element, one, start, { duration });
    else if (old) slide(element, old, one, { duration, delay: 0 });
  }
}

/** A card moves inside the table, or inside the hand. */
function slide(element: Element | null, from: Seen, to: Seen, way: { duration: number; delay: number }): void {
  const dx = from.at.x + from.at.width / 2 - to.at.x - to.at.width / 2;
  const dy = from.at.y + from.at.height / 2 - to.at.y - to.at.height / 2;
  if (Math.abs(dx) + Math.abs(dy) <= NEAR) return;
  const start = `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`;
  const frames = [
    { transform: start, zIndex: 9 },
    { transform: "none", zIndex: 9 },
  ];
  void animate(element, frames, { ...way, ease: "both" });
}

/** A card comes from elsewhere: its picture flies over everything, and it is there when that arrives. */
async function arrive(
  element: Element | null,
  card: Seen,
  from: DOMRect,
  way: { duration: number; delay?: number; lift?: number },
): Promise<void> {
  if (element) await flyTo([element], picture(card.tile), from, flat(card), way);
}

/** Where a card would lie if it did not lean. */
const flat = ({ at, width }: Seen): DOMRect =>
  new DOMRect(at.x + (at.width - width) / 2, at.y + (at.height - width * RATIO) / 2, width, width * RATIO);

/** A card in the middle of something of another size. */
function asCard(at: DOMRect): DOMRect {
  const width = Math.min(34, at.width);
  return new DOMRect(at.x + (at.width - width) / 2, at.y + (at.height - width * RATIO) / 2, width, width * RATIO);
}

/** A picture of a card that belongs to nothing. */
function picture(tile: string, edge = ""): Element {
  const holder = document.createElement("div");
  holder.innerHTML = `<svg class="${tile[0]}" viewBox="0 0 100 140" style="display:block;overflow:visible;width:100%;height:100%"><use href="#card-${tile[1]}"/></svg>`;
  holder.style.cssText = `height:100%;border-radius:12%;${edge}`;
  return holder;
}

const GOLD = "outline:3px solid var(--gold)";

/** A captured row: its cards gather, get a gold edge, and fall to their owner. */
export function flyCaptured(
  row: { tile: string; from: DOMRect | undefined }[],
  middle: DOMRect,
  owner: DOMRect,
  shelf: DOMRect,
  delay: number,
): void {
  const width = Math.min(66, row.find(({ from }) => from)?.from?.width ?? 50);
  row.forEach(({ tile, from = asCard(owner) }, n) => {
    const x = middle.x + middle.width / 2 + (n - row.length / 2) * width * 0.55;
    const gathered = new DOMRect(x, middle.y + (middle.height - width * RATIO) / 2, width, width * RATIO);
    const gather = fly(picture(tile, GOLD), from, gathered, { duration: 320, lift: 14, delay: delay + n * 30 });
    void gather.then(() =>
      fly(picture(tile, GOLD), gathered, asCard(shelf), { duration: 480, delay: n * 45, lift: 70 }),
    );
  });
}
