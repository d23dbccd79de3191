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

/** How much of the picture is covered by buttons, at its right and at its bottom. */
export interface Strip {
  right: number;
  bottom: number;
}

const NO_STRIP: Strip = { right: 0, bottom: 0 };

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

/** The box around both. */
export const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** A camera that shows a whole box, in the part of the picture that nothing covers. */
export function fitted(box: Box, size: Size, strip = NO_STRIP): Camera {
  const wide = box.right - box.left + 1;
  const high = box.bottom - box.top + 1;
  const fits = Math.min((size.width - strip.right) / wide, (size.height - strip.bottom) / high, COMFORTABLE);
  const scale = within(fits, FURTHEST, CLOSEST);
  return {
    x: (box.left + box.right) / 2 + strip.right / 2 / scale,
    y: (box.top + box.bottom) / 2 + strip.bottom / 2 / scale,
    scale,
  };
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

/** Whether a box lies within the part of the picture that nothing covers. */
export function shows(camera: Camera, box: Box, size: Size, strip = NO_STRIP): boolean {
  const first = pointOf(camera, { x: box.left - 0.5, y: box.top - 0.5 }, size);
  const last = pointOf(camera, { x: box.right + 0.5, y: box.bottom + 0.5 }, size);
  const room = 0.01; // of a pixel, for what rounding does
  return (
    first.x >= -room && first.y >= -room && last.x <= size.width - strip.right + room && last.y <= size.height - strip.bottom + room
  );
}
