// The card game's words: counts of cards, and what a turn comes to.
//
// Only counts matter for play: how many of each of the 36 kinds lie on the table. The answers are
// those of src/qwirkle/cards, to the card and in the same order. Nothing here allocates.
#pragma once

#include "core/tiles.h"

namespace qwirkle::cards {

constexpr int SHORTEST = 3;
constexpr int MOST_OF_A_KIND = 6;  // three in rows of the colour, three in rows of the shape
constexpr int MOST_CAPTURES = PIECES / LONGEST;

// How many there are of each kind.
struct Counts {
    std::uint8_t of[KINDS]{};

    std::uint8_t& operator[](int kind) { return of[kind]; }
    std::uint8_t operator[](int kind) const { return of[kind]; }
    bool operator==(const Counts&) const = default;

    int total() const {
        int sum = 0;
        for (int kind = 0; kind < KINDS; ++kind) sum += of[kind];
        return sum;
    }

    Set kinds() const {
        Set set = 0;
        for (int kind = 0; kind < KINDS; ++kind) set |= Set{of[kind] != 0} << kind;
        return set;
    }
};

// How many cards the largest set of different cards has that are all one colour or all one shape (C2).
inline int largest_set(const Counts& cards) {
    Set sets[LINES];
    largest_sets(cards.kinds(), sets);
    return count(sets[0]);
}

// What a turn comes to: the cards played, and which full lines were captured, in ascending order.
struct Outcome {
    Counts played;
    std::uint8_t captures = 0;
    std::uint8_t captured[MOST_CAPTURES]{};

    bool operator==(const Outcome& other) const {
        bool same = captures == other.captures && played == other.played;
        for (int at = 0; same && at < captures; ++at) same = captured[at] == other.captured[at];
        return same;
    }
};

}  // namespace qwirkle::cards
