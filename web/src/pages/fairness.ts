/**
 * A record checked against its seed, as docs/fairness.md describes it, in the browser alone:
 * the commitment, every shuffle and every draw. Whether the moves keep the rules is not asked here.
 */
import type { Mac } from "../fair/bytes";
import { commitment, gameKey, root, shuffled } from "../fair/shuffle";
import { refused } from "../protocol/api";
import { TILES } from "../protocol/tiles";

export interface Verdict {
  seed: string;
  /** The commitment that follows from the seed, and the one of the record. */
  computed: string;
  published: string;
  /** Names and the texts that they added. */
  texts: [string, string][];
  /** The names of those who were asked for a text and gave none. */
  silent: string[];
  shuffles: number;
  draws: number;
  finished: boolean;
  /** The first line that does not follow from the seed. */
  doubt?: { number: number; text: string };
}

/** What a record has put where, line by line; only counted, not judged. */
class Ledger {
  bag = TILES.flatMap((tile) => [tile, tile, tile]);
  back: string[] = [];
  private readonly hands = new Map<string, string[]>();
  private onTable: string[] = [];

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
      for (const card of this.onTable) remove(cards, card);
      for (const card of cards) remove(this.hands.get(seat) ?? [], card);
      const rows = move
        .join(" ")
        .split("|")
        .map((row) => row.trim().split(" "));
      this.onTable = rows.filter((row) => row.length < 6).flat();
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
  const lines = record
    .replaceAll("\r", "")
    .split("\n")
    .map((line) => line.replace(/ {2}#[^#]*$/, ""));
  while (lines.length && !lines.at(-1)) lines.pop();
  if (!lines[0]?.startsWith("qwirkle record ")) throw refused("web.record.foreign");
  const words = lines.map((line) => line.split(" "));
  const seed = words.find(([word]) => word === "seed")?.[1] ?? "";
  if (!/^[0-9a-f]{64}$/.test(seed)) throw refused("web.fair.no_seed");
  return { lines, words, seed };
}

export function verify(record: string): Verdict {
  const { lines, words, seed } = read(record);
  const of = (kind: string) => words.filter(([word]) => word === kind);
  const added = new Map(of("entropy").map(([, seat, ...text]) => [seat, text.join(" ")]));
  const silent = new Set(of("silent").map(([, seat]) => seat));
  const seats = of("seat").map(([, seat, , ...name]) => [name.join(" "), added.get(seat) ?? ""] as [string, string]);
  const mac = gameKey(
    seed,
    seats.map(([, text]) => text),
  );
  const verdict: Verdict = {
    seed,
    computed: commitment(seed),
    published: of("commit")[0]?.[1] ?? "",
    texts: seats.filter(([, text]) => text),
    silent: of("seat")
      .filter(([, seat]) => silent.has(seat))
      .map(([, , , ...name]) => name.join(" ")),
    shuffles: 0,
    draws: 0,
    finished: of("end").length > 0,
  };
  const ledger = new Ledger();
  for (const [index, [word, ...rest]] of words.entries()) {
    if (follows(word!, rest, mac, ledger, verdict)) continue;
    return { ...verdict, doubt: { number: index + 1, text: lines[index]! } };
  }
  return verdict;
}

/** Whether a line follows from the seed and the lines before it. */
function follows(word: string, rest: string[], mac: Mac, ledger: Ledger, verdict: Verdict): boolean {
  const [seat = "", ...more] = rest;
  if (word === "commit") return seat === verdict.computed;
  if (word === "shuffle") {
    ledger.bag = shuffled(mac, verdict.shuffles, [...ledger.bag, ...ledger.back]);
    ledger.back = [];
    const fits = root(mac, verdict.shuffles, ledger.bag) === seat;
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
