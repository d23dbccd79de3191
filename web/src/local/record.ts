/** Records as text: lines with their checksums, and what one seat may know of them (docs/notation.md). */
import { hex, utf8 } from "../fair/bytes";
import { sha256 } from "../fair/sha256";
import { refused } from "../protocol/api";
import { TILES } from "../protocol/tiles";

/** Formats from the next number on are not known yet. */
export const FORMAT = 2;
const HEADER = `qwirkle record ${FORMAT}`;
const ANY_HEADER = /^qwirkle record (\d+)(?: {2}#.*)?$/;
const CHECKED = /^(.*) {2}#([0-9a-f]{8})$/;
const HIDDEN = "?";

const checksum = (line: string, number: number): string => hex(sha256(utf8(`${number} ${line}`))).slice(0, 8);

/** Lines as a record. */
export const written = (lines: readonly string[]): string =>
  lines.map((line, at) => `${line}  #${checksum(line, at + 1)}\n`).join("");

/** The lines of a text that should be a record, without their checksums; the first one that is not right is named. */
export function linesOf(record: string): string[] {
  const lines = record.replaceAll("\r", "").trim().split("\n");
  const [, format] = ANY_HEADER.exec(lines[0]!) ?? [];
  if (!format) throw refused("web.record.foreign");
  if (Number(format) > FORMAT) throw refused("web.record.newer");
  return lines.map((line, at) => {
    const [, text, check] = CHECKED.exec(line) ?? [];
    if (text === undefined)
      throw refused(at + 1 < lines.length ? "web.record.line" : "web.record.cut", { line: at + 1 });
    if (checksum(text, at + 1) !== check) throw refused("web.record.line", { line: at + 1 });
    return text;
  });
}

/** The lines of a game as far as its seed; what a server has added is about the game, and no part of it. */
export const gameIn = (lines: readonly string[]): string[] =>
  lines.slice(0, lines.findIndex((line) => wordOf(line) === "seed") + 1);

/** The lines of a record that was kept here; nothing where one of them was changed, or the end is missing. */
export function read(record: string): string[] | undefined {
  try {
    const lines = gameIn(linesOf(record));
    return lines[0] === HEADER ? lines : undefined;
  } catch {
    return undefined;
  }
}

/** Everything of a game before anything is drawn. */
export function opening(edition: string, names: readonly string[], commit: string, texts: readonly string[]): string[] {
  return [
    HEADER,
    `edition ${edition}`,
    ...names.map((name, seat) => `seat ${seat + 1} - ${name}`),
    `commit ${commit}`,
    ...texts.map((text, seat) => (text ? `entropy ${seat + 1} ${text}` : `silent ${seat + 1}`)),
  ];
}

export interface Move {
  seat: number;
  move: string;
  points: number;
  drawn: string[];
}

export const moveLine = ({ seat, move, points, drawn }: Move): string =>
  [`move ${seat + 1} ${move} scores ${points}`, ...(drawn.length ? ["draws", ...drawn] : [])].join(" ");

export function parseMove(line: string): Move {
  const [, seat, move = "", points, drawn = ""] = /^move (\d) (.+) scores (\d+)(?: draws (.+))?$/.exec(line) ?? [];
  return { seat: Number(seat) - 1, move, points: Number(points), drawn: drawn ? drawn.split(" ") : [] };
}

/** The words of a line after its first one: a seat, counted from 0, and the rest. */
export function parseSeat(line: string): [seat: number, ...rest: string[]] {
  const [, seat, ...rest] = line.split(" ");
  return [Number(seat) - 1, ...rest];
}

export const wordOf = (line: string): string => line.slice(0, line.indexOf(" "));

/** Of a trade others see only how many tiles it has. */
export const publicMove = (move: string): string => (move.startsWith("trade ") ? hidden(move) : move);

const hidden = (text: string): string =>
  text
    .split(" ")
    .map((word) => (TILES.includes(word) ? HIDDEN : word))
    .join(" ");

/** The lines of a game as one seat has seen them: what others hold and draw is hidden, and so is the seed. */
export function seenBy(lines: readonly string[], seat: number): string[] {
  return lines.map((line) => {
    const word = wordOf(line);
    if (word === "seed") return `seed ${HIDDEN}`;
    if ((word !== "deal" && word !== "move") || parseSeat(line)[0] === seat) return line;
    if (word === "deal") return hidden(line);
    const { move, drawn, ...rest } = parseMove(line);
    return moveLine({ ...rest, move: publicMove(move), drawn: drawn.map(() => HIDDEN) });
  });
}
