/** The way back and the red button of a turn, whatever the server says when. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { loadLanguage } from "../src/app/i18n.svelte";
import { CardPlay, type CardLink } from "../src/cards/cardplay.svelte";
import FinishTurn from "../src/cards/FinishTurn.svelte";
import { Offers } from "../src/protocol/offers";
import type { TableView } from "../src/protocol/wire";

const view = {
  table: "t",
  seq: 7,
  turn: 0,
  you: 0,
  yours: [0],
  hand: ["Rc", "Od"],
  rows: [["Bo", "Bx", "Bd"]],
  last: {},
} as unknown as TableView;

function table(offers: Offers) {
  const link = $link(offers);
  const turn = new CardPlay(link as unknown as CardLink);
  const shown = render(FinishTurn, { link, view, turn });
  return { turn, hear: (next: Offers) => shown.rerender({ link: $link(next), view, turn }) };
}

const $link = (offers: Offers) => ({ table: "t", view, offers, sending: 0, ask: () => Promise.resolve(undefined) });
const undo = () => screen.getByRole("button", { name: "Undo" });

beforeAll(() => loadLanguage("en"));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

it("keeps the way back when the server says late that nothing can be played", async () => {
  const before = new CardPlay($link(new Offers([])) as unknown as CardLink);
  before.put("new", ["h0"]);
  const { turn, hear } = table(new Offers([]));
  expect(turn.touched).toBe(true);
  await hear(new Offers([["exchange", 0]]));
  expect(screen.getByRole("button", { name: /Exchange hand/ })).toBeTruthy();
  expect(undo().getAttribute("aria-disabled")).toBe("false");
  await fireEvent.click(undo());
  expect(turn.touched).toBe(false);
});

it("says on the button why the turn cannot be finished", () => {
  const { turn } = table(new Offers([]));
  expect(screen.getByRole("button", { name: /Finish turn play a card first/ }).getAttribute("aria-disabled")).toBe(
    "true",
  );
  turn.put("new", ["h0"]);
  flushSync();
  expect(screen.getByRole("button", { name: /Finish turn checking…/ })).toBeTruthy();
});
