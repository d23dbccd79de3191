// What one seat knows of a tile game, and the choices it has: all that a search is given.
#pragma once

#include "classic/game.h"

namespace qwirkle::classic {

constexpr int MOST_PAST = 12;  // moves that are looked back at

// One move of the past, as everybody saw it. Without tiles played it was a trade, or a pass.
struct PastTurn {
    Play play;
    int points;
    int seat;    // -1: a seat that has left the game
    int traded;  // how many tiles
    int drawn;   // how many tiles afterwards
};

// A play; or a trade of some tiles; or, with neither, a pass.
struct Choice {
    Play play{0};
    int points = 0;
    int traded = 0;
    Tile trade[HAND_SIZE] = {};

    bool is_play() const { return play.size() > 0; }
    bool operator==(const Choice& other) const {
        if (play.code != other.play.code || traded != other.traded) return false;
        for (int at = 0; at < traded; ++at) {
            if (trade[at] != other.trade[at]) return false;
        }
        return true;
    }
};

struct Known {
    Board board;
    int players, seat;             // the seats still in the game; the one that is to move
    int bag_size;                  // how many tiles are left to draw
    Hand hand;                     // of the seat to move
    int hand_sizes[MOST_PLAYERS];  // of all hands
    int scores[MOST_PLAYERS];
    int passes;                  // in a row, just before
    std::uint8_t unseen[KINDS];  // in the bag, in the other hands, or gone with a player who left
    PastTurn past[MOST_PAST];    // the last moves, the newest last
    int past_count;

    int unseen_count() const {
        int all = 0;
        for (int count : unseen) all += count;
        return all;
    }
};

}  // namespace qwirkle::classic
