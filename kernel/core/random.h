// Repeatable dice for self-play: splitmix64, seeded per game, so results never depend on threads.
#pragma once

#include <cstdint>

namespace qwirkle {

struct Dice {
    std::uint64_t state;

    explicit Dice(std::uint64_t seed) : state(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    // A number from 0 to limit - 1 (Lemire's multiplication, without bias).
    std::uint32_t below(std::uint32_t limit) {
        std::uint64_t product = (next() >> 32) * limit;
        if (static_cast<std::uint32_t>(product) < limit) {
            const std::uint32_t floor = (0u - limit) % limit;
            while (static_cast<std::uint32_t>(product) < floor) product = (next() >> 32) * limit;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }
};

// Brings a random choice of `wanted` pieces to the front.
inline void shuffle_front(std::uint8_t* pieces, int size, int wanted, Dice& dice) {
    for (int at = 0; at < wanted && at < size - 1; ++at) {
        const int other = at + static_cast<int>(dice.below(static_cast<std::uint32_t>(size - at)));
        const std::uint8_t piece = pieces[at];
        pieces[at] = pieces[other];
        pieces[other] = piece;
    }
}

}  // namespace qwirkle
