import { describe, expect, test } from "vitest";
import { company } from "../src/pages/home/company";
import { hasCompany, matches, newTable, startsAtOnce, type Plan } from "../src/pages/setup/chairs";

const plan = (changes: Partial<Plan> = {}): Plan => ({
  where: "link",
  chairs: ["person", "nobody", "nobody"],
  names: ["", "", ""],
  ages: [null, null, null],
  pace: "none",
  open: false,
  hints: false,
  ...changes,
});
const named = (chair: number) => `Player ${chair + 2}`;

describe("who comes along", () => {
  test("the chosen one sits first, then those nearest in strength, the weaker ones before", () => {
    expect(company(2, 1)).toEqual([2]);
    expect(company(2, 3)).toEqual([2, 1, 3]);
    expect(company(1, 3)).toEqual([1, 2, 3]);
    expect(company(6, 2)).toEqual([6, 5]);
  });
});

describe("a new table", () => {
  test("a friend by the link has a seat that stays free", () => {
    expect(newTable(plan(), named)).toMatchObject({ seats: 2, bots: [], local: [], clock: { type: "none" } });
    expect(startsAtOnce(plan())).toBe(false);
  });

  test("computer players sit down beside the friend", () => {
    const made = plan({ chairs: ["person", 3, 6], pace: "brisk", open: true, hints: true });
    expect(newTable(made, named)).toEqual({
      seats: 4,
      bots: [3, 6],
      strengths: [],
      local: [],
      ages: [],
      clock: { type: "live", minutes: 5, increment: 5 },
      open: true,
      hints: true,
    });
  });

  test("those who are matched to one have their strengths behind the levels, each by their chair", () => {
    const made = plan({ where: "device", chairs: ["match", 5, "match"] });
    const strengths = matches(made, { own: 2, games: 0 });
    expect([...strengths.keys()]).toEqual([0, 2]);
    expect(newTable(made, named, strengths)).toMatchObject({ seats: 4, bots: [5], strengths: [...strengths.values()] });
  });

  test("at one device everybody has a name, nobody a clock, and the game begins at once", () => {
    const made = plan({
      where: "device",
      chairs: ["person", 1, "person"],
      names: [" Bo ", "", ""],
      ages: [null, 5, 31],
      pace: "days",
      open: true,
    });
    expect(newTable(made, named)).toMatchObject({
      seats: 4,
      bots: [1],
      local: ["Bo", "Player 4"],
      ages: [null, 31],
      clock: { type: "none" },
      open: false,
    });
    expect(startsAtOnce(made)).toBe(true);
  });

  test("alone there is no game; against the computer it begins at once", () => {
    const alone = plan({ chairs: ["nobody", "nobody", "nobody"] });
    expect(hasCompany(alone)).toBe(false);
    const computer = plan({ chairs: ["nobody", 2, "nobody"] });
    expect(hasCompany(computer)).toBe(true);
    expect(startsAtOnce(computer)).toBe(true);
  });
});
