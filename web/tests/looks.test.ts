/** Faces: the code that travels, what it says, and what somebody begins with. */
import { describe, expect, it } from "vitest";
import { CHOICES, chosenIn, codeOf, likeName, lookOf, personLook } from "../src/design/looks";

/** As the server has it (Face in server/domain/commands.py). */
const PATTERN = /^[oxdstc][1-6][1-6]$/;

const all = CHOICES.shape.flatMap((shape) =>
  CHOICES.skin.flatMap((skin) => CHOICES.hat.map((hat) => ({ shape, skin, hat }))),
);

describe("a face as a code", () => {
  it("has three times six choices, each with a code of its own that says it", () => {
    const codes = all.map(codeOf);
    expect(new Set(codes).size).toBe(216);
    for (const code of codes) expect(code).toMatch(PATTERN);
    expect(codes.map(chosenIn)).toEqual(all);
  });

  it("stays what it was: people have stored it", () => {
    expect(chosenIn("s12")).toEqual({ shape: "s", skin: "coral", hat: "cap" });
    expect(chosenIn("t66")).toEqual({ shape: "t", skin: "rose", hat: "wizard" });
  });

  it.each(["", "s1", "s123", "s01", "s17", "s7 1", "a11", "11s", "S11", "s1x"])("says nothing by %j", (code) => {
    expect(chosenIn(code)).toBeUndefined();
    expect(personLook("Ada", code)).toEqual(lookOf("Ada"));
  });
});

it("is shown as it was chosen, whatever the name is", () => {
  expect(personLook("Ada", "c34")).toEqual(personLook("Bo", "c34"));
  expect(personLook("Ada", "c34")).toMatchObject({ shape: "c", skin: "teal", hat: "straw", extra: "none" });
});

it("begins with what the name has given, as far as it can be chosen", () => {
  const names = Array.from({ length: 200 }, (_, n) => `Name ${n}`);
  for (const name of names) {
    const [given, begun] = [lookOf(name), likeName(name)];
    expect(begun.shape).toBe(given.shape);
    if ((CHOICES.skin as readonly string[]).includes(given.skin)) expect(begun.skin).toBe(given.skin);
    if ((CHOICES.hat as readonly string[]).includes(given.hat)) expect(begun.hat).toBe(given.hat);
  }
});
