/**
 * Questions to a worker, one after the other. A question that is no longer wanted is given up by ending the worker,
 * however far it has come: a fresh one starts from the module that is compiled already, and the others go on. Where
 * somebody waits for the next answer, that one stands by as soon as a question may be given up.
 */
import { Failed, troubleOf } from "../protocol/api";
import type { Heard, Sent } from "./worker";

export type Ask = (question: string, signal?: AbortSignal) => Promise<string>;

/** As much of a worker as is needed, so that a test can be one. */
export interface Hand {
  onmessage: ((event: MessageEvent<Heard>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(sent: Sent): void;
  terminate(): void;
}

interface Waiting {
  question: string;
  /** It is never given up. */
  brief: boolean;
  done: (answer: string) => void;
  fail: (reason: unknown) => void;
}

export class Queue {
  private readonly waiting: Waiting[] = [];
  private asked: Waiting | undefined;
  private hand: Hand | undefined;
  private spare: Hand | undefined;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly hire: () => Hand,
    /** Whether another worker stands by while one answers a question that may be given up. */
    private readonly standby = false,
  ) {}

  readonly ask: Ask = (question, signal) =>
    new Promise((done, fail) => {
      if (signal?.aborted) return fail(signal.reason as Error);
      const one = { question, done, fail, brief: !signal };
      signal?.addEventListener("abort", () => this.giveUp(one, signal.reason), { once: true });
      this.waiting.push(one);
      this.next();
    });

  private next(): void {
    if (this.asked) return;
    this.asked = this.waiting.shift();
    if (!this.asked) return;
    this.hand ??= this.employed(this.spare ?? this.hired());
    this.hand.postMessage({ question: this.asked.question });
    if (this.standby && !this.asked.brief) this.spare ??= this.hired();
  }

  private hired(): Hand {
    const hand = this.hire();
    // One that fails while it stands by is not relied on.
    hand.onmessage = hand.onerror = () => {
      if (this.spare === hand) this.spare = undefined;
    };
    hand.postMessage({ module: this.module });
    return hand;
  }

  private employed(hand: Hand): Hand {
    this.spare = undefined;
    hand.onmessage = ({ data }) => this.hear(data);
    hand.onerror = () => this.hear({ failed: "" });
    return hand;
  }

  private hear(heard: Heard): void {
    const one = this.asked;
    this.asked = undefined;
    if ("answer" in heard) one?.done(heard.answer);
    else {
      this.dismiss();
      one?.fail(new Failed(troubleOf(undefined)));
    }
    this.next();
  }

  private giveUp(one: Waiting, reason: unknown): void {
    const place = this.waiting.indexOf(one);
    if (place >= 0) this.waiting.splice(place, 1);
    else if (this.asked === one) {
      this.asked = undefined;
      this.dismiss();
      this.next();
    } else return;
    one.fail(reason);
  }

  /** Nobody asks any more for now: the worker goes home, and another comes when somebody does. */
  readonly rest = (): void => {
    if (!this.asked && !this.waiting.length) this.dismiss();
  };

  /** What a worker was in the middle of is gone with it. */
  private dismiss(): void {
    this.hand?.terminate();
    this.hand = undefined;
  }
}
