/** The way from one table to another as single steps, to be shown and told: read off the two tables alone. */
import { colorOf, shapeOf, without, type Color, type Shape } from "../protocol/tiles";
import { arranged, handCard, isFromHand, start, stepsTo, tileOf, tilesOf } from "./cardlayout";
import type { Base, CardId, Row } from "./cardlayout";

export interface CardStep {
  card: CardId;
  tile: string;
  fromHand: boolean;
  /** Whether a row begins with it. */
  begins: boolean;
  /** What the cards of its row have in common in the end. */
  feature: Color | Shape;
  /** Whether it completes a row that is captured. */
  captures: boolean;
}

/** A table with the way to it. */
export interface Way {
  base: Base;
  /** The table before the first step, and after each. */
  tables: Row[][];
  steps: CardStep[];
  /** The rows that are captured. */
  captured: ReadonlySet<number>;
}

/** From the rows that lay there to those of a move, which names its captured rows last. */
export function wayTo(before: string[][], after: string[][], captures: number): Way {
  const base: Base = { rows: before, hand: without(after.flat(), before.flat()) };
  const from = start(base);
  const to = arranged(
    base,
    after,
    base.hand.map((_, place) => handCard(place)),
  );
  const tables = [from, ...stepsTo(base, from, to)];
  const captured = capturedAmong(base, to, after.slice(after.length - captures));
  const steps = tables.slice(1).flatMap((table, at) => stepTo(base, tables[at]!, table, to));
  return { base, tables, steps: steps.map((step, at) => told(step, at, steps, captured)), captured };
}

type Step = Omit<CardStep, "captures"> & { row: number };

/** The one card that lies in another row than before. */
function stepTo(base: Base, before: Row[], table: Row[], end: Row[]): Step[] {
  const home = (rows: Row[], card: CardId) => rows.find(({ cards }) => cards.includes(card))?.id;
  return table.flatMap(({ id, cards }) =>
    cards
      .filter((card) => home(before, card) !== id)
      .map((card) => ({
        card,
        tile: tileOf(base, card),
        fromHand: isFromHand(card),
        begins: !before.some((row) => row.id === id),
        feature: featureOf(
          tilesOf(
            base,
            end.find((row) => row.id === id)!,
          ),
        ),
        row: id,
      })),
  );
}

function told({ row, ...step }: Step, at: number, all: Step[], captured: ReadonlySet<number>): CardStep {
  const later = all.slice(at + 1).some((other) => other.row === row);
  return { ...step, captures: captured.has(row) && !later };
}

const featureOf = (tiles: string[]): Color | Shape =>
  new Set(tiles.map(colorOf)).size === 1 ? colorOf(tiles[0]!) : shapeOf(tiles[0]!);

/** Which rows those are whose kinds are named. */
function capturedAmong(base: Base, rows: Row[], kinds: string[][]): Set<number> {
  const found = new Set<number>();
  for (const tiles of kinds) {
    const row = rows.find((one) => !found.has(one.id) && !without(tiles, tilesOf(base, one)).length);
    if (row) found.add(row.id);
  }
  return found;
}
