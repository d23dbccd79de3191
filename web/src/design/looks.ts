/** How people look: a soft body, a colour, eyes, something on the head. Those who have not chosen have a look by their name. */
import { SHAPES, type Shape } from "../protocol/tiles";

/** Body, shade and background. */
export const SKINS = {
  teal: ["#45c1b1", "#17776c", "#e3f6ee"],
  rose: ["#f58fae", "#b9446d", "#ffeef2"],
  sky: ["#6fbdf0", "#2776ad", "#e6f4fd"],
  sand: ["#e8b56a", "#a3701f", "#fdf3df"],
  mint: ["#8ed6a0", "#3a8a54", "#eaf8ec"],
  plum: ["#a881d8", "#6a3fa3", "#f3ecfb"],
  coral: ["#fb8a6b", "#bd472a", "#ffefe8"],
  lime: ["#b9d04f", "#72861a", "#f7fae0"],
  clay: ["#c98a6a", "#84492b", "#f8ebe2"],
  night: ["#5d7ac4", "#2f4585", "#e8edfa"],
  lemon: ["#ffd85c", "#bf8c10", "#fff7d8"],
  cocoa: ["#9a6a4a", "#5c371f", "#f6e8dc"],
} as const;
export type Skin = keyof typeof SKINS;

/** Each hat in two colours, drawn around the top of the head at 0,0. `h` is the cloth, `d` its shade. */
export const HATS = {
  none: () => "",
  cap: (h: string, d: string) =>
    `<path d="M-21 5q-1-21 21-21t21 21Z" fill="${h}"/><path d="M-24 5q20-6 40-3q14 1 18 8q-30-4-58 0Z" fill="${d}"/><circle cy="-16" r="2.6" fill="${d}"/>`,
  beanie: (h: string, d: string) =>
    `<path d="M-23 5q0-25 23-25t23 25Z" fill="${h}"/><path d="M-12-15q-4 8-4 20M0-19v22M12-15q4 8 4 20" stroke="${d}" stroke-width="1.8" opacity=".45" fill="none"/><rect x="-26" y="1" width="52" height="10" rx="5" fill="${d}"/><circle cy="-22" r="7" fill="${d}"/>`,
  straw: (h: string) =>
    `<path d="M-17 3q-1-20 17-20t17 20Z" fill="#ecc272"/><ellipse cy="5" rx="34" ry="6.5" fill="#c08f3c"/><ellipse cy="3.5" rx="34" ry="6" fill="#ecc272"/><path d="M-17 2q17-5 34 0" stroke="${h}" stroke-width="5" fill="none"/>`,
  bow: (h: string, d: string) =>
    `<g transform="translate(13 1) rotate(14)"><path d="M0 0q-14-13-18-2q-1 12 18 4ZM0 0q14-13 18-2q1 12-18 4Z" fill="${h}"/><rect x="-4" y="-4.5" width="8" height="9" rx="3.5" fill="${d}"/></g>`,
  phones: (h: string, d: string) =>
    `<path d="M-27 24q-5-41 27-41t27 41" fill="none" stroke="${d}" stroke-width="5"/><rect x="-34" y="16" width="13" height="20" rx="6.5" fill="${h}"/><rect x="21" y="16" width="13" height="20" rx="6.5" fill="${h}"/>`,
  beret: (h: string, d: string) =>
    `<path d="M-27 4q-4-20 22-20q33 0 33 15q0 6-14 6q-20-3-41-1Z" fill="${h}"/><path d="M-22 5q20-4 40 0" stroke="${d}" stroke-width="5" stroke-linecap="round" fill="none"/><path d="M-2-15q1-5 5-6" stroke="${d}" stroke-width="3.5" stroke-linecap="round" fill="none"/>`,
  party: (h: string, d: string) =>
    `<path d="M-15 6L2-28L17 6q-16 5-32 0Z" fill="${h}"/><path d="M-9-6q9 4 20 0M-3-17q5 2 10 0" stroke="#fff" stroke-width="4" fill="none"/><circle cx="2" cy="-28" r="5" fill="#ffd93b"/><path d="M-15 6q16 5 32 0" stroke="${d}" stroke-width="3" fill="none"/>`,
  ears: (h: string, d: string) =>
    `<path d="M-24 12l1-25q11 3 17 13ZM24 12l-1-25q-11 3-17 13Z" fill="${h}" stroke="${h}" stroke-width="5" stroke-linejoin="round"/><path d="M-20 5l1-11q5 2 8 7ZM20 5l-1-11q-5 2-8 7Z" fill="${d}"/>`,
  wizard: (h: string, d: string) =>
    `<path d="M-18 4q6-30 26-36q-3 6 0 10q5 8 9 26Z" fill="${h}"/><ellipse cy="5" rx="31" ry="6" fill="${d}"/><path d="M-18 4q18-6 35 0" stroke="#ffd257" stroke-width="4" fill="none"/>`,
  tophat: (h: string, d: string) =>
    `<path d="M-16 3l-2-26q18-5 36 0l-2 26Z" fill="${h}"/><ellipse cy="-23.5" rx="18" ry="3.6" fill="${d}"/><path d="M-16.5-3q16.5 4 33 0l-.5 6h-32Z" fill="#e2485a"/><ellipse cy="4.5" rx="30" ry="5.5" fill="${h}"/>`,
  bun: (h: string, d: string) =>
    `<circle cy="-17" r="10" fill="${h}"/><path d="M-26 22q-5-33 26-33t26 33q-4-14-14-18q-8 6-22 5q-12 2-16 13Z" fill="${h}"/><path d="M-7-9q7 3 14 0" stroke="${d}" stroke-width="3.5" stroke-linecap="round" fill="none"/>`,
  chef: () =>
    `<path d="M-19 6v-10q-13-2-9-13q4-8 13-5q5-10 15-10t15 10q9-3 13 5q4 11-9 13v10Z" fill="#fffdf6"/><rect x="-20" y="0" width="40" height="8" rx="3" fill="#e8dcc4"/>`,
  scarf: (h: string, d: string) =>
    `<path d="M-25 11q0-28 25-28t25 28q-24-12-50 0Z" fill="${h}"/><g fill="#fff" opacity=".85"><circle cx="-14" cy="-2" r="2.4"/><circle cy="-9" r="2.4"/><circle cx="14" cy="-2" r="2.4"/></g><path d="M24 8q9-2 12 4q-6 3-12 0q5 5 3 10q-6-2-7-10Z" fill="${d}"/>`,
} as const satisfies Record<string, (cloth: string, shade: string) => string>;
export type Hat = keyof typeof HATS;

