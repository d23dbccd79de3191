/** Where somebody stands among the computer players, in words: never as a number. */
import { characterName, t } from "../app/i18n.svelte";

const HIGHEST = 6;
/** Levels: nearer than this to one of the six, one is about as strong. */
const NEAR = 0.2;

export function standingText(own: number): string {
  const nearest = Math.round(own);
  if (nearest >= 1 && Math.abs(own - nearest) <= NEAR)
    return t("web.strength.like", { player: characterName(nearest) });
  if (own < 1) return t("web.strength.before", { player: characterName(1) });
  const lower = Math.min(Math.floor(own), HIGHEST - 1);
  return t("web.strength.between", { lower: characterName(lower), higher: characterName(lower + 1) });
}
