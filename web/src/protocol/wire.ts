// What goes over the wire. Written by tools/typescript.py from the server's structs: make protocol.

export const PHRASES = ["hello", "luck", "nice", "thanks", "sorry", "wow", "moment", "hurry", "game", "bye"] as const

export const EMOTES = ["happy", "love", "wow", "think", "sad", "sleep"] as const

export type Command =
  | Create
  | Sit
  | TellAge
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
  | ListMoves

export type LogEvent =
  | CreatedEvent
  | SeatedEvent
  | AgedEvent
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
  | StoodInEvent
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
  | LegalMoveList
  | Unanswered

export type Message =
  | Hello
  | Told
  | Receipt
  | Viewed
  | LegalMoveList
  | Answered
  | Bye
  | Checked
  | Arranged
  | Hinted
  | Unanswered

/** Set up a table and take its first seat. */
export interface Create {
  do: "create"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  edition?: "cards" | "classic"
  seats?: number
  /** Your name at this table; if left out, the name you are known by, or a guest's. */
  name?: string | null
  /** Of players with equally large sets the oldest begins in the tile game (T2), the youngest in the card game (C2). Nobody else ever sees it. */
  age?: number | null
  /** Not used any more: texts for the shuffle come with ``start``. */
  entropy?: string
  /** The names of more people who share the device. */
  local?: string[]
  /** Their ages, in the same order; null if one is not given. */
  ages?: (number | null)[]
  /** The levels of the computer players, one for each seat that they take. */
  bots?: number[]
  clock?: Untimed | Live | Days
  /** Whether the table is in the public list; otherwise only people who know its link find it. */
  open?: boolean
  /** Whether players may ask for hints. */
  hints?: boolean
}

/** Take a seat: the one that is named, or the first that is free. */
export interface Sit {
  do: "sit"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  /** As for ``create``; if somebody at the table has that name already, a number is added. */
  name?: string | null
  /** Seats are counted from 0. */
  seat?: number | null
  /** As for ``create``. */
  age?: number | null
  /** Not used any more, as for ``create``. */
  entropy?: string
}

/** Give an age before the start, or take it back; nobody else ever sees it. */
export interface TellAge {
  do: "tell-age"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  age?: number | null
  /** Your own seat if left out; otherwise another seat of your device. */
  seat?: number | null
}

