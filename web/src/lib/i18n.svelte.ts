/** The sentences of the Python package, in four languages, switchable at once. */
import { parsePlay, type Placed } from "./tiles";
import type { ChattedEvent, Problem } from "./wire";

export const LANGUAGES = ["en", "pl", "ro", "uk"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  pl: "Polski",
  ro: "Română",
  uk: "Українська",
};
type Entries = Record<string, string | Record<string, string>>;

const LOADERS: Record<Language, () => Promise<{ default: Entries }>> = {
  en: () => import("virtual:catalogue/en"),
  pl: () => import("virtual:catalogue/pl"),
  ro: () => import("virtual:catalogue/ro"),
  uk: () => import("virtual:catalogue/uk"),
};

/** The sentences of the pages to read and learn from, for those who open one. */
const READING: typeof LOADERS = {
  en: () => import("virtual:reading/en"),
  pl: () => import("virtual:reading/pl"),
  ro: () => import("virtual:reading/ro"),
  uk: () => import("virtual:reading/uk"),
};

let reading = false;
let lang = $state<Language>("en");
let entries = $state.raw<Entries>({});
/** Made once a language: a browser takes long to make one. */
let plurals = new Intl.PluralRules("en");

export const language = (): Language => lang;

function preferred(): Language {
  const asked = [localStorage.getItem("lang"), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return (asked.find((code) => LANGUAGES.includes(code as Language)) as Language | undefined) ?? "en";
}

/** Load a language: the one asked for, or the one that the person or the browser prefers. */
export async function loadLanguage(wanted?: Language): Promise<void> {
  const next = wanted ?? preferred();
  const [main, more] = await Promise.all([LOADERS[next](), reading ? READING[next]() : undefined]);
  plurals = new Intl.PluralRules(next);
  entries = { ...main.default, ...more?.default };
  lang = next;
  document.documentElement.lang = next;
  if (wanted) localStorage.setItem("lang", wanted);
}

/** From now on also the sentences of the pages to read and learn from. */
export async function loadReading(): Promise<void> {
  if (reading) return;
  const more = await READING[lang]();
  reading = true;
  entries = { ...entries, ...more.default };
}

type Words = Record<string, unknown>;

function spoken(name: string, word: unknown): string {
  if (name === "tile") return t(`tile.${word}`);
  if (name === "tiles") return (word as string[]).map((tile) => t(`tile.${tile}`)).join(", ");
  if (name === "cell") return (word as number[]).join(",");
  if (name === "cells") return (word as number[][]).map((cell) => cell.join(",")).join(" ");
  return String(word);
}

/** The sentence of a key with its words filled in; plurals follow the word `n`. */
export function t(key: string, words: Words = {}): string {
  const entry = entries[key];
  if (entry === undefined) return key;
  const text =
    typeof entry === "string"
      ? entry
      : (entry[plurals.select(Number(words.n))] ?? entry.other ?? key);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => spoken(name, words[name]));
}

export const has = (key: string): boolean => key in entries;
export const tileName = (tile: string): string => t(`tile.${tile}`);
export const placedName = ({ tile, x, y }: Placed): string => `${tileName(tile)} ${x},${y}`;

/** A move in words: where tiles went, or what else was done. */
export function moveWords(move: string): string {
  const placed = parsePlay(move).map(placedName).join(", ");
  if (placed) return placed;
  const [kind = "", ...rest] = move.split(" ");
  const n = /^\d+$/.test(rest[0] ?? "") ? Number(rest[0]) : rest.length; // of others only the number is known
  return has(`web.other.${kind}`) ? t(`web.other.${kind}`, { n }) : move;
}

/** What somebody said: a phrase in the reader's language, or their own words. */
export const chatText = ({ phrase, text }: ChattedEvent): string => (phrase ? t(`chat.${phrase}`) : (text ?? ""));

/** A refusal in the language of now, where its sentence is known here; else as the server said it. */
export const problemText = ({ key, message, words, tiles, cells }: Problem): string =>
  has(key) ? t(key, { ...words, ...(tiles ? { tiles } : {}), ...(cells ? { cells } : {}) }) : message;
