/** What is written follows the language that a person chose, whatever the browser's own is. */
import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ago, loadLanguage, moveText, playerName, problemText, t } from "../src/app/i18n.svelte";
import HintCard from "../src/tiles/HintCard.svelte";
import Reason from "../src/tiles/Reason.svelte";
import type { TilePlay } from "../src/tiles/tileplay.svelte";
import Clock from "../src/table/Clock.svelte";
import type { TableLink } from "../src/protocol/table.svelte";
import type { Problem, TableView } from "../src/protocol/wire";

const HOUR = 3_600_000;

beforeEach(() => {
  vi.stubGlobal("navigator", { ...navigator, language: "de-DE", languages: ["de-DE"] });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the chosen language", () => {
  it.each([
    ["en", "2 hours ago"],
    ["pl", "2 godziny temu"],
    ["ro", "acum 2 ore"],
    ["uk", "2 години тому"],
  ] as const)("says how long ago something was: %s", async (lang, words) => {
    await loadLanguage(lang);
    expect(ago(Date.now() - 2 * HOUR)).toBe(words);
  });

  it("is spoken by a clock that counts days, also after a change", async () => {
    await loadLanguage("pl");
    const view = { turn: 1, yours: [], times: { deadline: null, left: [72 * HOUR, 0] } } as unknown as TableView;
    const { container } = render(Clock, { link: { skew: 0 } as TableLink, view, seat: 0 });
    expect(container.textContent).toBe("3 dni");
    await loadLanguage("uk");
    await tick();
    expect(container.textContent).toBe("3 дні");
  });

  it("says a refusal and a hint again after a change, also those that are shown", async () => {
    await loadLanguage("en");
    const box = new DOMRect();
    const problem: Problem = { code: "rule", key: "T11", message: "", rule: "T11", tiles: ["Ro"] };
    const refusal = render(Reason, { problem, at: box, box });
    const advised = { move: "trade Ro", points: 0, margin: null, win: null, why: "", details: "" };
    const hints = [{ ...advised, key: "advice.qwirkle", words: { tiles: ["Ro"] } }];
    const turn = { hints, hint: 0 } as unknown as TilePlay;
    const hint = render(HintCard, { turn });
    expect(refusal.container.textContent).toContain("red circle");
    expect(hint.container.textContent).toContain("Makes a Qwirkle: red circle.");
    await loadLanguage("uk");
    await tick();
    for (const { container } of [refusal, hint]) expect(container.textContent).toContain("червоне коло");
  });
});

describe("names that were given", () => {
  it.each([
    ["Guest", null, "Гість"],
    ["Guest 2", null, "Гість 2"],
    ["Player 3", null, "Гравець 3"],
    ["Luka", 2, "Лука"],
    ["Luka 2", 2, "Лука 2"],
    ["Luka", null, "Luka"],
    ["Guest of honour", null, "Guest of honour"],
    ["Bot 1", 1, "Bot 1"],
  ] as const)("are said in the language of now, and no others: %s at level %s", async (name, level, called) => {
    await loadLanguage("uk");
    expect(playerName(name, level)).toBe(called);
  });

  it("are said in refusals too", async () => {
    await loadLanguage("uk");
    expect(problemText({ key: "serve.turn", words: { player: "Guest" } })).toContain("Гість");
  });
});

it("marks the thousands of a large number as the language does", async () => {
  await loadLanguage("ro");
  expect(t("web.unseen.count", { n: 9999 })).toBe("9999 de bucăți");
  expect(t("web.unseen.count", { n: 10000 })).toBe("10.000 de bucăți");
});

it("tells of a player who leaves in a whole sentence, as of a move", async () => {
  await loadLanguage("pl");
  expect(moveText("Ada", "", 0)).toBe("Ada opuszcza grę.");
  expect(moveText("Ada", "trade 2", 0)).toBe("Ada: wymiana 2 płytek.");
});