/** Give a seat back before the start: your own, another of your device, that of a computer player, or at a rematch that of somebody who has not come within ten seconds. */
export interface Stand {
  do: "stand"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  /** Your own seat if left out. */
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

/** Be ready; the game begins when all seats are taken and everybody is ready. */
export interface Start {
  do: "start"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  /** Any text, mixed into the shuffle (docs/fairness.md): note the commitment first, then send at least 128 random bits. The record names players who send none. */
  entropy?: string
}

/** A move in its notation: tiles with their cells, a new table, or the word for another move, such as ``trade Ro Gx``. */
export interface Play {
  do: "play"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  move: string
}

/** An old form of ``play``, for trading tiles (T15); version 3 will not have it. */
export interface Trade {
  do: "trade"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  /** Codes of two letters, as in ``Ro``. */
  tiles: string[]
}

/** An old form of ``play``, for a new card table (C6); version 3 will not have it. */
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

/** Propose something; ``docs/rules/online.md`` says who must agree to what. */
export interface Offer {
  do: "offer"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  offer: "abort" | "rematch" | "takeover" | "undo"
  /** For a takeover: the seat of the absent player. */
  seat?: number | null
  /** For a takeover; in a game that counts for the ratings it is always 6. */
  level?: number
}

/** Agree to an offer, which is identified by the number of its event. */
export interface Accept {
  do: "accept"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  offer: number
}

/** Decline an offer, or withdraw your own; its author can repeat it after the next move. */
export interface Decline {
  do: "decline"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  offer: number
}

/** Say one thing: a phrase that everybody reads in their own language, a face, or a text. */
export interface Chat {
  do: "chat"
  id: string
  /** The last event that the client has seen; moves need it, the others may leave it out. */
  expect?: number | null
  phrase?: "bye" | "game" | "hello" | "hurry" | "luck" | "moment" | "nice" | "sorry" | "thanks" | "wow" | null
  text?: string | null
  emote?: "happy" | "love" | "sad" | "sleep" | "think" | "wow" | null
}

/** Whether a pending move is legal; in the card game also which of its rows are. */
export interface Check {
  ask: "check"
  id: string
  move: string
}

/** How these cards of your hand can be laid by moving the fewest others. */
export interface Arrangement {
  ask: "arrangement"
  id: string
  cards: string[]
}

/** The best moves, if the table allows hints. */
export interface Hint {
  ask: "hint"
  id: string
}

/** Every legal move of your seat. */
export interface ListMoves {
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
  /** The version of the rules of this game (docs/notation.md). */
  rules?: number
  /** The table of which this one is the rematch. */
  previous?: string
  host?: string
  seed?: string
}

/** Somebody took a seat: a person, or the computer at a level. */
export interface SeatedEvent {
  type: "seated"
  seat: number
  name: string
  /** Only in old logs, in which everybody could see it. */
  age?: number | null
  /** Only in old logs: a text that was sent with the seat. */
  entropy?: string
  bot?: number | null
  /** Whether a program with a token of its own sits here. */
  program?: boolean
  person?: string
  /** The age of the player, if given; nobody else ever sees it. */
  years?: number | null
  /** The face that the person at the device has chosen; empty if none, as for computer players and others at the same device. */
  face?: string
}

/** A player gave an age, or took it back; nobody else ever sees it. */
export interface AgedEvent {
  type: "aged"
  seat: number
  years?: number | null
}

/** A seat became free again. */
export interface StoodEvent {
  type: "stood"
  seat: number
}

/** Somebody is ready to begin, and has given a text for the shuffle, or none. */
export interface ReadiedEvent {
  type: "readied"
  seat: number
  /** The digest of the text (docs/fairness.md); empty if there is none. */
  digest?: string
  /** Nobody sees it before the game begins, so that nobody can answer it with their own. */
  entropy?: string
}

/** The game began. */
export interface StartedEvent {
  type: "started"
  times?: Times | null
  /** The text of each seat for the shuffle, empty if it gave none. Null in old logs. */
  entropy?: string[] | null
  /** None in old logs. */
  start?: Starter | null
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

/** The game was stopped, and nobody won: everybody ``agreed``, or the last person left (O1) and only computer players remain (``deserted``), or nobody could play for too long (``O3``), or the log had become too long (``length``). */
export interface AbortedEvent {
  type: "aborted"
  why?: string
}

/** The game is over, and the seed is published. */
export interface RevealedEvent {
  type: "revealed"
  seed: string
}

/** Somebody made an offer; the number of this event identifies it. */
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

/** An offer is closed: somebody declined it, or its author withdrew it. */
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

/** The computer plays on for a seat, whose person has lost it. Only in old logs. */
export interface TakenOverEvent {
  type: "taken-over"
  seat: number
  level: number
}

/** The computer moves for an absent player, until that player is back. */
export interface StoodInEvent {
  type: "stood-in"
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
  emote?: string | null
}

/** A player is not connected, and has until the deadline to come back. */
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

/** Time that does not count: the server was down, or the time of day jumped. Deadlines move. */
export interface CreditedEvent {
  type: "credited"
  /** Milliseconds; negative if the time of day went back. */
  ms: number
  times?: Times | null
}

/** A finished game was imported from a record. */
export interface ImportedEvent {
  type: "imported"
  record: string
}

/** The game counted for a ladder; the new ratings, null for seats too far above the others. */
export interface RatedEvent {
  type: "rated"
  ladder: string
  seats: (NewRating | null)[]
}

/** The check of a pending move. */
export interface Checked {
  type: "checked"
  id: string
  problem: Problem | null
  points: number
  lines: LinePoints[]
  rows: RowCheck[]
}

/** How the cards can be laid; no rows if they cannot. */
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

/** The legal moves of the seat to move. The card game can have very many arrangements: the answer to the question ``offers`` has some of them, those that capture the most first. */
export interface LegalMoveList {
  type: "offers"
  seq: number
  moves: LegalMove[]
  /** How many tiles may be traded at most. */
  trade: number
  /** The id of the question, if there was one. */
  id?: string
  /** Whether these are all; in the card game: whether they include each set of cards that can be played. */
  complete?: boolean
}

/** Why a question was refused. */
export interface Unanswered {
  type: "unanswered"
  id: string
  problem: Problem
}

/** The first message: the version of the protocol, and the number of the last event. */
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

/** A signed statement: after this event the log of this table has this head. Keep it, to prove later what the log was (docs/fairness.md). */
export interface Receipt {
  type: "receipt"
  table: string
  seq: number
  head: string
  /** The server's public key, Ed25519, as 64 hexadecimal digits. */
  key: string
  /** Over ``qwirkle receipt TABLE SEQ HEAD``, as 128 hexadecimal digits. */
  signature: string
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

/** The server is about to close the connection: ``restart`` (come back after the last event), ``unreadable`` (too many unreadable frames), ``limit`` (too many connections), ``revoked`` (the token is no longer valid) or ``long`` (a stream has lasted an hour; come back). */
export interface Bye {
  type: "bye"
  why: "limit" | "long" | "restart" | "revoked" | "unreadable"
  /** The same as a sentence. */
  message?: string
}

/** What you want to be called and how you want to look at tables to come: one, or both. */
export interface ProfileChange {
  name?: string | null
  /** Three characters, as in ``s12``: the letter of a shape as on the tiles, the number of a colour, and that of what is on the head. An empty text clears the choice: clients then draw a face from the name. */
  face?: string | null
}

/** What a program is to be called. */
export interface NamedProgram {
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
  /** The names of the players; null for a free seat. */
  seats: (string | null)[]
  /** The levels of the computer players among them. */
  bots: (number | null)[]
  /** The faces that they have chosen; empty if none, or for a free seat. */
  faces: string[]
  /** Your own seats, in the list of your tables. */
  yours: number[]
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
  /** Whether the game was imported from a record, and not played here. */
  imported: boolean
  clock: Untimed | Live | Days
  open: boolean
  hints: boolean
  commitment: string
  seats: (SeatView | null)[]
  /** Who starts, and why; null before the start. */
  start: Starter | null
  turn: number | null
  /** Your seat; null for a spectator. On a shared device, the seat to move. */
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
  /** The server's clock, to compare with your own. */
  now: number
  offers: OfferView[]
  aborted: boolean
  outcome: OutcomeView | null
  rematch: string | null
  /** The table of which this one is the rematch. */
  previous: string | null
}

/** Whether a game will count for the ratings, as things stand now. */
export interface Outlook {
  /** Whether it will count for you, or, if you have no seat, for anybody. */
  counts: boolean
  /** Why not: the game is ``over``; ``hints`` are allowed; a move was ``undone``; a ``computer`` player sits here; somebody has more than one seat (``shared``); two of the players have already played the rated games of a ``pair`` today; the others are rated too far below you (``apart``), and it counts for them alone. */
  why: "apart" | "computer" | "hints" | "over" | "pair" | "shared" | "undone" | null
  /** The names of those two. */
  pair: string[]
  /** How many games of a pair count on a day. */
  games: number
  /** How many turns everybody has to make, or the game will not count after all. */
  turns: number
}

/** The public key of this server; compare it with the one in your receipts and records. */
export interface ServerKey {
  key: string
  created: number
  /** Earlier keys of this server, which were replaced. */
  earlier: string[]
}

/** Who you are here. */
export interface Me {
  /** Whether you have done anything yet: a guest is made at the first action. */
  known: boolean
  person: string | null
  name: string
  /** How you want to look; empty where you have not chosen. */
  face: string
  program: boolean
  passkeys: number
  ratings: OwnRating[]
}

/** A device of yours: a browser, or a program with your token. */
export interface DeviceLine {
  id: string
  /** What its browser calls itself, such as ``Firefox · Android``; empty if it did not say. */
  name: string
  /** Milliseconds since 1970. */
  created: number
  /** The day of its last use, in milliseconds; null if it was not used since days were first stored. */
  seen: number | null
  /** Whether it is the device that asks. */
  this: boolean
}

/** A link that makes another device yours too, once and soon. */
export interface Linked {
  /** What follows the address of the server, by which you know it best yourself. */
  path: string
  /** Milliseconds since 1970. */
  expires: number
  /** The whole link as a QR code: an SVG picture. */
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
  /** Whether the game was imported from a record, and not played here. */
  imported: boolean
  players: string[]
  /** The levels of the computer players among them. */
  bots: (number | null)[]
  /** The faces that they have chosen; empty if none. */
  faces: string[]
  /** The rule by which the game ended; null if everybody agreed to stop. */
  rule: string | null
  winners: number[]
  /** Who started, and why; missing only in replays that a device has stored earlier. */
  start: Starter | null
  steps: Step[]
}

/** A game that is over. */
export interface ResultLine {
  table: string
  edition: "cards" | "classic"
  ended: number
  /** The rule by which it ended; null if everybody agreed to stop. */
  rule: string | null
  imported: boolean
  players: ResultPlayer[]
}

/** Where the game of a record can be viewed. */
export interface ImportedRecord {
  table: string
  /** Whether the seed proves the shuffle; a record without its seed can be imported too. */
  shuffle: boolean
  /** False if the game was played here: then this is its own table. */
  imported: boolean
}

/** What a record proves, item by item. */
export interface Verified {
  /** Whether every move follows the rules. */
  rules: boolean
  /** Whether every shuffle and draw follows from the seed that was committed to. That binds neither who played nor who resigned: see ``signature``. */
  shuffle: boolean
  finished: boolean
  edition: string | null
  players: string[]
  commitment: string | null
  /** How many shuffles follow from the seed. */
  shuffles: number
  /** How many drawn pieces do. */
  draws: number
  /** The players who added a text to the shuffle. */
  contributors: string[]
  /** Players who were asked for one, and gave none. In old records nobody was asked. */
  silent: string[]
  /** Over all lines, including names, resignations and the result. */
  signature: "bad" | "good" | "none" | "unchecked"
  /** The key that signed, if the signature is good. Anybody can make a key. */
  key: string | null
  /** Whether that is a key of this server. */
  ours: boolean
  /** The table that the record names, if the signature is ours. */
  table: string | null
  /** Whether that table has exactly this record here; null if there is no such table. */
  here: boolean | null
  /** The first line that is wrong, or that does not follow from the seed. */
  line: number | null
  problem: Problem | null
  /** The same for people. */
  sentences: string[]
}

/** A line of a leaderboard. */
export interface LadderLine {
  place: number
  name: string
  /** How they have chosen to look; empty where they have not. */
  face: string
  /** Whether it is a program with a token of its own. */
  program: boolean
  rating: number
  deviation: number
  games: number
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

/** Correspondence: a number of days for every move. */
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

/** Who starts, and why (T2, C2). */
export interface Starter {
  seat: number
  /** The largest set, age or a lot decided; in old games also the earlier seat. */
  why: "age" | "given" | "lot" | "seat" | "set"
  /** How many pieces the largest set has. */
  size: number
  /** Its colour or shape, such as ``red`` or ``star``, once it is on the table. */
  feature?: string | null
  /** The seats that have a set of that size. */
  tied: number[]
  /** The seats among which a lot decided. */
  among?: number[]
}

/** Proofs of what one seat drew, all against one root. */
export interface Drawn {
  root: string
  size: number
  proofs: DrawProof[]
}

/** The rating of a seat after the game; ``monday`` is that with which the week (UTC) began. */
export interface NewRating {
  before: number
  rating: number
  deviation: number
  volatility: number
  /** How many games of this ladder have counted for the player. */
  games: number
  monday: number
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

/** A line that a play makes or adds to. */
export interface LinePoints {
  cells: [number, number][]
  points: number
  qwirkle: boolean
}

/** Whether a row is legal, and if not, why. */
export interface RowCheck {
  row: string[]
  captured: boolean
  problem: Problem | null
}

/** A suggested move. */
export interface Advised {
  move: string
  points: number
  /** The expected lead over the best opponent, in points or rows. */
  margin: number | null
  /** The chance to win, from 0 to 1. */
  win: number | null
  /** The most telling reason, in one sentence. */
  why: string
  key: string
  /** The same reason as a key of the catalogues with its words, for any language. */
  words: Record<string, unknown>
  /** All the reasons, and what they are based on. */
  details: string
}

/** A legal move, and its points. */
export type LegalMove = [move: string, points: number]

/** A seat as everybody sees it. */
export interface SeatView {
  name: string
  /** The face that the player has chosen; empty if none. */
  face: string
  /** The level of a computer player. */
  bot: number | null
  /** Whether a program with a token of its own plays here. */
  program: boolean
  ready: boolean
  away_until: number | null
  /** The level at which the computer moves for an absent player, until that player is back. */
  stand_in: number | null
  /** When the others may let the computer sit in; null if they may not. */
  takeover_from: number | null
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
  /** The tile game: where the points come from. */
  lines: LinePoints[]
}

/** A pending offer. */
export interface OfferView {
  number: number
  seat: number
  offer: "abort" | "rematch" | "takeover" | "undo"
  target: number | null
  accepted: number[]
  /** Whether accepting it would make a game that counts for the ratings an unrated one. */
  ends_rating: boolean
}

/** How the game ended. */
export interface OutcomeView {
  rule: string
  winners: number[]
  seed: string
  /** The bonus of the last move for going out (T17). */
  bonus: number
}

/** Your rating on a ladder. */
export interface OwnRating {
  ladder: "cards-2" | "cards-more" | "classic-2" | "classic-more"
  rating: number
  deviation: number
  games: number
  /** Not on the leaderboard yet: still a beginner, or too few opponents who are none. */
  provisional: boolean
}

/** A line of a record; which fields it has depends on its type. */
export interface RecordEvent {
  type: "added" | "committed" | "dealt" | "ended" | "joined" | "moved" | "opened" | "played" | "resigned" | "revealed" | "shuffled" | "signed" | "silent" | "starts"
  edition?: string | null
  rules?: number | null
  seat?: number | null
  name?: string | null
  age?: number | null
  digest?: string | null
  text?: string | null
  root?: string | null
  why?: string | null
  among?: number[] | null
  /** A piece that is not yours to see is ``?``. */
  pieces?: string[] | null
  move?: string | null
  points?: number | null
  drawn?: string[] | null
  rule?: string | null
  winners?: number[] | null
  seed?: string | null
  table?: string | null
  seq?: number | null
  head?: string | null
  key?: string | null
  signature?: string | null
}

/** A game after a number of moves; the first step is the deal. */
export interface Step {
  number: number
  /** Who moved, or left. */
  seat: number | null
  /** The move in its notation; ``resign`` if the player left. */
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

/** A player in the list of results. */
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
