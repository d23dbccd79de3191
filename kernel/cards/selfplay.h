// Whole card games, played by simple policies.
#pragma once

#include "cards/game.h"

namespace qwirkle::cards {

enum class Policy : std::uint8_t { RANDOM, GREEDY };

// What a policy plays where something can be played; false: exchange or pass.
bool choose(const Game& game, Policy policy, Dice& dice, Outcome& outcome);

struct Result {
    std::uint8_t scores[MOST_PLAYERS]{};
    std::uint8_t winners = 0;  // a mask of seats
    bool finished = false;     // false: nobody could move for very long, see MOST_TURNS
    std::uint16_t turns = 0;   // plays and passes
    std::uint16_t passes = 0;
    std::uint16_t exchanges = 0;
};

// No rule ends a game in which everybody passes for ever; self-play stops it here.
constexpr int MOST_TURNS = 2000;

// One whole game; the result depends on the arguments only.
Result play_game(Game& game, int players, const Policy* policies, std::uint64_t seed);

}  // namespace qwirkle::cards
