// What goes over the wire. Written by tools/typescript.py from the server's structs: make protocol.

export const PHRASES = ["hello", "luck", "nice", "thanks", "sorry", "wow", "moment", "hurry", "game", "bye"] as const

export type Command =
  | Create
  | Sit
  | Stand
  | AddBot
  | Start
  | Play
  | Trade
  | Arrange
  | Resign
  | Offer
  | Accept
  | Decline
  | Chat

export type Question =
  | Check
  | Arrangement
  | Hint
  | Offers

export type LogEvent =
  | CreatedEvent
  | SeatedEvent
  | StoodEvent
  | ReadiedEvent
  | StartedEvent
  | ShuffledEvent
  | DealtEvent
  | MovedEvent
  | ResignedEvent
  | EndedEvent
  | AbortedEvent
  | RevealedEvent
  | OfferedEvent
  | AcceptedEvent
  | DeclinedEvent
  | UndoneEvent
  | TakenOverEvent
  | RematchedEvent
  | ChattedEvent
  | AwayEvent
  | BackEvent
  | CreditedEvent
  | ImportedEvent
  | RatedEvent

export type Reply =
  | Checked
  | Arranged
  | Hinted
  | Offered
  | Unanswered

export type Message =
  | Hello
  | Told
  | Viewed
  | Offered
  | Answered
  | Bye
  | Checked
  | Arranged
  | Hinted
  | Unanswered

/** Set up a table; whoever does so takes the first seat. */
export interface Create {
  do: "create"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  edition?: "cards" | "classic"
  seats?: number
  /** What to be called here; else the name by which one is known, or a guest's. */
  name?: string | null
  /** Of players with equally large sets the oldest begins (T2). */
  age?: number | null
  /** Any text, mixed into the shuffle (docs/fairness.md). */
  entropy?: string
  /** More people at the same device, who pass it on. */
  local?: string[]
  /** The levels of the computer players, one for each seat that they take. */
  bots?: number[]
  clock?: Untimed | Live | Days
  /** Whether the table is in the public list; else only those who know its link find it. */
  open?: boolean
  /** Whether players may ask for hints. */
  hints?: boolean
}

/** Take a seat: a certain one, or the first that is free. */
export interface Sit {
  do: "sit"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  /** As for ``create``; where somebody here has it already, it gets a number behind it. */
  name?: string | null
  /** Seats are counted from 0. */
  seat?: number | null
  age?: number | null
  /** As for ``create``. */
  entropy?: string
}

/** Give a seat back before the start: one's own, or that of a bot. */
export interface Stand {
  do: "stand"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  seat?: number | null
}

/** Let the computer take a seat. */
export interface AddBot {
  do: "add-bot"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  level?: number
  seat?: number | null
}

/** Say that one is ready; the game begins when all the seats are taken and everybody is. */
export interface Start {
  do: "start"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
}

/** A move in its notation: tiles with their cells, a new table, or the word for another move. */
export interface Play {
  do: "play"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  move: string
}

/** Trade tiles (T15). */
export interface Trade {
  do: "trade"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  /** Codes of two letters, as in ``Ro``. */
  tiles: string[]
}

/** Lay the card table anew (C6): the rows as they shall lie, those of six among them. */
export interface Arrange {
  do: "arrange"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  rows: string[][]
}

/** Leave the game (O1). */
export interface Resign {
  do: "resign"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
}

/** Suggest something to which everybody must agree. */
export interface Offer {
  do: "offer"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  offer: "abort" | "rematch" | "takeover" | "undo"
  /** For a takeover: the seat that the computer shall play on. */
  seat?: number | null
  level?: number
}

/** Agree to an offer, which is named by the number of its event. */
export interface Accept {
  do: "accept"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  offer: number
}

/** Refuse an offer, or take back one's own. */
export interface Decline {
  do: "decline"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  offer: number
}

/** Say something: a phrase that everybody reads in their own language, or a text. */
export interface Chat {
  do: "chat"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  phrase?: "bye" | "game" | "hello" | "hurry" | "luck" | "moment" | "nice" | "sorry" | "thanks" | "wow" | null
  text?: string | null
}

/** Whether a pending move would stand; in the card game also which of its rows do. */
export interface Check {
  ask: "check"
  id: string
  move: string
}

/** How these cards of one's hand can be laid by moving the fewest others. */
export interface Arrangement {
  ask: "arrangement"
  id: string
  cards: string[]
}

/** The best moves, where the table allows hints. */
export interface Hint {
  ask: "hint"
  id: string
}

