// The judge of the card game: what is wrong with a move, in the order and the words of rules.py.
#pragma once

#include "cards/move.h"

namespace qwirkle::cards {

// The cards that one player holds; of some only the number may be known.
struct Held {
    Counts known{};
    std::uint8_t hidden = 0;

    int size() const { return known.total() + hidden; }
};

// What the player to move knows and needs for a decision.
struct Decision {
    const Rows& table;
    const Held& hand;
    int pile;
    bool opening;  // of the game; whoever cannot open has an ordinary turn (O1)
    int exchanges;

    // Whether this hand must open. One with hidden cards must, unless the known ones are all that it has.
    bool must_open() const;
    bool can_exchange() const;
};

// What is wrong with a move: a key of the catalogues, and the cards to point at.
struct Fault {
    const char* key = nullptr;
    int tiles = 0;
    Tile tile[PIECES]{};
    int n = -1;  // a word of the sentence, where it has one

    explicit operator bool() const { return key != nullptr; }
    void point_at(Tile card) { tile[tiles++] = card; }
};

Fault fault_of(const Decision& decision, const Move& move);

// Why cards do not make a row (C4).
Fault row_fault(Row row);

// The cards of an arrangement that did not lie on the table before, each as often as it is new.
Counts played(const Rows& table, const Move& move);

void write(const Fault& fault, Json& json);

}  // namespace qwirkle::cards
