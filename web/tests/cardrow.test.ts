/** A row on the screen: what it says, and what a tap does. */
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { CardDrag } from "../src/cards/carddrag.svelte";
import { CardHints } from "../src/cards/cardhints.svelte";
import { CardPlay, type CardLink } from "../src/cards/cardplay.svelte";
import { loadLanguage } from "../src/app/i18n.svelte";
import type { Asked } from "../src/protocol/api";
import type { SeatView, TableView } from "../src/protocol/wire";
import CardRows from "../src/cards/CardRows.svelte";
import { OneSize } from "./onesize";

const mixed = { code: "rule", key: "C4.mixed", message: "", rule: "C4", tiles: ["Bo", "Bx", "Bd", "Rc"] };

/** A server that refuses rows with the red clover, and captures rows of six. */
function reply(body: Asked) {
  const rows = (body.ask === "check" ? body.move : "").split(" | ").map((text) => {
    const row = text.split(" ");
    return { row, captured: row.length === 6, problem: row.includes("Rc") ? mixed : null };
  });
  return Promise.resolve({ type: "checked", id: "1", problem: null, points: 0, lines: [], rows });
}

let hints: CardHints;

function shown(hand: string[], row: string[]): CardPlay {
  const view = { turn: 0, you: 0, yours: [0], hand, rows: [["Rd", "Yd", "Gd"], row] } as unknown as TableView;
  const turn = new CardPlay({ table: "t", view, ask: reply } as unknown as CardLink);
  const nothing = () => {};
  const drag = new CardDrag({ lift: nothing, move: nothing, drop: nothing, cancel: nothing });
  const bo = { name: "Bo", bot: null } as SeatView;
  hints = new CardHints({ ask: reply } as unknown as CardLink, turn);
  render(CardRows, { turn, hints, drag, fresh: new Map([["t4", bo]]), small: false });
  flushSync();
  return turn;
}

vi.stubGlobal("ResizeObserver", OneSize);

beforeAll(() => loadLanguage("en"));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

it("shows every row with its cards, what they share and whether it stands", () => {
  shown([], ["Bo", "Bx", "Bd"]);
  expect(screen.getByRole("group", { name: "Row 2: blue circle, blue cross, blue diamond" })).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Row 2: valid/ }).querySelector(".blob.B")).toBeTruthy();
  expect(
    screen
      .getByRole("button", { name: /^Row 1: valid/ })
      .querySelector("use")!
      .getAttribute("href"),
  ).toBe("#shape-d");
  expect(screen.getByRole("button", { name: "blue cross, just played" })).toBeTruthy();
});

it("gives cards from the hand, moved cards and new ones different signs", () => {
  const turn = shown(["Rc"], ["Bo", "Bx", "Bd"]);
  turn.put("new", ["h0", "t3"]);
  flushSync();
  const news = [...document.querySelectorAll("[data-card]")].map((card) => (card as HTMLElement).dataset.news);
  expect(news).toEqual([undefined, undefined, undefined, "fresh", undefined, "mine", "moved"]);
  expect(screen.getByRole("button", { name: "red clover, from your hand" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "blue circle, moved" })).toBeTruthy();
});

it("says why a row does not stand", async () => {
  const turn = shown(["Rc"], ["Bo", "Bx", "Bd"]);
  turn.touchHand(0);
  await fireEvent.click(await screen.findByRole("button", { name: /^Row 2: valid\. Put 1 card here/ }));
  await turn.look();
  expect(await screen.findByText("nothing in common")).toBeTruthy();
  expect(
    screen.getByRole("button", { name: /^Row 2: A row must be all one colour or all one symbol: blue circle/ }),
  ).toBeTruthy();
});

it("marks a row that will be captured", async () => {
  const turn = shown(["Bc"], ["Bo", "Bx", "Bd", "Bs", "Bt"]);
  turn.put(1, ["h0"]);
  await turn.look();
  expect(await screen.findByText("Six! You capture it")).toBeTruthy();
  expect(document.querySelector("[data-captured]")).toBeTruthy();
});

it("takes a whole row up, and begins a new one", async () => {
  const turn = shown(["Rc"], ["Bo", "Bx", "Bd"]);
  await fireEvent.click(screen.getByRole("button", { name: /^Row 1: valid/ }));
  expect(screen.getByRole("button", { name: "red diamond" }).getAttribute("aria-pressed")).toBe("true");
  await fireEvent.click(screen.getByRole("button", { name: "Put 3 cards in a new row" }));
  expect(turn.rows.map((row) => turn.tiles(row)[0])).toEqual(["Bo", "Rd"]);
});

it("draws an idea as ghosts where its cards would lie, and lays them at a tap", async () => {
  const turn = shown(["Bs", "Yc", "Gc", "Oc"], ["Bo", "Bx", "Bd"]);
  const move = "Rd Yd Gd | Bo Bx Bd Bs | Oc Yc Gc";
  hints.ideas = [{ move, tiles: ["Bs", "Oc", "Yc", "Gc"], rows: 0, why: { key: "advice.gift.none" } }];
  hints.shown = 0;
  flushSync();
  const ghosts = (row: string) =>
    [...document.querySelectorAll(`${row} .ghost [data-tile]`)].map((one) => one.getAttribute("data-tile"));
  expect(ghosts("[data-drop='0']")).toEqual([]);
  expect(ghosts("[data-drop='1']")).toEqual(["Bs"]);
  expect(ghosts(".begun").sort()).toEqual(["Gc", "Oc", "Yc"]);
  await fireEvent.click(document.querySelector("[data-drop='1'] .ghost")!);
  await vi.waitFor(() => expect(turn.text).toBe(move));
  expect(document.querySelector(".ghost")).toBeNull();
});
