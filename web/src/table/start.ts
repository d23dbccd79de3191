/** Who starts, and why (T2, C2), as a sentence; the server has decided. */
import { t } from "../app/i18n.svelte";
import type { Edition } from "../editions/presentation";
import type { Starter } from "../protocol/wire";

export function startText(start: Starter, edition: Edition, names: readonly string[]): string {
  const why = start.why === "set" && !start.feature ? "sets" : start.why;
  const others = start.tied.filter((seat) => seat !== start.seat).map((seat) => names[seat]);
  return t(`ui.start.${edition}.${why}`, {
    player: names[start.seat],
    others: others.join(", "),
    n: start.size,
    feature: start.feature ? t(`ui.start.feature.${start.feature}`) : "",
  });
}
