/** What a computer player says just now, and at the end: shown for a moment, and never in anybody's way. */
import { announce } from "../app/announce.svelte";
import { has, loadRemarks, t } from "../app/i18n.svelte";
import type { Mood } from "../design/cast";
import { untilFree } from "../design/motion";
import type { TableLink } from "../protocol/table.svelte";
import type { TableView } from "../protocol/wire";
import { strangersAt } from "../storage/met";
import { settings } from "../storage/settings.svelte";
import { remarksOf, storyOf, type Occasion, type Remark } from "./remarks";

const MOODS: Record<Occasion, Mood> = {
  first: "happy",
  own: "happy",
  yours: "wow",
  big: "wow",
  close: "wink",
  won: "happy",
  lost: "love",
  shared: "love",
};
const ENDS: readonly Occasion[] = ["won", "lost", "shared"];
/** Milliseconds after the move, and for as long as it takes to read. */
const AFTER = 700;
const STAYS = 4500;

export class Speech {
  /** What is being said. */
  now = $state.raw<Remark | undefined>();
  private readonly strangers: number[];
  /** The number of moves of which everything was said. */
  private heard: number | undefined;
  private coming: ReturnType<typeof setTimeout> | undefined;
  private readonly remarks = $derived.by(() => this.found());
  /** The last word. */
  readonly end = $derived(this.remarks.find(({ occasion }) => ENDS.includes(occasion)));

  constructor(
    private readonly link: TableLink,
    private readonly view: () => TableView,
  ) {
    const levels = view().seats.flatMap((seat) => seat?.bot ?? []);
    this.strangers = view().you === null ? [] : strangersAt(link.table, levels);
    $effect(() => void (settings.remarks && levels.length && loadRemarks()));
    $effect(() => this.feel());
    $effect(() => this.listen());
    $effect(() => () => clearTimeout(this.coming));
    $effect(() => this.fade());
  }

  private found(): Remark[] {
    const view = this.view();
    if (!settings.remarks || view.you === null) return [];
    return remarksOf(storyOf(view, this.link.events, this.strangers));
  }

  /** Empty until the sentences are there. */
  text({ seat, occasion, variant }: Remark): string {
    const key = `web.remark.${this.view().seats[seat]?.bot}.${occasion}.${variant}`;
    return has(key) ? t(key) : "";
  }

  mood = ({ occasion }: Remark): Mood => MOODS[occasion];

  /** Something new is said a moment after its move; what was said before somebody came is not repeated. */
  private listen(): void {
    const made = this.view().moves;
    const last = this.remarks.findLast(({ occasion }) => !ENDS.includes(occasion));
    const isNews = this.heard !== undefined && last && last.turn > this.heard && last.turn === made;
    this.heard = made;
    if (!isNews) return;
    clearTimeout(this.coming);
    this.coming = setTimeout(() => void this.say(last), AFTER + untilFree());
  }

  /** Nobody is spoken to while they carry something. */
  private async say(remark: Remark): Promise<void> {
    await Promise.all([loadRemarks(), this.released]);
    if (this.view().moves !== remark.turn || this.view().phase !== "playing") return;
    this.now = remark;
    announce(`${this.view().seats[remark.seat]?.name}: ${this.text(remark)}`);
  }

  private released = Promise.resolve();

  /** Know whether a finger or a mouse button is down. */
  private feel(): () => void {
    const end = new AbortController();
    const down = () => {
      this.released = new Promise((done) => {
        for (const kind of ["pointerup", "pointercancel"] as const)
          addEventListener(kind, () => done(), { once: true, signal: end.signal });
      });
    };
    addEventListener("pointerdown", down, { signal: end.signal });
    return () => end.abort();
  }

  /** Until it is read, or the next tap. */
  private fade(): (() => void) | undefined {
    if (!this.now) return undefined;
    const hush = () => (this.now = undefined);
    const timer = setTimeout(hush, STAYS);
    addEventListener("pointerdown", hush);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", hush);
    };
  }
}
