/**
 * The commitments that this device saw at its tables. A record only proves that it fits itself;
 * that it fits what was promised before the game, somebody must have noted.
 */
const KEY = "commitments";
const MOST = 200;

function all(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}

export const noted = (table: string): string | undefined => all().find(([name]) => name === table)?.[1];

/** The first one counts: a later one cannot take its place. */
export function note(table: string, commitment: string): void {
  if (!commitment || noted(table)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...all(), [table, commitment]].slice(-MOST)));
  } catch {
    // A full store costs the note, not the game.
  }
}
