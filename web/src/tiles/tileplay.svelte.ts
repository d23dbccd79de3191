/**
 * A turn of the tile game that is being thought about: which tile is held, which lie on the board
 * for now. What may lie where is read off the offers; lines, points and reasons come from the server.
 */
import { announce } from "../app/announce.svelte";
import { placedName, problemText, t } from "../app/i18n.svelte";
import { buzz, play as sound } from "../design/sound";
import type { Landing, Offers } from "../protocol/offers";
import type { Act, Asked } from "../protocol/api";
import { cellKey, parsePlaced, parsePlay, writePlay, writeTrade, type Placed } from "../protocol/tiles";
import type { Advised, Answer, LinePoints, Problem, Reply, TableView } from "../protocol/wire";
import { keepDraft } from "../storage/drafts";
import { settings } from "../storage/settings.svelte";
import { Premove, type Clocked } from "../table/premove.svelte";
import { moved, nextSorting, reordered, sorted } from "./rackorder";
import { keptPending, type Pending } from "./tilekeep";

/** What a turn needs of a table: one that is played with others, or a lesson that answers by itself. */
export interface Desk extends Clocked {
  readonly view: (Clocked["view"] & Pick<TableView, "hand" | "seq"> & Partial<Pick<TableView, "board">>) | undefined;
  readonly offers: Offers;
  readonly mostTraded: number;
  ask(body: Asked, better?: (reply: Reply) => void): Promise<Reply | undefined>;
  send(body: Act): Promise<Answer>;
}

/** The held tile over a cell. */
export interface Hover extends Placed, Landing {
  place: number;
}

const NO_CELLS = { now: new Set<string>(), later: new Set<string>() };

export class TilePlay {
  chosen = $state<number | undefined>();
  pending = $state<Pending[]>([]);
  hover = $state.raw<Hover | undefined>();
  trading = $state<Set<number> | undefined>();
  reason = $state.raw<{ x: number; y: number; problem: Problem } | undefined>();
  problem = $state.raw<Problem | undefined>();
  lines = $state.raw<LinePoints[]>([]);
  /** The moves that somebody suggested, and which of them is shown. */
  hints = $state.raw<Advised[]>([]);
  hint = $state<number | undefined>();
  asking = $state(false);
  /** The places of the hand in the order of the rack. */
  order = $state.raw<number[]>([]);
  /** A move is on its way, or made: its tiles lie where they are until the new board comes. */
  private sent = $state(false);
  /** The number of the last event when it was sent. */
  private sentAt: number | null = null;
  private readonly known = new Map<string, LinePoints[]>();
  /** What the server says to the tiles that are laid ahead, on the board as it is. */
  private judged = $state.raw<{ move: string; fits: boolean } | undefined>();
  readonly premove: Premove;
  private stood: (string | undefined)[] = [];

  constructor(private readonly link: Desk) {
    this.premove = new Premove(link);
    this.pending = keptPending(link.table);
    if (!this.pending.length) this.premove.disarm();
    this.stand();
  }

  get hand(): string[] {
    return this.link.view?.hand ?? [];
  }

  get mine(): boolean {
    const view = this.link.view;
    return !this.sent && !!view && view.turn !== null && view.yours.includes(view.turn);
  }

  /** Somebody else is to move, and tiles can be laid ahead. */
  get ahead(): boolean {
    return !this.sent && this.premove.possible;
  }

  get canLay(): boolean {
    return this.mine || this.ahead;
  }

  /** The pending tiles, and the one that is held over a cell where it fits. */
  readonly laid = $derived.by((): Placed[] =>
    this.hover && this.hover.fits !== "no" ? [...this.pending, this.hover] : this.pending,
  );
  readonly cells = $derived.by(() => {
    const tile = this.chosen === undefined ? undefined : this.hand[this.chosen];
    return tile && this.mine ? this.link.offers.cellsFor(tile, this.pending) : NO_CELLS;
  });
  /** The cells on which a tile lies. */
  private readonly filled = $derived.by(() => {
    const tiles = (this.link.view?.board ?? []).map(parsePlaced);
    return new Set(tiles.map(({ x, y }) => cellKey(x, y)));
  });
  readonly points = $derived.by(() => this.link.offers.points(this.laid));
  readonly missing = $derived.by(() =>
    this.pending.length && this.mine ? this.link.offers.missing(this.pending) : undefined,
  );
  readonly suggested = $derived.by((): Placed[] =>
    this.hint === undefined ? [] : parsePlay(this.hints[this.hint]?.move ?? ""),
  );

