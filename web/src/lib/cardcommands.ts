/** Typed commands of the card table, answered in words. */
import { without } from "./cardlayout";
import type { CardPlay } from "./cardplay.svelte";
import { made, scores, leftOf } from "./commandline";
import { problemText, t, tileName } from "./i18n.svelte";
import type { TableLink } from "./table.svelte";
import { TILES } from "./tiles";

const named = (tiles: string[]): string => tiles.map(tileName).join(", ") || t("web.none");

/** The rows one under the other, each with its number and whether it stands. */
function rows(turn: CardPlay): string {
  const lines = turn.rows.map((row, n) => {
    const problem = turn.verdict(row)?.problem;
    return `${n + 1}: ${named(turn.tiles(row))}${problem ? `. ${problemText(problem)}` : ""}`;
  });
  return lines.join("\n") || t("web.none");
}

async function arrange(turn: CardPlay, tiles: string[]): Promise<string> {
  const cards = turn.cardsOf(tiles);
  if (cards.length < tiles.length) return t("web.cards.not_held", { tiles: without(tiles, turn.hand) });
  const done = await turn.arrange(...(cards.length ? [cards] : []));
  return done ? rows(turn) : (turn.problem?.message ?? t("web.offline"));
}

async function play(link: TableLink, turn: CardPlay, table: string): Promise<string> {
  if (table) return made(link, { do: "play", move: table });
  await turn.look();
  if (!turn.canCommit) return turn.word?.problem ? problemText(turn.word.problem) : t("web.cards.nothing_laid");
  await turn.commit();
  return turn.problem ? problemText(turn.problem) : t("web.saved");
}

export async function cardCommand(text: string, link: TableLink, turn: CardPlay): Promise<string> {
  const [word = "", ...rest] = text.trim().split(/\s+/);
  switch (word.toLowerCase()) {
    case "hand":
      return named(turn.hand);
    case "rows":
      return rows(turn);
    case "play":
      return play(link, turn, rest.join(" "));
    case "arrange":
      return rest.every((tile) => TILES.includes(tile)) ? arrange(turn, rest) : t("web.command.help.cards");
    case "undo":
      turn.undo();
      return rows(turn);
    case "exchange":
    case "pass":
      return made(link, { do: "play", move: word.toLowerCase() });
    case "left":
      return leftOf(rest, link.view?.unseen ?? {});
    case "score":
      return scores(link);
    default:
      return t("web.command.help.cards");
  }
}
