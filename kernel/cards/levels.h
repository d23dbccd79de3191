// The six levels of computer players in the card game: the same choices as in bots/levels.py.
#pragma once

#include "cards/search.h"
#include "cards/view.h"
#include "core/levels.h"

namespace qwirkle::cards {

constexpr int USUAL_BUDGET = 1000;  // milliseconds for a turn of the master, where nobody says otherwise

// What the player to move does at a strength, in hundredths of a level. A negative budget is none: then the level has
// its own. All cards of its hand must be known. False where no search can be made of such a position, which no game
// has.
bool choose(const View& view, int hundredths, long long seed, long long budget, Move& move);

// Of the plays with the most rows, the one that offers the next player least.
Move greedy(const View& view);

// The work that a budget in milliseconds buys, in turns tried out.
std::int64_t work_of(long long budget);

// What the master expects of its best outcomes, best first; their number, or -1 where no game has such a position.
int ranked_by_master(const View& view, long long seed, long long budget, Ranked found[MOST_RANKED]);

}  // namespace qwirkle::cards
