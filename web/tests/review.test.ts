/** The arithmetic of a review, its records, and a whole one by the kernel itself. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadLanguage, loadReading } from "../src/app/i18n.svelte";
import { answering } from "../src/engine/kernel";
import { Reviewer, type Judgement, type Luck, type Reviewed } from "../src/engine/reviewer";
import { Failed } from "../src/protocol/api";
import { gameAfter, nameOfRecord, playedIn } from "../src/review/record";
import { depthIn } from "../src/review/run.svelte";
import { accuracy, chanceAt, courseOf, givenAway, sumOf, total, turningPoints, type Counted } from "../src/review/sums";
import { hasKernel } from "./kernel";

const RECORD = readFileSync(resolve(import.meta.dirname, "records/classic.qw"), "utf-8");

beforeAll(async () => {
  await loadLanguage("en");
  await loadReading();
});

const exactly = (value: number) => ({ value, low: value, high: value });

interface Said {
  judgement?: Judgement;
  lost?: number;
  points?: number;
  win?: [best: number, played: number];
  made?: number;
  missed?: number;
  opened?: number;
}

function reviewed(said: Said): Reviewed {
  const { judgement = "good", lost, points = 0, win = [0.5, 0.5], made = 0, missed = 0, opened = 0 } = said;
  return {
    judgement,
    best: { move: "pass", points: 0, reasons: [] },
    win: lost === undefined ? null : { best: exactly(win[0]), played: exactly(win[1]) },
    lost:
      lost === undefined ? null : { win: exactly(lost), points: { value: points, low: points - 1, high: points + 1 } },
    samples: 0,
    exact: false,
    reasons: [],
    qwirkles: { made, missed, opened },
  };
}

const luck = (points: number, error: number): Luck => ({
  win: [points / 100, -points / 100],
  winError: [0, 0],
  points: [points, -points],
  pointsError: [error, error],
});

const TURNS: Counted[] = [
  {
    number: 1,
    seat: 0,
    reviewed: reviewed({ judgement: "best", lost: 0, win: [0.5, 0.5], opened: 2 }),
    luck: luck(3, 1),
  },
  { number: 2, seat: 1, reviewed: reviewed({ judgement: "brilliant", lost: -0.01, made: 1 }), luck: luck(-1, 2) },
  {
    number: 3,
    seat: 0,
    reviewed: reviewed({ judgement: "blunder", lost: 0.25, points: 6, win: [0.6, 0.35], missed: 1 }),
  },
  { number: 4, seat: 1, reviewed: reviewed({ judgement: "forced", opened: 1 }) },
  { number: 5, seat: 0, reviewed: reviewed({ judgement: "good", lost: 0.01, points: 1, win: [0.2, 0.19] }) },
];

describe("the sums of a review", () => {
  test("accuracy falls with the chance that was given away, and never rises above 100", () => {
    expect([-0.01, 0, 0.02, 0.06, 0.15].map((lost) => Math.round(accuracy(lost, 0, 0.01)))).toEqual([
      100, 100, 82, 55, 22,
    ]);
  });

  test("intervals add up as errors do", () => {
    expect(
      total([
        { value: 1, low: -2, high: 4 },
        { value: 2, low: -2, high: 6 },
      ]),
    ).toEqual({ value: 3, low: -2, high: 8 });
    expect(total([exactly(4), exactly(2)], -0.5)).toEqual(exactly(-3));
    expect(total([])).toEqual(exactly(0));
  });

  test("a Qwirkle is given away where the next player makes it", () => {
    expect([...givenAway(TURNS)]).toEqual([1]);
    expect([...givenAway(TURNS.slice(1))]).toEqual([]);
  });

  test("of a player: accuracy over the choices, counts, what was missed and given away", () => {
    const sum = sumOf(0, TURNS, undefined, 0);
    expect(sum.choices).toBe(3);
    expect(sum.accuracy).toBeCloseTo((100 + 100 * Math.exp(-2.5) + 100 * Math.exp(-0.1)) / 3, 10);
    expect(sum.counts).toMatchObject({ best: 1, blunder: 1, good: 1, brilliant: 0, forced: 0 });
    expect(sum.lostPerTurn!.value).toBeCloseTo(7 / 3, 10);
    expect(sum.skill.points.value).toBe(-7);
    expect(sum.skill.win.value).toBeCloseTo(-0.26, 10);
    expect(sum.qwirkles).toEqual({ made: 0, missed: 1, given: 1 });
  });

  test("without a choice there is no accuracy", () => {
    const sum = sumOf(1, [TURNS[3]!], undefined, 0);
    expect([sum.choices, sum.accuracy, sum.lostPerTurn]).toEqual([0, undefined, undefined]);
  });

  test("luck is the deal and everybody's draws, and what one gains the other loses", () => {
    const [one, other] = [0, 1].map((seat) => sumOf(seat, TURNS, luck(4, 2), 0).luck.points);
    expect(one!.value).toBe(6);
    expect(other!.value).toBe(-6);
    expect(one!.high - one!.value).toBeCloseTo(1.959963984540054 * 3, 10);
  });
});

describe("the course of a game", () => {
  const course = courseOf(0, 2, TURNS, [1]);

  test("goes from equal shares over one's own choices to the result", () => {
    expect(course.map(({ turns, win }) => [turns, win])).toEqual([
      [0, 0.5], [0, 0.5], [1, 0.5], [2, 0.6], [3, 0.35], [4, 0.2], [5, 0.19], [5, 0],
    ]); // prettier-ignore
  });

  test("turns where it changes most", () => {
    expect(turningPoints(course).map(({ from, to }) => [from.turns, to.turns])).toEqual([
      [2, 3],
      [3, 4],
      [5, 5],
    ]);
  });

  test("has no turning point where nothing happens", () => {
    expect(turningPoints(courseOf(0, 2, TURNS.slice(0, 2), [])).length).toBe(0);
  });

  test("can be read between two turns", () => {
    expect(chanceAt(course, 0)).toBe(0.5);
    expect(chanceAt(course, 3)).toBe(0.35);
    expect(
      chanceAt(
        [
          { turns: 0, win: 0.5, moved: false },
          { turns: 4, win: 0.9, moved: true },
        ],
        1,
      ),
    ).toBeCloseTo(0.6);
  });

  test("ends with a share of a victory that is shared", () => {
    expect(courseOf(0, 2, [], [0, 1]).at(-1)!.win).toBe(0.5);
  });
});

/** The sentence that refuses a record. */
function refusal(record: string): string {
  try {
    playedIn(record);
  } catch (error) {
    return (error as Failed).problem.key;
  }
  return "";
}

