/** The server's structs. Generated: see tools/typescript.py. */
export type Edition = "classic" | "cards";
export type Phase = "open" | "playing" | "over";
export interface Times { left: number[]; deadline: number | null }
export type ClockRule =
  | { type: "none" }
  | { type: "live"; minutes: number; increment: number }
  | { type: "days"; days: number };
export interface SeatView {
  name: string;
  bot: number | null;
  ready: boolean;
  away_until: number | null;
  left: boolean;
  score: number;
  hand: number;
  captured: string[][];
}
export interface OfferView { number: number; seat: number; offer: "rematch" | "abort" | "undo" | "takeover"; target: number | null; accepted: number[] }
export interface LastMove { number: number; seat: number; move: string; points: number }
export interface OutcomeView { rule: string; winners: number[]; seed: string }
export interface TableView {
  table: string; seq: number; edition: Edition; phase: Phase; clock: ClockRule; open: boolean; hints: boolean;
  commitment: string; seats: (SeatView | null)[]; turn: number | null; you: number | null; yours: number[];
  hand: string[]; unseen: Record<string, number>; board: string[]; rows: string[][]; bag: number;
  last: LastMove | null; moves: number; times: Times | null; now: number; offers: OfferView[];
  aborted: boolean; outcome: OutcomeView | null; rematch: string | null;
}
export interface Problem { code: string; key: string; message: string; rule?: string; words?: Record<string, unknown>; tiles?: string[]; cells?: [number, number][]; seq?: number }
export interface Answer { id: string; seq?: number; table?: string; problem?: Problem }
export interface LogEvent { type: string; seat?: number; move?: string; points?: number; drawn?: string[]; name?: string; phrase?: string; text?: string; offer?: unknown; [more: string]: unknown }
export interface Told { type: "event"; seq: number; at: number; event: LogEvent }
export interface Offered { type: "offers"; seq: number; moves: [string, number][]; trade: number }
export interface LinePoints { cells: [number, number][]; points: number; qwirkle: boolean }
export interface RowCheck { row: string[]; captured: boolean; problem: Problem | null }
export interface Checked { type: "checked"; id: string; problem: Problem | null; points: number; lines: LinePoints[]; rows: RowCheck[] }
export interface Arranged { type: "arranged"; id: string; rows: string[][]; captured: string[][] }
export interface Advised { move: string; points: number; margin: number | null; win: number | null; why: string }
export interface Hinted { type: "hinted"; id: string; moves: Advised[] }
export interface Unanswered { type: "unanswered"; id: string; problem: Problem }
export type Reply = Checked | Arranged | Hinted | Unanswered | Offered;
export interface TableLine { table: string; edition: Edition; phase: Phase; clock: ClockRule; seats: (string | null)[]; scores: number[]; turn: number | null; changed: number }
export type Message =
  | { type: "hello"; version: number; seq: number; you: number | null }
  | Told
  | { type: "view"; view: TableView }
  | Offered
  | { type: "answer"; answer: Answer }
  | Checked | Arranged | Hinted | Unanswered
  | { type: "bye"; why: string };
