/** How the tile game is shown outside of its own table. */
import { moveText, t } from "../app/i18n.svelte";
import type { Presentation } from "../editions/presentation";
import { parsePlaced, parsePlay } from "../protocol/tiles";
import BesideScene from "./art/BesideScene.svelte";
import Choice from "./art/Choice.svelte";
import Door from "./art/Door.svelte";
import Laid from "./art/Laid.svelte";
import Scene from "./art/Scene.svelte";

const plus = (points: number): string => (points ? `+${points}` : "");
const laidBy = (move: string | null): string[] => parsePlay(move ?? "").map(({ tile }) => tile);

export const PRESENTATION: Presentation<"classic"> = {
  edition: "classic",
  felt: "",
  feltColor: "#2b7c74",
  icon: "grid",
  card: false,
  hand: 6,

  table: () => import("./TileTable.svelte"),
  replayMat: () => import("./ReplayMat.svelte"),
  pictures: { door: Door, scene: Scene, besideScene: BesideScene, choice: Choice, laid: Laid },

  laidByMove: (events) =>
    new Map(events.flatMap(({ seq, event }) => (event.type === "moved" ? [[seq, laidBy(event.move)]] : []))),
  laidIn: ({ move }) => laidBy(move),
  onGrid: ({ board }) => board.map(parsePlaced),

  supply: (n) => t("web.bag", { n }),
  progress: () => "",
  handSize: () => "",
  leftInHand: (n) => (n ? t("web.end.left", { n }) : ""),
  lead: (n) => (n ? t("web.end.ahead", { n }) : ""),
  figure: plus,
  feat: ({ qwirkles }) => (qwirkles ? "Qwirkle" : ""),
  qwirkles: ({ qwirkles }) => qwirkles,
  gained: plus,
  sentence: moveText,
  chart: { dots: true, inReplay: true },
  review: { budget: 120, games: 2500, meter: 10, worth: 0.01 },
  remarks: { by: "points", big: 8, close: 6 },
};
