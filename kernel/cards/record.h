// A card game read from the lines of its record, or of a position that was set up by hand (docs/engine.md).
#pragma once

#include "cards/state.h"

namespace qwirkle::cards {

// Read a game by its rules. False where it cannot be: then `line` is the first line that is wrong, counted from 1, or
// the last one where something is missing.
bool read_game(Part game, State& state, int& line);

}  // namespace qwirkle::cards
