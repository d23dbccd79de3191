/** How much was said that this person has not read. */
import type { TableLink } from "../protocol/table.svelte";
import type { TableView } from "../protocol/wire";
import { keepRead, keptRead } from "../storage/drafts";

export class Unread {
  private read = $state(0);

  constructor(
    private readonly link: TableLink,
    private readonly view: () => TableView,
    private readonly isReading: () => boolean,
  ) {
    this.read = keptRead(link.table);
    $effect(() => {
      if (!this.isReading()) return;
      this.read = this.said;
      keepRead(link.table, this.said);
    });
  }

  private readonly said = $derived.by(
    () =>
      this.link.events.filter(({ event }) => event.type === "chatted" && !this.view().yours.includes(event.seat))
        .length,
  );

  get count(): number {
    return Math.max(0, this.said - this.read);
  }

  get reading(): boolean {
    return this.isReading();
  }
}
