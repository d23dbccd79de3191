/** What is practised in each lesson, step by step: positions that the library has made. */
import { parseRows, without } from "../../protocol/tiles";
import type { LinePoints, Step as Moment } from "../../protocol/wire";
import cardData from "./cards.json";
import lessonData from "./lessons.json";
import type { LessonId } from "./path";
import tileData from "./tiles.json";

/** What its tiles share, where it begins, whether it goes down, how many it has, and its points. */
type LineData = [string, number, number, 0 | 1, number, number];
/** A move, its points, its lines, and what going out brings besides. */
type OfferData = [string, number, LineData[], number];

/** A line, and the colour or shape that its tiles share. */
export interface Line extends LinePoints {
  by: string;
}

interface TurnData {
  move: string;
  points: number;
  offers: OfferData[];
  /** By tile: the reasons for which it does not fit, with the tiles that each is about and its cells. */
  faults: Record<string, [string, string, string][]>;
  /** The reason for every other cell, and how many tiles it speaks of. */
  far: [string, number];
}

interface Practice extends TurnData {
  board: string[];
  hand: string[];
  bag: number;
  most: number;
  scores: number[];
  drawn?: string[];
  before?: string;
  results?: Record<string, number[]>;
}

/** A turn of the tile game. */
export interface TileStep extends TurnData {
  kind: "tiles";
  /** The sentences about it: `web.learn.KEY`, and what is said afterwards: `web.learn.KEY.then`. */
  key: string;
  /** Whether it is one of the book's sample game, told of the book's players. */
  sample: boolean;
  seat: number;
  board: string[];
  /** The move before. */
  before: string;
  hand: string[];
  bag: number;
  /** How many tiles may be traded; the lesson is about trading where there are some. */
  most: number;
  scores: number[];
  /** What comes out of the bag. */
  drawn: string[];
  /** Who wins by a move that ends the game. */
  results: Record<string, number[]>;
}

/** Everybody's pieces, and who of them starts. */
export interface StartStep {
  kind: "start";
  key: string;
  cards: boolean;
  hands: string[][];
  /** The largest set of each. */
  sets: string[][];
  ages: number[];
  tied: number[];
  seat: number;
}

interface CardData {
  rows: string[][];
  hand: string[];
  move: string;
  standing: string[];
  captures: string[];
  short: string[];
  pile?: number;
  drawn?: string[];
  captured?: string[][][];
  openings?: string[];
  stuck?: string[];
  results?: number[][];
}

/** A turn of the card game. */
export interface CardStep extends CardData {
  kind: "cards";
  key: string;
  /** Whether it is one of the book's examples. */
  sample: boolean;
  seat: number;
  /** The rows in front of each of the three players. */
  captured: string[][][];
  /** Nothing is played here: somebody's captured rows are looked at. */
  look: boolean;
}

export type Step = TileStep | StartStep | CardStep;

const sample = tileData as unknown as { players: string[]; steps: Moment[]; turns: TurnData[] };
const ours = lessonData as unknown as {
  start: Record<"tiles" | "cards", Omit<StartStep, "kind" | "key" | "cards">>;
  trade: Practice[];
  end: Practice[];
  cards: Record<"deal" | "exchange" | "last" | "end", CardData>;
};
const examples = cardData as (CardData & { id: string })[];

export const SAMPLE_PLAYERS = sample.players;
export const SAMPLE_TURNS = sample.turns.length;

export function lineOf([by, x, y, down, count, points]: LineData): Line {
  const cells = Array.from({ length: count }, (_, n): [number, number] => (down ? [x, y + n] : [x + n, y]));
  return { by, cells, points, qwirkle: points > count };
}

/** A turn of the book's sample game, from 0. */
export function sampleStep(at: number): TileStep {
  const { board, hands, scores, bag, turn, move } = sample.steps[at]!;
  const seat = turn ?? 0;
  return {
    ...sample.turns[at]!,
    kind: "tiles",
    key: `t${at + 1}`,
    sample: true,
    seat,
    board,
    before: move ?? "",
    hand: hands[seat] ?? [],
    bag,
    most: 0,
    scores,
    drawn: sample.steps[at + 1]?.drawn ?? [],
    results: {},
  };
}

const sampleSteps = (from: number, to: number): TileStep[] =>
  Array.from({ length: to - from + 1 }, (_, n) => sampleStep(from + n - 1));

const practised = (name: "trade" | "end"): TileStep[] =>
  ours[name].map((one, n) => ({
    before: "",
    drawn: [],
    results: {},
    ...one,
    kind: "tiles",
    key: `${name}${n + 1}`,
    sample: false,
    seat: 0,
  }));

const startStep = (game: "tiles" | "cards"): StartStep => ({
  ...ours.start[game],
  kind: "start",
  key: `start_${game}`,
  cards: game === "cards",
});

const NOTHING: string[][][] = [[], [], []];
const cardStep = (key: string, data: CardData, seat = 0): CardStep => ({
  captured: NOTHING,
  ...data,
  kind: "cards",
  key,
  sample: false,
  seat,
  look: false,
});
const example = (number: number): CardStep => ({
  ...cardStep(`c${number}`, examples[number - 1]!, number - 1),
  sample: true,
});

/** After the last example her row is in front of Sylwia, and everybody may look at it. */
function lookStep(): CardStep {
  const { captures, move } = examples[2]!;
  const rows = ours.cards.end.captured ?? NOTHING;
  const captured = rows.map((all, seat) => (seat === 2 ? [captures[0]!.split(" ")] : all.slice(0, 1)));
  const rest = without(parseRows(move).flat(), captured[2]!.flat());
  return { ...cardStep("look", { ...examples[2]!, rows: [rest], hand: [] }, 2), captured, look: true };
}

const STEPS: Record<Exclude<LessonId, "tips">, () => Step[]> = {
  start: () => [startStep("tiles"), ...sampleSteps(1, 1)],
  lines: () => sampleSteps(2, 4),
  ends: () => sampleSteps(5, 8),
  qwirkle: () => sampleSteps(9, 12),
  trade: () => practised("trade"),
  end: () => practised("end"),
  deal: () => [startStep("cards"), cardStep("deal", ours.cards.deal)],
  rows: () => [example(1)],
  mend: () => [example(2)],
  capture: () => [example(3), lookStep()],
  last: () => [
    cardStep("exchange", ours.cards.exchange, 1),
    cardStep("last", ours.cards.last),
    cardStep("final", ours.cards.end),
  ],
};

export const stepsOf = (id: Exclude<LessonId, "tips">): Step[] => STEPS[id]();
