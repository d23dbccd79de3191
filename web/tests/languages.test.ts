/** No language is forgotten: each that the package has a catalogue for is offered, loaded, named and drawn. */
import { readdirSync, readFileSync } from "node:fs";
import { LANGUAGE_NAMES } from "virtual:languages";
import { describe, expect, test } from "vitest";
import { catalogueOf, LANGUAGES, readingOf } from "../src/app/catalogues";
import { loadLanguage } from "../src/app/i18n.svelte";
import { cardPlayers, tilePlayers } from "../src/pages/learn/names";

const LOCALES = "../src/qwirkle/locales";
const CATALOGUES = readdirSync(LOCALES).filter((name) => name.endsWith(".json"));
const textOf = (language: string): string => readFileSync(`${LOCALES}/${language}.json`, "utf-8");
const isCyrillic = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text);

test("the languages are those of the catalogue folder, English first", () => {
  expect(CATALOGUES.length).toBeGreaterThanOrEqual(4);
  expect(LANGUAGES[0]).toBe("en");
  expect(LANGUAGES.map((language) => `${language}.json`).sort()).toEqual(CATALOGUES.sort());
});

test("each calls itself by its own name", () => {
  expect(LANGUAGE_NAMES).toMatchObject({ en: "English", pl: "Polski", ro: "Română", uk: "Українська" });
  for (const [language, name] of Object.entries(LANGUAGE_NAMES)) {
    expect(name).toMatch(/^\p{Lu}\p{Ll}+/u);
    expect(isCyrillic(name)).toBe(isCyrillic(textOf(language)));
  }
});

describe.each(LANGUAGES)("%s", (language) => {
  test("has its sentences, and those of the pages to read, apart", async () => {
    const [main, reading] = await Promise.all([catalogueOf(language), readingOf(language)]);
    const all = JSON.parse(textOf(language)) as Record<string, unknown>;
    expect(main.default["web.your_turn"]).toBe(all["web.your_turn"]);
    expect(reading.default["web.rule.T1"]).toBe(all["web.rule.T1"]);
    expect(main.default).not.toHaveProperty(["web.rule.T1"]);
  });

  test("has the clauses of the rules", () => {
    expect(readdirSync("src/pages/learn/clauses")).toContain(`${language}.json`);
  });

  test("names the players of the examples in its own script", async () => {
    await loadLanguage(language);
    const names = [...tilePlayers(["Sue"]), ...cardPlayers()];
    expect(names.filter((name) => isCyrillic(name) !== isCyrillic(textOf(language)))).toEqual([]);
  });
});
