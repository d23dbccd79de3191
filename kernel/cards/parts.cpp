#include "cards/parts.h"

#include <bit>

#include "cards/heights.h"

namespace qwirkle::cards {

namespace {

// What narrow() of solver.py says about a line. Places that can hold the same must hold the same.
struct Narrowed {
    // For places that can hold at least 1, 2, 3: a byte for each count that they must hold then.
    // Multiplied with the mask of these places, it gives what they must hold.
    std::uint32_t must[COPIES];
    std::uint32_t can;  // what a place can still hold, for all six places
};
constexpr std::uint32_t IMPOSSIBLE = ~std::uint32_t{0};

// The answer depends only on how many places can hold at least one, two and three, and on the
// largest count that some place must hold.
struct NarrowTable {
    Narrowed line[4 * 7 * 7 * 7]{};

    static constexpr int index(int ones, int twos, int threes, int largest_low) {
        return ones + 7 * twos + 49 * threes + 343 * largest_low;
    }

    constexpr NarrowTable() {
        for (int low = 0; low <= COPIES; ++low) {
            for (int ones = 0; ones <= 6; ++ones) {
                for (int twos = 0; twos <= ones; ++twos) {
                    for (int threes = 0; threes <= twos; ++threes) {
                        line[index(ones, twos, threes, low)] = narrowed(ones, twos, threes, low);
                    }
                }
            }
        }
    }

