/** The word on the home screen: who is told how to get there, and until when. */
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, expect, it, vi } from "vitest";
import HomeScreen from "../src/pages/home/HomeScreen.svelte";

const MONDAY = new Date(2026, 1, 2, 20);
const TUESDAY = new Date(2026, 1, 3, 8);
const matching = (...queries: string[]) =>
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: queries.includes(query) }));
const TOUCHED = "(hover: none) and (pointer: coarse)";
const INSTALLED = "(display-mode: standalone)";

const isTold = () => screen.queryByRole("heading") !== null;
const open = (day: Date) => {
  vi.setSystemTime(day);
  document.body.replaceChildren();
  return render(HomeScreen);
};
const inSafari = (standalone: boolean | undefined) =>
  Object.defineProperty(navigator, "standalone", { value: standalone, configurable: true });

/** Chromium would ask whether to install; says whether the page has taken the question. */
function offer(prompt = vi.fn(() => Promise.resolve())) {
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  return { taken: !dispatchEvent(event), prompt };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  localStorage.clear();
  Reflect.deleteProperty(navigator, "standalone");
  matching();
  dispatchEvent(new Event("appinstalled")); // forgets the question of the test before
});

it("waits for another day", () => {
  inSafari(false);
  for (const day of [MONDAY, MONDAY]) {
    open(day);
    expect(isTold()).toBe(false);
  }
  open(TUESDAY);
  expect(isTold()).toBe(true);
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});

it("says nothing in other browsers, nor on the home screen", () => {
  open(MONDAY);
  for (const standalone of [undefined, true]) {
    inSafari(standalone);
    open(TUESDAY);
    expect(isTold()).toBe(false);
  }
  inSafari(false);
  matching(INSTALLED);
  open(TUESDAY);
  expect(isTold()).toBe(false);
});

it("is closed once and for all", async () => {
  inSafari(false);
  open(MONDAY);
  open(TUESDAY);
  await fireEvent.click(screen.getByRole("button"));
  expect(isTold()).toBe(false);
  open(new Date(2027, 0, 1));
  expect(isTold()).toBe(false);
});

it("says nothing where the device keeps nothing", () => {
  inSafari(false);
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  for (const day of [MONDAY, TUESDAY]) {
    open(day);
    expect(isTold()).toBe(false);
  }
  vi.unstubAllGlobals();
});

it("leaves a desk to its browser", () => {
  open(MONDAY);
  expect(offer().taken).toBe(false);
  open(TUESDAY);
  expect(isTold()).toBe(false);
});

it.each(["accepted", "refused"])("lets a phone ask once, and is then gone (%s)", async (outcome) => {
  matching(TOUCHED);
  open(MONDAY);
  open(TUESDAY);
  expect(isTold()).toBe(false);
  const answer = outcome === "accepted" ? () => Promise.resolve() : () => Promise.reject(new Error("No."));
  const { taken, prompt } = offer(vi.fn(answer));
  expect(taken).toBe(true);
  const install = await waitFor(() => screen.getByRole("button", { name: "web.install.ask" }));
  await fireEvent.click(install);
  expect(prompt).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(isTold()).toBe(false));
  offer();
  open(TUESDAY);
  expect(isTold()).toBe(false);
});

it("is gone when it was installed from the browser's menu", async () => {
  matching(TOUCHED);
  open(MONDAY);
  open(TUESDAY);
  offer();
  await waitFor(() => expect(isTold()).toBe(true));
  dispatchEvent(new Event("appinstalled"));
  await waitFor(() => expect(isTold()).toBe(false));
});
