/**
 * What the components are shown with: the rulebook's sample game, some people, and a table that answers by itself. Nothing
 * is sent, and nothing is judged here.
 */
import { lineOf, sampleStep } from "../pages/learn/lessons";
import { TileDesk } from "../pages/learn/tiledesk.svelte";
import sample from "../pages/learn/tiles.json";
import { CardPlay, type CardLink } from "../cards/cardplay.svelte";
import { PRESENTATION as cardGame } from "../cards/presentation";
import { CardHints } from "../cards/cardhints.svelte";
import type { Asked } from "../protocol/api";
import { Offers } from "../protocol/offers";
import type { TableLink } from "../protocol/table.svelte";
import { parsePlay, parseRows, writeRows } from "../protocol/tiles";
import type { ChattedEvent, Problem, Reply, RowCheck, SeatView, Step, TableView, Told } from "../protocol/wire";
import { keepDraft } from "../storage/drafts";
import { PRESENTATION as tileGame } from "../tiles/presentation";
import { TilePlay } from "../tiles/tileplay.svelte";

const steps = sample.steps as unknown as Step[];
/** Before the turn that completes a line of six, and that turn. */
const AT = 10;
const turn = sampleStep(AT);
const made = turn.offers.find(([move]) => move === turn.move)!;
export const QWIRKLE = { move: turn.move, points: turn.points, lines: made[2].map(lineOf) };
export const BOARD = steps[AT]!.board.flatMap(parsePlay);
export const HAND = steps[AT]!.hands[2]!;

export const seat = (name: string, more: Partial<SeatView> = {}): SeatView => ({
  name,
  face: "",
  bot: null,
  program: false,
  ready: true,
  away_until: null,
  stand_in: null,
  takeover_from: null,
  left: false,
  score: 0,
  hand: 6,
  captured: [],
  ...more,
});

const SEATS = [
  seat("Sue", { score: 20 }),
  seat("Luka", { bot: 2, score: 22 }),
  seat("Sally", { score: 7 }),
  seat("Bob", { score: 9 }),
];

/** Everything as it is while one plays; a specimen says what is different. */
export const viewOf = (more: Partial<TableView> = {}): TableView => ({
  table: "styleguide",
  seq: 40,
  edition: tileGame.edition,
  phase: "playing",
  imported: false,
  clock: { type: "none" },
  open: false,
  hints: true,
  commitment: "3f1a9c0d52e7b846",
  seats: SEATS,
  turn: 2,
  you: 2,
  yours: [2],
  hand: HAND,
  unseen: { Ro: 3, Rx: 2, Os: 1, Yt: 3, Gc: 2, Bd: 1, Pc: 3, Ps: 1, Bx: 2, Gs: 3 },
  board: steps[AT]!.board,
  rows: [],
  bag: 64,
  last: { number: AT, seat: 1, move: steps[AT]!.move!, points: steps[AT]!.points, lines: [] },
  moves: AT,
  times: null,
  now: Date.now(),
  offers: [],
  aborted: false,
  outcome: null,
  rematch: null,
  previous: null,
  start: null,
  ...more,
});

const asEvent = (event: Told["event"], n: number): Told => ({ type: "event", seq: n + 1, at: Date.now(), event });

/** The sample game, and after it every other kind of move. */
export const MOVES: Told[] = [
  ...steps.slice(1).map(({ seat, move, points }) => ({ type: "moved", seat, move, points }) as Told["event"]),
  { type: "moved", seat: 0, move: "trade Gt Gc Bd", points: 0 } as Told["event"],
  { type: "moved", seat: 1, move: "Gt@5,5", points: 4 } as Told["event"],
  { type: "undone", moves: 1 } as Told["event"],
  { type: "moved", seat: 1, move: "pass", points: 0 } as Told["event"],
  { type: "resigned", seat: 3, why: "resign" } as Told["event"],
].map(asEvent);

export const TALK: Told[] = (
  [
    { type: "chatted", seat: 1, phrase: "hello" },
    { type: "chatted", seat: 2, text: "Here I am, and I have brought the long line." },
    { type: "chatted", seat: 0, emote: "wow" },
    { type: "chatted", seat: 2, emote: "love" },
  ] satisfies ChattedEvent[]
).map(asEvent);

