/** Arrows between the buttons of lines that lie on a table, as the eye sees them. */

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};
/** How many times further a button counts that is not straight ahead. */
const ASIDE = 3;
const NEAR = 4;

/** The button an arrow leads to, from the one that has the focus. Lines carry `data-line`. */
export function neighbour(root: ParentNode, from: Element | null, key: string): HTMLElement | undefined {
  const step = STEPS[key];
  const lines = [...root.querySelectorAll("[data-line]")].map((line) => [
    ...line.querySelectorAll<HTMLElement>("button"),
  ]);
  const line = lines.find((buttons) => buttons.includes(from as HTMLElement));
  if (!step || !line) return undefined;
  const beside = step[1] ? line[line.indexOf(from as HTMLElement) + step[1]] : undefined;
  return beside ?? nearest(from as HTMLElement, lines.filter((one) => one !== line).flat(), step);
}

/** The button that is nearest in a direction. */
function nearest(from: HTMLElement, buttons: HTMLElement[], [down, right]: [number, number]): HTMLElement | undefined {
  const here = middle(from);
  const ways = buttons.map((button) => {
    const { x, y } = middle(button);
    const along = (x - here.x) * right + (y - here.y) * down;
    const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
    return { button, along, far: along + ASIDE * aside };
  });
  return ways.filter(({ along }) => along > NEAR).sort((one, other) => one.far - other.far)[0]?.button;
}

function middle(element: HTMLElement): { x: number; y: number } {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
