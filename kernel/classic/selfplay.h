// Whole tile games, played by simple policies.
#pragma once

#include "classic/game.h"

namespace qwirkle::classic {

enum class Policy : std::uint8_t { RANDOM, GREEDY, GREEDY_ALL };

// The play that a policy chooses; size 0 where there is none.
ScoredPlay choose(const Game& game, Policy policy, Dice& dice);

// A whole game; the result depends on the seed alone.
Result play_game(Game& game, int players, const Policy* policies, std::uint64_t seed);

}  // namespace qwirkle::classic
