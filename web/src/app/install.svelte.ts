/**
 * The client on the home screen of a phone, where it opens like an app and Safari clears none of its games away.
 * Chromium lends a page its own question, which it asks when it is told to; Safari has the two steps of its menu.
 */

interface Question extends Event {
  prompt: () => Promise<unknown>;
}

let question = $state.raw<Question | undefined>();

addEventListener("beforeinstallprompt", (event) => {
  if (!matchMedia("(hover: none) and (pointer: coarse)").matches) return; // at a desk the browser has its own button
  event.preventDefault(); // or it would ask by itself, over a game as well
  question = event as Question;
});
addEventListener("appinstalled", () => (question = undefined));

/** How it gets there: by the browser's question, by Safari's menu, or not, as where it is there already. */
export function wayHome(): "ask" | "share" | undefined {
  if (matchMedia("(display-mode: standalone)").matches) return undefined;
  if (question) return "ask";
  // Only an iPhone and an iPad know this property.
  return "standalone" in navigator && navigator.standalone === false ? "share" : undefined;
}

/** Let the browser ask, which it does once. */
export async function askToInstall(): Promise<void> {
  const asked = question;
  question = undefined;
  await asked?.prompt().catch(() => undefined);
}
