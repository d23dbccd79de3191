/** As much of IndexedDB as games need: one store by key, transactions that end by themselves, and failures on demand. */
import type { KeptGame } from "../src/storage/games";

type Listener = (() => void) | null;

class Request<Result = unknown> {
  onsuccess: Listener = null;
  onerror: Listener = null;
  onupgradeneeded: Listener = null;
  error: Error | null = null;
  result!: Result;

  constructor(work: () => Result) {
    queueMicrotask(() => {
      try {
        this.result = work();
        this.onupgradeneeded?.();
        this.onsuccess?.();
      } catch (error) {
        this.error = error as Error;
        this.onerror?.();
      }
    });
  }
}

class Transaction {
  oncomplete: Listener = null;
  onabort: Listener = null;
  onerror: Listener = null;
  error: Error | null = null;
}

/** Games as they are on the disk, and what is wrong with it. */
export class Disk {
  readonly games = new Map<string, KeptGame>();
  /** Nothing more can be written. */
  full = false;
  /** The browser keeps nothing at all, as in some private windows. */
  forbidden = false;

  /** As good as new. */
  clear(): void {
    this.games.clear();
    Object.assign(this, { full: false, forbidden: false });
  }

  install(): void {
    const indexedDB = { open: () => new Request(() => this.database()) };
    Object.defineProperty(globalThis, "indexedDB", { value: indexedDB, configurable: true });
  }

  private database(): unknown {
    if (this.forbidden) throw new Error("forbidden");
    return {
      createObjectStore: () => undefined,
      close: () => undefined,
      transaction: () => {
        if (this.forbidden) throw new Error("gone");
        return { objectStore: () => this.store() };
      },
    };
  }

  private store(): unknown {
    const transaction = new Transaction();
    const change = (work: () => void) => {
      setTimeout(() => {
        if (this.full) {
          transaction.error = new Error("QuotaExceededError");
          transaction.onabort?.();
        } else {
          work();
          transaction.oncomplete?.();
        }
      });
    };
    return {
      transaction,
      get: (table: string) => new Request(() => structuredClone(this.games.get(table))),
      getAll: () => new Request(() => [...this.games.values()].map((game) => structuredClone(game))),
      put: (game: KeptGame) => change(() => this.games.set(game.table, structuredClone(game))),
      delete: (table: string) => change(() => this.games.delete(table)),
    };
  }
}
