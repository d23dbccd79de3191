/** Whether a game will count for the ratings, and if not, why, in a sentence. */
import { playerName, t } from "../app/i18n.svelte";
import type { Outlook, TableView } from "../protocol/wire";

export function outlookText({ counts, why, pair, games, turns }: Outlook, view: TableView): string {
  if (counts) return view.seats.includes(null) ? t("web.outlook.open") : t("web.outlook.yes", { n: turns });
  if (!why || why === "over" || (why === "apart" && view.you === null)) return t("web.outlook.unrated");
  const [one, other] = pair.map((name) => playerName(name));
  return t(`web.outlook.${why}`, { one, other, n: games });
}
