/**
 * Reviews of games, in a database of their own: what was found out in half a minute is there at once the
 * next time. With each is the record that it is about, so that an imported game can be opened again.
 */

export interface KeptReview<Answers = unknown> {
  id: string;
  record: string;
  /** Who played: names as in the record, levels of computer players, faces. */
  players: { name: string; bot: number | null; face: string }[];
  /** Which engine said it, and how deeply it looked; another one is asked again. */
  engine: string;
  budget: number;
  games: number;
  answers: Answers;
  /** Milliseconds since 1970. */
  kept: number;
}

export const MOST_REVIEWS = 60;
const NAME = "qwirkle-reviews";
const STORE = "reviews";
/** Where the browser keeps nothing, reviews live as long as the page. */
const unkept = new Map<string, KeptReview>();

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("The database failed."));
  });

/** Opened for each use: reviews are kept rarely, and nothing must hold an old database open. */
async function withStore<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(STORE, { keyPath: "id" });
  const database = await settled(request);
  try {
    return await use(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

export async function keepReview(review: KeptReview): Promise<void> {
  try {
    await withStore("readwrite", async (store) => {
      await settled(store.put(review));
      await forgetOldest(store);
    });
    unkept.delete(review.id);
  } catch {
    unkept.set(review.id, review);
  }
}

async function forgetOldest(store: IDBObjectStore): Promise<void> {
  const all = (await settled(store.getAll())) as KeptReview[];
  const old = all.sort((one, other) => other.kept - one.kept).slice(MOST_REVIEWS);
  await Promise.all(old.map(({ id }) => settled(store.delete(id))));
}

export async function keptReview<Answers>(id: string): Promise<KeptReview<Answers> | undefined> {
  const reading = (store: IDBObjectStore) => settled(store.get(id) as IDBRequest<KeptReview | undefined>);
  const found = unkept.get(id) ?? (await withStore("readonly", reading).catch(() => undefined));
  return found as KeptReview<Answers> | undefined;
}
