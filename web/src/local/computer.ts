/** The computer players of a table on this device: they think in the worker, and take a natural time to move. */
import type { Engine } from "../engine/questions";
import { botSeed } from "./game";
import { seenBy } from "./record";
import { asked } from "./strength";

/** How a computer player plays: in hundredths of a level. */
type Strength = number;

/** Milliseconds that a computer player seems to think, at random between these: as at a server. */
const DELAY = [700, 1600] as const;
/** A move that takes longer is held back to a half second, so that no clock tells an easy hand from a hard one. */
const STEP = 500;
/** Who moves where a level fails: one that needs less work. */
const EASIER: Strength[] = [400, 100];
const AGAIN = 3000;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** After how long a move is made that took so long to find. */
export const seeming = (delay: number, taken: number): number =>
  taken <= delay ? delay : Math.ceil(taken / STEP) * STEP;

export class Computer {
  private thinking: { lines: readonly string[]; stop: AbortController } | undefined;

  constructor(private readonly make: (seat: number, move: string) => void) {}

  /** Think about a position, if nobody does yet; what was thought about another one is dropped. */
  think(engine: Engine, lines: readonly string[], seat: number, strength: Strength): void {
    if (this.thinking?.lines === lines) return;
    this.stop();
    const stop = new AbortController();
    this.thinking = { lines, stop };
    void this.move(engine, lines, seat, strength, stop.signal);
  }

  stop(): void {
    this.thinking?.stop.abort();
    this.thinking = undefined;
  }

  private async move(
    engine: Engine,
    lines: readonly string[],
    seat: number,
    strength: Strength,
    signal: AbortSignal,
  ): Promise<void> {
    const start = performance.now();
    const delay = DELAY[0] + Math.random() * (DELAY[1] - DELAY[0]);
    const move = await chosen(engine, lines, seat, strength, signal);
    if (signal.aborted) return;
    if (move === undefined) await pause(AGAIN);
    const taken = performance.now() - start;
    await pause(seeming(delay, taken) - taken);
    if (signal.aborted) return;
    this.thinking = undefined;
    if (move === undefined) this.think(engine, lines, seat, strength);
    else this.make(seat, move);
  }
}

/** The move of the level, which knows no more than its seat has seen; or that of an easier one. */
async function chosen(
  engine: Engine,
  lines: readonly string[],
  seat: number,
  strength: Strength,
  signal: AbortSignal,
): Promise<string | undefined> {
  const seen = seenBy(lines, seat);
  const seed = botSeed(lines, seat);
  for (const tried of [strength, ...EASIER.filter((easier) => easier < strength)]) {
    try {
      return await engine.choose(seen, { seat, ...asked(tried), seed }, signal);
    } catch {
      if (signal.aborted) return undefined;
    }
  }
  return undefined;
}
