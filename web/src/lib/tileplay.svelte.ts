/**
 * A turn of the tile game that is being thought about: which tile is chosen, which lie on the
 * board for now. What may lie where is read off the offers; reasons come from the server.
 */
import { announce } from "./announce.svelte";
import { placedName, t, tileName } from "./i18n.svelte";
import type { TableLink } from "./table.svelte";
import { cellKey, writePlay, type Placed } from "./tiles";
import type { LinePoints, Problem } from "./wire";

interface Pending extends Placed {
  /** Which tile of the hand it is. */
  place: number;
}

export class TilePlay {
  chosen = $state<number | undefined>();
  pending = $state<Pending[]>([]);
  trading = $state<Set<number> | undefined>();
  reason = $state.raw<{ x: number; y: number; problem: Problem } | undefined>();
  problem = $state("");
  lines = $state.raw<LinePoints[]>([]);
  /** A move is on its way, or made: its tiles lie where they are until the new board comes. */
  private sent = $state(false);

  constructor(private readonly link: TableLink) {
    this.restore();
  }

  get hand(): string[] {
    return this.link.view?.hand ?? [];
  }

  get mine(): boolean {
    const view = this.link.view;
    return !this.sent && !!view && view.turn !== null && view.yours.includes(view.turn);
  }

  readonly openCells = $derived.by(() => {
    const tile = this.chosen === undefined ? undefined : this.hand[this.chosen];
    return tile && this.mine ? this.link.offers.cellsFor(tile, this.pending) : new Set<string>();
  });

  readonly points = $derived.by(() => this.link.offers.points(this.pending));

  isPending(place: number): boolean {
    return this.pending.some((one) => one.place === place);
  }

  /** Choose a tile of the hand, or let go of it. */
  choose(place: number): void {
    this.reason = undefined;
    if (this.trading) {
      this.toggleTrade(place);
      return;
    }
    if (this.isPending(place)) this.takeBack(place);
    this.chosen = this.chosen === place ? undefined : place;
    if (this.chosen !== undefined)
      announce(t("web.chosen", { tile: this.hand[place]!, n: this.openCells.size }));
  }

  /** A cell was tapped, or a tile dropped on it. */
  async at(x: number, y: number): Promise<void> {
    this.reason = undefined;
    const lying = this.pending.find((one) => one.x === x && one.y === y);
    if (lying) {
      this.takeBack(lying.place);
      this.chosen = lying.place;
      return;
    }
    if (this.chosen === undefined) return;
    if (this.openCells.has(cellKey(x, y))) this.put(this.chosen, x, y);
    else await this.explain(x, y);
  }

  private put(place: number, x: number, y: number): void {
    this.pending = [...this.pending, { place, tile: this.hand[place]!, x, y }];
    this.chosen = undefined;
    this.keep();
    void this.look();
    const said = this.points === undefined ? "web.placed" : "web.placed.points";
    announce(t(said, { tile: this.hand[place]!, cell: [x, y], n: this.points ?? 0 }));
  }

  /** Why the chosen tile cannot go there, in the server's words. */
  private async explain(x: number, y: number): Promise<void> {
    const tile = this.hand[this.chosen!];
    if (!tile || !this.mine) return;
    const move = writePlay([...this.pending, { tile, x, y }]);
    const reply = await this.link.ask({ ask: "check", move });
    if (reply?.type === "checked" && reply.problem) {
      this.reason = { x, y, problem: reply.problem };
      announce(reply.problem.message);
    }
  }

  /** The lines of the pending tiles, with their points. */
  private async look(): Promise<void> {
    this.lines = [];
    if (this.points === undefined) return;
    const asked = writePlay(this.pending);
    const reply = await this.link.ask({ ask: "check", move: asked });
    if (reply?.type === "checked" && asked === writePlay(this.pending)) this.lines = reply.lines;
  }

  takeBack(place: number): void {
    this.pending = this.pending.filter((one) => one.place !== place);
    this.reason = undefined;
    this.keep();
    void this.look();
  }

  takeBackAll(): void {
    this.pending = [];
    this.chosen = undefined;
    this.reason = undefined;
    this.lines = [];
    this.keep();
  }

  toggleTrade(place: number): void {
    const next = new Set(this.trading);
    if (!next.delete(place) && next.size < this.link.mostTraded) next.add(place);
    this.trading = next;
  }

  startTrade(): void {
    this.takeBackAll();
    this.trading = new Set();
  }

  async commit(): Promise<void> {
    const move = this.trading
      ? { do: "trade", tiles: [...this.trading].map((place) => this.hand[place]) }
      : { do: "play", move: writePlay(this.pending) };
    await this.make(move);
  }

  /** A move that needs no tiles, such as a pass. */
  async other(move: string): Promise<void> {
    await this.make({ do: "play", move });
  }

  private async make(body: Record<string, unknown>): Promise<void> {
    if (this.sent) return;
    this.sent = true;
    const answer = await this.link.send({ ...body, expect: this.link.view?.seq });
    this.problem = answer.problem?.message ?? "";
    if (!answer.problem) return;
    this.sent = false;
    announce(answer.problem.message);
  }

  clear(): void {
    this.sent = false;
    this.pending = [];
    this.chosen = undefined;
    this.trading = undefined;
    this.lines = [];
    this.keep();
  }

  /** The hand has changed under the pending tiles, or the turn is over: nothing is pending. */
  settle(): void {
    const fits = this.pending.every(({ place, tile }) => this.hand[place] === tile);
    if (!fits || !this.mine) this.clear();
    else if (this.pending.length && !this.lines.length) void this.look();
  }

  describe(x: number, y: number, board: Map<string, string>): string {
    const key = cellKey(x, y);
    const pending = this.pending.find((one) => one.x === x && one.y === y);
    const lying = pending?.tile ?? board.get(key);
    if (pending) return t("web.cell.pending", { tile: pending.tile, cell: [x, y] });
    if (lying) return placedName({ tile: lying, x, y });
    return t(this.openCells.has(key) ? "web.cell.open" : "web.cell", { cell: [x, y] });
  }

  tileLabel(place: number): string {
    return tileName(this.hand[place] ?? "");
  }

  private get key(): string {
    return `pending:${this.link.table}`;
  }

  /** Kept for a reload or a restart in the middle of a thought. */
  private keep(): void {
    sessionStorage.setItem(this.key, JSON.stringify(this.pending));
  }

  private restore(): void {
    try {
      this.pending = JSON.parse(sessionStorage.getItem(this.key) ?? "[]") as Pending[];
    } catch {
      this.pending = [];
    }
  }
}
