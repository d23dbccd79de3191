// What a card game is worth where it is not played on: rows that everybody can count on, and chances to win.
#pragma once

#include "cards/game.h"

namespace qwirkle::cards {

// Adds the rows that each seat has, and its share of those that it could capture at once.
void add_rows(const Game& game, double rows[MOST_PLAYERS]);

// How many rows a seat has more than the best of the others.
double lead(const double* rows, int players, int seat);

// The chance of a seat to win with these rows, while this many cards are in the pile. Those of all seats add up to 1.
double chance_to_win(const double* rows, int players, int seat, int pile);

}  // namespace qwirkle::cards
