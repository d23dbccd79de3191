// What a moment of a game comes to if everybody plays greedily from there: the measure of how lucky a draw was.
//
// Hands are given as far as they are known, and the rest is dealt at random. So the expectation before a draw is the
// mean of those after it, and luck adds up to nothing over many games.
#pragma once

#include "classic/known.h"
#include "core/hidden.h"

namespace qwirkle::classic {

// `known` is the moment, with the seat to move as its seat; `held` are the tiles that are known of each hand, without
// the drawn ones, which `drawer` holds. known.unseen does not count here. With a draw, the answer is what it changed.
// The board is the same again afterwards.
void expect(Known& known, const Hand* held, int drawer, const Hidden& hidden, int games, std::uint64_t seed,
            Expected expected[MOST_PLAYERS]);

}  // namespace qwirkle::classic
