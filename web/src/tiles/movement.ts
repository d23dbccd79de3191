/** What moves on a tile table: tiles out of the bag, from their players and back, and points on their way. */
import type { Line } from "../board/lines";
import { animate, apart, EVENT, fly, flyTo, inTurn, isCalm, LONGEST, wayFrom } from "../design/motion";
import { play as sound } from "../design/sound";
import type { Placed } from "../protocol/tiles";
import { award, MEDAL, type SeenLine } from "../table/medals";

/** What is asked of the board. */
interface Ground {
  rectOf(x: number, y: number): DOMRect;
  tileAt(x: number, y: number): Element | null | undefined;
  drawnAt(x: number, y: number): Element[];
}

/** A move that was made, and where its points come from. */
export interface Made {
  seat: number;
  placed: readonly Placed[];
  lines: readonly Line[];
  points: number;
  /** The score of the seat with them. */
  score: number;
  /** How many tiles went back to the bag. */
  traded: number;
}

type Laid = Placed & { place: number };

const TRAVEL = 380;
const DEAL = 260;
/** A picture on its way is not in anybody's way: its button waits at its place. */
const AIR = { pointerEvents: "none" };
const HOME = 260;

export class Movement {
  private pending: readonly Laid[] | undefined;
  private drop: { place: number; at: DOMRect } | undefined;
  /** What was in each place of the rack before the new hand came; tiles that are leaving it do not count. */
  private stood: (string | undefined)[] | undefined;
  private leaving: { picture: Element; at: DOMRect }[] = [];

  constructor(
    private readonly board: () => Ground | undefined,
    private readonly root: () => ParentNode | undefined,
  ) {}

  /** A new hand may come: what is in the rack, and what leaves it. */
  remember(): void {
    this.leaving = [];
    if (isCalm()) return;
    const rack = this.rack();
    const marked = rack.filter((one) => one.matches(".marked"));
    this.leaving = marked.map((one) => ({ picture: copy(one.firstElementChild!), at: one.getBoundingClientRect() }));
    this.stood = rack.map((one) => (one.matches(".away, .marked") ? undefined : tileIn(one)));
  }

  /** One's own move: the tiles settle, the points go to the plate, and the bag gives new tiles. */
  own(made: Made): number {
    if (isCalm()) return 0;
    for (const { x, y } of made.placed)
      void animate(this.board()?.tileAt(x, y), [{ transform: "translateY(-7px)" }, { transform: "none" }], {
        duration: 160,
      });
    const wait = inTurn(lasting(made));
    this.score(made, wait);
    const bag = this.bag();
    const gap = apart(this.leaving.length, HOME);
    this.leaving.forEach(({ picture, at }, n) => {
      if (bag) void fly(picture, at, asTile(bag), { duration: HOME, delay: n * gap, hidden: "last" });
    });
    this.deal(this.leaving.length ? HOME : 0);
    return wait;
  }

  /** Somebody else's move: tiles come from their seat to their cells, or go to the bag. When the points start. */
  others(made: Made): number {
    if (isCalm()) return 0;
    const [seat, bag] = [this.placeOf(`[data-seat="${made.seat}"] .avatar`), this.bag()];
    if (!seat) return 0;
    const wait = inTurn(LONGEST + lasting(made));
    const gap = apart(made.placed.length, TRAVEL);
    made.placed.forEach(({ x, y }, n) => {
      const [board, way] = [
        this.board(),
        { duration: TRAVEL, delay: wait + n * gap, lift: 40, hidden: "first" as const },
      ];
      const tile = board?.tileAt(x, y);
      if (tile) void flyTo(board!.drawnAt(x, y), asPicture(tile), asTile(seat), board!.rectOf(x, y), way);
    });
    const back = apart(made.traded, HOME);
    for (let n = 0; n < made.traded && bag; n++)
      void fly(tileBack(), asTile(seat), asTile(bag), { duration: HOME, delay: wait + n * back, hidden: "last" });
    if (made.traded) this.shakeBag(wait + HOME);
    const landed = wait + TRAVEL + gap * Math.max(0, made.placed.length - 1);
    this.score(made, landed);
    return landed;
  }

  /** New tiles hop out of the bag into the rack, one after the other. */
  deal(delay = 0): void {
    const bag = this.bag();
    const dealt = this.rack().filter((one, n) => !one.matches(".away") && tileIn(one) !== this.stood?.[n]);
    if (isCalm() || !bag || !this.stood || !dealt.length) return;
    const gap = apart(dealt.length, DEAL);
    dealt.forEach((one, n) => {
      const start = wayFrom(asTile(bag), one.getBoundingClientRect());
      const frames = [{ transform: start, opacity: 0, ...AIR }, { opacity: 1, offset: 0.2 }, AIR];
      void animate(one.firstElementChild, frames, { duration: DEAL, delay: delay + n * gap });
    });
    this.shakeBag(delay);
    sound("draw");
  }

