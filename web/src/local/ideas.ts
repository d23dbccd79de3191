/** Different ideas among the best moves, and the one thing to say about each (qwirkle.analysis.ideas). */
import { t } from "../app/i18n.svelte";
import type { Advice, Reason } from "../engine/questions";
import { parsePlay, parseRows, without } from "../protocol/tiles";
import type { Advised } from "../protocol/wire";

/** What is said of a move when only one thing is: the first of these that applies. */
const TELLING = [
  "advice.out",
  "advice.qwirkle",
  "advice.captures",
  "advice.gift",
  "advice.gifts",
  "advice.five",
  "advice.exchange",
  "advice.pass",
  "advice.trade",
  "advice.keeps.tiles.set",
  "advice.keeps.cards.set",
  "advice.five.none",
  "advice.gift.none",
];

interface Idea {
  /** What comes from the hand; nothing where nothing is laid. */
  tiles: string[];
  /** Where it goes, on a board. */
  placed: string[];
  kind: string;
  points: number;
}

function ideaOf({ move, points }: Advice, rows: readonly string[][]): Idea {
  const [kind = ""] = move.split(" ");
  if (move.includes("@")) {
    const tiles = parsePlay(move).map(({ tile }) => tile);
    return { tiles, placed: move.split(" "), kind: "play", points };
  }
  const laid = /^[A-Z]/.test(move);
  return {
    tiles: laid ? without(parseRows(move).flat(), rows.flat()) : [],
    placed: [],
    kind: laid ? "play" : kind,
    points,
  };
}

const holds = (some: string[], others: string[]): boolean => !without(others, some).length;

/** The same pieces; or more of them, at the same place of the board or for as many rows. */
function alike(one: Idea, other: Idea): boolean {
  if (!one.tiles.length || !other.tiles.length) return one.kind === other.kind;
  const more = holds(one.tiles, other.tiles);
  const fewer = holds(other.tiles, one.tiles);
  const near = one.placed.length ? one.placed.some((cell) => other.placed.includes(cell)) : one.points === other.points;
  return (more && fewer) || (near && (more || fewer));
}

/** The one thing to say about a move. */
export const telling = (reasons: readonly Reason[]): Reason =>
  TELLING.flatMap((key) => reasons.find((reason) => reason.key === key) ?? [])[0] ?? reasons[0]!;

function advised({ move, points, margin, win, reasons }: Advice): Advised {
  const { key, words } = telling(reasons);
  const details = reasons.map((reason) => t(reason.key, reason.words)).join(" ");
  return {
    move,
    points,
    margin: margin?.value ?? null,
    win: win?.value ?? null,
    why: t(key, words),
    key,
    words,
    details,
  };
}

/** The best moves of which no two are the same idea; `rows` are those that lie on the table. */
export function ideas(moves: readonly Advice[], rows: readonly string[][], most: number): Advised[] {
  const kept: { advice: Advice; idea: Idea }[] = [];
  for (const advice of moves) {
    const idea = ideaOf(advice, rows);
    if (kept.length < most && !kept.some((one) => alike(one.idea, idea))) kept.push({ advice, idea });
  }
  return kept.map(({ advice }) => advised(advice));
}
