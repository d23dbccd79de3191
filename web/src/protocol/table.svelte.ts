/**
 * A table as the pages know it, and the one that a server keeps: a socket that comes back by itself,
 * what has happened, and the commands that are on their way. A command keeps its id until it is answered, so sending it
 * again after a tunnel, a sleep or a restart never does it twice.
 */
import { language, playerName } from "../app/i18n.svelte";
import { note, noteText } from "../storage/noted";
import type { Standing } from "../storage/ratings.svelte";
import { keepReceipt } from "../storage/receipts";
import {
  checkLog,
  entropy,
  Failed,
  command as byHttp,
  lookAt,
  outlookOf,
  recordOf,
  type Act,
  type Asked,
  type Trouble,
} from "./api";
import { Offers } from "./offers";
import { ulid } from "./ulid";
import type { Answer, Command, Message, Outlook, Question, Reply, Sit, TableView, Told } from "./wire";

export type Link = "connecting" | "live" | "lost" | "refused";
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const SILENCE = 15000;

interface Waiting {
  frame: string;
  done: (answer: Answer) => void;
}

/** A table with names in the language of now. */
export const named = (view: TableView): TableView => ({
  ...view,
  seats: view.seats.map((seat) => seat && { ...seat, name: playerName(seat.name, seat.bot) }),
});

/** What a page needs of a table, wherever the game is kept. */
export interface TableLink {
  readonly table: string;
  readonly view: TableView | undefined;
  readonly offers: Offers;
  readonly mostTraded: number;
  readonly events: Told[];
  readonly link: Link;
  /** Why there is no table. */
  readonly problem: Trouble | undefined;
  /** How many commands are on their way. */
  readonly sending: number;
  readonly saved: boolean;
  /** The log is not the one that this device saw. */
  readonly changed: boolean;
  /** The difference between the table's clock and ours, in milliseconds. */
  readonly skew: number;
  /** Whether the game is on this device, and nobody else can know what is said here. */
  readonly onDevice: boolean;
  /** The browser does not keep the game: it goes when the page does. */
  readonly unkept: boolean;
  /** Whether the game will count for the ratings; undefined where it is not known, or over. */
  readonly outlook: Outlook | undefined;
  /** The seats of computer players that are about as strong as the one at the device. */
  readonly matched: readonly number[];
  /** Where a finished game against such players left the one at the device. */
  readonly stood: Standing | undefined;
  /** Do something at the table. The promise ends when it is stored, or refused. */
  send(body: Act): Promise<Answer>;
  ready(): Promise<Answer>;
  sit(body: Omit<Sit, "id" | "do">): Promise<Trouble | undefined>;
  /** Ask something; undefined where nobody answers. Where thinking goes on, `better` gets what comes of it. */
  ask(body: Asked, better?: (reply: Reply) => void): Promise<Reply | undefined>;
  /** The record as text. */
  record(): Promise<string>;
  close(): void;
}

export class ServerTable implements TableLink {
  private seen = $state.raw<TableView | undefined>();
  /** The table as the server shows it, with names in the language of now. */
  readonly view = $derived(this.seen && named(this.seen));
  offers = $state.raw<Offers>(new Offers([]));
  mostTraded = $state(0);
  events = $state.raw<Told[]>([]);
  link = $state<Link>("connecting");
  problem = $state.raw<Trouble | undefined>();
  /** How many commands are on their way. */
  sending = $state(0);
  saved = $state(false);
  /** The server’s log is not the one that this device saw. */
  changed = $state(false);
  /** The difference between the server's clock and ours, in milliseconds. */
  skew = 0;
  outlook = $state.raw<Outlook | undefined>();
  readonly onDevice = false;
  readonly unkept = false;
  readonly matched: readonly number[] = [];
  readonly stood = undefined;

  private socket: WebSocket | undefined;
  private readonly commands = new Map<string, Waiting>();
  private readonly questions = new Map<string, { frame: string; done: (reply: Reply) => void }>();
  private wait = FIRST_WAIT;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The past as it comes in after connecting: it is shown when it is whole, not event by event. */
  private past: Told[] = [];
  /** The last event that there was when this connection was made. */
  private newest = 0;
  /** Who sat here, and how far the game was, when its outlook was asked for. */
  private foreseen = "";
  /** Whether this connection has brought a receipt. */
  private greeted = false;

  constructor(readonly table: string) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    void this.open();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Do something at the table. The promise ends when the server has stored it, or refused it. */
  async send(body: Act): Promise<Answer> {
    const id = ulid();
    this.sending += 1;
    this.saved = false;
    try {
      const answer = await new Promise<Answer>((done) => {
        const frame = JSON.stringify({ id, ...body } satisfies Command);
        this.commands.set(id, { frame, done });
        this.push(frame);
      });
      this.saved = !answer.problem;
      return answer;
    } finally {
      this.sending -= 1;
    }
  }

