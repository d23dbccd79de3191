// The card game in numbers: the actions and observations of src/qwirkle/envs/cards.py.
//
// A move is a sequence of actions: the cards in ascending order, the captured lines in ascending order, done. The
// solver says which can come next: a card, where some play has it as its next one; a line, where the rest stays legal.
#pragma once

#include "cards/game.h"
#include "envs/legal.h"

namespace qwirkle::envs {

class Cards {
  public:
    static constexpr int CAPTURE = KINDS;         // 12 full lines; the 36 before it play a card each
    static constexpr int DONE = CAPTURE + LINES;  // the move is complete; with no card played, it is a pass
    static constexpr int EXCHANGE = DONE + 1;
    static constexpr int ACTIONS = EXCHANGE + 1;

    static constexpr int observation_size(int players) { return 4 * KINDS + LINES + 2 * players + 3; }

    void reset(int players, std::uint64_t seed);

    const Legal<ACTIONS>& legal() const { return legal_; }
    int beyond() const { return 0; }  // every move has its actions

    // Follow a legal action.
    void step(int action);

    bool ended() const { return game_.ended; }
    const cards::Game& game() const { return game_; }
    int turns() const { return turns_; }
    int seat() const { return game_.turn; }
    int score(int seat) const { return game_.scores[seat]; }
    unsigned winners() const { return game_.winners(); }

    // What the player to move sees: observation_size() numbers.
    void observe(std::int16_t* numbers) const;

  private:
    cards::Game game_;
    Dice dice_{0};
    cards::Must must_;
    Legal<ACTIONS> legal_;
    cards::Outcome chosen_;  // the turn in the making
    cards::Counts seen_;     // on the table and captured, before this turn
    int turns_;

    void begin_turn();
    void find_legal();
    void find_opening();
    void find_cards(const cards::Counts& there);
    void find_captures(cards::Counts there);
    void finish();
};

}  // namespace qwirkle::envs
