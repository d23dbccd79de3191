/** The tutorial and the pages to read: what a person does there, and what is answered. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeAll(async () => {
  vi.stubGlobal("ResizeObserver", Observer);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("scrollTo", () => {});
  Element.prototype.scrollIntoView = vi.fn();
  const { loadLanguage, loadReading } = await import("../src/lib/i18n.svelte");
  await loadLanguage("en");
  await loadReading();
});
afterEach(cleanup);

/** A button by its name; quicker than by its role, beside a board of hundreds of cells. */
function button(name: string | RegExp): HTMLButtonElement {
  const named = (one: HTMLButtonElement) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? "";
  const found = [...document.querySelectorAll("button")].find((one) => (typeof name === "string" ? named(one) === name : name.test(named(one))));
  if (!found) throw new Error(`no button ${name}`);
  return found;
}
const press = async (name: string | RegExp) => {
  await fireEvent.click(button(name));
  await tick();
};
const settle = () => vi.waitFor(() => button("Try again"));

describe("the sample game", () => {
  let cell: (at: string) => Promise<void>;

  beforeEach(async () => {
    const { default: LearnTiles } = await import("../src/learn/LearnTiles.svelte");
    const { container } = render(LearnTiles);
    cell = async (at) => {
      const grid = container.querySelector("[role=grid]")!;
      const focused = () => container.querySelector("[role=gridcell][tabindex='0']")!.getAttribute("data-cell")!.split(",").map(Number);
      const [x, y] = at.split(",").map(Number);
      for (let n = 0; n < 40 && focused().join() !== at; n++) {
        const [fx, fy] = focused();
        const key = fx! < x! ? "ArrowRight" : fx! > x! ? "ArrowLeft" : fy! < y! ? "ArrowDown" : "ArrowUp";
        await fireEvent.keyDown(grid, { key });
      }
      await fireEvent.keyDown(grid, { key: "Enter" });
      await tick();
    };
  });

  it("takes the book's play, with its points", async () => {
    for (const [tile, at] of [["red clover", "0,0"], ["red diamond", "0,1"], ["red circle", "0,2"]] as const) {
      await press(new RegExp(`: ${tile}`));
      await cell(at);
    }
    await press(/Play.*3/);
    expect(screen.getByText(/As in the book: 3 points/)).toBeTruthy();
  });

  it("takes another legal play, and says what the book does", async () => {
    await press("Show me");
    await settle();
    await press("Next");
    await press(/: red square/);
    await cell("0,3");
    await press(/Play.*4/);
    expect(screen.getByText(/legal too: 4 points. In the book Chris gets 7/)).toBeTruthy();
  });

  it("says the rule when a tile does not fit", async () => {
    await press("Show me");
    await settle();
    await press("Next");
    await press(/: purple star/);
    await cell("1,0");
    const reason = screen.getByRole("alert");
    expect(within(reason).getByRole("link").getAttribute("href")).toBe("/rules#T10");
  });

  it("can be shown to the end, where Sally leads", async () => {
    for (let turn = 0; turn < 12; turn++) {
      await press("Show me");
      await settle();
      await press("Next");
    }
    expect(screen.getByText(/Sally leads with 25 points/)).toBeTruthy();
  }, 20_000);
});

describe("the card examples", () => {
  beforeEach(async () => {
    const { default: LearnCards } = await import("../src/learn/LearnCards.svelte");
    render(LearnCards);
  });

  const lay = async (card: RegExp, row: RegExp) => {
    await press(card);
    await press(row);
  };

  it("end when every row stands, as in the book", async () => {
    await lay(/: red diamond/, /New row/);
    expect(button("End the turn").disabled).toBe(true);
    await lay(/: yellow diamond/, /Row 2/);
    await lay(/: green diamond/, /Row 2/);
    await lay(/: blue star/, /Row 1/);
    await press("End the turn");
    expect(screen.getByText("Exactly as in the book.")).toBeTruthy();
  });

  it("accept another legal turn", async () => {
    await lay(/: blue star/, /Row 1/);
    await press("End the turn");
    expect(screen.getByText(/That is legal too/)).toBeTruthy();
  });

  it("do not let two alike stand", async () => {
    await lay(/: blue square/, /Row 1/);
    expect(screen.getByText(/does not stand yet/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "C4" }).getAttribute("href")).toBe("/rules#C4");
  });

  it("are shown card by card, up to the captured row", async () => {
    for (let n = 0; n < 2; n++) {
      await press("Show me");
      await settle();
      await press("Next");
    }
    await press("Show me");
    await settle();
    expect(screen.getByText(/Qwirkle! Captured/)).toBeTruthy();
  });
});

describe("the rules", () => {
  it("have every clause, and mark the one that was cited", async () => {
    location.hash = "#T8";
    const { default: Rules } = await import("../src/pages/Rules.svelte");
    const { container } = render(Rules, { id: "" });
    await tick();
    const ids = [...container.querySelectorAll("section[id]")].map(({ id }) => id);
    expect(ids).toHaveLength(32);
    expect(container.querySelector(".cited")?.id).toBe("T8");
    expect(within(container.querySelector<HTMLElement>("#T8")!).getAllByText(/Not allowed/)).toHaveLength(2);
  });
});

describe("the replay", () => {
  it("of the sample game goes from the deal to the end by keys", async () => {
    const { default: Replay } = await import("../src/pages/Replay.svelte");
    render(Replay, { id: "sample" });
    await screen.findByText("The hands are dealt.");
    await fireEvent.keyDown(document.body, { key: "ArrowRight" });
    expect(screen.getByText(/^Sue: .*red clover 0,0.* 3 points/)).toBeTruthy();
    await fireEvent.keyDown(document.body, { key: "End" });
    expect(screen.getByText("12 of 12")).toBeTruthy();
    expect((screen.getByRole("slider") as HTMLInputElement).value).toBe("12");
  });
});
