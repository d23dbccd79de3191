// Determinizations: what the hidden tiles may be, hands for the others and an order for the bag, drawn by chance. One
// of them is called a world.
//
// With inference a hand is the likelier, the better it explains what its owner played: one with which more
// points could have been had is rejected the more often, the more points were missed.
#pragma once

#include "classic/known.h"

namespace qwirkle::classic {

// One way the hidden tiles may lie. The deck has two ends: the seat that thinks draws from the front, the
// others from the back, so that another move here leaves their draws as they are.
struct Determinization {
    Hand hands[MOST_PLAYERS];
    Tile deck[PIECES];
    int front, back;  // the tiles from front to back - 1 are left

    int left() const { return back - front; }
    Tile draw(bool from_front) { return from_front ? deck[front++] : deck[--back]; }

    // Back in the middle, where it will be drawn last; on the side that was just drawn from, where there is room.
    void put_back(Tile tile, bool from_front) {
        const int middle = front + left() / 2;
        int place = from_front ? --front : back++;
        for (; place + 1 < middle; ++place) deck[place] = deck[place + 1];
        for (; place > middle; --place) deck[place] = deck[place - 1];
        deck[place] = tile;
    }
};

struct Inference {
    int explained_moves = 0;  // how many moves of each other seat are explained; 0: none
    int tries = 40;           // hands that are tried for each seat before the likeliest is taken
    double slack = 1.5;       // missed points at which a hand is e times less likely
    double noise = 0.02;      // how likely any move is
};

class Determinizations {
  public:
    Determinizations(const Known& known, const Inference& inference);

    // Take these hands as they are: a measure of what cannot be known.
    void peek(const Hand* hands) { given_ = hands; }

    // Another world; the same dice give the same one.
    void draw(Determinization& world, Dice& dice);
    // How many turns of the past were looked at so far.
    long looked_at() const { return looked_at_; }

  private:
    static constexpr int MOST_LOOKS = 2;

    // A move of another seat that its hand shall explain, with the board as it was.
    struct Look {
        Board board;
        PastTurn past;
    };

    const Known& known_;
    const Inference inference_;
    const Hand* given_ = nullptr;
    Look looks_[MOST_PLAYERS][MOST_LOOKS];
    int look_count_[MOST_PLAYERS] = {};
    Tile pool_[PIECES];
    long looked_at_ = 0;

    void find_looks();
    double likelihood(int seat, const Tile* tiles, Dice& dice);
    void guess(int seat, Tile* pool, int all, Dice& dice, Tile* hand);
    void deal(Determinization& world, int seat, int& used, Dice& dice);
};

}  // namespace qwirkle::classic