/** A table that takes everything and changes nothing. */
export const linkOf = (view: TableView, more: object = {}): TableLink =>
  ({
    table: view.table,
    view,
    offers: new Offers([]),
    mostTraded: 6,
    events: [],
    link: "live",
    sending: 0,
    saved: false,
    changed: false,
    skew: 0,
    onDevice: false,
    unkept: false,
    outlook: undefined,
    matched: [],
    stood: undefined,
    send: () => Promise.resolve({ id: "" }),
    ask: () => Promise.resolve(undefined),
    ready: () => Promise.resolve({ id: "" }),
    sit: () => Promise.resolve(undefined),
    ...more,
  }) as unknown as TableLink;

/** A turn of the sample game; what an earlier look at this page has kept is gone. */
export function tileTurn(): TilePlay {
  const game = new TileDesk(turn);
  keepDraft(game.table, undefined);
  return new TilePlay(game);
}

export const IDEAS = [
  { move: QWIRKLE.move, points: QWIRKLE.points, key: "advice.five.none", words: {} },
  { move: "Yd@5,3", points: 4, key: "advice.keeps.tiles.set", words: { n: 5, tiles: ["Od", "Yd"] } },
  { move: "trade Yd Od", points: 0, key: "advice.trade", words: { n: 2 } },
].map((idea) => ({ ...idea, margin: null, win: null, why: "", details: "" }));

const mixed: Problem = { code: "rule", key: "C4.mixed", message: "", rule: "C4", tiles: [] };
const short: Problem = { code: "rule", key: "C4.short", message: "", rule: "C4", tiles: [] };
/** What the server is said to think of rows; of all others that they are mixed. */
const VERDICTS: Record<string, Partial<RowCheck>> = {
  "Bo Bx Bd Bs Bt Bc": { captured: true },
  Yc: { problem: short },
  "Po Px Pd": {},
  "Rd Yd Gd": {},
  "Rt Yt Gt Pt": {},
  "Oo Ox Ot": {},
  "Rd Yd Gd Pd": {},
  "Rs Gs Ps": {},
  "Yt Gt Pt": {},
};
export const ROWS = [
  ["Bo", "Bx", "Bd", "Bs"],
  ["Oo", "Ox", "Ot"],
  ["Rd", "Yd", "Gd", "Pd"],
  ["Rs", "Gs", "Ps"],
  ["Yt", "Gt", "Pt"],
];
export const CARDS = ["Bt", "Bc", "Po", "Px", "Yc", "Rc", "Gc", "Rt", "Ys"];

function judge(move: string): Reply {
  const rows = parseRows(move).map((row) => {
    const verdict = VERDICTS[writeRows([row])] ?? { problem: mixed };
    return { row, captured: false, problem: null, ...verdict };
  });
  const problem = rows.find((row) => row.problem)?.problem ?? null;
  const points = rows.filter(({ captured }) => captured).length;
  return { type: "checked", id: "", problem, points, lines: [], rows };
}

export const cardView = (more: Partial<TableView> = {}): TableView =>
  viewOf({ edition: cardGame.edition, hand: CARDS, board: [], rows: ROWS, bag: 31, ...more });

export const cardLink = (view: TableView, more: object = {}): TableLink =>
  linkOf(view, {
    ask: (body: Asked) => Promise.resolve(body.ask === "check" ? judge(body.move) : undefined),
    ...more,
  });

/** A turn of the card game in which cards have been put somewhere. */
export function cardTurn(link: CardLink, ...puts: Parameters<CardPlay["put"]>[]): CardPlay {
  keepDraft(link.table, undefined);
  const turn = new CardPlay(link);
  for (const put of puts) turn.put(...put);
  void turn.look();
  return turn;
}

export function cardHints(turn: CardPlay): CardHints {
  const hints = new CardHints({ ask: () => Promise.resolve(undefined) }, turn);
  hints.ideas = [
    { move: "Bo Bx Bd Bs Bt Bc", tiles: ["Bt", "Bc"], rows: 1, why: { key: "advice.captures", words: { n: 1 } } },
    { move: "Rt Yt Gt Pt", tiles: ["Rt"], rows: 0, why: { key: "advice.gift.none" } },
    { move: "exchange", tiles: [], rows: 0, why: { key: "advice.exchange" } },
  ];
  hints.shown = 0;
  return hints;
}
