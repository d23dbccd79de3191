/**
 * A turn of the card game that is being thought about: which cards are chosen, how they lie for
 * now, and every step on the way. Whether a row is valid and whether the turn may be played is the
 * server's word; nothing here knows a rule.
 */
import { announce } from "../app/announce.svelte";
import { keptThought, type Thought } from "./cardkeep";
import {
  alike,
  arranged,
  handCard,
  isFromHand,
  moved,
  start,
  stepsTo,
  tilesWith,
  type Base,
  type CardId,
  type Row,
  type Target,
} from "./cardlayout";
import { checkedText, chosenText, putText } from "./cardwords";
import { carried } from "./cardrebase";
import { CardsLaid, NOTHING } from "./cardslaid.svelte";
import { problemText, t, type Unsaid } from "../app/i18n.svelte";
import { pause } from "../design/motion";
import { buzz, play as sound } from "../design/sound";
import type { Act } from "../protocol/api";
import type { TableLink } from "../protocol/table.svelte";
import { TILES, parseRows, writeRows } from "../protocol/tiles";
import type { Checked, Problem, RowCheck } from "../protocol/wire";
import { keepDraft } from "../storage/drafts";
import { Premove } from "../table/premove.svelte";

/** How long after the last step the server is asked, in milliseconds. */
const PAUSE = 120;
/** The same after a question that was not answered, or when too many were asked. */
const AGAIN = 1500;
/** How long a card takes that is laid for somebody, in milliseconds. */
export const STRIDE = 380;

/** What a turn needs of the table: what is known, questions and commands. */
export type CardLink = Pick<TableLink, "table" | "view" | "offers" | "ask" | "send">;

export class CardPlay extends CardsLaid {
  problem = $state.raw<Problem | undefined>();
  arranging = $state(false);
  /** The row that a step has changed, to be looked at. */
  lately = $state<number | undefined>();
  private past = $state.raw<Row[][]>([]);
  private checked = $state.raw<{ text: string; reply: Checked } | undefined>();
  private verdicts = $state.raw<ReadonlyMap<string, RowCheck>>(new Map());
  private later: ReturnType<typeof setTimeout> | undefined;
  /** The steps of an arrangement that are still to be shown. */
  private toShow: Row[][] = [];
  /** Cards are being laid for somebody. */
  walking = false;
  /** Told before cards change their places. */
  leaving: () => void = () => {};
  /** The turn is on its way, or made; the cards lie as they are until the new table comes. */
  private sent = $state(false);
  readonly premove: Premove;

  constructor(private readonly link: CardLink) {
    super();
    this.premove = new Premove(link);
    this.begin();
    this.restore();
  }

  get mine(): boolean {
    const view = this.link.view;
    return !!view && view.turn !== null && view.yours.includes(view.turn);
  }

  /** One's turn, and no move is on its way. */
  get due(): boolean {
    return this.mine && !this.sent;
  }

  /** Somebody else is to move, and cards can be laid ahead. */
  get ahead(): boolean {
    return !this.sent && this.premove.possible;
  }

  get canLay(): boolean {
    return this.mine || this.ahead;
  }

  readonly canUndo = $derived(this.past.length > 0);

  /** The server's word on the cards as they lie; undefined while it has not come. */
  readonly word = $derived(this.checked?.text === this.text ? this.checked.reply : undefined);
  readonly canCommit = $derived(this.due && this.touched && !!this.word && !this.word.problem);

  /** What is wrong with the turn as a whole, where no row says it already. */
  readonly fault = $derived.by((): Problem | undefined => {
    const inRow = this.rows.some((row) => this.verdict(row)?.problem);
    return inRow || !this.touched ? undefined : (this.word?.problem ?? undefined);
  });

  /** The server's word on a row; a row that nobody has touched is valid as it is. */
  verdict(row: Row): RowCheck | undefined {
    const tiles = this.tiles(row);
    const untouched = writeRows(this.base.rows.slice(row.id, row.id + 1)) === writeRows([tiles]);
    return untouched ? { row: tiles, captured: false, problem: null } : this.verdicts.get(writeRows([tiles]));
  }

  /** Whether the chosen cards may go to a row, as far as the server has said; there they might still be too few. */
  takes(row: Row): boolean {
    if (!this.chosen.size || row.cards.some((card) => this.chosen.has(card))) return false;
    const word = this.verdicts.get(writeRows([tilesWith(this.base, row, this.chosen)]));
    return !!word && (!word.problem || word.problem.key === "C4.short");
  }

  /** Ask once which rows would take the chosen cards. */
  async probe(): Promise<void> {
    if (!this.canLay || !this.chosen.size) return;
    const rows = this.rows.filter(({ cards }) => !cards.some((card) => this.chosen.has(card)));
    const unknown = rows
      .map((row) => tilesWith(this.base, row, this.chosen))
      .filter((tiles) => !this.verdicts.has(writeRows([tiles])));
    if (!unknown.length) return;
    const reply = await this.link.ask({ ask: "check", move: writeRows(unknown) });
    if (reply?.type === "checked") this.learn(reply.rows);
  }

