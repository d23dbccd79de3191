// Counts that prove sameness, of the tile game.
#pragma once

#include "classic/movegen.h"
#include "classic/origin.h"
#include "core/perft.h"

namespace qwirkle::classic {

inline std::uint64_t hash_of(const Board& board, Origin origin, Play play) {
    Fnv hash;
    bool later = false;
    each_tile(board, play, [&](Cell cell, Tile tile) {
        if (later) hash.add(' ');
        later = true;
        hash.add(tile);
        hash.add('@');
        hash.add(origin.x(cell));
        hash.add(',');
        hash.add(origin.y(cell));
    });
    return hash.value;
}

// The plays at a depth: each play, then each play of the tiles that are left, without drawing.
inline void perft(Board& board, Origin origin, const std::uint8_t* hand, int depth, Perft& total) {
    Set kinds = 0;
    for (int tile = 0; tile < KINDS; ++tile) kinds |= hand[tile] ? bit(tile) : 0;
    legal_plays(board, kinds, [&](Play play, int points) {
        if (depth == 1) {
            ++total.plays;
            total.points += static_cast<std::uint64_t>(points);
            total.hash += hash_of(board, origin, play);
            return;
        }
        // Taking back restores the board exactly, so playing on from inside the generator is safe.
        std::uint8_t rest[KINDS];
        for (int tile = 0; tile < KINDS; ++tile) rest[tile] = hand[tile] - (play.tiles() >> tile & 1);
        board.make(play);
        perft(board, origin, rest, depth - 1, total);
        board.unmake(play);
    });
}

// How many different multisets of one to `most` tiles a hand has: the trades (T15).
inline std::uint64_t trades(const std::uint8_t* hand, int most) {
    std::uint64_t ways[PIECES + 1] = {1};
    for (int tile = 0; tile < KINDS; ++tile) {
        if (!hand[tile]) continue;
        for (int size = most; size > 0; --size) {
            for (int copies = 1; copies <= hand[tile] && copies <= size; ++copies) ways[size] += ways[size - copies];
        }
    }
    std::uint64_t total = 0;
    for (int size = 1; size <= most; ++size) total += ways[size];
    return total;
}

}  // namespace qwirkle::classic
