/** The pages by the first part of their address; those that not everybody needs come when they are asked for. */
import type { Component } from "svelte";
import { catalogueOf, preferred, readingOf } from "./catalogues";

/** Every page may be given what follows its name in the address. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- some take it, some do not
type Page = Component<any>;

interface PageFile {
  load: () => Promise<{ default: Page }>;
  /** Whether it needs the sentences of the pages to read. */
  reads?: boolean;
  /** What its tab is called; tables say it themselves, for it changes with every turn. */
  title?: string;
}

/** Most games are of tiles: their part of a page comes with it, and that of others once the game is known. */
const withPart = async <Loaded>(page: Promise<Loaded>, part: Promise<unknown>): Promise<Loaded> =>
  (await Promise.all([page, part]))[0];

const PAGES: Record<string, PageFile> = {
  t: { load: () => withPart(import("../pages/Table.svelte"), import("../tiles/TileTable.svelte")) },
  new: { load: () => import("../pages/setup/SetUp.svelte"), title: "web.new.title" },
  learn: { load: () => import("../pages/Learn.svelte"), reads: true, title: "web.home.learn" },
  rules: { load: () => import("../pages/Rules.svelte"), reads: true, title: "web.home.rules" },
  fairness: { load: () => import("../pages/Fairness.svelte"), reads: true, title: "web.home.fairness" },
  replay: {
    load: () => withPart(import("../pages/Replay.svelte"), import("../tiles/ReplayMat.svelte")),
    reads: true,
    title: "web.replay.title",
  },
  review: { load: () => import("../pages/review/Review.svelte"), reads: true, title: "web.review" },
  analysis: { load: () => import("../pages/analysis/Analysis.svelte"), reads: true, title: "web.analysis" },
  you: { load: () => import("../pages/You.svelte"), reads: true, title: "web.home.you" },
};
const LOST: PageFile = { load: () => import("../pages/Lost.svelte") };
// Every component in every state, for those who work on them: a build has no trace of it.
if (import.meta.env.DEV) PAGES.design = { load: () => import("../styleguide/StyleGuide.svelte"), reads: true };

/** With what the addresses of pages begin: the build tells the server, which calls any other one unknown. */
export const pageNames = (): string[] => Object.keys(PAGES);

/** The parts between the slashes of an address. */
export const partsOf = (path: string): string[] => path.split("/").filter(Boolean);

export const pageOf = (path: string): PageFile => PAGES[partsOf(path)[0] ?? ""] ?? LOST;

export const isHome = (path: string): boolean => !partsOf(path).length;
export const titleOf = (path: string): string | undefined => pageOf(path).title;

/** Begin to fetch all that an address needs, while the rest of the client is still on its way. */
export function fetchAhead(path: string): void {
  const language = preferred();
  const wanted: Promise<unknown>[] = [catalogueOf(language)];
  if (!isHome(path)) {
    const { load, reads } = pageOf(path);
    wanted.push(load());
    if (reads) wanted.push(readingOf(language));
  }
  void Promise.allSettled(wanted); // the one who needs it will hear that it failed
}
