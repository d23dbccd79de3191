// The computer players of the tile game: six levels (bots/levels.py), and the search behind the strong ones.
#pragma once

#include "classic/search.h"
#include "classic/viewpoint.h"
#include "core/levels.h"

namespace qwirkle::classic {

constexpr int MASTER = STRONGEST;
constexpr long long NO_BUDGET = -1;  // as much as the level has where nobody says otherwise

// What a search found: its choices, the best first.
struct Found {
    Ranked ranked[MOST_CANDIDATES];
    int number = 0;
    bool solved = false;
};

// Advice is about the best replies; a player who is lost against those may play for a mistake.
enum class Replies : bool { BEST, MAY_BE_MISTAKES };

// The choices of a level that searches, with a budget in milliseconds; false where there is nobody to play against.
bool search(const Table& table, int seat, int level, long long seed, long long budget, Replies replies, Found& found);

// Two legal choices of a seat beside each other, as the master tries them out. False as above.
bool weigh(const Table& table, int seat, const Choice& one, const Choice& other, long long seed, long long budget,
           Duel& duel);

// What a player of a strength does, in hundredths of a level; the seat has tiles, and knows them. False as above.
bool choose(const Table& table, int seat, int hundredths, long long seed, long long budget, Move& move);

// A choice of the search as people write it.
void spell(const Table& table, const Choice& choice, Move& move);

}  // namespace qwirkle::classic
