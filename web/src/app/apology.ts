/** What stands there when the client does not come: it needs nothing of it. */
import { APOLOGIES } from "virtual:languages";
import { preferred } from "./catalogues";

/** Say in place of the page that it failed, and offer to load it again. */
export function apologize(error: unknown): void {
  const { sentence, button } = APOLOGIES[preferred()]!;
  const words = Object.assign(document.createElement("p"), { textContent: sentence });
  const again = Object.assign(document.createElement("button"), { className: "btn go", textContent: button });
  again.addEventListener("click", () => location.reload());
  const box = Object.assign(document.createElement("main"), { className: "failed" });
  box.append(words, again);
  document.getElementById("app")?.replaceChildren(box);
  reportError(error);
}
