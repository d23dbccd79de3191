/** A turn of a card lesson as a table that answers by itself: which rows are valid is read off its data. */
import type { CardLink } from "../../cards/cardplay.svelte";
import { Offers } from "../../protocol/offers";
import type { Act, Asked } from "../../protocol/api";
import { isTable } from "../../protocol/rows";
import { parseRows, without, writeRows } from "../../protocol/tiles";
import type { Answer, Problem, Reply, RowCheck, TableView } from "../../protocol/wire";
import type { CardStep } from "./lessons";
import { cardPlayers } from "./names";

const written = (row: string[]): string => [...row].sort().join(" ");
const asSet = (rows: string[][]): string => rows.map(written).sort().join(" | ");

export class CardDesk implements CardLink {
  readonly table: string;
  readonly sending = 0;
  /** How many rows the turn captured; undefined while it has not ended. */
  captured = $state<number | undefined>();
  /** Whether it ended as the lesson shows it. */
  asShown = $state(false);
  /** Whether the hand still is the one with which nothing can be played. */
  private stuck = $state(false);
  private taken = $state.raw<string[][]>([]);

  constructor(readonly step: CardStep) {
    this.table = `lesson-${step.key}`;
    this.stuck = !!step.stuck;
  }

  readonly offers = $derived.by(() => new Offers(this.stuck ? [["exchange", 0]] : []));
  /** Whether the hand has been exchanged, and the turn goes on. */
  readonly exchanged = $derived.by(() => !!this.step.stuck && !this.stuck);
  readonly over = $derived(this.captured !== undefined);
  readonly view = $derived.by(
    () =>
      ({
        rows: this.step.rows,
        hand: this.stuck ? this.step.stuck! : this.step.hand,
        bag: this.pile,
        turn: this.step.look || this.over ? null : this.step.seat,
        you: null,
        yours: [this.step.seat],
        seq: this.stuck ? 0 : 1,
        seats: cardPlayers().map((name, seat) => ({ name, captured: this.rowsOf(seat) })),
      }) as unknown as TableView,
  );

  /** What is left of the pile when the turn is over, and before. */
  readonly pile = $derived.by(() => (this.step.pile ?? 0) - (this.over ? (this.step.drawn ?? []).length : 0));

  rowsOf(seat: number): string[][] {
    const rows = this.step.captured[seat] ?? [];
    return seat === this.step.seat ? [...rows, ...this.taken] : rows;
  }

  /** Who has won by it, where it was the last turn of the game. */
  get winners(): number[] {
    return this.step.results?.[this.captured ?? 0] ?? [];
  }

  async ask(body: Asked): Promise<Reply | undefined> {
    if (body.ask !== "check") return undefined;
    const rows = parseRows(body.move).map((row) => this.judge(row));
    const problem = rows.find((row) => row.problem)?.problem ?? this.wholeFault(body.move);
    const points = rows.filter(({ captured }) => captured).length;
    return { type: "checked", id: "", problem, points, lines: [], rows };
  }

  private judge(row: string[]): RowCheck {
    const text = written(row);
    if (this.step.standing.includes(text)) return { row, captured: this.step.captures.includes(text), problem: null };
    return { row, captured: false, problem: this.reason(row, this.step.short.includes(text)) };
  }

  /** Which sentence tells best why a row is not valid. */
  private reason(row: string[], short: boolean): Problem {
    const twin = row.find((card, n) => row.indexOf(card) !== n);
    const key = short ? "C4.short" : twin ? "C4.alike" : "C4.mixed";
    return { code: "rule", key, message: "", rule: "C4", tiles: twin ? [twin] : row };
  }

  /** What is wrong with a turn of which every row is valid. */
  private wholeFault(move: string): Problem | null {
    const { openings = [] } = this.step;
    const laid = without(parseRows(move).flat(), this.step.rows.flat());
    if (!laid.length) return { code: "rule", key: "C5.none", message: "", rule: "C5" };
    if (openings.length && !openings.includes(written(parseRows(move).flat())))
      return { code: "rule", key: "C3.must", message: "", rule: "C3" };
    return null;
  }

  async send(body: Act): Promise<Answer> {
    if (body.do === "play" && isTable(body.move)) this.finish(parseRows(body.move));
    else if (body.do === "play") this.stuck = false;
    return { id: "" };
  }

  private finish(rows: string[][]): void {
    this.taken = rows.filter((row) => this.step.captures.includes(written(row)));
    this.asShown = asSet(rows) === asSet(parseRows(this.step.move));
    this.captured = this.taken.length;
  }

  /** How the cards lie that the lesson shows. */
  get shown(): string {
    return writeRows(parseRows(this.step.move));
  }
}
