/**
 * One's own name and face. A change shows at once and is saved a moment later, so that a walk along the choices is one
 * request; what was saved can be undone for five seconds. What could not be saved is not shown as if it were.
 */
import { Failed, post, troubleOf } from "../../protocol/api";
import type { Me, ProfileChange } from "../../protocol/wire";
import type { Unsaid } from "../../app/i18n.svelte";
import { settings } from "../../storage/settings.svelte";

export interface Looks {
  name: string;
  face: string;
}

/** Milliseconds. */
export const PAUSE = 400;
export const UNDO = 5000;

export class Profile {
  /** As the line has it, which may still be written on. */
  name = $state(settings.name);
  face = $state(settings.face);
  /** What came of the last change, and what an Undo would bring back; for a moment. */
  news = $state.raw<{ said: Unsaid; undo?: Looks } | undefined>();
  /** Why it could not be saved; until the next change. */
  problem = $state.raw<Unsaid | undefined>();

  #saved: Looks = { name: settings.name, face: settings.face };
  /** The name once it is written. */
  #named = settings.name;
  /** One request after the other, so that none overtakes another. */
  #work = Promise.resolve();
  #pause: ReturnType<typeof setTimeout> | undefined;
  #fading: ReturnType<typeof setTimeout> | undefined;
  /** What was answered to the last change. */
  #newest: Me | undefined;
  readonly #onsave: (me: Me) => void;

  /** `onsave` hears of every change that was saved: the first one makes a person known. */
  constructor(onsave: (me: Me) => void = () => {}) {
    this.#onsave = onsave;
  }

  /** What the server knows. Somebody may have typed or chosen already, and what was saved meanwhile is newer. */
  know(me: Me): Me {
    if (this.#newest) return this.#newest;
    const { name, face } = this.#saved;
    this.#keep(me);
    if (!this.name || this.name === name) this.name = this.#named = this.#saved.name;
    if (this.face === face) this.face = me.face;
    return me;
  }

  /** Somebody else, who came back here. */
  become(me: Me): void {
    settings.name = this.name = this.#named = me.name;
    this.face = me.face;
    this.#keep(me);
    this.#newest = me;
  }

  choose(face: string): void {
    this.face = face;
    this.#changed();
    this.#pause = setTimeout(() => this.flush(), PAUSE);
  }

  /** The line was written; an empty one says nothing. */
  rename(): void {
    this.name = this.#named = this.name.trim() || this.#saved.name;
    if (this.name === this.#saved.name) return;
    this.#changed();
    this.flush();
  }

  /** Save now what waits; also when the person leaves the page. */
  flush(): void {
    clearTimeout(this.#pause);
    this.#work = this.#work.then(() => this.#save());
  }

  undo(): void {
    if (!this.news?.undo) return;
    const { name, face } = this.news.undo;
    this.name = this.#named = name;
    this.face = face;
    this.#changed();
    this.#work = this.#work.then(() => this.#save(true));
  }

  /** Nobody loses an Undo that they are about to press. */
  hold(): void {
    clearTimeout(this.#fading);
  }

  release(): void {
    this.hold();
    this.#fading = setTimeout(() => (this.news = undefined), UNDO);
  }

  #changed(): void {
    clearTimeout(this.#pause);
    this.hold();
    this.news = this.problem = undefined;
  }

  async #save(undoing = false): Promise<void> {
    const before = this.#saved;
    const wanted: ProfileChange = {
      ...(this.#named !== before.name && { name: this.#named }),
      ...(this.face !== before.face && { face: this.face }),
    };
    if (!Object.keys(wanted).length) return;
    try {
      const me = await post<Me>("/api/me", wanted, "PATCH");
      this.#keep(me);
      this.#newest = me;
      this.#onsave(me);
    } catch (error) {
      this.face = this.#saved.face;
      this.problem = trouble(error);
      return;
    }
    settings.name = this.#saved.name;
    if (this.#named === wanted.name) this.#named = this.#saved.name; // as the server has cleaned it
    if (this.name === wanted.name) this.name = this.#saved.name;
    this.news = undoing ? { said: { key: "web.you.undone" } } : { said: { key: "web.saved" }, ...this.#undoTo(before) };
    this.release();
  }

  /** Nobody can be nameless again. */
  #undoTo(before: Looks): { undo?: Looks } {
    const undo = { name: before.name || this.#saved.name, face: before.face };
    return undo.name === this.#saved.name && undo.face === this.#saved.face ? {} : { undo };
  }

  #keep({ name, face }: Me): void {
    settings.name ||= name;
    settings.face = face;
    this.#saved = { name: name || settings.name, face };
  }
}

const trouble = (error: unknown): Unsaid =>
  error instanceof Failed && error.problem.code === "network" ? { key: "web.you.not_saved" } : troubleOf(error);
