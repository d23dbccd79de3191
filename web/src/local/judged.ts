/** The engine's word on a move, as a server would say it. */
import { t } from "../app/i18n.svelte";
import type { Fault, Judged } from "../engine/questions";
import type { Checked, Problem } from "../protocol/wire";

/** What a rule forbids. */
export const broken = ({ key, tiles, cells, words }: Fault): Problem => ({
  code: "rule",
  key,
  message: t(key, { ...words, tiles, cells }),
  rule: key.split(".")[0]!,
  words,
  tiles,
  cells,
});

/** What a move would be; points and lines are those of one whose turn it is. */
export function checked(id: string, { fault, points, lines, rows }: Judged, isTurn: boolean): Checked {
  const good = !fault && isTurn;
  return {
    type: "checked",
    id,
    problem: fault && broken(fault),
    points: good ? points : 0,
    lines: good ? lines : [],
    rows: rows.map(({ row, captured, fault: wrong }) => ({ row, captured, problem: wrong && broken(wrong) })),
  };
}
