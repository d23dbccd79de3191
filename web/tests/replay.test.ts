/** A replay speaks the language of now, and counts what its game has. */
import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadLanguage, loadReading, moveText } from "../src/app/i18n.svelte";
import { named, replayOf } from "../src/pages/replay";
import Replay from "../src/pages/Replay.svelte";
import type { ReplayView, Step } from "../src/protocol/wire";
import { startText } from "../src/table/start";

const step = (changes: Partial<Step>): Step => ({
  number: 0,
  seat: null,
  move: null,
  points: 0,
  drawn: [],
  board: [],
  rows: [["Ro", "Rx", "Rd"]],
  captured: [[], []],
  hands: [["Ro"], ["Rx"]],
  scores: [0, 0],
  bag: 42,
  turn: 0,
  ...changes,
});

const cards: ReplayView = {
  table: "aaaaaaaaaaaaaaaa",
  edition: "cards",
  imported: false,
  players: ["Ada", "Bo"],
  bots: [null, null],
  faces: ["", ""],
  rule: "C10",
  winners: [0],
  start: null,
  steps: [step({}), step({ number: 1, seat: 0, move: "exchange", bag: 40 })],
};

beforeEach(async () => {
  await loadLanguage("en");
  await loadReading();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the card game", () => {
  it("counts its pile, and an exchange without points", async () => {
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(cards)));
    const { container, findByRole } = render(Replay, { id: cards.table });
    (await findByRole("button", { name: "Go to the end" })).click();
    await tick();
    expect(container.querySelector(".bag")?.textContent).toBe("pile: 40");
    expect(container.querySelector(".said")?.textContent).toBe("Ada exchanged their hand.");
  });
});

describe("the tile game", () => {
  it("names points only where there are some", () => {
    expect(moveText("Ada", "trade Ro Gx", 0)).toBe("Ada: trade 2 tiles.");
    expect(moveText("Ada", "Ro@0,0", 1)).toBe("Ada: red circle 0,0, 1 point.");
  });

  it("renames the players of the sample game, and says who starts", async () => {
    const sample = await replayOf("sample");
    const said = () => startText(sample.start!, "classic", named(sample).players);
    expect(said()).toBe("Sue starts: 3 tiles, tied with Chris. The oldest of them goes first.");
    await loadLanguage("uk");
    expect(said()).toContain("Патриція");
  });
});
