// Counts that prove sameness: how many plays, their points, and a hash of the set of them.
//
// The hash of a play is FNV-1a, 64 bits, over its text ("Ro@0,0 Rx@1,0"); the hash of a set is the
// sum, so the order does not matter. Python, C++ and WebAssembly compute the same.
#pragma once

#include "movegen.h"

namespace qwirkle {

struct Perft {
    std::uint64_t plays = 0, points = 0, hash = 0;
};

// Torus cells as the cells of people: the smallest coordinate that a play can reach, and what a cell
// of the torus is off by.
struct Origin {
    int low_x, low_y;
    long long shift_x = 0, shift_y = 0;

    // Whether a cell of people has so many cells of the torus on each side of it.
    bool has_room(long long at_x, long long at_y, int margin) const {
        const long long column = at_x - shift_x - low_x, row = at_y - shift_y - low_y;
        return column >= margin && column < WIDTH - margin && row >= margin && row < WIDTH - margin;
    }

    // Counted from the smallest coordinate.
    int column(Cell cell) const { return (x_of(cell) - low_x) & (WIDTH - 1); }
    int row(Cell cell) const { return (y_of(cell) - low_y) & (WIDTH - 1); }

    long long x(Cell cell) const { return shift_x + low_x + column(cell); }
    long long y(Cell cell) const { return shift_y + low_y + row(cell); }
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
        do digits[size++] = static_cast<char>('0' + number % 10);
        while (number /= 10);
        while (size) add(digits[--size]);
    }
    void add(Tile tile) {
        add("ROYGBP"[tile / 6]);
        add("oxdstc"[tile % 6]);
    }
};

// Calls visit(Cell, Tile) for each tile of a play, in the order of its axis.
template <typename Visit>
void each_tile(const Board& board, Play play, Visit&& visit) {
    Cell cell = play.start();
    for (int at = 0; at < play.size(); ++at) {
        while (board.occupied(cell)) cell = moved(cell, play.axis(), 1);
        visit(cell, play.tile(at));
        cell = moved(cell, play.axis(), 1);
    }
}

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

}  // namespace qwirkle
