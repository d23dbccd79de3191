/**
 * Movement: one place that knows whether anything may move, and that ends everything at once when a
 * person taps or presses a key. What moves is decoration: the page shows the table as it is, and no move
 * of a player ever waits for an animation. The Web Animations API does all that is needed, so there is
 * no library.
 */
import { settings } from "../storage/settings.svelte";

export const EASE = {
  out: "cubic-bezier(.2,.9,.25,1)",
  spring: "cubic-bezier(.3,1.6,.5,1)",
  in: "cubic-bezier(.5,0,.9,.4)",
  both: "cubic-bezier(.5,.05,.2,1)",
  even: "linear",
} as const;

interface Options {
  duration?: number;
  delay?: number;
  ease?: keyof typeof EASE;
}

/** The longest that a movement takes, in milliseconds; a Qwirkle is an event. */
export const LONGEST = 500;
export const EVENT = 1200;

const running = new Set<Animation>();
let hurrying = false;
/** When the last loud movement is over, on the clock of the page. */
let free = 0;

/** Whether the person wants nothing to move. */
export const isCalm = (): boolean => !settings.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;

const isStill = (): boolean => isCalm() || hurrying || document.hidden;

/** Finish all movements that are under way. */
export function finishAll(): void {
  if (!running.size) return;
  hurrying = true;
  finishRunning();
  setTimeout(() => (hurrying = false), 60);
}

function finishRunning(): void {
  free = 0;
  for (const animation of [...running]) animation.finish();
}

/**
 * Never two loud movements at a time: how many milliseconds one must wait that lasts so long. Where more than
 * one is ahead of it, those are finished: nobody waits to see the table as it is.
 */
export function inTurn(duration: number): number {
  if (untilFree() > EVENT) finishRunning();
  const wait = untilFree();
  free = performance.now() + wait + duration;
  return wait;
}

/** How many milliseconds loud movements still take. */
export const untilFree = (): number => Math.max(0, free - performance.now());

/** How far apart things start that move one after the other, so that all of them have arrived in time. */
export const apart = (count: number, duration: number, most = 70): number =>
  count > 1 ? Math.min(most, (LONGEST - duration) / (count - 1)) : 0;

/** Animate an element; the promise ends with the movement, at once where nothing moves. */
export async function animate(
  element: Element | undefined | null,
  frames: Keyframe[],
  { duration = 220, delay = 0, ease = "out" }: Options = {},
): Promise<void> {
  if (!element?.animate || isStill()) return;
  const animation = element.animate(frames, { duration, delay, easing: EASE[ease], fill: "backwards" });
  running.add(animation);
  await animation.finished.catch(() => undefined);
  running.delete(animation);
}

/** Some time that a tap cuts short. */
export const pause = (ms: number): Promise<void> => animate(document.body, [{}, {}], { duration: ms });

/** Count a number up that is drawn from the property `--shown`; what it says is the truth all the while. */
export function countUp(element: Element | null | undefined, from: number, to: number, delay: number): void {
  void animate(element, [{ "--shown": from }, { "--shown": to }], { duration: 320, delay });
  const swell = [{ transform: "none" }, { transform: "scale(1.28)" }, { transform: "none" }];
  void animate(element, swell, { duration: 380, delay });
}

const center = ({ x, y, width, height }: DOMRect): [number, number] => [x + width / 2, y + height / 2];

/** How an element gets from elsewhere to where it is: the start of its way, as a transform. */
export function wayFrom(from: DOMRect, to: DOMRect): string {
  const [[ax, ay], [bx, by]] = [center(from), center(to)];
  return `translate(${ax - bx}px, ${ay - by}px) scale(${from.width / to.width})`;
}

/** A picture over everything else, for as long as it moves. */
async function float(picture: Element, at: DOMRect, frames: Keyframe[], options: Options): Promise<void> {
  const flyer = document.createElement("div");
  flyer.className = "flyer";
  flyer.setAttribute("aria-hidden", "true");
  flyer.append(picture);
  Object.assign(flyer.style, {
    position: "fixed",
    zIndex: "60",
    pointerEvents: "none",
    willChange: "transform",
    left: `${at.left}px`,
    top: `${at.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
  });
  document.body.append(flyer);
  await animate(flyer, frames, options);
  flyer.remove();
}

interface Flight extends Options {
  /** How high above the straight way it goes, in pixels. */
  lift?: number;
  /** Whether it comes out of something, or goes into it. */
  hidden?: "first" | "last";
}

/** Let a copy of a picture fly from one rectangle of the window to another, along a low arc. */
export async function fly(
  picture: Element,
  from: DOMRect,
  to: DOMRect,
  { lift, hidden, ...options }: Flight = {},
): Promise<void> {
  if (isStill() || !to.width) return;
  const [[ax, ay], [bx, by]] = [center(from), center(to)];
  const [dx, dy, scale] = [ax - bx, ay - by, from.width / to.width];
  const height = lift ?? Math.min(90, Math.hypot(dx, dy) * 0.22);
  const frames = [
    { transform: `translate(${dx}px,${dy}px) scale(${scale})`, opacity: hidden === "first" ? 0 : 1 },
    {
      transform: `translate(${dx * 0.45}px,${dy * 0.45 - height}px) scale(${((1 + scale) / 2) * 1.08})`,
      opacity: 1,
      offset: 0.5,
    },
    { transform: "none", opacity: hidden === "last" ? 0 : 1 },
  ];
  await float(picture, to, frames, { duration: 320, ease: "both", ...options });
}

/** The same to elements that are there when their picture arrives. */
export async function flyTo(
  elements: Element[],
  picture: Element,
  from: DOMRect,
  to: DOMRect,
  way: Flight & { duration: number },
): Promise<void> {
  const { duration, delay = 0 } = way;
  for (const one of elements) void animate(one, [{ opacity: 0 }, { opacity: 0 }], { duration, delay });
  await fly(picture, from, to, way);
}

/** A place on the way of a picture. */
export interface Stop {
  x: number;
  y: number;
  scale?: number;
  opacity?: number;
  offset?: number;
}

/** Let a picture run along a way, given by its middle. */
export async function glide(picture: Element, size: number, way: Stop[], options: Options): Promise<void> {
  if (isStill()) return;
  const frames = way.map(({ x, y, scale = 1, opacity = 1, offset }) => ({
    transform: `translate(${x - size / 2}px,${y - size / 2}px) scale(${scale})`,
    opacity,
    ...(offset === undefined ? {} : { offset }),
  }));
  await float(picture, new DOMRect(0, 0, size, size), frames, options);
}

/** Let a picture come and go where it is. */
export async function flash(picture: Element, at: DOMRect, options: Options): Promise<void> {
  if (isStill()) return;
  const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }];
  await float(picture, at, frames, { ease: "even", ...options });
}

/** End all movement with a tap, a key, a turn of the wheel, or by looking elsewhere. */
export function watchForHurry(): void {
  for (const kind of ["pointerdown", "keydown", "wheel"] as const)
    document.addEventListener(kind, finishAll, { capture: true, passive: true });
  document.addEventListener("visibilitychange", () => document.hidden && finishAll());
}

/** How long a small movement takes that no style sheet makes, in milliseconds. */
export const moveTime = (): number => (isCalm() ? 0 : 220);