/** Every move that one may make now. */
export interface Offers {
  ask: "offers"
  id: string
}

/** A table was set up. The commitment binds the host to the secret seed before anybody sits. */
export interface CreatedEvent {
  type: "created"
  edition: "cards" | "classic"
  seats: number
  clock: Untimed | Live | Days
  open: boolean
  hints: boolean
  commitment: string
  /** The version of the rules by which this game is judged to its end. */
  rules?: number
  host?: string
  seed?: string
}

/** Somebody took a seat: a person, or the computer at a level. */
export interface SeatedEvent {
  type: "seated"
  seat: number
  name: string
  age?: number | null
  entropy?: string
  bot?: number | null
  /** Whether a program sits here that came with a bot token. */
  program?: boolean
  person?: string
}

/** A seat became free again. */
export interface StoodEvent {
  type: "stood"
  seat: number
}

/** Somebody is ready to begin. */
export interface ReadiedEvent {
  type: "readied"
  seat: number
}

/** The game began. */
export interface StartedEvent {
  type: "started"
  times?: Times | null
}

/** The bag was shuffled; the root commits to its order. */
export interface ShuffledEvent {
  type: "shuffled"
  root: string
}

/** A seat got its first hand, piece by piece. */
export interface DealtEvent {
  type: "dealt"
  seat: number
  pieces: string[]
  draw?: Drawn | null
}

/** A move, its points, and what was drawn with it. */
export interface MovedEvent {
  type: "moved"
  seat: number
  move: string
  points: number
  drawn?: string[]
  draw?: Drawn | null
  times?: Times | null
}

/** A player left the game (O1): ``resign``, ``time`` or ``absence``. */
export interface ResignedEvent {
  type: "resigned"
  seat: number
  why: string
  times?: Times | null
}

/** The game ended by a rule. */
export interface EndedEvent {
  type: "ended"
  rule: string
  winners: number[]
  scores: number[]
}

/** Everybody agreed to stop; nobody won. */
export interface AbortedEvent {
  type: "aborted"
}

/** The game is over, and the seed is no secret any more. */
export interface RevealedEvent {
  type: "revealed"
  seed: string
}

/** Somebody suggested something; its number is the name of the offer. */
export interface OfferedEvent {
  type: "offered"
  seat: number
  offer: "abort" | "rematch" | "takeover" | "undo"
  target?: number | null
  level?: number | null
}

/** Somebody agreed to an offer. */
export interface AcceptedEvent {
  type: "accepted"
  seat: number
  offer: number
}

/** An offer is off: somebody refused it, or took it back. */
export interface DeclinedEvent {
  type: "declined"
  seat: number
  offer: number
}

/** Moves were taken back, with what was drawn in them. */
export interface UndoneEvent {
  type: "undone"
  moves: number
  times?: Times | null
}

/** The computer plays on for a seat. */
export interface TakenOverEvent {
  type: "taken-over"
  seat: number
  level: number
}

/** The same players go on at another table. */
export interface RematchedEvent {
  type: "rematched"
  table: string
}

/** Somebody said something. */
export interface ChattedEvent {
  type: "chatted"
  seat: number
  phrase?: string | null
  text?: string | null
}

/** A player is not connected, and has until then to come back. */
export interface AwayEvent {
  type: "away"
  seat: number
  deadline: number
}

/** The player is here again. */
export interface BackEvent {
  type: "back"
  seat: number
}

/** The server was away for so many milliseconds, and the clocks get them back. */
export interface CreditedEvent {
  type: "credited"
  ms: number
  times?: Times | null
}

/** A finished game came from a record. */
export interface ImportedEvent {
  type: "imported"
  record: string
}

/** The game counted for a ladder; the new ratings, seat by seat. */
export interface RatedEvent {
  type: "rated"
  ladder: string
  seats: NewRating[]
}

/** What the judge says about a pending move. */
export interface Checked {
  type: "checked"
  id: string
  problem: Problem | null
  points: number
  lines: LinePoints[]
  rows: RowCheck[]
}

/** How the cards can be laid; no rows where they cannot. */
export interface Arranged {
  type: "arranged"
  id: string
  rows: string[][]
  captured: string[][]
}

/** The best moves, best first. */
export interface Hinted {
  type: "hinted"
  id: string
  moves: Advised[]
}

/** Every move of the seat to move. In the card game, where only the server knows what an arrangement may be, just those that are not arrangements. */
export interface Offered {
  type: "offers"
  seq: number
  moves: PlayOffer[]
  /** How many tiles may be traded at most. */
  trade: number
  /** That of the question, where there was one. */
  id?: string
}

