/** A position while it is set up by hand. Every change is looked at by the engine, which counts the bag and says what is wrong. */
import type { Unsaid } from "../app/i18n.svelte";
import type { State } from "../engine/questions";
import { troubleOf } from "../protocol/api";
import { cellKey, COLORS, colorOf, parsePlaced, SHAPES, shapeOf, TILES } from "../protocol/tiles";
import { emptyPosition, inOrder, UNKNOWN, withPlayers, type Position } from "./position";

/** Put a tile on a cell, or take away the one that lies there: with the same tile again, or with none. */
export function onCell(position: Position, piece: string, x: number, y: number): Position {
  const here = (placed: string) => placed.endsWith(`@${x},${y}`);
  const lies = position.board.find(here);
  const rest = position.board.filter((placed) => !here(placed));
  const takes = piece === UNKNOWN || (!!lies && parsePlaced(lies).tile === piece);
  return { ...position, board: takes ? rest : [...rest, `${piece}@${x},${y}`] };
}

const at = <Each>(all: readonly Each[], place: number, change: (one: Each) => Each): Each[] =>
  all.map((one, n) => (n === place ? change(one) : one));
const less = <Each>(all: readonly Each[], place: number): Each[] => all.filter((_, n) => n !== place);

export const toHand = (position: Position, piece: string, seat: number): Position => ({
  ...position,
  hands: at(position.hands, seat, (hand) => {
    const place = piece === UNKNOWN ? -1 : hand.indexOf(UNKNOWN); // a piece that is known takes the place of one that is not
    return inOrder([...(place < 0 ? hand : less(hand, place)), piece]);
  }),
});

export const fromHand = (position: Position, seat: number, place: number): Position => ({
  ...position,
  hands: at(position.hands, seat, (hand) => less(hand, place)),
});

/** Add a card to a row; to one that is not there yet, it begins it. */
export const toRow = (position: Position, card: string, row: number): Position => ({
  ...position,
  rows: row < position.rows.length ? at(position.rows, row, (cards) => [...cards, card]) : [...position.rows, [card]],
});

export const fromRow = (position: Position, row: number, place: number): Position => ({
  ...position,
  rows: at(position.rows, row, (cards) => less(cards, place)).filter((cards) => cards.length),
});

/** All pieces of one colour, or of one shape: what a captured row is made of. */
export const everyOf = (piece: string, what: "color" | "shape"): string[] =>
  what === "color" ? SHAPES.map((shape) => colorOf(piece) + shape) : COLORS.map((color) => color + shapeOf(piece));

export class SetUp {
  position = $state.raw<Position>() as Position;
  /** The piece that the next tap puts down; `?` takes tiles away. */
  piece = $state(TILES[0]!);
  /** The position as the engine sees it; nothing where it cannot be, and then there is a problem. */
  seen = $state.raw<State | undefined>();
  problem = $state.raw<Unsaid | undefined>();
  private past = $state.raw<Position[]>([]);
  private asked = 0;

  constructor(
    start: Position,
    private readonly state: (position: Position) => Promise<State>,
  ) {
    this.position = start;
    void this.look();
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  /** Whether it is another position than at the start. */
  get isChanged(): boolean {
    return this.past.length > 0 && JSON.stringify(this.past[0]) !== JSON.stringify(this.position);
  }

  /** The cells that a problem is about. */
  readonly wrong = $derived.by((): ReadonlySet<string> => new Set(this.problem?.cells?.map(([x, y]) => cellKey(x, y))));

  change(next: Position): void {
    this.past = [...this.past, this.position];
    this.position = next;
    void this.look();
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.position = before;
    void this.look();
  }

  clear(): void {
    const { edition, hands } = this.position;
    this.change(emptyPosition(edition, hands.length));
  }

  players(count: number): void {
    this.change(withPlayers(this.position, count));
  }

  turn(seat: number): void {
    this.change({ ...this.position, turn: seat });
  }

  points(seat: number, points: number): void {
    this.change({ ...this.position, points: at(this.position.points, seat, () => points) });
  }

  capture(seat: number, row: string[]): void {
    this.change({ ...this.position, captured: at(this.position.captured, seat, (rows) => [...rows, row]) });
  }

  release(seat: number, row: number): void {
    this.change({ ...this.position, captured: at(this.position.captured, seat, (rows) => less(rows, row)) });
  }

  private async look(): Promise<void> {
    const asked = ++this.asked;
    const found = await this.state(this.position).catch(troubleOf);
    if (asked !== this.asked) return;
    this.seen = "key" in found ? undefined : found;
    this.problem = "key" in found ? found : undefined;
  }
}
