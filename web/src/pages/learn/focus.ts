/** For keys: what takes the place of the button that was pressed is under the hand at once. */
export function focused(node: HTMLElement): void {
  node.focus({ preventScroll: true });
}
