/** The six shapes, drawn in a square from -50 to 50; our own, and told apart at 16 pixels. */
import type { Shape } from "../protocol/tiles";

const point = (radius: number, turn: number): string => {
  const angle = (turn * Math.PI) / 180;
  return `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
};

/** A ring of points that lie in turn further out and further in. */
const ring = (points: number, outer: number, inner: number, turn = 0): string => {
  const corners = Array.from({ length: points * 2 }, (_, n) => point(n % 2 ? inner : outer, turn + (n * 180) / points));
  return `M${corners.join("L")}Z`;
};

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const SHAPE_PATHS: Record<Shape, string> = {
  o: circle(0, 0, 29),
  x: ring(4, 41, 13.5, 45),
  d: "M0-36L32 0L0 36L-32 0Z",
  s: "M-25-25H25V25H-25Z",
  t: ring(8, 36, 23),
  c: circle(0, -16, 15.5) + circle(16, 0, 15.5) + circle(0, 16, 15.5) + circle(-16, 0, 15.5) + "M-13-13V13H13V-13Z",
};