  /** Why the move cannot be made yet, in a few words; nothing where it can. */
  readonly notYet = $derived.by(() => {
    if (this.ahead) return this.pending.length ? "" : t("web.premove.lay");
    if (!this.mine) return t("web.play.wait");
    if (this.points !== undefined) return "";
    if (!this.pending.length) return t("web.play.lay");
    const missing = this.missing;
    return missing ? t("web.play.more", { n: missing.tiles }) : t("web.play.no");
  });

  /** The server says that what is laid ahead would not fit on the board as it is. */
  readonly doubtful = $derived.by(() => this.judged?.move === writePlay(this.pending) && !this.judged.fits);

  isPending(place: number): boolean {
    return this.pending.some((one) => one.place === place);
  }

  /** Choose a tile of the hand, or let go of it. */
  choose(place: number): void {
    this.reason = undefined;
    this.hint = undefined;
    if (this.trading) {
      this.toggleTrade(place);
      return;
    }
    if (this.isPending(place)) this.takeBack(place);
    this.chosen = this.chosen === place ? undefined : place;
    if (this.chosen === undefined) return;
    sound("lift");
    const cells = this.cells.now.size + this.cells.later.size;
    announce(t(this.ahead ? "web.premove.chosen" : "web.chosen", { tile: this.hand[place]!, n: cells }));
  }

  /** Hold a tile in the hand of a pointer: a pending one leaves its cell. */
  hold(place: number): void {
    this.reason = undefined;
    this.hint = undefined;
    if (this.isPending(place)) this.takeBack(place, true);
    this.chosen = place;
    sound("lift");
    buzz("lift");
  }

  /** The held tile is over a cell, or over none. */
  over(cell: Landing | undefined): void {
    const now = this.hover;
    if (now?.x === cell?.x && now?.y === cell?.y && now?.fits === cell?.fits) return;
    const place = this.chosen;
    this.hover = cell && place !== undefined ? { ...cell, place, tile: this.hand[place]! } : undefined;
    void this.look();
  }

  /** Let go of the held tile, over a cell or elsewhere. */
  async drop(cell: { x: number; y: number } | undefined): Promise<void> {
    this.hover = undefined;
    const place = this.chosen;
    if (place === undefined) return;
    if (cell) await this.at(cell.x, cell.y);
    if (this.chosen === place) this.chosen = undefined;
    void this.look();
  }

  /** A cell was tapped, or a tile dropped on it. */
  async at(x: number, y: number): Promise<void> {
    this.reason = undefined;
    const pending = this.pending.find((one) => one.x === x && one.y === y);
    if (pending) {
      this.takeBack(pending.place);
      this.chosen = pending.place;
      return;
    }
    if (this.suggested.some((one) => one.x === x && one.y === y)) {
      this.takeHint();
      return;
    }
    if (this.chosen === undefined) return;
    const key = cellKey(x, y);
    if (this.cells.now.has(key) || this.cells.later.has(key) || this.takesAhead(x, y)) this.put(this.chosen, x, y);
    else await this.explain(x, y);
  }

  /** Ahead of the turn a tile may lie on any free cell: what will fit there is not known yet. */
  takesAhead(x: number, y: number): boolean {
    return this.ahead && !this.filled.has(cellKey(x, y)) && !this.pending.some((one) => one.x === x && one.y === y);
  }

  private put(place: number, x: number, y: number): void {
    this.pending = [...this.pending, { place, tile: this.hand[place]!, x, y }];
    this.chosen = undefined;
    this.keep();
    void this.look();
    sound("place");
    buzz("place");
    const said = this.ahead ? "web.premove.placed" : this.points === undefined ? "web.placed" : "web.placed.points";
    announce(t(said, { tile: this.hand[place]!, cell: [x, y], n: this.points ?? 0 }));
  }

