/** The shuffle of games on a device is that of the library: tools/web_shuffles.py has made these. */
// @vitest-environment node
import { describe, expect, test } from "vitest";
import { macOf, unhex, hex, utf8 } from "../src/fair/bytes";
import { commitment, digest, gameKey, lot, root, shuffled } from "../src/fair/shuffle";
import SHUFFLES from "./shuffles.json";

describe("a shuffle", () => {
  test.each(SHUFFLES)("of $pieces.length pieces, number $number, follows from $seed", (one) => {
    const mac = gameKey(one.seed, one.texts);
    const order = shuffled(mac, one.number, [...one.pieces].reverse());
    expect(order).toEqual(one.order);
    expect(root(mac, one.number, order)).toBe(one.root);
    expect(lot(mac, one.number)).toBe(one.lot);
    expect(commitment(one.seed)).toBe(one.commitment);
    expect(one.texts.map(digest)).toEqual(one.digests);
  });

  test("is keyed as RFC 4231 says", () => {
    const mac = macOf(unhex("0b".repeat(20)))(utf8("Hi There"));
    expect(hex(mac)).toBe("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  });
});
