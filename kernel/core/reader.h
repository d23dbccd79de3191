// Reads text without the standard library: the marks, numbers and tiles of docs/notation.md.
#pragma once

#include "core/tiles.h"

namespace qwirkle {

// Reads a text from left to right; every reader says whether it found what it was looking for.
struct Reader {
    const char* at;
    const char* end;

    void spaces() {
        while (at < end && *at == ' ') ++at;
    }
    bool letter(char wanted) {
        if (at == end || *at != wanted) return false;
        ++at;
        return true;
    }
    bool mark(char wanted) {
        spaces();
        return letter(wanted);
    }
    bool number(long long& value) {
        spaces();
        const bool negative = letter('-');
        if (at == end || *at < '0' || *at > '9') return false;
        for (value = 0; at < end && *at >= '0' && *at <= '9' && value < 1'000'000'000'000; ++at) {
            value = value * 10 + (*at - '0');
        }
        value = negative ? -value : value;
        return true;
    }
    bool tile(Tile& tile) {
        spaces();
        if (end - at < 2) return false;
        const int color = place_of(at[0], "ROYGBP"), shape = place_of(at[1], "oxdstc");
        if (color < 0 || shape < 0) return false;
        tile = static_cast<Tile>(6 * color + shape);
        at += 2;
        return true;
    }

  private:
    static int place_of(char letter, const char* letters) {
        for (int place = 0; letters[place]; ++place) {
            if (letters[place] == letter) return place;
        }
        return -1;
    }
};

}  // namespace qwirkle
