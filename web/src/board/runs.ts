/** Lines as geometry: unbroken runs of tiles. Whether they are allowed is not known here. */
import { cellKey, type Placed } from "../protocol/tiles";

type Cell = readonly [number, number];

/** The runs of two and more tiles through some of the tiles of a board, each once. */
export function runsThrough(board: ReadonlySet<string>, placed: readonly Pick<Placed, "x" | "y">[]): Cell[][] {
  const found = new Map<string, Cell[]>();
  for (const { x, y } of placed)
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
    ] as const) {
      let [ax, ay] = [x, y];
      while (board.has(cellKey(ax - dx, ay - dy))) [ax, ay] = [ax - dx, ay - dy];
      const run: Cell[] = [];
      for (let [bx, by] = [ax, ay]; board.has(cellKey(bx, by)); [bx, by] = [bx + dx, by + dy]) run.push([bx, by]);
      if (run.length > 1) found.set(`${dx} ${cellKey(ax, ay)}`, run);
    }
  return [...found.values()];
}
