/**
 * A review under way: the questions about each turn go to two workers, answers come in turn by turn, and
 * what was found is kept. Leaving the page ends the workers at once.
 */
import type { Edition } from "../editions/presentation";
import { EDITIONS, presentationOf } from "../editions/register";
import { troubleOf } from "../protocol/api";
import type { LinePoints } from "../protocol/wire";
import { parsePlay, parseRows, without } from "../protocol/tiles";
import { isTable } from "../protocol/rows";
import { t, type Unsaid } from "../app/i18n.svelte";
import { engine as load, reviewers, VERSION } from "../engine/engine";
import type { Engine, State } from "../engine/questions";
import type { Luck, Reviewed, Reviewer } from "../engine/reviewer";
import { keepReview, keptReview } from "../storage/reviews";
import { gameAfter, playedIn, type Played } from "./record";
import { sourceOf, type Person, type Source } from "./source";
import type { Counted } from "./sums";

const WORKERS = 2;

/** How thoroughly a game is looked at: milliseconds for each move, and games for each draw (docs/engine.md). */
export interface Depth {
  budget: number;
  games: number;
}

export const standardOf = (edition: Edition): Depth => presentationOf(edition).review;
const DEEPER = 5;

export interface Turn extends Counted {
  /** The move in its notation, or `resign`. */
  move: string;
  points: number;
  /** What came from the hand; nothing where it was another move. */
  laid: string[];
  /** Whether a draw followed, whose luck can be measured. */
  drew: boolean;
  before: State;
  after: State;
}

interface Answers {
  deal: Luck | null;
  reviews: (Reviewed | null)[];
  lucks: (Luck | null)[];
}

type Job = (reviewer: Reviewer, signal: AbortSignal) => Promise<void>;

/** The depth that an address asks for, as tests do: `?budget=1&games=4`. */
export function depthIn(search: string): Depth | undefined {
  const wanted = new URLSearchParams(search);
  const [budget, games] = [Number(wanted.get("budget")), Number(wanted.get("games"))];
  return budget > 0 && games > 1 ? { budget, games } : undefined;
}

/** The pieces of a move that came from the hand. */
export function laidBy(move: string, before: State): string[] {
  if (isTable(move)) return without(parseRows(move).flat(), before.rows.flat());
  return parsePlay(move).map(({ tile }) => tile);
}

function turnsOf({ turns }: Played, states: readonly State[]): Turn[] {
  return turns.map(({ seat, move, points, drawn }, at) => ({
    number: at + 1,
    seat,
    move,
    points,
    laid: laidBy(move, states[at]!),
    drew: drawn.length > 0,
    before: states[at]!,
    after: states[at + 1]!,
  }));
}

export class ReviewRun {
  players = $state.raw<Person[]>([]);
  turns = $state.raw<Turn[]>([]);
  deal = $state.raw<Luck | undefined>();
  /** How many questions are answered, and of how many. */
  done = $state(0);
  total = $state(0);
  depth = $state.raw<Depth>(standardOf(EDITIONS[0]));
  problem = $state.raw<Unsaid | undefined>();
  readonly edition = $derived(this.turns[0]?.before.edition ?? EDITIONS[0]);
  readonly end = $derived(this.turns.at(-1)?.after);
  readonly finished = $derived(this.total > 0 && this.done === this.total);
  readonly deepened = $derived(this.depth.budget > standardOf(this.edition).budget);

  private readonly stop = new AbortController();
  private engine: Engine | undefined;
  private played!: Played;
  private source!: Source;

  constructor(
    private readonly id: string,
    private readonly wish?: Depth,
  ) {}

  /** Read the game and look at it; what is known from before is not asked again. */
  async open(): Promise<void> {
    try {
      this.source = await sourceOf(this.id);
      this.played = playedIn(this.source.record);
      this.engine = await load();
      this.players = this.source.players;
      const counts = [0, ...this.played.turns.map((_, at) => at + 1)];
      const states = await Promise.all(counts.map((count) => this.engine!.state(gameAfter(this.played, count))));
      this.turns = turnsOf(this.played, states);
      this.depth = this.wish ?? standardOf(this.edition);
      await this.recall();
      await this.work();
    } catch (error) {
      if (!this.stop.signal.aborted) this.problem = this.engine ? troubleOf(error) : unsaid(error);
    }
  }

