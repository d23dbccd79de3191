/**
 * A turn of the card game that is being thought about: which cards are chosen, how they lie for
 * now, and every step on the way. Whether a row stands and whether the turn may be played is the
 * server's word; nothing here knows a rule.
 */
import { announce } from "./announce.svelte";
import { keepThought, keptThought } from "./cardkeep";
import {
  alike, arranged, handCard, isFromHand, moved, start, tileOf, tilesOf, without,
  type Base, type CardId, type Row, type Target,
} from "./cardlayout";
import { checkedText, chosenText, putText } from "./cardwords";
import { problemText, t } from "./i18n.svelte";
import type { TableLink } from "./table.svelte";
import { TILES, parseRows, writeRows } from "./tiles";
import type { Checked, Problem, RowCheck } from "./wire";

/** So many milliseconds after the last step the server is asked. */
const PAUSE = 120;
/** So many after a question that nobody answered, or too many were asked. */
const AGAIN = 1500;
const NOTHING: ReadonlySet<CardId> = new Set();

/** What a turn needs of the table: what is known, questions and commands. */
export type CardLink = Pick<TableLink, "table" | "view" | "offers" | "ask" | "send">;

export class CardPlay {
  rows = $state.raw<Row[]>([]);
  chosen = $state.raw<ReadonlySet<CardId>>(NOTHING);
  problem = $state.raw<Problem | undefined>();
  arranging = $state(false);
  /** The row that a step has changed, to be looked at. */
  lately = $state<number | undefined>();
  private base = $state.raw<Base>({ rows: [], hand: [] });
  private past = $state.raw<Row[][]>([]);
  private checked = $state.raw<{ text: string; reply: Checked } | undefined>();
  private verdicts = $state.raw<ReadonlyMap<string, RowCheck>>(new Map());
  private later: ReturnType<typeof setTimeout> | undefined;
  /** The turn is on its way, or made; the cards lie as they are until the new table comes. */
  private sent = $state(false);

  constructor(private readonly link: CardLink) {
    this.begin();
    this.restore();
  }

  get hand(): string[] {
    return this.base.hand;
  }

  get mine(): boolean {
    const view = this.link.view;
    return !!view && view.turn !== null && view.yours.includes(view.turn);
  }

  readonly text = $derived(writeRows(this.rows.map((row) => tilesOf(this.base, row))));
  readonly touched = $derived(!alike(this.rows, start(this.base)));
  readonly canUndo = $derived(this.past.length > 0);

  /** The server's word on the cards as they lie; undefined while it has not come. */
  readonly word = $derived(this.checked?.text === this.text ? this.checked.reply : undefined);
  readonly canCommit = $derived(this.mine && !this.sent && this.touched && !!this.word && !this.word.problem);

  /** What is wrong with the turn as a whole, where no row says it already. */
  readonly fault = $derived.by((): Problem | undefined => {
    const told = this.rows.some((row) => this.verdict(row)?.problem);
    return told || !this.touched ? undefined : (this.word?.problem ?? undefined);
  });

  tile(card: CardId): string {
    return tileOf(this.base, card);
  }

  tiles(row: Row): string[] {
    return tilesOf(this.base, row);
  }

  /** Rows are counted from the top of the table. */
  number(row: Row): number {
    return this.rows.findIndex(({ id }) => id === row.id) + 1;
  }

  isOut(place: number): boolean {
    return this.rows.some(({ cards }) => cards.includes(handCard(place)));
  }

  /** The server's word on a row; a row that nobody has touched stands as it lies. */
  verdict(row: Row): RowCheck | undefined {
    const tiles = this.tiles(row);
    const untouched = writeRows(this.base.rows.slice(row.id, row.id + 1)) === writeRows([tiles]);
    return untouched ? { row: tiles, captured: false, problem: null } : this.verdicts.get(writeRows([tiles]));
  }

  get chosenFromHand(): CardId[] {
    return [...this.chosen].filter(isFromHand);
  }

  private get played(): CardId[] {
    return this.rows.flatMap(({ cards }) => cards.filter(isFromHand));
  }

  /** Choose a card, or let go of it. */
  choose(card: CardId): void {
    if (!this.mine) return;
    const next = new Set(this.chosen);
    if (!next.delete(card)) next.add(card);
    this.chosen = next;
    this.problem = undefined;
    announce(chosenText([...next].map((one) => this.tile(one))));
  }

  /** Choose just these cards. */
  hold(cards: Iterable<CardId>): void {
    if (this.mine) this.chosen = new Set(cards);
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
    if (!this.mine || !going.length) return;
    const next = moved(this.base, this.rows, going, to);
    this.letGo();
    if (alike(next, this.rows)) return;
    this.step(next);
    this.tellPut(going, to);
  }

