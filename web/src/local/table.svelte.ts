/**
 * A table that needs no server: the same commands, questions and events, answered on this device.
 * A change is kept before it is shown and answered, so that a closed tab loses nothing.
 */
import { t } from "../app/i18n.svelte";
import { engine as load } from "../engine/engine";
import type { Engine } from "../engine/questions";
import { Failed, troubleOf, type Act, type Asked, type Trouble } from "../protocol/api";
import { Offers } from "../protocol/offers";
import { named, type Link, type TableLink } from "../protocol/table.svelte";
import { without } from "../protocol/tiles";
import { ulid } from "../protocol/ulid";
import type { Answer, Problem, Reply, TableView, Told } from "../protocol/wire";
import { isUnkept, keepGame, keptGame, watchGame, type KeptGame } from "../storage/games";
import { keepRating, type Standing } from "../storage/ratings.svelte";
import { Computer } from "./computer";
import { moved, newGame, resigned, type Position } from "./game";
import { ideas } from "./ideas";
import { broken, checked } from "./judged";
import { peopleOf } from "./line";
import { eventsOf, movesToUndo, turnsOf } from "./log";
import { matchedAgain, ratingAfter, standing } from "./matching";
import { read, seenBy, wordOf, written } from "./record";
import { recordFor } from "./replay";
import { seatOf, viewOf } from "./view";

/** What a hint may cost, in milliseconds of thought: first an idea at once, then better ones while it is looked at. */
const BUDGETS = [4, 50, 250];
/** How many ideas a hint has, and among how many moves they are found. */
const MOST_HINTS = 3;
const LOOKED_THROUGH = 24;

type Words = Record<string, unknown>;
const refusal = (key: string, words: Words = {}, code: Problem["code"] = "refused"): Problem => ({
  code,
  key,
  message: t(key, words),
  words,
});

/** A refusal in mid-command: nothing has changed. */
class Refused extends Failed {
  constructor(readonly said: Problem) {
    super(said);
  }
}

/** A game that is open: as it is kept, and what it means. */
interface Opened extends Position {
  game: KeptGame;
  engine: Engine;
}

export class LocalTable implements TableLink {
  private seen = $state.raw<TableView | undefined>();
  readonly view = $derived(this.seen && named(this.seen));
  offers = $state.raw<Offers>(new Offers([]));
  mostTraded = $state(0);
  events = $state.raw<Told[]>([]);
  link = $state<Link>("connecting");
  problem = $state.raw<Trouble | undefined>();
  sending = $state(0);
  saved = $state(false);
  unkept = $state(false);
  readonly outlook = undefined;
  readonly changed = false;
  readonly skew = 0;
  readonly onDevice = true;
  matched = $state.raw<readonly number[]>([]);
  stood = $state.raw<Standing | undefined>();

  private opened: Opened | undefined;
  /** Better ideas are being looked for. */
  private refining: AbortController | undefined;
  private closed = false;
  private readonly unwatch: () => void;
  /** Commands are carried out one after the other. */
  private last: Promise<unknown>;
  private readonly computer = new Computer((seat, move) => {
    this.queued(() => this.play(seat, move)).catch(() => undefined); // the position is another one by now
  });

  constructor(
    readonly table: string,
    private readonly engine: () => Promise<Engine> = load,
  ) {
    this.last = this.open();
    this.unwatch = watchGame(table, (revision) => void this.queued(() => this.follow(revision)));
  }

  close(): void {
    this.closed = true;
    this.unwatch();
    this.computer.stop();
    this.refining?.abort();
  }

  private refuse(key: string): void {
    this.problem = refusal(key, {}, "unknown");
    this.link = "refused";
  }

  private async open(): Promise<void> {
    const game = await keptGame(this.table);
    if (!game) return this.refuse("web.local.gone");
    const lines = read(game.record);
    if (!lines) return this.refuse("web.local.damaged");
    try {
      const engine = await this.engine();
      await this.show({ game, lines, engine, state: await engine.state(lines) });
      this.link = "live";
    } catch (error) {
      if (error instanceof Failed) this.refuse("web.local.damaged");
      else this.refuse("web.local.no_engine");
    }
  }

  /** Another tab of this browser has changed the game. */
  private async follow(revision: number): Promise<void> {
    if (revision > (this.opened?.game.revision ?? 0)) await this.open();
  }

