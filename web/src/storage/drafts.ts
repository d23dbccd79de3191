/** What somebody is in the middle of at a table, kept in the tab for a reload or a restart. */
import { read, write } from "./store";

const TAB = "sessionStorage";
const draft = (table: string): string => `pending:${table}`;
const premove = (table: string): string => `premove:${table}`;
const chat = (table: string): string => `chat-${table}`;

/** A turn that is laid out and not played; each game knows what its own looks like. */
export const keptDraft = (table: string): unknown => read(draft(table), TAB);
export const keepDraft = (table: string, turn: unknown): void => write(draft(table), turn, TAB);

/** For the style guide, whose turns are nobody's. */
export function forgetDrafts(tables: RegExp): void {
  for (const key of Object.keys(sessionStorage)) {
    const table = key.startsWith(draft("")) ? key.slice(draft("").length) : "";
    if (tables.test(table)) keepDraft(table, undefined);
  }
}

export const keptPremove = (table: string): unknown => read(premove(table), TAB);
export const keepPremove = (table: string, armed: unknown): void => write(premove(table), armed, TAB);

/** How many messages of others have been read. */
export const keptRead = (table: string): number => Number(read(chat(table), TAB) ?? 0);
export const keepRead = (table: string, count: number): void => write(chat(table), count, TAB);
