/** A finished game of this device from the deal to the end, and its record to take along. */
import { engine as load } from "../engine/engine";
import type { Engine, State } from "../engine/questions";
import { refused } from "../protocol/api";
import type { ReplayView, Step } from "../protocol/wire";
import { keptGame, type KeptGame } from "../storage/games";
import { turnsOf, type Turn } from "./log";
import { parseMove, parseSeat, read, seenBy, wordOf, written } from "./record";
import { seatOf } from "./view";

function stepOf(number: number, turn: Turn | undefined, state: State): Step {
  const [line = ""] = turn ?? [];
  const made = wordOf(line) === "move" ? parseMove(line) : undefined;
  return {
    number,
    seat: turn ? parseSeat(line)[0] : null,
    move: made?.move ?? (turn ? "resign" : null),
    points: made?.points ?? 0,
    drawn: made?.drawn ?? [],
    board: state.board,
    rows: state.rows,
    captured: state.captured,
    hands: state.hands,
    scores: state.scores,
    bag: state.bag,
    turn: state.ended ? null : state.turn,
  };
}

/** The positions of a game, each asked for with the turns that led to it. */
async function steps(engine: Engine, lines: readonly string[]): Promise<Step[]> {
  const before = lines.slice(0, lines.findIndex((line) => wordOf(line) === "start") + 1);
  const turns = turnsOf(lines);
  const at = async (count: number) =>
    stepOf(count, turns[count - 1], await engine.state([...before, ...turns.slice(0, count).flat()]));
  return Promise.all([0, ...turns.map((_, turn) => turn + 1)].map(at));
}

export async function replayHere(table: string, loading: () => Promise<Engine> = load): Promise<ReplayView> {
  const game = await keptGame(table);
  if (!game) throw refused("web.local.gone");
  if (!game.summary.over) throw refused("serve.phase.playing");
  const lines = read(game.record);
  if (!lines) throw refused("web.local.damaged");
  const engine = await loading().catch(() => {
    throw refused("web.local.no_engine");
  });
  const { ended, winners } = await engine.state(lines);
  return {
    table,
    edition: game.summary.edition,
    imported: false,
    players: game.seats.map(({ name }) => name),
    bots: game.seats.map(({ bot }) => bot),
    faces: game.seats.map(({ face }) => face),
    rule: ended,
    winners,
    start: game.start,
    steps: await steps(engine, lines),
  };
}

/** The record of a game; of one that goes on, only as the one at the device has seen it. */
export function recordFor(game: KeptGame): string {
  const lines = read(game.record);
  if (game.summary.over || !lines) return game.record;
  return written(seenBy(lines, seatOf(game, game.summary.turn, [])));
}

export async function recordHere(table: string): Promise<string> {
  const game = await keptGame(table);
  if (!game) throw refused("web.local.gone");
  return recordFor(game);
}
