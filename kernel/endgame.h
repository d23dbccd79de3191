// Exact play when the bag is empty and two players are left: all tiles are known, and nothing is left to chance.
//
// Alpha-beta with a table of positions seen before. The search deepens turn by turn and judges where it stops
// by greedy play to the end, so one that runs out of work still has a good answer; where it reached the end
// on every way that matters, the answer is exact.
//
// Who is lost against the best replies can still hope for others: the best play against one who takes the
// most points.
#pragma once

#include "known.h"

namespace qwirkle::classic {

class Endgame {
  public:
    // A position seen before: its value or a bound of it, how deep it was searched, and the best play.
    struct Entry {
        std::uint64_t key, play;
        std::int16_t value;
        std::int8_t depth;
        std::int8_t bound;
    };
    static constexpr int TABLE_SIZE = 1 << 17, MOST_PLAYS = 1024, MOST_DEPTH = 4 * HAND;

    struct Move {
        Play play;
        int points, order;
    };

    // What a search needs room for; it belongs to the caller.
    struct Room {
        Entry table[TABLE_SIZE];
        Move plays[MOST_DEPTH + 2][MOST_PLAYS];
    };

    // The other hand is known: it is all that is unseen.
    Endgame(Board& board, const Hand& mine, const Hand& theirs, int passes, Room& room);

    struct Answer {
        ScoredPlay best;   // size 0: a pass
        int gain;          // by how many points more than the other this seat will still win
        int depth;         // turns looked ahead
        bool solved;       // to the end: the gain is exact
    };
    // The best play with the work of so many positions.
    Answer solve(int nodes);

    // The play that gains most against one who always takes the most points, as far as the work allows.
    Answer hope(int nodes);

    // The exact gain of one play; false if the work was not enough.
    bool gain_of(ScoredPlay play, int nodes, int& gain);

  private:
    static constexpr int TO_THE_END = 100, PLAYOUT_NODES = 4, MOST_HOPES = 8;

    Board& board_;
    Hand hands_[2];
    Room& room_;
    int nodes_ = 0, passes_;
    int hopes_ = 1;  // plays that are tried on each later turn
    bool cut_ = false;  // the search stopped somewhere before the end
    std::uint64_t root_play_ = 0;

    int generate(int side, int ply, std::uint64_t first);
    int search(int side, int depth, int ply, int low, int high, std::uint64_t key);
    int through(int side, const Move& move, int depth, int ply, int low, int high, std::uint64_t key);
    int passed(int side, int depth, int ply, int low, int high, std::uint64_t key);
    int greedy_gain(int side);
    Move take_next(int ply, int at, int number);
    int lay(int side, const ScoredPlay& play);
    int hoped(int ply, ScoredPlay& best);
    int hoped_after(const ScoredPlay& play, int ply);
};

}  // namespace qwirkle::classic