  /** Be ready. The view has been seen, so its commitment is noted: now a text can go out. */
  async ready(): Promise<Answer> {
    const text = entropy();
    const answer = await this.send({ do: "start", entropy: text });
    if (!answer.problem) noteText(this.table, text);
    return answer;
  }

  /** The first command of somebody who has no cookie yet; the socket then knows them. */
  async sit(body: Omit<Sit, "id" | "do">): Promise<Trouble | undefined> {
    try {
      await byHttp(this.table, { do: "sit", ...body });
    } catch (error) {
      return error instanceof Failed ? error.problem : undefined;
    }
    this.socket?.close();
    return undefined;
  }

  /** Ask something; undefined where there is no connection. The first one may still be on its way: that is waited for. */
  ask(body: Asked): Promise<Reply | undefined> {
    if (this.link !== "live" && this.link !== "connecting") return Promise.resolve(undefined);
    const id = ulid();
    const frame = JSON.stringify({ id, ...body } satisfies Question);
    return new Promise((done) => {
      const late = setTimeout(() => this.settle(id, undefined), SILENCE);
      const answered = (reply: Reply): void => {
        clearTimeout(late);
        done(reply);
      };
      this.questions.set(id, { frame, done: answered });
      this.push(frame);
    });
  }

  record(): Promise<string> {
    return recordOf(this.table);
  }

  private settle(id: string, reply: Reply | undefined): void {
    const asked = this.questions.get(id);
    this.questions.delete(id);
    asked?.done(reply as Reply);
  }

  private push(frame: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(frame);
  }

  private readonly hurry = (): void => {
    if (this.link === "lost" && !document.hidden) {
      clearTimeout(this.retry);
      void this.open();
    }
  };

  private async open(): Promise<void> {
    if (this.closed) return;
    try {
      if (!this.view) this.take(await lookAt(this.table));
    } catch (error) {
      if (error instanceof Failed && error.problem.code === "unknown") {
        this.problem = error.problem;
        this.link = "refused";
        return;
      }
      this.lose();
      return;
    }
    this.showPast();
    const last = this.events.at(-1)?.seq ?? 0;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `after=${last}&views=1&offers=1&receipts=1&lang=${language()}`;
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket?${query}`);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as Message);
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private opened(): void {
    this.link = "live";
    this.wait = FIRST_WAIT;
    this.greeted = false;
    for (const { frame } of [...this.commands.values(), ...this.questions.values()]) this.push(frame);
  }

  private lose(): void {
    if (this.closed) return;
    this.link = "lost";
    for (const id of this.questions.keys()) this.settle(id, undefined);
    const wait = this.wait * (0.7 + 0.6 * Math.random());
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
    this.retry = setTimeout(() => void this.open(), wait);
  }

  private hear(message: Message): void {
    switch (message.type) {
      case "hello":
        this.newest = message.seq;
        break;
      case "event":
        this.learn(message);
        break;
      case "receipt":
        if (keepReceipt(message) && !this.greeted) void this.checkLog();
        this.greeted = true;
        break;
      case "view":
        this.showPast();
        this.take(message.view);
        break;
      case "offers":
        this.offers = new Offers(message.moves);
        this.mostTraded = message.trade;
        break;
      case "answer":
        this.answered(message.answer);
        break;
      case "checked":
      case "arranged":
      case "hinted":
      case "unanswered":
        this.settle(message.id, message);
        break;
    }
  }

  private learn(told: Told): void {
    const last = this.past.at(-1) ?? this.events.at(-1);
    if (told.seq <= (last?.seq ?? 0)) return;
    this.past.push(told);
    if (told.seq >= this.newest) this.showPast();
  }

  private showPast(): void {
    if (this.past.length) this.events = [...this.events, ...this.past];
    this.past = [];
  }

  /** After coming back, and at the end, the whole log is held against what was kept. */
  private async checkLog(): Promise<void> {
    this.changed = (await checkLog(this.table)) === false;
  }

  private take(view: TableView): void {
    if (view.phase === "over" && this.view?.phase === "playing") void this.checkLog();
    this.skew = view.now - Date.now();
    note(this.table, view.commitment);
    if (view.turn === null || !view.yours.includes(view.turn)) this.offers = new Offers([]);
    void this.foresee(view);
    this.seen = view;
  }

  /** Ask whether the game will count, when somebody sits down or leaves, it begins, or a move is taken back. */
  private async foresee({ phase, you, seats, moves }: TableView): Promise<void> {
    const now = JSON.stringify([phase, you, seats.map((seat) => seat && [seat.name, seat.bot])]);
    if (now === this.foreseen && moves >= (this.seen?.moves ?? 0)) return;
    this.foreseen = now;
    const found = phase === "over" ? undefined : await outlookOf(this.table).catch(() => undefined);
    if (now === this.foreseen) this.outlook = found;
  }

  private answered(answer: Answer): void {
    const waiting = this.commands.get(answer.id);
    this.commands.delete(answer.id);
    waiting?.done(answer);
  }
}
