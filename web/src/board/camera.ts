/** Where the board is looked at from: pure arithmetic, in cells and pixels. */
export interface Camera {
  /** The cell coordinates in the middle of the picture. */
  x: number;
  y: number;
  /** Pixels for one cell. */
  scale: number;
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const CLOSEST = 120;
export const FURTHEST = 14;
const COMFORTABLE = 72;

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The cells that hold something, with room around them. */
export function bounds(cells: { x: number; y: number }[], margin = 1): Box {
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  if (!cells.length) return { left: -2, top: -2, right: 2, bottom: 2 };
  return {
    left: Math.min(...xs) - margin,
    top: Math.min(...ys) - margin,
    right: Math.max(...xs) + margin,
    bottom: Math.max(...ys) + margin,
  };
}

/** A camera that shows a whole box. */
export function fitted(box: Box, size: Size): Camera {
  const wide = box.right - box.left + 1;
  const high = box.bottom - box.top + 1;
  const scale = Math.min(size.width / wide, size.height / high, COMFORTABLE);
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, scale: within(scale, FURTHEST, CLOSEST) };
}

/** Nearer or further, with the same point of the board staying under the pointer. */
export function zoomed(camera: Camera, factor: number, at: { x: number; y: number }, size: Size): Camera {
  const scale = within(camera.scale * factor, FURTHEST, CLOSEST);
  const dx = at.x - size.width / 2;
  const dy = at.y - size.height / 2;
  return {
    x: camera.x + dx / camera.scale - dx / scale,
    y: camera.y + dy / camera.scale - dy / scale,
    scale,
  };
}

export const moved = (camera: Camera, dx: number, dy: number): Camera => ({
  ...camera,
  x: camera.x - dx / camera.scale,
  y: camera.y - dy / camera.scale,
});

/** The cell under a point of the picture. */
export function cellAt(camera: Camera, point: { x: number; y: number }, size: Size): { x: number; y: number } {
  return {
    x: Math.round(camera.x + (point.x - size.width / 2) / camera.scale),
    y: Math.round(camera.y + (point.y - size.height / 2) / camera.scale),
  };
}

/** Where a point of the board, in cells, lies in the picture. */
export function pointOf(camera: Camera, at: { x: number; y: number }, size: Size): { x: number; y: number } {
  return {
    x: size.width / 2 + (at.x - camera.x) * camera.scale,
    y: size.height / 2 + (at.y - camera.y) * camera.scale,
  };
}

/** Whether a box lies within the picture. */
export function shows(camera: Camera, box: Box, size: Size): boolean {
  const halfWide = size.width / camera.scale / 2;
  const halfHigh = size.height / camera.scale / 2;
  return (
    box.left - 0.5 >= camera.x - halfWide &&
    box.right + 0.5 <= camera.x + halfWide &&
    box.top - 0.5 >= camera.y - halfHigh &&
    box.bottom + 0.5 <= camera.y + halfHigh
  );
}