export const CLOTHS: readonly (readonly [string, string])[] = [
  ["#e2573a", "#a5321b"],
  ["#46618f", "#2b3f63"],
  ["#2f8f86", "#1b5f58"],
  ["#8f50c8", "#5f2c94"],
  ["#e8a32a", "#b2720a"],
  ["#6d3a25", "#f2b632"],
];
export const EXTRAS = ["none", "none", "glasses", "freckles", "moustache"] as const;

export interface Look {
  shape: Shape;
  skin: Skin;
  hat: Hat;
  cloth: number;
  extra: (typeof EXTRAS)[number];
  wide: boolean;
}

/** A small, even hash: the same name has the same face everywhere. */
function hashed(text: string): () => number {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507);
    state ^= state >>> 13;
    return (state >>> 0) / 2 ** 32;
  };
}

export function lookOf(name: string): Look {
  const chance = hashed(name);
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!;
  return {
    shape: any(SHAPES),
    skin: any(Object.keys(SKINS) as Skin[]),
    hat: any(Object.keys(HATS) as Hat[]),
    cloth: Math.floor(chance() * CLOTHS.length),
    extra: any(EXTRAS),
    wide: chance() < 0.25,
  };
}

/**
 * What people choose from, three times six. Hats for every age and for everybody, told apart by their outlines. The order is
 * that of the code over the wire: a shape's letter and two numbers from 1 on.
 */
export const CHOICES = {
  shape: SHAPES,
  skin: ["coral", "lemon", "teal", "sky", "plum", "rose"],
  hat: ["none", "cap", "beanie", "straw", "bow", "wizard"],
} as const satisfies { shape: readonly Shape[]; skin: readonly Skin[]; hat: readonly Hat[] };
export type Feature = keyof typeof CHOICES;
export type Chosen = { [Part in Feature]: (typeof CHOICES)[Part][number] };

/** A cloth that stands out from the body: hats come in one colour for each. */
const CLOTH_ON: Record<Chosen["skin"], number> = { coral: 2, lemon: 3, teal: 0, sky: 0, plum: 4, rose: 1 };
/** Of the six colours the one most like another. */
const NEAREST: Record<Skin, Chosen["skin"]> = {
  coral: "coral",
  clay: "coral",
  cocoa: "coral",
  lemon: "lemon",
  sand: "lemon",
  lime: "lemon",
  teal: "teal",
  mint: "teal",
  sky: "sky",
  night: "sky",
  plum: "plum",
  rose: "rose",
};

export const codeOf = ({ shape, skin, hat }: Chosen): string =>
  `${shape}${CHOICES.skin.indexOf(skin) + 1}${CHOICES.hat.indexOf(hat) + 1}`;

/** What a code says; nothing where it is empty, or of a later version. */
export function chosenIn(code: string): Chosen | undefined {
  const [letter, color = "", head = ""] = code;
  const shape = CHOICES.shape.find((one) => one === letter);
  const skin = CHOICES.skin[Number(color) - 1];
  const hat = CHOICES.hat[Number(head) - 1];
  return shape && skin && hat && code.length === 3 ? { shape, skin, hat } : undefined;
}

/** What somebody begins with who has not chosen: as close to the look of their name as the choices are. */
export function likeName(name: string): Chosen {
  const { shape, skin, hat } = lookOf(name);
  return { shape, skin: NEAREST[skin], hat: CHOICES.hat.find((one) => one === hat) ?? "none" };
}

export const lookOfChosen = (chosen: Chosen): Look => ({
  ...chosen,
  cloth: CLOTH_ON[chosen.skin],
  extra: "none",
  wide: false,
});

/** The look of somebody at a table or in a list: the one they chose, or that of their name. */
export function personLook(name: string, code = ""): Look {
  const chosen = chosenIn(code);
  return chosen ? lookOfChosen(chosen) : lookOf(name);
}
