/**
 * The lamp goes on behind the first frame: words and surfaces are drawn at once; what is further down, faces, tiles and
 * grain come after that, frame by frame (Later.svelte). Drawn all at once they would hold up the first tap.
 */
import { flushSync } from "svelte";

let on = $state(false);

export const lampOn = (): boolean => on;

/** Do something once a frame has been drawn; what comes back forgets it. */
export function afterFrame(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => (timer = setTimeout(then)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

const waiting: (() => void)[] = [];
/** Milliseconds of work between two frames: a slow device gets through one thing, a fast one through several. */
const SLICE = 8;
let drawing = false;

/** The page says of itself whether parts of it are still to come. */
function setDrawing(now: boolean): void {
  drawing = now;
  document.documentElement.toggleAttribute("data-drawing", now);
}

function goOn(): void {
  const until = performance.now() + SLICE;
  while (waiting.length) {
    flushSync(waiting.shift());
    if (performance.now() >= until) break;
  }
  if (waiting.length) afterFrame(goOn);
  else setDrawing(false);
}

/** Do something in one of the next frames, behind what asked before; what comes back forgets it. */
export function inTime(then: () => void): () => void {
  waiting.push(then);
  if (!drawing) {
    setDrawing(true);
    afterFrame(goOn);
  }
  return () => {
    const place = waiting.indexOf(then);
    if (place >= 0) waiting.splice(place, 1);
  };
}

/** Call it once what comes first is in the page. */
export function switchOnLamp(): void {
  inTime(() => {
    on = true;
    document.documentElement.dataset.grain = "";
  });
}
