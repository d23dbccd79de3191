// What a moment of a card game comes to if everybody plays on as in a guess: the measure of how lucky a draw was.
//
// Hands are given as far as they are known, and the rest is dealt at random. So the expectation before a draw is the
// mean of those after it, and luck adds up to nothing over many games.
#pragma once

#include "cards/known.h"
#include "core/hidden.h"

namespace qwirkle::cards {

// `known` is the moment: seat 0 is to move, and its `hands` are the cards that are known of each hand, that of seat 0
// among them, without the drawn ones, which `drawer` holds; `hand` and `unseen` do not count here. With a draw, the
// answer is what it changed.
void expect(const Known& known, int drawer, const Hidden& hidden, int games, std::uint64_t seed,
            Expected expected[MOST_PLAYERS]);

}  // namespace qwirkle::cards
