// The card game's greedy player: the most captures, then the fewest gifts to the next player.
#pragma once

#include "cards/outcome.h"

namespace qwirkle::cards {

// How many places of full lines a table offers to the next hand: for each full line, the expected
// number of ways in which that hand holds the kinds that the table lacks. With u cards of a kind
// unseen, n unseen in all and h of them in the hand, one line that lacks m kinds adds
//     u1 * ... * um * h(h-1)...(h-m+1) / n(n-1)...(n-m+1).
// Whether the rest of the table would stay legal is not asked: this is cheap, and plays better.
// All is counted in one(), a common denominator, so that nothing is ever rounded.
class Gifts {
  public:
    Gifts(const Counts& unseen, int hand);

    // What a table in which these places of each line are empty offers.
    std::int64_t of(const std::uint8_t missing[LINES]) const {
        std::int64_t sum = 0;
        for (int line = 0; line < LINES; ++line) sum += offered_[line][missing[line]];
        return sum;
    }

    std::int64_t one() const { return one_; }

  private:
    std::int64_t one_;
    std::int64_t offered_[LINES][1 << LONGEST];  // by the missing places of the line
};

// The places of each line that a table leaves empty.
struct Missing {
    std::uint8_t of[LINES];

    explicit Missing(const Counts& table);
    void flip(int kind) {
        of[kind / 6] ^= static_cast<std::uint8_t>(1u << kind % 6);
        of[6 + kind % 6] ^= static_cast<std::uint8_t>(1u << kind / 6);
    }
};

// Of the plays with the most captures, one with the highest value: `hundredths` of a row for
// each card played, less the gifts. Equal ones: more cards; then the first one looked at.
// False where nothing can be played.
bool careful(const Counts& table, const Counts& hand, const Gifts& gifts, int hundredths, Outcome& play);

// Choices of lines that are tried for one turn of a guess.
constexpr int QUICK_LOOKS = 1000;

// Much the same in a tenth of the time: one play with the most captures, less the cards that are
// better kept, one after the other.
bool quick(const Counts& table, const Counts& hand, const Gifts& gifts, int hundredths, Outcome& play);

// What a play leaves on the table.
Counts left_by(const Counts& table, const Outcome& play);

}  // namespace qwirkle::cards
