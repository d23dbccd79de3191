// The actions that an environment allows next, as bits: nobody outside can change them.
#pragma once

#include "core/bits.h"

namespace qwirkle::envs {

template <int actions>
class Legal {
  public:
    void clear() {
        for (auto& word : words_) word = 0;
    }
    void allow(int action) { words_[action >> 6] |= std::uint64_t{1} << (action & 63); }
    bool allows(int action) const {
        return action >= 0 && action < actions && (words_[action >> 6] >> (action & 63) & 1);
    }
    bool none() const {
        std::uint64_t any = 0;
        for (auto word : words_) any |= word;
        return !any;
    }
    int number() const {
        int sum = 0;
        for (auto word : words_) sum += count(word);
        return sum;
    }

    // The n-th of them in ascending order; there must be so many.
    int pick(int n) const {
        int at = 0;
        for (; n >= count(words_[at]); ++at) n -= count(words_[at]);
        std::uint64_t word = words_[at];
        for (; n; --n) word &= word - 1;
        return 64 * at + first(word);
    }

    // One byte for each action.
    void write(std::int8_t* mask) const {
        for (int action = 0; action < actions; ++action) mask[action] = 0;
        for (int at = 0; at < WORDS; ++at) {
            for (std::uint64_t word = words_[at]; word; word &= word - 1) mask[64 * at + first(word)] = 1;
        }
    }

  private:
    static constexpr int WORDS = (actions + 63) / 64;

    std::uint64_t words_[WORDS]{};
};

}  // namespace qwirkle::envs
