/** Commands can be typed in English and in the language of now. */
import { describe, expect, it } from "vitest";
import { loadLanguage } from "../src/app/i18n.svelte";
import type { TableLink } from "../src/protocol/table.svelte";
import { leftOf } from "../src/table/commands";
import { meaning } from "../src/table/words";
import { commandLine, parseTyped } from "../src/tiles/commandline";
import type { TilePlay } from "../src/tiles/tileplay.svelte";

describe("a typed word", () => {
  it.each([
    ["pl", "ulóz", "arrange"],
    ["pl", "Zagraj", "play"],
    ["ro", "MUTARI", "moves"],
    ["uk", "лишилося", "left"],
    ["uk", "left", "left"],
    ["uk", "Ro", "Ro"],
  ] as const)("is understood in %s: %s", async (lang, typed, word) => {
    await loadLanguage(lang);
    expect(meaning("do", typed)).toBe(word);
  });

  it("names a colour beside a command of either language", async () => {
    await loadLanguage("uk");
    const unseen = { Ro: 2, Bx: 1 };
    expect(leftOf(["червоний"], unseen)).toBe("червоне коло: 2");
    expect(leftOf(["red"], unseen)).toBe("червоне коло: 2");
    const link = { view: { unseen } } as unknown as TableLink;
    for (const typed of ["left червоний", "лишилося червоних", "лишилося кіл"])
      expect(await commandLine(typed, link, {} as TilePlay, new Map())).toBe("червоне коло: 2");
  });

  it("gives a direction", async () => {
    await loadLanguage("ro");
    const down = [
      { tile: "Rc", x: 3, y: 4 },
      { tile: "Rs", x: 3, y: 5 },
    ];
    expect(parseTyped(["Rc", "Rs", "3,4", "jos"], new Map())).toEqual(down);
    expect(parseTyped(["Rc", "Rs", "3,4", "down"], new Map())).toEqual(down);
  });
});
