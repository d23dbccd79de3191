/** A picture of the final board, drawn here: a PNG to send to somebody. */
import { saveFile } from "../design/save";
import { SHAPE_PATHS } from "../design/shapes";
import { presentationOf } from "../editions/register";
import { colorOf, shapeOf, type Placed } from "../protocol/tiles";
import type { TableView } from "../protocol/wire";

const SIZE = 1200;
const FOOT = 190;
const INKS: Record<string, string> = {
  R: "--red",
  O: "--orange",
  Y: "--yellow",
  G: "--green",
  B: "--blue",
  P: "--purple",
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function tileMarkup({ tile, x, y }: Placed, inks: Record<string, string>): string {
  const ink = inks[colorOf(tile)];
  return (
    `<g transform="translate(${x * 100} ${y * 100})"><rect x="-48" y="-45" width="96" height="93" rx="16" fill="#0a090b"/>` +
    `<rect x="-48" y="-49" width="96" height="91" rx="16" fill="#27262a"/>` +
    `<path transform="translate(0 -3)" d="${SHAPE_PATHS[shapeOf(tile)]}" fill="${ink}" stroke="${ink}" stroke-width="5" stroke-linejoin="round"/></g>`
  );
}

/** The picture as SVG: everything it needs is in it. */
export function pictureOf(view: TableView, title: string, ink: (name: string) => string): string {
  const shown = presentationOf(view.edition);
  const placed = shown.onGrid(view);
  const xs = placed.map(({ x }) => x);
  const ys = placed.map(({ y }) => y);
  const [left, top, right, bottom] = placed.length
    ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
    : [0, 0, 0, 0];
  const inks = Object.fromEntries(Object.entries(INKS).map(([color, name]) => [color, ink(name)]));
  const scale = Math.min(
    (SIZE - 120) / ((right - left + 1) * 100),
    (SIZE - FOOT - 120) / ((bottom - top + 1) * 100),
    0.9,
  );
  const middle = {
    x: SIZE / 2 - ((left + right) / 2) * 100 * scale,
    y: (SIZE - FOOT) / 2 - ((top + bottom) / 2) * 100 * scale,
  };
  const seats = view.seats.filter((seat) => seat !== null);
  const names = seats.map((seat, n) => {
    const at = (SIZE / seats.length) * (n + 0.5);
    return `<text x="${at}" y="${SIZE - 98}" font-size="36">${escaped(seat.name)}</text><text x="${at}" y="${SIZE - 34}" font-size="60">${seat.score}</text>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}"><title>${escaped(title)}</title><rect width="${SIZE}" height="${SIZE}" fill="${shown.feltColor}"/>` +
    `<rect x="24" y="24" width="${SIZE - 48}" height="${SIZE - FOOT - 48}" rx="36" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="4" stroke-dasharray="16 12"/>` +
    `<g transform="translate(${middle.x} ${middle.y}) scale(${scale})">${placed.map((one) => tileMarkup(one, inks)).join("")}</g>` +
    `<rect y="${SIZE - FOOT + 30}" width="${SIZE}" height="${FOOT}" fill="#fffaf0"/>` +
    `<g font-family="Nunito, Arial, sans-serif" font-weight="900" text-anchor="middle" fill="#2a2018">${names.join("")}</g></svg>`
  );
}

/** The same as a PNG. */
export async function drawPicture(view: TableView, title: string): Promise<Blob> {
  const style = getComputedStyle(document.documentElement);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(pictureOf(view, title, (name) => style.getPropertyValue(name).trim()))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  canvas.getContext("2d")!.drawImage(image, 0, 0);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The picture could not be drawn."))), "image/png"),
  );
}

/** Hand the picture to the device, with the way to the replay where others can go there; where it cannot share, the picture is saved. */
export async function shareGame(view: TableView, title: string, isPublic: boolean): Promise<void> {
  const file = new File([await drawPicture(view, title)], `qwirkle-${view.table}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    const url = isPublic ? { url: `${location.origin}/replay/${view.table}` } : {};
    await navigator.share({ title, ...url, files: [file] }).catch(() => undefined);
    return;
  }
  saveFile(file);
}
