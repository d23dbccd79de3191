// The best moves of the card game with what is expected of them, how sure that is, and why (analysis).
#pragma once

#include "cards/view.h"

namespace qwirkle::cards {

// Write `moves`, the best first. A negative budget is the usual one. False, and nothing written, where no search can be
// made of such a position.
bool advise(const View& view, long long seed, long long budget, long long most, Json& json);

// `reasons` of a legal move: what it captures, what it leaves to the next player, and what it keeps.
void write_reasons(const View& view, const Move& move, Json& json);

// How many unseen cards would each capture a row of a table on their own, the rest rearranged at will.
int unseen_captures(const Counts& table, const Counts& unseen);

bool is_only_move(const View& view);

}  // namespace qwirkle::cards
