/** A line to draw around tiles, with the points that it brings. */
export interface Line {
  cells: readonly (readonly [number, number])[];
  points: number;
  qwirkle: boolean;
  /** A line that somebody could have made. */
  gold?: boolean;
}

interface Ribbon {
  x: number;
  y: number;
  width: number;
  height: number;
}

const sorted = (line: Line): (readonly [number, number])[] =>
  [...line.cells].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
const isRow = (line: Line): boolean => new Set(line.cells.map(([, y]) => y)).size === 1;

/** The rectangle around a line, a cell being 100 wide around its middle. */
export function ribbonOf(line: Line): Ribbon {
  const [x, y] = sorted(line)[0]!;
  const long = line.cells.length * 100;
  return {
    x: x * 100 - 55,
    y: y * 100 - 56,
    width: (isRow(line) ? long : 100) + 10,
    height: (isRow(line) ? 100 : long) + 11,
  };
}

/** Where the medal of a line sits: behind its last tile. */
export function medalOf(line: Line): { x: number; y: number; radius: number } {
  const [x, y] = sorted(line).at(-1)!;
  const radius = line.qwirkle ? 40 : 31;
  const beyond = 50 + (line.qwirkle ? 34 : 20);
  return isRow(line) ? { x: x * 100 + beyond, y: y * 100 - 2, radius } : { x: x * 100, y: y * 100 + beyond, radius };
}