  private learn(rows: RowCheck[]): void {
    this.verdicts = new Map([...this.verdicts, ...rows.map((row) => [writeRows([row.row]), row] as const)]);
  }

  /** Choose a card, or let go of it. */
  choose(card: CardId): void {
    if (!this.canLay) return;
    this.hurry();
    const next = new Set(this.chosen);
    if (!next.delete(card)) next.add(card);
    this.chosen = next;
    this.problem = undefined;
    sound("lift");
    buzz("lift");
    announce(chosenText([...next].map((one) => this.tile(one))));
  }

  /** Choose just these cards. */
  hold(cards: Iterable<CardId>): void {
    if (this.canLay) this.chosen = new Set(cards);
  }

  letGo(): void {
    this.chosen = NOTHING;
  }

  /** A card of the hand was tapped; one that lies on the table comes back. */
  touchHand(place: number): void {
    const card = handCard(place);
    if (this.isOut(place)) this.put("hand", [card]);
    else this.choose(card);
  }

  /** A card on the table was tapped: chosen cards go to its row, unless they are of that row. */
  touchCard(row: Row, card: CardId): void {
    const elsewhere = this.chosen.size && !row.cards.some((one) => this.chosen.has(one));
    if (elsewhere) this.put(row.id);
    else this.choose(card);
  }

  /** A row was tapped: chosen cards go there; without any, the whole row is taken up. */
  touchRow(row: Row): void {
    if (!this.chosen.size) this.hold(row.cards);
    else if (row.cards.every((card) => this.chosen.has(card)) && this.chosen.size === row.cards.length) this.letGo();
    else this.put(row.id);
  }

  /** Put cards, the chosen ones if no others are named, on a row, on a new one or into the hand. */
  put(to: Target, cards: Iterable<CardId> = this.chosen): void {
    const going = [...cards];
    if (!this.canLay || !going.length) return;
    this.hurry();
    const next = moved(this.base, this.rows, going, to);
    this.letGo();
    if (alike(next, this.rows)) return;
    this.step(next);
    this.tellPut(going, to);
  }

  private tellPut(cards: CardId[], to: Target): void {
    const row = this.rows.find((one) => (to === "new" ? one === this.rows.at(-1) : one.id === to));
    this.lately = row?.id;
    announce(
      putText(
        cards.map((card) => this.tile(card)),
        row && this.number(row),
      ),
    );
  }

  private step(next: Row[]): void {
    this.past = [...this.past, this.rows];
    this.show(next);
    sound("place");
    buzz("place");
  }

  /** Lay cards for somebody, one after the other; what they do meanwhile finishes it at once. */
  private async walk(to: Row[]): Promise<void> {
    this.hurry();
    this.toShow = stepsTo(this.base, this.rows, to);
    this.walking = true;
    while (this.toShow.length) {
      this.step(this.toShow.shift()!);
      await pause(STRIDE);
    }
    this.walking = false;
    this.lately = this.rows.find((row) => row.cards.some(isFromHand))?.id;
  }

  private hurry(): void {
    for (const next of this.toShow.splice(0)) this.step(next);
  }

  private show(next: Row[]): void {
    this.premove.disarm(); // it was given for the cards as they lay
    this.leaving();
    this.lately = undefined;
    this.rows = next;
    this.problem = undefined;
    this.chosen = NOTHING;
    this.keep();
    this.lookSoon();
  }

  undo(): void {
    this.hurry();
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.show(before);
    sound("back");
    announce(t("web.cards.undone"));
  }

  /** Everything as it was; that, too, is a step that can be undone. */
  undoAll(): void {
    this.hurry();
    if (!this.touched) return;
    this.step(start(this.base));
    announce(t("web.cards.undone"));
  }

