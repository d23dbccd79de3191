// The words that both games share: tiles are numbers 0..35, sets of tiles are 36-bit masks.
#pragma once

#include <cstdint>

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

// The ten tiles that share a colour or a shape with a tile and are not the tile itself.
constexpr Set partners_of(int tile) {
    return (color_line(tile / 6) | shape_line(tile % 6)) & ~bit(tile);
}

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

// How many tiles a set has. x86-64 has no instruction for that at first, and the compiler would call a function.
inline int count(Set set) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    return static_cast<int>(((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
#else
    return __builtin_popcountll(set);
#endif
}
inline int first(Set set) { return __builtin_ctzll(set); }

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

}  // namespace qwirkle
