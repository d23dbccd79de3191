/** One's running games as they were last seen from here: the start page need not move when they come. */
import type { TableLine } from "../protocol/wire";
import { readList, write } from "./store";

const KEY = "running";

export function running(): TableLine[] {
  // What was kept by an older client lacks some of these.
  return readList<TableLine>(KEY).map((line) => ({
    ...line,
    bots: line.bots ?? [],
    faces: line.faces ?? [],
    yours: line.yours ?? [],
  }));
}

export const keepRunning = (tables: TableLine[]): void => write(KEY, tables);
