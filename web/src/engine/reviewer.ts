/** The engine's questions about a game that was played: what a move was worth, and how lucky a draw was. */
import { Engine, estimate, real, type Estimate, type Game, type Reason } from "./questions";

export const JUDGEMENTS = ["brilliant", "best", "good", "inaccuracy", "mistake", "blunder", "forced"] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** The last move of a game beside the best one, by what its player could know. */
export interface Reviewed {
  judgement: Judgement;
  best: { move: string; points: number; reasons: Reason[] };
  /** The chance to win with the best move and with the one that was played; null where there was no choice. */
  win: { best: Estimate; played: Estimate } | null;
  /** What the move gave away. */
  lost: { win: Estimate; points: Estimate } | null;
  samples: number;
  exact: boolean;
  reasons: Reason[];
  qwirkles: { made: number; missed: number; opened: number };
}

/** What the last draw changed, or the deal: for each seat, with the error of the mean. */
export interface Luck {
  win: number[];
  winError: number[];
  points: number[];
  pointsError: number[];
}

type Pair<Name extends string> = Record<Name, Estimate<string>>;
type WrittenReview = Omit<Reviewed, "win" | "lost"> & {
  win: Pair<"best" | "played"> | null;
  lost: Pair<"win" | "points"> | null;
};
type WrittenLuck = Record<"win" | "win_error" | "points" | "points_error", string[]>;

export class Reviewer extends Engine {
  async review(game: Game, how: { seed: number; budget: number }, signal?: AbortSignal): Promise<Reviewed> {
    const found = await this.ask<WrittenReview>("review", how, "", game, signal);
    const { judgement, best, win, lost, samples, exact, reasons, qwirkles } = found;
    return {
      judgement,
      best,
      win: win && { best: estimate(win.best)!, played: estimate(win.played)! },
      lost: lost && { win: estimate(lost.win)!, points: estimate(lost.points)! },
      samples,
      exact,
      reasons,
      qwirkles,
    };
  }

  async luck(game: Game, how: { seed: number; games: number }, signal?: AbortSignal): Promise<Luck> {
    const found = await this.ask<WrittenLuck>("luck", how, "", game, signal);
    return {
      win: found.win.map(real),
      winError: found.win_error.map(real),
      points: found.points.map(real),
      pointsError: found.points_error.map(real),
    };
  }
}
