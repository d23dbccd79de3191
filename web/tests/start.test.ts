/** Who starts, and why, as people read it in each language. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "../src/app/catalogues";
import { loadLanguage } from "../src/app/i18n.svelte";
import type { Starter } from "../src/protocol/wire";
import { startText } from "../src/table/start";

const NAMES = ["Ada", "Bo", "Cy"];
const start = (changes: Partial<Starter>): Starter => ({ seat: 0, why: "set", size: 4, tied: [0], ...changes });

describe("in English", () => {
  beforeAll(() => loadLanguage("en"));

  test("the largest set by its colour or shape, or by its size alone", () => {
    expect(startText(start({ feature: "red" }), "classic", NAMES)).toBe(
      "Ada starts with the largest set: 4 red tiles.",
    );
    expect(startText(start({ feature: "star" }), "cards", NAMES)).toBe(
      "Ada starts with the largest set: 4 star cards.",
    );
    expect(startText(start({}), "cards", NAMES)).toContain("4 cards of one colour or one symbol.");
  });

  test("a tie with the names of the others", () => {
    const tie = { seat: 1, tied: [0, 1, 2] };
    expect(startText(start({ ...tie, why: "lot" }), "classic", NAMES)).toBe(
      "Bo starts: 4 tiles, tied with Ada, Cy. It was decided by lot.",
    );
    expect(startText(start({ ...tie, why: "age" }), "classic", NAMES)).toContain("The oldest of them goes first.");
    expect(startText(start({ ...tie, why: "age" }), "cards", NAMES)).toContain("The youngest of them goes first.");
  });
});

describe.each(LANGUAGES)("in %s", (language) => {
  test("every reason is a sentence", async () => {
    await loadLanguage(language);
    const features = Object.keys(JSON.parse(readFileSync("../src/qwirkle/locales/en.json", "utf-8")) as object)
      .filter((key) => key.startsWith("ui.start.feature."))
      .map((key) => key.split(".")[3]!);
    expect(features).toHaveLength(12);
    for (const edition of ["classic", "cards"] as const)
      for (const why of ["set", "age", "lot", "seat"] as const)
        for (const feature of [null, ...features])
          for (const size of [1, 2, 5]) {
            const said = startText(start({ why, size, feature, tied: [0, 1] }), edition, NAMES);
            expect(said).toMatch(/Ada.*\.$/);
            expect(said).not.toMatch(/ui\.|\{|undefined/);
          }
  });
});
