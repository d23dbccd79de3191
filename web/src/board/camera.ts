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
export const FURTHEST = 10;
/** A cell on its own: the largest, and the smallest that the camera chooses by itself. */
const COMFORTABLE = 66;
const COSY = 38;
const NEAR = 46;
/** The smallest for all tiles at once, where there is a table's room for them. */
const SNUG = 30;
const TABLE_WIDTH = 600;
/** The part of a cell that stays free between the outermost tiles and the edge of the picture. */
const EDGE = 0.1;

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

const width = (box: Box): number => box.right - box.left + 1;
const height = (box: Box): number => box.bottom - box.top + 1;

/** A camera that shows a box in the middle, at a given scale. */
const centred = (box: Box, scale: number): Camera => ({
  x: (box.left + box.right) / 2,
  y: (box.top + box.bottom) / 2,
  scale,
});

/** A camera that shows a whole box. */
export function fitted(box: Box, size: Size): Camera {
  const fits = Math.min(size.width / width(box), size.height / height(box), COMFORTABLE);
  return centred(box, within(fits, FURTHEST, CLOSEST));
}

/** A part of the picture that something covers, in pixels. */
export interface Cover {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlaps = (one: Cover, other: Cover): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;

/** Whether any of these cells is covered. */
export function isCovered(
  camera: Camera,
  cells: readonly { x: number; y: number }[],
  size: Size,
  covers: readonly Cover[],
): boolean {
  return cells.some((cell) => {
    const { x, y } = pointOf(camera, cell, size);
    const half = camera.scale / 2;
    const tile = { left: x - half, top: y - half, right: x + half, bottom: y + half };
    return covers.some((cover) => overlaps(tile, cover));
  });
}

/** How far a picture may be off the middle so that a box stays within it, in steps. */
const offsets = (slack: number): number[] =>
  slack <= 0 ? [0] : [0, -0.5, 0.5, -1, 1].map((part) => (part * slack) / 2);

/** The nearest camera, down to a scale, at which a box is in the picture and nothing covers its cells. */
function clear(
  box: Box,
  cells: readonly { x: number; y: number }[],
  size: Size,
  covers: readonly Cover[],
  smallest: number,
  largest = COMFORTABLE,
): Camera | undefined {
  for (let scale = largest; scale >= smallest; scale -= 2) {
    const spare = { x: size.width / scale - width(box), y: size.height / scale - height(box) };
    if (spare.x < 0 || spare.y < 0) continue;
    const middle = centred(box, scale);
    for (const dy of offsets(spare.y))
      for (const dx of offsets(spare.x)) {
        const camera = { x: middle.x + dx, y: middle.y + dy, scale };
        if (!isCovered(camera, cells, size, covers)) return camera;
      }
  }
  return undefined;
}

/** Where a camera looks along one side, moved so that it shows no more than the board while the board goes on. */
const along = (at: number, first: number, last: number, half: number): number =>
  last - first <= 2 * half ? (first + last) / 2 : within(at, first + half, last - half);

/** The same camera, with as little bare felt beside the box as may be. */
function filled(camera: Camera, box: Box, size: Size): Camera {
  const { x, y, scale } = camera;
  return {
    x: along(x, box.left - 0.5, box.right + 0.5, size.width / 2 / scale),
    y: along(y, box.top - 0.5, box.bottom + 0.5, size.height / 2 / scale),
    scale,
  };
}

const isWithin = (box: Box, { x, y }: { x: number; y: number }): boolean =>
  x > box.left && x < box.right && y > box.top && y < box.bottom;

/**
 * A camera for playing: the largest at which everything is in the picture, or at least every tile,
 * and nothing covers a tile. Where tiles would become too small, it shows what matters now.
 */
export function framed(
  box: Box,
  focus: Box,
  cells: readonly { x: number; y: number }[],
  size: Size,
  covers: readonly Cover[] = [],
): Camera {
  const part = fitted(focus, size);
  const now = cells.filter((cell) => isWithin(focus, cell));
  const tiles = cells.length ? bounds([...cells], EDGE) : box;
  const near = filled(centred(focus, within(part.scale, COSY, NEAR)), box, size);
  return (
    clear(box, cells, size, covers, COSY) ??
    clear(tiles, cells, size, covers, size.width < TABLE_WIDTH ? COSY : SNUG) ??
    (isCovered(near, now, size, covers) ? clear(focus, now, size, covers, COSY, NEAR) : near) ??
    near
  );
}

/** A camera that shows a whole box, however small, and as little as possible under what covers the picture. */
export function whole(
  box: Box,
  cells: readonly { x: number; y: number }[],
  size: Size,
  covers: readonly Cover[],
): Camera {
  return clear(box, cells, size, covers, FURTHEST) ?? fitted(box, size);
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

/** Where a point of the board, in cells, is in the picture. */
export function pointOf(camera: Camera, at: { x: number; y: number }, size: Size): { x: number; y: number } {
  return {
    x: size.width / 2 + (at.x - camera.x) * camera.scale,
    y: size.height / 2 + (at.y - camera.y) * camera.scale,
  };
}

/** Whether a box is within the picture. */
export function shows(camera: Camera, box: Box, size: Size): boolean {
  const first = pointOf(camera, { x: box.left - 0.5, y: box.top - 0.5 }, size);
  const last = pointOf(camera, { x: box.right + 0.5, y: box.bottom + 0.5 }, size);
  const room = 0.01; // of a pixel, for what rounding does
  return first.x >= -room && first.y >= -room && last.x <= size.width + room && last.y <= size.height + room;
}
