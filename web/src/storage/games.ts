/**
 * The games that are played on this device alone, in the browser's database: each is kept whole with
 * every move, before the move counts. Where the browser keeps nothing (a private window, a full
 * disk) the games live as long as the page, and those who play are told so.
 */
import type { Starter, TableView } from "../protocol/wire";
import type { Standing } from "./ratings.svelte";

/** Somebody at a table of this device. */
export interface KeptSeat {
  name: string;
  /** The level of a computer player. */
  bot: number | null;
  /** In hundredths of a level, where it was to be about as strong as the one at the device. */
  strength?: number;
  /** Decides a tie about the start; written into no record. */
  age: number | null;
  face: string;
}

/** Moves that were taken back: the lines of the record that went, and how many turns stayed before them. */
export interface Undone {
  stayed: number;
  lines: string[];
}

export interface KeptGame {
  table: string;
  /** The whole game with its secrets, as docs/notation.md writes it. */
  record: string;
  seats: KeptSeat[];
  hints: boolean;
  /** Who starts, and why. */
  start: Starter;
  undone: Undone[];
  /** Why it was stopped, where it was. */
  aborted: string | null;
  previous: string | null;
  rematch: string | null;
  /** Where it left the one at the device: when it is over, and opponents were matched to them. */
  stood?: Standing;
  /** Milliseconds since 1970. */
  created: number;
  changed: number;
  /** How often it was changed: who has seen another number must look again first. */
  revision: number;
  /** For lists, which show a game without asking what it means. */
  summary: { edition: TableView["edition"]; over: boolean; turn: number | null; scores: number[] };
}

/** Tables of this device have names that no table of a server has. */
const PREFIX = "d-";
export const deviceTable = (name: string): string => PREFIX + name;
export const isOnDevice = (table: string): boolean => table.startsWith(PREFIX);

/** What became of a game that was to be kept. */
export type Keeping = "kept" | "memory" | "conflict";

const NAME = "qwirkle";
const STORE = "games";
const unkept = new Map<string, KeptGame>();

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("The database failed."));
  });

/** A connection is closed at once when the browser takes the database away; the next use opens another. */
let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: "table" });
  const found = await settled(request);
  const forget = () => (opened = undefined);
  found.onclose = forget;
  found.onversionchange = () => {
    found.close();
    forget();
  };
  return found;
}

async function games(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(STORE, mode).objectStore(STORE);
}

/** A write counts when its transaction has ended. */
const written = ({ transaction }: IDBObjectStore): Promise<void> =>
  new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = transaction.onerror = () => fail(transaction.error ?? new Error("Nothing was written."));
  });

/** The tabs of a browser tell each other which game has changed; made when the first one listens or changes something. */
let tabs: BroadcastChannel | undefined;
const channel = (): BroadcastChannel | undefined =>
  (tabs ??= "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : undefined);

/** Listen for changes of a game in other tabs; the function that comes back ends it. */
export function watchGame(table: string, changed: (revision: number) => void): () => void {
  const hear = ({ data }: MessageEvent<{ table: string; revision: number }>) => {
    if (data.table === table) changed(data.revision);
  };
  channel()?.addEventListener("message", hear);
  return () => channel()?.removeEventListener("message", hear);
}

const warn = (event: Event): void => event.preventDefault();

/** A game that goes on and is kept nowhere would be lost without a word: closing the page asks first, wherever one is. */
function warnOfLoss(): void {
  const atRisk = [...unkept.values()].some(({ summary }) => !summary.over);
  if (atRisk) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
}

let asked = false;
/** A browser that is short of space clears what nobody asked it to keep; it decides for itself, or asks the person. */
function askToStay(): void {
  if (!asked) void navigator.storage?.persist?.().catch(() => undefined);
  asked = true;
}

/** Keep a game that has changed once more; nothing is written where somebody else has changed it meanwhile. */
export async function keepGame(game: KeptGame): Promise<Keeping> {
  try {
    const store = await games("readwrite");
    const before = (await settled(store.get(game.table))) as KeptGame | undefined;
    if (before && before.revision >= game.revision) return "conflict";
    const done = written(store);
    store.put(game);
    await done;
    unkept.delete(game.table);
    if (game.revision > 1) askToStay(); // somebody plays it
    channel()?.postMessage({ table: game.table, revision: game.revision });
    return "kept";
  } catch {
    unkept.set(game.table, game);
    return "memory";
  } finally {
    warnOfLoss();
  }
}

/** Whether a game lives only as long as the page. */
export const isUnkept = (table: string): boolean => unkept.has(table);

export async function keptGame(table: string): Promise<KeptGame | undefined> {
  if (unkept.has(table)) return unkept.get(table);
  try {
    return (await settled((await games("readonly")).get(table))) as KeptGame | undefined;
  } catch {
    return undefined;
  }
}

/** The latest first. */
export async function allGames(): Promise<KeptGame[]> {
  const kept = await games("readonly").then(
    (store) => settled(store.getAll()) as Promise<KeptGame[]>,
    () => [],
  );
  const others = kept.filter(({ table }) => !unkept.has(table));
  return [...unkept.values(), ...others].sort((one, other) => other.changed - one.changed);
}

export async function forgetGame(table: string): Promise<void> {
  unkept.delete(table);
  warnOfLoss();
  try {
    const store = await games("readwrite");
    const done = written(store);
    store.delete(table);
    await done;
  } catch {
    // Where nothing can be kept, nothing is there to forget.
  }
}
