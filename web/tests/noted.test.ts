/** Commitments seen at tables. */
import { beforeEach, expect, it } from "vitest";
import { note, noted, noteText, notedText } from "../src/storage/noted";

beforeEach(() => localStorage.clear());

it("keeps the first commitment of a table", () => {
  note("a", "11");
  note("a", "22");
  expect(noted("a")).toBe("11");
  expect(noted("b")).toBeUndefined();
});

it("keeps the text that was sent after it, and those of other tables", () => {
  for (const table of ["a", "b"]) note(table, "11");
  noteText("a", "rain");
  noteText("b", "sun");
  noteText("b", "snow");
  note("c", "22");
  expect(["a", "b", "c", "d"].map(notedText)).toEqual(["rain", "snow", undefined, undefined]);
  expect(noted("a")).toBe("11");
});

it("keeps at most two hundred, and survives nonsense", () => {
  localStorage.setItem("commitments", "{");
  for (let n = 0; n < 250; n++) note(`t${n}`, String(n));
  expect(noted("t249")).toBe("249");
  expect(noted("t0")).toBeUndefined();
});
