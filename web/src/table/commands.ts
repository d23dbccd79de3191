/** Typed commands that both games have, answered in words. */
import { problemText, t, tileName } from "../app/i18n.svelte";
import type { Act } from "../protocol/api";
import type { TableLink } from "../protocol/table.svelte";
import { meaning } from "./words";
import { COLORS, SHAPES, TILES, colorOf, shapeOf } from "../protocol/tiles";

const WORDS: Record<string, string> = {
  red: "R",
  orange: "O",
  yellow: "Y",
  green: "G",
  blue: "B",
  purple: "P",
  circle: "o",
  cross: "x",
  diamond: "d",
  square: "s",
  star: "t",
  clover: "c",
};

export const named = (tiles: string[]): string => tiles.map(tileName).join(", ") || t("web.none");

export const scores = (link: TableLink): string =>
  (link.view?.seats ?? []).map((seat) => `${seat?.name}: ${seat?.score}`).join("\n");

/** How many tiles of a colour or a shape are unseen. */
export function leftOf(words: string[], unseen: Record<string, number>): string {
  const wanted = words.map((word) => WORDS[meaning("of", word)] ?? word);
  const color = COLORS.find((one) => wanted.includes(one));
  const shape = SHAPES.find((one) => wanted.includes(one));
  const fitting = TILES.filter((tile) => (!color || colorOf(tile) === color) && (!shape || shapeOf(tile) === shape));
  return (
    fitting
      .filter((tile) => unseen[tile])
      .map((tile) => `${tileName(tile)}: ${unseen[tile]}`)
      .join("\n") || t("web.none")
  );
}

export async function made(link: TableLink, body: Act): Promise<string> {
  const answer = await link.send({ ...body, expect: link.view?.seq ?? null });
  return answer.problem ? problemText(answer.problem) : t("web.saved");
}
