/** Receipts for logs: what is kept, and what a changed log is held against. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkLog } from "../src/protocol/api";
import { headsOf, keepReceipt, logHolds, receiptOf } from "../src/storage/receipts";
import { sha256 } from "../src/fair/sha256";
import type { Receipt } from "../src/protocol/wire";

const TABLE = "a".repeat(16);
const lines = ["one", "two", "три", "four"].map((word, n) =>
  JSON.stringify({ seq: n + 1, at: 5, event: { type: "chatted", text: word } }),
);
const log = (events: string[]): string => [...events, "{}"].join("\n") + "\n";
const heads = headsOf(TABLE, log(lines));
const receipt = (seq: number, head = heads[seq - 1]!, table = TABLE): Receipt => ({
  type: "receipt",
  table,
  seq,
  head,
  key: "00".repeat(32),
  signature: `${table} ${seq} ${head}`,
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

describe("SHA-256", () => {
  it("is the one that everybody has, for every length around a block", () => {
    for (const size of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000]) {
      const bytes = Uint8Array.from({ length: size }, (_, n) => (n * 31 + size) % 256);
      expect(Buffer.from(sha256(bytes)).toString("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });
});

describe("a log", () => {
  it("has the heads that docs/fairness.md says", () => {
    let head = createHash("sha256").update(`qwirkle log ${TABLE}`).digest();
    for (const line of lines) head = createHash("sha256").update(head).update(line).digest();
    expect(heads).toHaveLength(4);
    expect(heads[3]).toBe(head.toString("hex"));
  });

  it("holds the receipts that it has grown out of", () => {
    expect(logHolds(TABLE, log(lines))).toBeUndefined();
    expect(keepReceipt(receipt(2))).toBe(false);
    expect(keepReceipt(receipt(3))).toBe(true);
    expect(logHolds(TABLE, log(lines))).toBe(true);
    expect(receiptOf(TABLE)).toEqual(receipt(3));
  });

  it("is found out when it was changed, even if newer receipts fit it", () => {
    const changed = [lines[0]!, lines[1]!.replace("two", "2"), ...lines.slice(2)];
    keepReceipt(receipt(2));
    keepReceipt(receipt(4, headsOf(TABLE, log(changed))[3]));
    expect(logHolds(TABLE, log(changed))).toBe(false);
    keepReceipt(receipt(4, headsOf(TABLE, log(changed))[3]));
    expect(logHolds(TABLE, log(changed))).toBe(false);
    expect(receiptOf(TABLE)).toEqual(receipt(2));
  });

  it("is found out when the same event has another head", () => {
    keepReceipt(receipt(4));
    const changed = [...lines.slice(0, 3), lines[3]!.replace("four", "4")];
    keepReceipt({ ...receipt(4), head: headsOf(TABLE, log(changed))[3]! });
    expect(logHolds(TABLE, log(changed))).toBe(false);
    expect(receiptOf(TABLE)).toEqual(receipt(4));
  });

  it("is found out when it became shorter", () => {
    keepReceipt(receipt(4));
    expect(logHolds(TABLE, log(lines.slice(0, 3)))).toBe(false);
  });

  it("need not know what happened while it was on its way", async () => {
    keepReceipt(receipt(2));
    vi.stubGlobal("fetch", async () => {
      keepReceipt(receipt(4));
      return new Response(log(lines.slice(0, 2)));
    });
    expect(await checkLog(TABLE)).toBe(true);
    expect(logHolds(TABLE, log(lines))).toBe(true);
    expect(receiptOf(TABLE)).toEqual(receipt(4));
  });

  it("is still found out by the receipt of before, whatever came meanwhile", async () => {
    keepReceipt(receipt(2));
    vi.stubGlobal("fetch", async () => {
      keepReceipt(receipt(4));
      return new Response(log(lines.slice(0, 1)));
    });
    expect(await checkLog(TABLE)).toBe(false);
    expect(receiptOf(TABLE)).toEqual(receipt(2));
  });
});

it("keeps at most a hundred tables, but never lets evidence go", () => {
  localStorage.setItem("receipts", "{");
  keepReceipt(receipt(4));
  logHolds(TABLE, log(lines.slice(1)));
  for (let n = 0; n < 150; n++) keepReceipt(receipt(1, "ff", `t${n}`));
  expect(receiptOf("t149")?.seq).toBe(1);
  expect(receiptOf("t0")).toBeUndefined();
  expect(receiptOf(TABLE)).toEqual(receipt(4));
  expect(JSON.parse(localStorage.getItem("receipts") ?? "")).toHaveLength(100);
});
