/** Colours: tiles that stay apart for every kind of colour vision, texts that can be read. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

const css = readFileSync(resolve(import.meta.dirname, "../src/app.css"), "utf-8");

/** The colours that a block of app.css sets; those of the dark side where it has two. */
function block(selector: string, dark = false): Record<string, string> {
  const start = css.indexOf(selector);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  const color = "(#[0-9a-f]{3,6})";
  const found = body.matchAll(new RegExp(`--([\\w-]+):\\s*(?:light-dark\\(${color}, ${color}\\)|${color})`, "gi"));
  return Object.fromEntries([...found].map(([, name, light, other, single]) => [name!, single ?? (dark ? other! : light!)]));
}

const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function rgb(hex: string): Triple {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g)!;
  return digits.map((pair) => linear(parseInt(pair, 16) / 255)) as Triple;
}

const times = (matrix: Matrix, [a, b, c]: Triple): Triple => matrix.map(([x, y, z]) => x * a + y * b + z * c) as Triple;

/** Machado, Oliveira, Fernandes (2009), severity 1.0, applied to linear RGB. */
const VISION: Record<string, Matrix> = {
  typical: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** Ottosson's OKLab, from linear RGB that a screen can show. */
function oklab(color: Triple): Triple {
  const shown = color.map((part) => Math.min(1, Math.max(0, part))) as Triple;
  const cone = times(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]],
    shown,
  ).map(Math.cbrt) as Triple;
  return times(
    [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]],
    cone,
  );
}

function smallestDistance(colors: string[], matrix: Matrix): number {
  const seen = colors.map((color) => oklab(times(matrix, rgb(color))));
  const pairs = seen.flatMap((one, n) => seen.slice(n + 1).map((other) => [one, other] as const));
  return Math.min(...pairs.map(([one, other]) => 100 * Math.hypot(...one.map((part, n) => part - other[n]!))));
}

/** WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map((color) => times([[0.2126, 0.7152, 0.0722], [0, 0, 0], [0, 0, 0]], rgb(color))[0]).sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const NAMES = ["red", "orange", "yellow", "green", "blue", "purple"];

describe("the tile colours for every kind of eyes", () => {
  const safe = block(':root, :root[data-palette="safe"]');
  const colors = NAMES.map((name) => safe[name]!);

  it.each(Object.keys(VISION))("stay apart in %s", (vision) => {
    expect(smallestDistance(colors, VISION[vision]!)).toBeGreaterThanOrEqual(15);
  });

  it("would show a pair that does not", () => {
    expect(smallestDistance(["#d03030", "#a06020"], VISION.protanopia!)).toBeLessThan(15);
  });
});

const THEMES: Record<string, Record<string, string>> = {
  light: block(":root {"),
  dark: block(":root {", true),
  contrast: { ...block(":root {", true), ...block(':root[data-theme="contrast"]') },
};
const TEXTS = ["ink-text", "quiet", "accent", "good", "bad"];
const GROUNDS = ["paper", "sheet", "felt"];

describe.each(Object.keys(THEMES))("texts in the theme %s", (name) => {
  const theme = THEMES[name]!;

  it.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))("%s can be read on %s", (text, ground) => {
    expect(contrast(theme[text]!, theme[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  it("can be read on buttons", () => {
    expect(contrast(theme["on-accent"]!, theme.accent!)).toBeGreaterThanOrEqual(4.5);
  });

  it("has marks that can be seen", () => {
    for (const mark of ["glow", "last"])
      for (const ground of GROUNDS) expect(contrast(theme[mark]!, theme[ground]!), mark).toBeGreaterThanOrEqual(3);
  });

  it.each(["safe", "vivid"])("has %s shapes that can be seen on their tiles", (palette) => {
    const colors = block(palette === "safe" ? ':root, :root[data-palette="safe"]' : ':root[data-palette="vivid"]');
    for (const color of NAMES) expect(contrast(colors[color]!, theme.tile!), color).toBeGreaterThanOrEqual(3);
  });
});
