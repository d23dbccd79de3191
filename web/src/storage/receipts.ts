/**
 * The server's receipts for the logs of its tables, kept on this device (docs/fairness.md). A later
 * receipt takes the place of an earlier one only after the log was found to hold both: otherwise
 * the earlier one is what proves that the log was changed.
 */
import type { Receipt } from "../protocol/wire";
import { sha256 } from "../fair/sha256";
import { readList, write } from "./store";

const KEY = "receipts";
const MOST = 100;

interface Kept {
  table: string;
  /** The last one that the log was held against, and the newest. */
  receipts: Receipt[];
  /** The log did not hold them; they are never let go. */
  broken?: boolean;
}

const all = (): Kept[] => readList(KEY);

/** What is kept of a table becomes the newest; of too many, the oldest that is no evidence goes. */
function store(kept: Kept): void {
  const others = all().filter(({ table }) => table !== kept.table);
  while (others.length >= MOST)
    others.splice(
      Math.max(
        0,
        others.findIndex(({ broken }) => !broken),
      ),
      1,
    );
  write(KEY, [...others, kept]);
}

const keptOf = (table: string): Kept | undefined => all().find((kept) => kept.table === table);

/** The receipt to show: the one that is not held, else the newest. */
export const receiptOf = (table: string): Receipt | undefined => {
  const kept = keptOf(table);
  return kept?.receipts.at(kept.broken ? 0 : -1);
};

/** The number of the last event that a receipt is kept for. */
export const newestReceipt = (table: string): number | undefined => keptOf(table)?.receipts.at(-1)?.seq;

/** Keep a receipt; true where there was an earlier one from another visit, to hold the log against. */
export function keepReceipt(receipt: Receipt): boolean {
  const before = keptOf(receipt.table);
  if (before?.broken) return true;
  const first = before?.receipts[0];
  const same = first?.seq === receipt.seq && first.head === receipt.head;
  store({ table: receipt.table, receipts: first && !same ? [first, receipt] : [receipt] });
  return first !== undefined;
}

const encoder = new TextEncoder();
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The heads of a public log, from its lines without the last, which is a receipt. */
export function headsOf(table: string, log: string): string[] {
  let head = sha256(encoder.encode(`qwirkle log ${table}`));
  return log
    .trimEnd()
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const bytes = encoder.encode(line);
      const both = new Uint8Array(32 + bytes.length);
      both.set(head);
      both.set(bytes, 32);
      head = sha256(both);
      return hex(head);
    });
}

/**
 * Whether a log still holds every receipt that is kept for its table; where none is, undefined.
 * Receipts after `newest` came while the log was on its way, so it need not know their events.
 */
export function logHolds(table: string, log: string, newest = Infinity): boolean | undefined {
  const kept = keptOf(table);
  if (!kept) return undefined;
  const heads = headsOf(table, log);
  const due = kept.receipts.filter(({ seq }) => seq <= newest);
  const holds = !kept.broken && due.every(({ seq, head }) => heads[seq - 1] === head);
  store(holds ? { table, receipts: kept.receipts.slice(Math.max(0, due.length - 1)) } : { ...kept, broken: true });
  return holds;
}
