/** The board on the screen: its cells are there, whatever a quick hand does before it has its size. */
import { cleanup, render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import Board from "../src/board/Board.svelte";
import { OneSize } from "./onesize";

vi.stubGlobal("ResizeObserver", OneSize);
afterEach(cleanup);

function shown(held: boolean): Element | null {
  const start = new Set(["0,0"]);
  render(Board, { tiles: [], open: start, reach: start, held, label: "Board", describe: (x, y) => `${x},${y}` });
  flushSync();
  return document.querySelector('[data-cell="0,0"].open');
}

it("draws its cells", () => {
  expect(shown(false)).toBeTruthy();
});

it("draws its cells where a tile was taken before it had its size", () => {
  expect(shown(true)).toBeTruthy();
});
