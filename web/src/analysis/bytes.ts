/** Small numbers, pieces and lists as bytes, and back; reading stops at the first byte that cannot be. */
import { TILES } from "../protocol/tiles";
import { UNKNOWN } from "./position";

const PIECES = [...TILES, UNKNOWN];
/** More than any list of a position has. */
const LONGEST = 255;

export class Unreadable extends Error {}

export class Writer {
  readonly bytes: number[] = [];

  /** Seven bits a byte, the lowest first. */
  number(value: number): void {
    for (; value > 127; value = Math.floor(value / 128)) this.bytes.push(128 | (value & 127));
    this.bytes.push(value);
  }

  /** Small below zero, too: 0, -1, 1, -2, 2 ... */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  piece(piece: string): void {
    this.number(PIECES.indexOf(piece));
  }

  list<One>(all: readonly One[], write: (one: One) => void): void {
    this.number(all.length);
    all.forEach(write);
  }

  pieces(pieces: readonly string[]): void {
    this.list(pieces, (one) => this.piece(one));
  }

  rows(rows: readonly string[][]): void {
    this.list(rows, (row) => this.pieces(row));
  }
}

export class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** A number that is no larger than it may be. */
  number(most = 1e6): number {
    let value = 0;
    for (let place = 1; ; place *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined || place > 1e9) throw new Unreadable();
      value += (byte & 127) * place;
      if (byte < 128) break;
    }
    if (value > most) throw new Unreadable();
    return value;
  }

  signed(): number {
    const value = this.number();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }

  piece(): string {
    return PIECES[this.number(PIECES.length - 1)]!;
  }

  list<One>(read: () => One, most = LONGEST): One[] {
    return Array.from({ length: this.number(most) }, read);
  }

  pieces(): string[] {
    return this.list(() => this.piece());
  }

  rows(): string[][] {
    return this.list(() => this.pieces());
  }
}
