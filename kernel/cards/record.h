// A card game read from the lines of its record, or of a position that was set up by hand (docs/engine.md).
#pragma once

#include "cards/state.h"

namespace qwirkle::cards {

// Why a game cannot be.
struct Wrong {
    int line = 0;  // the first line that is wrong, counted from 1, or the last one where something is missing
    Fault fault;   // of a position that was set up, where there is more to say than the line
};

// Read a game by its rules; false where it cannot be.
bool read_game(Part game, State& state, Wrong& wrong);

}  // namespace qwirkle::cards
