/** The six computer players, by level: shapes of the game with a face and a character. */
import type { Shape } from "../protocol/tiles";

export interface Character {
  name: string;
  level: number;
  shape: Shape;
  ink: string;
  deep: string;
  back: [string, string];
}

/** The names are those of the log; what each is called and is like is in the catalogues: `web.cast.name.1`, and for each game beside it. */
export const CAST: readonly Character[] = [
  { name: "Olo", level: 1, shape: "o", ink: "#ffd93b", deep: "#e0a511", back: ["#fff3c4", "#f6dc86"] },
  { name: "Luka", level: 2, shape: "c", ink: "#58cf78", deep: "#2c9a4f", back: ["#daf5df", "#a9dfb5"] },
  { name: "Kubo", level: 3, shape: "s", ink: "#f2913a", deep: "#c9650e", back: ["#ffe6cd", "#f8c391"] },
  { name: "Dia", level: 4, shape: "d", ink: "#5aa2ff", deep: "#2a6fcf", back: ["#dbeaff", "#a8cbfa"] },
  { name: "Iks", level: 5, shape: "x", ink: "#a06ad8", deep: "#6f3da8", back: ["#ecdffa", "#cbaeeb"] },
  { name: "Astra", level: 6, shape: "t", ink: "#e2485a", deep: "#a81f33", back: ["#ffdede", "#f4a9ad"] },
];

/** The character that plays a level. */
export const characterOf = (level: number): Character => CAST[Math.min(6, Math.max(1, level)) - 1]!;

export const nameOf = (level: number): string => characterOf(level).name;

/** The level of a player with the name of a character; that may be a person, so a seat knows better. */
export const levelOf = (name: string): number | undefined =>
  CAST.find((one) => one.name === name.replace(/ \d+$/, ""))?.level;

export type Mood = "calm" | "think" | "happy" | "sad" | "wow" | "wink" | "love" | "sleep";
