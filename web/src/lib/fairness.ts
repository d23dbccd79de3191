/**
 * A record checked against its seed, as docs/fairness.md describes it, in the browser alone:
 * the commitment, every shuffle and every draw. Whether the moves keep the rules is not asked here.
 */
import { TILES } from "./tiles";

export interface Verdict {
  seed: string;
  /** The commitment that follows from the seed, and the one of the record. */
  computed: string;
  published: string;
  /** Names and the texts that they added. */
  texts: [string, string][];
  shuffles: number;
  draws: number;
  finished: boolean;
  /** The first line that does not follow from the seed. */
  doubt?: { number: number; text: string };
}

/** No record, or one that keeps its seed. */
export class Unreadable extends Error {
  constructor(readonly key: "web.fair.bad" | "web.fair.no_seed") {
    super(key);
  }
}

type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();
const utf8 = (text: string): Bytes => encoder.encode(text) as Bytes;
const hex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha = async (data: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** HMAC-SHA256 with one key. */
async function maker(key: Bytes): Promise<(data: Bytes) => Promise<Bytes>> {
  const kept = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (data) => new Uint8Array(await crypto.subtle.sign("HMAC", kept, data));
}
type Mac = Awaited<ReturnType<typeof maker>>;

export const commitment = async (seed: string): Promise<string> =>
  hex(await sha(joined(utf8("qwirkle commitment"), unhex(seed))));

async function gameKey(seed: string, texts: string[]): Promise<Mac> {
  const framed = texts.map(utf8).map((text) => {
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, text.length);
    return joined(size, text);
  });
  return maker(await (await maker(unhex(seed)))(joined(utf8("game"), ...framed)));
}

async function shuffled(mac: Mac, number: number, pieces: string[]): Promise<string[]> {
  const order = [...pieces].sort((a, b) => TILES.indexOf(a) - TILES.indexOf(b));
  let count = 0;
  for (let last = order.length - 1; last > 0; last--) {
    const below = BigInt(last + 1);
    const fair = 2n ** 64n - (2n ** 64n % below);
    let word = fair;
    while (word >= fair) word = new DataView((await mac(utf8(`shuffle ${number} ${count++}`))).buffer).getBigUint64(0);
    const other = Number(word % below);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

async function root(mac: Mac, number: number, pieces: string[]): Promise<string> {
  const leaf = async (piece: string, at: number) =>
    sha(joined(new Uint8Array(1), (await mac(utf8(`salt ${number} ${at}`))).slice(0, 16), utf8(`${at} ${piece}`)));
  let level = await Promise.all(pieces.map(leaf));
  if (!level.length) level = [await sha(new Uint8Array(1))];
  while (level.length > 1) {
    const pairs = level.flatMap((node, at) => (at % 2 ? [] : [[node, level[at + 1]] as const]));
    level = await Promise.all(pairs.map(([left, right]) => (right ? sha(joined(Uint8Array.of(1), left, right)) : left)));
  }
  return hex(level[0]!);
}

/** What a record has put where, line by line; only counted, not judged. */
class Ledger {
  bag = TILES.flatMap((tile) => [tile, tile, tile]);
  back: string[] = [];
  private readonly hands = new Map<string, string[]>();
  private lying: string[] = [];

  dealt(seat: string, drawn: string[]): void {
    this.hands.set(seat, []);
    this.back.push(...drawn);
  }

  moved(seat: string, move: string[]): void {
    const cards = move.filter((word) => TILES.includes(word));
    this.back = move[0] === "trade" ? cards : [];
    if (move[0] === "exchange") {
      this.back = this.hands.get(seat) ?? [];
      this.hands.set(seat, []);
    } else if (TILES.includes(move[0] ?? "")) {
      for (const card of this.lying) remove(cards, card);
      for (const card of cards) remove(this.hands.get(seat) ?? [], card);
      const rows = move.join(" ").split("|").map((row) => row.trim().split(" "));
      this.lying = rows.filter((row) => row.length < 6).flat();
    }
  }

  /** Whether these were the next ones. */
  drew(seat: string, drawn: string[]): boolean {
    const next = this.bag.slice(0, drawn.length);
    this.bag = this.bag.slice(drawn.length);
    this.hands.set(seat, [...(this.hands.get(seat) ?? []), ...drawn]);
    return next.join(" ") === drawn.join(" ");
  }
}

function remove(from: string[], piece: string): void {
  const at = from.indexOf(piece);
  if (at >= 0) from.splice(at, 1);
}

function read(record: string): { lines: string[]; words: string[][]; seed: string } {
  const lines = record.replaceAll("\r", "").split("\n").map((line) => line.replace(/ {2}#[^#]*$/, ""));
  while (lines.length && !lines.at(-1)) lines.pop();
  if (!lines[0]?.startsWith("qwirkle record ")) throw new Unreadable("web.fair.bad");
  const words = lines.map((line) => line.split(" "));
  const seed = words.find(([word]) => word === "seed")?.[1] ?? "";
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new Unreadable("web.fair.no_seed");
  return { lines, words, seed };
}

export async function verify(record: string): Promise<Verdict> {
  const { lines, words, seed } = read(record);
  const of = (kind: string) => words.filter(([word]) => word === kind);
  const added = new Map(of("entropy").map(([, seat, ...text]) => [seat, text.join(" ")]));
  const seats = of("seat").map(([, seat, , ...name]) => [name.join(" "), added.get(seat) ?? ""] as [string, string]);
  const mac = await gameKey(seed, seats.map(([, text]) => text));
  const verdict: Verdict = {
    seed,
    computed: await commitment(seed),
    published: of("commit")[0]?.[1] ?? "",
    texts: seats.filter(([, text]) => text),
    shuffles: 0,
    draws: 0,
    finished: of("end").length > 0,
  };
  const ledger = new Ledger();
  for (const [index, [word, ...rest]] of words.entries()) {
    if (await follows(word!, rest, mac, ledger, verdict)) continue;
    return { ...verdict, doubt: { number: index + 1, text: lines[index]! } };
  }
  return verdict;
}

/** Whether a line follows from the seed and the lines before it. */
async function follows(word: string, rest: string[], mac: Mac, ledger: Ledger, verdict: Verdict): Promise<boolean> {
  const [seat = "", ...more] = rest;
  if (word === "commit") return seat === verdict.computed;
  if (word === "shuffle") {
    ledger.bag = await shuffled(mac, verdict.shuffles, [...ledger.bag, ...ledger.back]);
    ledger.back = [];
    const fits = (await root(mac, verdict.shuffles, ledger.bag)) === seat;
    if (fits) verdict.shuffles += 1;
    return fits;
  }
  let drawn: string[] = [];
  if (word === "deal") {
    drawn = more;
    ledger.dealt(seat, drawn);
  } else if (word === "move") {
    const end = more.indexOf("scores");
    drawn = more.includes("draws") ? more.slice(more.indexOf("draws") + 1) : [];
    ledger.moved(seat, more.slice(0, end));
  }
  if (!ledger.drew(seat, drawn)) return false;
  verdict.draws += drawn.length;
  return true;
}
