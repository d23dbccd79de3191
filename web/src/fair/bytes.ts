/** Bytes, and what is made of them: everything here works on pages without https, too. */
import { sha256 } from "./sha256";

export type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();
const BLOCK = 64;

export const utf8 = (text: string): Bytes => encoder.encode(text);
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export function joined(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** HMAC-SHA256 with one key, which is no longer than a block. */
export type Mac = (text: string) => Bytes;

export function macOf(key: Uint8Array): (data: Uint8Array) => Bytes {
  const padded = (pad: number) => Uint8Array.from({ length: BLOCK }, (_, at) => (key[at] ?? 0) ^ pad);
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  return (data) => sha256(joined(outer, sha256(joined(inner, data))));
}

/** Random bytes of the browser's secure source, as hexadecimal digits. */
export const randomHex = (count: number): string => hex(crypto.getRandomValues(new Uint8Array(count)));