/** Why a question has no answer. */
export interface Unanswered {
  type: "unanswered"
  id: string
  problem: Problem
}

/** The first message: which protocol this is, and where the log stands. */
export interface Hello {
  type: "hello"
  version: number
  seq: number
  you: number | null
}

/** An event as one viewer may see it. */
export interface Told {
  type: "event"
  seq: number
  at: number
  event: LogEvent
}

/** The table as it is now, after the events that were sent before. */
export interface Viewed {
  type: "view"
  view: TableView
}

/** The answer to a command. */
export interface Answered {
  type: "answer"
  answer: Answer
}

/** The server is about to close the connection: ``restart`` or ``slow``. */
export interface Bye {
  type: "bye"
  why: string
}

/** What you want to be called at tables to come. */
export interface Renamed {
  name: string
}

/** What the browser answered, as ``PublicKeyCredential.toJSON`` writes it. */
export interface Credential {
  credential: Record<string, unknown>
}

/** What became of a command; it leaves when the outcome is safely stored. */
export interface Answer {
  id: string
  /** The number of the table's last event. */
  seq?: number
  table?: string | null
  problem?: Problem | null
}

/** A table in a list. */
export interface TableLine {
  table: string
  edition: "cards" | "classic"
  phase: "open" | "over" | "playing"
  clock: Untimed | Live | Days
  /** The names of those who sit there. */
  seats: (string | null)[]
  scores: number[]
  turn: number | null
  changed: number
}

/** A table for one viewer, at one moment. */
export interface TableView {
  table: string
  seq: number
  edition: "cards" | "classic"
  phase: "open" | "over" | "playing"
  clock: Untimed | Live | Days
  open: boolean
  hints: boolean
  commitment: string
  seats: (SeatView | null)[]
  turn: number | null
  /** Your seat; None for a spectator. Where a device is passed on, the seat to move. */
  you: number | null
  /** All the seats that are played from your device. */
  yours: number[]
  /** Your own pieces. */
  hand: string[]
  /** How many of each kind you cannot see. */
  unseen: Record<string, number>
  /** The tile game: tiles on their cells, as in ``Ro@0,0``. */
  board: string[]
  /** The card game: the rows on the table. */
  rows: string[][]
  bag: number
  last: LastMove | null
  /** How many moves have been made and not taken back. */
  moves: number
  times: Times | null
  /** The server's clock, to set others by. */
  now: number
  offers: OfferView[]
  aborted: boolean
  outcome: OutcomeView | null
  rematch: string | null
}

/** Who you are here. */
export interface Me {
  /** Whether you have done anything yet: a guest is made at the first action. */
  known: boolean
  person: string | null
  name: string
  program: boolean
  passkeys: number
  ratings: OwnRating[]
}

/** A link that makes another device yours too, once and soon. */
export interface Linked {
  url: string
  /** Milliseconds since 1970. */
  expires: number
  /** The link as a QR code: an SVG picture. */
  qr: string
}

/** A program that may play: its token goes into the header ``Authorization: Bearer``. */
export interface NewProgram {
  person: string
  name: string
  token: string
}

/** What the browser needs to know: hand it to ``navigator.credentials``. */
export interface Options {
  publicKey: Record<string, unknown>
}

/** The record of a table, as you may know it. */
export interface GameRecord {
  table: string
  over: boolean
  imported: boolean
  events: RecordEvent[]
}

/** A finished game from the deal to the end. */
export interface ReplayView {
  table: string
  edition: "cards" | "classic"
  players: string[]
  /** The rule by which the game ended; none where everybody agreed to stop. */
  rule: string | null
  winners: number[]
  steps: Step[]
}

/** A game that is over. */
export interface ResultLine {
  table: string
  edition: "cards" | "classic"
  ended: number
  /** The rule by which it ended; none where everybody agreed to stop. */
  rule: string | null
  imported: boolean
  players: ResultPlayer[]
}

/** Where an imported game can be looked at. */
export interface ImportedRecord {
  table: string
  /** Whether the seed proves the shuffle; a record without its seed can be imported too. */
  proven: boolean
}

/** What the seed of a record proves. */
export interface Verified {
  proven: boolean
  finished: boolean
  edition: string | null
  players: string[]
  commitment: string | null
  /** How many shuffles follow from the seed. */
  shuffles: number
  /** How many drawn pieces do. */
  draws: number
  /** The first line that cannot be, or that the seed does not explain. */
  line: number | null
  problem: Problem | null
  /** The same for people. */
  sentences: string[]
}

