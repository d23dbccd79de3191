// What a player of the card game can do: lay out the whole new table, exchange, or pass (moves.py).
#pragma once

#include "cards/rows.h"

namespace qwirkle::cards {

struct Move {
    enum Kind : std::uint8_t { ARRANGE, EXCHANGE, PASS };

    Kind kind = PASS;
    Rows rows{};      // of an arrangement: the table as it shall lie
    Rows captured{};  // the rows that leave it

    int points() const { return captured.number; }

    // Those that stay on the table, then those that leave it.
    Rows all() const {
        Rows all = rows;
        for (int row = 0; row < captured.number; ++row) all.add(captured[row]);
        return all;
    }
};

// Read the rows of the new table, of which those of six are captured; or `exchange`, or `pass`.
bool read_move(Part text, Move& move, BadRows& bad);

void write_text(const Move& move, Json& json);

// The arrangement of a legal outcome that moves the fewest cards of these rows.
Move arranged(const Rows& table, const Outcome& outcome);

// How many of the cards on the table change their row with an arrangement (layout.py).
int cards_moved(const Rows& table, const Move& move);

}  // namespace qwirkle::cards
