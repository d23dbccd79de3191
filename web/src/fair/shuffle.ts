/** The shuffle that binds its host, byte by byte as docs/fairness.md describes it. */
import { byKind } from "../protocol/tiles";
import { hex, joined, macOf, unhex, utf8, type Mac } from "./bytes";
import { sha256 } from "./sha256";

const WORDS = 2n ** 64n;
/** It can be divided equally among two, three and four seats. */
const LOTS = 12;

export const commitment = (seed: string): string => hex(sha256(joined(utf8("qwirkle commitment"), unhex(seed))));

/** What others see of a text until all texts are in. */
export const digest = (text: string): string => hex(sha256(joined(utf8("qwirkle entropy"), utf8(text))));

/** The key from which everything in a game follows: its seed, and the text of each seat. */
export function gameKey(seed: string, texts: readonly string[]): Mac {
  const framed = texts.map(utf8).map((text) => {
    const size = new Uint8Array(4);
    new DataView(size.buffer).setUint32(0, text.length);
    return joined(size, text);
  });
  const mac = macOf(macOf(unhex(seed))(joined(utf8("game"), ...framed)));
  return (text) => mac(utf8(text));
}

/** Fair numbers from the words of a name, such as `shuffle 0`; each takes the next one that is fair. */
function numbers(mac: Mac, name: string): (below: number) => number {
  let count = 0;
  return (below) => {
    const fair = WORDS - (WORDS % BigInt(below));
    let word = fair;
    while (word >= fair) word = new DataView(mac(`${name} ${count++}`).buffer).getBigUint64(0);
    return Number(word % BigInt(below));
  };
}

/** The pieces in the order of a shuffle; the first one is drawn first. */
export function shuffled(mac: Mac, number: number, pieces: readonly string[]): string[] {
  const order = [...pieces].sort(byKind);
  const next = numbers(mac, `shuffle ${number}`);
  for (let last = order.length - 1; last > 0; last--) {
    const other = next(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** The lot of a shuffle, which decides who starts where hands and ages do not. */
export const lot = (mac: Mac, number: number): number => numbers(mac, `lot ${number}`)(LOTS);

/** The root of the tree over an order: it commits to every piece without showing one. */
export function root(mac: Mac, number: number, order: readonly string[]): string {
  const leaf = (piece: string, at: number) =>
    sha256(joined(Uint8Array.of(0), mac(`salt ${number} ${at}`).slice(0, 16), utf8(`${at} ${piece}`)));
  let level = order.length ? order.map(leaf) : [sha256(Uint8Array.of(0))];
  while (level.length > 1) {
    const pairs = level.flatMap((node, at) => (at % 2 ? [] : [[node, level[at + 1]] as const]));
    level = pairs.map(([left, right]) => (right ? sha256(joined(Uint8Array.of(1), left, right)) : left));
  }
  return hex(level[0]!);
}
