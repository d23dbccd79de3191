/** About my strength: the same figures as in the library, kept on the device, and said without a number. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import conformance from "../../tests/conformance/strength.json";
import { loadLanguage } from "../src/app/i18n.svelte";
import { levelText, strengthIn } from "../src/local/log";
import { matchedAgain, ratingAfter, standing } from "../src/local/matching";
import numbers from "../src/local/strength.json";
import { asked, characterAt, opponentsFor, ownRating, rated } from "../src/local/strength";
import type { KeptGame, KeptSeat } from "../src/storage/games";
import { forgetRatings, keepRating, ratings } from "../src/storage/ratings.svelte";
import { standingText } from "../src/table/standing";

const PERSON: KeptSeat = { name: "Ada", bot: null, age: null, face: "" };
const match = (strength: number, name = "Luka"): KeptSeat => ({
  ...PERSON,
  name,
  bot: characterAt(strength),
  strength,
});
const game = (seats: KeptSeat[], scores: number[], aborted: string | null = null) =>
  ({ seats, aborted, summary: { edition: "classic", over: true, turn: null, scores } }) as unknown as KeptGame;

describe("library and browser agree", () => {
  test("about the constants", () => expect(numbers).toEqual(conformance.constants));

  test.each(conformance.games)("about $edition from $before.own", ({ edition, before, met, after }) => {
    const found = rated(edition as "classic" | "cards", before, met);
    expect(found.own).toBeCloseTo(after.own, 9);
    expect(found.games).toBe(after.games);
  });

  test.each(conformance.opponents)("about $count opponents at $own", ({ own, count, strengths }) =>
    expect(opponentsFor({ own, games: 0 }, count)).toEqual(strengths),
  );
});

describe("a rating of this device", () => {
  beforeEach(() => forgetRatings());

  test("begins with the second character, is kept, and can be forgotten", () => {
    expect(ownRating("classic")).toEqual({ own: 2, games: 0 });
    keepRating("classic", { own: 3.2, games: 4 });
    expect(ownRating("classic")).toEqual({ own: 3.2, games: 4 });
    expect(ownRating("cards").games).toBe(0);
    expect(JSON.parse(localStorage.getItem("ratings")!)).toEqual({ classic: { own: 3.2, games: 4 } });
    forgetRatings();
    expect(localStorage.getItem("ratings")).toBeNull();
  });

  test("follows what another tab has kept, and passes over what makes no sense", () => {
    const kept = { classic: { own: 4, games: 2 }, cards: { own: "strong", games: null } };
    localStorage.setItem("ratings", JSON.stringify(kept));
    dispatchEvent(new StorageEvent("storage", { key: "ratings" }));
    expect(ratings()).toEqual({ classic: { own: 4, games: 2 } });
  });

  test("rises with a win and falls with a resignation, whatever the scores", () => {
    const played = game([PERSON, match(200)], [90, 40]);
    expect(ratingAfter(played, [])!.own).toBeGreaterThan(2);
    expect(ratingAfter(played, [0])!.own).toBeLessThan(2);
  });

  test("says nothing of games that were stopped, shared with others, or played against a level", () => {
    expect(ratingAfter(game([PERSON, match(200)], [9, 4], "agreed"), [])).toBeUndefined();
    expect(ratingAfter(game([PERSON, PERSON, match(200)], [9, 4, 3]), [])).toBeUndefined();
    expect(ratingAfter(game([PERSON, { ...match(200), strength: undefined! }], [9, 4]), [])).toBeUndefined();
    expect(ratingAfter(game([PERSON, match(200)], [9, 4], "deserted"), [0])).toBeDefined();
  });

  test("chooses who plays again, each with a name of their own", () => {
    keepRating("classic", { own: 4.1, games: 3 });
    const seats = matchedAgain("classic", [match(200), PERSON]);
    expect(seats).toEqual([{ ...match(410, "Dia") }, PERSON]);
    keepRating("classic", { own: 0.1, games: 3 });
    expect(matchedAgain("classic", [match(200), match(300), PERSON]).map(({ name }) => name)).toEqual([
      "Olo",
      "Olo 2",
      "Ada",
    ]);
  });

  test("tells whether the next opponent is another one", () => {
    const after = (own: number) => standing(game([PERSON, match(200)], []), { own, games: 1 });
    expect(after(2.04)).toEqual({ own: 2.04, next: "same" });
    expect(after(3).next).toBe("up");
    expect(after(1).next).toBe("down");
  });
});

describe("a strength", () => {
  test("is asked for as a level where it is one, and else in hundredths", () => {
    expect([asked(300), asked(235), asked(0)]).toEqual([{ level: 3 }, { hundredths: 235 }, { hundredths: 0 }]);
  });

  test("is written into the record, and read from there", () => {
    expect([levelText(undefined), levelText(35), levelText(200)]).toEqual(["", "level 0.35", "level 2.00"]);
    expect([35, 200, 600].map((one) => strengthIn(levelText(one)))).toEqual([35, 200, 600]);
    expect(["", "level 2", "rain on Tuesday"].map(strengthIn)).toEqual([undefined, undefined, undefined]);
  });

  test("has the face of its whole level", () => {
    expect([0, 99, 235, 499, 600].map(characterAt)).toEqual([1, 1, 2, 4, 6]);
  });

  test.each(["en", "pl", "ro", "uk"])("is said without a number in %s", async (lang) => {
    vi.stubGlobal("navigator", { languages: [lang] });
    await loadLanguage(lang);
    const texts = [0.4, 1.1, 1.5, 2.9, 3.5, 5.6, 6].map(standingText);
    expect(new Set(texts).size).toBe(7);
    for (const text of texts) expect(text).not.toMatch(/\d|web\.|\{/);
    vi.unstubAllGlobals();
  });
});
