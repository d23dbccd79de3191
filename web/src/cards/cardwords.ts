/** What is said about a turn of the card game while it is thought about. */
import { has, problemText, t } from "../app/i18n.svelte";
import type { Checked, Problem } from "../protocol/wire";
import type { CardPlay } from "./cardplay.svelte";

/** That every row is valid, and how many are captured. */
export const readyText = (rows: number): string =>
  rows ? t("web.cards.ready.rows", { n: rows }) : t("web.cards.ready");

/** The server's word: what is wrong with rows, else with the turn, else that it may be played. */
export function checkedText({ rows, problem, points }: Checked): string {
  const wrong = rows.flatMap((row) => (row.problem ? [problemText(row.problem)] : []));
  if (wrong.length) return wrong.join(" ");
  return problem ? problemText(problem) : readyText(points);
}

/** Which cards are chosen. */
export const chosenText = (tiles: string[]): string =>
  tiles.length ? t("web.cards.chosen", { tiles }) : t("web.cards.let_go");

/** Where cards went: to a row with a number, or into the hand. */
export const putText = (tiles: string[], number: number | undefined): string =>
  number ? t("web.cards.put", { tiles, number }) : t("web.cards.put.hand", { tiles });

/** What is wrong with a row, in as few words as fit on its edge. */
export function faultWords(problem: Problem, cards: number): string {
  const key = `web.row.fault.${problem.key.slice(3)}`;
  return has(key) ? t(key, { n: Math.max(1, 3 - cards) }) : problemText(problem);
}

/** Why a turn cannot be finished yet, in a few words; nothing where it can. */
export function notYet(turn: CardPlay, opening: boolean): string {
  if (turn.ahead) return turn.touched ? "" : t("web.premove.lay");
  if (!turn.mine) return t("web.play.wait");
  if (turn.canCommit) return "";
  if (!turn.touched) return t(opening ? "web.finish.open" : "web.finish.lay");
  const keys = turn.rows.flatMap((row) => turn.verdict(row)?.problem?.key ?? []);
  const wrong = keys.filter((key) => key !== "C4.short").length;
  if (wrong) return t("web.finish.wrong", { n: wrong });
  if (keys.length) return t("web.finish.short", { n: keys.length });
  const fault = turn.word?.problem;
  if (!fault) return t("web.row.asking");
  if (fault.key === "C5.none") return t("web.finish.lay");
  return fault.rule === "C3" ? t("web.finish.open") : problemText(fault);
}
