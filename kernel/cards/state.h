// The card game's turns as people see them: rows as they lie, hidden cards, and who left (state.py).
//
// Game has the same turns for self-play, with counts alone and every card known.
#pragma once

#include "cards/known.h"
#include "cards/rules.h"

namespace qwirkle::cards {

enum class Ended : std::uint8_t { NO, LAST_TURNS, LEFT };  // C10, O1

struct State {
    std::uint8_t players = 0;
    std::uint8_t turn = 0;
    std::uint8_t exchanges = 0;  // of the player to move, in this turn
    std::uint8_t gone = 0;       // a mask of the seats that left
    bool opening = true;
    bool last_turns = false;   // the pile has run out
    std::uint8_t waiting = 0;  // then: the seats that still have their last turn
    bool fresh_nine = true;    // whether an exchange draws nine cards; by the first rules, as many as were set aside
    Ended ended = Ended::NO;
    int start = -1;  // the seat that started; nobody in a position that was set up by hand
    int pile = PIECES;
    int moves = 0;
    Held hands[MOST_PLAYERS]{};
    Rows table{};
    Rows captured[MOST_PLAYERS]{};
    Counts elsewhere{};  // the cards that are hidden, in the pile or in a hand

    // What everybody remembers of the moves: the last one of each seat, and who has moved since anybody drew.
    PastTurn last[MOST_PLAYERS]{};
    std::uint8_t moved_since_draw = 0;
    int last_seat = -1;
    Move last_move{};

    State();

    bool is_gone(int seat) const { return gone >> seat & 1; }
    int staying() const { return players - count(gone); }
    int score(int seat) const { return captured[seat].number; }
    Decision decision_of(int seat) const { return {table, hands[seat], pile, opening, exchanges}; }

    // Give cards of the pile to a seat; false where there are no such cards.
    bool give(int seat, const Tile* cards, int number);

    // How many cards a seat draws with a move: back up to nine, or all there are (C8, C9).
    int draws(int seat, const Move& move) const;

    // Follow a legal move of the player to move with these cards drawn; false where they cannot be.
    bool follow(const Move& move, const Tile* drawn, int number);

    // A player leaves the game, in or out of turn (O1); false where that is no player of it.
    bool resign(int seat);

    // Those with the most rows, of those who stayed, as a mask of seats (C11).
    unsigned winners() const;

    // The cards that a seat does not see: in the pile, in other hands, and gone with those who left.
    Counts unseen_by(int seat) const;

  private:
    bool lay(const Move& move);
    void remember(const Move& move, int drawn);
    void end_turn();
    void pass_on();
    void check_end();
};

}  // namespace qwirkle::cards
