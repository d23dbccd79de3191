/** A turn in thought, kept for a reload or a restart in the middle of it. */
import type { Base, Row } from "./cardlayout";

export interface Thought {
  base: Base;
  rows: Row[];
  past: Row[][];
}

const keyOf = (table: string): string => `pending:${table}`;

export function keepThought(table: string, thought: Thought | undefined): void {
  if (thought) sessionStorage.setItem(keyOf(table), JSON.stringify(thought));
  else sessionStorage.removeItem(keyOf(table));
}

/** What was kept, if it is about the cards that lie there now. */
export function keptThought(table: string, base: Base): Thought | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "{}") as Partial<Thought>;
    const fits = JSON.stringify(kept.base) === JSON.stringify(base) && kept.rows && kept.past;
    return fits ? (kept as Thought) : undefined;
  } catch {
    return undefined;
  }
}
