// Bits that are members of a set, counted and found. Only this header knows what compilers and processors offer.
#pragma once

#include <bit>
#include <cstdint>

namespace qwirkle {

// The number of members. x86-64 has no instruction for that at first, and the compiler would call a function.
inline int count(std::uint64_t set) {
#if defined(__x86_64__) && !defined(__POPCNT__)
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    return static_cast<int>(((set + (set >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
#else
    return std::popcount(set);
#endif
}

// The first member of a set that has one. std::countr_zero asks whether it has, which costs where the processor's
// instruction does not.
inline int first(std::uint64_t set) {
#ifdef __GNUC__
    return __builtin_ctzll(set);
#else
    return std::countr_zero(set);
#endif
}

}  // namespace qwirkle
