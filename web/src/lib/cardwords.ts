/** What is said about a turn of the card game while it is thought about. */
import { problemText, t } from "./i18n.svelte";
import type { Checked } from "./wire";

/** That every row stands, and how many are captured. */
export const readyText = (rows: number): string => (rows ? t("web.cards.ready.rows", { n: rows }) : t("web.cards.ready"));

/** The server's word: what is wrong with rows, else with the turn, else that it may be played. */
export function checkedText({ rows, problem, points }: Checked): string {
  const wrong = rows.flatMap((row) => (row.problem ? [problemText(row.problem)] : []));
  if (wrong.length) return wrong.join(" ");
  return problem ? problemText(problem) : readyText(points);
}

/** Which cards are chosen. */
export const chosenText = (tiles: string[]): string => (tiles.length ? t("web.cards.chosen", { tiles }) : t("web.cards.let_go"));

/** Where cards went: to a row with a number, or into the hand. */
export const putText = (tiles: string[], number: number | undefined): string =>
  number ? t("web.cards.put", { tiles, number }) : t("web.cards.put.hand", { tiles });
