/** The players of the rulebooks' examples, named as the rulebook of each language names them. */
import { language } from "../../app/i18n.svelte";

const TILES: Record<string, string[]> = {
  pl: ["Patrycja", "Kuba", "Jarek", "Ola"],
  uk: ["Патриція", "Куба", "Ярек", "Ола"],
};
const CARDS: Record<string, string[]> = {
  pl: ["Magda", "Krzysiek", "Sylwia"],
  uk: ["Магда", "Кшисек", "Сильвія"],
};

/** The four players of the sample game; the Romanian book has the names of the English one. */
export const tilePlayers = (english: string[]): string[] => TILES[language()] ?? english;

/** The players of the card game's examples. There is a Polish book only, so others take its names. */
export const cardPlayers = (): string[] => CARDS[language()] ?? CARDS.pl!;