  private lookSoon(wait = PAUSE): void {
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.look(), wait);
  }

  /** Ask what the server says about the cards as they lie. */
  async look(): Promise<void> {
    const text = this.text;
    if (!this.canLay || !this.touched || !text || this.word) return;
    const reply = await this.link.ask({ ask: "check", move: text });
    if (reply?.type !== "checked") {
      if (text === this.text) this.lookSoon(AGAIN);
      return;
    }
    this.learn(reply.rows);
    if (text !== this.text) return;
    this.checked = { text, reply };
    announce(checkedText(reply));
  }

  /** Let the server lay the cards: those already laid and those chosen, moving the fewest others. */
  async arrange(cards: CardId[] = [...new Set([...this.played, ...this.chosenFromHand])]): Promise<boolean> {
    if (!this.canLay || this.arranging) return false;
    this.hurry();
    if (!cards.length) return this.refuse({ key: "web.cards.arrange.none" });
    const base = this.base;
    this.arranging = true;
    const reply = await this.link.ask({ ask: "arrangement", cards: cards.map((card) => this.tile(card)) });
    this.arranging = false;
    if (reply?.type === "unanswered") return this.refuse(reply.problem);
    if (reply?.type !== "arranged" || base !== this.base) return this.refuse({ key: "web.offline" });
    const rows = [...reply.rows, ...reply.captured];
    if (!rows.length) return this.refuse({ key: "web.cards.arrange.cannot" });
    await this.walk(arranged(base, rows, cards));
    return true;
  }

  /** Lay the table that a text describes, with what it needs from the hand. */
  async lay(text: string): Promise<void> {
    const kinds = parseRows(text);
    if (!this.canLay || !kinds.flat().every((kind) => TILES.includes(kind))) return;
    await this.walk(this.planned(text));
  }

  /** Where the cards would lie on the table that a text describes. */
  planned(text: string): Row[] {
    return arranged(this.base, parseRows(text), this.cardsOf(this.needs(text)));
  }

  private refuse(why: Unsaid): boolean {
    this.problem = { code: "refused", message: "", ...why };
    announce(problemText(why));
    sound("refused");
    buzz("refused");
    return false;
  }

  /** Finish the turn, as soon as the server has said that it may end so; whether it was sent. */
  async commit(): Promise<boolean> {
    this.hurry();
    if (this.ahead) return this.arm();
    if (!this.word) await this.look();
    if (!this.canCommit) {
      const why = this.word?.problem;
      if (why) announce(problemText(why));
      return false;
    }
    buzz("play");
    await this.make(this.act);
    return true;
  }

  private get act(): Act {
    return { do: "play", move: writeRows(this.rows.map((row) => this.tiles(row))) };
  }

  /** Arm what is laid ahead, or take that back; whether there is anything. */
  private arm(): boolean {
    if (this.touched) this.premove.toggle();
    return this.touched;
  }

  /** The turn has come: what was armed goes out, and is not armed any more before it does. */
  private async playArmed(): Promise<void> {
    this.premove.disarm();
    await this.make(this.act, true);
  }

  /** A move that needs no cards: the hand exchanged, or a pass. */
  async other(move: string): Promise<void> {
    await this.make({ do: "play", move });
  }

  private async make(body: Act, ahead = false): Promise<void> {
    this.sent = true;
    const answer = await this.link.send({ ...body, expect: this.link.view?.seq ?? null });
    if (ahead && answer.problem?.code === "rule") {
      this.lose();
      return;
    }
    this.problem = answer.problem ?? undefined;
    if (!answer.problem) return;
    this.sent = false;
    announce(problemText(answer.problem));
    this.settle();
  }

  /** Look at what is there now; what was thought about is kept while it is about the same cards. */
  settle(): void {
    const [laid, armed] = [this.touched && !this.sent, this.premove.armed];
    if (this.carryOver()) {
      if (this.mine && armed) void this.playArmed();
      else this.lookSoon();
    } else if (laid && (armed || this.ahead)) this.lose();
    else {
      this.drop();
      if (laid && this.mine) announce(t("web.cards.settled"));
    }
  }

  /** Keep what is laid, on the table as it is now; whether that can be. */
  private carryOver(): boolean {
    if (!this.canLay || !this.premove.holds) return false;
    const { base, rows, past } = this;
    if (isSame(base, baseOf(this.link.view))) return true;
    return !this.sent && this.take({ base, rows, past });
  }

  /** Lay what was thought about: with the same cards there, or ahead of the turn with what has become of them. */
  private take(thought: Thought): boolean {
    const now = baseOf(this.link.view);
    const next = isSame(thought.base, now) ? thought : this.premove.clocked ? carried(thought, now) : undefined;
    if (!next) return false;
    const held = this.chosenFromHand;
    this.begin();
    this.rows = next.rows;
    this.past = next.past;
    this.chosen = new Set(held);
    this.keep();
    return true;
  }

  private drop(): void {
    this.premove.disarm();
    this.begin();
    this.keep();
  }

  /** What was laid ahead does not fit any more: the cards are in the hand again. */
  private lose(): void {
    this.drop();
    this.premove.lose(t("web.premove.lost.cards"));
  }

  private begin(): void {
    this.leaving();
    this.base = baseOf(this.link.view);
    this.rows = start(this.base);
    this.past = [];
    this.toShow = [];
    this.chosen = NOTHING;
    this.sent = false;
    this.checked = undefined;
    this.verdicts = new Map();
  }

  private keep(): void {
    const { base, rows, past } = this;
    keepDraft(this.link.table, this.touched || past.length ? { base, rows, past } : undefined);
  }

  private restore(): void {
    const kept = this.canLay ? keptThought(this.link.table) : undefined;
    if (kept && !this.take(kept) && this.premove.armed) this.lose();
    if (!this.touched) this.premove.disarm();
  }
}

const baseOf = (view: CardLink["view"]): Base => ({ rows: view?.rows ?? [], hand: view?.hand ?? [] });
const isSame = (one: Base, other: Base): boolean => JSON.stringify(one) === JSON.stringify(other);
