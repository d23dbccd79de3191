// What a move of the card game was worth beside the best one, and how lucky a draw was.
#pragma once

#include "cards/view.h"

namespace qwirkle::cards {

// Write what is to be said about a move that this seat made. A negative budget is the usual one. False, and nothing
// written, where no search can be made of such a position.
bool review(const View& view, const Move& played, long long seed, long long budget, Json& json);

// Write how the cards that were drawn last changed what everybody could expect. `before` is the game before the move.
void write_luck(const State& before, const State& state, const Tile* drawn, int number, long long seed, int games,
                Json& json);

// The same for the deal.
void write_deal_luck(const State& state, long long seed, int games, Json& json);

}  // namespace qwirkle::cards
