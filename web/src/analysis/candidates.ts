/** The best moves in the order in which they are shown: rows change places only when it is clear which is better. */
import type { Advice, Estimate } from "../engine/questions";
import type { Judgement } from "../engine/reviewer";

/** As many as are worth a look. */
export const MOST_CANDIDATES = 5;
/** From how much of the chance to win on; the engine judges the moves of a game alike (docs/analysis.md). */
export const LOST = { inaccuracy: 0.02, mistake: 0.06, blunder: 0.15 } as const;

/** What a move is measured by: the chance to win, or where the engine has none, the margin. */
export const figureOf = ({ win, margin }: Advice): Estimate | null => win ?? margin;

/** Whether one is clearly better than another: their intervals do not overlap. */
function isAbove(one: Advice, other: Advice): boolean {
  const [mine, theirs] = [figureOf(one), figureOf(other)];
  return !!mine && !!theirs && mine.low > theirs.high;
}

/** Where a move belongs that was not shown before: in front of the first that is worth less. */
function placeOf(fresh: Advice, rows: readonly Advice[]): number {
  const place = rows.findIndex((row) => (figureOf(row)?.value ?? 0) < (figureOf(fresh)?.value ?? 0));
  return place < 0 ? rows.length : place;
}

/** The moves that were found now, as those that are shown already let them stand. */
export function settled(shown: readonly Advice[], found: readonly Advice[]): Advice[] {
  const now = new Map(found.map((one) => [one.move, one]));
  const rows = shown.flatMap(({ move }) => now.get(move) ?? []);
  for (const fresh of found) {
    if (rows.some(({ move }) => move === fresh.move)) continue;
    rows.splice(shown.length ? placeOf(fresh, rows) : rows.length, 0, fresh);
  }
  for (let at = 1; at < rows.length; at++)
    for (let place = at; place && isAbove(rows[place]!, rows[place - 1]!); place--)
      rows.splice(place - 1, 2, rows[place]!, rows[place - 1]!);
  return rows;
}

/** What a move is called beside the one at the top; nothing where the engine has no chances to compare. */
export function judgementOf(one: Advice, top: Advice): Judgement | undefined {
  if (one === top) return "best";
  if (!one.win || !top.win) return undefined;
  const lost = top.win.value - one.win.value;
  if (!isAbove(top, one) || lost < LOST.inaccuracy) return "good";
  return lost < LOST.mistake ? "inaccuracy" : lost < LOST.blunder ? "mistake" : "blunder";
}

/** How many games were tried for all of them together. */
export const gamesTried = (found: readonly Advice[]): number => found.reduce((sum, { samples }) => sum + samples, 0);
