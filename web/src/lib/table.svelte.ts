/**
 * A table as this device knows it: one socket that comes back by itself, what has happened, and
 * the commands that are on their way. A command keeps its id until it is answered, so sending it
 * again after a tunnel, a sleep or a restart never does it twice.
 */
import { Failed, command as byHttp, lookAt, type Trouble } from "./api";
import { language } from "./i18n.svelte";
import { note } from "./noted";
import { Offers } from "./offers";
import { ulid } from "./ulid";
import type { Answer, Message, Reply, TableView, Told } from "./wire";

export type Link = "connecting" | "live" | "lost" | "refused";
const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const SILENCE = 15000;

interface Waiting {
  frame: string;
  done: (answer: Answer) => void;
}

export class TableLink {
  view = $state.raw<TableView | undefined>();
  offers = $state.raw<Offers>(new Offers([]));
  offersAt = $state(0);
  mostTraded = $state(0);
  events = $state.raw<Told[]>([]);
  link = $state<Link>("connecting");
  problem = $state.raw<Trouble | undefined>();
  /** How many commands are on their way. */
  sending = $state(0);
  saved = $state(false);
  /** The difference between the server's clock and ours, in milliseconds. */
  skew = 0;

  private socket: WebSocket | undefined;
  private readonly commands = new Map<string, Waiting>();
  private readonly questions = new Map<string, (reply: Reply) => void>();
  private wait = FIRST_WAIT;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

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
  async send(body: Record<string, unknown>): Promise<Answer> {
    const id = ulid();
    this.sending += 1;
    this.saved = false;
    try {
      const answer = await new Promise<Answer>((done) => {
        const frame = JSON.stringify({ id, ...body });
        this.commands.set(id, { frame, done });
        this.push(frame);
      });
      this.saved = !answer.problem;
      return answer;
    } finally {
      this.sending -= 1;
    }
  }

  /** The first command of somebody who has no cookie yet; the socket then knows them. */
  async sit(body: Record<string, unknown>): Promise<Trouble | undefined> {
    try {
      await byHttp(this.table, { do: "sit", ...body });
    } catch (error) {
      return error instanceof Failed ? error.problem : undefined;
    }
    this.socket?.close();
    return undefined;
  }

  /** Ask something; undefined where there is no connection. */
  ask(body: Record<string, unknown>): Promise<Reply | undefined> {
    if (this.link !== "live") return Promise.resolve(undefined);
    const id = ulid();
    return new Promise((done) => {
      const late = setTimeout(() => this.settle(id, undefined), SILENCE);
      this.questions.set(id, (reply) => {
        clearTimeout(late);
        done(reply);
      });
      this.push(JSON.stringify({ id, ...body }));
    });
  }

  private settle(id: string, reply: Reply | undefined): void {
    const done = this.questions.get(id);
    this.questions.delete(id);
    done?.(reply as Reply);
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
    const last = this.events.at(-1)?.seq ?? 0;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = `after=${last}&views=1&offers=1&lang=${language()}`;
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
    for (const { frame } of this.commands.values()) this.push(frame);
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
      case "event":
        if (message.seq > (this.events.at(-1)?.seq ?? 0)) this.events = [...this.events, message];
        break;
      case "view":
        this.take(message.view);
        break;
      case "offers":
        this.offers = new Offers(message.moves);
        this.offersAt = message.seq;
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

  private take(view: TableView): void {
    this.skew = view.now - Date.now();
    note(this.table, view.commitment);
    if (view.turn === null || !view.yours.includes(view.turn)) this.offers = new Offers([]);
    this.view = view;
  }

  private answered(answer: Answer): void {
    const waiting = this.commands.get(answer.id);
    this.commands.delete(answer.id);
    waiting?.done(answer);
  }
}
