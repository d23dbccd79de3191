/** The turn passes: its gold ring goes from one seat to the next. */
import { fly } from "../design/motion";

const at = (seat: number): DOMRect | undefined =>
  document.querySelector(`[data-seat="${seat}"] .avatar`)?.getBoundingClientRect();

export function passRing(from: number | null, to: number | null): void {
  if (from === to || from === null || to === null) return;
  const [start, goal] = [at(from), at(to)];
  if (!start?.width || !goal) return;
  const ring = document.createElement("div");
  ring.className = "flying-ring";
  void fly(ring, start, goal, { duration: 320, lift: 16, hidden: "last" });
}
