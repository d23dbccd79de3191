/** A ULID: sorted by time, and random enough to be nobody else's. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function ulid(now = Date.now()): string {
  let time = "";
  for (let place = 0; place < 10; place++) {
    time = ALPHABET[now % 32]! + time;
    now = Math.floor(now / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(16));
  return time + Array.from(random, (byte) => ALPHABET[byte % 32]).join("");
}
