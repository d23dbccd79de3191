/** The sentences of the Python package, in each of its languages, switchable at once. */
import { untrack } from "svelte";
import { levelOf, nameOf } from "../design/cast";
import { parsePlay, type Placed } from "../protocol/tiles";
import type { ChattedEvent, Problem } from "../protocol/wire";
import { keepLanguage } from "../storage/language";
import { catalogueOf, type Entries, type Language, preferred, readingOf, remarksIn } from "./catalogues";

/** What was asked for beside the sentences of every page. */
const more = new Set<(language: Language) => Promise<{ default: Entries }>>();
let lang = $state<Language>("en");
let entries = $state.raw<Entries>({});
/** Made once a language, and only when a sentence needs them: a browser takes long to make one. */
let plurals: Intl.PluralRules | undefined;
let times: { of: Language; format: Intl.RelativeTimeFormat } | undefined;

export const language = (): Language => lang;

/** Load a language: the one asked for, or the one that the person or the browser prefers. */
export async function loadLanguage(wanted?: Language): Promise<void> {
  const next = wanted ?? preferred();
  const found = await Promise.all([catalogueOf, ...more].map((part) => part(next)));
  plurals = undefined;
  entries = Object.assign({}, ...found.map((part) => part.default)) as Entries;
  lang = next;
  document.documentElement.lang = next;
  if (wanted) remember(wanted);
}

function remember(chosen: Language): void {
  keepLanguage(chosen);
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", `/manifest.webmanifest?lang=${chosen}`);
}

async function loadMore(part: typeof readingOf): Promise<void> {
  if (more.has(part)) return;
  // An effect that waits for this must not run again, and lose its place, when the language changes.
  const found = await part(untrack(language));
  more.add(part);
  entries = { ...entries, ...found.default };
}

/** From now on also the sentences of the pages to read and learn from. */
export const loadReading = (): Promise<void> => loadMore(readingOf);
/** From now on also what the computer players say. */
export const loadRemarks = (): Promise<void> => loadMore(remarksIn);

type Words = Record<string, unknown>;

/** A word of a sentence; the wire leaves out lists that are empty. */
function spoken(name: string, word: unknown): string {
  if (name === "tile") return tileName(String(word));
  if (name === "tiles") return ((word ?? []) as string[]).map(tileName).join(", ");
  if (name === "cell") return (word as number[]).join(",");
  if (name === "cells") return ((word ?? []) as number[][]).map((cell) => cell.join(",")).join(" ");
  const marked = typeof word === "number" && (!Number.isInteger(word) || (name === "n" && word >= 10_000));
  return marked ? word.toLocaleString(lang) : String(word);
}

const formOf = (n: number): string => (plurals ??= new Intl.PluralRules(lang)).select(n);

/** The sentence of a key with its words filled in; plurals follow the word `n`. */
export function t(key: string, words: Words = {}): string {
  const entry = entries[key];
  if (entry === undefined) return key;
  const text = typeof entry === "string" ? entry : (entry[formOf(Number(words.n))] ?? entry.other ?? key);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => spoken(name, words[name]));
}

/** Several names as one; a browser takes long to make a format, and one name needs none. */
export const listOf = (names: string[], type: Intl.ListFormatType = "conjunction"): string =>
  names.length === 1 ? names[0]! : new Intl.ListFormat(lang, { type }).format(names);

export const has = (key: string): boolean => key in entries;
export const tileName = (tile: string): string => t(tile === "?" ? "web.unknown" : `tile.${tile}`);
export const placedName = ({ tile, x, y }: Placed): string => `${tileName(tile)} ${x},${y}`;

/** A move in words: where tiles went, or what else was done. */
export function moveWords(move: string): string {
  const placed = parsePlay(move).map(placedName).join(", ");
  if (placed) return placed;
  const [kind = "", ...rest] = move.split(" ");
  const n = /^\d+$/.test(rest[0] ?? "") ? Number(rest[0]) : rest.length; // of others only the number is known
  return has(`web.other.${kind}`) ? t(`web.other.${kind}`, { n }) : move;
}

/** Names that the server gives, in English as in every record; those of the computer players are in the cast. */
const NOBODY = "Guest";
const BESIDE = "Player";

/** What a person beside somebody at the same device is called in the log, by the number of the chair. */
export const besideName = (number: number): string => `${BESIDE} ${number}`;

/** What a computer player is called. */
export const characterName = (level: number): string => t(`web.cast.name.${level}`);

/** A name as the reader calls it: one that was given is said in their language, with the number that tells it apart. */
export function playerName(name: string, level?: number | null): string {
  const [, given = "", number] = /^(.*?)(?: (\d+))?$/.exec(name) ?? [];
  if (given === BESIDE && number) return t("web.player", { number });
  const called = given === NOBODY ? t("web.guest") : level && given === nameOf(level) ? characterName(level) : "";
  return called ? [called, number].filter(Boolean).join(" ") : name;
}

/** What somebody did, with its points where it brought some; leaving is not a move. */
export const moveText = (player: string, move: string, n: number): string =>
  move
    ? t(n ? "web.told.moved" : "web.told.other", { player, move: moveWords(move), n })
    : t("web.told.resigned", { player });

/** What somebody said: a phrase in the reader's language, or their own words. */
export const chatText = ({ phrase, text, emote }: ChattedEvent): string =>
  phrase ? t(`chat.${phrase}`) : emote ? t(`web.emote.${emote}`) : (text ?? "");

/** A sentence that is not said yet: kept like this, it follows a change of language. */
export type Unsaid = Pick<Problem, "key"> & Partial<Pick<Problem, "message" | "words" | "tiles" | "cells">>;

/** A refusal in the language of now, where its sentence is known here; else as the server said it. */
export const problemText = ({ key, message, words, tiles, cells }: Unsaid): string =>
  has(key) || !message
    ? t(key, { ...words, ...named(words), ...(tiles && { tiles }), ...(cells && { cells }) })
    : message;

const named = (words: Words = {}): Words =>
  typeof words.player === "string" ? { player: playerName(words.player, levelOf(words.player)) } : {};

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was, in words: “2 hours ago”. */
export function ago(at: number): string {
  const past = Math.max(0, Date.now() - at);
  const [unit, size] = STEPS.find(([, ms]) => past >= ms) ?? ["second", 60_000];
  if (times?.of !== lang) times = { of: lang, format: new Intl.RelativeTimeFormat(lang, { numeric: "auto" }) };
  return times.format.format(-Math.floor(past / size), unit);
}
