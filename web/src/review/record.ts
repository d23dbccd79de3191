/** The record of a finished game as turns to be looked at again; what is no such record is refused in one sentence. */
import type { Edition } from "../editions/presentation";
import { EDITIONS } from "../editions/register";
import { hex, utf8 } from "../fair/bytes";
import { sha256 } from "../fair/sha256";
import { linesOf, parseMove, parseSeat, wordOf } from "../local/record";
import { refused } from "../protocol/api";

/** What a question about a game needs of its record. */
const TURNS = new Set(["move", "resign"]);
const ASKED = new Set(["qwirkle", "edition", "seat", "deal", "start", ...TURNS]);

export interface Happened {
  seat: number;
  /** The move in its notation, or `resign`. */
  move: string;
  points: number;
  drawn: string[];
}

export interface Played {
  edition: Edition;
  names: string[];
  /** Every line, as its number in the record says. */
  all: string[];
  /** The lines before the first turn, then one for each turn. */
  opening: string[];
  lines: string[];
  turns: Happened[];
}

const happened = (line: string): Happened =>
  wordOf(line) === "move" ? parseMove(line) : { seat: parseSeat(line)[0], move: "resign", points: 0, drawn: [] };

/** Read a record. Whether the moves keep the rules is for the engine to say. */
export function playedIn(record: string): Played {
  const lines = linesOf(record);
  const named = lines.find((line) => wordOf(line) === "edition")?.split(" ")[1];
  const edition = EDITIONS.find((one) => one === named);
  if (!edition) throw refused("web.review.bad.edition");
  if (!lines.some((line) => wordOf(line) === "end")) throw refused("web.review.bad.unfinished");
  const wanted = lines.filter((line) => ASKED.has(wordOf(line)));
  const start = wanted.findIndex((line) => TURNS.has(wordOf(line)));
  const turns = start < 0 ? [] : wanted.slice(start);
  if (!turns.some((line) => wordOf(line) === "move")) throw refused("web.review.bad.empty");
  return {
    edition,
    names: wanted.filter((line) => wordOf(line) === "seat").map((line) => parseSeat(line).slice(2).join(" ")),
    all: lines,
    opening: wanted.slice(0, start),
    lines: turns,
    turns: turns.map(happened),
  };
}

/** The game after so many turns, as the engine is asked about it. */
export const gameAfter = ({ opening, lines }: Played, count: number): string[] => [
  ...opening,
  ...lines.slice(0, count),
];

/** A name for a record that came from elsewhere: the same record always has the same. */
export const nameOfRecord = (record: string): string => `r-${hex(sha256(utf8(record.trim()))).slice(0, 20)}`;
export const isImported = (id: string): boolean => id.startsWith("r-");
