/**
 * An analysis: a position, what was tried from it, and where one is. To the pieces of a table it looks like one: whoever
 * is to move is the one at the device.
 */
import { besideName, playerName, t, type Unsaid } from "../app/i18n.svelte";
import type { Edition } from "../editions/presentation";
import { chosen } from "../editions/register";
import { engine as load } from "../engine/engine";
import type { Engine, State } from "../engine/questions";
import { broken, checked } from "../local/judged";
import { Failed, troubleOf, type Act, type Asked } from "../protocol/api";
import { Offers } from "../protocol/offers";
import { TILES } from "../protocol/tiles";
import type { Answer, LinePoints, Reply, TableView } from "../protocol/wire";
import { gameAfter, playedIn } from "../review/record";
import { sourceOf, type Person } from "../review/source";
import { keepDraft, keptDraft } from "../storage/drafts";
import { linkOf, treeIn } from "./link";
import { emptyPosition, linesOf, positionOf, UNKNOWN, type Position } from "./position";
import { SetUp } from "./setup.svelte";
import { cut, ends, gameAt, goneBack, goneTo, grown, named, planted, type Tree } from "./tree";

const COPIES = 3;
/** How often random pieces are drawn before it is said that they cannot be. */
const MOST_DRAWS = 20;
/** Under which the tab keeps what is looked at: a link that cannot be read loses nothing. */
const KEPT = "analysis-tree";

const refused = (key: string, words: Record<string, unknown> = {}): Failed =>
  new Failed({ code: "bad", key, message: t(key, words), words });

export class Analysis {
  readonly table = "analysis";
  readonly sending = 0;
  tree = $state.raw<Tree>(planted(emptyPosition(chosen.edition)));
  /** What is true where one is; nothing before the engine has said so. */
  state = $state.raw<State | undefined>();
  offers = $state.raw<Offers>(new Offers([]));
  mostTraded = $state(0);
  setUp = $state.raw<SetUp | undefined>();
  people = $state.raw<Person[]>([]);
  /** The game that it comes from, and the turn. */
  from = $state.raw<{ id: string; turn: number } | undefined>();
  problem = $state.raw<Unsaid | undefined>();
  /** How often another position was set up. */
  setUps = 0;
  /** Another number for every other position. */
  private seq = $state(0);
  /** What is done is done one after the other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly engine: () => Promise<Engine> = load) {}

  readonly game = $derived.by(() => gameAt(this.tree, this.tree.at));
  readonly link = $derived.by(() => linkOf(this.tree));

  get edition(): Edition {
    return this.setUp?.position.edition ?? this.tree.root.edition;
  }

  /** The pieces of the one to move. */
  readonly hand = $derived.by(() => (this.state?.turn == null ? [] : this.state.hands[this.state.turn]!));
  readonly unknown = $derived(this.hand.filter((piece) => piece === UNKNOWN).length);

  readonly view = $derived.by((): TableView | undefined => {
    const { state } = this;
    if (!state) return undefined;
    const { board, rows, bag, turn, captured, last } = state;
    const seats = captured.map((taken, seat) => ({ name: this.nameOf(seat), captured: taken }));
    const yours = turn === null ? [] : [turn];
    return {
      board,
      rows,
      bag,
      turn,
      yours,
      you: turn,
      hand: this.hand,
      seq: this.seq,
      seats,
      last,
    } as unknown as TableView;
  });

  nameOf(seat: number): string {
    const { name, bot } = this.people[seat] ?? { name: besideName(seat + 1), bot: null };
    return playerName(name, bot);
  }

