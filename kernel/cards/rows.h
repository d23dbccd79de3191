// Rows of cards as people write and lay them, in the order of the notation (moves.py).
#pragma once

#include "cards/outcome.h"
#include "core/json.h"
#include "core/question.h"

namespace qwirkle::cards {

// One row, seen in the rows that it is one of.
struct Row {
    const Tile* card;
    int size;

    Set kinds() const {
        Set set = 0;
        for (int at = 0; at < size; ++at) set |= bit(card[at]);
        return set;
    }
};

// Any rows, also some that no table can have: what somebody typed is judged later.
struct Rows {
    std::uint8_t number = 0;
    std::uint8_t end[PIECES]{};  // where each row ends among the cards
    Tile card[PIECES]{};

    int cards() const { return number ? end[number - 1] : 0; }
    Row operator[](int row) const {
        const int from = row ? end[row - 1] : 0;
        return {card + from, end[row] - from};
    }
    Counts counts() const {
        Counts counts;
        for (int at = 0; at < cards(); ++at) ++counts[card[at]];
        return counts;
    }

    // One row more; false where there would be more than 108 cards.
    bool add(Row row);
    bool add(Set kinds);

    // Rows of one shape first, then those of one colour; the cards of each in their order.
    void put_in_order();
};

// Why a text is not rows, and where: a key of the catalogues, and a column.
struct BadRows {
    const char* key = nullptr;
    int column = 0;
    Part text{};
};

// Read `Ro Rx Rd | Rs Bs Gs`; no text is no rows. False where it is something else.
bool read_rows(Part text, Rows& rows, BadRows& bad);

void write_text(const Rows& rows, Json& json);  // within a text that is begun
void write_codes(Row row, Json& json);          // ["Ro","Rx","Rd"]
void write_codes(const Rows& rows, Json& json);

}  // namespace qwirkle::cards