  /** A pointer lets go of a tile: it comes from there, to its cell or home to the rack. */
  dropped(place: number, at: { x: number; y: number }): void {
    const drop = { place, at: asTile(new DOMRect(at.x, at.y), 56) };
    this.drop = drop;
    requestAnimationFrame(() => {
      if (this.drop === drop) this.goHome(place, drop.at);
      this.drop = undefined;
    });
  }

  /** Tiles of the turn that is being thought about: laid from the rack, taken back to it, or dropped by a pointer. */
  pend(now: readonly Laid[]): void {
    const before = this.pending;
    this.pending = now;
    if (!before || isCalm()) return;
    const laid = now.filter((one) => !before.some((old) => isSame(old, one)));
    const gap = apart(laid.length, HOME);
    laid.forEach((one, n) => this.lay(one, n * gap));
    for (const one of before) if (!now.some(({ place }) => place === one.place)) this.takeBack(one);
  }

  private lay({ x, y, place }: Laid, delay: number): void {
    const [board, slot] = [this.board(), this.slot(place)];
    const tile = board?.tileAt(x, y);
    if (!tile || !slot) return;
    const dropped = this.drop?.place === place;
    if (dropped) this.drop = undefined;
    if (dropped) void animate(tile, [{ transform: "translateY(-16px) scale(1.1)" }, {}], { ease: "spring" });
    else
      void flyTo([tile], asPicture(tile), slot.getBoundingClientRect(), board!.rectOf(x, y), { duration: 200, delay });
  }

  /** A tile of a cell that is empty now is in the rack again; where there is one, the move was made. */
  private takeBack({ x, y, place }: Laid): void {
    const board = this.board();
    if (board && !board.tileAt(x, y)) this.goHome(place, board.rectOf(x, y));
  }

  private goHome(place: number, from: DOMRect): void {
    const slot = this.slot(place);
    if (!slot || slot.matches(".away")) return;
    const start = wayFrom(from, slot.getBoundingClientRect());
    void animate(slot.firstElementChild, [{ transform: start, ...AIR }, AIR], { duration: HOME, ease: "both" });
  }

  private score({ seat, lines, points, score }: Made, delay: number): void {
    const board = this.board();
    if (board && points)
      award(
        lines.map((line) => seenLine(board, line)),
        seat,
        points,
        score,
        delay,
      );
  }

  private shakeBag(delay: number): void {
    const frames = [0, -4, 4, 0].map((angle) => ({ transform: `rotate(${angle}deg)` }));
    void animate(this.root()?.querySelector(".bag"), frames, { duration: 320, delay });
  }

  private rack(): Element[] {
    return [...(this.root()?.querySelectorAll("[data-rack] [data-place]") ?? [])];
  }

  private slot(place: number): Element | undefined {
    return this.rack().find((one) => (one as HTMLElement).dataset.place === String(place));
  }

  private bag(): DOMRect | undefined {
    return this.placeOf(".bag");
  }

  private placeOf(selector: string): DOMRect | undefined {
    const at = this.root()?.querySelector(selector)?.getBoundingClientRect();
    return at?.width ? at : undefined;
  }
}

const lasting = ({ lines }: Made): number => (lines.some(({ qwirkle }) => qwirkle) ? EVENT : MEDAL);
const isSame = (one: Laid, other: Laid): boolean => one.place === other.place && one.x === other.x && one.y === other.y;
const tileIn = (element: Element): string | undefined => element.querySelector<SVGElement>("[data-tile]")?.dataset.tile;
const copy = (element: Element): Element => element.cloneNode(true) as Element;

/** A tile in the middle of something of another size. */
function asTile(at: DOMRect, size = 26): DOMRect {
  return new DOMRect(at.x + (at.width - size) / 2, at.y + (at.height - size) / 2, size, size);
}

function seenLine(board: Ground, { cells, points, qwirkle }: Line): SeenLine {
  return {
    rects: cells.map(([x, y]) => board.rectOf(x, y)),
    tiles: cells.map(([x, y]) => board.tileAt(x, y)),
    points,
    qwirkle,
  };
}

/** A drawing of the board as a picture of its own. */
function asPicture(tile: Element): Element {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "-50 -50 100 100");
  picture.setAttribute("class", "flying-tile");
  picture.append(...copy(tile).childNodes);
  return picture;
}

/** Nobody sees which tiles somebody else trades. */
function tileBack(): Element {
  const back = document.createElement("div");
  back.className = "flying-back";
  return back;
}
