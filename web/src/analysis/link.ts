/**
 * An analysis as the last part of a link: it holds the position and what was tried, so nobody has to keep it. The last
 * four bytes are a checksum, by which a link that was cut or changed is noticed.
 */
import { t } from "../app/i18n.svelte";
import { EDITIONS } from "../editions/register";
import { joined } from "../fair/bytes";
import { sha256 } from "../fair/sha256";
import { Failed } from "../protocol/api";
import { isTable } from "../protocol/rows";
import { parsePlaced, parsePlay, parseRows, parseTrade, writePlay, writeRows, writeTrade } from "../protocol/tiles";
import { Reader, Unreadable, Writer } from "./bytes";
import { UNKNOWN, type Position } from "./position";
import { MOST_BRANCHES, pathTo, ROOT, type Branch, type Tree } from "./tree";

const VERSION = 1;
const CHECKSUM = 4;
/** Letters; mail and chats begin to cut links at about two thousand, browsers much later. */
export const LONGEST_LINK = 6000;
const MOST_SEATS = 4;
const MOST_POINTS = 9999;

/** How a move begins. */
const [PLAY, TRADE, TABLE, PASS, EXCHANGE] = [0, 1, 2, 3, 4] as const;

const refused = (key: string): Failed => new Failed({ code: "bad", key, message: t(key) });

function writePosition(out: Writer, position: Position): void {
  const { edition, board, rows, hands, points, captured, turn } = position;
  out.number(EDITIONS.indexOf(edition));
  out.number(hands.length);
  out.number(turn);
  let last = { x: 0, y: 0 };
  out.list(board.map(parsePlaced), ({ tile, x, y }) => {
    out.piece(tile);
    out.signed(x - last.x);
    out.signed(y - last.y);
    last = { x, y };
  });
  out.rows(rows);
  hands.forEach((hand) => out.pieces(hand));
  points.forEach((one) => out.number(one));
  captured.forEach((taken) => out.rows(taken));
}

function readPosition(from: Reader): Position {
  const edition = EDITIONS[from.number(EDITIONS.length - 1)]!;
  const seats = Array.from({ length: from.number(MOST_SEATS) });
  const turn = from.number(seats.length - 1);
  let last = { x: 0, y: 0 };
  const board = from.list(() => {
    const tile = from.piece();
    last = { x: last.x + from.signed(), y: last.y + from.signed() };
    return writePlay([{ tile, ...last }]);
  });
  if (board.some((placed) => placed.startsWith(UNKNOWN))) throw new Unreadable();
  return {
    edition,
    board,
    rows: from.rows(),
    hands: seats.map(() => from.pieces()),
    points: seats.map(() => from.number(MOST_POINTS)),
    captured: seats.map(() => from.rows()),
    turn,
  };
}

function writeMove(out: Writer, move: string): void {
  const [placed, traded] = [parsePlay(move), parseTrade(move)];
  out.number(placed.length ? PLAY : traded ? TRADE : isTable(move) ? TABLE : move === "pass" ? PASS : EXCHANGE);
  if (placed.length)
    out.list(placed, ({ tile, x, y }) => {
      out.piece(tile);
      out.signed(x);
      out.signed(y);
    });
  else if (traded) out.pieces(traded);
  else if (isTable(move)) out.rows(parseRows(move));
}

function readMove(from: Reader): string {
  const kind = from.number(EXCHANGE);
  if (kind === PLAY) return writePlay(from.list(() => ({ tile: from.piece(), x: from.signed(), y: from.signed() })));
  if (kind === TRADE) return writeTrade(from.pieces());
  if (kind === TABLE) return writeRows(from.rows());
  return kind === PASS ? "pass" : "exchange";
}

/** Branches are counted anew, so that each comes after the one that it grows from. */
function writeBranches(out: Writer, { branches, at }: Tree): void {
  const place = (id: number) => branches.findIndex((one) => one.id === id) + 1;
  out.list(branches, ({ parent, made }) => {
    out.number(place(parent));
    out.number(made.seat);
    writeMove(out, made.move);
    out.pieces(made.drawn);
  });
  out.number(place(at));
}

function readBranches(from: Reader): Pick<Tree, "branches" | "at"> {
  let id = ROOT;
  const branches = from.list((): Branch => {
    const parent = from.number(id++);
    const seat = from.number(MOST_SEATS - 1);
    return { id, parent, made: { seat, move: readMove(from), points: 0, drawn: from.pieces() } };
  }, MOST_BRANCHES);
  return { branches, at: from.number(branches.length) };
}

const checksum = (bytes: Uint8Array): Uint8Array => sha256(bytes).slice(0, CHECKSUM);

function packed(tree: Tree): string {
  const out = new Writer();
  out.number(VERSION);
  writePosition(out, tree.root);
  writeBranches(out, tree);
  const bytes = Uint8Array.from(out.bytes);
  const text = btoa(String.fromCharCode(...joined(bytes, checksum(bytes))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The whole analysis where it is short enough for a link; else the line that is looked at, or at least the position. */
export function linkOf(tree: Tree): string {
  const line = { ...tree, branches: pathTo(tree, tree.at) };
  const bare = { ...tree, branches: [], at: ROOT };
  const fitting = [tree, line].filter(({ branches }) => branches.length <= MOST_BRANCHES).map(packed);
  return fitting.find((text) => text.length <= LONGEST_LINK) ?? packed(bare);
}

function unpacked(text: string): Uint8Array<ArrayBuffer> {
  if (text.length > LONGEST_LINK || !/^[\w-]+$/.test(text)) throw new Unreadable();
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new Unreadable();
  }
}

function read(text: string): Tree {
  const all = unpacked(text);
  const bytes = all.slice(0, -CHECKSUM);
  if (all.length <= CHECKSUM || checksum(bytes).some((byte, at) => byte !== all[bytes.length + at]))
    throw new Unreadable();
  const from = new Reader(bytes);
  if (from.number() !== VERSION) throw refused("web.analysis.bad.newer");
  const tree = { root: readPosition(from), ...readBranches(from) };
  if (!from.isAtEnd) throw new Unreadable();
  return tree;
}

/** The analysis in a link. Whether its position and its moves can be is for the engine to say. */
export function treeIn(text: string): Tree {
  try {
    return read(text);
  } catch (error) {
    throw error instanceof Failed ? error : refused("web.analysis.bad.cut");
  }
}
