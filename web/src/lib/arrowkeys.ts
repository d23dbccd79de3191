/** Arrows between the buttons of lines that lie one under the other, as the eye sees them. */

const STEPS: Record<string, [number, number]> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The button an arrow leads to, from the one that has the focus. Lines carry `data-line`. */
export function neighbour(root: ParentNode, from: Element | null, key: string): HTMLElement | undefined {
  const step = STEPS[key];
  const lines = [...root.querySelectorAll("[data-line]")].map((line) => [...line.querySelectorAll<HTMLElement>("button")]);
  const line = lines.findIndex((buttons) => buttons.includes(from as HTMLElement));
  if (!step || line < 0) return undefined;
  const at = lines[line]!.indexOf(from as HTMLElement);
  if (!step[0]) return lines[line]![at + step[1]];
  const filled = lines.slice(0, line + 1).filter((buttons) => buttons.length).length - 1;
  const next = lines.filter((buttons) => buttons.length)[filled + step[0]];
  return next?.[Math.min(at, next.length - 1)];
}
