// The end of a tile game with two players: the bag is empty, so both hands are known and nothing is left to chance.
#pragma once

#include "classic/game.h"

namespace qwirkle::classic {

constexpr int MOST_GAIN = 10000;  // more points than any end can bring

// The position, which a search changes and puts back. Side 0 is the one that asks.
struct Ending {
    Board& board;
    Hand hands[2];
    int passes;  // in a row; 2: the game is over, because nobody can go on or a hand is empty

    bool over() const { return passes == 2; }

    // Makes a play, or passes where it has no tiles; returns its points, with the bonus for going out.
    int lay(int side, const ScoredPlay& play);

    // What has to be known to take plays and passes back.
    struct Mark {
        Hand hands[2];
        int passes, tiles;
    };
    Mark mark() const { return {{hands[0], hands[1]}, passes, board.tiles}; }
    void go_back_to(const Mark& mark);
};

// The plays of a side, the most promising first. Each is looked for when it is taken: often a few are enough.
class OrderedPlays {
  public:
    static constexpr int MOST = 1024;

    struct Item {
        Play play;
        int points, order;
    };

    // One play can be named that comes first; the others come by points and tiles.
    OrderedPlays(const Ending& ending, int side, Item (&room)[MOST], Play first);

    int left() const { return end_ - next_; }
    bool complete() const { return complete_; }  // false: there are more than MOST
    ScoredPlay take();

  private:
    Item* next_;
    Item* end_;
    bool complete_ = true;
};

constexpr int MOST_DEPTH = 4 * HAND_SIZE;  // turns until every end is over

// The room that a search needs for the plays of each turn; it belongs to the caller.
using PlaysRoom = OrderedPlays::Item[MOST_DEPTH + 2][OrderedPlays::MOST];

}  // namespace qwirkle::classic
