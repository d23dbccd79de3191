/** Points on their way: a medal runs along its line and on to the plate of its player, whose number counts up. */
import { animate, countUp, flash, glide } from "../design/motion";

/** A line in the window: where its tiles lie, in their order, and the drawings that hop as the medal passes. */
export interface SeenLine {
  rects: DOMRect[];
  tiles: (Element | null | undefined)[];
  points: number;
  qwirkle: boolean;
}

/** How long a medal is on its way, and a Qwirkle's light; several start so far apart. */
export const MEDAL = 440;
const SWEEP = 900;
const APART = 60;

export const scoreOf = (seat: number): Element | null => document.querySelector(`[data-seat="${seat}"] .figure`);

/** Let the points of some lines fly to a seat that then has `score`. */
export function award(lines: SeenLine[], seat: number, points: number, score: number, delay: number): void {
  const figure = scoreOf(seat);
  const plate = figure?.getBoundingClientRect();
  if (!plate?.width) return;
  lines.forEach((line, n) => {
    const start = delay + n * APART;
    hop(line, start);
    if (line.qwirkle) sweep(line, start);
    void glide(medal(line), sizeOf(line), wayOf(line, plate), { duration: MEDAL, delay: start, ease: "even" });
  });
  countUp(figure, score - points, score, delay + MEDAL);
}

/** The tiles of a line hop one after the other; each of a Qwirkle higher. */
function hop({ tiles, qwirkle }: SeenLine, delay: number): void {
  const high = `translateY(${qwirkle ? -22 : -12}px)`;
  tiles.forEach((tile, n) => {
    const frames = [{ transform: "none" }, { transform: high }, { transform: "none" }];
    void animate(tile, frames, { duration: 220, delay: delay + n * (qwirkle ? 55 : 30) });
  });
}

const middle = (at: DOMRect) => ({ x: at.x + at.width / 2, y: at.y + at.height / 2 });
const sizeOf = (line: SeenLine): number =>
  Math.min(54, Math.max(32, line.rects[0]!.width * (line.qwirkle ? 0.8 : 0.62)));

function wayOf({ rects }: SeenLine, plate: DOMRect) {
  const [first, last, goal] = [middle(rects[0]!), middle(rects.at(-1)!), middle(plate)];
  return [
    { ...first, scale: 0.4, opacity: 0, offset: 0 },
    { ...first, scale: 1, offset: 0.12 },
    { ...last, scale: 1.08, offset: 0.5 },
    { x: last.x + (goal.x - last.x) * 0.5, y: last.y + (goal.y - last.y) * 0.5 - 24, scale: 0.95, offset: 0.78 },
    { ...goal, scale: 0.6, opacity: 0.7, offset: 1 },
  ];
}

function medal({ points, qwirkle }: SeenLine): Element {
  const disc = document.createElement("b");
  disc.className = qwirkle ? "flying-medal gold" : "flying-medal";
  disc.textContent = `+${points}`;
  return disc;
}

function frameOf({ rects }: SeenLine): DOMRect {
  const [a, z] = [rects[0]!, rects.at(-1)!];
  const out = a.width * 0.08;
  return new DOMRect(a.x - out, a.y - out, z.right - a.x + 2 * out, z.bottom - a.y + 2 * out);
}

/** A golden frame around a Qwirkle, and a gleam that sweeps along it. */
function sweep(line: SeenLine, delay: number): void {
  const at = frameOf(line);
  const [frame, gleam] = [document.createElement("div"), document.createElement("i")];
  frame.className = "sweep";
  frame.append(gleam);
  const down = at.height > at.width;
  gleam.className = down ? "down" : "";
  void flash(frame, at, { duration: SWEEP, delay });
  const along = (part: string) => ({ transform: down ? `translateY(${part})` : `translateX(${part})` });
  void animate(gleam, [along("-100%"), along("100%")], { duration: SWEEP * 0.7, delay, ease: "even" });
}
