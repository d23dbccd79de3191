/** Finished games to look through, from the server or from what this device has kept. */
import { runsThrough } from "../board/runs";
import { playerName } from "../app/i18n.svelte";
import { presentationOf } from "../editions/register";
import { Failed, get } from "../protocol/api";
import { cellKey, parsePlaced, parsePlay } from "../protocol/tiles";
import { isOnDevice } from "../storage/games";
import { keep, kept } from "../storage/kept";
import type { ReplayView, Step } from "../protocol/wire";
import { PRESENTATION as tileGame } from "../tiles/presentation";
import { replayHere } from "./here";
import { tilePlayers } from "./learn/names";

/** The book's sample game, under a name that no table has. */
export const SAMPLE = "sample";

async function sample(): Promise<ReplayView> {
  const { players, steps } = (await import("./learn/tiles.json")).default as {
    players: string[];
    steps: Step[];
  };
  return {
    table: SAMPLE,
    edition: tileGame.edition,
    imported: false,
    players,
    bots: [],
    faces: [],
    rule: null,
    winners: [],
    start: { seat: 0, why: "age", size: 3, tied: [0, 1] }, // Sue and Chris hold three each, and Sue is older
    steps,
  };
}

/** The game of a table. Looked at once, it stays on this device, and needs no network again. */
export async function replayOf(table: string): Promise<ReplayView> {
  if (table === SAMPLE) return sample();
  if (isOnDevice(table)) return replayHere(table);
  try {
    const view = await get<ReplayView>(`/api/tables/${table}/replay`);
    await keep(view);
    return view;
  } catch (problem) {
    const view = problem instanceof Failed ? await kept(table) : undefined;
    if (view) return { bots: [], faces: [], ...view };
    throw problem;
  }
}

/** The same game with its players as the reader calls them; those of the sample as the rulebook of the language does. */
export const named = (view: ReplayView): ReplayView =>
  view.table === SAMPLE
    ? { ...view, players: tilePlayers(view.players) }
    : { ...view, players: view.players.map((name, n) => playerName(name, view.bots[n])) };

/** The tiles or cards that came from the hand in a step; none where it was another move. */
export function laidIn(view: ReplayView, at: number): string[] {
  const step = view.steps[at];
  return step?.move ? presentationOf(view.edition).laidIn(step, view.steps[at - 1]) : [];
}

/** How many lines of six a step made or added to on a board. */
export function qwirklesIn({ board, move }: Step): number {
  const placed = parsePlay(move ?? "");
  const filled = new Set(board.map(parsePlaced).map(({ x, y }) => cellKey(x, y)));
  return runsThrough(filled, placed).filter((run) => run.length === 6).length;
}