    static constexpr Narrowed narrowed(int ones, int twos, int threes, int largest_low) {
        const int room[COPIES + 1] = {0, ones, ones + twos, ones + twos + threes};
        int least[COPIES + 1] = {COPIES, COPIES, COPIES, COPIES};  // by what a place can hold
        int largest = -1;
        for (int m = largest_low; m <= COPIES; ++m) {
            const int slack = room[m] - SHORTEST * m;
            if (slack < 0) continue;
            largest = m;
            for (int high = 0; high <= COPIES; ++high) {
                const int must = (high < m ? high : m) - slack;
                if (must < least[high]) least[high] = must;
            }
        }
        Narrowed found{{0, 0, 0}, IMPOSSIBLE};
        if (largest < 0) return found;
        found.can = (std::uint32_t{1} << (8 * largest)) - 1;
        for (int high = 1; high <= COPIES; ++high) {
            for (int n = 0; n < least[high]; ++n) found.must[high - 1] |= std::uint32_t{1} << (8 * n);
        }
        return found;
    }
};
constexpr NarrowTable NARROW{};

struct SizeTable {
    std::uint8_t of[64]{};
    constexpr SizeTable() {
        for (unsigned mask = 0; mask < 64; ++mask) of[mask] = static_cast<std::uint8_t>(std::popcount(mask));
    }
};
constexpr SizeTable SIZE{};

// The bytes of a count at the first place.
constexpr Word UP_TO[] = {0, 0x1, 0x101, 0x10101, 0x1010101, 0x101010101, 0x10101010101};

constexpr Word EACH_OF_THREE = 0x010101;

inline unsigned mask_of(Word word, int byte) { return word >> (8 * byte) & 63; }

// The largest count in three bytes: its highest byte that is not empty.
inline int largest(Word lows) { return (63 - std::countl_zero(lows << 8 | 255)) >> 3; }

// Whether a line of three bytes of counts splits into rows of three to five.
inline bool splits(Word line) {
    const int total = SIZE.of[mask_of(line, 0)] + SIZE.of[mask_of(line, 1)] + SIZE.of[mask_of(line, 2)];
    return total >= SHORTEST * largest(line);
}

// Draw the tightest bounds of a line; false where no line between the bounds splits.
inline bool narrow(Word& line) {
    const unsigned ones = mask_of(line, 0);
    const unsigned twos = mask_of(line, 1);
    const unsigned threes = mask_of(line, 2);
    const Narrowed& found =
        NARROW.line[NarrowTable::index(SIZE.of[ones], SIZE.of[twos], SIZE.of[threes], largest(line >> 24))];
    if (found.can == IMPOSSIBLE) return false;
    const unsigned low = ones * found.must[0] | twos * found.must[1] | threes * found.must[2];
    line = (line & (~THREE | found.can)) | Word{low} << 24;
    return true;
}

}  // namespace

bool Cards::read(const Counts& counts) {
    *this = {};
    for (int kind = 0; kind < KINDS; ++kind) {
        if (counts[kind] > MOST_OF_A_KIND) return false;
        line[kind / 6] |= UP_TO[counts[kind]] << kind % 6;
        line[6 + kind % 6] |= UP_TO[counts[kind]] << kind / 6;
    }
    return true;
}

// Bound the twins of some places of a line, as they share the cards of each kind. Returns the
// lines that changed.
unsigned Parts::bound_twins(const Limits& limits, int at, unsigned places) {
    const Word here = line[at];
    const Word most = limits.most.line[at];
    const Word least = limits.least.line[at];
    Word cannot = 0;  // what the twins cannot hold, since it must be here
    Word must = 0;    // what the twins must hold, since it cannot be here
    for (int n = 0; n < COPIES; ++n) {
        cannot |= (mask_of(here, 3 + n) * EACH_OF_THREE) & ~(most >> (8 * (n + 1)));
        must |= ((mask_of(here, n) ^ 63) * EACH_OF_THREE) & least >> (8 * n);
    }
    unsigned changed = 0;
    const int there = twin_place(at);
    for (; places; places &= places - 1) {
        const int place = first(places);
        const int twin = twin_line(at, place);
        Word word = line[twin] & ~((cannot >> place & EACH_OF_THREE) << there);
        word |= (must >> place & EACH_OF_THREE) << (24 + there);
        changed |= static_cast<unsigned>(word != line[twin]) << twin;
        line[twin] = word;
    }
    return changed;
}

// Draw every conclusion that follows from some lines; false at a contradiction. The end does not
// depend on the order, but going through one part and then the other gets there soonest.
bool Parts::tighten(const Limits& limits, unsigned lines) {
    ++steps_taken;
    unsigned part = COLORS;
    while (lines) {
        if (!(lines & part)) part ^= COLORS | SHAPES;
        const int at = first(lines & part);
        lines &= ~(1u << at);
        const Word before = line[at];
        if (!narrow(line[at])) return false;
        if (const Word changed = before ^ line[at]) lines |= bound_twins(limits, at, places_in(changed));
    }
    return true;
}

bool Parts::between(const Limits& limits) {
    // Where there must be more than three of a kind, neither part can hold them all.
    for (int at = 0; at < LINES; ++at) line[at] = (limits.most.line[at] & THREE) | (limits.least.line[at] & ~THREE);
    return tighten(limits, COLORS | SHAPES);
}

void Parts::fix(const Limits& limits, int at, int place, int count) {
    const Word low = UP_TO[count];
    line[at] |= low << (24 + place);
    line[at] &= ~((low ^ EACH_OF_THREE) << place);
    bound_twins(limits, at, 1u << place);
}

bool Parts::settle(const Limits& limits, int at, int place, int count) {
    fix(limits, at, place, count);
    return tighten(limits, 1u << at | 1u << twin_line(at, place));
}

// A place holds fewer than it could; conclude what follows.
bool Parts::lower(const Limits& limits, int at, int place) {
    line[at] &= ~(Word{1} << (8 * (high(at, place) - 1) + place));
    return tighten(limits, bound_twins(limits, at, 1u << place) | 1u << at);
}

Parts::Answer Parts::guess_all(const Limits& limits, int& guesses) {
    for (;;) {
        const int at = first_open();
        if (at < 0) return Answer::YES;
        if (guesses-- == 0) return Answer::TOO_HARD;
        const int place = first(open(at));
        Parts guess = *this;
        if (guess.settle(limits, at, place, high(at, place))) {
            const Answer answer = guess.guess_all(limits, guesses);
            if (answer == Answer::YES) *this = guess;
            if (answer != Answer::NO) return answer;
        }
        if (!lower(limits, at, place)) return Answer::NO;
    }
}

bool Parts::settle_all(const Limits& limits) {
    int guesses = MOST_GUESSES;
    const Answer answer = guess_all(limits, guesses);
    if (answer != Answer::TOO_HARD) return answer == Answer::YES;
    Heights heights(limits);
    if (!heights.search()) return false;
    for (int at = 0; at < LINES; ++at) {
        line[at] = 0;
        for (int place = 0; place < 6; ++place) {
            line[at] |= (UP_TO[heights.held(at, place)] | UP_TO[heights.held(at, place)] << 24) << place;
        }
    }
    return true;
}

// Which of these lines do not split with only what they must hold.
unsigned Parts::failing(unsigned lines) const {
    unsigned failing = 0;
    for (; lines; lines &= lines - 1) {
        const int at = first(lines);
        failing |= static_cast<unsigned>(!splits(line[at] >> 24)) << at;
    }
    return failing;
}

Parts::Answer Parts::guess_any(const Limits& limits, int& guesses) const {
    Parts parts = *this;
    for (;;) {
        // As the bounds are tight, lines split with all that they can hold. So everything fits
        // if one part can hold all, and the other splits with only what it must.
        const unsigned shapes = parts.failing(SHAPES) >> 6;
        if (!shapes) return Answer::YES;
        const unsigned colors = parts.failing(COLORS);
        if (!colors) return Answer::YES;
        if (guesses-- == 0) return Answer::TOO_HARD;
        const bool by_shape = SIZE.of[shapes] <= SIZE.of[colors];
        const int at = by_shape ? 6 + first(shapes) : first(colors);
        // Fill a place of a failing line, at best one that fails in both parts and can be empty.
        unsigned places = parts.open(at);
        if (const unsigned both = places & (by_shape ? colors : shapes)) places = both;
        if (const unsigned empty = places & ~mask_of(parts.line[at], 3)) places = empty;
        const int place = first(places);
        Parts guess = parts;
        if (guess.settle(limits, at, place, parts.high(at, place))) {
            const Answer answer = guess.guess_any(limits, guesses);
            if (answer != Answer::NO) return answer;
        }
        if (!parts.lower(limits, at, place)) return Answer::NO;
    }
}

bool Parts::can_settle(const Limits& limits) {
    int guesses = MOST_GUESSES;
    const Answer answer = guess_any(limits, guesses);
    return answer == Answer::TOO_HARD ? Heights(limits).search() : answer == Answer::YES;
}

}  // namespace qwirkle::cards
