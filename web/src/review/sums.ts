/**
 * From the turns of a review to its players, the course of the game and its turning points: the arithmetic of
 * qwirkle.analysis, figure by figure.
 */
import type { Estimate } from "../engine/questions";
import { JUDGEMENTS, type Judgement, type Luck, type Reviewed } from "../engine/reviewer";

/** The loss of a chance to win at which a move's accuracy has fallen to 100/e, 37 (analysis/sums.py). */
const FORGIVING = 0.1;
/** Standard errors in half an interval of 95 %. */
const Z = 1.959963984540054;
/** How many turning points are named, and how small a change of the chance to win is none. */
const MOST_TURNING = 4;
const LEAST_CHANGE = 0.1;

/** As much of a turn as is counted. */
export interface Counted {
  number: number;
  seat: number;
  reviewed?: Reviewed | undefined;
  luck?: Luck | undefined;
}

/**
 * How good a move was, from 0 to 100, by the chance to win and by the points that it gave away: where a game is decided
 * no chance is left to lose, so a point is worth something at least.
 */
export const accuracy = (win: number, points: number, worth: number): number =>
  100 * Math.exp(-Math.max(0, win, points * worth) / FORGIVING);

/** The sum of independent figures, times a share: the widths of their intervals add up as errors do. */
export function total(figures: readonly Estimate[], share = 1): Estimate {
  const value = share * figures.reduce((sum, one) => sum + one.value, 0);
  const half = Math.abs(share) * Math.hypot(...figures.map(({ low, high }) => (high - low) / 2));
  return { value, low: value - half, high: value + half };
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

const around = (value: number, error: number): Estimate => ({ value, low: value - Z * error, high: value + Z * error });

/** What a draw did for a seat, in points (or rows) and in the chance to win. */
export const luckOf = (luck: Luck, seat: number): { points: Estimate; win: Estimate } => ({
  points: around(luck.points[seat]!, luck.pointsError[seat]!),
  win: around(luck.win[seat]!, luck.winError[seat]!),
});

/** The numbers of the turns that gave a Qwirkle away: opened by them, and made by the next player. */
export function givenAway(turns: readonly Counted[]): Set<number> {
  const given = new Set<number>();
  for (const [at, turn] of turns.entries()) {
    const next = turns[at + 1];
    if (turn.reviewed?.qwirkles.opened && next?.reviewed?.qwirkles.made && next.seat !== turn.seat)
      given.add(turn.number);
  }
  return given;
}

export interface PlayerSum {
  seat: number;
  /** Turns in which there was a choice. */
  choices: number;
  /** From 0 to 100; undefined without a choice. */
  accuracy: number | undefined;
  lostPerTurn: Estimate | undefined;
  counts: Record<Judgement, number>;
  /** What the deal and all draws, everybody's, did for this player. */
  luck: { points: Estimate; win: Estimate };
  /** What the player's decisions changed, beside the best ones: at most about zero. */
  skill: { points: Estimate; win: Estimate };
  qwirkles: { made: number; missed: number; given: number };
}

const isChoice = (turn: Counted): boolean => !!turn.reviewed?.lost;

/** One player, as far as the turns are reviewed. */
export function sumOf(seat: number, turns: readonly Counted[], deal: Luck | undefined, worth: number): PlayerSum {
  const mine = turns.filter((turn) => turn.seat === seat && turn.reviewed);
  const lost = mine.filter(isChoice).map(({ reviewed }) => reviewed!.lost!);
  const lucks = [deal, ...turns.map(({ luck }) => luck)].flatMap((luck) => (luck ? [luckOf(luck, seat)] : []));
  const given = givenAway(turns);
  const count = (name: "made" | "missed") => mine.reduce((sum, { reviewed }) => sum + reviewed!.qwirkles[name], 0);
  const counts = Object.fromEntries(
    JUDGEMENTS.map((one) => [one, mine.filter(({ reviewed }) => reviewed!.judgement === one).length]),
  ) as Record<Judgement, number>;
  const points = lost.map((one) => one.points);
  return {
    seat,
    choices: lost.length,
    accuracy: lost.length ? mean(lost.map(({ win, points }) => accuracy(win.value, points.value, worth))) : undefined,
    lostPerTurn: lost.length ? total(points, 1 / lost.length) : undefined,
    counts,
    luck: { points: total(lucks.map((one) => one.points)), win: total(lucks.map((one) => one.win)) },
    skill: {
      points: total(points, -1),
      win: total(
        lost.map(({ win }) => win),
        -1,
      ),
    },
    qwirkles: {
      made: count("made"),
      missed: count("missed"),
      given: mine.filter(({ number }) => given.has(number)).length,
    },
  };
}

/** A player's chance to win after some turns, as that player could know it. */
export interface Chance {
  turns: number;
  win: number;
  /** Whether the last of them was the player's own choice, and this is what it came to. */
  moved: boolean;
}

/** Equal shares before the deal, then before and after each choice of the seat, and the result. */
export function courseOf(seat: number, seats: number, turns: readonly Counted[], winners: readonly number[]): Chance[] {
  const result = winners.includes(seat) ? 1 / winners.length : 0;
  return [
    { turns: 0, win: 1 / seats, moved: false },
    ...turns.flatMap(({ number, seat: mover, reviewed }) =>
      mover === seat && reviewed?.win
        ? [
            { turns: number - 1, win: reviewed.win.best.value, moved: false },
            { turns: number, win: reviewed.win.played.value, moved: true },
          ]
        : [],
    ),
    ...(winners.length ? [{ turns: turns.length, win: result, moved: false }] : []),
  ];
}

/** A large change of the chance to win. */
export interface TurningPoint {
  from: Chance;
  to: Chance;
}

const change = ({ from, to }: TurningPoint): number => to.win - from.win;
const apart = (one: TurningPoint, other: TurningPoint): boolean =>
  one.to.turns <= other.from.turns || other.to.turns <= one.from.turns;

/** The largest changes of a course, in the order of the game; of several at the same time, the largest one. */
export function turningPoints(course: readonly Chance[]): TurningPoint[] {
  const changes = course.slice(1).map((to, at) => ({ from: course[at]!, to }));
  changes.sort((one, other) => Math.abs(change(other)) - Math.abs(change(one)) || one.to.turns - other.to.turns);
  const found: TurningPoint[] = [];
  for (const one of changes) {
    if (Math.abs(change(one)) < LEAST_CHANGE || found.length === MOST_TURNING) break;
    if (found.every((other) => apart(one, other))) found.push(one);
  }
  return found.sort((one, other) => one.to.turns - other.to.turns);
}

/** The chance after so many turns, read off the line between the two nearest ones. */
export function chanceAt(course: readonly Chance[], turns: number): number {
  const after = course.findLast((one) => one.turns <= turns) ?? course[0]!;
  const next = course.find((one) => one.turns > turns);
  if (!next || after.turns === turns) return after.win;
  return after.win + ((next.win - after.win) * (turns - after.turns)) / (next.turns - after.turns);
}
