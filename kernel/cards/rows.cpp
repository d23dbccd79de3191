#include "cards/rows.h"

namespace qwirkle::cards {

namespace {

// All of one shape, and not of one colour: such rows lie first.
int shape_of(Row row) {
    bool one_color = true, one_shape = true;
    for (int at = 1; at < row.size; ++at) {
        one_color &= row.card[at] / 6 == row.card[0] / 6;
        one_shape &= row.card[at] % 6 == row.card[0] % 6;
    }
    return one_shape && !one_color ? row.card[0] % 6 : LONGEST;
}

bool comes_before(Row one, Row other) {
    const int shape = shape_of(one), other_shape = shape_of(other);
    if (shape != other_shape) return shape < other_shape;
    for (int at = 0; at < one.size && at < other.size; ++at) {
        if (one.card[at] != other.card[at]) return one.card[at] < other.card[at];
    }
    return one.size < other.size;
}

void sort_cards(Tile* card, int size) {
    for (int from = 1; from < size; ++from) {
        const Tile moved = card[from];
        int at = from;
        for (; at > 0 && card[at - 1] > moved; --at) card[at] = card[at - 1];
        card[at] = moved;
    }
}

// The next word of a row; empty where the row ends.
Part take_card(Part& row) {
    while (!row.empty() && *row.at == ' ') ++row.at;
    Part word{row.at, row.at};
    while (word.end < row.end && *word.end != ' ') ++word.end;
    row.at = word.end;
    return word;
}

bool read_row(Part all, Part text, Rows& rows, BadRows& bad) {
    Tile cards[PIECES];
    int size = 0;
    for (Part word = take_card(text); !word.empty(); word = take_card(text)) {
        Reader letters = word.reader();
        Tile card;
        if (!letters.tile(card) || letters.at != letters.end) {
            bad = {"bad.tile", static_cast<int>(word.at - all.at) + 1, word};
            return false;
        }
        if (size == PIECES) return false;
        cards[size++] = card;
    }
    if (size) return rows.add({cards, size});
    bad = {"bad.row", static_cast<int>(text.end - all.at) + 1, all};
    return false;
}

}  // namespace

bool Rows::add(Row row) {
    const int from = cards();
    if (number == PIECES || from + row.size > PIECES) return false;
    for (int at = 0; at < row.size; ++at) card[from + at] = row.card[at];
    end[number++] = static_cast<std::uint8_t>(from + row.size);
    return true;
}

bool Rows::add(Set kinds) {
    Tile cards[KINDS];
    int size = 0;
    for (; kinds; kinds &= kinds - 1) cards[size++] = static_cast<Tile>(first(kinds));
    return add({cards, size});
}

void Rows::put_in_order() {
    for (int row = 0; row < number; ++row) {
        const int from = row ? end[row - 1] : 0;
        sort_cards(card + from, end[row] - from);
    }
    std::uint8_t order[PIECES];
    for (int row = 0; row < number; ++row) {
        int at = row;
        for (; at > 0 && comes_before((*this)[row], (*this)[order[at - 1]]); --at) order[at] = order[at - 1];
        order[at] = static_cast<std::uint8_t>(row);
    }
    const Rows before = *this;
    *this = {};
    for (int row = 0; row < before.number; ++row) add(before[order[row]]);
}

bool read_rows(Part text, Rows& rows, BadRows& bad) {
    rows = {};
    bad = {"bad.table", 1, text};
    const char* letter = text.at;
    while (letter < text.end && *letter == ' ') ++letter;
    if (letter == text.end) return true;
    const Part all = text;
    for (bool more = true; more;) {
        Part row{text.at, text.at};
        while (row.end < text.end && *row.end != '|') ++row.end;
        more = row.end < text.end;
        text.at = row.end + more;
        if (!read_row(all, row, rows, bad)) return false;
    }
    return true;
}

void write_text(const Rows& rows, Json& json) {
    for (int row = 0; row < rows.number; ++row) {
        if (row) json.letters(" | ");
        for (int at = 0; at < rows[row].size; ++at) {
            if (at) json.letter(' ');
            json.code(rows[row].card[at]);
        }
    }
}

void write_codes(Row row, Json& json) {
    json.array();
    for (int at = 0; at < row.size; ++at) json.tile(row.card[at]);
    json.end_array();
}

void write_codes(const Rows& rows, Json& json) {
    json.array();
    for (int row = 0; row < rows.number; ++row) write_codes(rows[row], json);
    json.end_array();
}

}  // namespace qwirkle::cards
