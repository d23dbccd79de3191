// The solver's machinery: bounds on the two parts of a table, drawn tight (the Parts of solver.py).
//
// A line is one word. Each byte is a mask of its six places: byte n of some cards says at which
// places there are more than n. So all six counts of a line are compared and changed at once.
// Every card stands in two lines, its colour's and its shape's; both words know it.
#pragma once

#include "cards/outcome.h"

namespace qwirkle::cards {

using Word = std::uint64_t;

// Guesses at places before a table is left to Heights; ordinary tables need a few.
constexpr int MOST_GUESSES = 200;

// Counted at each conclusion of the solver, and at each filling of rows of the layout.
inline thread_local std::uint64_t steps_taken = 0;

constexpr Word BYTES = 0x010101010101;  // the first place, in each of the six bytes
constexpr Word THREE = 0xffffff;        // all of the first three bytes

constexpr unsigned COLORS = 0x3f;  // masks of lines
constexpr unsigned SHAPES = 0xfc0;

// Where the card at a place of a line stands in its other line.
constexpr int twin_line(int line, int place) { return line < 6 ? 6 + place : place; }
constexpr int twin_place(int line) { return line < 6 ? line : line - 6; }
constexpr int kind_at(int line, int place) { return line < 6 ? 6 * line + place : 6 * place + line - 6; }

// The places that occur in any byte.
constexpr unsigned places_in(Word word) {
    const Word three = word | word >> 24;
    return static_cast<unsigned>(three | three >> 8 | three >> 16) & 63;
}

// How many there are of each kind, up to six.
struct Cards {
    Word line[LINES]{};

    // False where there are more than six of a kind.
    bool read(const Counts& counts);

    // One more of a kind of which there are fewer than six.
    void add(int kind) {
        add_at(kind / 6, kind % 6);
        add_at(6 + kind % 6, kind / 6);
    }

    bool holds(int full) const { return (line[full] & 63) == 63; }

    // Take away one card at each place of a line, where there is one.
    void take(int full) {
        line[full] >>= 8;
        const Word there = BYTES << twin_place(full);
        for (int place = 0; place < 6; ++place) {
            Word& word = line[twin_line(full, place)];
            word = (word & ~there) | (word >> 8 & there);
        }
    }

  private:
    void add_at(int at, int place) { line[at] |= (line[at] & BYTES << place) << 8 | Word{1} << place; }
};

// How many cards of each kind there must be, and can be, in both parts together.
struct Limits {
    Cards least;
    Cards most;
};

// Bounds on both parts of a table: the colours' lines are the one part, the shapes' the other.
// The first three bytes of a word say what a place can hold, the next three what it must. A line
// in which a place holds more than three does not split.
struct Parts {
    Word line[LINES];

    // Conclude what follows from the limits; false at a contradiction.
    bool between(const Limits& limits);

    // Fix the count at a place of a line and conclude what follows; false at a contradiction.
    bool settle(const Limits& limits, int at, int place, int count);

    // Fix the count at a place and bound its twin, but conclude nothing more.
    void fix(const Limits& limits, int at, int place, int count);

    // Settle everything that is open: each place as high as can be, the first places first. After
    // MOST_GUESSES in any other way that there is (Heights).
    bool settle_all(const Limits& limits);

    // Whether that is possible at all, where both limits are the same. This finds out sooner.
    bool can_settle(const Limits& limits);

    // The first line that is open, or -1.
    int first_open() const {
        for (int at = 0; at < LINES; ++at) {
            if (open(at)) return at;
        }
        return -1;
    }

    // The places of a line that are not settled.
    unsigned open(int at) const { return places_in((line[at] ^ line[at] >> 24) & THREE); }

    int low(int at, int place) const { return count_of(line[at] >> (24 + place)); }
    int high(int at, int place) const { return count_of(line[at] >> place); }

  private:
    enum class Answer : std::uint8_t { NO, YES, TOO_HARD };

    static int count_of(Word word) { return static_cast<int>((word & 1) + (word >> 8 & 1) + (word >> 16 & 1)); }

    Answer guess_all(const Limits& limits, int& guesses);
    Answer guess_any(const Limits& limits, int& guesses) const;
    bool tighten(const Limits& limits, unsigned lines);
    unsigned bound_twins(const Limits& limits, int at, unsigned places);
    bool lower(const Limits& limits, int at, int place);
    unsigned failing(unsigned lines) const;
};

// Whether these cards can lie on the table.
inline bool solvable(const Cards& table) {
    const Limits limits{table, table};
    Parts parts;
    return parts.between(limits) && parts.can_settle(limits);
}

constexpr unsigned EVERY_LINE = COLORS | SHAPES;

// The lines that may be captured after one of the possible lines. What cannot be captured now
// cannot be captured after it either: a full line can always lie, as two rows of three. But that
// is so only while there are three of each kind at most, as there are in every game.
inline unsigned lines_after(const Cards& there, unsigned possible) {
    const int line = first(possible);
    for (int color = 0; color < 6; ++color) {
        if (there.line[color] & ~THREE) return EVERY_LINE & ~0u << line;
    }
    return possible;
}

}  // namespace qwirkle::cards
