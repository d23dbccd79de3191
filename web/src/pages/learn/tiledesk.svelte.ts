/** A turn of a lesson as a table that answers by itself: offers, reasons and lines are read off its data. */
import { Offers } from "../../protocol/offers";
import type { Act, Asked } from "../../protocol/api";
import { cellKey, parsePlay, parseTrade, without, type Placed } from "../../protocol/tiles";
import type { Answer, Problem, Reply } from "../../protocol/wire";
import type { Desk } from "../../tiles/tileplay.svelte";
import { lineOf, type Line, type TileStep } from "./lessons";

/** A move that was made here. */
export interface Made {
  points: number;
  lines: Line[];
  /** What going out brought besides its lines. */
  out: number;
  /** Whether it is the move that the lesson shows. */
  asShown: boolean;
  /** What was traded, and what came out of the bag for it. */
  traded: string[];
  drawn: string[];
  /** Who has won by it, where it ended the game. */
  winners: number[];
}

const asSet = (move: string): string => move.split(" ").sort().join(" ");

export class TileDesk implements Desk {
  readonly table: string;
  readonly offers: Offers;
  readonly mostTraded: number;
  made = $state.raw<Made | undefined>();

  private readonly hand = $derived.by(() =>
    this.made ? [...without(this.step.hand, this.made.traded), ...this.made.drawn] : this.step.hand,
  );
  readonly view = $derived.by(() => ({
    hand: this.hand,
    turn: this.made?.traded.length ? null : this.step.seat,
    yours: [this.step.seat],
    seq: this.made?.traded.length ? 1 : 0,
  }));
  readonly scores = $derived.by(() =>
    this.step.scores.map((score, seat) => score + (seat === this.step.seat ? (this.made?.points ?? 0) : 0)),
  );

  constructor(readonly step: TileStep) {
    this.table = `lesson-${step.key}`;
    this.offers = new Offers(step.offers.map(([move, points]) => [move, points]));
    this.mostTraded = step.most;
  }

  private offerOf(move: string) {
    return this.step.offers.find(([one]) => asSet(one) === asSet(move));
  }

  async ask(body: Asked): Promise<Reply | undefined> {
    if (body.ask !== "check") return undefined;
    const offer = this.offerOf(body.move);
    const problem = offer ? null : this.faultOf(parsePlay(body.move));
    const lines = (offer?.[2] ?? []).map(lineOf);
    return { type: "checked", id: "", problem, points: offer?.[1] ?? 0, lines, rows: [] };
  }

  /** Why the last of some tiles cannot go where it is. */
  private faultOf(placed: readonly Placed[]): Problem {
    const last = placed.at(-1)!;
    if (placed.length > 1) return { code: "rule", key: "web.learn.no", message: "" };
    const faults = this.step.faults[last.tile] ?? [];
    const here = faults.find(([, , cells]) => cells.split(" ").includes(cellKey(last.x, last.y)));
    const [key] = here ?? this.step.far;
    const tiles = here ? here[1].split(" ") : [last.tile];
    const words = { cell: [last.x, last.y], n: here ? tiles.length : this.step.far[1] };
    return { code: "rule", key, message: "", words, tiles, rule: key.split(".")[0]! };
  }

  async send(body: Act): Promise<Answer> {
    const traded = body.do === "play" ? parseTrade(body.move) : undefined;
    if (traded) this.trade(traded);
    else if (body.do === "play") this.play(body.move);
    return { id: "" };
  }

  private play(move: string): void {
    const offer = this.offerOf(move);
    if (!offer) return;
    const [text, points, lines, out] = offer;
    this.made = {
      points,
      lines: lines.map(lineOf),
      out,
      asShown: asSet(text) === asSet(this.step.move),
      traded: [],
      drawn: [],
      winners: this.step.results[text] ?? [],
    };
  }

  private trade(traded: string[]): void {
    const drawn = this.step.drawn.slice(0, traded.length);
    this.made = { points: 0, lines: [], out: 0, asShown: true, traded, drawn, winners: [] };
  }

  /** The move that the lesson shows, tile by tile. */
  get shown(): Placed[] {
    return parsePlay(this.step.move);
  }
}

/** The tiles of a move that lie in more than one of its lines. */
export function countedTwice(lines: readonly Line[], laid: readonly Placed[]): string[] {
  const times = (cell: string) => lines.filter(({ cells }) => cells.some(([x, y]) => cellKey(x, y) === cell)).length;
  return laid.filter(({ x, y }) => times(cellKey(x, y)) > 1).map(({ tile }) => tile);
}
