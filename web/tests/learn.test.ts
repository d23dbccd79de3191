/** The tutorial and the pages to read: what a person does there, and what is answered. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { LessonId } from "../src/pages/learn/path";
import { OneSize } from "./onesize";

beforeAll(async () => {
  vi.stubGlobal("ResizeObserver", OneSize);
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView = vi.fn();
  HTMLDialogElement.prototype.showModal = vi.fn();
  const { loadLanguage, loadReading } = await import("../src/app/i18n.svelte");
  await loadLanguage("en");
  await loadReading();
  await import("../src/pages/learn/Lesson.svelte");
}, 60_000);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/learn");
});
afterEach(cleanup);

/** A button by its name; quicker than by its role, beside a board of hundreds of cells. */
function button(name: string | RegExp): HTMLButtonElement {
  const named = (one: HTMLButtonElement) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "";
  const found = [...document.querySelectorAll("button")].find((one) =>
    typeof name === "string" ? named(one) === name : name.test(named(one)),
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
}
const press = async (name: string | RegExp) => {
  await fireEvent.click(button(name));
  await tick();
};
const settle = () => vi.waitFor(() => button("Next"));
const show = async () => {
  await press("Show me");
  await settle();
};
const pegs = () => document.querySelector(".pegs")?.getAttribute("aria-label");

/** Somebody is at a step of a lesson. */
async function sitDown(id: Exclude<LessonId, "tips">, at = 0): Promise<HTMLElement> {
  const { noteStep } = await import("../src/storage/learned.svelte");
  const { default: Lesson } = await import("../src/pages/learn/Lesson.svelte");
  noteStep(id, at);
  const { container } = render(Lesson, { id });
  await tick();
  return container;
}

/** Choose a cell with the arrows, and press it. */
async function cell(container: HTMLElement, at: string): Promise<void> {
  const grid = container.querySelector("[role=grid]")!;
  const focused = () =>
    container.querySelector("[role=gridcell][tabindex='0']")!.getAttribute("data-cell")!.split(",").map(Number);
  const [x, y] = at.split(",").map(Number);
  for (let n = 0; n < 40 && focused().join() !== at; n++) {
    const [fx, fy] = focused();
    const key = fx! < x! ? "ArrowRight" : fx! > x! ? "ArrowLeft" : fy! < y! ? "ArrowDown" : "ArrowUp";
    await fireEvent.keyDown(grid, { key });
  }
  await fireEvent.keyDown(grid, { key: "Enter" });
  await tick();
}

/** What the list says about each line, and its points. */
const counted = () =>
  [...screen.getByLabelText("Line by line").children].map((one) => one.textContent?.replace(/\s+/g, " ").trim());

describe("who starts", () => {
  it("is the older of the two with the largest sets", async () => {
    await sitDown("start");
    await press(/^Bob/);
    expect(screen.getByText("Bob: 2. Somebody has 3.")).toBeTruthy();
    await press(/^Chris/);
    expect(screen.getByText(/Chris has three as well, but Sue is older/)).toBeTruthy();
    await press(/^Sue/);
    expect(screen.getByText(/Sue and Chris both have three/)).toBeTruthy();
    await press("Next");
    expect(pegs()).toBe("Step 2 of 2");
  });

  it("is the younger one with cards", async () => {
    await sitDown("deal");
    await press(/^Krzysiek/);
    expect(screen.getByText(/Magda is younger/)).toBeTruthy();
    await press("Show me");
    expect(screen.getByText(/Magda and Krzysiek both have four/)).toBeTruthy();
    expect(screen.getByText(/nobody has a set of three/)).toBeTruthy();
  });
});

describe("the sample game", () => {
  it("takes the book's play, with its points and the line that brings them", async () => {
    const container = await sitDown("start", 1);
    for (const [tile, at] of [
      ["red clover", "0,0"],
      ["red diamond", "0,1"],
      ["red circle", "0,2"],
    ] as const) {
      await press(new RegExp(`: ${tile}`));
      await cell(container, at);
    }
    await press(/Play.*3/);
    expect(screen.getByText(/As in the book: 3 points/)).toBeTruthy();
    expect(counted()).toEqual(["Red line +3"]);
  });

  it("takes another legal play, says what the book does, and counts its lines too", async () => {
    const container = await sitDown("lines");
    await press(/: red square/);
    await cell(container, "0,3");
    await press(/Play.*4/);
    expect(screen.getByText(/legal too: 4 points. In the book Chris scores 7/)).toBeTruthy();
    expect(counted()).toEqual(["Red line +4"]);
  });

  it("says the rule when a tile does not fit", async () => {
    const container = await sitDown("lines");
    await press(/: purple star/);
    await cell(container, "1,0");
    const reason = screen.getByRole("alert");
    expect(within(reason).getByRole("link").getAttribute("href")).toBe("/rules#T10");
  });

  it.each([
    ["lines", 0, "Red line +4|Line of squares +3", /counted twice: red square/],
    ["ends", 1, "Line of squares +4|Line of squares +2", /it would hold two red squares/],
    ["ends", 3, "Orange line +3", /the orange diamond does not touch the other two/],
    ["qwirkle", 2, "Red line Qwirkle: 6 tiles and 6 more +12|Line of crosses +3|Blue line +3", /Qwirkle!/],
  ] as const)("says why a play scores: %s, step %i", async (id, at, lines, why) => {
    await sitDown(id, at);
    await show();
    expect(counted().sort()).toEqual(lines.split("|").sort());
    expect(screen.getByText(why)).toBeTruthy();
  });

  it("draws the line that is looked at alone", async () => {
    const container = await sitDown("lines");
    await show();
    expect(container.querySelectorAll(".ribbon")).toHaveLength(2);
    await press(/^Line of squares/);
    expect(container.querySelectorAll(".ribbon")).toHaveLength(1);
  });

  it("ends with Sally in the lead", async () => {
    await sitDown("qwirkle", 3);
    await show();
    expect(screen.getByText(/Sally leads with 25 points/)).toBeTruthy();
  });
});

describe("trading", () => {
  it("takes any number of tiles, and gives as many new ones", async () => {
    await sitDown("trade");
    expect(button("Trade").disabled).toBe(true);
    for (let n = 1; n <= 6; n++) await press(new RegExp(`^${n}: `));
    await press("Trade 6 tiles");
    expect(screen.getByText(/mixed into the bag/)).toBeTruthy();
    expect(screen.getByRole("img", { name: "red square, red clover, orange cross, orange circle, yellow diamond, green star" })).toBeTruthy(); // prettier-ignore
  });

  it("never takes more than the bag holds", async () => {
    await sitDown("trade", 1);
    for (let n = 1; n <= 4; n++) await press(new RegExp(`^${n}: `));
    await press("Trade 2 tiles");
    expect(screen.getByText(/Never more than the bag holds/)).toBeTruthy();
  });
});

describe("the end of a game", () => {
  it("draws nothing from an empty bag, lets pass who must, and ends with a shared win", async () => {
    await sitDown("end");
    await show();
    expect(screen.getByText(/Nothing is drawn/)).toBeTruthy();
    await press("Next");
    await press("Pass");
    await settle();
    expect(screen.getByText(/Whoever can play must play/)).toBeTruthy();
    await press("Next");
    await show();
    expect(counted()).toEqual(["Line of stars +2", "All tiles played +6"]);
    expect(screen.getByText(/both have 52 points: a tie, so you share the win/)).toBeTruthy();
    await press("Next");
    expect(location.pathname).toBe("/learn/ready");
  });
});

describe("the card lessons", () => {
  const lay = async (card: RegExp, row: RegExp) => {
    await press(card);
    await press(row);
  };
  const finished = () => vi.waitFor(() => expect(button(/^Finish turn/).getAttribute("aria-disabled")).toBe("false"));

  it("end when every row stands, as in the book", async () => {
    await sitDown("rows");
    await lay(/: red diamond/, /new row/i);
    await lay(/: yellow diamond/, /^Row 2/);
    await vi.waitFor(() => expect(button(/^Finish turn/).textContent).toMatch(/too short|needs|short/));
    await lay(/: green diamond/, /^Row 2/);
    await lay(/: blue star/, /^Row 1/);
    await finished();
    await press(/^Finish turn/);
    await settle();
    expect(screen.getByText("Exactly as in the book.")).toBeTruthy();
  });

  it("accept another legal turn", async () => {
    await sitDown("rows");
    await lay(/: blue star/, /^Row 1/);
    await finished();
    await press(/^Finish turn/);
    await settle();
    expect(screen.getByText(/That is legal too/)).toBeTruthy();
  });

  it("do not let two alike stand", async () => {
    await sitDown("rows");
    await lay(/: blue square/, /^Row 1/);
    expect(await screen.findByText("two the same")).toBeTruthy();
    expect(button(/^Finish turn/).getAttribute("aria-disabled")).toBe("true");
  });

  it("open with the largest set only, and draw up to nine", async () => {
    await sitDown("deal", 1);
    await lay(/: blue circle/, /new row/i);
    await lay(/: blue cross/, /^Row 1/);
    await lay(/: blue diamond/, /^Row 1/);
    await vi.waitFor(() => expect(button(/^Finish turn/).textContent).toMatch(/largest set/));
    await lay(/: blue square/, /^Row 1/);
    await finished();
    await press(/^Finish turn/);
    await settle();
    expect(screen.getByText(/draw back up to nine/)).toBeTruthy();
    expect(screen.getAllByRole("img", { name: "pile: 77" }).length).toBeGreaterThan(0);
  });

  it("capture six, and show what was captured to everybody", async () => {
    const container = await sitDown("capture");
    await show();
    expect(button(/^Rows captured by Sylwia: 1/)).toBeTruthy();
    await press("Next");
    await press(/^Rows captured by Magda/);
    expect(container.querySelectorAll(".trophy")).toHaveLength(3);
    expect(screen.getByText(/At a real table it is the same/)).toBeTruthy();
  });

  it("exchange a hand that cannot play for nine new cards, and go on with the turn", async () => {
    await sitDown("last");
    const hand = () => screen.getByLabelText("Your hand");
    expect(within(hand()).queryByRole("button", { name: /red star/ })).toBeNull();
    await press(/^Exchange hand/);
    await vi.waitFor(() => within(hand()).getByRole("button", { name: /red star/ }));
    expect(within(hand()).getAllByRole("button")).toHaveLength(9);
    expect(screen.getByText(/The same turn goes on/)).toBeTruthy();
    await show();
    expect(screen.getByText(/If the pile is empty, you pass/)).toBeTruthy();
  });

  it("end with a last turn for everybody, and a shared win", async () => {
    await sitDown("last", 1);
    await show();
    expect(screen.getByText(/everyone has one last turn/)).toBeTruthy();
    expect(screen.getAllByRole("img", { name: /^pile empty/ }).length).toBeGreaterThan(0);
    await press("Next");
    await show();
    expect(screen.getByText("Shared win: Magda, Sylwia.")).toBeTruthy();
    await press("Next");
    expect(location.pathname).toBe("/learn/ready-cards");
  });
});

describe("the learning path", () => {
  const opened = async () => {
    const { default: Path } = await import("../src/pages/learn/Path.svelte");
    const { switchOnLamp } = await import("../src/design/lamp.svelte");
    switchOnLamp();
    render(Path);
    await screen.findAllByRole("listitem");
  };

  it("has every lesson, and a step or more in each", async () => {
    const { STONES } = await import("../src/pages/learn/path");
    const { stepsOf } = await import("../src/pages/learn/lessons");
    expect(STONES).toHaveLength(12);
    for (const { id } of STONES) if (id !== "tips") expect(stepsOf(id).length, id).toBeGreaterThan(0);
  });

  it("marks what is done and what is next", async () => {
    const { noteDone } = await import("../src/storage/learned.svelte");
    noteDone("start");
    await opened();
    expect(screen.getByRole("link", { name: "Who starts, done" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Two lines at once, next" }).getAttribute("aria-current")).toBe("step");
    expect(screen.getByRole("link", { name: "Continue: Two lines at once" })).toBeTruthy();
  });
});

describe("the rules", () => {
  it("have every clause, and mark the one that was cited", async () => {
    location.hash = "#T8";
    const { default: Rules } = await import("../src/pages/Rules.svelte");
    const { container } = render(Rules);
    await tick();
    const ids = [...container.querySelectorAll("section[id]")].map(({ id }) => id);
    expect(ids).toHaveLength(33);
    expect(container.querySelector(".cited")?.id).toBe("T8");
    expect(within(container.querySelector<HTMLElement>("#T8")!).getAllByText(/Not allowed/)).toHaveLength(2);
  });
});

describe("the replay", () => {
  it("of the sample game goes from the deal to the end by keys", async () => {
    const { default: Replay } = await import("../src/pages/Replay.svelte");
    render(Replay, { id: "sample" });
    await screen.findByText("The hands have been dealt.");
    await fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(screen.getByText(/^Sue: .*red clover 0,0.* 3 points/)).toBeTruthy();
    await fireEvent.keyDown(document.body, { key: "End" });
    expect(screen.getByText("12 of 12")).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("slider").value).toBe("12");
  });
});

describe("the names of the players", () => {
  it.each([
    ["pl", "Patrycja", "Krzysiek"],
    ["ro", "Sue", "Krzysiek"],
    ["uk", "Патриція", "Кшисек"],
  ] as const)("are those of the rulebook: %s", async (lang, first, second) => {
    const { loadLanguage, t } = await import("../src/app/i18n.svelte");
    const { cardPlayers, tilePlayers } = await import("../src/pages/learn/names");
    const { SAMPLE, named, replayOf } = await import("../src/pages/replay");
    await loadLanguage(lang);
    expect(tilePlayers(["Sue"])[0]).toBe(first);
    expect(named(await replayOf(SAMPLE)).players[0]).toBe(first);
    expect(t("web.learn.t1")).toContain(first);
    expect(t("web.learn.start_tiles.then")).toContain(first);
    expect(cardPlayers()[1]).toBe(second);
    expect(t("web.learn.c2")).toContain(second);
    expect(t("web.learn.start_cards.then")).toContain(second);
    await loadLanguage("en");
  });
});
