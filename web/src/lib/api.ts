/** Requests to the server. Every failure is a Problem with a sentence. */
import { language, t } from "./i18n.svelte";
import { ulid } from "./ulid";
import type { Answer, Problem, TableLine, TableView, Verified } from "./wire";

/** What the server says, or that it cannot be heard. */
export type Trouble = Omit<Problem, "code"> & { code: Problem["code"] | "network" };

export class Failed extends Error {
  constructor(readonly problem: Trouble) {
    super(problem.message);
  }
}

const unreachable = (): Trouble => ({ code: "network", key: "web.offline", message: t("web.offline") });

async function request<Result>(path: string, options: RequestInit = {}): Promise<Result> {
  const json = options.body ? { "content-type": "application/json" } : {};
  const headers = { "accept-language": language(), ...json, ...(options.headers as Record<string, string> | undefined) };
  let response: Response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch {
    throw new Failed(unreachable());
  }
  const body = await response.json().catch(() => undefined);
  if (response.ok) return body as Result;
  throw new Failed(body?.problem ?? (body?.code ? body : unreachable()));
}

export const get = <Result>(path: string): Promise<Result> => request<Result>(path);

export const post = <Result>(path: string, body: unknown, method = "POST"): Promise<Result> =>
  request<Result>(path, { method, body: JSON.stringify(body) });

export interface Wishes {
  edition: "classic" | "cards";
  seats: number;
  name?: string;
  bots?: number[];
  local?: string[];
  clock?: unknown;
  open?: boolean;
  hints?: boolean;
}

/** Some text of this device's own for the shuffle, so that the server alone cannot choose it. */
export const entropy = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Set up a table; with `start` its maker is ready at once. */
export async function createTable(wishes: Wishes, start: boolean): Promise<string> {
  const name = wishes.name?.trim() || t("web.guest");
  const body = { do: "create", id: ulid(), ...wishes, name, entropy: entropy() };
  const { table } = await post<Answer>("/api/tables", body);
  if (!table) throw new Failed(unreachable());
  if (start) await command(table, { do: "start" });
  return table;
}

/** A command by HTTP, for the first one of a newcomer, who has no cookie yet. */
export const command = (table: string, body: Record<string, unknown>): Promise<Answer> =>
  post<Answer>(`/api/tables/${table}/commands`, { id: ulid(), ...body });

export const openTables = (): Promise<TableLine[]> => get("/api/tables");
export const myTables = (): Promise<TableLine[]> => get("/api/me/tables");
export const lookAt = (table: string): Promise<TableView> => get(`/api/tables/${table}`);

/** The record of a table as text. */
export async function recordOf(table: string): Promise<string> {
  const response = await fetch(`/api/tables/${table}/record`, { headers: { "accept-language": language() } }).catch(() => undefined);
  if (response?.ok) return response.text();
  throw new Failed((await response?.json().catch(() => undefined)) ?? unreachable());
}

/** What the server says of a record: its rules and its shuffle. */
export const askVerify = (record: string): Promise<Verified> =>
  request<Verified>("/api/verify", { method: "POST", body: record, headers: { "content-type": "text/plain" } });
