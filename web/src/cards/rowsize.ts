/**
 * How the rows share the mat: one to four columns are tried, and the layout that shows the most of
 * every card wins. Cards of a row overlap by at most 44 %, so that every corner stays readable.
 */

export interface Sizes {
  columns: number;
  /** The width of a card; it is 1.4 times as high. */
  card: number;
  /** The width that a row has for its cards. */
  inner: number;
  rowHeight: number;
  gapX: number;
  gapY: number;
  /** Little room: small labels, thin edges. */
  tight: boolean;
  /** Room for the places that are still empty. */
  sockets: boolean;
}

export const RATIO = 1.4;
const LONGEST = 6;
const MOST_COLUMNS = 4;
/** The share of a card that is always visible; the last one of a row is never covered. */
const SEEN = 0.56;
const LARGEST = 78;
/** Below this width nobody can read a corner: then the rows scroll inside the mat. */
const SMALLEST = 24;
const AIR = 5;
/** Between the label and the right edge of a row. */
const LABEL = { wide: 46, tight: 36 };
const EDGE = 12;

interface Room {
  width: number;
  height: number;
  /** A phone: everything closer together. */
  small: boolean;
  /** Whether rows have a label at their left. */
  labels?: boolean;
  /** How wide a card may be at most. */
  largest?: number;
}

/** The layout of some places: the rows, and where a new one begins. */
export function sized(room: Room, places: number): Sizes {
  const tried = [1, 2, 3, 4].filter((columns) => columns <= Math.max(1, Math.min(MOST_COLUMNS, places)));
  const all = tried.map((columns) => inColumns(room, places, columns));
  const best = all.reduce((one, other) => (seenOf(other) > seenOf(one) + 0.5 ? other : one));
  return best.card >= SMALLEST ? best : scrolling(room, all);
}

function inColumns(
  { width, height, small, labels = true, largest = LARGEST }: Room,
  places: number,
  columns: number,
): Sizes {
  const lines = Math.ceil(places / columns);
  const tight = small || lines > 5 || width / columns < 330;
  const [gapX, gapY, pad] = [small ? 7 : tight ? 12 : 20, small ? 8 : tight ? 11 : 16, tight ? 8 : 18];
  const label = !labels ? 0 : tight ? LABEL.tight : LABEL.wide;
  const inner = (width - gapX * (columns - 1)) / columns - label - EDGE;
  const high = ((height - gapY * (lines - 1)) / lines - pad) / RATIO;
  const card = Math.max(1, Math.min(largest, high, inner / (1 + (LONGEST - 1) * SEEN)));
  const sockets = stepOf({ card, inner }, LONGEST) >= card && places < 11;
  return { columns, card, inner, rowHeight: card * RATIO + pad, gapX, gapY, tight, sockets };
}

/** More rows than the mat can show: as many columns as leave cards readable. */
function scrolling({ small }: Room, all: Sizes[]): Sizes {
  const pad = 8;
  const card = small ? 30 : 34;
  const wide = all.findLast(({ inner }) => inner >= card * (1 + (LONGEST - 1) * SEEN)) ?? all[0]!;
  return { ...wide, card, rowHeight: card * RATIO + pad, tight: true, sockets: false };
}

/** How far apart the cards of a row lie. */
export function stepOf({ card, inner }: Pick<Sizes, "card" | "inner">, cards: number): number {
  return Math.max(card * SEEN, Math.min(card + AIR, (inner - card) / Math.max(3, cards - 1)));
}

const seenOf = (sizes: Sizes): number => sizes.card * 0.35 + Math.min(stepOf(sizes, LONGEST), sizes.card) * 0.65;