  /** Show a game as it is now, and let the computer move where it is its turn. */
  private async show(opened: Opened): Promise<void> {
    const { game, lines, state, engine } = opened;
    this.unkept = isUnkept(game.table);
    const turn = game.summary.over ? null : state.turn;
    const you = seatOf(game, turn, state.gone);
    const offered = turn === you ? await engine.offers(lines, you) : undefined;
    this.opened = opened;
    this.matched = game.seats.flatMap(({ strength }, seat) => (strength === undefined ? [] : [seat]));
    this.stood = game.stood;
    this.events = eventsOf(game, lines, you);
    this.seen = viewOf(game, lines, state, this.events);
    this.offers = new Offers(offered?.moves ?? []);
    this.mostTraded = offered?.trade ?? 0;
    const { bot = null, strength = (bot ?? 0) * 100 } = (turn !== null && game.seats[turn]) || {};
    if (turn !== null && bot !== null && !this.closed) this.computer.think(engine, lines, turn, strength);
    else this.computer.stop();
  }

  private queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(work);
    this.last = next.catch(() => undefined);
    return next;
  }

  async send(body: Act): Promise<Answer> {
    const id = ulid();
    this.sending += 1;
    this.saved = false;
    this.refining?.abort();
    try {
      await this.queued(() => this.act(body));
      this.saved = true;
      return { id, seq: this.events.length, table: this.table };
    } catch (error) {
      return { id, seq: this.events.length, problem: problemOf(error) };
    } finally {
      this.sending -= 1;
    }
  }

  ready(): Promise<Answer> {
    return this.send({ do: "start" });
  }

  sit(): Promise<Trouble | undefined> {
    return Promise.resolve(refusal("serve.full"));
  }

  async record(): Promise<string> {
    const game = this.opened?.game;
    return game ? recordFor(game) : "";
  }

  private get now(): Opened {
    if (!this.opened) throw new Failed(troubleOf(undefined));
    return this.opened;
  }

  /** The seat for which the one at the device acts. */
  private get you(): number {
    const { game, state } = this.now;
    return seatOf(game, game.summary.over ? null : state.turn, state.gone);
  }

  private async act(body: Act): Promise<void> {
    if ("expect" in body && body.expect != null && body.expect !== this.events.length)
      throw new Refused(refusal("serve.conflict", { seen: body.expect, seq: this.events.length }, "conflict"));
    if (body.do === "play") return this.play(this.you, body.move);
    if (body.do === "resign") return this.resign();
    if (body.do !== "offer")
      throw new Refused(refusal(`serve.phase.${this.now.game.summary.over ? "over" : "playing"}`));
    if (body.offer === "undo") return this.undo();
    if (body.offer === "abort") return this.abort();
    if (body.offer === "rematch") return this.rematch();
    throw new Refused(refusal("serve.offer.takeover", { n: 60 }));
  }

  private need(over: boolean): void {
    const { game } = this.now;
    if (game.summary.over !== over) throw new Refused(refusal(`serve.phase.${over ? "playing" : "over"}`));
  }

  private async play(seat: number, move: string): Promise<void> {
    const now = this.now;
    this.need(false);
    if (now.state.turn !== seat)
      throw new Refused(refusal("serve.turn", { player: now.game.seats[now.state.turn ?? 0]!.name }));
    const judged = await now.engine.judge(now.lines, seat, move);
    if (judged.fault) throw new Refused(broken(judged.fault));
    await this.change(await moved(now.engine, now, seat, judged));
  }

  private async resign(): Promise<void> {
    const now = this.now;
    this.need(false);
    const after = await resigned(now.engine, now, this.you);
    const deserted = !after.state.ended && peopleOf(now.game).every((seat) => after.state.gone.includes(seat));
    await this.change(after, { aborted: deserted ? "deserted" : null });
  }

  /** Take back the last move of the one at the device, and those after it: there is nobody to ask. */
  private async undo(): Promise<void> {
    const { lines, game, engine } = this.now;
    this.need(false);
    const turns = turnsOf(lines);
    const count = movesToUndo(turns, this.you);
    if (!count) throw new Refused(refusal("serve.offer.undo"));
    const stayed = turns.length - count;
    const before = lines.slice(0, lines.findIndex((line) => wordOf(line) === "start") + 1);
    const next = [...before, ...turns.slice(0, stayed).flat(), lines.at(-1)!];
    const undone = [...game.undone, { stayed, lines: turns.slice(stayed).flat() }];
    await this.change({ lines: next, state: await engine.state(next) }, { undone });
  }

  private async abort(): Promise<void> {
    this.need(false);
    await this.change(this.now, { aborted: "agreed" });
  }

  /** The same players at a new table, everybody one seat on. */
  private async rematch(): Promise<void> {
    const { game, engine } = this.now;
    this.need(true);
    if (game.rematch) throw new Refused(refusal("serve.offer.rematch"));
    const { edition } = game.summary;
    const seats = matchedAgain(edition, [...game.seats.slice(-1), ...game.seats.slice(0, -1)]);
    const again = await newGame(engine, { edition, seats, hints: game.hints, previous: game.table });
    await keepGame(again);
    await this.change(this.now, { rematch: again.table });
  }

  /** The game as it is after something: kept first, and then shown. */
  private async change({ lines, state }: Position, more: Partial<KeptGame> = {}): Promise<void> {
    const { game: before, engine } = this.now;
    const aborted = more.aborted ?? before.aborted;
    const over = !!state.ended || aborted !== null;
    const game: KeptGame = {
      ...before,
      ...more,
      record: lines === this.now.lines ? before.record : written(lines), // a server's lines stay
      changed: Date.now(),
      revision: before.revision + 1,
      summary: { ...before.summary, over, turn: over ? null : state.turn, scores: state.scores },
    };
    const rating = over && !before.summary.over ? ratingAfter(game, state.gone) : undefined;
    if (rating) game.stood = standing(game, rating);
    const keeping = await keepGame(game);
    if (keeping === "conflict") {
      await this.open(); // another tab was faster
      throw new Refused(refusal("serve.conflict", { seen: before.revision, seq: game.revision }, "conflict"));
    }
    if (rating) keepRating(game.summary.edition, rating);
    await this.show({ game, lines, engine, state });
  }

  async ask(body: Asked, better?: (reply: Reply) => void): Promise<Reply | undefined> {
    if (this.link !== "live") return undefined;
    const id = ulid();
    this.refining?.abort(); // what is asked now is more urgent
    try {
      return await this.answer(id, body, better);
    } catch (error) {
      return { type: "unanswered", id, problem: problemOf(error) };
    }
  }

  private async answer(id: string, body: Asked, better?: (reply: Reply) => void): Promise<Reply> {
    const { engine, game, lines, state } = this.now;
    const you = this.you;
    const turn = game.summary.over ? null : state.turn;
    this.need(false);
    if (body.ask === "check") {
      return checked(id, await engine.judge(lines, you, body.move), turn === you);
    }
    if (body.ask === "arrangement") {
      const missing = without(body.cards, state.hands[you]!);
      if (missing.length) throw new Refused(refusal("serve.not_in_hand", { tiles: missing }));
      return { type: "arranged", id, ...(await engine.lay(lines, you, body.cards)) };
    }
    if (body.ask === "offers") {
      const offered = turn === you ? await engine.offers(lines, you) : { moves: [], trade: 0, complete: true };
      return { type: "offers", id, seq: this.events.length, ...offered };
    }
    if (!game.hints) throw new Refused(refusal("serve.no_hints"));
    if (turn !== you) throw new Refused(refusal("serve.turn", { player: game.seats[turn ?? 0]!.name }));
    const [first = 0, ...longer] = BUDGETS;
    const found = await this.hinted(id, first);
    if (better) void this.refine(id, longer, better);
    return found;
  }

  /** Ideas for the one at the device, who knows no more than their seat has seen. */
  private async hinted(id: string, budget: number, signal?: AbortSignal): Promise<Reply> {
    const { engine, lines, state } = this.now;
    const seat = this.you;
    const how = { seat, seed: 0, budget, most: LOOKED_THROUGH };
    const moves = await engine.advise(seenBy(lines, seat), how, signal);
    return { type: "hinted", id, moves: ideas(moves, state.rows, MOST_HINTS) };
  }

  /** Think on, longer each time, until something else is asked or done. */
  private async refine(id: string, budgets: number[], better: (reply: Reply) => void): Promise<void> {
    const { signal } = (this.refining = new AbortController());
    try {
      for (const budget of budgets) {
        const reply = await this.hinted(id, budget, signal);
        if (signal.aborted) return;
        better(reply);
      }
    } catch {
      // Given up; the ideas that are shown are good as they are.
    }
  }
}

/** What to say of a command that failed. */
function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error.said;
  const { code, ...said } = troubleOf(error);
  return { ...said, code: code === "network" ? "failed" : code };
}
