/**
 * The first picture of the home page, drawn by the build: the server sends it with the page, and it is read while the
 * client is still on its way. Nothing in it answers; the client puts itself in its place.
 */
import { render } from "svelte/server";
import App from "./App.svelte";
import { LANGUAGES, type Language } from "./catalogues";
import { loadLanguage } from "./i18n.svelte";

export { pageNames } from "./pages";

/** The markup of the page, by language. */
export async function covers(): Promise<Record<Language, string>> {
  const drawn = {} as Record<Language, string>;
  for (const language of LANGUAGES) {
    await loadLanguage(language);
    const body = render(App).body.replace(/<!--.*?-->/g, "");
    drawn[language] = `<div class="cover" inert>${body}</div>`;
  }
  return drawn;
}
