/**
 * The best moves of a position, live: an answer at once, then better ones for more thought, until somebody looks at
 * another position. A worker of its own works it out, so that nothing else waits for it.
 */
import type { Unsaid } from "../app/i18n.svelte";
import { reviewers } from "../engine/engine";
import type { Advice, Engine, State } from "../engine/questions";
import { troubleOf } from "../protocol/api";
import { laidBy } from "../review/run.svelte";
import { gamesTried, MOST_CANDIDATES, settled } from "./candidates";
import { UNKNOWN } from "./position";

/** Milliseconds of thought, one after the other (docs/engine.md). */
const BUDGETS = [4, 50, 250, 1000, 4000];
/** Among how many moves the different ones are found. */
const LOOKED_THROUGH = 64;

/** As much thought as an address asks for at most, as tests do: `?budget=20`. */
export function budgetsIn(search: string): number[] {
  const most = Number(new URLSearchParams(search).get("budget")) || Infinity;
  return BUDGETS.filter((budget) => budget <= most);
}

/** Of moves that lay the same pieces for the same points, the best one. */
export function different(found: readonly Advice[], before: State): Advice[] {
  const seen = new Set<string>();
  return found.filter(({ move, points }) => {
    const laid = laidBy(move, before).sort().join(" ");
    const idea = `${laid || move} ${points}`;
    return !seen.has(idea) && seen.add(idea);
  });
}

/** Whether the one to move knows all of their own pieces, without which there is nothing to advise. */
export const canThink = ({ turn, hands }: State): boolean => turn !== null && !hands[turn]?.includes(UNKNOWN);

interface Helpers {
  crew: Pick<Engine, "advise">[];
  rest: () => void;
}

export class Thinking {
  rows = $state.raw<Advice[]>([]);
  tried = $state(0);
  busy = $state(false);
  problem = $state.raw<Unsaid | undefined>();
  private run: AbortController | undefined;
  private helpers: Promise<Helpers> | undefined;

  constructor(
    private readonly budgets: readonly number[] = BUDGETS,
    private readonly hire: () => Promise<Helpers> = () => reviewers(1),
  ) {}

  /** Think about another position; what was thought about before is given up. */
  async about(game: readonly string[], state: State | undefined): Promise<void> {
    this.stop();
    this.rows = [];
    this.tried = 0;
    this.problem = undefined;
    if (!state || !canThink(state)) return;
    const { signal } = (this.run = new AbortController());
    this.busy = true;
    try {
      await this.deepen(game, state, signal);
    } catch (error) {
      if (!signal.aborted) this.problem = troubleOf(error);
    }
    if (!signal.aborted) this.busy = false;
  }

  private async deepen(game: readonly string[], state: State, signal: AbortSignal): Promise<void> {
    const { crew } = await (this.helpers ??= this.hire());
    for (const budget of this.budgets) {
      signal.throwIfAborted();
      const how = { seat: state.turn!, seed: 0, budget, most: LOOKED_THROUGH };
      const found = await crew[0]!.advise(game, how, signal);
      signal.throwIfAborted();
      this.rows = settled(this.rows, different(found, state).slice(0, MOST_CANDIDATES));
      this.tried = Math.max(this.tried, gamesTried(found));
      if (found.every(({ exact }) => exact)) return;
    }
  }

  private stop(): void {
    this.run?.abort();
    this.busy = false;
  }

  close(): void {
    this.stop();
    void this.helpers?.then(({ rest }) => rest());
  }
}
