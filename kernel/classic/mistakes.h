// Playing for mistakes: where an end is lost against the best replies, an opponent who is greedy can still be beaten.
#pragma once

#include "classic/ending.h"

namespace qwirkle::classic {

struct Trap {
    ScoredPlay play;        // size 0: a pass
    int gain;               // by how many points more than the other side 0 will still win
    bool complete = false;  // whether the work was enough
};

// The play that gains the most against an opponent who always takes the most points, as far as the work allows. What
// it finds can be had from such an opponent, who leaves nothing to chance.
class TrapSearch {
  public:
    TrapSearch(const Ending& ending, PlaysRoom& room) : ending_(ending), room_(room) {}

    Trap find(int nodes);

  private:
    Ending ending_;
    PlaysRoom& room_;
    int nodes_left_ = 0;

    Trap best(int ply, int width);
    int gain_after(const ScoredPlay& play, int ply, int width);
};

}  // namespace qwirkle::classic
