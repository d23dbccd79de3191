/** How far somebody has come on the learning path: kept on the device. */
import { beforeEach, expect, test, vi } from "vitest";

/** As if the page were loaded again. */
async function reload() {
  vi.resetModules();
  return import("../src/storage/learned.svelte");
}

beforeEach(() => localStorage.clear());

test("somebody goes on where they stopped", async () => {
  const { noteDone, noteStep } = await reload();
  noteDone("start");
  noteStep("lines", 2);
  const { isLearned, stepOf } = await reload();
  expect([isLearned("start"), isLearned("lines"), stepOf("lines")]).toEqual([true, false, 2]);
});

test("a lesson that is done begins again", async () => {
  const { noteDone, noteStep, stepOf } = await reload();
  noteStep("lines", 2);
  noteDone("lines");
  expect(stepOf("lines")).toBe(0);
});

test("the next lesson is the first that is not done; after the last of a game comes its end", async () => {
  const { noteDone } = await reload();
  const { nextStone, placeAfter, STONES } = await import("../src/pages/learn/path");
  expect(nextStone()?.id).toBe("start");
  noteDone("start");
  noteDone("ends");
  expect(nextStone()?.id).toBe("lines");
  expect(placeAfter("start")).toBe("/learn/lines");
  expect(placeAfter("end")).toBe("/learn/ready");
  expect(placeAfter("last")).toBe("/learn/ready-cards");
  for (const { id } of STONES) noteDone(id);
  expect(nextStone()).toBeUndefined();
});

test("a store that holds something else is no harm", async () => {
  localStorage.setItem("learned", "{");
  const { isLearned } = await reload();
  expect(isLearned("start")).toBe(false);
});
