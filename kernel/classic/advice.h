// The best moves of a seat, each with what is expected of it, how sure that is, and why (analysis/), as data.
#pragma once

#include "classic/levels.h"

namespace qwirkle::classic {

// Writes the best moves of a seat that knows its tiles; false where there is nobody to play against.
bool advise(const Table& table, int seat, long long seed, long long budget, long long most, Json& json);

// `reasons` of a legal move: what it gives, what it leaves to the others, and what it keeps.
void write_reasons(const Table& table, int seat, const Move& move, Json& json);

// How many tiles that the player cannot see would each make a Qwirkle on their own after a move; a pass changes
// nothing.
int unseen_qwirkles(const Situation& at, const Move& move);

// Whether there is just one legal move.
bool is_only_move(const Situation& at);

}  // namespace qwirkle::classic
