#include "classic/mistakes.h"

#include "classic/best.h"

namespace qwirkle::classic {

namespace {

constexpr int MOST_WIDTH = 8;  // plays that are tried on each later turn

}  // namespace

Trap TrapSearch::find(int nodes) {
    Trap found{{{0}, 0}, -MOST_GAIN};
    nodes_left_ = nodes;
    for (int width = 1; width <= MOST_WIDTH && (nodes_left_ > 0 || width == 1); width *= 2) {
        const Trap trap = best(0, width);
        if (trap.gain > found.gain) found = trap;
    }
    found.complete = nodes_left_ > 0;
    return found;
}

// Every play is tried on the first turn, some on later ones, and one when the work is done.
Trap TrapSearch::best(int ply, int width) {
    OrderedPlays plays(ending_, 0, room_[ply], {0});
    const ScoredPlay pass{{0}, 0};
    if (!plays.left()) return {pass, gain_after(pass, ply, width)};
    Trap best{pass, -MOST_GAIN};
    for (int tried = 0; plays.left() && (tried == 0 || (nodes_left_ > 0 && (ply == 0 || tried < width))); ++tried) {
        --nodes_left_;
        const ScoredPlay play = plays.take();
        const int gain = gain_after(play, ply, width);
        if (gain > best.gain) best = {play, gain};
    }
    return best;
}

// The gain of a play that is answered with the most points, and of what is best after that.
int TrapSearch::gain_after(const ScoredPlay& play, int ply, int width) {
    const Ending::Mark mark = ending_.mark();
    int gain = ending_.lay(0, play);
    if (!ending_.over()) gain -= ending_.lay(1, BestPlay<16, 1>(ending_.board, ending_.hands[1].kinds).find());
    if (!ending_.over()) gain += best(ply + 1, width).gain;
    ending_.go_back_to(mark);
    return gain;
}

}  // namespace qwirkle::classic
