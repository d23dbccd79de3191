/**
 * A record from elsewhere as a game of this device. It is played again from its seed and must come out the same, line by
 * line: so whatever is taken in is proven, and can go on where it is not over.
 */
import { levelOf } from "../design/cast";
import { engine as load } from "../engine/engine";
import type { Edition, Engine } from "../engine/questions";
import { hex, utf8 } from "../fair/bytes";
import { sha256 } from "../fair/sha256";
import { commitment, gameKey, lot } from "../fair/shuffle";
import { Failed, refused } from "../protocol/api";
import type { Starter } from "../protocol/wire";
import { allGames, deviceTable, keepGame, keptGame, type KeptGame, type KeptSeat } from "../storage/games";
import { settings } from "../storage/settings.svelte";
import { dealt, moved, resigned, seedOf, type Position } from "./game";
import { peopleOf } from "./line";
import { strengthIn, textsOf, turnsOf } from "./log";
import { FORMAT, gameIn, linesOf, parseMove, parseSeat, read, wordOf, written } from "./record";
import { characterAt } from "./strength";

const HIDDEN = /^(?:deal|move|seed) .*\?/;
const ASKED = /^(?:entropy (\d) .+|silent (\d))$/;

/** A line that the rules, the seed and the lines before it do not give; lines are counted from 0. */
const broken = (at: number): Failed => refused("web.record.broken", { line: at + 1 });

/** Every line that was made must be in the record, in its place. */
function compare(made: readonly string[], lines: readonly string[]): void {
  const at = made.findIndex((line, place) => line !== lines[place]);
  if (at >= 0) throw broken(at);
}

const placeOf = (lines: readonly string[], word: string): number => lines.findIndex((line) => wordOf(line) === word);

