/** How large cards can be: fourteen rows with seventy cards on every mat, corners readable. */
import { expect, it } from "vitest";
import { RATIO, sized, stepOf } from "../src/cards/rowsize";

/** The room for rows at a window, in pixels. */
const ROOMS = {
  "1440x900": { width: 998, height: 498, small: false },
  "1024x768": { width: 686, height: 404, small: false },
  "390x844": { width: 372, height: 533, small: true },
  "844x390": { width: 548, height: 292, small: true },
};

it.each(Object.entries(ROOMS))("fits fourteen rows and a new one at %s", (_, room) => {
  const sizes = sized(room, 15);
  const lines = Math.ceil(15 / sizes.columns);
  expect(lines * sizes.rowHeight + (lines - 1) * sizes.gapY).toBeLessThanOrEqual(room.height + 0.01);
  expect(sizes.card).toBeGreaterThanOrEqual(28);
});

it.each(Object.entries(ROOMS))("hides at most 44 % of a card at %s, and six fit into a row", (_, room) => {
  for (let places = 1; places <= 24; places++) {
    const sizes = sized(room, places);
    const step = stepOf(sizes, 6);
    expect(step).toBeGreaterThanOrEqual(sizes.card * 0.56 - 0.01);
    expect(5 * step + sizes.card).toBeLessThanOrEqual(sizes.inner + 0.01);
    expect(sizes.rowHeight).toBeGreaterThan(sizes.card * RATIO);
  }
});

it("takes the columns that show the most of the cards", () => {
  expect(sized(ROOMS["1440x900"], 4).columns).toBeLessThan(sized(ROOMS["1440x900"], 15).columns);
  expect(sized(ROOMS["390x844"], 6).columns).toBe(1);
});

it("keeps cards readable and lets the rows scroll where there are too many", () => {
  const sizes = sized({ width: 340, height: 220, small: true }, 16);
  expect(sizes.card).toBeGreaterThanOrEqual(24);
});