  /** Why the chosen tile cannot go there, in the server's words. */
  private async explain(x: number, y: number): Promise<void> {
    const tile = this.hand[this.chosen!];
    if (!tile || !this.canLay) return;
    sound("refused");
    buzz("refused");
    const move = writePlay([...this.pending, { tile, x, y }]);
    const reply = await this.link.ask({ ask: "check", move });
    if (reply?.type === "checked" && reply.problem) {
      this.reason = { x, y, problem: reply.problem };
      announce(problemText(reply.problem));
    }
  }

  /** The lines of what is laid, with their points: asked once for each arrangement. */
  private async look(): Promise<void> {
    if (this.ahead) return this.judge();
    const asked = writePlay(this.laid);
    this.lines = this.known.get(asked) ?? [];
    if (this.points === undefined || this.known.has(asked)) return;
    const reply = await this.link.ask({ ask: "check", move: asked });
    if (reply?.type !== "checked") return;
    this.known.set(asked, reply.lines);
    if (asked === writePlay(this.laid)) this.lines = reply.lines;
  }

  /** Whether what is laid ahead would fit already: good to know, and no more. */
  private async judge(): Promise<void> {
    const move = writePlay(this.pending);
    if (!move || this.judged?.move === move) return;
    const reply = await this.link.ask({ ask: "check", move });
    if (reply?.type === "checked") this.judged = { move, fits: !reply.problem };
  }

  takeBack(place: number, quietly = false): void {
    this.pending = this.pending.filter((one) => one.place !== place);
    this.reason = undefined;
    this.keep();
    void this.look();
    if (!quietly) sound("back");
  }

  /** Take back what was laid last; the way back of the undo button. */
  undo(): void {
    const last = this.pending.at(-1);
    if (last) this.takeBack(last.place);
  }

  takeBackAll(): void {
    if (this.pending.length) sound("back");
    this.pending = [];
    this.chosen = undefined;
    this.hint = undefined;
    this.reason = undefined;
    this.lines = [];
    this.keep();
  }

  /** Ask for the best moves, or put them away. */
  async askHint(): Promise<void> {
    if (this.hints.length && this.hint !== undefined) {
      this.hint = undefined;
      return;
    }
    if (!this.hints.length) {
      this.asking = true;
      const reply = await this.link.ask({ ask: "hint" }, (better) => this.refine(better));
      this.asking = false;
      this.problem = reply?.type === "unanswered" ? reply.problem : undefined;
      if (reply?.type !== "hinted") return;
      this.hints = reply.moves;
    }
    this.showHint(0);
  }

  /** Longer thought has found better moves; another one than the best that somebody looks at stays in sight. */
  private refine(reply: Reply): void {
    if (reply.type !== "hinted" || !this.hints.length) return;
    const looked = this.hint ? this.hints[this.hint]!.move : undefined;
    const at = reply.moves.findIndex(({ move }) => move === looked);
    this.hints = reply.moves;
    if (this.hint !== undefined) this.hint = Math.max(0, at);
  }

  showHint(number: number): void {
    this.takeBackAll();
    this.hint = number;
    const hint = this.hints[number];
    if (hint) announce(problemText({ ...hint, message: hint.why }));
  }

  /** Lay the tiles of the hint that is shown. */
  takeHint(): void {
    this.lay(this.suggested);
  }

  /** Lay tiles of the hand on the board; nothing where the hand does not hold them all. */
  lay(placed: readonly Placed[]): boolean {
    const free = this.hand.map((tile, place) => ({ tile, place }));
    const pending: Pending[] = [];
    for (const one of placed) {
      const at = free.findIndex(({ tile }) => tile === one.tile);
      if (at < 0) return false;
      pending.push({ ...one, place: free.splice(at, 1)[0]!.place });
    }
    if (!pending.length) return false;
    this.takeBackAll();
    this.pending = pending;
    this.keep();
    void this.look();
    sound("place");
    return true;
  }

