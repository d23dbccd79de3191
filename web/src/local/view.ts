/** A table of this device for those who sit at it, in the shape in which a server would send it. */
import type { State } from "../engine/questions";
import { byKind, COLORS, FEATURES, parsePlaced, parseRows, SHAPES, TILES, without } from "../protocol/tiles";
import type { LastMove, SeatView, Starter, TableView, Told } from "../protocol/wire";
import type { KeptGame } from "../storage/games";
import { parseMove, wordOf } from "./record";
import { peopleOf } from "./line";
import { turnsOf } from "./log";

const COPIES = 3;

/** Who looks at the table: the seat to move where it is a person's, else one that still plays. */
export function seatOf(game: KeptGame, turn: number | null, gone: readonly number[]): number {
  const people = peopleOf(game);
  if (turn !== null && people.includes(turn)) return turn;
  return people.find((seat) => !gone.includes(seat)) ?? people[0]!;
}

/** Every piece that lies open: on the board, in the rows, in front of the players. */
const lying = ({ board, rows, captured }: State): string[] => [
  ...board.map((placed) => parsePlaced(placed).tile),
  ...rows.flat(),
  ...captured.flat(2),
];

const ALL = TILES.flatMap((tile) => Array<string>(COPIES).fill(tile));

/** What is in the bag, in no order. */
export const bagOf = (state: State): string[] => without(ALL, [...lying(state), ...state.hands.flat()]);

function unseen(state: State, seat: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const tile of without(ALL, [...lying(state), ...state.hands[seat]!])) counts[tile] = (counts[tile] ?? 0) + 1;
  return counts;
}

/** What the pieces of the opening have in common, once they lie there for all to see. */
function feature(lines: readonly string[]): string | null {
  const [line = ""] = turnsOf(lines)[0] ?? [];
  if (wordOf(line) !== "move") return null;
  const { move } = parseMove(line);
  const tiles = move.includes("@") ? move.split(" ").map((one) => parsePlaced(one).tile) : parseRows(move).flat();
  const shared = [...COLORS, ...SHAPES].find((one) => tiles.every((tile) => tile.includes(one)));
  return shared ? FEATURES[shared] : null;
}

/** The last move as everybody saw it; none once it was taken back. */
function lastMove(events: readonly Told[], state: State): LastMove | null {
  const last = events.findLast(({ event }) => event.type === "moved" || event.type === "undone");
  if (last?.event.type !== "moved") return null;
  const { seat, move, points } = last.event;
  return { number: last.seq, seat, move, points, lines: state.last?.lines ?? [] };
}

function seatView(game: KeptGame, state: State, number: number): SeatView {
  const { name, face, bot } = game.seats[number]!;
  return {
    name,
    face,
    bot,
    program: false,
    ready: true,
    away_until: null,
    stand_in: null,
    takeover_from: null,
    left: state.gone.includes(number),
    score: state.scores[number]!,
    hand: state.hands[number]!.length,
    captured: state.captured[number] ?? [],
  };
}

export function viewOf(game: KeptGame, lines: readonly string[], state: State, events: readonly Told[]): TableView {
  const { edition, over } = game.summary;
  const turn = over ? null : state.turn;
  const you = seatOf(game, turn, state.gone);
  const start: Starter = { ...game.start, feature: feature(lines) };
  const seed = lines.at(-1)!.split(" ")[1]!;
  return {
    table: game.table,
    seq: events.length,
    edition,
    phase: over ? "over" : "playing",
    imported: false,
    clock: { type: "none" },
    open: false,
    hints: game.hints,
    commitment: lines.find((line) => wordOf(line) === "commit")?.split(" ")[1] ?? "",
    seats: game.seats.map((_, seat) => seatView(game, state, seat)),
    start,
    turn,
    you,
    yours: peopleOf(game),
    hand: [...state.hands[you]!].sort(byKind),
    unseen: unseen(state, you),
    board: state.board,
    rows: state.rows,
    bag: state.bag,
    last: lastMove(events, state),
    moves: state.moves,
    times: null,
    now: Date.now(),
    offers: [],
    aborted: game.aborted !== null,
    outcome: state.ended ? { rule: state.ended, winners: state.winners, seed, bonus: state.bonus } : null,
    rematch: game.rematch,
    previous: game.previous,
  };
}
