/** The editions, looked up by name. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Edition } from "../src/editions/presentation";
import { chosen, EDITIONS, presentationOf } from "../src/editions/register";
import { settings } from "../src/storage/settings.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));

const [first, second] = EDITIONS as [Edition, Edition];
/** Known to a newer server, or to the client of another day. */
const unknown = "dice" as Edition;

describe("the register", () => {
  it.each(EDITIONS)("has %s under its own name, with a table and a mat to fetch", async (edition) => {
    const shown = presentationOf(edition);
    expect(shown.edition).toBe(edition);
    expect((await shown.table()).default).toBeTypeOf("function");
    expect((await shown.replayMat()).default).toBeTypeOf("function");
  });

  it("shows an edition that it does not know as the first", () => {
    expect(presentationOf(unknown)).toBe(presentationOf(first));
  });
});

describe("the chosen edition", () => {
  afterEach(() => (settings.edition = undefined));

  it("is the first until another is chosen", () => {
    expect(chosen.edition).toBe(first);
    chosen.edition = second;
    expect([chosen.edition, settings.edition]).toEqual([second, second]);
  });

  it("is the first again when the device keeps one that is not known", () => {
    settings.edition = unknown;
    expect(chosen.edition).toBe(first);
  });
});
