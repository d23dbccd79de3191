/** A record checked in the browser. */
// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { commitment, Unreadable, verify } from "../src/lib/fairness";

const record = (name: string) => readFileSync(resolve(import.meta.dirname, `records/${name}.qw`), "utf-8");

describe("a record", () => {
  it("has the commitment of docs/fairness.md", async () => {
    const seed = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, "0")).join("");
    expect(await commitment(seed)).toBe("305312bd928d503de24055b5628e9527100e71313a55d61cccb6c04146b2156c");
  });

  it("of the tile game, with a trade, follows from its seed", async () => {
    const verdict = await verify(record("classic"));
    expect(verdict.doubt).toBeUndefined();
    expect(verdict.computed).toBe(verdict.published);
    expect(verdict).toMatchObject({ shuffles: 2, draws: 109, finished: true, texts: [["Ada", "rain on Tuesday"]] });
  });

  it("of the card game follows from its seed", async () => {
    const verdict = await verify(record("cards"));
    expect(verdict.doubt).toBeUndefined();
    expect(verdict.finished).toBe(true);
    expect(verdict.shuffles).toBeGreaterThan(0);
  });

  it("with one changed piece is found out, at its line", async () => {
    const verdict = await verify(record("classic").replace("deal 2 Bt", "deal 2 Ro"));
    expect(verdict.doubt?.number).toBe(9);
  });

  it("with another commitment is found out", async () => {
    const verdict = await verify(record("classic").replace("commit 30", "commit 31"));
    expect(verdict.doubt?.text).toMatch(/^commit 31/);
  });

  it("that is none, or keeps its seed, gets a sentence", async () => {
    await expect(verify("hello")).rejects.toEqual(new Unreadable("web.fair.bad"));
    await expect(verify(record("classic").replace(/seed .*/, "seed ?"))).rejects.toEqual(new Unreadable("web.fair.no_seed"));
  });
});
