/** Commitments seen at tables. */
import { beforeEach, expect, it } from "vitest";
import { note, noted } from "../src/lib/noted";

beforeEach(() => localStorage.clear());

it("keeps the first commitment of a table", () => {
  note("a", "11");
  note("a", "22");
  expect(noted("a")).toBe("11");
  expect(noted("b")).toBeUndefined();
});

it("keeps so many and no more, and survives nonsense", () => {
  localStorage.setItem("commitments", "{");
  for (let n = 0; n < 250; n++) note(`t${n}`, String(n));
  expect(noted("t249")).toBe("249");
  expect(noted("t0")).toBeUndefined();
});
