/** Values as JSON in the browser's stores: those of the device, and those of one tab. */
type Place = "localStorage" | "sessionStorage";

/** What is kept under a key; undefined where nothing is, or nothing that can be read. */
export function read(key: string, place: Place = "localStorage"): unknown {
  try {
    return JSON.parse(globalThis[place].getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** The same for a list, which is empty where none is kept. */
export function readList<Item>(key: string): Item[] {
  const found = read(key);
  return Array.isArray(found) ? (found as Item[]) : [];
}

/** Keep a value; undefined forgets the one that was kept. A full or forbidden store costs the value, not the page. */
export function write(key: string, value: unknown, place: Place = "localStorage"): void {
  try {
    if (value === undefined) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept.
  }
}
