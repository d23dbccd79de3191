/** Typed commands of the card table, answered in words. */
import { problemText, t } from "../app/i18n.svelte";
import type { TableLink } from "../protocol/table.svelte";
import { TILES, without } from "../protocol/tiles";
import { leftOf, made, named, scores } from "../table/commands";
import { meaning } from "../table/words";
import type { CardPlay } from "./cardplay.svelte";

/** The rows one under the other, each with its number and whether it is valid. */
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
  return done ? rows(turn) : turn.problem ? problemText(turn.problem) : t("web.offline");
}

async function play(link: TableLink, turn: CardPlay, table: string): Promise<string> {
  if (table) return made(link, { do: "play", move: table });
  if (turn.ahead && (await turn.commit())) return t(turn.premove.armed ? "web.premove.armed" : "web.premove.back");
  await turn.look();
  if (!turn.canCommit) return turn.word?.problem ? problemText(turn.word.problem) : t("web.cards.nothing_laid");
  await turn.commit();
  return turn.problem ? problemText(turn.problem) : t("web.saved");
}

export async function cardCommand(text: string, link: TableLink, turn: CardPlay): Promise<string> {
  const [typed = "", ...rest] = text.trim().split(/\s+/);
  const word = meaning("do", typed);
  switch (word) {
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
      return made(link, { do: "play", move: word });
    case "left":
      return leftOf(rest, link.view?.unseen ?? {});
    case "score":
    case "totals":
      return scores(link);
    default:
      return t("web.command.help.cards");
  }
}
