/** The clocks of a table, as they are now: looked at twice a second. */
import type { TableLink } from "../protocol/table.svelte";
import type { TableView } from "../protocol/wire";

const PACE = 500;

export class Ticker {
  private now = $state(Date.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = Date.now()), PACE);
      return () => clearInterval(timer);
    });
  }

  /** What a seat has left, in milliseconds. */
  left(link: TableLink, view: TableView, seat: number): number {
    const times = view.times;
    if (!times) return 0;
    const ticking = view.turn === seat && times.deadline !== null;
    return Math.max(0, ticking ? times.deadline! - (this.now + link.skew) : (times.left[seat] ?? 0));
  }
}
