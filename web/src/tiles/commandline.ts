/** Typed commands of the tile table, answered in words. */
import { t } from "../app/i18n.svelte";
import type { TableLink } from "../protocol/table.svelte";
import { TILES, cellKey, parsePlay, writePlay, writeTrade, type Placed } from "../protocol/tiles";
import { leftOf, made, named, scores } from "../table/commands";
import { meaning } from "../table/words";
import type { TilePlay } from "./tileplay.svelte";

const STEPS: Record<string, [number, number]> = { right: [1, 0], left: [-1, 0], down: [0, 1], up: [0, -1] };

/** `Rc Rs 3,4 right`: tiles one after the other, from a cell on, over what lies there already. */
export function parseTyped(words: string[], board: Map<string, string>): Placed[] | undefined {
  const tiles = words.filter((word) => TILES.includes(word));
  const cell = words.find((word) => /^-?\d+,-?\d+$/.test(word));
  const step = STEPS[meaning("to", words.at(-1) ?? "")] ?? STEPS.right!;
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
  return [
    [1, 0],
    [0, 1],
  ].map(([dx = 0, dy = 0]) => {
    let [ax, ay] = [x, y];
    while (board.has(cellKey(ax - dx, ay - dy))) [ax, ay] = [ax - dx, ay - dy];
    const line: string[] = [];
    for (; board.has(cellKey(ax, ay)); [ax, ay] = [ax + dx, ay + dy]) line.push(board.get(cellKey(ax, ay))!);
    return line;
  });
}

export async function commandLine(
  text: string,
  link: TableLink,
  turn: TilePlay,
  board: Map<string, string>,
): Promise<string> {
  const words = text.trim().split(/\s+/);
  const rest = words.slice(1);
  switch (meaning("do", words[0] ?? "")) {
    case "hand":
      return named(turn.hand);
    case "moves":
      return (
        link.offers
          .best(8)
          .map(([move, points]) => `${points}: ${move}`)
          .join("\n") || t("web.none")
      );
    case "line": {
      const [x = 0, y = 0] = (rest[0] ?? "").split(",").map(Number);
      return linesThrough(x, y, board).map(named).join("\n");
    }
    case "left":
      return leftOf(rest, link.view?.unseen ?? {});
    case "score":
    case "totals":
      return scores(link);
    case "pass":
      return made(link, { do: "play", move: "pass" });
    case "trade":
      return made(link, { do: "play", move: writeTrade(rest) });
    case "play": {
      const placed = rest.some((word) => word.includes("@")) ? undefined : parseTyped(rest, board);
      if (turn.ahead && turn.lay(placed ?? parsePlay(rest.join(" ")))) {
        await turn.commit();
        return t("web.premove.armed");
      }
      return made(link, { do: "play", move: placed ? writePlay(placed) : rest.join(" ") });
    }
    default:
      return t("web.command.help");
  }
}
