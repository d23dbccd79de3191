// Who starts a tile game, and why (T2): the largest set, of the tied the oldest, of these one by lot.
#pragma once

#include "core/tiles.h"

namespace qwirkle::classic {

constexpr long long UNKNOWN_AGE = -1;

// Some of the seats, in their order.
struct Seats {
    int seat[MOST_PLAYERS] = {};
    int number = 0;

    void add(int other) { seat[number++] = other; }
};

struct Start {
    int seat;
    int size;     // of the largest set
    Seats tied;   // those who hold a set of that size
    Seats among;  // those of the tied whom age does not part
};

// By the kinds of tiles that each seat holds. The lot is not negative.
Start starter(const Set* hands, int players, const long long* ages, long long lot);

}  // namespace qwirkle::classic
