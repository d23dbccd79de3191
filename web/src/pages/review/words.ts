/** What is said about a turn, in one or two sentences. */
import { t } from "../../app/i18n.svelte";
import { telling } from "../../local/ideas";
import type { CardStep } from "../../cards/cardsteps";
import { FEATURES } from "../../protocol/tiles";
import type { Turn } from "../../review/run.svelte";
import { decimal } from "./figures";

/** Whether a better move was found than the one that was played. */
export const hasBetter = ({ move, reviewed }: Turn): boolean => !!reviewed && reviewed.best.move !== move;

/** A move without pieces in words. */
export function otherWords(move: string, player: string): string {
  if (move === "resign") return t("web.told.resigned", { player });
  const [name = "pass", ...rest] = move.split(" ");
  return t(`web.other.${name}`, { n: rest.length });
}

/** What the move cost, with its interval; nothing where there was no better one. */
export function lostText(turn: Turn): string {
  const lost = turn.reviewed?.lost?.points;
  if (!lost || !hasBetter(turn)) return "";
  const { value, low, high } = lost;
  return t(`web.review.lost.${turn.before.edition}`, {
    value: decimal(value),
    low: decimal(low),
    high: decimal(high),
  });
}

/** Why: what the better move does, or what is good about the one that was played. */
export function reasonText(turn: Turn, given: boolean): string {
  const { reviewed } = turn;
  if (!reviewed) return turn.move === "resign" ? "" : t("web.review.waiting");
  if (reviewed.judgement === "forced") return t("web.review.only");
  const { key, words } = telling(hasBetter(turn) ? reviewed.best.reasons : reviewed.reasons) ?? {};
  return [
    hasBetter(turn) ? "" : t("web.review.same"),
    key ? t(key, words) : "",
    reviewed.qwirkles.missed ? t(`web.review.missed.here.${turn.before.edition}`) : "",
    given ? t(`web.review.given.here.${turn.before.edition}`) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

const STEPS = {
  move: ["web.review.step.move", "web.review.step.move.new"],
  add: ["web.review.step.add", "web.review.step.add.new"],
} as const;

/** One step to a better table; the picture beside it shows which card. */
export function stepText({ fromHand, begins, feature, captures }: CardStep): string {
  const key = STEPS[fromHand ? "add" : "move"][begins ? 1 : 0];
  const step = t(key, { feature: t(`ui.start.feature.${FEATURES[feature]}`) });
  return captures ? t("web.review.step.six", { step }) : step;
}
