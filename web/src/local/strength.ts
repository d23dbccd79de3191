/**
 * About my strength: where the one at this device stands on the scale of the levels, and who plays them next. A
 * strength of 2 is Luka, and 2.35 is 35 hundredths of the way from there to Kubo. The library does the same in
 * `bots/adaptive.py`; both are held to `tests/conformance/strength.json`.
 */
import type { Edition } from "../engine/questions";
import { ratings, type Rating } from "../storage/ratings.svelte";
import numbers from "./strength.json";

interface Scale {
  /** Elo between two neighbouring levels. */
  step: number;
  /** The lead at the end that counts as 73 % of a win. */
  lead: number;
  /** How far, in levels, the first game can move a strength at most; how fast that gets less, and down to what. */
  firstGain: number;
  fading: number;
  leastGain: number;
}

const SCALES: Record<Edition, Scale> = numbers.scales;

/** An opponent at the end of a game: its strength in hundredths, and the lead over it; none after a resignation. */
export interface Met {
  strength: number;
  lead: number | null;
}

/** What a lead at the end is worth, from 0 to 1: a narrow win says little. */
const resultOf = ({ lead }: Scale, led: number): number => 1 / (1 + Math.exp(-led / lead));
const expected = ({ step }: Scale, own: number, opponent: number): number =>
  1 / (1 + 10 ** (((opponent - own) * step) / 400));
const gain = ({ firstGain, fading, leastGain }: Scale, games: number): number =>
  Math.max(firstGain / (games + 1) ** fading, leastGain);

const within = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high);

/** The rating after a game against these; a resignation is a loss, whatever the scores. */
export function rated(edition: Edition, { own, games }: Rating, met: readonly Met[]): Rating {
  const scale = SCALES[edition];
  const surprises = met.map(
    ({ strength, lead }) => (lead === null ? 0 : resultOf(scale, lead)) - expected(scale, own, strength / 100),
  );
  const mean = surprises.reduce((sum, one) => sum + one, 0) / met.length;
  return { own: within(0, own + gain(scale, games) * mean, numbers.strongest / 100), games: games + 1 };
}

/** The nearest strength, in hundredths, that an opponent can have. */
function playable(strength: number): number {
  const { weakest, strongest, lastBetween } = numbers;
  let near = Math.floor(strength * 100 + 0.5);
  if (near > lastBetween) near = Math.floor(near / 100 + 0.5) * 100;
  return within(weakest, near, strongest);
}

/** The strengths, in hundredths, of so many opponents: around one's own, a level apart. */
export const opponentsFor = ({ own }: Rating, count: number): number[] =>
  Array.from({ length: count }, (_, place) => playable(own + place - (count - 1) / 2));

/** Where the one at this device stands in a game. */
export const ownRating = (edition: Edition): Rating => ratings()[edition] ?? { own: numbers.first, games: 0 };

/** The level whose face and voice a strength has; below the first it is the first one's. */
export const characterAt = (strength: number): number => Math.max(1, Math.floor(strength / 100));

/** What the engine is asked for: a whole level by its number, and what is between two in hundredths. */
export const asked = (strength: number): { level: number } | { hundredths: number } =>
  strength % 100 || !strength ? { hundredths: strength } : { level: strength / 100 };