describe("a record", () => {
  const lines = RECORD.trimEnd().split("\n");

  test("is read turn by turn", () => {
    const played = playedIn(RECORD);
    expect(played.edition).toBe("classic");
    expect(played.names).toEqual(["Ada", "Bo"]);
    expect(played.turns.length).toBe(lines.filter((line) => line.startsWith("move ")).length);
    expect(gameAfter(played, 1).length).toBe(played.opening.length + 1);
    expect(playedIn(RECORD.replaceAll("\n", "\r\n")).turns).toEqual(played.turns);
  });

  test("of another kind, changed, cut or unfinished is refused, and it is said why", () => {
    expect(refusal("1. e4 e5")).toBe("web.record.foreign");
    expect(refusal("")).toBe("web.record.foreign");
    expect(refusal(RECORD.replace("scores 4", "scores 5"))).toBe("web.record.line");
    expect(refusal(RECORD.trimEnd().slice(0, -3))).toBe("web.record.cut");
    expect(refusal(lines.slice(0, 12).join("\n"))).toBe("web.review.bad.unfinished");
  });

  test("has a name of its own, whatever stands around it", () => {
    expect(nameOfRecord(RECORD)).toBe(nameOfRecord(`${RECORD}\n\n`));
    expect(nameOfRecord(RECORD)).toMatch(/^r-[0-9a-f]{20}$/);
  });
});

test("an address can ask for a depth, and only for one that makes sense", () => {
  expect(depthIn("?budget=1&games=4")).toEqual({ budget: 1, games: 4 });
  expect(depthIn("?budget=0&games=4")).toBeUndefined();
  expect(depthIn("")).toBeUndefined();
});

describe.skipIf(!hasKernel)("the kernel", () => {
  test("reviews a move and measures the luck of its draw", async () => {
    const wasm = readFileSync(resolve(import.meta.dirname, "../../build/kernel.wasm"));
    const answer = answering(new WebAssembly.Module(wasm));
    const reviewer = new Reviewer((question) => Promise.resolve(answer(question)));
    const game = gameAfter(playedIn(RECORD), 4);
    const found = await reviewer.review(game, { seed: 4, budget: 1 });
    expect(found.win!.best.low).toBeLessThanOrEqual(found.win!.best.value);
    expect(found.lost!.win.value).toBeCloseTo(found.win!.best.value - found.win!.played.value, 6);
    const drawn = await reviewer.luck(game, { seed: 4, games: 8 });
    expect(drawn.points[0]! + drawn.points[1]!).toBeCloseTo(0, 6);
  });
});