  private tellPut(cards: CardId[], to: Target): void {
    const row = this.rows.find((one) => (to === "new" ? one === this.rows.at(-1) : one.id === to));
    this.lately = row?.id;
    announce(putText(cards.map((card) => this.tile(card)), row && this.number(row)));
  }

  private step(next: Row[]): void {
    this.past = [...this.past, this.rows];
    this.show(next);
  }

  private show(next: Row[]): void {
    this.lately = undefined;
    this.rows = next;
    this.problem = undefined;
    this.chosen = NOTHING;
    this.keep();
    this.lookSoon();
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.show(before);
    announce(t("web.cards.undone"));
  }

  /** Everything as it was; that, too, is a step that can be undone. */
  undoAll(): void {
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
    if (!this.mine || !this.touched || !text || this.word) return;
    const reply = await this.link.ask({ ask: "check", move: text });
    if (reply?.type !== "checked") {
      if (text === this.text) this.lookSoon(AGAIN);
      return;
    }
    const known = new Map(this.verdicts);
    for (const row of reply.rows) known.set(writeRows([row.row]), row);
    this.verdicts = known;
    if (text !== this.text) return;
    this.checked = { text, reply };
    announce(checkedText(reply));
  }

  /** Let the server lay the cards: those already laid and those chosen, moving the fewest others. */
  async arrange(cards: CardId[] = [...new Set([...this.played, ...this.chosenFromHand])]): Promise<boolean> {
    if (!this.mine) return false;
    if (!cards.length) return this.refuse(t("web.cards.arrange.none"));
    const base = this.base;
    this.arranging = true;
    const reply = await this.link.ask({ ask: "arrangement", cards: cards.map((card) => this.tile(card)) });
    this.arranging = false;
    if (reply?.type === "unanswered") return this.refuse(problemText(reply.problem));
    if (reply?.type !== "arranged" || base !== this.base) return this.refuse(t("web.offline"));
    const rows = [...reply.rows, ...reply.captured];
    if (!rows.length) return this.refuse(t("web.cards.arrange.cannot"));
    this.step(arranged(base, rows, cards));
    this.lately = this.rows.find((row) => row.cards.some(isFromHand))?.id;
    return true;
  }

  /** Lay the table that a text describes, with what it needs from the hand. */
  lay(text: string): void {
    const kinds = parseRows(text);
    if (!this.mine || !kinds.flat().every((kind) => TILES.includes(kind))) return;
    const needed = without(kinds.flat(), this.base.rows.flat());
    this.step(arranged(this.base, kinds, this.cardsOf(needed)));
  }

  /** Cards of the hand by their kinds, each once. */
  cardsOf(kinds: string[]): CardId[] {
    const places = this.hand.map((_, place) => place);
    return kinds.flatMap((kind) => {
      const at = places.findIndex((place) => this.hand[place] === kind);
      return at < 0 ? [] : places.splice(at, 1).map(handCard);
    });
  }

  private refuse(message: string): boolean {
    this.problem = { code: "refused", key: "", message };
    announce(message);
    return false;
  }

  async commit(): Promise<void> {
    if (!this.canCommit) {
      const why = this.word?.problem;
      if (why) announce(problemText(why));
      return;
    }
    await this.make({ do: "arrange", rows: this.rows.map((row) => this.tiles(row)) });
  }

  /** A move that needs no cards: the hand exchanged, or a pass. */
  async other(move: string): Promise<void> {
    await this.make({ do: "play", move });
  }

  private async make(body: Record<string, unknown>): Promise<void> {
    this.sent = true;
    const answer = await this.link.send({ ...body, expect: this.link.view?.seq });
    this.problem = answer.problem ?? undefined;
    if (!answer.problem) return;
    this.sent = false;
    announce(problemText(answer.problem));
    this.settle();
  }

  /** Look at what lies there now; what was thought about is kept while it is about the same cards. */
  settle(): void {
    const view = this.link.view;
    const same = JSON.stringify(this.base) === JSON.stringify(baseOf(view));
    if (same && this.mine) {
      this.lookSoon();
      return;
    }
    const lost = this.touched && !this.sent;
    this.begin();
    this.keep();
    if (lost && this.mine) announce(t("web.cards.settled"));
  }

  private begin(): void {
    this.base = baseOf(this.link.view);
    this.rows = start(this.base);
    this.past = [];
    this.chosen = NOTHING;
    this.sent = false;
    this.checked = undefined;
    this.verdicts = new Map();
  }

  private keep(): void {
    const { base, rows, past } = this;
    keepThought(this.link.table, this.touched || past.length ? { base, rows, past } : undefined);
  }

  private restore(): void {
    const kept = this.mine ? keptThought(this.link.table, this.base) : undefined;
    if (!kept) return;
    this.rows = kept.rows;
    this.past = kept.past;
  }
}

const baseOf = (view: CardLink["view"]): Base => ({ rows: view?.rows ?? [], hand: view?.hand ?? [] });
