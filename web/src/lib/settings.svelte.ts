/** What a person chose on this device. */
export type Theme = "auto" | "light" | "dark" | "contrast";
export type Palette = "safe" | "vivid";

interface Settings {
  name: string;
  theme: Theme;
  palette: Palette;
  letters: boolean;
  sounds: boolean;
  speed: number;
  sort: "drawn" | "color" | "shape";
  edition: "classic" | "cards";
  level: number;
  opponents: number;
}

const DEFAULTS: Settings = {
  name: "",
  theme: "auto",
  palette: "safe",
  letters: false,
  sounds: false,
  speed: 250,
  sort: "drawn",
  edition: "classic",
  level: 2,
  opponents: 1,
};

function stored(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem("settings") ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

export const settings = $state<Settings>(stored());

/** Keep the settings and show them; called from an effect of the app. */
export function keepSettings(): void {
  localStorage.setItem("settings", JSON.stringify(settings));
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
  root.style.setProperty("--speed", `${settings.speed}ms`);
}

/** How long a movement that a style sheet cannot make takes, in milliseconds; none for people who want none. */
export function motion(): number {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : settings.speed;
}
