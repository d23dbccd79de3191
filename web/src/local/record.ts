/** Records as text: lines with their checksums, and what one seat may know of them (docs/notation.md). */
import { hex, utf8 } from "../fair/bytes";
import { sha256 } from "../fair/sha256";
import { TILES } from "../protocol/tiles";

const HEADER = "qwirkle record 2";
const HIDDEN = "?";

const checksum = (line: string, number: number): string => hex(sha256(utf8(`${number} ${line}`))).slice(0, 8);

/** Lines as a record. */
export const written = (lines: readonly string[]): string =>
  lines.map((line, at) => `${line}  #${checksum(line, at + 1)}\n`).join("");

/** The lines of a record; nothing where one of them was changed, or the end is missing. */
export function read(record: string): string[] | undefined {
  const lines = record.trimEnd().split("\n");
  const texts = lines.map((line) => line.replace(/ {2}#[0-9a-f]{8}$/, ""));
  const whole = texts.every((text, at) => lines[at] === `${text}  #${checksum(text, at + 1)}`);
  return whole && texts[0] === HEADER && texts.at(-1)?.startsWith("seed ") ? texts : undefined;
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
