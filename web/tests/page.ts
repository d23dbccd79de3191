/** A page and modules of its own for each file of tests: they share a process, since loading jsdom takes longer. */
import { afterAll, expect, vi } from "vitest";
import { builtinEnvironments } from "vitest/runtime";

vi.resetModules();
const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {});
// The library still has the first page in mind.
const { configure, screen, within } = await import("@testing-library/svelte");
Object.assign(screen, within(document.body));

// A busy machine is slow, not wrong.
const PATIENCE = 30_000;
configure({ asyncUtilTimeout: PATIENCE });
const { waitFor } = vi;
vi.waitFor = (done, options) => waitFor(done, { timeout: PATIENCE, ...(options as object) });

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // What is still being loaded, or drawn frame by frame, needs the page until it is done.
  await vi.dynamicImportSettled();
  const drawn = () => expect(document.documentElement.hasAttribute("data-drawing")).toBe(false);
  await vi.waitFor(drawn);
  await teardown(globalThis);
});
