/** Requests to the server. Every failure is a Problem with a sentence. */
import { language, t } from "../app/i18n.svelte";
import { note, noteText } from "../storage/noted";
import { logHolds, newestReceipt } from "../storage/receipts";
import { ulid } from "./ulid";
import type {
  Answer,
  Command,
  Create,
  Outlook,
  Problem,
  Question,
  ServerKey,
  TableLine,
  TableView,
  Verified,
} from "./wire";

/** A command or a question before it has its id. */
type WithoutId<Sent> = Sent extends unknown ? Omit<Sent, "id"> : never;
export type Act = WithoutId<Command>;
export type Asked = WithoutId<Question>;

/** What the server says, or that it cannot be heard. */
export type Trouble = Omit<Problem, "code"> & { code: Problem["code"] | "network" };

export class Failed extends Error {
  constructor(readonly problem: Trouble) {
    super(problem.message);
  }
}

/** What this device refuses by itself, in a sentence of the catalogues. */
export const refused = (key: string, words: Record<string, unknown> = {}): Failed =>
  new Failed({ code: "bad", key, message: t(key, words), words });

/** What to say of any failure: the texts of browsers are nobody's language. */
export const troubleOf = (error: unknown): Trouble =>
  error instanceof Failed ? error.problem : { code: "failed", key: "serve.failed", message: t("serve.failed") };

const unreachable = (): Trouble => ({ code: "network", key: "web.offline", message: t("web.offline") });

/** What a refusal says, alone or within an answer; without either, nobody was reached. */
function troubleIn(body: unknown): Trouble {
  const said = body as { problem?: Trouble; code?: string } | undefined;
  return said?.problem ?? (said?.code ? (said as Trouble) : unreachable());
}

async function request<Result>(path: string, options: RequestInit = {}): Promise<Result> {
  const json = options.body ? { "content-type": "application/json" } : {};
  const headers = {
    "accept-language": language(),
    ...json,
    ...(options.headers as Record<string, string> | undefined),
  };
  let response: Response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch {
    throw new Failed(unreachable());
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as Result;
  throw new Failed(troubleIn(body));
}

/** A file of the client itself. */
export const file = (path: string): Promise<Response> => fetch(path);

export const get = <Result>(path: string): Promise<Result> => request<Result>(path);

export const post = <Result>(path: string, body: unknown, method = "POST"): Promise<Result> =>
  request<Result>(path, { method, body: JSON.stringify(body) });

/** What a table to be set up is like. */
export type NewTable = Omit<Create, "do" | "id">;

/** Some text of this device's own for the shuffle, so that the server alone cannot choose it. */
export const entropy = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Set up a table; with `start` its maker is ready at once, after a look at what the server committed to. */
export async function createTable({ name, ...wanted }: NewTable, start: boolean): Promise<string> {
  const called = name?.trim(); // the server has a name for those who give none
  const body: Command = { do: "create", id: ulid(), ...wanted, ...(called && { name: called }) };
  const { table } = await post<Answer>("/api/tables", body);
  if (!table) throw new Failed(unreachable());
  if (start) {
    note(table, (await lookAt(table)).commitment);
    const text = entropy();
    await command(table, { do: "start", entropy: text });
    noteText(table, text);
  }
  return table;
}

/** A command by HTTP, for the first one of a newcomer, who has no cookie yet. */
export const command = (table: string, body: Act): Promise<Answer> =>
  post<Answer>(`/api/tables/${table}/commands`, { id: ulid(), ...body } satisfies Command);

export const openTables = (): Promise<TableLine[]> => get("/api/tables");
export const myTables = (): Promise<TableLine[]> => get("/api/me/tables");
export const outlookOf = (table: string): Promise<Outlook> => get(`/api/tables/${table}/outlook`);
export const lookAt = (table: string): Promise<TableView> => get(`/api/tables/${table}`);

/** The record of a table as text. */
export async function recordOf(table: string): Promise<string> {
  const response = await fetch(`/api/tables/${table}/record`, { headers: { "accept-language": language() } }).catch(
    () => undefined,
  );
  if (response?.ok) return response.text();
  throw new Failed(troubleIn(await response?.json().catch(() => undefined)));
}

/** Fetch the public log and hold it against the receipts that are kept; undefined where it cannot be had. */
export async function checkLog(table: string): Promise<boolean | undefined> {
  const newest = newestReceipt(table);
  try {
    const response = await fetch(`/api/tables/${table}/log`, { cache: "no-store" });
    return response.ok ? logHolds(table, await response.text(), newest) : undefined;
  } catch {
    return undefined;
  }
}

/** The key with which the server signs its logs and records. */
export const serverKey = (): Promise<ServerKey> => get("/api/key");

/** What the server says of a record: its rules and its shuffle. */
export const askVerify = (record: string): Promise<Verified> =>
  request<Verified>("/api/verify", { method: "POST", body: record, headers: { "content-type": "text/plain" } });
