// Which of its moves a weak player notices, and which of those it wants (bots/difficulty.py): the harder one is to
// find, the likelier it is missed.
#pragma once

#include "core/levels.h"
#include "core/random.h"

namespace qwirkle {

constexpr int QUARTERS = 4;  // steps are counted in quarters

// What a player likes in a move. In the card game every row that is seen is taken first.
enum class Taste { FITTING, LONG, POINTS, SAVING };

inline Taste taste_of(int hundredths) {
    constexpr Taste OF_LEVEL[] = {Taste::FITTING, Taste::FITTING, Taste::LONG, Taste::POINTS, Taste::SAVING};
    return OF_LEVEL[hundredths / WHOLE_LEVEL];
}

// A number from 0 to 1, less than 1: 53 bits of the dice.
inline double roll(Dice& dice) { return static_cast<double>(dice.next() >> 11) * 0x1p-53; }

// How much a level notices, at its beginning and just before the next level.
struct Attention {
    double low, high;
};

// The attention of a strength in one game: the seed of the game decides the form of the day.
inline double attention_of(const Attention (&levels)[SEARCHING], int hundredths, long long seed) {
    constexpr double SWING = 0.27;  // how far the form can change the attention of a player who notices nothing
    Dice dice(static_cast<std::uint64_t>(seed));
    const double form = roll(dice);
    const auto [low, high] = levels[hundredths / WHOLE_LEVEL];
    const double usual = low + (high - low) * (hundredths % WHOLE_LEVEL) / WHOLE_LEVEL;
    return usual + SWING * (1 - usual) * (2 * form - 1);
}

// The chance to notice a move of so many quarter steps; seeing anything at all is a step, too. Nothing but products:
// the same bits everywhere.
inline double chance_to_notice(double quarter, int quarters) {
    double chance = 1;
    for (quarters += QUARTERS; quarters > 0; --quarters) chance *= quarter;
    return chance;
}

}  // namespace qwirkle
