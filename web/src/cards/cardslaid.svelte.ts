/** The cards as they lie in a turn that is being thought about: on the table, in the hand, and which are chosen. */
import {
  alike,
  handCard,
  homeOf,
  isFromHand,
  start,
  tileOf,
  tilesOf,
  type Base,
  type CardId,
  type Row,
} from "./cardlayout";
import { parseRows, without, writeRows } from "../protocol/tiles";

export const NOTHING: ReadonlySet<CardId> = new Set();

export class CardsLaid {
  rows = $state.raw<Row[]>([]);
  chosen = $state.raw<ReadonlySet<CardId>>(NOTHING);
  protected base = $state.raw<Base>({ rows: [], hand: [] });

  get hand(): string[] {
    return this.base.hand;
  }

  /** What the turn began with; another table is another object. */
  get origin(): Base {
    return this.base;
  }

  readonly text = $derived(writeRows(this.rows.map((row) => tilesOf(this.base, row))));
  readonly touched = $derived(!alike(this.rows, start(this.base)));

  tile(card: CardId): string {
    return tileOf(this.base, card);
  }

  tiles(row: Row): string[] {
    return tilesOf(this.base, row);
  }

  /** Rows are counted from the top of the table. */
  number(row: Row): number {
    return this.rows.findIndex(({ id }) => id === row.id) + 1;
  }

  /** What a card on the table has been through in this turn. */
  newsOf(row: Row, card: CardId): "mine" | "moved" | undefined {
    if (isFromHand(card)) return "mine";
    return homeOf(this.base, card) === row.id ? undefined : "moved";
  }

  isOut(place: number): boolean {
    return this.rows.some(({ cards }) => cards.includes(handCard(place)));
  }

  get chosenFromHand(): CardId[] {
    return [...this.chosen].filter(isFromHand);
  }

  protected get played(): CardId[] {
    return this.rows.flatMap(({ cards }) => cards.filter(isFromHand));
  }

  /** The cards of the hand that a table needs besides those that lie there. */
  needs(text: string): string[] {
    return without(parseRows(text).flat(), this.base.rows.flat());
  }

  /** Cards of the hand by their kinds, each once. */
  cardsOf(kinds: string[]): CardId[] {
    const places = this.hand.map((_, place) => place);
    return kinds.flatMap((kind) => {
      const at = places.findIndex((place) => this.hand[place] === kind);
      return at < 0 ? [] : places.splice(at, 1).map(handCard);
    });
  }
}