/** A line of a leaderboard. */
export interface LadderLine {
  place: number
  name: string
  /** Whether it is a program that plays through the bot API. */
  program: boolean
  rating: number
  deviation: number
  games: number
  /** Too few games, or too uneven ones, to be sure; listed behind the others. */
  provisional: boolean
  you: boolean
}

/** No clock. */
export interface Untimed {
  type: "none"
}

/** Minutes for the whole game, and seconds more for every move. */
export interface Live {
  type: "live"
  minutes: number
  increment?: number
}

/** Correspondence: so many days for every move. */
export interface Days {
  type: "days"
  days: number
}

/** The clocks at one moment: what each seat has left, and when the turn runs out. */
export interface Times {
  /** Milliseconds. */
  left: number[]
  /** Milliseconds since 1970, for the seat to move; None while nothing is ticking. */
  deadline: number | null
}

/** Proofs of what one seat drew, all against one root. */
export interface Drawn {
  root: string
  size: number
  proofs: DrawProof[]
}

/** What a game made of the rating of a seat. */
export interface NewRating {
  before: number
  rating: number
  deviation: number
  volatility: number
  /** How many games of this ladder the player has finished. */
  games: number
}

/** Why something was refused: a key of the catalogues with its words, and the sentence. */
export interface Problem {
  /** What kind of refusal it is. */
  code: "bad" | "conflict" | "failed" | "forbidden" | "limit" | "refused" | "reused" | "rule" | "storage" | "unknown"
  key: string
  message: string
  rule?: string | null
  words?: Record<string, unknown>
  tiles?: string[]
  cells?: [number, number][]
  /** With a conflict: the number of the table's last event. */
  seq?: number | null
}

/** A line that a pending play makes or adds to. */
export interface LinePoints {
  cells: [number, number][]
  points: number
  qwirkle: boolean
}

/** Whether a row stands, and if not, why. */
export interface RowCheck {
  row: string[]
  captured: boolean
  problem: Problem | null
}

/** A move to think about. */
export interface Advised {
  move: string
  points: number
  /** Points (or rows) more than the best of the others, as expected. */
  margin: number | null
  /** The chance to win, from 0 to 1. */
  win: number | null
  why: string
}

/** A move that may be made, and its points. */
export type PlayOffer = [move: string, points: number]

/** A seat as everybody sees it. */
export interface SeatView {
  name: string
  /** The level of a computer player. */
  bot: number | null
  /** Whether a program plays here that came with a bot token. */
  program: boolean
  ready: boolean
  away_until: number | null
  left: boolean
  score: number
  /** How many pieces the hand holds. */
  hand: number
  captured: string[][]
}

/** The move that was made last. */
export interface LastMove {
  number: number
  seat: number
  move: string
  points: number
}

/** An offer that waits for answers. */
export interface OfferView {
  number: number
  seat: number
  offer: "abort" | "rematch" | "takeover" | "undo"
  target: number | null
  accepted: number[]
}

/** How the game ended. */
export interface OutcomeView {
  rule: string
  winners: number[]
  seed: string
}

/** Where you stand on a ladder. */
export interface OwnRating {
  ladder: "cards-2" | "cards-more" | "classic-2" | "classic-more"
  rating: number
  deviation: number
  games: number
  provisional: boolean
}

/** A line of a record; it has the words that its kind of line has. */
export interface RecordEvent {
  type: "added" | "committed" | "dealt" | "ended" | "joined" | "moved" | "opened" | "resigned" | "revealed" | "shuffled"
  edition?: string | null
  seat?: number | null
  name?: string | null
  age?: number | null
  digest?: string | null
  text?: string | null
  root?: string | null
  /** A piece that is not yours to see is ``?``. */
  pieces?: string[] | null
  move?: string | null
  points?: number | null
  drawn?: string[] | null
  rule?: string | null
  winners?: number[] | null
  seed?: string | null
}

/** A game after so many moves; the first step is the deal. */
export interface Step {
  number: number
  /** Who moved, or left. */
  seat: number | null
  /** The move in its notation; ``resign`` where the player left. */
  move: string | null
  points: number
  drawn: string[]
  board: string[]
  rows: string[][]
  captured: string[][][]
  hands: string[][]
  scores: number[]
  bag: number
  turn: number | null
}

/** Somebody in the list of results. */
export interface ResultPlayer {
  name: string
  bot: number | null
  program: boolean
  score: number
  won: boolean
  left: boolean
  you: boolean
}

/** One drawn piece, opened against the root of its shuffle (docs/fairness.md). */
export interface DrawProof {
  position: number
  tile: string
  salt: string
  path: string[]
}
