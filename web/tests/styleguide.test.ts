/** The style guide shows every component, and keeps up with them. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { loadLanguage, loadReading } from "../src/app/i18n.svelte";
import { settings } from "../src/storage/settings.svelte";
import StyleGuide from "../src/styleguide/StyleGuide.svelte";

const SOURCE = resolve(import.meta.dirname, "../src");
const ROOMS = ["design", "board", "table", "tiles", "cards"];
/** Whole pages, to be seen at their addresses, and what only the app itself has once. */
const ELSEWHERE = ["TableFrame", "Lobby", "TileTable", "CardTable", "ReplayMat", "AskDialog", "Sprites", "Later"];

/** The test's document has no sizes, and nothing that tells of them. */
class Nothing {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal("ResizeObserver", Nothing);
vi.stubGlobal("IntersectionObserver", Nothing);
vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));

beforeAll(async () => {
  await loadLanguage("en");
  await loadReading();
});
afterEach(cleanup);

/** The components that a file shows, and those that they show. */
function shown(file: string, found = new Set<string>()): Set<string> {
  for (const [, path = ""] of readFileSync(file, "utf-8").matchAll(/from "(\.[^"]*\/[A-Z]\w*\.svelte)"/g)) {
    const next = resolve(dirname(file), path);
    if (!found.has(next)) shown(next, found.add(next));
  }
  return found;
}

test("renders every part, and its switches set the theme and the palette", async () => {
  const { container } = render(StyleGuide);
  // Roles are worked out too slowly for so large a page.
  const press = (word: string) =>
    fireEvent.click([...container.querySelectorAll(".switches button")].find((one) => one.textContent === word)!);
  expect(container.querySelectorAll("[data-styleguide] > section").length).toBeGreaterThan(40);
  await press("dark");
  await press("safe");
  expect([settings.theme, settings.palette]).toEqual(["dark", "safe"]);
}, 60_000);

test.each(ROOMS)("shows every component of %s/", (room) => {
  const all = readdirSync(resolve(SOURCE, room)).filter((name) => name.endsWith(".svelte"));
  const guide = shown(resolve(SOURCE, "styleguide/StyleGuide.svelte"));
  const missing = all.filter(
    (name) => !guide.has(resolve(SOURCE, room, name)) && !ELSEWHERE.includes(name.replace(".svelte", "")),
  );
  expect(missing).toEqual([]);
});
