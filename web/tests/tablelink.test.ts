/** The socket of a table: it comes back by itself, and sends what was not answered again, with the same id. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ServerTable, type TableLink } from "../src/protocol/table.svelte";
import type { Command, Question, Receipt, TableView } from "../src/protocol/wire";
import { headsOf, keepReceipt } from "../src/storage/receipts";

type Frame = Command | Question;

/** The other end of a socket, in the test's hand. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: Frame[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};

  constructor(readonly url: string) {
    Socket.all.push(this);
  }
  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Frame);
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const view = {
  table: "t",
  seq: 4,
  turn: 0,
  you: 0,
  yours: [0],
  hand: [],
  now: 1000,
  commitment: "c",
  seats: [],
} as unknown as TableView;
let link: TableLink;

async function nextSocket(count: number): Promise<Socket> {
  await vi.advanceTimersByTimeAsync(10_000);
  expect(Socket.all).toHaveLength(count);
  return Socket.all.at(-1)!;
}

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  Socket.all = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify(view), { headers: { "content-type": "application/json" } })),
  );
  link = new ServerTable("t");
  await nextSocket(1);
  Socket.all[0]!.open();
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a command", () => {
  test("that was lost on the way is sent again once, with the same id", async () => {
    const answer = link.send({ do: "play", move: "Ro@0,0", expect: 4 });
    const [first] = Socket.all[0]!.sent;
    Socket.all[0]!.close();
    expect(link.link).toBe("lost");
    const socket = await nextSocket(2);
    socket.open();
    expect(socket.sent).toEqual([first]);
    socket.say({ type: "answer", answer: { id: first!.id, seq: 5 } });
    expect(await answer).toMatchObject({ id: first!.id, seq: 5 });
    expect([link.sending, link.saved]).toEqual([0, true]);
  });

  test("that was answered is never sent again", async () => {
    const answer = link.send({ do: "start" });
    const [first] = Socket.all[0]!.sent;
    Socket.all[0]!.say({ type: "answer", answer: { id: first!.id } });
    await answer;
    Socket.all[0]!.close();
    const socket = await nextSocket(2);
    socket.open();
    expect(socket.sent).toEqual([]);
  });

  test("that is made without a connection waits for one", async () => {
    Socket.all[0]!.close();
    const answer = link.send({ do: "start" });
    expect(link.sending).toBe(1);
    const socket = await nextSocket(2);
    socket.open();
    expect(socket.sent).toMatchObject([{ do: "start" }]);
    socket.say({
      type: "answer",
      answer: { id: socket.sent[0]!.id, problem: { code: "bad", key: "k", message: "no" } },
    });
    expect((await answer).problem?.message).toBe("no");
    expect(link.saved).toBe(false);
  });
});

describe("the first command of somebody who has no cookie yet", () => {
  const answers = (answer: object, status: number) =>
    vi.mocked(fetch).mockResolvedValue(new Response(JSON.stringify(answer), { status }));

  test("goes by HTTP, and a new socket knows them", async () => {
    answers({ id: "1", seq: 5 }, 201);
    expect(await link.sit({ name: "Ada" })).toBeUndefined();
    const [path, { body }] = vi.mocked(fetch).mock.lastCall as unknown as [string, { body: string }];
    expect(path).toBe("/api/tables/t/commands");
    expect(JSON.parse(body)).toMatchObject({ do: "sit", name: "Ada" });
    await nextSocket(2);
  });

  test("that is refused says why, and leaves the connection as it is", async () => {
    answers({ id: "1", problem: { code: "conflict", key: "k", message: "taken" } }, 409);
    expect(await link.sit({ name: "Ada" })).toMatchObject({ message: "taken" });
    expect([Socket.all.length, link.link]).toEqual([1, "live"]);
  });
});

describe("a question", () => {
  test("is answered under its own id", async () => {
    const [one, two] = [link.ask({ ask: "hint" }), link.ask({ ask: "check", move: "Ro@0,0" })];
    const [first, second] = Socket.all[0]!.sent;
    Socket.all[0]!.say({ type: "unanswered", id: second!.id, problem: { code: "bad", key: "k", message: "no" } });
    Socket.all[0]!.say({ type: "hinted", id: first!.id, moves: [] });
    expect((await one)?.type).toBe("hinted");
    expect((await two)?.type).toBe("unanswered");
  });

  test("that comes before the first connection is asked with it", async () => {
    const early = new ServerTable("u");
    const asked = early.ask({ ask: "hint" });
    await vi.advanceTimersByTimeAsync(0);
    const socket = Socket.all.at(-1)!;
    expect(socket.sent).toEqual([]);
    socket.open();
    socket.say({ type: "hinted", id: socket.sent[0]!.id, moves: [] });
    expect((await asked)?.type).toBe("hinted");
    early.close();
  });

  test("is given up after a long silence", async () => {
    const asked = link.ask({ ask: "hint" });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await asked).toBeUndefined();
    expect(link.link).toBe("live");
  });
});

describe("the log", () => {
  const receipt = (seq: number, head: string) => ({ type: "receipt", table: "t", seq, head, key: "", signature: "" });

  test.each([
    ["that this device saw is no news", true],
    ["that is another than this device saw is told", false],
  ])("%s", async (_, same) => {
    const log = '{"seq":1}\n{}\n';
    const [head] = headsOf("t", log);
    vi.mocked(fetch).mockResolvedValue(new Response(log));
    keepReceipt(receipt(1, same ? head! : "00") as Receipt);
    Socket.all[0]!.say(receipt(1, head!));
    await vi.advanceTimersByTimeAsync(0);
    expect(fetch).toHaveBeenLastCalledWith("/api/tables/t/log", expect.anything());
    expect(link.changed).toBe(!same);
  });
});

describe("the connection", () => {
  test("sends several commands again in their order, and each once", async () => {
    void link.send({ do: "start" });
    void link.send({ do: "chat", phrase: "hello" });
    Socket.all[0]!.close();
    void link.send({ do: "resign" });
    const socket = await nextSocket(2);
    socket.open();
    expect(socket.sent).toMatchObject([{ do: "start" }, { do: "chat" }, { do: "resign" }]);
    expect(socket.sent.slice(0, 2)).toEqual(Socket.all[0]!.sent);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.sent).toHaveLength(3);
  });

  test("is tried again and again, ever less often", async () => {
    const tries = async (seconds: number) => {
      const before = Socket.all.length;
      for (let passed = 0; passed < seconds * 10; passed++) {
        await vi.advanceTimersByTimeAsync(100);
        if (Socket.all.at(-1)!.readyState === 0) Socket.all.at(-1)!.close();
      }
      return Socket.all.length - before;
    };
    Socket.all[0]!.close();
    const first = await tries(20);
    const later = await tries(20);
    expect(later).toBeGreaterThanOrEqual(3);
    expect(first).toBeGreaterThan(later);
  });

  test("ends at a table that there is not", async () => {
    const problem = { code: "unknown", key: "serve.unknown", message: "no such table" };
    vi.mocked(fetch).mockResolvedValue(new Response(JSON.stringify(problem), { status: 404 }));
    const other = new ServerTable("nowhere");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([other.link, other.problem?.message]).toEqual(["refused", "no such table"]);
    expect(Socket.all).toHaveLength(1);
    other.close();
  });

  test("waits for a server that cannot be reached yet", async () => {
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError("no network"));
    const other = new ServerTable("t");
    await vi.advanceTimersByTimeAsync(0);
    expect(other.link).toBe("lost");
    await nextSocket(2);
    other.close();
  });

  test("asks only for the events that are missing", async () => {
    const event = { type: "chatted" };
    Socket.all[0]!.say({ type: "event", seq: 5, event });
    Socket.all[0]!.say({ type: "event", seq: 5, event });
    expect(link.events).toHaveLength(1);
    Socket.all[0]!.close();
    const socket = await nextSocket(2);
    expect(new URL(socket.url).searchParams.get("after")).toBe("5");
  });

  test("shows the past when it is whole, and then event by event", () => {
    const event = { type: "chatted" };
    const say = (seq: number) => Socket.all[0]!.say({ type: "event", seq, event });
    Socket.all[0]!.say({ type: "hello", version: 1, seq: 3, you: 0 });
    say(1);
    say(2);
    expect(link.events).toHaveLength(0);
    say(3);
    expect(link.events).toHaveLength(3);
    say(4);
    expect(link.events).toHaveLength(4);
  });

  test("asks again for a past that came only in part", async () => {
    Socket.all[0]!.say({ type: "hello", version: 1, seq: 3, you: 0 });
    Socket.all[0]!.say({ type: "event", seq: 1, event: { type: "chatted" } });
    Socket.all[0]!.close();
    const socket = await nextSocket(2);
    expect(new URL(socket.url).searchParams.get("after")).toBe("1");
    expect(link.events).toHaveLength(1);
  });

  test("comes back at once when the network does", async () => {
    Socket.all[0]!.close();
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(Socket.all).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Socket.all).toHaveLength(2);
  });

  test("that is closed for good stays closed", async () => {
    link.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.all).toHaveLength(1);
  });

  test("that breaks leaves no question open", async () => {
    const asked = link.ask({ ask: "hint" });
    Socket.all[0]!.close();
    expect(await asked).toBeUndefined();
    expect(await link.ask({ ask: "hint" })).toBeUndefined();
  });
});
