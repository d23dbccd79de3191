/** Remarks of computer players: the same as in the library, from what everybody saw, and shown only when they are new. */
import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import conformance from "../../tests/conformance/remarks.json";
import { loadRemarks, t } from "../src/app/i18n.svelte";
import type { TableLink } from "../src/protocol/table.svelte";
import type { TableView, Told } from "../src/protocol/wire";
import { strangersAt } from "../src/storage/met";
import { settings } from "../src/storage/settings.svelte";
import Bubble from "../src/table/Bubble.svelte";
import { remarksOf, storyOf, type Made, type Story } from "../src/table/remarks";
import { Speech } from "../src/table/speech.svelte";

const storyIn = ({ of, moves, ...facts }: (typeof conformance)[number]): Story => ({
  ...facts,
  ...(of as Pick<Story, "by" | "big" | "close">),
  moves: moves.map(([seat, points, qwirkles, laid, drawn]) => ({ seat, points, qwirkles, laid, drawn }) as Made),
});

const seat = (name: string, bot: number | null = null) => ({ name, bot, score: 0, left: false });
const viewOf = (more: Partial<TableView> = {}): TableView =>
  ({
    table: "t",
    commitment: "k",
    edition: "classic",
    phase: "playing",
    seats: [seat("Ada"), seat("Luka", 2)],
    you: 0,
    yours: [0],
    moves: 0,
    outcome: null,
    ...more,
  }) as unknown as TableView;

/** Ada completes a line of six with her second move. */
const MOVES = ["Ro@0,0 Rx@1,0 Rd@2,0", "Rs@3,0", "Rt@4,0 Rc@5,0"];
const told = (count: number): Told[] =>
  MOVES.slice(0, count).map((move, at) => ({
    type: "event",
    seq: at + 1,
    at: 0,
    event: { type: "moved", seat: at % 2, move, points: 3, drawn: move.split(" ").map(() => "?") },
  }));

describe("what is said", () => {
  test.each(conformance)("in game $key", (one) => {
    const said = remarksOf(storyIn(one)).map(({ turn, seat, occasion, variant }) => [turn, seat, occasion, variant]);
    expect(said).toEqual(one.said);
  });

  test("is read off the events that everybody saw", () => {
    const story = storyOf(viewOf(), told(3), []);
    expect(story.moves).toEqual([
      { seat: 0, points: 3, qwirkles: 0, laid: 3, drawn: 3 },
      { seat: 1, points: 3, qwirkles: 0, laid: 1, drawn: 1 },
      { seat: 0, points: 3, qwirkles: 1, laid: 2, drawn: 2 },
    ]);
    expect(remarksOf(story)).toEqual([expect.objectContaining({ turn: 3, seat: 1, occasion: "yours" })]);
    expect(story).toMatchObject({ key: "k", bots: [null, 2], yours: [0], winners: [], by: "points" });
  });

  test("is nothing at the end where somebody left", () => {
    const resigned = [
      ...told(3),
      { type: "event", seq: 4, at: 0, event: { type: "resigned", seat: 0, why: "resign" } },
    ];
    const outcome = { rule: "O1", winners: [1], seed: "", bonus: 0 };
    expect(storyOf(viewOf({ outcome }), told(3), []).winners).toEqual([1]);
    expect(storyOf(viewOf({ outcome }), resigned as Told[], []).winners).toEqual([]);
  });
});

describe("who is new", () => {
  beforeEach(() => localStorage.clear());

  test("is known by the table of the first game, also after a reload", () => {
    expect(strangersAt("one", [2, 3])).toEqual([2, 3]);
    expect(strangersAt("one", [2, 3])).toEqual([2, 3]);
    expect(strangersAt("two", [2, 4])).toEqual([4]);
  });

  test("is nobody for those who played before this was noted", async () => {
    localStorage.setItem("settings", JSON.stringify({ played: true }));
    vi.resetModules();
    const met = await import("../src/storage/met");
    expect(met.strangersAt("one", [2])).toEqual([]);
  });
});

describe("a remark at the table", () => {
  let view = viewOf();
  let events: Told[] = [];
  const link = {
    table: "t",
    get events() {
      return events;
    },
  } as unknown as TableLink;

  /** Speech as a table has it; `show` makes it look at the events again. */
  function table(): { speech: Speech; show: (count: number) => void; end: () => void } {
    let speech: Speech;
    let seen = $state(0);
    const end = $effect.root(() => {
      speech = new Speech(link, () => (void seen, view));
    });
    flushSync();
    const show = (count: number) => {
      [events, view] = [told(count), viewOf({ moves: count })];
      seen = count;
      flushSync();
    };
    return { speech: speech!, show, end };
  }

  beforeEach(async () => {
    vi.useFakeTimers();
    localStorage.setItem("met", JSON.stringify({ 2: "" }));
    settings.remarks = true;
    [events, view] = [told(2), viewOf({ moves: 2 })];
    await loadRemarks();
    return () => vi.useRealTimers();
  });

  test("comes a moment after its move, and goes by itself", async () => {
    const { speech, show, end } = table();
    show(3);
    await vi.advanceTimersByTimeAsync(300);
    expect(speech.now).toBeUndefined();
    await vi.advanceTimersByTimeAsync(600);
    expect(speech.now).toMatchObject({ seat: 1, occasion: "yours" });
    expect(speech.text(speech.now!)).toBe(t(`web.remark.2.yours.${speech.now!.variant}`));
    expect(speech.mood(speech.now!)).toBe("wow");
    flushSync();
    await vi.advanceTimersByTimeAsync(5000);
    expect(speech.now).toBeUndefined();
    end();
  });

  test("is not repeated to those who come later, and goes with a tap", async () => {
    events = told(3);
    view = viewOf({ moves: 3 });
    const late = table();
    await vi.advanceTimersByTimeAsync(2000);
    expect(late.speech.now).toBeUndefined();
    late.end();
    [events, view] = [told(2), viewOf({ moves: 2 })];
    const { speech, show, end } = table();
    show(3);
    await vi.advanceTimersByTimeAsync(900);
    flushSync();
    dispatchEvent(new Event("pointerdown"));
    expect(speech.now).toBeUndefined();
    end();
  });

  test("waits while something is carried", async () => {
    const { speech, show, end } = table();
    dispatchEvent(new Event("pointerdown"));
    show(3);
    await vi.advanceTimersByTimeAsync(3000);
    expect(speech.now).toBeUndefined();
    dispatchEvent(new Event("pointerup"));
    await vi.advanceTimersByTimeAsync(10);
    expect(speech.now).toBeDefined();
    end();
  });

  test("is left out on request, and for those who watch", async () => {
    settings.remarks = false;
    const { speech, show, end } = table();
    show(3);
    await vi.advanceTimersByTimeAsync(900);
    expect(speech.now).toBeUndefined();
    end();
  });

  test("lets taps through, and is read out elsewhere", () => {
    const { container } = render(Bubble, { text: "Six!" });
    const slip = container.querySelector("p")!;
    expect(slip.textContent).toBe("Six!");
    expect(slip.getAttribute("aria-hidden")).toBe("true");
  });
});