  /** Ask everything again, and think longer. */
  async deepen(): Promise<void> {
    const { budget, games } = standardOf(this.edition);
    this.depth = { budget: budget * DEEPER, games: games * DEEPER };
    await this.work(true).catch((error) => (this.problem = troubleOf(error)));
  }

  /** Nobody looks any more. */
  close(): void {
    if (this.total && !this.finished && !this.deepened) void this.keep();
    this.stop.abort();
  }

  /** The lines of the best move of a turn, for which the board needs their points. */
  async bestLines(turn: Turn): Promise<LinePoints[]> {
    if (!turn.reviewed || !this.engine) return [];
    const game = gameAfter(this.played, turn.number - 1);
    return (await this.engine.judge(game, turn.seat, turn.reviewed.best.move)).lines;
  }

  private async recall(): Promise<void> {
    const kept = await keptReview<Answers | null>(this.id);
    if (!kept?.answers || kept.engine !== VERSION) return;
    if (this.wish ? kept.budget !== this.wish.budget : kept.budget < this.depth.budget) return;
    this.depth = { budget: kept.budget, games: kept.games };
    const { deal, reviews, lucks } = kept.answers;
    this.deal = deal ?? undefined;
    this.turns = this.turns.map((turn, at) => ({
      ...turn,
      reviewed: reviews[at] ?? undefined,
      luck: lucks[at] ?? undefined,
    }));
  }

  private keep(): Promise<void> {
    const answers: Answers = {
      deal: this.deal ?? null,
      reviews: this.turns.map(({ reviewed }) => reviewed ?? null),
      lucks: this.turns.map(({ luck }) => luck ?? null),
    };
    const { record, players } = this.source;
    return keepReview({
      id: this.id,
      record,
      players,
      engine: VERSION,
      ...this.depth,
      answers,
      kept: Date.now(),
    });
  }

  /** Every question, in the order of the game; those that have been answered only where all are asked again. */
  private jobs(again: boolean): (Job | undefined)[] {
    const wanted = (known: unknown, job: Job) => (known && !again ? undefined : job);
    return [
      wanted(this.deal, async (reviewer, signal) => {
        this.deal = await reviewer.luck(gameAfter(this.played, 0), { seed: 0, games: this.depth.games }, signal);
      }),
      ...this.turns.flatMap((turn) => [
        ...(turn.move === "resign" ? [] : [wanted(turn.reviewed, this.reviewing(turn.number))]),
        ...(turn.drew ? [wanted(turn.luck, this.measuring(turn.number))] : []),
      ]),
    ];
  }

  /** Each question has dice of its own, or the errors would not add up. */
  private reviewing(number: number): Job {
    const { budget } = this.depth;
    return async (reviewer, signal) => {
      const reviewed = await reviewer.review(gameAfter(this.played, number), { seed: number, budget }, signal);
      this.change(number, { reviewed });
    };
  }

  private measuring(number: number): Job {
    const { games } = this.depth;
    return async (reviewer, signal) => {
      const luck = await reviewer.luck(gameAfter(this.played, number), { seed: number, games }, signal);
      this.change(number, { luck });
    };
  }

  private change(number: number, more: Partial<Turn>): void {
    this.turns = this.turns.map((turn) => (turn.number === number ? { ...turn, ...more } : turn));
  }

  private async work(again = false): Promise<void> {
    const all = this.jobs(again);
    const jobs = all.filter((job) => job !== undefined);
    this.total = all.length;
    this.done = all.length - jobs.length;
    if (!jobs.length) return;
    const { crew, rest } = await reviewers(WORKERS);
    const failures: unknown[] = [];
    const tireless = async (reviewer: Reviewer) => {
      for (let job = jobs.shift(); job && !this.stop.signal.aborted; job = jobs.shift()) {
        await job(reviewer, this.stop.signal).catch((error) => failures.push(error));
        this.done += 1;
      }
    };
    await Promise.all(crew.map(tireless));
    rest();
    if (this.stop.signal.aborted) return;
    if (failures.length === this.total) throw failures[0];
    await this.keep();
  }
}

/** Without an engine there is no review; everything else that fails says so itself. */
const unsaid = (error: unknown): Unsaid =>
  error instanceof Error && "problem" in error
    ? troubleOf(error)
    : { key: "web.review.bad.engine", message: t("web.review.bad.engine") };
