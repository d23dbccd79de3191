/** One's running games as they were last seen from here: the start page need not move when they come. */
import type { TableLine } from "./wire";

const KEY = "running";

export function running(): TableLine[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as TableLine[];
  } catch {
    return [];
  }
}

export function keepRunning(tables: TableLine[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // A full store costs a convenience, not the page.
  }
}
