/** Sound after a gesture, and after whatever silences it. */
import { expect, test, vi } from "vitest";
import { allowSound } from "../src/design/sound";

test("a touch brings back what a call or a locked screen has silenced", () => {
  const made: { state: string; resume: () => Promise<void> }[] = [];
  vi.stubGlobal(
    "AudioContext",
    class {
      state = "suspended";
      constructor() {
        made.push(this);
      }
      resume = (): Promise<void> => {
        this.state = "running";
        return Promise.resolve();
      };
    },
  );
  allowSound();
  expect(made).toEqual([]);
  dispatchEvent(new Event("pointerdown"));
  expect(made.map(({ state }) => state)).toEqual(["running"]);
  made[0]!.state = "interrupted"; // as Safari calls it
  dispatchEvent(new Event("pointerup"));
  expect(made.map(({ state }) => state)).toEqual(["running"]);
});
