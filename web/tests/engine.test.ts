/** Questions to a worker: one after the other, given up at once, and with types. */
import { describe, expect, test, vi } from "vitest";
import { Engine, real } from "../src/engine/questions";
import { Queue, type Hand } from "../src/engine/queue";
import type { Heard, Sent } from "../src/engine/worker";
import { Failed } from "../src/protocol/api";
import { hasKernel, kernel } from "./kernel";

/** A worker in the test's hand. */
class Worker implements Hand {
  static all: Worker[] = [];
  onmessage: Hand["onmessage"] = null;
  onerror: Hand["onerror"] = null;
  sent: Sent[] = [];
  ended = false;

  constructor() {
    Worker.all.push(this);
  }
  postMessage(sent: Sent): void {
    this.sent.push(sent);
  }
  terminate(): void {
    this.ended = true;
  }
  get asked(): string[] {
    return this.sent.flatMap((sent) => ("question" in sent ? [sent.question] : []));
  }
  say(data: Heard): void {
    this.onmessage?.({ data } as MessageEvent<Heard>);
  }
}

const MODULE = {} as WebAssembly.Module;

function queue(standby = false) {
  Worker.all = [];
  return new Queue(MODULE, () => new Worker(), standby);
}

describe("a queue of questions", () => {
  test("hires nobody before the first one, and then one worker for all", async () => {
    const { ask } = queue();
    expect(Worker.all).toHaveLength(0);
    const answers = [ask("one"), ask("two")];
    const [worker] = Worker.all;
    expect(worker!.sent).toEqual([{ module: MODULE }, { question: "one" }]);
    worker!.say({ answer: "1" });
    expect(worker!.asked).toEqual(["one", "two"]);
    worker!.say({ answer: "2" });
    expect(await Promise.all(answers)).toEqual(["1", "2"]);
    expect(Worker.all).toHaveLength(1);
  });

  test("gives up the one that is being answered by ending the worker; the next has a fresh one", async () => {
    const { ask } = queue();
    const stop = new AbortController();
    const [first, second] = [ask("long", stop.signal), ask("short")];
    stop.abort();
    await expect(first).rejects.toBe(stop.signal.reason);
    const [old, fresh] = Worker.all;
    expect([old!.ended, fresh!.ended]).toEqual([true, false]);
    expect(fresh!.sent).toEqual([{ module: MODULE }, { question: "short" }]);
    fresh!.say({ answer: "done" });
    expect(await second).toBe("done");
  });

  test("has a second worker stand by while a question may be given up, which then answers the next at once", async () => {
    const { ask } = queue(true);
    const stop = new AbortController();
    void ask("brief");
    expect(Worker.all).toHaveLength(1);
    Worker.all[0]!.say({ answer: "" });
    const first = ask("long", stop.signal);
    const [old, spare] = Worker.all;
    expect(spare!.sent).toEqual([{ module: MODULE }]);
    stop.abort();
    await expect(first).rejects.toBe(stop.signal.reason);
    const second = ask("short");
    expect([old!.ended, Worker.all.length, spare!.asked]).toEqual([true, 2, ["short"]]);
    spare!.say({ answer: "done" });
    expect(await second).toBe("done");
  });

  test("does not rely on a worker that failed while it stood by", async () => {
    const { ask } = queue(true);
    const stop = new AbortController();
    const first = ask("long", stop.signal);
    Worker.all[1]!.onerror?.({} as ErrorEvent);
    stop.abort();
    await expect(first).rejects.toBe(stop.signal.reason);
    void ask("short");
    expect(Worker.all.map(({ asked }) => asked)).toEqual([["long"], [], ["short"]]);
  });

  test("drops one that still waits, and lets the worker be", async () => {
    const { ask } = queue();
    const stop = new AbortController();
    const [first, second] = [ask("one"), ask("two", stop.signal)];
    stop.abort();
    await expect(second).rejects.toBe(stop.signal.reason);
    Worker.all[0]!.say({ answer: "1" });
    expect(await first).toBe("1");
    expect([Worker.all.length, Worker.all[0]!.asked]).toEqual([1, ["one"]]);
    await expect(ask("late", stop.signal)).rejects.toBe(stop.signal.reason);
  });

  test("survives a worker that breaks", async () => {
    const { ask } = queue();
    const [first, second] = [ask("one"), ask("two")];
    Worker.all[0]!.onerror?.({} as ErrorEvent);
    await expect(first).rejects.toBeInstanceOf(Failed);
    expect(Worker.all[0]!.ended).toBe(true);
    Worker.all[1]!.say({ answer: "2" });
    expect(await second).toBe("2");
  });

  test("is not confused when something is given up that was answered", async () => {
    const { ask } = queue();
    const stop = new AbortController();
    const first = ask("one", stop.signal);
    Worker.all[0]!.say({ answer: "1" });
    await first;
    stop.abort();
    expect(Worker.all[0]!.ended).toBe(false);
  });
});

describe("a question", () => {
  const GAME = ["edition classic", "seat 1 - Ada"];

  test("is a line with its numbers and its text, above the game", async () => {
    const fault = '{"key":"T8","tiles":["Ro"],"cells":["0,-3"],"words":{}}';
    const ask = vi.fn(async () => `{"fault":${fault},"lines":[{"cells":["3,-2"],"points":1}],"rows":[]}`);
    const judged = await new Engine(ask).judge(GAME, 1, "Ro@0,0");
    expect([judged.fault?.cells, judged.lines[0]?.cells]).toEqual([[[0, -3]], [[3, -2]]]);
    expect(ask).toHaveBeenCalledWith("judge seat=1 : Ro@0,0\nedition classic\nseat 1 - Ada\n", undefined);
  });

  test("about a deal names the ages that are known", async () => {
    const ask = vi.fn(async () => "{}");
    await new Engine(ask).deal("cards", ["Ro", "Rx"], 7, [30, null, 12]);
    expect(ask).toHaveBeenCalledWith("deal players=3 lot=7 age1=30 age3=12 : Ro Rx\nedition cards\n", undefined);
  });

  test("that is refused fails with the sentence of its key", async () => {
    const asked = new Engine(async () => '{"error":{"key":"bad.line","words":{"line":3}}}').state(GAME);
    await expect(asked).rejects.toMatchObject({ problem: { code: "bad", key: "bad.line", words: { line: 3 } } });
  });

  test("has figures whose bits are text", async () => {
    expect([real("3ff8000000000000"), real("bfb999999999999a"), real("0000000000000000")]).toEqual([1.5, -0.1, 0]);
    const figure = { value: "3fe0000000000000", low: "3fd0000000000000", high: "3fe8000000000000" };
    const moves = [{ move: "pass", margin: null, win: figure }];
    const found = await new Engine(async () => JSON.stringify({ moves })).advise(GAME, {
      seat: 0,
      seed: 0,
      budget: 1,
      most: 1,
    });
    expect(found).toEqual([{ move: "pass", margin: null, win: { value: 0.5, low: 0.25, high: 0.75 } }]);
  });

  test.skipIf(!hasKernel)("is answered by the kernel", async () => {
    await expect(kernel().state(["nothing"])).rejects.toBeInstanceOf(Failed);
    const board = ["edition classic", "seat 1 - A", "seat 2 - B", "lies Ro@0,0", "hand 1 Rx Bo", "hand 2 ?", "turn 1"];
    expect(await kernel().judge(board, 0, "Rx@1,0")).toMatchObject({ fault: null, points: 2 });
    expect(await kernel().judge(board, 0, "Rx@5,0")).toMatchObject({ fault: { key: "T8" } });
  });
});
