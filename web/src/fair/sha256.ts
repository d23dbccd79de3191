/** SHA-256 for pages without https, to which browsers do not lend their own. */
type Bytes = Uint8Array<ArrayBuffer>;

const PRIMES = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();
/** The first 32 bits behind the point. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message with its end mark and its length in bits, in whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView<ArrayBuffer> {
  const whole = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(whole.length - 8, BigInt(message.length) * 8n);
  return view;
}

function schedule(view: DataView<ArrayBuffer>, start: number): Int32Array {
  const words = new Int32Array(64);
  for (let n = 0; n < 16; n++) words[n] = view.getInt32(start + 4 * n);
  for (let n = 16; n < 64; n++) {
    const [early, late] = [words[n - 15]!, words[n - 2]!];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[n] = words[n - 16]! + first + words[n - 7]! + second;
  }
  return words;
}

function mixed(state: Int32Array, words: Int32Array): Int32Array {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[n]! + words[n]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return Int32Array.of(a, b, c, d, e, f, g, h).map((word, n) => word + state[n]!);
}

export function sha256(message: Uint8Array): Bytes {
  const view = padded(message);
  let state: Int32Array = Int32Array.from(START);
  for (let start = 0; start < view.byteLength; start += 64) state = mixed(state, schedule(view, start));
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, n) => out.setInt32(4 * n, word));
  return digest;
}
