// What one seat may know of a card game, and the moves that need no search (bots/cards).
#pragma once

#include "cards/greedy.h"
#include "cards/state.h"

namespace qwirkle::cards {

struct View {
    const State& state;
    int seat;

    const Held& hand() const { return state.hands[seat]; }
    Decision decision() const { return state.decision_of(seat); }
    Counts unseen() const { return state.unseen_by(seat); }

    // How many cards the next player holds; who left the game holds none (O1).
    int next_hand() const;
    Gifts gifts() const { return {unseen(), next_hand()}; }

    // All that a search is told: seats are counted from this one, who left is left out.
    Known known() const;
};

// The first of the largest sets of a hand that must open (C3).
Move opening_move(const View& view);

// What is left when nothing can be played (C9).
Move stuck_move(const View& view);

}  // namespace qwirkle::cards
