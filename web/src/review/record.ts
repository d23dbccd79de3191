/** The record of a finished game as turns to be looked at again; what is no such record is refused in one sentence. */
import type { Edition } from "../editions/presentation";
import { EDITIONS } from "../editions/register";
import { t } from "../app/i18n.svelte";
import { hex, utf8 } from "../fair/bytes";
import { sha256 } from "../fair/sha256";
import { parseMove, parseSeat, wordOf } from "../local/record";
import { Failed } from "../protocol/api";

const HEADER = /^qwirkle record (\d+)$/;
/** Formats from here on are not known yet. */
const NEWER = 3;
const CHECKED = /^(.*) {2}#([0-9a-f]{8})$/;
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

const refused = (key: string, words: Record<string, unknown> = {}): Failed =>
  new Failed({ code: "bad", key, message: t(key, words), words });

/** The lines without their checksums, each of which must be right. */
function checkedLines(record: string): string[] {
  const lines = record.replaceAll("\r", "").trim().split("\n");
  if (!HEADER.test(lines[0]!.replace(/ {2}#.*$/, ""))) throw refused("web.review.bad.foreign");
  return lines.map((line, at) => {
    const [, text, check] = CHECKED.exec(line) ?? [];
    if (text === undefined)
      throw refused(at + 1 < lines.length ? "web.review.bad.line" : "web.review.bad.cut", { line: at + 1 });
    if (hex(sha256(utf8(`${at + 1} ${text}`))).slice(0, 8) !== check)
      throw refused("web.review.bad.line", { line: at + 1 });
    return text;
  });
}

const happened = (line: string): Happened =>
  wordOf(line) === "move" ? parseMove(line) : { seat: parseSeat(line)[0], move: "resign", points: 0, drawn: [] };

/** Read a record. Whether the moves keep the rules is for the engine to say. */
export function playedIn(record: string): Played {
  const lines = checkedLines(record);
  if (Number(HEADER.exec(lines[0]!)![1]) >= NEWER) throw refused("web.review.bad.newer");
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
