/** Tiles by their codes: a colour letter and a shape letter, as in `Ro`. */

export const COLORS = ["R", "O", "Y", "G", "B", "P"] as const;
export const SHAPES = ["o", "x", "d", "s", "t", "c"] as const;
export type Color = (typeof COLORS)[number];
export type Shape = (typeof SHAPES)[number];

/** What pieces can have in common, as the catalogues and the server name it. */
export const FEATURES: Record<Color | Shape, string> = {
  R: "red",
  O: "orange",
  Y: "yellow",
  G: "green",
  B: "blue",
  P: "purple",
  o: "circle",
  x: "cross",
  d: "diamond",
  s: "square",
  t: "star",
  c: "clover",
};

export interface Placed {
  x: number;
  y: number;
  tile: string;
}

export const colorOf = (tile: string): Color => tile[0] as Color;
export const shapeOf = (tile: string): Shape => tile[1] as Shape;
export const cellKey = (x: number, y: number): string => `${x},${y}`;
export const TILES = COLORS.flatMap((color) => SHAPES.map((shape) => color + shape));

/** Read `Ro@0,0`. */
export function parsePlaced(text: string): Placed {
  const [tile = "", cell = ""] = text.split("@");
  const [x = "0", y = "0"] = cell.split(",");
  return { tile, x: Number(x), y: Number(y) };
}

/** The tiles of a play; none for a move of another kind. */
export function parsePlay(move: string): Placed[] {
  return move.includes("@") ? move.split(" ").map(parsePlaced) : [];
}

export const writePlay = (tiles: Placed[]): string => tiles.map(({ tile, x, y }) => `${tile}@${x},${y}`).join(" ");

/** The rows of a card table, as in `Ro Rx Rd | Gs Bs Ys`. */
export const parseRows = (move: string): string[][] => move.split("|").map((row) => row.trim().split(/\s+/));

export const writeTrade = (tiles: readonly string[]): string => `trade ${tiles.join(" ")}`;

/** The tiles of a trade; nothing where the move is another one. */
export function parseTrade(move: string): string[] | undefined {
  const [word, ...tiles] = move.trim().split(/\s+/);
  return word === "trade" ? tiles : undefined;
}

export const writeRows = (rows: string[][]): string => rows.map((row) => row.join(" ")).join(" | ");

/** The tiles that are left of some when others are taken from them, one by one. */
export function without(tiles: readonly string[], taken: readonly string[]): string[] {
  const left = [...tiles];
  for (const tile of taken) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

const ORDER = new Map(TILES.map((tile, index) => [tile, index]));
/** Whether one tile comes before another: by colour, then by shape. */
export const byKind = (one: string, other: string): number => (ORDER.get(one) ?? 0) - (ORDER.get(other) ?? 0);
const byShape = (tile: string): number => SHAPES.indexOf(shapeOf(tile)) * 6 + COLORS.indexOf(colorOf(tile));

/** The places of a hand in a certain order; the hand itself keeps its own. */
export function sortedPlaces(hand: string[], by: "drawn" | "color" | "shape"): number[] {
  const places = hand.map((_, place) => place);
  if (by === "color") places.sort((a, b) => byKind(hand[a]!, hand[b]!));
  if (by === "shape") places.sort((a, b) => byShape(hand[a]!) - byShape(hand[b]!));
  return places;
}
