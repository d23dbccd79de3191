// The card game's master: what the player to move may know goes in, ranked outcomes come out.
//
// Every outcome of the turn is looked at, and the most promising ones are tried out: the unseen
// cards are dealt at random, the same way for each of them; a few turns are played; then the rows
// that everybody could capture at once are counted. Worse ones are dropped on the way.
#pragma once

#include "cards.h"

namespace qwirkle::cards {

// The last turn of another player: what it left on the table, and how many cards came after it.
struct Memory {
    bool known = false;
    Counts left{};
    std::uint8_t drawn = 0;
};

// What the player to move may know. Seat 0 is that player; who left the game is left out.
struct Knowledge {
    std::uint8_t players = 0;
    std::uint8_t pile = 0;
    std::uint8_t hand_size[MOST_PLAYERS]{};
    std::uint8_t scores[MOST_PLAYERS]{};
    std::uint8_t waiting = 0;  // once the pile has run out: the seats that still have their last turn
    bool opening = false;
    Counts table{};
    Counts hand{};
    Counts unseen{};  // in the other hands, in the pile, and out of the game

    Memory last[MOST_PLAYERS]{};

    // Other hands, where they are known, as in a game that is over. They belong to the unseen.
    bool open_hands = false;
    Counts hands[MOST_PLAYERS]{};

    // Whether there can be such a moment. The search takes nothing else.
    bool sound() const;
};

// An outcome with what is expected of it: rows more than the best of the others in the end, and
// the chance to win; with their standard errors.
struct Ranked {
    Outcome outcome;
    double margin = 0;
    double margin_error = 0;
    double win = 0;
    double win_error = 0;
    std::uint32_t samples = 0;
};

constexpr int MOST_RANKED = 8;

// The best outcomes, best first; returns their number, 0 where nothing can be played. The work is
// counted in simulated turns, so the answer depends on the arguments alone.
int search(const Knowledge& known, std::int64_t work, std::uint64_t seed, Ranked ranked[MOST_RANKED]);

}  // namespace qwirkle::cards
