// What a seat can expect of a game, by samples.
#pragma once

#include "core/numbers.h"
#include "core/tiles.h"

namespace qwirkle {

// Points (or rows) more than the best of the others in the end, and the chance to win.
struct Expected {
    Samples margin, win;
};

// Two choices tried with the same guesses at what is hidden.
struct Duel {
    Expected one, other;
    Expected lost;  // by the other: what the one has more
    bool exact = false;

    void add(double margin, double win, double other_margin, double other_win) {
        one.margin.add(margin);
        one.win.add(win);
        other.margin.add(other_margin);
        other.win.add(other_win);
        lost.margin.add(margin - other_margin);
        lost.win.add(win - other_win);
    }
};

// How a game came out for each seat.
struct Final {
    double margin[MOST_PLAYERS] = {}, win[MOST_PLAYERS] = {};
};

// A win is shared among those with the most.
inline Final final_of(const int* scores, int players) {
    Final result;
    int most = scores[0], winners = 0;
    for (int seat = 1; seat < players; ++seat) most = scores[seat] > most ? scores[seat] : most;
    for (int seat = 0; seat < players; ++seat) winners += scores[seat] == most;
    for (int seat = 0; seat < players; ++seat) {
        int others = -100000;
        for (int other = 0; other < players; ++other) {
            if (other != seat && scores[other] > others) others = scores[other];
        }
        result.margin[seat] = scores[seat] - others;
        result.win[seat] = scores[seat] == most ? 1.0 / winners : 0;
    }
    return result;
}

}  // namespace qwirkle
