// Exact answers about tables: what can lie, what can be played, what captures the most (solver.py).
#pragma once

#include "cards/outcome.h"

namespace qwirkle::cards {

// More than MOST_OF_A_KIND of one kind, on the table and in the hand together, is never legal.

// Whether these cards can lie on the table, in rows of three to five.
bool legal(const Counts& table);

// A legal table with at least `low` and at most `high` cards of each kind.
bool find(const Counts& low, const Counts& high, Counts& found);

// Some legal play without captures; false proves that there is nothing to play (C9).
bool any_play(const Counts& table, const Counts& hand, Outcome& play);

// Choices of full lines that are tried for one answer; ordinary tables need a few.
constexpr int MOST_LOOKS = 20000;

// A legal play that captures as many rows as any; after that many looks, as any that was found.
bool best(const Counts& table, const Counts& hand, Outcome& play, int most_looks = MOST_LOOKS);

// The same of the plays of exactly these cards.
bool laying(const Counts& table, const Counts& cards, Outcome& play, int most_looks = MOST_LOOKS);

// How much work this thread has done in solver and layout so far. It never depends on the machine.
std::uint64_t steps();

// The opening that lays one of the largest sets of a hand; a six is captured (C3).
Outcome opening(Set set);

}  // namespace qwirkle::cards
