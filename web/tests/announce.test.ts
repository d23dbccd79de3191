/** What is said to those who listen. */
import { cleanup, render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { announce } from "../src/app/announce.svelte";
import Announcer from "../src/app/Announcer.svelte";

const heard = (): Element[] => [...document.querySelectorAll("[role=log] p")];
const words = (): (string | null)[] => heard().map((p) => p.textContent);

function say(...texts: string[]): void {
  texts.forEach(announce);
  flushSync();
}

afterEach(cleanup);

test("words that come at once are all heard, and the same words twice", () => {
  render(Announcer);
  say("Your move is ready.", "It is good.", "It is good.", "");
  expect(words().slice(-3)).toEqual(["Your move is ready.", "It is good.", "It is good."]);
});

test("words already heard stay untouched, and the oldest go", () => {
  render(Announcer);
  say("a", "b", "c", "d");
  const last = heard().at(-1);
  say("e", "f");
  expect(words()).toEqual(["c", "d", "e", "f"]);
  expect(heard()[1]).toBe(last);
});
