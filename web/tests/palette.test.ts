/** Colours: tiles that stay apart for every kind of colour vision, texts that can be read. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

const css = readFileSync(resolve(import.meta.dirname, "../src/design/tokens.css"), "utf-8");

/** The colours that a block of tokens.css sets; those of the dark side where it has two. */
function block(selector: string, dark = false): Record<string, string> {
  const start = css.indexOf(selector);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  const color = "(#[0-9a-f]{3,6})";
  const found = body.matchAll(new RegExp(`--([\\w-]+):\\s*(?:light-dark\\(${color}, ${color}\\)|${color})`, "gi"));
  return Object.fromEntries(
    [...found].map(([, name, light, other, single]) => [name!, single ?? (dark ? other! : light!)]),
  );
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function rgb(hex: string): Triple {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g)!;
  return digits.map((pair) => linear(parseInt(pair, 16) / 255)) as Triple;
}

const times = (matrix: Matrix, [a, b, c]: Triple): Triple => matrix.map(([x, y, z]) => x * a + y * b + z * c) as Triple;

/** Machado, Oliveira, Fernandes (2009), severity 1.0, applied to linear RGB. */
const VISION: Record<string, Matrix> = {
  typical: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** CIE Lab under D65, from linear RGB that a screen can show. */
function lab(color: Triple): Triple {
  const shown = color.map((part) => Math.min(1, Math.max(0, part))) as Triple;
  const [x, y, z] = times(
    [
      [0.4123908, 0.35758434, 0.18048079],
      [0.21263901, 0.71516868, 0.07219232],
      [0.01933082, 0.11919478, 0.95053215],
    ],
    shown,
  );
  const f = (part: number) => (part > 216 / 24389 ? Math.cbrt(part) : ((24389 / 27) * part + 16) / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const hue = (b: number, a: number): number => (a || b ? ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 : 0);

/** The difference of two colours by CIEDE2000 (Sharma, Wu, Dalal 2005). */
function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hue(b1, p1), hue(b2, p2)];
  const apart = !c1 || !c2 ? 0 : Math.abs(h2 - h1) <= 180 ? h2 - h1 : h2 - h1 + (h2 > h1 ? -360 : 360);
  const middle =
    !c1 || !c2 ? h1 + h2 : Math.abs(h1 - h2) <= 180 ? (h1 + h2) / 2 : (h1 + h2 + (h1 + h2 < 360 ? 360 : -360)) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos(radians(middle - 30)) +
    0.24 * Math.cos(radians(2 * middle)) +
    0.32 * Math.cos(radians(3 * middle + 6)) -
    0.2 * Math.cos(radians(4 * middle - 63));
  const turn =
    -2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) * Math.sin(radians(60 * Math.exp(-(((middle - 275) / 25) ** 2))));
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(apart / 2))) / (1 + 0.015 * c * t);
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + turn * dc * dh);
}

function smallestDistance(colors: string[], matrix: Matrix): number {
  const seen = colors.map((color) => lab(times(matrix, rgb(color))));
  const pairs = seen.flatMap((one, n) => seen.slice(n + 1).map((other) => [one, other] as const));
  return Math.min(...pairs.map(([one, other]) => difference(one, other)));
}

/** WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [dark, light] = [one, other]
    .map(
      (color) =>
        times(
          [
            [0.2126, 0.7152, 0.0722],
            [0, 0, 0],
            [0, 0, 0],
          ],
          rgb(color),
        )[0],
    )
    .sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const NAMES = ["red", "orange", "yellow", "green", "blue", "purple"];
const PALETTES: Record<string, Record<string, string>> = {
  vivid: block('[data-palette="vivid"]'),
  safe: block(':root[data-palette="safe"]'),
};
const inks = (palette: string): string[] => NAMES.map((name) => PALETTES[palette]![name]!);
/** How far apart the nearest two inks must be: in normal sight plainly, without a kind of cones still surely. */
const LEAST: Record<string, Record<string, number>> = {
  vivid: { typical: 25, protanopia: 12, deuteranopia: 12, tritanopia: 12 },
  safe: { typical: 25, protanopia: 15, deuteranopia: 15, tritanopia: 15 },
};

describe.each(Object.keys(PALETTES))("the inks of the palette %s", (palette) => {
  it.each(Object.keys(VISION))("stay apart in %s", (vision) => {
    expect(smallestDistance(inks(palette), VISION[vision]!)).toBeGreaterThanOrEqual(LEAST[palette]![vision]!);
  });
});

describe("the measure of difference", () => {
  it("agrees with the published pairs", () => {
    expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
    expect(difference([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
    expect(difference([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514])).toBeCloseTo(0.9082, 4);
  });

  it("shows a pair that is too near", () => {
    expect(smallestDistance(["#d03030", "#a06020"], VISION.protanopia!)).toBeLessThan(12);
  });
});

const THEMES: Record<string, Record<string, string>> = {
  light: block(":root {"),
  dark: block(":root {", true),
  contrast: { ...block(":root {", true), ...block(':root[data-theme="contrast"]') },
};
const PLUM: Record<string, string> = {
  light: block(".plum").felt!,
  dark: block(".plum", true).felt!,
  contrast: block(".plum", true).felt!,
};
const TEXTS = ["ink-text", "quiet", "gold-deep", "good", "bad", "info"];
const PAPERS = ["paper", "paper-2", "paper-gold"];

describe.each(Object.keys(THEMES))("texts in the theme %s", (name) => {
  const theme = THEMES[name]!;

  it.each(TEXTS.flatMap((text) => PAPERS.map((paper) => [text, paper] as const)))(
    "%s can be read on %s",
    (text, paper) => {
      expect(contrast(theme[text]!, theme[paper]!)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ["ink-text", "wood"],
    ["quiet", "wood"],
    ["ink-text", "paper-3"],
    ["on-go", "go"],
    ["on-gold", "gold"],
    ["on-slip", "slip"],
    ["on-felt", "felt"],
  ])("%s can be read on %s", (text, ground) => {
    expect(contrast(theme[text]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  it("white can be read on the felt of the cards", () => {
    expect(contrast(theme["on-felt"]!, PLUM[name]!)).toBeGreaterThanOrEqual(4.5);
  });

  it("has a ring for the focus that can be seen", () => {
    for (const ground of ["paper", "wood"])
      expect(contrast(theme.focus!, theme[ground]!), ground).toBeGreaterThanOrEqual(3);
    expect(contrast(theme["focus-on-felt"]!, theme["focus-edge"]!)).toBeGreaterThanOrEqual(3);
  });

  it("has marks of the table that can be seen on the felt", () => {
    for (const mark of ["glow", "gold"]) expect(contrast(theme[mark]!, theme.felt!), mark).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(PALETTES))("has %s shapes that can be seen on their tiles", (palette) => {
    for (const ink of inks(palette)) expect(contrast(ink, theme.tile!), ink).toBeGreaterThanOrEqual(3);
  });
});

describe("tiles on the felt", () => {
  it.each(["light", "dark"])("can be told from it in the theme %s", (name) => {
    expect(contrast(THEMES[name]!.tile!, THEMES[name]!.felt!)).toBeGreaterThanOrEqual(3);
  });
});
