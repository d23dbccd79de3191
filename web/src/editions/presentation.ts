/** How one edition of the game is shown. Each game describes itself in its own folder, and `register.ts` names them all. */
import type { Component } from "svelte";
import type { IconName } from "../design/icons";
import type { TableLink } from "../protocol/table.svelte";
import type { Placed } from "../protocol/tiles";
import type { Step, TableView, Told } from "../protocol/wire";

export type Edition = TableView["edition"];

/** What a move brought. */
export interface Gain {
  points: number;
  /** Lines of six that it made or added to. */
  qwirkles: number;
}

type Fetched<Props extends Record<string, unknown>> = Promise<{ default: Component<Props> }>;

/** Small enough to come with every page; what is large is fetched when it is asked for. */
export interface Presentation<Name extends Edition = Edition> {
  /** Its name at the server and in records. */
  edition: Name;
  /** The class that colours the felt; empty for the usual one. */
  felt: string;
  /** The felt of a picture that is sent to somebody. */
  feltColor: string;
  icon: IconName;
  /** Whether its pieces are cards, which are higher than wide. */
  card: boolean;
  /** How many pieces a full hand has. */
  hand: number;

  /** The table, while a game is played. */
  table(): Fetched<{ link: TableLink; view: TableView }>;
  /** What lies on the mat of a replay; `laid` came from the hand in this step. */
  replayMat(): Fetched<{ step: Step; laid: string[] }>;
  pictures: {
    /** Behind the name of the game on the home page. */
    door: Component;
    /** An SVG on the felt of the home page, where a game plays by itself; and what lies beside the felt. */
    scene: Component<{ beat: number }>;
    besideScene?: Component;
    /** In a list of the games. */
    choice: Component;
    /** In the middle of the table that chairs are put around. */
    laid: Component;
  };

  /** The pieces that each move laid, by the number of its event. */
  laidByMove(events: readonly Told[]): Map<number, string[]>;
  /** The pieces that came from the hand in a step of a replay. */
  laidIn(step: Step, before: Step | undefined): string[];
  /** What a picture of the game shows, on a grid. */
  onGrid(view: TableView): Placed[];

  /** How many pieces can still be drawn. */
  supply(n: number): string;
  /** The same in the bar above the table; empty where the mat shows it. */
  progress(view: TableView): string;
  /** The pieces of a player, in words; empty where the picture of the hand is enough. */
  handSize(n: number): string;
  /** What a player still held at the end; empty where it does not matter. */
  leftInHand(n: number): string;
  /** By how much somebody won; empty where it is not worth a word. */
  lead(n: number): string;
  /** Points as a figure; empty where there are none, or where they are said in words. */
  figure(points: number): string;
  /** What was special about a move in the list of moves; empty where nothing was. */
  feat(gain: Gain): string;
  /** How many Qwirkles a move was. */
  qwirkles(gain: Gain): number;
  /** What a step of a replay brought, beside its pieces. */
  gained(points: number): string;
  /** The same step as a sentence; leaving is not a move. */
  sentence(player: string, move: string, points: number, laid: string[]): string;
  /** The scores over the turns: whether dots mark Qwirkles, and whether a replay shows them too. */
  chart: { dots: boolean; inReplay: boolean };
  /**
   * A review: milliseconds for each move and games for each draw (docs/engine.md), about a quarter of a minute for two
   * players on two cores; how much luck, in points, a meter shows at least; and what share of the chance to win a point
   * is worth at least.
   */
  review: { budget: number; games: number; meter: number; worth: number };
  /** When computer players have something to say: what makes a turn big, and from what on; and what is close at the end. */
  remarks: { by: "points" | "laid"; big: number; close: number };
}
