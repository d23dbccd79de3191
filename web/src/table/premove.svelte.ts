/**
 * A move that is given ahead, as chess players know it: armed while somebody else is to move, and made once when the
 * turn comes. It is bound to the next turn of its seat, at a table that has only gone on since; whether the move is
 * good is for the server to say.
 */
import { announce } from "../app/announce.svelte";
import { t } from "../app/i18n.svelte";
import { buzz, play as sound } from "../design/sound";
import type { TableView } from "../protocol/wire";
import { keepPremove, keptPremove } from "../storage/drafts";

/** What is read off a table; a lesson has no clock, and so no premoves. */
export interface Clocked {
  readonly table: string;
  readonly view:
    | (Pick<TableView, "turn" | "yours"> & Partial<Pick<TableView, "clock" | "phase" | "moves" | "you" | "seats">>)
    | undefined;
}

/** How many moves were made when it was armed, and how many there are at most when the turn comes. */
interface Armed {
  from: number;
  until: number;
}

export class Premove {
  /** One sentence about a premove that could not be made; another one is another object. */
  lost = $state.raw<{ text: string } | undefined>();
  private given = $state.raw<Armed | undefined>();

  constructor(private readonly link: Clocked) {
    this.given = keptPremove(link.table) as Armed | undefined;
  }

  get armed(): boolean {
    return !!this.given;
  }

  /** Whether time is short here, and the hand stays with one person. */
  get clocked(): boolean {
    const view = this.link.view;
    return view?.clock?.type === "live" && view.yours.length === 1;
  }

  /** Whether a move can be given ahead now: somebody else is to move. */
  get possible(): boolean {
    const view = this.link.view;
    return this.clocked && this.here && view!.turn !== null && view!.turn !== view!.you;
  }

  /** How what is laid looks: ahead of the turn, and armed or not. */
  get state(): "laid" | "armed" | undefined {
    return this.possible ? (this.armed ? "armed" : "laid") : undefined;
  }

  /** What the button says under its words: how to take it back, or that it would not fit yet. */
  hint(doubtful: boolean): string {
    return this.armed ? t("web.premove.undo") : doubtful ? t("web.premove.doubtful") : "";
  }

  /** Whether one still plays here oneself. */
  private get here(): boolean {
    const view = this.link.view;
    const seat = view?.seats?.[view.you ?? -1];
    return view?.phase === "playing" && !!seat && !seat.left && seat.stand_in === null;
  }

  /** Whether the table has only gone on since it was armed, and to the next turn at most. */
  get holds(): boolean {
    const moves = this.link.view?.moves ?? 0;
    return !this.given || (this.here && this.given.from <= moves && moves <= this.given.until);
  }

  /** Arm what is laid, or take that back. */
  toggle(): void {
    if (this.given) {
      this.disarm();
      sound("back");
      announce(t("web.premove.back"));
      return;
    }
    const { turn, you, moves = 0, seats = [] } = this.link.view!;
    const before = (you! - turn! + seats.length) % seats.length;
    this.keep({ from: moves, until: moves + before });
    this.lost = undefined;
    sound("place");
    buzz("place");
    announce(t("web.premove.armed"));
  }

  disarm(): void {
    if (this.given) this.keep(undefined);
  }

  /** It could not be made: say so, once. */
  lose(text: string): void {
    this.disarm();
    this.lost = { text };
    sound("refused");
    buzz("refused");
  }

  private keep(given: Armed | undefined): void {
    this.given = given;
    keepPremove(this.link.table, given);
  }
}
