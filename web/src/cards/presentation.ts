/** How the card game is shown outside of its own table. */
import { t } from "../app/i18n.svelte";
import type { Presentation } from "../editions/presentation";
import { laidByMove } from "../protocol/rows";
import { parseRows, without } from "../protocol/tiles";
import Choice from "./art/Choice.svelte";
import Door from "./art/Door.svelte";
import Laid from "./art/Laid.svelte";
import Scene from "./art/Scene.svelte";

export const PRESENTATION: Presentation<"cards"> = {
  edition: "cards",
  felt: "plum",
  feltColor: "#85334a",
  icon: "cards",
  card: true,
  hand: 9,

  table: () => import("./CardTable.svelte"),
  replayMat: () => import("./ReplayMat.svelte"),
  pictures: { door: Door, scene: Scene, choice: Choice, laid: Laid },

  laidByMove: (events) => new Map([...laidByMove(events)].map(([seq, { tiles }]) => [seq, tiles])),
  laidIn: ({ move }, before) =>
    move?.includes(" ") ? without(parseRows(move).flat(), (before?.rows ?? []).flat()) : [],
  /** The captured rows, or those of the table where there are none. */
  onGrid({ seats, rows }) {
    const captured = seats.flatMap((seat) => seat?.captured ?? []);
    return (captured.length ? captured : rows).flatMap((row, y) => row.map((tile, x) => ({ tile, x, y })));
  },

  supply: (n) => t("web.pile", { n }),
  progress: ({ bag, phase }) => (bag || phase !== "playing" ? t("web.pile", { n: bag }) : t("web.pile.last")),
  handSize: (n) => t("web.in_hand.cards", { n }),
  leftInHand: () => "",
  lead: () => "",
  figure: () => "",
  feat: ({ points }) => (points ? t("web.rows_captured", { n: points }) : ""),
  // Every captured row is a Qwirkle, and a point.
  qwirkles: ({ points }) => points,
  gained: (points) => (points ? t("web.replay.took", { n: points }) : ""),
  sentence(player, move, points, laid) {
    if (!laid.length) return t(`web.told.${move}`, { player });
    const taken = points ? ` ${t("web.replay.took", { n: points })}` : "";
    return t("web.replay.laid", { player, tiles: laid }) + taken;
  },
  chart: { dots: false, inReplay: false },
  review: { budget: 120, games: 800, meter: 2, worth: 0.1 }, // these take longer to try out
  remarks: { by: "laid", big: 5, close: 1 },
};
