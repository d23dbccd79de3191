/** The engine's questions and answers with their types (docs/engine.md). Seats are counted from 0. */
import { t } from "../app/i18n.svelte";
import { Failed } from "../protocol/api";
import type { LegalMove, LinePoints, Starter, TableView } from "../protocol/wire";
import type { Ask } from "./queue";

export type Edition = TableView["edition"];
type Words = Record<string, unknown>;

export interface Dealt {
  hands: string[][];
  /** Null where it must be dealt again (C2). */
  start: Required<Omit<Starter, "feature">> | null;
}

export interface State {
  edition: Edition;
  players: number;
  start: number;
  /** Null when the game is over. */
  turn: number | null;
  moves: number;
  bag: number;
  scores: number[];
  hands: string[][];
  gone: number[];
  board: string[];
  rows: string[][];
  captured: string[][][];
  opening: boolean;
  exchanges: number;
  passes: number;
  /** The rule by which the game ended. */
  ended: string | null;
  winners: number[];
  bonus: number;
  last: { seat: number; move: string; points: number; lines: LinePoints[] } | null;
}

export interface Offered {
  moves: LegalMove[];
  /** How many tiles may be traded. */
  trade: number;
  complete: boolean;
}

export interface Fault {
  key: string;
  tiles: string[];
  cells: [number, number][];
  words: Words;
}

export interface Judged {
  fault: Fault | null;
  /** In the order of the notation. */
  move: string;
  points: number;
  lines: LinePoints[];
  rows: { row: string[]; captured: boolean; fault: Fault | null }[];
  /** How many pieces are drawn, and which go back into the bag. */
  draws: number;
  mixed: string[];
}

export interface Laid {
  rows: string[][];
  captured: string[][];
}

export interface Reason {
  key: string;
  words: Words;
}

/** A figure with its interval; an answer has the bits of its numbers as text. */
export interface Estimate<Number = number> {
  value: Number;
  low: Number;
  high: Number;
}

export interface Advice {
  move: string;
  points: number;
  margin: Estimate | null;
  win: Estimate | null;
  samples: number;
  exact: boolean;
  reasons: Reason[];
  basis: Reason;
}

type Figures = "margin" | "win";
type WrittenAdvice = Omit<Advice, Figures> & Record<Figures, Estimate<string> | null>;

/** The number whose IEEE 754 bits these 16 hexadecimal digits are. */
export function real(digits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${digits}`));
  return view.getFloat64(0);
}

export const estimate = (written: Estimate<string> | null): Estimate | null =>
  written && { value: real(written.value), low: real(written.low), high: real(written.high) };

/** In an answer a cell is text, as in the notation: `3,-2`. */
type Written<Pointing extends { cells: unknown }> = Omit<Pointing, "cells"> & { cells: string[] };
type WrittenState = Omit<State, "last"> & {
  last: (Omit<NonNullable<State["last"]>, "lines"> & { lines: Written<LinePoints>[] }) | null;
};
type WrittenJudged = Omit<Judged, "fault" | "lines" | "rows"> & {
  fault: Written<Fault> | null;
  lines: Written<LinePoints>[];
  rows: (Omit<Judged["rows"][number], "fault"> & { fault: Written<Fault> | null })[];
};

const pointing = <Pointing extends { cells: string[] }>(written: Pointing) => ({
  ...written,
  cells: written.cells.map((cell) => cell.split(",").map(Number) as [number, number]),
});

const names = (numbers: Record<string, number | null | undefined>): string =>
  Object.entries(numbers)
    .filter(([, number]) => number !== null && number !== undefined)
    .map(([name, number]) => ` ${name}=${number}`)
    .join("");

/** The lines of a record, as far as the asker knows them. */
export type Game = readonly string[];

export class Engine {
  constructor(private readonly queue: Ask) {}

  protected async ask<Found>(
    verb: string,
    numbers: Record<string, number | null | undefined>,
    text: string,
    game: Game,
    signal?: AbortSignal,
  ): Promise<Found> {
    const question = `${verb}${names(numbers)}${text && ` : ${text}`}\n${game.join("\n")}\n`;
    const found = JSON.parse(await this.queue(question, signal)) as Found | { error: Refusal };
    if (found && typeof found === "object" && "error" in found) throw refusal(found.error);
    return found;
  }

  /** The hands of a shuffled order, and who starts; ages decide a tie where they are known. */
  deal(edition: Edition, order: readonly string[], lot: number, ages: readonly (number | null)[]): Promise<Dealt> {
    const told = Object.fromEntries(ages.map((age, seat) => [`age${seat + 1}`, age]));
    return this.ask("deal", { players: ages.length, lot, ...told }, order.join(" "), [`edition ${edition}`]);
  }

  /** The table as it is; a strict question refuses positions that no game leads to. */
  async state(game: Game, strict = false): Promise<State> {
    const { last, ...rest } = await this.ask<WrittenState>("state", strict ? { strict: 1 } : {}, "", game);
    return { ...rest, last: last && { ...last, lines: last.lines.map(pointing) } };
  }

  offers(game: Game, seat: number): Promise<Offered> {
    return this.ask("offers", { seat }, "", game);
  }

  async judge(game: Game, seat: number, move: string): Promise<Judged> {
    const { fault, lines, rows, ...rest } = await this.ask<WrittenJudged>("judge", { seat }, move, game);
    return {
      ...rest,
      fault: fault && pointing(fault),
      lines: lines.map(pointing),
      rows: rows.map((row) => ({ ...row, fault: row.fault && pointing(row.fault) })),
    };
  }

  lay(game: Game, seat: number, cards: readonly string[]): Promise<Laid> {
    return this.ask("lay", { seat }, cards.join(" "), game);
  }

  /** The move of a level, or of a strength between two, in hundredths. */
  async choose(
    game: Game,
    how: { seat: number; seed: number } & ({ level: number } | { hundredths: number }),
    signal?: AbortSignal,
  ): Promise<string> {
    return (await this.ask<{ move: string }>("choose", how, "", game, signal)).move;
  }

  async advise(
    game: Game,
    how: { seat: number; seed: number; budget: number; most: number },
    signal?: AbortSignal,
  ): Promise<Advice[]> {
    const { moves } = await this.ask<{ moves: WrittenAdvice[] }>("advise", how, "", game, signal);
    return moves.map((one) => ({ ...one, margin: estimate(one.margin), win: estimate(one.win) }));
  }
}

/** Why there is no answer; of a position that cannot be also the pieces and the cells to point at. */
type Refusal = Reason & Partial<Written<Fault>>;

function refusal({ key, words, tiles = [], cells = [] }: Refusal): Failed {
  const at = pointing({ cells }).cells;
  return new Failed({ code: "bad", key, message: t(key, { ...words, tiles, cells: at }), words, tiles, cells: at });
}
