/** The first that runs, and small: it asks for everything that this address needs at once, so that nothing waits in line. */
import { apologize } from "./apology";
import { fetchAhead } from "./pages";
import { showSettings } from "../storage/settings.svelte";

showSettings();
fetchAhead(location.pathname);
import("./start").then(({ start }) => start()).catch(apologize);