  toggleTrade(place: number): void {
    const next = new Set(this.trading);
    if (!next.delete(place) && next.size < this.link.mostTraded) next.add(place);
    this.trading = next;
    sound("lift");
  }

  startTrade(): void {
    this.takeBackAll();
    this.trading = new Set();
  }

  async commit(): Promise<void> {
    if (this.trading) {
      const tiles = [...this.trading].map((place) => this.hand[place]!);
      await this.make({ do: "play", move: writeTrade(tiles) });
      return;
    }
    this.hover = undefined;
    if (this.ahead) this.premove.toggle();
    else await this.make({ do: "play", move: writePlay(this.pending) });
  }

  /** The turn has come: what was armed goes out, and is not armed any more before it does. */
  private async playArmed(): Promise<void> {
    this.premove.disarm();
    await this.make({ do: "play", move: writePlay(this.pending) }, true);
  }

  /** A move that needs no tiles, such as a pass. */
  async other(move: string): Promise<void> {
    await this.make({ do: "play", move });
  }

  private async make(body: Act, ahead = false): Promise<void> {
    if (this.sent) return;
    this.sent = true;
    this.sentAt = this.link.view?.seq ?? null;
    buzz("play");
    const answer = await this.link.send({ ...body, expect: this.sentAt });
    if (ahead && answer.problem?.code === "rule") {
      this.lose();
      return;
    }
    this.problem = answer.problem ?? undefined;
    if (!answer.problem) return;
    this.sent = false;
    announce(problemText(answer.problem));
  }

  /** What was laid ahead does not fit any more: the tiles are in the hand again. */
  private lose(): void {
    this.clear();
    this.premove.lose(t("web.premove.lost.classic"));
  }

  clear(): void {
    this.sent = false;
    this.pending = [];
    this.chosen = undefined;
    this.hover = undefined;
    this.trading = undefined;
    this.hints = [];
    this.hint = undefined;
    this.lines = [];
    this.reason = undefined;
    this.known.clear();
    this.keep();
  }

  /** The table has changed: what is pending stays while its turn goes on, or is still to come. */
  settle(): void {
    if (this.sent && this.link.view?.seq === this.sentAt) return; // it is still on its way, as after a lost connection
    const held = this.pending.every(({ place, tile }) => this.hand[place] === tile);
    const free = this.premove.holds && !this.pending.some(({ x, y }) => this.filled.has(cellKey(x, y)));
    this.judged = undefined;
    if (!this.canLay || (!held && !this.premove.armed)) this.clear();
    else if (!held || !free) this.lose();
    else if (this.mine && this.premove.armed) void this.playArmed();
    else if (this.pending.length && !this.lines.length) void this.look();
    this.stand();
  }

  /** Stand the hand in the rack, as far as it goes as before. */
  private stand(): void {
    this.order = reordered(this.hand, this.stood);
    this.remember();
  }

  private remember(): void {
    this.stood = this.order.map((place) => this.hand[place]);
  }

  /** Move a tile within the rack. */
  reorder(from: number, to: number): void {
    this.order = moved(this.order, from, to);
    settings.sort = "drawn";
    this.remember();
  }

  /** Sort the rack: by colour, by shape, as drawn. */
  sort(): void {
    settings.sort = nextSorting(settings.sort);
    this.order = sorted(this.hand, settings.sort);
    this.remember();
    announce(t(`web.sort.${settings.sort}`));
  }

  describe(x: number, y: number, board: Map<string, string>): string {
    const key = cellKey(x, y);
    const pending = this.pending.find((one) => one.x === x && one.y === y);
    if (pending) return t("web.cell.pending", { tile: pending.tile, cell: [x, y] });
    const tile = board.get(key);
    if (tile) return placedName({ tile, x, y });
    const state = this.cells.now.has(key) ? "web.cell.open" : this.cells.later.has(key) ? "web.cell.later" : "web.cell";
    return t(state, { cell: [x, y] });
  }

  /** Kept for a reload; and another thought is not what was armed. */
  private keep(): void {
    this.premove.disarm();
    keepDraft(this.link.table, this.pending);
  }
}
