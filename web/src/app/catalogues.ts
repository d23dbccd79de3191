/** The languages, and where their sentences are; without anything else, for this is asked before the rest is there. */
import { CATALOGUES, LANGUAGE_NAMES, READING, REMARKS } from "virtual:languages";
import { chosenLanguage } from "../storage/language";

/** One that the package has a catalogue for. */
export type Language = string;
export type Entries = Record<string, string | Record<string, string>>;

export const LANGUAGES: Language[] = Object.keys(LANGUAGE_NAMES);

/** The sentences of a language. */
export const catalogueOf = (language: Language): Promise<{ default: Entries }> => CATALOGUES[language]!();

/** Those of the pages to read and learn from, for those who open one. */
export const readingOf = (language: Language): Promise<{ default: Entries }> => READING[language]!();

/** Those of the computer players, for a table with some. */
export const remarksIn = (language: Language): Promise<{ default: Entries }> => REMARKS[language]!();

/** The language that the person or the browser prefers. */
export function preferred(): Language {
  const asked = [chosenLanguage(), ...navigator.languages.map((tag) => tag.split("-")[0])];
  return asked.find((code) => code && LANGUAGES.includes(code)) ?? "en";
}
