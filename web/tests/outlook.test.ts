/** Whether a game will count for the ratings: when a table asks, and what it says. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadLanguage } from "../src/app/i18n.svelte";
import { ServerTable } from "../src/protocol/table.svelte";
import type { Outlook, TableView } from "../src/protocol/wire";
import { outlookText } from "../src/table/outlook";

const seat = (name: string, bot: number | null = null) => ({ name, bot });
const viewOf = (more: object = {}): TableView =>
  ({ table: "t", phase: "open", you: 0, yours: [0], seats: [seat("Ada"), null], moves: 0, ...more }) as TableView;
const outlookOf = (more: Partial<Outlook> = {}): Outlook => ({
  counts: false,
  why: null,
  pair: [],
  games: 3,
  turns: 5,
  ...more,
});

describe("the sentence", () => {
  it.each([
    [outlookOf({ counts: true }), {}, "Counts for the ratings if only people sit down here"],
    [
      outlookOf({ counts: true }),
      { seats: [seat("Ada"), seat("Bo")] },
      "Counts for the ratings once everyone has made 5 turns",
    ],
    [outlookOf({ why: "hints" }), {}, "Does not count for the ratings: hints are allowed"],
    [
      outlookOf({ why: "pair", pair: ["Ada", "Bo"] }),
      {},
      "Does not count for the ratings: Ada and Bo have already played 3 rated games today",
    ],
    [outlookOf({ why: "apart" }), { you: null }, "Not rated"],
    [outlookOf({ why: "over" }), {}, "Not rated"],
  ])("says what will be and why: %#", async (outlook, more, sentence) => {
    await loadLanguage("en");
    expect(outlookText(outlook, viewOf(more))).toBe(sentence);
  });

  it.each(["en", "pl", "ro", "uk"] as const)("is there for every reason, in %s", async (lang) => {
    await loadLanguage(lang);
    const reasons = ["hints", "undone", "computer", "shared", "pair", "apart"] as const;
    const said = reasons.map((why) => outlookText(outlookOf({ why, pair: ["Ada", "Bo"] }), viewOf()));
    expect(new Set(said).size).toBe(reasons.length);
    expect(said.join()).not.toMatch(/web\.|[{}]/);
  });
});

describe("a table", () => {
  let socket: { onopen: () => void; onmessage: (_: { data: string }) => void; close(): void };
  let answer: Outlook;
  let link: ServerTable;
  const asked = () => vi.mocked(fetch).mock.calls.filter(([path]) => path === "/api/tables/t/outlook").length;

  async function shows(view: TableView): Promise<void> {
    socket.onmessage({ data: JSON.stringify({ type: "view", view }) });
    await vi.waitFor(() =>
      expect(vi.mocked(fetch).mock.settledResults.every(({ type }) => type !== "incomplete")).toBe(true),
    );
    await new Promise((done) => setTimeout(done));
  }

  beforeEach(async () => {
    answer = outlookOf({ counts: true });
    vi.stubGlobal(
      "WebSocket",
      class {
        static readonly OPEN = 1;
        readyState = 1;
        onopen = () => {};
        onmessage = () => {};
        constructor() {
          socket = this; // eslint-disable-line @typescript-eslint/no-this-alias -- the other end, in the test's hand
        }
        send(): void {}
        close(): void {}
      },
    );
    vi.stubGlobal(
      "fetch",
      vi.fn(async (path: string) => new Response(JSON.stringify(path.endsWith("/outlook") ? answer : viewOf()))),
    );
    link = new ServerTable("t");
    await vi.waitFor(() => expect(link.outlook).toBeDefined());
  });
  afterEach(() => {
    link.close();
    vi.unstubAllGlobals();
  });

  it("asks at first, and again only when somebody comes, the game begins, or a move is taken back", async () => {
    expect([asked(), link.outlook]).toEqual([1, answer]);
    await shows(viewOf());
    expect(asked()).toBe(1);
    answer = outlookOf({ why: "computer" });
    const seats = [seat("Ada"), seat("Kubo", 3)];
    await shows(viewOf({ seats }));
    expect([asked(), link.outlook]).toEqual([2, answer]);
    await shows(viewOf({ seats, phase: "playing" }));
    await shows(viewOf({ seats, phase: "playing", moves: 2 }));
    expect(asked()).toBe(3);
    answer = outlookOf({ why: "undone" });
    await shows(viewOf({ seats, phase: "playing", moves: 1 }));
    expect([asked(), link.outlook]).toEqual([4, answer]);
  });

  it("says nothing of a game that is over", async () => {
    await shows(viewOf({ phase: "over" }));
    expect([asked(), link.outlook]).toEqual([1, undefined]);
  });

  it("says nothing where nobody answers", async () => {
    vi.mocked(fetch).mockRejectedValue(new TypeError("no network"));
    await shows(viewOf({ seats: [seat("Ada"), seat("Bo")] }));
    expect(link.outlook).toBeUndefined();
  });
});
