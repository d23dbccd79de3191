/**
 * What was laid ahead of a turn, carried over to the table as it is when others have gone on. A row that was touched
 * must still lie there; it may have grown. Whether the rows are then valid is not known here.
 */
import type { Thought } from "./cardkeep";
import { alike, inOrder, start, tilesOf, type Base, type CardId, type Row } from "./cardlayout";
import { without } from "../protocol/tiles";

/** What was thought about one table, about another one; the steps as far as they can be taken there. */
export function carried({ base, rows, past }: Thought, to: Base): Thought | undefined {
  const next = rebased(base, rows, to);
  const steps = past.map((step) => rebased(base, step, to)).filter((step) => step !== undefined);
  return next && { base: to, rows: next, past: steps };
}

/** The same layout on another table; nothing where a row that it needs is gone, or the hand is another. */
export function rebased(from: Base, rows: Row[], to: Base): Row[] | undefined {
  if (JSON.stringify(from.hand) !== JSON.stringify(to.hand)) return undefined;
  const old = start(from);
  const changed = rows.filter((row) => !old.some((one) => alike([one], [row])));
  const homes = homesOf(from, touched(old, changed), to);
  if (!homes) return undefined;
  const cards = cardsOf(from, old, to, homes);
  const laid = new Set(changed.flatMap((row) => row.cards.map((card) => cards.get(card) ?? card)));
  const next = start(to).map((row) => ({ ...row, cards: row.cards.filter((card) => !laid.has(card)) }));
  let fresh = to.rows.length;
  for (const row of changed) {
    const home = next.find(({ id }) => id === homes.get(row.id)) ?? next[next.push({ id: fresh++, cards: [] }) - 1]!;
    home.cards = inOrder(to, [...home.cards, ...row.cards.map((card) => cards.get(card) ?? card)]);
  }
  return next.filter((row) => row.cards.length);
}

/** The rows of the old table that are laid otherwise now, or lent a card. */
function touched(old: Row[], changed: Row[]): Row[] {
  const used = new Set(changed.flatMap((row) => row.cards));
  const ids = new Set(changed.map(({ id }) => id));
  return old.filter((row) => ids.has(row.id) || row.cards.some((card) => used.has(card)));
}

/** Where each of some rows is on another table: as it was, or else with cards that were added. */
function homesOf(from: Base, rows: Row[], to: Base): Map<number, number> | undefined {
  const homes = new Map<number, number>();
  const free = new Set(to.rows.keys());
  for (const grown of [false, true])
    for (const row of rows.filter(({ id }) => !homes.has(id))) {
      const tiles = tilesOf(from, row);
      const home = [...free].find(
        (n) => !without(tiles, to.rows[n]!).length && (grown || to.rows[n]!.length === tiles.length),
      );
      if (home === undefined) continue;
      homes.set(row.id, home);
      free.delete(home);
    }
  return homes.size === rows.length ? homes : undefined;
}

/** The cards of those rows by their ids on the other table. */
function cardsOf(from: Base, old: Row[], to: Base, homes: Map<number, number>): Map<CardId, CardId> {
  const cards = new Map<CardId, CardId>();
  const there = start(to);
  for (const row of old.filter(({ id }) => homes.has(id))) {
    const home = there[homes.get(row.id)!]!;
    const left = home.cards.map((card, n) => ({ card, tile: to.rows[home.id]![n]! }));
    row.cards.forEach((card, n) => {
      const at = left.findIndex(({ tile }) => tile === from.rows[row.id]![n]);
      cards.set(card, left.splice(at, 1)[0]!.card);
    });
  }
  return cards;
}
