/**
 * Words for those who listen: said once, politely, in the order in which they came. They are kept side by side, so
 * that an answer of the server never takes a word away that was not yet read out.
 */
import { untrack } from "svelte";

/** As many as a turn may say at once; the oldest go. */
const KEPT = 4;

export interface Said {
  /** Tells the same words from themselves, said again. */
  readonly id: number;
  readonly text: string;
}

let said = $state.raw<readonly Said[]>([]);
let next = 0;

export const announced = (): readonly Said[] => said;

export function announce(text: string): void {
  if (!text) return;
  // An effect that announces something must not run again because of it.
  said = [...untrack(() => said).slice(1 - KEPT), { id: next++, text }];
}
