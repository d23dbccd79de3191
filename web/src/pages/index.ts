/** The pages by the first part of their address; those that not everybody needs come when they are asked for. */
import type { Component } from "svelte";
import { loadReading } from "../lib/i18n.svelte";

interface PageFile {
  load: () => Promise<{ default: Component<any> }>;
  /** Whether it needs the sentences of the pages to read. */
  reads?: boolean;
  /** What its tab is called; tables say it themselves, for it changes with every turn. */
  title?: string;
}

const PAGES: Record<string, PageFile> = {
  t: { load: () => import("./Table.svelte") },
  learn: { load: () => import("./Learn.svelte"), reads: true, title: "web.home.learn" },
  rules: { load: () => import("./Rules.svelte"), reads: true, title: "web.home.rules" },
  fairness: { load: () => import("./Fairness.svelte"), reads: true, title: "web.home.fairness" },
  replay: { load: () => import("./Replay.svelte"), reads: true, title: "web.replay.title" },
  you: { load: () => import("./You.svelte"), reads: true, title: "web.home.you" },
  lost: { load: () => import("./Lost.svelte") },
};

/** What stands between the slashes of an address. */
export const partsOf = (path: string): string[] => path.split("/").filter(Boolean);

const pageOf = (path: string): PageFile => PAGES[partsOf(path)[0] ?? ""] ?? PAGES.lost!;

export const isHome = (path: string): boolean => !partsOf(path).length;
export const titleOf = (path: string): string | undefined => pageOf(path).title;

/** Begin to fetch a page's file, while something else is still on its way. */
export function fetchAhead(path: string): void {
  if (!isHome(path)) void pageOf(path).load().catch(() => undefined);
}

export async function loadPage(path: string): Promise<Component<any>> {
  const page = pageOf(path);
  const [loaded] = await Promise.all([page.load(), page.reads ? loadReading() : undefined]);
  return loaded.default;
}
