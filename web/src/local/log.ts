/** The log of a game on this device: its events, in the shapes in which a server would send them. */
import { digest } from "../fair/shuffle";
import type { LogEvent, Told } from "../protocol/wire";
import type { KeptGame, Undone } from "../storage/games";
import { parseMove, parseSeat, publicMove, wordOf } from "./record";

const HIDDEN = "?";
/** A move with the shuffle that followed it, or a resignation. */
export type Turn = string[];

/** Lines as turns; others than those of turns are passed over. */
export function turnsOf(lines: readonly string[]): Turn[] {
  const turns: Turn[] = [];
  const start = lines.findIndex((line) => wordOf(line) === "start");
  for (const line of lines.slice(start + 1)) {
    const word = wordOf(line);
    if (word === "move" || word === "resign") turns.push([line]);
    else if (word === "shuffle") turns.at(-1)?.push(line);
  }
  return turns;
}

/** What happened, in its order: turns that were taken back too, each time followed by how many of them were. */
export function history(turns: readonly Turn[], undone: readonly Undone[]): (Turn | number)[] {
  let standing = [...turns];
  let later: (Turn | number)[] = [];
  for (const { stayed, lines } of [...undone].reverse()) {
    const back = turnsOf(lines);
    later = [back.length, ...standing.slice(stayed), ...later];
    standing = [...standing.slice(0, stayed), ...back];
  }
  return [...standing, ...later];
}

/** How many moves must be taken back to undo a seat's last one; 0 where none can be. */
export function movesToUndo(turns: readonly Turn[], seat: number): number {
  for (let count = 1; count <= turns.length; count++) {
    const [line = ""] = turns.at(-count)!;
    if (wordOf(line) === "resign") return 0;
    if (parseSeat(line)[0] === seat) return count;
  }
  return 0;
}

export const textsOf = (lines: readonly string[], seats: number): string[] => {
  const texts = Array<string>(seats).fill("");
  for (const line of lines)
    if (wordOf(line) === "entropy") {
      const [seat, ...words] = parseSeat(line);
      texts[seat] = words.join(" ");
    }
  return texts;
};

const LEVEL = /^level (\d)\.(\d\d)$/;

/** What a computer player between two levels adds to the shuffle: its level. All others add nothing. */
export const levelText = (strength: number | undefined): string =>
  strength === undefined ? "" : `level ${(strength / 100).toFixed(2)}`;

/** The strength, in hundredths, that such a text names. */
export function strengthIn(text: string): number | undefined {
  const [, whole, rest] = LEVEL.exec(text) ?? [];
  return whole === undefined ? undefined : Number(whole + rest);
}

/** The events before the first turn. */
function beginning(game: KeptGame, lines: readonly string[], sees: (seat: number) => boolean): LogEvent[] {
  const texts = textsOf(lines, game.seats.length);
  const commitment = lines.find((line) => wordOf(line) === "commit")?.split(" ")[1] ?? "";
  const start = lines.findIndex((line) => wordOf(line) === "start");
  return [
    {
      type: "created",
      edition: game.summary.edition,
      seats: game.seats.length,
      clock: { type: "none" },
      open: false,
      hints: game.hints,
      commitment,
      rules: 2,
      previous: game.previous ?? "",
    },
    ...game.seats.map(({ name, bot, face }, seat): LogEvent => ({ type: "seated", seat, name, bot, face })),
    ...texts.flatMap((text, seat): LogEvent[] =>
      game.seats[seat]?.bot === null ? [{ type: "readied", seat, digest: digest(text) }] : [],
    ),
    { type: "started", times: null, entropy: texts, start: game.start },
    ...lines.slice(0, start).flatMap((line) => opened(line, sees)),
  ];
}

function opened(line: string, sees: (seat: number) => boolean): LogEvent[] {
  if (wordOf(line) === "shuffle") return [{ type: "shuffled", root: line.split(" ")[1]! }];
  if (wordOf(line) !== "deal") return [];
  const [seat, ...pieces] = parseSeat(line);
  return [{ type: "dealt", seat, pieces: sees(seat) ? pieces : pieces.map(() => HIDDEN) }];
}

function taken(turn: Turn | number, sees: (seat: number) => boolean): LogEvent[] {
  if (typeof turn === "number") return [{ type: "undone", moves: turn }];
  return turn.map((line): LogEvent => {
    if (wordOf(line) === "shuffle") return { type: "shuffled", root: line.split(" ")[1]! };
    const [seat] = parseSeat(line);
    if (wordOf(line) === "resign") return { type: "resigned", seat, why: "resign" };
    const { move, points, drawn } = parseMove(line);
    return sees(seat)
      ? { type: "moved", seat, move, points, drawn }
      : { type: "moved", seat, move: publicMove(move), points, drawn: drawn.map(() => HIDDEN) };
  });
}

function ending(game: KeptGame, lines: readonly string[]): LogEvent[] {
  const seed = lines.at(-1)!.split(" ")[1]!;
  const revealed: LogEvent = { type: "revealed", seed };
  const rematched: LogEvent[] = game.rematch ? [{ type: "rematched", table: game.rematch }] : [];
  if (game.aborted) return [{ type: "aborted", why: game.aborted }, revealed, ...rematched];
  const [, rule, ...winners] = lines.find((line) => wordOf(line) === "end")?.split(" ") ?? [];
  if (!rule) return [];
  const ended: LogEvent = {
    type: "ended",
    rule,
    winners: winners.map((seat) => Number(seat) - 1),
    scores: game.summary.scores,
  };
  return [ended, revealed, ...rematched];
}

/** All that happened, as the seat that looks may know it; when the game is over nothing is hidden. */
export function eventsOf(game: KeptGame, lines: readonly string[], you: number | null): Told[] {
  const sees = (seat: number) => game.summary.over || seat === you;
  const first = beginning(game, lines, sees);
  const rest = history(turnsOf(lines), game.undone).flatMap((turn) => taken(turn, sees));
  const told = (event: LogEvent, at: number): Omit<Told, "seq"> => ({ type: "event", at, event });
  return [
    ...first.map((event) => told(event, game.created)),
    ...[...rest, ...ending(game, lines)].map((event) => told(event, game.changed)),
  ].map((one, at) => ({ ...one, seq: at + 1 }));
}
