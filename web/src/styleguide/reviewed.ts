/** The rulebook's sample game as if it had been reviewed: every judgement, and figures that suit it. */
import sample from "../pages/learn/tiles.json";
import type { Step } from "../protocol/wire";
import { JUDGEMENTS, type Luck, type Reviewed, type State } from "../review/figures";
import { laidBy, type Turn } from "../review/run.svelte";
import { PRESENTATION as cardGame } from "../cards/presentation";
import { PRESENTATION as tileGame } from "../tiles/presentation";
import { ROWS } from "./sample";

const steps = sample.steps as unknown as Step[];

export const PEOPLE = [
  { name: "Sue", bot: null, face: "o52" },
  { name: "Luka", bot: 2, face: "" },
  { name: "Sally", bot: null, face: "" },
  { name: "Bob", bot: null, face: "c34" },
];

const stateOf = (step: Partial<Step>, edition: State["edition"] = tileGame.edition): State => ({
  edition,
  players: PEOPLE.length,
  start: 0,
  turn: step.turn ?? null,
  moves: step.number ?? 0,
  bag: step.bag ?? 0,
  scores: step.scores ?? [],
  hands: step.hands ?? [],
  gone: [],
  board: step.board ?? [],
  rows: step.rows ?? [],
  captured: [],
  opening: false,
  exchanges: 0,
  passes: 0,
  ended: null,
  winners: [],
  bonus: 0,
  last: null,
});

const around = (value: number, half: number) => ({ value, low: value - half, high: value + half });

const luck = (points: number): Luck => ({
  points: [points, -points / 3, -points / 3, -points / 3],
  pointsError: [1, 1, 1, 1],
  win: [points / 100, 0, 0, 0],
  winError: [0.01, 0.01, 0.01, 0.01],
});

export const DEAL = luck(3);

/** The worse a judgement is, the more it cost. */
function reviewed(number: number, move: string, points: number): Reviewed {
  const place = number % JUDGEMENTS.length;
  const cost = Math.max(0, place - 1) / 15;
  const win = 0.3 + 0.3 * Math.sin(number);
  return {
    judgement: JUDGEMENTS[place]!,
    best: { move: place > 1 ? "Yd@5,3" : move, points: points + place, reasons: [] },
    win: { best: around(win, 0.02), played: around(win - cost, 0.02) },
    lost: { win: around(cost, 0.02), points: around(cost * 30, 0.8) },
    samples: 3000,
    exact: false,
    reasons: [],
    qwirkles: { made: 0, missed: place === 5 ? 1 : 0, opened: 0 },
  };
}

export const TURNS: Turn[] = steps.slice(1).map((step, n) => {
  const before = stateOf(steps[n]!);
  const move = step.move ?? "pass";
  return {
    number: n + 1,
    seat: step.seat ?? 0,
    move,
    points: step.points,
    laid: laidBy(move, before),
    drew: true,
    before,
    after: stateOf(step),
    reviewed: reviewed(n + 1, move, step.points),
    luck: luck(n % 3),
  };
});

const CARDS = "Bo Bx Bd Bs Bt | Oo Ox Ot | Rd Yd Gd Pd | Rs Gs Ps | Yt Gt Pt";
const table = stateOf({ rows: ROWS }, cardGame.edition);
export const CARD_TURN: Turn = {
  ...TURNS[2]!,
  move: CARDS,
  points: 0,
  laid: laidBy(CARDS, table),
  before: table,
  after: table,
  reviewed: {
    ...TURNS[2]!.reviewed!,
    best: { move: "Oo Ox Ot | Rd Yd Gd Pd | Rs Gs Ps | Yt Gt Pt | Bo Bx Bd Bs Bt Bc", points: 1, reasons: [] },
  },
};
