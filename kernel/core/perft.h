// Counts that prove sameness: the number of plays, their points, and a hash of the set of them.
//
// The hash of a play is FNV-1a, 64 bits, over its text ("Ro@0,0 Rx@1,0"); the hash of a set is the
// sum, so the order does not matter. Python, C++ and WebAssembly compute the same.
#pragma once

#include "core/tiles.h"

namespace qwirkle {

struct Perft {
    std::uint64_t plays = 0, points = 0, hash = 0;
};

struct Fnv {
    std::uint64_t value = 0xcbf29ce484222325ull;

    void add(char letter) { value = (value ^ static_cast<unsigned char>(letter)) * 0x100000001b3ull; }
    void add(long long number) {
        if (number < 0) {
            add('-');
            number = -number;
        }
        char digits[20];
        int size = 0;
        do {
            digits[size++] = static_cast<char>('0' + number % 10);
        } while (number /= 10);
        while (size) add(digits[--size]);
    }
    void add(Tile tile) {
        add("ROYGBP"[tile / 6]);
        add("oxdstc"[tile % 6]);
    }
};

}  // namespace qwirkle
