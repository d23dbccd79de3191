/** Ideas for a turn of the card game: which cards of the hand to lay, and one reason. */
import { announce } from "../app/announce.svelte";
import { problemText, type Unsaid } from "../app/i18n.svelte";
import { isTable } from "../protocol/rows";
import type { Hinted, Problem, Reply } from "../protocol/wire";
import type { CardId } from "./cardlayout";
import type { CardPlay, CardLink } from "./cardplay.svelte";

export interface Idea {
  /** The whole table after it, for the one that lays it. */
  move: string;
  /** What goes to the table from the hand; nothing for an exchange or a pass. */
  tiles: string[];
  rows: number;
  why: Unsaid;
}

export class CardHints {
  ideas = $state.raw<Idea[]>([]);
  shown = $state<number | undefined>();
  asking = $state(false);
  problem = $state.raw<Problem | undefined>();

  constructor(
    private readonly link: Pick<CardLink, "ask">,
    private readonly turn: CardPlay,
  ) {}

  readonly idea = $derived(this.shown === undefined ? undefined : this.ideas[this.shown]);
  /** The cards that the shown idea brings to each row, by the number of the row; those of new rows come last. */
  readonly ghosts = $derived.by((): ReadonlyMap<number, CardId[]> => {
    if (!this.idea?.tiles.length) return new Map();
    const before = new Map(this.turn.rows.map(({ id, cards }) => [id, new Set(cards)]));
    const brought = this.turn
      .planned(this.idea.move)
      .map(({ id, cards }) => [id, cards.filter((card) => !before.get(id)?.has(card))] as const);
    return new Map(brought.flatMap(([id, cards]) => (cards.length ? [[id, cards]] : [])));
  });
  /** The cards that the shown idea is about. */
  readonly cards = $derived.by(() => new Set([...this.ghosts.values()].flat()));

  /** Ask for ideas, or put them away. */
  async toggle(): Promise<void> {
    if (this.shown !== undefined) {
      this.shown = undefined;
      return;
    }
    if (!this.ideas.length) await this.ask();
    if (this.ideas.length) this.show(0);
  }

  private async ask(): Promise<void> {
    const table = this.turn.origin;
    this.asking = true;
    const reply = await this.link.ask({ ask: "hint" }, (better) => this.refine(better, table));
    this.asking = false;
    this.problem = reply?.type === "unanswered" ? reply.problem : undefined;
    if (reply?.type === "hinted" && table === this.turn.origin) this.ideas = this.read(reply);
  }

  /** Longer thought has found better moves; another one than the best that somebody looks at stays in sight. */
  private refine(reply: Reply, table: unknown): void {
    if (reply.type !== "hinted" || !this.ideas.length || table !== this.turn.origin) return;
    const looked = this.shown ? this.idea?.move : undefined;
    this.ideas = this.read(reply);
    const at = this.ideas.findIndex(({ move }) => move === looked);
    if (this.shown !== undefined) this.shown = Math.max(0, at);
  }

  private read({ moves }: Hinted): Idea[] {
    return moves.map(({ move, points, why, key, words }) => ({
      move,
      tiles: isTable(move) ? this.turn.needs(move) : [],
      rows: points,
      why: { key, words, message: why },
    }));
  }

  show(number: number): void {
    this.shown = number;
    if (this.idea) announce(problemText(this.idea.why));
  }

  async take(): Promise<void> {
    const move = this.idea?.move;
    this.shown = undefined;
    if (move) await this.turn.lay(move);
  }

  /** Another table needs other ideas. */
  forget(): void {
    this.ideas = [];
    this.shown = undefined;
    this.problem = undefined;
  }
}
