/** Typed commands of the tile table, answered in words. */
import { t, tileName } from "./i18n.svelte";
import type { TableLink } from "./table.svelte";
import { COLORS, SHAPES, TILES, cellKey, colorOf, shapeOf, writePlay, type Placed } from "./tiles";
import type { TilePlay } from "./tileplay.svelte";

const STEPS: Record<string, [number, number]> = { right: [1, 0], left: [-1, 0], down: [0, 1], up: [0, -1] };
const WORDS: Record<string, string> = {
  red: "R", orange: "O", yellow: "Y", green: "G", blue: "B", purple: "P",
  circle: "o", cross: "x", diamond: "d", square: "s", star: "t", clover: "c",
};

/** `Rc Rs 3,4 right`: tiles one after the other, from a cell on, over what lies there already. */
export function parseTyped(words: string[], board: Map<string, string>): Placed[] | undefined {
  const tiles = words.filter((word) => TILES.includes(word));
  const cell = words.find((word) => /^-?\d+,-?\d+$/.test(word));
  const step = STEPS[words.at(-1) ?? ""] ?? STEPS.right!;
  if (!tiles.length || !cell) return undefined;
  let [x = 0, y = 0] = cell.split(",").map(Number);
  return tiles.map((tile) => {
    while (board.has(cellKey(x, y))) [x, y] = [x + step[0], y + step[1]];
    const placed = { tile, x, y };
    [x, y] = [x + step[0], y + step[1]];
    return placed;
  });
}

/** The tiles of the row and of the column through a cell. */
export function linesThrough(x: number, y: number, board: Map<string, string>): string[][] {
  return [[1, 0], [0, 1]].map(([dx = 0, dy = 0]) => {
    let [ax, ay] = [x, y];
    while (board.has(cellKey(ax - dx, ay - dy))) [ax, ay] = [ax - dx, ay - dy];
    const line: string[] = [];
    for (; board.has(cellKey(ax, ay)); [ax, ay] = [ax + dx, ay + dy]) line.push(board.get(cellKey(ax, ay))!);
    return line;
  });
}

const named = (tiles: string[]): string => tiles.map(tileName).join(", ") || t("web.none");

export async function commandLine(
  text: string, link: TableLink, turn: TilePlay, board: Map<string, string>,
): Promise<string> {
  const words = text.trim().split(/\s+/);
  const rest = words.slice(1);
  switch (words[0]?.toLowerCase()) {
    case "hand":
      return named(turn.hand);
    case "moves":
      return link.offers.best(8).map(([move, points]) => `${points}: ${move}`).join("\n") || t("web.none");
    case "line": {
      const [x = 0, y = 0] = (rest[0] ?? "").split(",").map(Number);
      return linesThrough(x, y, board).map(named).join("\n");
    }
    case "left":
      return leftOf(rest, link.view?.unseen ?? {});
    case "score":
      return scores(link);
    case "pass":
      return made(link, { do: "play", move: "pass" });
    case "trade":
      return made(link, { do: "trade", tiles: rest });
    case "play": {
      const placed = rest.some((word) => word.includes("@")) ? undefined : parseTyped(rest, board);
      return made(link, { do: "play", move: placed ? writePlay(placed) : rest.join(" ") });
    }
    default:
      return t("web.command.help");
  }
}

export const scores = (link: TableLink): string =>
  (link.view?.seats ?? []).map((seat) => `${seat?.name}: ${seat?.score}`).join("\n");

/** How many tiles of a colour or a shape are unseen. */
export function leftOf(words: string[], unseen: Record<string, number>): string {
  const wanted = words.map((word) => WORDS[word.toLowerCase()] ?? word);
  const color = COLORS.find((one) => wanted.includes(one));
  const shape = SHAPES.find((one) => wanted.includes(one));
  const fitting = TILES.filter((tile) => (!color || colorOf(tile) === color) && (!shape || shapeOf(tile) === shape));
  return fitting.filter((tile) => unseen[tile]).map((tile) => `${tileName(tile)}: ${unseen[tile]}`).join("\n") || t("web.none");
}

export async function made(link: TableLink, body: Record<string, unknown>): Promise<string> {
  const answer = await link.send({ ...body, expect: link.view?.seq });
  return answer.problem?.message ?? t("web.saved");
}
