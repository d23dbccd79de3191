/** Where a game comes from that is looked at again: this device, the server, or a record that somebody has brought. */
import { levelOf } from "../design/cast";
import { engine as load } from "../engine/engine";
import { get, recordOf, refused } from "../protocol/api";
import type { ReplayView } from "../protocol/wire";
import { isOnDevice, keptGame } from "../storage/games";
import { keepReview, keptReview } from "../storage/reviews";
import { isImported, nameOfRecord, playedIn } from "./record";

export interface Person {
  name: string;
  /** The level of a computer player. */
  bot: number | null;
  face: string;
}

export interface Source {
  record: string;
  players: Person[];
}

/** Those of a record, which says no more than their names. */
const people = (names: readonly string[]): Person[] =>
  names.map((name) => ({ name, bot: levelOf(name) ?? null, face: "" }));

async function onDevice(id: string): Promise<Source> {
  const game = await keptGame(id);
  if (!game) throw refused("web.local.gone");
  if (!game.summary.over) throw refused("web.review.bad.unfinished");
  return { record: game.record, players: game.seats.map(({ name, bot, face }) => ({ name, bot, face })) };
}

async function onServer(id: string): Promise<Source> {
  const [record, view] = await Promise.all([
    recordOf(id),
    get<ReplayView>(`/api/tables/${id}/replay`).catch(() => undefined),
  ]);
  const players = view?.players.map((name, n) => ({ name, bot: view.bots[n] ?? null, face: view.faces[n] ?? "" }));
  return { record, players: players ?? people(playedIn(record).names) };
}

/** The game of an address. What was reviewed once needs no network again. */
export async function sourceOf(id: string): Promise<Source> {
  if (isOnDevice(id)) return onDevice(id);
  const kept = await keptReview(id);
  if (kept) return kept;
  if (isImported(id)) throw refused("web.review.bad.gone");
  return onServer(id);
}

/** Take a record in that was pasted or chosen as a file, and return its address; refused where it is no game to review. */
export async function bring(record: string): Promise<string> {
  const { all, names } = playedIn(record);
  const engine = await load().catch(() => {
    throw refused("web.review.bad.engine");
  });
  const { ended, hands } = await engine.state(all);
  if (hands.flat().includes("?")) throw refused("web.review.bad.hidden");
  if (!ended) throw refused("web.review.bad.unfinished");
  const id = nameOfRecord(record);
  if (!(await keptReview(id)))
    await keepReview({
      id,
      record,
      players: people(names),
      engine: "",
      budget: 0,
      games: 0,
      answers: null,
      kept: Date.now(),
    });
  return id;
}
