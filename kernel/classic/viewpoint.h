// What one seat of a table knows, as the search wants to be told (kernel_facts of bots/classic/search.py).
#pragma once

#include "classic/table.h"

namespace qwirkle::classic {

// Fills it with what this seat may know, and nothing else. Its own tiles must be known. Who left the game holds no
// tiles and is passed over. The board is laid out as Python does it, since of equal plays the first one found is taken.
// False where nobody else is left.
bool look_from(const Table& table, int seat, Known& known);

// The seed of one turn (turn_seed of bots/dice.py).
std::uint32_t turn_seed(const Table& table, int seat, long long seed);

}  // namespace qwirkle::classic
