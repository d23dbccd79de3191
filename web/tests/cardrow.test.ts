/** A row on the screen: what it says, and what a tap does. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { CardDrag } from "../src/lib/carddrag.svelte";
import { CardPlay, type CardLink } from "../src/lib/cardplay.svelte";
import { loadLanguage } from "../src/lib/i18n.svelte";
import type { TableView } from "../src/lib/wire";
import CardRows from "../src/parts/CardRows.svelte";

const mixed = { code: "rule", key: "C4.mixed", message: "", rule: "C4", tiles: ["Bo", "Bx", "Bd", "Rc"] };

/** A server that refuses rows with the red clover, and captures rows of six. */
function reply({ move }: Record<string, unknown>) {
  const rows = String(move).split(" | ").map((text) => {
    const row = text.split(" ");
    return { row, captured: row.length === 6, problem: row.includes("Rc") ? mixed : null };
  });
  return Promise.resolve({ type: "checked", id: "1", problem: null, points: 0, lines: [], rows });
}

function shown(hand: string[], row: string[]): CardPlay {
  const view = { turn: 0, you: 0, yours: [0], hand, rows: [["Rd", "Yd", "Gd"], row] } as unknown as TableView;
  const turn = new CardPlay({ table: "t", view, ask: reply } as unknown as CardLink);
  const drag = new CardDrag({ lift: () => {}, drop: () => {} });
  render(CardRows, { turn, drag, fresh: new Set(["t4"]) });
  return turn;
}

beforeAll(() => loadLanguage("en"));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

it("groups rows by what they share, each with its cards and whether it stands", () => {
  shown([], ["Bo", "Bx", "Bd"]);
  expect(screen.getByRole("region", { name: "Rows of one colour" }).textContent).toContain("✓");
  expect(screen.getByRole("region", { name: "Rows of one symbol" })).toBeTruthy();
  expect(screen.getByRole("group", { name: "Row 2: blue circle, blue cross, blue diamond" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "blue cross, new since your turn" })).toBeTruthy();
});

it("says why a row does not stand, with the rule", async () => {
  const turn = shown(["Rc"], ["Bo", "Bx", "Bd"]);
  turn.touchHand(0);
  await fireEvent.click(await screen.findByRole("button", { name: /^Row 2: stands\. Put 1 card here/ }));
  await turn.look();
  expect(await screen.findByText(/must be all one colour or all one symbol: blue circle/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "C4" }).getAttribute("href")).toBe("/rules#C4");
  expect(screen.getByRole("button", { name: /^Row 2: does not stand/ })).toBeTruthy();
});

it("marks a row that will be captured", async () => {
  const turn = shown(["Bc"], ["Bo", "Bx", "Bd", "Bs", "Bt"]);
  turn.put(1, ["h0"]);
  await turn.look();
  expect(await screen.findByText("Qwirkle!")).toBeTruthy();
  expect(document.querySelector("[data-captured]")).toBeTruthy();
});

it("takes a whole row up, and begins a new one", async () => {
  const turn = shown(["Rc"], ["Bo", "Bx", "Bd"]);
  await fireEvent.click(screen.getByRole("button", { name: /^Row 1: stands/ }));
  expect(screen.getByRole("button", { name: "red diamond" }).getAttribute("aria-pressed")).toBe("true");
  await fireEvent.click(screen.getByRole("button", { name: "3 cards to a new row" }));
  expect(turn.rows.map(({ group }) => group)).toEqual(["color", "new"]);
});
