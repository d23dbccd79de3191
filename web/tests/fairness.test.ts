/** A record checked in the browser. */
// @vitest-environment node
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { commitment } from "../src/fair/shuffle";
import type { Failed } from "../src/protocol/api";
import { verify } from "../src/pages/fairness";

const record = (name: string) => readFileSync(resolve(import.meta.dirname, `records/${name}.qw`), "utf-8");

const refusal = (text: string): string | undefined => {
  try {
    verify(text);
  } catch (error) {
    return (error as Failed).problem.key;
  }
  return undefined;
};

describe("a record", () => {
  it("has the commitment of docs/fairness.md", () => {
    const seed = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, "0")).join("");
    expect(commitment(seed)).toBe("305312bd928d503de24055b5628e9527100e71313a55d61cccb6c04146b2156c");
  });

  it("of the tile game, with a trade, follows from its seed", () => {
    const verdict = verify(record("classic"));
    expect(verdict.doubt).toBeUndefined();
    expect(verdict.computed).toBe(verdict.published);
    expect(verdict).toMatchObject({
      shuffles: 2,
      draws: 109,
      finished: true,
      texts: [["Ada", "rain on Tuesday"]],
      silent: [],
    });
  });

  it("names those who were asked for a text and gave none", () => {
    const asked = record("classic").replace(/^entropy 1 .*$/m, "$&\nsilent 2");
    const verdict = verify(asked);
    expect(verdict.doubt).toBeUndefined();
    expect(verdict.silent).toEqual(["Bo"]);
  });

  it("of the card game follows from its seed", () => {
    const verdict = verify(record("cards"));
    expect(verdict.doubt).toBeUndefined();
    expect(verdict.finished).toBe(true);
    expect(verdict.shuffles).toBeGreaterThan(0);
  });

  it("with one changed piece is found out, at its line", () => {
    const verdict = verify(record("classic").replace("deal 2 Bt", "deal 2 Ro"));
    expect(verdict.doubt?.number).toBe(9);
  });

  it("with another commitment is found out", () => {
    const verdict = verify(record("classic").replace("commit 30", "commit 31"));
    expect(verdict.doubt?.text).toMatch(/^commit 31/);
  });

  it("that is none, or keeps its seed, gets a sentence", () => {
    expect(refusal("hello")).toBe("web.record.foreign");
    expect(refusal(record("classic").replace(/seed .*/, "seed ?"))).toBe("web.fair.no_seed");
  });
});
