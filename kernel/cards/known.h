// What the player to move may know of a card game: all that a search is given.
#pragma once

#include "cards/outcome.h"

namespace qwirkle::cards {

// The last turn of another player: what it left on the table, and how many cards came after it.
struct PastTurn {
    bool known = false;
    Counts left{};
    std::uint8_t drawn = 0;
};

// What the player to move may know. Seat 0 is that player; who left the game is left out.
struct Known {
    std::uint8_t players = 0;
    std::uint8_t pile_size = 0;
    std::uint8_t hand_sizes[MOST_PLAYERS]{};
    std::uint8_t scores[MOST_PLAYERS]{};
    std::uint8_t waiting = 0;  // once the pile has run out: the seats that still have their last turn
    bool opening = false;
    Counts table{};
    Counts hand{};
    Counts unseen{};  // in the other hands, in the pile, and out of the game

    PastTurn last[MOST_PLAYERS]{};

    // Other hands, where they are known, as in a game that is over. They belong to the unseen.
    bool open_hands = false;
    Counts hands[MOST_PLAYERS]{};

    // Whether there can be such a moment. The search takes nothing else.
    bool sound() const;
};

}  // namespace qwirkle::cards
