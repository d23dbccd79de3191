/**
 * How cards lie while a turn of the card game is thought about. Every card has an id, for there
 * are three of each kind: `t5` lay on the table when the turn began, `h2` was in the hand. Which
 * rows may lie so is not known here.
 */
import { byKind, without } from "../protocol/tiles";

export type CardId = string;
export interface Row {
  /** Rows that lay there when the turn began have the number of their place on the table. */
  id: number;
  cards: CardId[];
}

/** What the turn began with. */
export interface Base {
  rows: string[][];
  hand: string[];
}

export type Target = number | "new" | "hand";

export const isFromHand = (card: CardId): boolean => card[0] === "h";
export const placeOf = (card: CardId): number => Number(card.slice(1));
export const handCard = (place: number): CardId => `h${place}`;

export function tileOf(base: Base, card: CardId): string {
  const tiles = isFromHand(card) ? base.hand : base.rows.flat();
  return tiles[placeOf(card)] ?? "";
}

/** The row in which a card of the table lay when the turn began. */
export function homeOf(base: Base, card: CardId): number {
  let left = placeOf(card);
  return base.rows.findIndex((row) => (left -= row.length) < 0);
}

/** The table as it is, before anything is moved. */
export function start(base: Base): Row[] {
  let next = 0;
  return base.rows.map((tiles, id) => ({ id, cards: tiles.map(() => `t${next++}`) }));
}

export const tilesOf = (base: Base, row: Row): string[] => row.cards.map((card) => tileOf(base, card));

export const inOrder = (base: Base, cards: CardId[]): CardId[] =>
  [...cards].sort((one, other) => byKind(tileOf(base, one), tileOf(base, other)));

const freshId = (rows: Row[]): number => Math.max(-1, ...rows.map(({ id }) => id)) + 1;

/** Move cards to a row, to a new one, or back to the hand; a row that loses its last card is gone. */
export function moved(base: Base, rows: Row[], cards: Iterable<CardId>, to: Target): Row[] {
  const taken = new Set([...cards].filter((card) => to !== "hand" || isFromHand(card)));
  const left = rows.map((row) => ({ ...row, cards: row.cards.filter((card) => !taken.has(card)) }));
  if (!taken.size) return rows;
  if (to === "new") left.push({ id: freshId([...rows, { id: base.rows.length - 1, cards: [] }]), cards: [] });
  const target = to === "new" ? left.at(-1) : left.find(({ id }) => id === to);
  if (target) target.cards = inOrder(base, [...target.cards, ...taken]);
  return left.filter((row) => row.cards.length);
}

/** Whether two layouts show the same cards in the same rows. */
export const alike = (one: Row[], other: Row[]): boolean =>
  JSON.stringify(one.map(({ id, cards }) => [id, cards])) === JSON.stringify(other.map(({ id, cards }) => [id, cards]));

/**
 * The cards of a new table, named by their kinds, as a layout: each row goes where most of its
 * cards lay, so that what did not move does not seem to.
 */
export function arranged(base: Base, kinds: string[][], fromHand: CardId[]): Row[] {
  const old = start(base);
  const pool = new Set([...old.flatMap(({ cards }) => cards), ...fromHand]);
  const homes = homesOf(base, kinds, old);
  const rows = kinds.map((_, n): Row => homes[n] ?? { id: -1, cards: [] });
  const filled = rows.map((row, n) => take(base, kinds[n]!, row.cards, pool));
  const laid = filled.map(({ cards, missing }) => [...cards, ...take(base, missing, [...pool], pool).cards]);
  let fresh = base.rows.length;
  return rows
    .map((row, n) => ({ ...row, id: row.id < 0 ? fresh++ : row.id, cards: inOrder(base, laid[n]!) }))
    .sort((one, other) => one.id - other.id);
}

/** The way from one layout to another, a card at a time: back to the hand, then across the table, then from the hand. */
export function stepsTo(base: Base, from: Row[], to: Row[]): Row[][] {
  const goal = new Map(to.flatMap(({ id, cards }) => cards.map((card) => [card, id] as const)));
  const back = from.flatMap(({ cards }) => cards).filter((card) => !goal.has(card));
  const across = [...goal.keys()].sort((one, other) => Number(isFromHand(one)) - Number(isFromHand(other)));
  const steps: Row[][] = back.length ? [moved(base, from, back, "hand")] : [];
  const now = () => steps.at(-1) ?? from;
  for (const card of across)
    if (idOf(now(), card) !== goal.get(card)) steps.push(brought(base, now(), card, goal.get(card)!));
  return alike(now(), to) ? steps : [...steps, to];
}

const idOf = (rows: Row[], card: CardId): number | undefined => rows.find(({ cards }) => cards.includes(card))?.id;

/** One card goes to the row with a number, which begins with it where there is none. */
function brought(base: Base, rows: Row[], card: CardId, id: number): Row[] {
  const there = rows.some((row) => row.id === id)
    ? rows
    : [...rows, { id, cards: [] }].sort((one, other) => one.id - other.id);
  return moved(base, there, [card], id);
}

/** The tiles of a row with more cards, in the order in which they would lie. */
export const tilesWith = (base: Base, row: Row, cards: Iterable<CardId>): string[] =>
  inOrder(base, [...new Set([...row.cards, ...cards])]).map((card) => tileOf(base, card));

/** Which old row each new one continues: the pairs with the most in common first. */
function homesOf(base: Base, kinds: string[][], old: Row[]): (Row | undefined)[] {
  const pairs = kinds.flatMap((tiles, n) => old.map((row) => ({ n, row, common: common(tiles, tilesOf(base, row)) })));
  const homes: (Row | undefined)[] = kinds.map(() => undefined);
  for (const { n, row, common } of pairs.sort((one, other) => other.common - one.common))
    if (common && !homes[n] && !homes.includes(row)) homes[n] = row;
  return homes;
}

function common(one: string[], other: string[]): number {
  return one.length - without(one, other).length;
}

function take(base: Base, kinds: string[], among: CardId[], pool: Set<CardId>): { cards: CardId[]; missing: string[] } {
  const cards: CardId[] = [];
  const missing: string[] = [];
  for (const kind of kinds) {
    const card = among.find((one) => pool.has(one) && tileOf(base, one) === kind);
    if (card === undefined) missing.push(kind);
    else {
      pool.delete(card);
      cards.push(card);
    }
  }
  return { cards, missing };
}
