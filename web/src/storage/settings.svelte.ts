/** What a person chose on this device. */
import type { TableView } from "../protocol/wire";
import { read, write } from "./store";

export type Theme = "auto" | "light" | "dark" | "contrast";
export type Palette = "vivid" | "safe";
export type Sorting = "drawn" | "color" | "shape";

interface Settings {
  name: string;
  /** The face that the person chose, as the server knows it; empty where they have not. */
  face: string;
  /** Told only to the server, and only to decide a tie about the start. */
  age: number | null;
  theme: Theme;
  palette: Palette;
  /** A letter for the colour on every tile. */
  letters: boolean;
  sounds: boolean;
  vibration: boolean;
  motion: boolean;
  /** Whether cells that take the held tile light up. */
  showLegal: boolean;
  /** Whether computer players say something now and then. */
  remarks: boolean;
  sort: Sorting;
  /** The game that was chosen last; nothing before the first choice. */
  edition: TableView["edition"] | undefined;
  level: number;
  /** Whether the last opponents were about as strong as oneself, instead of that level. */
  matched: boolean;
  opponents: number;
  /** Whether the computer was played before: then the last player asks for another game. */
  played: boolean;
  /** Whether the device may call them back when it is their turn. */
  notify: boolean;
  /** Whether the person has been asked how they see colours best. */
  welcomed: boolean;
}

const DEFAULTS: Settings = {
  name: "",
  face: "",
  age: null,
  theme: "auto",
  palette: "vivid",
  letters: false,
  sounds: true,
  vibration: true,
  motion: true,
  showLegal: true,
  remarks: true,
  sort: "drawn",
  edition: undefined,
  level: 2,
  matched: false,
  opponents: 1,
  played: false,
  notify: false,
  welcomed: false,
};
const KEY = "settings";

export const settings = $state<Settings>({ ...DEFAULTS, ...(read(KEY) as Partial<Settings> | undefined) });

/** Whether the computer was played before this page was opened. */
export const playedBefore = settings.played;

/** Let the page look as it was chosen: before anything is drawn, and after each change. */
export function showSettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
  root.dataset.motion = settings.motion ? "on" : "off";
}

/** Keep the settings and show them; called from an effect of the app. */
export function keepSettings(): void {
  write(KEY, settings);
  showSettings();
}
