// Every distinct outcome of a turn, one after the other: the outcomes() of solver.py.
//
// There can be millions of them, so none is worked out before it is asked for.
#pragma once

#include "cards/parts.h"

namespace qwirkle::cards {

// Every choice of at most n full lines that can leave some cards.
class Captures {
  public:
    explicit Captures(int most) : most_(most < 0 ? 0 : most < MOST_CAPTURES ? most : MOST_CAPTURES) {}

    // The empty choice; the cards must be legal.
    void start(const Cards& there, Outcome& turn);

    // The next choice, in the captures of a turn that nobody else changes.
    bool next(Outcome& turn);

  private:
    struct Frame {
        Cards there;
        unsigned lines = 0;  // that may be captured next
        bool looked_at = false;
    };

    int most_;
    int depth_ = 0;
    Frame frame_[MOST_CAPTURES + 1];

    static unsigned capturable(const Cards& there, unsigned lines);
};

class Outcomes {
  public:
    // Those with at most n captures.
    Outcomes(const Counts& table, const Counts& hand, int most = MOST_CAPTURES);

    bool next(Outcome& outcome);

  private:
    Cards table_;
    Tile hand_[PIECES];    // in order
    Tile chosen_[PIECES];  // the cards played
    int held_ = 0;
    int size_ = 0;
    Outcome turn_;
    Captures captures_;

    bool next_cards();
};

// Shows every distinct outcome of a turn to a visitor, until it returns false.
template <typename Visit>
void outcomes(const Counts& table, const Counts& hand, Visit&& visit) {
    Outcomes all(table, hand);
    for (Outcome outcome; all.next(outcome) && visit(outcome);) {
    }
}

}  // namespace qwirkle::cards