/** What stands before the first shuffle, as it must be written. */
function setUp(lines: readonly string[]): { edition: Edition; names: string[]; opening: string[] } {
  const opening = lines.slice(0, placeOf(lines, "shuffle"));
  const edition = opening[1]?.split(" ")[1] as Edition;
  const names = opening.filter((line) => wordOf(line) === "seat").map((line) => parseSeat(line).slice(2).join(" "));
  const seats = names.map((name, seat) => `seat ${seat + 1} - ${name}`);
  const expected = [`qwirkle record ${FORMAT}`, `edition ${edition}`, ...seats, `commit ${commitment(seedOf(lines))}`];
  compare(expected, opening);
  const alike = names.findIndex((name, seat) => names.findIndex((one) => same(one, name)) < seat);
  if (alike >= 0) throw broken(2 + alike);
  let last = 0;
  for (const [at, line] of opening.entries()) {
    if (at < expected.length) continue;
    const [, spoke, silent] = ASKED.exec(line) ?? [];
    const seat = Number(spoke ?? silent);
    if (!(seat > last && seat <= names.length)) throw broken(at);
    last = seat;
  }
  return { edition, names, opening };
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Who started. Ages can decide among those with the largest set, wholly or in part, and are in no record: then it is
 * believed, as far as it is about the tied.
 */
function startIn(line: string, found: Starter, drawn: number): Starter | undefined {
  const [, seat = 0, why, ...among] = line.split(" ").map((word, at) => (at === 2 ? word : Number(word) - 1));
  const [starts, lots] = [seat as number, among as number[]];
  const tied = found.tied.filter((one) => lots.includes(one));
  if (why === "age" && !lots.length && found.tied.length > 1 && found.tied.includes(starts))
    return { ...found, seat: starts, why, among: [] };
  if (why === "lot" && lots.length > 1 && tied.join() === lots.join() && lots[drawn % lots.length] === starts)
    return { ...found, seat: starts, why, among: lots };
  return undefined;
}

/** The deal of a record, dealt again. */
async function begun(engine: Engine, lines: readonly string[]): Promise<{ now: Position; start: Starter }> {
  const { edition, names, opening } = setUp(lines);
  const mac = gameKey(seedOf(lines), textsOf(lines, names.length));
  const ages = names.map(() => null);
  const { lines: deal, start } = await dealt(engine, edition, mac, ages);
  const place = opening.length + deal.length - 1;
  compare([...opening, ...deal.slice(0, -1)], lines);
  const line = lines[place] ?? "";
  const drawn = lot(mac, deal.filter((one) => wordOf(one) === "shuffle").length - 1);
  const said = line === deal.at(-1) ? start : startIn(line, start, drawn);
  if (!said || wordOf(line) !== "start") throw broken(place);
  const before = [...lines.slice(0, place + 1), lines.at(-1)!];
  return { now: { lines: before, state: await engine.state(before) }, start: said };
}

async function turnAgain(engine: Engine, now: Position, line: string, at: number): Promise<Position> {
  const [seat] = parseSeat(line);
  const { state } = now;
  if (state.ended) throw broken(at);
  if (wordOf(line) === "resign") {
    if (!(seat >= 0 && seat < state.players) || state.gone.includes(seat)) throw broken(at);
    return resigned(engine, now, seat);
  }
  const judged = seat === state.turn ? await engine.judge(now.lines, seat, parseMove(line).move) : undefined;
  if (!judged || judged.fault) throw broken(at);
  return moved(engine, now, seat, judged);
}

/** The whole game of a record, played again. */
async function playedAgain(engine: Engine, lines: readonly string[]): Promise<{ now: Position; start: Starter }> {
  let at = 1;
  try {
    const { now: first, start } = await begun(engine, lines);
    let now = first;
    for (const [line = ""] of turnsOf(lines)) {
      at = now.lines.length - 1;
      now = await turnAgain(engine, now, line, at);
      compare(now.lines.slice(0, -1), lines);
    }
    compare(now.lines, lines);
    if (now.lines.length !== lines.length) throw broken(now.lines.length - 1);
    return { now, start };
  } catch (error) {
    // What the engine cannot follow is said of its own numbering; here a line has the number of the record.
    if (error instanceof Failed && error.problem.code === "bad" && error.problem.key !== "web.record.broken")
      throw broken(at);
    throw error;
  }
}

/** A computer player has the name of its level, and adds no text, or where it is between two levels which one. */
function seatsOf(lines: readonly string[], names: readonly string[]): KeptSeat[] {
  const texts = textsOf(lines, names.length);
  const seats = names.map((name, seat): KeptSeat => {
    const face = name === settings.name ? settings.face : "";
    const strength = strengthIn(texts[seat]!);
    const level = levelOf(name) ?? null;
    if (strength !== undefined && level === characterAt(strength))
      return { name, bot: level, strength, age: null, face };
    return { name, bot: texts[seat] ? null : level, age: null, face };
  });
  return seats.some(({ bot }) => bot === null)
    ? seats
    : seats.map(({ name, face }) => ({ name, bot: null, age: null, face }));
}

/** What happened so far: everything before the end and the seed. */
const factsOf = (lines: readonly string[]): string[] => lines.filter((line) => !["end", "seed"].includes(wordOf(line)));

/** The game of this device that has come as far already, or farther. */
async function alreadyHere(facts: readonly string[]): Promise<KeptGame | undefined> {
  const commit = facts.find((line) => wordOf(line) === "commit")!;
  const alike = (await allGames()).filter(({ record }) => record.includes(commit));
  return alike.find(({ record }) => {
    const there = read(record);
    return there && facts.every((line, at) => line === there[at]);
  });
}

async function gameOf(engine: Engine, all: readonly string[]): Promise<KeptGame> {
  const lines = gameIn(all);
  const { now, start } = await playedAgain(engine, lines);
  const { state } = now;
  const seats = seatsOf(lines, setUp(lines).names);
  const deserted = !state.ended && peopleOf({ seats }).every((seat) => state.gone.includes(seat));
  const over = !!state.ended || deserted;
  const name = hex(sha256(utf8(factsOf(lines).join("\n")))).slice(0, 20);
  const time = Date.now();
  return {
    table: deviceTable(`r${name}`),
    record: written(all),
    seats,
    hints: true,
    start,
    undone: [],
    aborted: deserted ? "deserted" : null,
    previous: null,
    rematch: null,
    created: time,
    changed: time,
    revision: 1,
    summary: { edition: state.edition, over, turn: over ? null : state.turn, scores: state.scores },
  };
}

/** The lines of a record that can be a game here: of this format, with its seed, and with nothing hidden. */
function complete(record: string): string[] {
  const all = linesOf(record);
  if (all[0] !== `qwirkle record ${FORMAT}`) throw refused("web.record.older");
  const seed = placeOf(all, "seed");
  if (seed < 0) throw refused("web.record.cut", { line: all.length });
  if (all.some((line) => HIDDEN.test(line))) throw refused("web.record.hidden");
  if (all.slice(seed + 1).some((line) => !["played", "signed"].includes(wordOf(line)))) throw broken(seed + 1);
  return all;
}

/**
 * Take a record in as a game of this device, and say which one it is: a game that is here already stays as it is.
 */
export async function bringHere(
  record: string,
  loading: () => Promise<Engine> = load,
): Promise<{ table: string; over: boolean }> {
  const all = complete(record);
  const known = await alreadyHere(factsOf(gameIn(all)));
  if (known) return { table: known.table, over: known.summary.over };
  const engine = await loading().catch(() => {
    throw refused("web.review.bad.engine");
  });
  const game = await gameOf(engine, all);
  await keepGame(game); // in a conflict it is here under this name, and may have gone on
  const { table, summary } = (await keptGame(game.table)) ?? game;
  return { table, over: summary.over };
}
