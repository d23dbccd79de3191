// A second way to part a table in two, for the few tables with which guessing takes too long.
//
// A line splits exactly when it has a height: no place holds more cards than the height, and all
// together hold three times the height. For given bounds on the heights the cards are a flow: each
// card lies in its colour's line or in its shape's, and cards are passed on along the lines until
// each holds what it needs. Where a line does not split then, its height is either lower than that
// or higher, and both are tried. There are twelve lines with four heights, so that soon ends.
#pragma once

#include "cards/parts.h"

namespace qwirkle::cards {

class Heights {
  public:
    explicit Heights(const Limits& limits);

    // Whether such a table can lie; then this is one way to part it.
    bool search();

    int held(int line, int place) const { return held_[line][place]; }

  private:
    int most_[LINES];   // cards that a place of the line holds at most
    int least_[LINES];  // cards that the line holds at least
    std::uint8_t low_[KINDS];
    std::uint8_t high_[KINDS];
    std::uint8_t held_[LINES][6]{};

    bool conclude();
    void lay();
    bool pass_on();
    bool fetch(int line);
    int room(int line, int height) const;
    int total(int line) const;
    int largest(int line) const;
    bool can_give(int from, int to) const;
};

}  // namespace qwirkle::cards
