#include "classic/ending.h"

namespace qwirkle::classic {

int Ending::lay(int side, const ScoredPlay& play) {
    if (!play.play.size()) {
        ++passes;
        return 0;
    }
    board.make(play.play);
    hands[side].remove(play.play);
    passes = hands[side].size ? 0 : 2;
    return play.points + (hands[side].size ? 0 : BONUS);
}

void Ending::go_back_to(const Mark& mark) {
    while (board.tiles > mark.tiles) board.take_back();
    hands[0] = mark.hands[0];
    hands[1] = mark.hands[1];
    passes = mark.passes;
}

OrderedPlays::OrderedPlays(const Ending& ending, int side, Item (&room)[MOST], Play first) : next_(room), end_(room) {
    const Hand& hand = ending.hands[side];
    legal_plays(ending.board, hand.kinds, [&](Play play, int points) {
        if (end_ == room + MOST) {
            complete_ = false;
            return;
        }
        const int bonus = play.size() == hand.size ? BONUS : 0;
        *end_++ = {play, points, play.code == first.code ? MOST_GAIN : 4 * (points + bonus) + play.size()};
    });
}

ScoredPlay OrderedPlays::take() {
    Item* best = next_;
    for (Item* other = next_ + 1; other < end_; ++other) {
        if (other->order > best->order) best = other;
    }
    const Item taken = *best;
    *best = *next_;
    *next_++ = taken;
    return {taken.play, taken.points};
}

}  // namespace qwirkle::classic
