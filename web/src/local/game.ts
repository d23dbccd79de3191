/** A game on this device: shuffled and dealt, and what one move makes of it. The engine knows the rules. */
import type { Edition, Engine, Judged, State } from "../engine/questions";
import { randomHex, utf8, type Mac } from "../fair/bytes";
import { sha256 } from "../fair/sha256";
import { commitment, gameKey, lot, root, shuffled } from "../fair/shuffle";
import { TILES } from "../protocol/tiles";
import { ulid } from "../protocol/ulid";
import { deviceTable, type KeptGame, type KeptSeat } from "../storage/games";
import { levelText, textsOf } from "./log";
import { moveLine, opening, parseMove, parseSeat, wordOf, written } from "./record";
import { bagOf } from "./view";

const COPIES = 3;
const ALL = TILES.flatMap((tile) => Array<string>(COPIES).fill(tile));
const SEED_BYTES = 32;
const TEXT_BYTES = 16;

export interface Wanted {
  edition: Edition;
  seats: KeptSeat[];
  hints: boolean;
  previous?: string | null;
}

/**
 * A new game. The seed is drawn and bound first and the text of this device after it, as a server
 * and its players do; computer players add nothing, and the record says so. Only one that is matched to the person
 * adds its level, which is nowhere else in a record.
 */
export async function newGame(engine: Engine, { edition, seats, hints, previous = null }: Wanted): Promise<KeptGame> {
  const seed = randomHex(SEED_BYTES);
  const commit = commitment(seed);
  const text = randomHex(TEXT_BYTES);
  const texts = seats.map(({ bot, strength }) => (bot === null ? text : levelText(strength)));
  const names = seats.map(({ name }) => name);
  const ages = seats.map(({ age }) => age);
  const { lines, start } = await dealt(engine, edition, gameKey(seed, texts), ages);
  const now = Date.now();
  return {
    table: deviceTable(ulid(now)),
    record: written([...opening(edition, names, commit, texts), ...lines, `seed ${seed}`]),
    seats,
    hints,
    start,
    undone: [],
    aborted: null,
    previous,
    rematch: null,
    created: now,
    changed: now,
    revision: 1,
    summary: { edition, over: false, turn: start.seat, scores: seats.map(() => 0) },
  };
}

/** The lines of the deal. Where nobody can open, all is shuffled and dealt again (C2). */
export async function dealt(
  engine: Engine,
  edition: Edition,
  mac: Mac,
  ages: (number | null)[],
): Promise<{ lines: string[]; start: KeptGame["start"] }> {
  const lines: string[] = [];
  for (let number = 0; ; number++) {
    const order = shuffled(mac, number, ALL);
    const { hands, start } = await engine.deal(edition, order, lot(mac, number), ages);
    lines.push(`shuffle ${root(mac, number, order)}`);
    lines.push(...hands.map((hand, seat) => ["deal", seat + 1, ...order.splice(0, hand.length)].join(" ")));
    if (!start) continue;
    const among = start.why === "lot" ? start.among : [];
    lines.push(["start", start.seat + 1, start.why, ...among.map((seat) => seat + 1)].join(" "));
    return { lines, start: { ...start, among } };
  }
}

const drawnIn = (line: string): string[] => {
  if (wordOf(line) === "deal") return parseSeat(line).slice(1) as string[];
  return wordOf(line) === "move" ? parseMove(line).drawn : [];
};

export const seedOf = (lines: readonly string[]): string => lines.at(-1)!.split(" ")[1]!;

interface Bag {
  mac: Mac;
  /** How many shuffles there were. */
  shuffles: number;
  /** What is left, the next one first. */
  order: string[];
}

/** The bag of a game: what was shuffled last, without what was drawn since. */
function bagNow(lines: readonly string[], state: State): Bag {
  const mac = gameKey(seedOf(lines), textsOf(lines, state.players));
  const shuffles = lines.filter((line) => wordOf(line) === "shuffle").length;
  const since = lines.slice(lines.findLastIndex((line) => wordOf(line) === "shuffle") + 1).flatMap(drawnIn);
  const order = shuffled(mac, shuffles - 1, [...bagOf(state), ...since]).slice(since.length);
  return { mac, shuffles, order };
}

const endLines = ({ ended, winners }: State): string[] =>
  ended ? [["end", ended, ...winners.map((seat) => seat + 1)].join(" ")] : [];

/** The lines of a game, and what they mean. */
export interface Position {
  lines: string[];
  state: State;
}

/** After a move that the judge has allowed: pieces are drawn, and those that go back are mixed in. */
export async function moved(engine: Engine, now: Position, seat: number, judged: Judged): Promise<Position> {
  const { mac, shuffles, order } = bagNow(now.lines, now.state);
  const drawn = order.slice(0, judged.draws);
  const before = now.lines.slice(0, -1);
  const line = (points: number) => moveLine({ seat, move: judged.move, points, drawn });
  const state = await engine.state([...before, line(0)]);
  const lines = [...before, line(state.last?.points ?? 0)];
  if (judged.mixed.length) {
    const mixed = shuffled(mac, shuffles, [...order.slice(judged.draws), ...judged.mixed]);
    lines.push(`shuffle ${root(mac, shuffles, mixed)}`);
  }
  return { state, lines: [...lines, ...endLines(state), now.lines.at(-1)!] };
}

export async function resigned(engine: Engine, now: Position, seat: number): Promise<Position> {
  const lines = [...now.lines.slice(0, -1), `resign ${seat + 1}`];
  const state = await engine.state(lines);
  return { state, lines: [...lines, ...endLines(state), now.lines.at(-1)!] };
}

/** What a computer player's choices follow from: the same after a reload. */
export function botSeed(lines: readonly string[], seat: number): number {
  const hash = sha256(utf8(`bot ${seedOf(lines)} ${seat}`));
  return hash.slice(0, 6).reduce((sum, byte) => sum * 256 + byte, 0);
}
