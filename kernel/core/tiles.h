// The words that both games share: tiles are numbers 0..35, sets of tiles are 36-bit masks.
#pragma once

#include <cstdint>

#include "core/bits.h"

namespace qwirkle {

using Tile = std::uint8_t;  // colour * 6 + shape, as in tiles.py
using Set = std::uint64_t;  // bit t is tile t

constexpr int KINDS = 36;
constexpr int COPIES = 3;
constexpr int PIECES = KINDS * COPIES;
constexpr int LONGEST = 6;
constexpr int MOST_PLAYERS = 4;

constexpr Set ALL = (Set{1} << KINDS) - 1;

constexpr Set bit(int tile) { return Set{1} << tile; }

constexpr Set color_line(int color) { return Set{0x3f} << (6 * color); }
constexpr Set shape_line(int shape) { return Set{0x041041041} << shape; }

constexpr int LINES = 12;  // six colours, then six shapes, as FULL_LINES in lines.py
constexpr Set full_line(int line) { return line < 6 ? color_line(line) : shape_line(line - 6); }

// The ten tiles that share a colour or a shape with a tile and are not the tile itself.
constexpr Set partners_of(int tile) { return (color_line(tile / 6) | shape_line(tile % 6)) & ~bit(tile); }

// For each tile, its colour's line, its shape's line, and its partners: looked up, not computed.
struct Tables {
    Set color[KINDS]{}, shape[KINDS]{}, partners[KINDS]{};
    constexpr Tables() {
        for (int tile = 0; tile < KINDS; ++tile) {
            color[tile] = color_line(tile / 6);
            shape[tile] = shape_line(tile % 6);
            partners[tile] = partners_of(tile);
        }
    }
};
inline constexpr Tables OF{};

// The tiles that can join a set in one line. The set must be a line, or empty, or one tile.
inline Set partners(Set set) {
    Set fit = ALL;
    for (; set; set &= set - 1) fit &= OF.partners[first(set)];
    return fit;
}

// Whether a set of different tiles is all one colour or all one shape.
inline bool is_line(Set set) {
    if (!set) return true;
    const int tile = first(set);
    return !(set & ~OF.color[tile]) || !(set & ~OF.shape[tile]);
}

// The most different tiles that these kinds have in one line.
inline int largest_set(Set kinds) {
    int largest = 0;
    for (int line = 0; line < LINES; ++line) {
        const int size = count(kinds & full_line(line));
        largest = size > largest ? size : largest;
    }
    return largest;
}

// The sets of most different tiles that these kinds have in one line, in the order of lines.py; returns their number.
inline int largest_sets(Set kinds, Set sets[LINES]) {
    int number = 0;
    int size = 0;
    for (int line = 0; line < LINES; ++line) {
        const Set set = kinds & full_line(line);
        if (count(set) < size) continue;
        if (count(set) > size) number = 0;
        size = count(set);
        bool known = false;
        for (int at = 0; at < number; ++at) known |= sets[at] == set;
        if (!known) sets[number++] = set;
    }
    return number;
}

}  // namespace qwirkle