  private queued<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(work);
    this.last = next.catch(() => undefined);
    return next;
  }

  /** Look at a tree where it says; refused where its position or its moves cannot be. */
  private async show(tree: Tree): Promise<void> {
    const engine = await this.engine();
    const game = gameAt(tree, tree.at);
    const state = await engine.state(game);
    const offered = state.turn === null ? undefined : await engine.offers(game, state.turn);
    this.tree = tree;
    this.state = state;
    this.offers = new Offers(offered?.moves ?? []);
    this.mostTraded = offered?.trade ?? 0;
    this.seq += 1;
    this.problem = undefined;
    keepDraft(KEPT, linkOf(tree));
  }

  /** Go on with another tree; where that cannot be, say why and stay. */
  private async change(next: (now: Tree) => Tree | Promise<Tree>): Promise<boolean> {
    try {
      await this.queued(async () => this.show(await next(this.tree)));
      return true;
    } catch (error) {
      this.problem = troubleOf(error);
      return false;
    }
  }

  /** Open what an address says: a link, the turn of a game, what was looked at before, or nothing yet. */
  async open(id: string, hash: string): Promise<void> {
    try {
      await this.queued(() => (id ? this.openGame(id, Number(hash) || 1) : this.openLink(hash)));
    } catch (error) {
      const problem = troubleOf(error instanceof Failed ? error : refused("web.review.bad.engine"));
      if (!this.state) await this.reopen();
      this.problem = problem;
    }
  }

  private async openLink(hash: string): Promise<void> {
    if (hash && hash === linkOf(this.tree) && this.state) return; // the address follows what is looked at
    const kept = keptDraft(KEPT);
    const tree = hash ? treeIn(hash) : typeof kept === "string" ? treeIn(kept) : undefined;
    this.setUp = undefined;
    this.from = undefined;
    this.people = [];
    if (!tree) return this.showNothing();
    const engine = await this.engine();
    try {
      await engine.state(linesOf(tree.root), true);
    } catch (error) {
      await this.showNothing(); // it can be mended where it is set up
      this.setUp = this.settingUp(tree.root);
      throw error;
    }
    await this.show(await this.followed(tree));
  }

  /** What was looked at before, or an empty table: there is always something to go on with. */
  private async reopen(): Promise<void> {
    const kept = keptDraft(KEPT);
    const last = () => this.queued(async () => this.show(treeIn(String(kept))));
    await last().catch(() => this.queued(() => this.showNothing()).catch(() => undefined));
  }

  private async showNothing(): Promise<void> {
    const root = emptyPosition(chosen.edition);
    await this.show(planted(root));
    this.setUp = this.settingUp(root);
  }

  /** The moves of a link with their points, each of which must be legal. */
  private async followed(tree: Tree): Promise<Tree> {
    const engine = await this.engine();
    let known: Tree = { ...tree, branches: [] };
    for (const branch of tree.branches) {
      const { seat, move } = branch.made;
      const judged = await engine.judge(gameAt(known, branch.parent), seat, move).catch(() => undefined);
      if (!judged || judged.fault) throw refused("web.analysis.bad.moves");
      const made = { ...branch.made, move: judged.move, points: judged.points };
      known = { ...known, branches: [...known.branches, { ...branch, made }] };
      await engine.state(gameAt(known, branch.id)).catch(() => {
        throw refused("web.analysis.bad.moves");
      });
    }
    return known;
  }

  private async openGame(id: string, turn: number): Promise<void> {
    const { record, players } = await sourceOf(id);
    const played = playedIn(record);
    const at = Math.min(played.turns.length, Math.max(1, turn));
    const engine = await this.engine();
    const state = await engine.state(gameAfter(played, at - 1));
    await this.show(planted(positionOf(state)));
    this.setUp = undefined;
    this.from = { id, turn: at };
    this.people = players.filter((_, seat) => !state.gone.includes(seat));
  }

  // ---- moves ------------------------------------------------------------------------------------

  goTo = (id: number): Promise<boolean> => this.change((tree) => goneTo(tree, id));
  back = (): Promise<boolean> => this.change(goneBack);
  cut = (id: number): Promise<boolean> => this.change((tree) => cut(tree, id));

  async send(body: Act): Promise<Answer> {
    try {
      if (body.do === "play") await this.queued(() => this.play(body.move));
      return { id: "", seq: this.seq };
    } catch (error) {
      const { code, ...said } = troubleOf(error);
      return { id: "", seq: this.seq, problem: { ...said, code: code === "network" ? "failed" : code } };
    }
  }

  /** Whatever is drawn is not known, until somebody says what it is. */
  private async play(move: string): Promise<void> {
    const engine = await this.engine();
    const seat = this.state?.turn;
    if (seat == null) throw refused("bad.advice.over");
    const judged = await engine.judge(this.game, seat, move);
    if (judged.fault) throw new Failed(broken(judged.fault));
    const drawn = Array.from({ length: judged.draws }, () => UNKNOWN);
    await this.show(grown(this.tree, { seat, move: judged.move, points: judged.points, drawn }));
  }

  async ask(body: Asked): Promise<Reply | undefined> {
    const seat = this.state?.turn;
    if (seat == null) return undefined;
    const engine = await this.engine();
    if (body.ask === "check") return checked("", await engine.judge(this.game, seat, body.move), true);
    if (body.ask === "arrangement")
      return { type: "arranged", id: "", ...(await engine.lay(this.game, seat, body.cards)) };
    return undefined;
  }

  /** The lines of a move, with their points. */
  async linesOf(move: string): Promise<LinePoints[]> {
    const engine = await this.engine();
    return this.state?.turn == null ? [] : (await engine.judge(this.game, this.state.turn, move)).lines;
  }

  // ---- pieces that were not known ----------------------------------------------------------------

  /** Say what an unknown piece of the one to move is; refused where that cannot be, here or in another line. */
  name = (tile: string): Promise<boolean> =>
    this.change((tree) => this.possible(named(tree, this.state?.turn ?? 0, tile)));

  /** Draw all unknown pieces of the one to move at random, of those that lie nowhere. */
  drawAll = (): Promise<boolean> =>
    this.change(async (tree) => {
      for (let tries = 1; ; tries++) {
        const drawn = this.random(this.unknown);
        const next = drawn.reduce((known, tile) => named(known, this.state?.turn ?? 0, tile), tree);
        try {
          return await this.possible(next);
        } catch (error) {
          if (tries === MOST_DRAWS) throw error;
        }
      }
    });

  private async possible(tree: Tree): Promise<Tree> {
    const engine = await this.engine();
    const states = ends(tree).map((end) => engine.state(gameAt(tree, end)));
    await Promise.all(states).catch(() => {
      throw refused("web.analysis.bad.name");
    });
    return tree;
  }

  private random(count: number): string[] {
    const { board, rows, hands, captured } = this.state!;
    const seen = [...board.map((placed) => placed.slice(0, 2)), ...rows.flat(), ...hands.flat(), ...captured.flat(2)];
    const left = TILES.flatMap((tile) =>
      Array.from({ length: COPIES - seen.filter((one) => one === tile).length }, () => tile),
    );
    return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)[0]!);
  }

  // ---- set up by hand ----------------------------------------------------------------------------

  private settingUp(start: Position): SetUp {
    return new SetUp(start, async (position) => (await this.engine()).state(linesOf(position), true));
  }

  startSetUp(): void {
    if (this.state) this.setUp = this.settingUp(positionOf(this.state));
  }

  /** Another game: its table is empty. */
  startOver(edition: Edition): void {
    chosen.edition = edition;
    this.setUp = this.settingUp(emptyPosition(edition, this.setUp?.position.hands.length));
  }

  /** Whether anything is looked at to which one could go back. */
  get hasSomething(): boolean {
    const { root, branches } = this.tree;
    return branches.length > 0 || JSON.stringify(root) !== JSON.stringify(emptyPosition(root.edition));
  }

  leaveSetUp(): void {
    this.setUp = undefined;
    this.problem = undefined;
  }

  /** Look at what was set up. Where nothing was changed, what was tried stays. */
  async endSetUp(): Promise<void> {
    const { setUp } = this;
    if (!setUp || setUp.problem) return;
    const { hasSomething } = this;
    const isOtherGame = setUp.position.edition !== this.tree.root.edition;
    if (setUp.isChanged || isOtherGame) {
      if (!(await this.change(() => planted(setUp.position)))) return;
      if (hasSomething) this.setUps += 1;
      if (isOtherGame || setUp.position.hands.length !== this.people.length) this.people = [];
      this.from = undefined;
    }
    this.setUp = undefined;
  }
}
