/** The editions that the client can show: the one place outside of their folders that knows their names. */
import { PRESENTATION as cards } from "../cards/presentation";
import { settings } from "../storage/settings.svelte";
import { PRESENTATION as tiles } from "../tiles/presentation";
import type { Edition, Presentation } from "./presentation";

const PRESENTATIONS: { readonly [Name in Edition]: Presentation<Name> } = { classic: tiles, cards };

/** In the order in which they are offered. */
export const EDITIONS = Object.keys(PRESENTATIONS) as [Edition, ...Edition[]];

/** One that only a newer server knows is shown as the first, until the client is reloaded. */
export const presentationOf = (edition: Edition): Presentation => PRESENTATIONS[edition] ?? PRESENTATIONS[EDITIONS[0]];

/** The edition that the person plays: the one chosen last, or the first. */
export const chosen = {
  get edition(): Edition {
    return EDITIONS.find((one) => one === settings.edition) ?? EDITIONS[0];
  },
  set edition(edition: Edition) {
    settings.edition = edition;
  },
};
