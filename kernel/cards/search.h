// The card game's master: what the player to move may know goes in, ranked outcomes come out.
//
// Every outcome of the turn is looked at, and the most promising ones are tried out: the unseen
// cards are dealt at random, the same way for each of them; the next player replies; then the rows
// that everybody could capture at once are counted. Worse ones are dropped on the way. Guesses that
// reach the last turns are played to the end.
#pragma once

#include "cards/known.h"
#include "core/expected.h"

namespace qwirkle::cards {

// An outcome with what is expected of it: rows more than the best of the others in the end, and
// the chance to win; with their standard errors.
struct Ranked {
    Outcome outcome;
    double margin = 0;
    double margin_error = 0;
    double win = 0;
    double win_error = 0;
    std::uint32_t samples = 0;
};

constexpr int MOST_RANKED = 8;

// The best outcomes, best first; returns their number, 0 where nothing can be played. The work is
// counted in simulated turns, so the answer depends on the arguments alone.
int search(const Known& known, std::int64_t work, std::uint64_t seed, Ranked ranked[MOST_RANKED]);

// Two legal outcomes with the same guesses, until the work is spent; exactly where nothing is left to chance.
Duel duel(const Known& known, const Outcome& one, const Outcome& other, std::int64_t work, std::uint64_t seed);

}  // namespace qwirkle::cards
