// One layout of the cards for people (layout.py).
#pragma once

#include "cards/outcome.h"

namespace qwirkle::cards {

constexpr int MOST_ROWS = PIECES / SHORTEST;

struct Arrangement {
    std::uint8_t rows = 0;
    std::uint8_t captures = 0;
    Set row[MOST_ROWS]{};
    std::uint8_t captured[MOST_CAPTURES]{};  // lines, in ascending order
};

// Ways to part the cards that are tried for one arrangement.
constexpr int MOST_NODES = 20000;

// The arrangement of an outcome that moves the fewest cards of these rows; the order of the rows
// decides ties. After most_nodes nodes, one that moves few cards. False where there is no legal arrangement, or a row
// is no line.
bool arrange(const Set* rows, int number, const Outcome& outcome, Arrangement& found, int most_nodes = MOST_NODES);

// Some arrangement of an outcome, found much faster.
bool any_arrangement(const Set* rows, int number, const Outcome& outcome, Arrangement& found);

}  // namespace qwirkle::cards
