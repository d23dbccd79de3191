// Guesses at what is hidden in a card game, and the turns that everybody takes in one.
#pragma once

#include "cards/game.h"
#include "cards/known.h"

namespace qwirkle::cards {

// One guess: the hands, and the order of the pile.
struct Determinization {
    Game game{};
    Tile order[PIECES];
    int next = 0;
    int end = 0;

    void play(const Outcome& outcome) { game.play_unchecked(outcome, take(game.draws(outcome.played.total()))); }

    // A turn as everybody takes it: the most captures, then few gifts; an exchange where nothing fits.
    void take_turn();

  private:
    Counts take(int number);
    void exchange();
};

// Where the guesses come from: what is unseen, dealt at random.
class Determinizations {
  public:
    explicit Determinizations(const Known& known);

    Determinization draw(Dice dice) const;

  private:
    const Known& known_;
    Set doubted_[MOST_PLAYERS]{};

    void deal(Determinization& world, const Counts& rest, Dice& dice) const;
};

}  // namespace qwirkle::cards
