/**
 * What may be done with pending tiles, as set operations over the moves that the server offers.
 * Nothing here knows a rule of the game.
 */
import { cellKey, parsePlay, type Placed } from "./tiles";

/** A cell for a held tile, which takes it at once, only together with more tiles, ahead of the turn, or not at all. */
export interface Landing {
  x: number;
  y: number;
  fits: "now" | "later" | "ahead" | "no";
}

interface Offer {
  cells: Map<string, string>;
  points: number;
}

export class Offers {
  private readonly plays: Offer[];
  /** Moves that are not plays, such as `pass`. */
  readonly others: string[];

  constructor(moves: [string, number][]) {
    this.plays = [];
    this.others = [];
    for (const [move, points] of moves) {
      const placed = parsePlay(move);
      if (!placed.length) this.others.push(move);
      else this.plays.push({ cells: new Map(placed.map((one) => [cellKey(one.x, one.y), one.tile])), points });
    }
  }

  /** Every cell that some play uses. */
  get cells(): Set<string> {
    return new Set(this.plays.flatMap((offer) => [...offer.cells.keys()]));
  }

  get count(): number {
    return this.plays.length;
  }

  private holding(pending: Placed[]): Offer[] {
    return this.plays.filter((offer) => pending.every(({ x, y, tile }) => offer.cells.get(cellKey(x, y)) === tile));
  }

  /** The cells on which a tile can go beside the pending ones: at once, or only together with more tiles. */
  cellsFor(tile: string, pending: Placed[]): { now: Set<string>; later: Set<string> } {
    const taken = new Set(pending.map(({ x, y }) => cellKey(x, y)));
    const now = new Set<string>();
    const later = new Set<string>();
    for (const offer of this.holding(pending))
      for (const [cell, wanted] of offer.cells)
        if (wanted === tile && !taken.has(cell)) (offer.cells.size === pending.length + 1 ? now : later).add(cell);
    for (const cell of now) later.delete(cell);
    return { now, later };
  }

  /** What the pending tiles still lack to be a play: how many tiles, and the cells that must be filled in any case. */
  missing(pending: Placed[]): { tiles: number; cells: string[] } | undefined {
    const taken = new Set(pending.map(({ x, y }) => cellKey(x, y)));
    const holding = this.holding(pending);
    const least = Math.min(...holding.map((offer) => offer.cells.size));
    if (!Number.isFinite(least) || least === pending.length) return undefined;
    const shortest = holding
      .filter((offer) => offer.cells.size === least)
      .map((offer) => [...offer.cells.keys()].filter((cell) => !taken.has(cell)));
    const [first = [], ...others] = shortest;
    return {
      tiles: least - pending.length,
      cells: first.filter((cell) => others.every((cells) => cells.includes(cell))),
    };
  }

  /** The points of the pending tiles if they can be committed as they are; otherwise undefined. */
  points(pending: Placed[]): number | undefined {
    if (!pending.length) return undefined;
    return this.holding(pending).find((offer) => offer.cells.size === pending.length)?.points;
  }

  /** Whether more tiles can make something of the pending ones. */
  canGrow(pending: Placed[]): boolean {
    return this.holding(pending).some((offer) => offer.cells.size > pending.length);
  }

  /** The best plays, for those who ask by key. */
  best(most: number): [string, number][] {
    return [...this.plays]
      .sort((a, b) => b.points - a.points)
      .slice(0, most)
      .map(({ cells, points }) => [[...cells].map(([cell, tile]) => `${tile}@${cell}`).join(" "), points]);
  }
}
