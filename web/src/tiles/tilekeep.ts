/** Tiles that were laid and not played, as they are kept for a reload. */
import type { Placed } from "../protocol/tiles";
import { keptDraft } from "../storage/drafts";

export interface Pending extends Placed {
  /** Which tile of the hand it is. */
  place: number;
}

export function keptPending(table: string): Pending[] {
  const kept = keptDraft(table);
  return Array.isArray(kept) ? (kept as Pending[]) : [];
}
