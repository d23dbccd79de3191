/** A turn in progress, as it is kept for a reload. */
import { keptDraft } from "../storage/drafts";
import type { Base, Row } from "./cardlayout";

export interface Thought {
  base: Base;
  rows: Row[];
  past: Row[][];
}

/** What was kept, with the cards that it is about. */
export function keptThought(table: string): Thought | undefined {
  const kept = keptDraft(table) as Partial<Thought> | undefined;
  return kept?.base && kept.rows && kept.past ? (kept as Thought) : undefined;
}
