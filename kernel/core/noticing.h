// Which of its moves a weak player notices (bots/difficulty.py): the harder one is to find, the likelier it is missed.
#pragma once

#include "core/random.h"

namespace qwirkle {

constexpr int QUARTERS = 4;  // steps are counted in quarters

// The chance to notice a move of so many quarter steps. Nothing but products: the same bits everywhere.
inline double chance_to_notice(double quarter, int quarters) {
    double chance = 1;
    for (; quarters > 0; --quarters) chance *= quarter;
    return chance;
}

// A number from 0 to 1, less than 1: 53 bits of the dice.
inline double roll(Dice& dice) { return static_cast<double>(dice.next() >> 11) * 0x1p-53; }

}  // namespace qwirkle
