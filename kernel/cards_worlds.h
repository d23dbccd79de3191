// Guesses at what is hidden in a card game, and the turns that everybody takes in one.
#pragma once

#include "cards_known.h"

namespace qwirkle::cards {

// One guess: the hands, and the order of the pile.
struct World {
    Game game{};
    Tile order[PIECES];
    int next = 0;
    int end = 0;

    void play(const Outcome& outcome) {
        game.play_unchecked(outcome, take(game.draws(outcome.played.total())));
    }

    // A turn as everybody takes it: the most captures, then few gifts; an exchange where nothing fits.
    void take_turn();

  private:
    Counts take(int number);
    void exchange();
};

// Where the guesses come from: what is unseen, dealt at random.
class Worlds {
  public:
    explicit Worlds(const Knowledge& known);

    World draw(Dice dice) const;

  private:
    const Knowledge& known_;
    Set doubted_[MOST_PLAYERS]{};

    void deal(World& world, const Counts& rest, Dice& dice) const;
};

}  // namespace qwirkle::cards
