/** One's name and face: shown at once, saved a moment later, undone for five seconds. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Profile, PAUSE, UNDO } from "../src/pages/you/profile.svelte";
import type { Me } from "../src/protocol/wire";
import { settings } from "../src/storage/settings.svelte";

const me = (name: string, face: string): Me => ({
  known: true,
  person: "p",
  name,
  face,
  program: false,
  passkeys: 0,
  ratings: [],
});

/** What was sent, and a server that keeps it; without one nobody answers. */
let sent: Record<string, string>[];
let kept: Me | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(settings, { name: "", face: "" });
  sent = [];
  kept = me("Ada", "o11");
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as Record<string, string>);
    if (!kept) throw new TypeError("offline");
    kept = { ...kept, ...sent.at(-1) };
    return new Response(JSON.stringify(kept));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function known(): Profile {
  const profile = new Profile();
  profile.know(kept!);
  return profile;
}

const wait = (ms = PAUSE) => vi.advanceTimersByTimeAsync(ms);

it("shows what the server knows, and what was chosen before it answered", async () => {
  const saves: Me[] = [];
  const profile = new Profile((saved) => saves.push(saved));
  profile.choose("t22");
  profile.know(kept!);
  expect([profile.name, profile.face]).toEqual(["Ada", "t22"]);
  await wait();
  expect(sent).toEqual([{ face: "t22" }]);
  expect(saves).toEqual([me("Ada", "t22")]);
});

it("does not go back to what a slow answer says", async () => {
  const profile = new Profile();
  profile.choose("t22");
  await wait();
  expect(profile.know(me("Ada", "o11"))).toEqual(me("Ada", "t22"));
  expect([profile.face, settings.face]).toEqual(["t22", "t22"]);
});

it("sends a walk along the choices once, and only what has changed", async () => {
  const profile = known();
  for (const face of ["o12", "o13", "o14"]) {
    profile.choose(face);
    await wait(PAUSE / 2);
  }
  expect(profile.face).toBe("o14");
  expect(sent).toEqual([]);
  await wait();
  expect(sent).toEqual([{ face: "o14" }]);
  expect(settings.face).toBe("o14");
});

it("can be undone for five seconds, and once", async () => {
  const profile = known();
  profile.choose("s55");
  await wait();
  expect(profile.news).toEqual({ said: { key: "web.saved" }, undo: { name: "Ada", face: "o11" } });
  await wait(UNDO - 1);
  profile.undo();
  await wait(0);
  expect([profile.face, sent.at(-1)]).toEqual(["o11", { face: "o11" }]);
  expect(profile.news).toEqual({ said: { key: "web.you.undone" } });
  await wait(UNDO);
  expect(profile.news).toBeUndefined();
});

it("waits for a person who is about to undo", async () => {
  const profile = known();
  profile.choose("s55");
  await wait();
  profile.hold();
  await wait(UNDO * 2);
  expect(profile.news?.undo).toBeDefined();
  profile.release();
  await wait(UNDO);
  expect(profile.news).toBeUndefined();
});

it("saves a name when it is written, and a face does not take half of one along", async () => {
  const profile = known();
  profile.choose("s55");
  profile.name = "  Bo";
  await wait();
  expect(sent).toEqual([{ face: "s55" }]);
  profile.name = "  Bo Ba ";
  profile.rename();
  await wait(0);
  expect(sent.at(-1)).toEqual({ name: "Bo Ba" });
  expect([profile.name, settings.name]).toEqual(["Bo Ba", "Bo Ba"]);
});

it("takes an empty line for no name, and nobody can be nameless again", async () => {
  const profile = known();
  profile.name = " ";
  profile.rename();
  expect(profile.name).toBe("Ada");
  kept = me("", "");
  settings.name = "";
  const newcomer = known();
  newcomer.name = "Cy";
  newcomer.rename();
  await wait(0);
  expect(sent).toEqual([{ name: "Cy" }]);
  expect(newcomer.news).toEqual({ said: { key: "web.saved" } });
});

it("keeps the old face without a network, and the written name to try again", async () => {
  const profile = known();
  kept = undefined;
  profile.choose("s55");
  profile.name = "Bo";
  profile.rename();
  await wait();
  expect([profile.face, profile.name, profile.news]).toEqual(["o11", "Bo", undefined]);
  expect(profile.problem).toEqual({ key: "web.you.not_saved" });
  expect([settings.face, settings.name]).toEqual(["o11", "Ada"]);
  kept = me("Ada", "o11");
  profile.rename();
  await wait(0);
  expect([sent.at(-1), profile.problem]).toEqual([{ name: "Bo" }, undefined]);
});

it("becomes somebody else who comes back", () => {
  const profile = known();
  profile.become(me("Eve", "x16"));
  expect([profile.name, profile.face, settings.name, settings.face]).toEqual(["Eve", "x16", "Eve", "x16"]);
});
