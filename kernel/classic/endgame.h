// Exact play in the end of a game: alpha-beta with a table of positions seen before.
//
// The search deepens turn by turn and judges where it stops by greedy play to the end, so one that runs out of
// work still has a good answer; where it reached the end on every way that matters, the answer is exact.
#pragma once

#include "classic/ending.h"

namespace qwirkle::classic {

class Endgame {
  public:
    // The gains that are still of interest: at most low is not enough, and high or more is more than enough.
    struct Window {
        int low, high;

        // As the other side sees it, after these points.
        Window reply_to(int points) const { return {points - high, points - low}; }
    };

    enum Bound : std::int8_t { NONE, EXACT, AT_LEAST, AT_MOST };

    // A position seen before: its value or a bound of it, how deep it was searched, and the best play.
    struct Entry {
        std::uint64_t key;
        Play best;
        std::int16_t gain;
        std::int8_t depth;
        Bound bound;

        bool is_of(std::uint64_t position) const { return key == position && bound != NONE; }
        bool answers(int wanted_depth, Window window) const;
    };
    static constexpr int TABLE_SIZE = 1 << 17;

    // What a search needs room for; it belongs to the caller.
    struct Room {
        Entry table[TABLE_SIZE];
        PlaysRoom plays;
    };

    Endgame(const Ending& ending, Room& room);

    struct Answer {
        ScoredPlay best;  // size 0: a pass
        int gain;         // by how many points more than the other this side will still win
        int depth;        // turns looked ahead
        bool solved;      // to the end: the gain is exact
    };
    // The best play of side 0, with the work of this number of positions.
    Answer solve(int nodes);

    // The exact gain of one play; false if the work was not enough.
    bool gain_of(const ScoredPlay& play, int nodes, int& gain);

  private:
    // A position of the search: whose turn it is, how many turns to look ahead, how many turns were made to get here.
    struct Node {
        int side, depth, ply;
        std::uint64_t key;

        Node next(std::uint64_t next_key) const { return {1 - side, depth - 1, ply + 1, next_key}; }
    };

    // What the side to move gains, and with which play. Exact: the search reached the end on every way that matters.
    struct Value {
        int gain;
        bool exact;
        Play best;
    };

    Ending ending_;
    Room& room_;
    int nodes_left_ = 0;

    bool is_out_of_work() const { return nodes_left_ < 0; }
    Value search(const Node& node, Window window);
    Value expand(const Node& node, Window window, Play first);
    Value try_play(const Node& node, const ScoredPlay& play, Window window, bool is_first);
    Value after_play(const Node& node, const ScoredPlay& play, Window window);
    Value after_pass(const Node& node, Window window);
    Value judge(int side);
};

}  // namespace qwirkle::classic
