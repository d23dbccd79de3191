/**
 * What the computer players say, and when: rarely, from what everybody has seen, and the same after a reload. The
 * library does the same in `terminal/remarks.py`; both are held to `tests/conformance/remarks.json`.
 */
import { presentationOf } from "../editions/register";
import type { TableView, Told } from "../protocol/wire";
import { readMoves, standingMoves, type ReadMove } from "./moves";

export type Occasion = "first" | "own" | "yours" | "big" | "close" | "won" | "lost" | "shared";

export interface Remark {
  /** The number of the move after which it is said, from 1; at the end the number of moves. */
  turn: number;
  seat: number;
  occasion: Occasion;
  variant: number;
}

/** A move as everybody saw it. */
export interface Made {
  seat: number;
  points: number;
  qwirkles: number;
  laid: number;
  drawn: number;
}

/** What a game has to say for itself. */
export interface Story {
  /** What chance follows from: a text that belongs to this game alone. */
  key: string;
  /** The levels of computer players, and null for people. */
  bots: readonly (number | null)[];
  /** The seats that the remarks are for. */
  yours: readonly number[];
  /** The levels that play on this device for the first time. */
  strangers: readonly number[];
  moves: readonly Made[];
  /** None while it goes on, and where somebody left. */
  winners: readonly number[];
  /** From what on a turn is big, in points or in pieces laid; and what is close at the end. */
  by: "points" | "laid";
  big: number;
  close: number;
}

const GAP = 8;
const MOST = 4;
const VARIANTS = 2;
/** Before that there is nothing to compare a turn with. */
const EARLY = 6;

/** A number that follows from a text alone (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const sign of text) value = Math.imul(value ^ sign.codePointAt(0)!, 0x01000193) >>> 0;
  return value >>> 8;
}

/** All remarks of a game so far, in their order. What was said does not change when the game goes on. */
export function remarksOf(story: Story): Remark[] {
  const said: Remark[] = [];
  story.moves.forEach((_, at) => {
    const turn = at + 1;
    const last = said.at(-1);
    if (said.length >= MOST || (last && turn - last.turn < GAP)) return;
    const found = occasionAt(story, turn);
    if (found) said.push(spoken(story, turn, found));
  });
  const end = endOf(story);
  return end ? [...said, spoken(story, story.moves.length, end)] : said;
}

interface Found {
  occasion: Occasion;
  /** Who could say it. */
  seats: readonly number[];
}

function spoken({ key }: Story, turn: number, { occasion, seats }: Found): Remark {
  const dice = hash(`${key} ${turn} ${occasion}`);
  return { turn, occasion, seat: seats[dice % seats.length]!, variant: (Math.floor(dice / 64) % VARIANTS) + 1 };
}

const computers = ({ bots }: Story): number[] => bots.flatMap((bot, seat) => (bot === null ? [] : [seat]));

/** What there is to say after a move, if there is something. */
function occasionAt(story: Story, turn: number): Found | undefined {
  const { bots, yours, key } = story;
  const made = story.moves.slice(0, turn);
  const { seat, qwirkles } = made.at(-1)!;
  const own = bots[seat] ?? null;
  const alone = { seats: [seat] };
  const any = { seats: computers(story) };
  const coin = hash(`${key} ${turn}`) % 2 === 0;
  if (!any.seats.length) return undefined;
  if (own !== null && isFirst(story, made, own)) return { occasion: "first", ...alone };
  const close = closeAt(story, made);
  if (close.length) return { occasion: "close", seats: close };
  if (own !== null) return qwirkles && coin ? { occasion: "own", ...alone } : undefined;
  if (!yours.includes(seat)) return undefined;
  if (qwirkles) return { occasion: "yours", ...any };
  return isBig(story, made) ? { occasion: "big", ...any } : undefined;
}

/** The second move of somebody who was never here before: with the first one it is still being told who starts. */
const isFirst = ({ strangers, bots }: Story, made: readonly Made[], level: number): boolean =>
  strangers.includes(level) && made.filter(({ seat }) => bots[seat] === level).length === 2;

/** Larger than all before, and large at all. */
function isBig({ by, big }: Story, made: readonly Made[]): boolean {
  const [now = 0, ...before] = made.map((one) => one[by]).reverse();
  return made.length > EARLY && now >= big && before.every((size) => size < now);
}

/** When nothing more is to be drawn: the computer players who are about level with one of yours. */
function closeAt(story: Story, made: readonly Made[]): number[] {
  const short = ({ laid, drawn }: Made) => drawn < laid;
  if (!short(made.at(-1)!) || made.slice(0, -1).some(short)) return [];
  const score = (seat: number) => made.reduce((sum, one) => sum + (one.seat === seat ? one.points : 0), 0);
  const best = Math.max(...story.yours.map(score));
  return computers(story).filter((seat) => Math.abs(score(seat) - best) <= story.close);
}

/** Who has something to say at the end. */
function endOf(story: Story): Found | undefined {
  const { winners, yours, bots } = story;
  const won = winners.filter((seat) => bots[seat] !== null);
  const mine = winners.some((seat) => yours.includes(seat));
  if (won.length) return { occasion: mine ? "shared" : "won", seats: won };
  return mine && computers(story).length ? { occasion: "lost", seats: computers(story) } : undefined;
}

/** A table as a story for those who sit at this device; nothing is said to those who only watch. */
export function storyOf(view: TableView, events: readonly Told[], strangers: readonly number[]): Story {
  const drawn = new Map(events.map(({ seq, event }) => [seq, event.type === "moved" ? (event.drawn?.length ?? 0) : 0]));
  const moves = standingMoves(readMoves(events, view.edition));
  const left = moves.some(({ other }) => other === "resigned");
  const shown = presentationOf(view.edition);
  const made = ({ seq, seat, points, tiles, ...move }: ReadMove): Made => ({
    seat,
    points,
    qwirkles: shown.qwirkles({ points, qwirkles: move.qwirkles }),
    laid: tiles.length,
    drawn: drawn.get(seq) ?? 0,
  });
  return {
    key: view.commitment,
    bots: view.seats.map((seat) => seat?.bot ?? null),
    yours: view.yours,
    strangers,
    moves: moves.filter(({ other }) => other !== "resigned").map(made),
    winners: left ? [] : (view.outcome?.winners ?? []),
    ...shown.remarks,
  };
}
