#include "classic/move.h"

namespace qwirkle::classic {

namespace {

constexpr int MOST_DIGITS = 9;

// The columns of a text, which are letters and not bytes.
int letters(const char* at, const char* end) {
    int number = 0;
    for (; at < end; ++at) number += (*at & 0xc0) != 0x80;
    return number;
}

// The words of a text, each with its column.
class Words {
  public:
    explicit Words(Part text) : start_(text.at), rest_(text) {}

    bool next(Part& word) {
        while (rest_.at < rest_.end && *rest_.at == ' ') ++rest_.at;
        if (rest_.empty()) return false;
        word = rest_.take_until(" ");
        return true;
    }
    int column(Part word) const { return letters(start_, word.at) + 1; }

  private:
    const char* start_;
    Part rest_;
};

bool read_number(Part part, long long& value) {
    const bool negative = !part.empty() && *part.at == '-';
    const char* at = part.at + negative;
    if (at == part.end || part.end - at > MOST_DIGITS) return false;
    for (value = 0; at < part.end; ++at) {
        if (*at < '0' || *at > '9') return false;
        value = 10 * value + (*at - '0');
    }
    value = negative ? -value : value;
    return true;
}

bool read_cell(Part text, Spot& cell) {
    const char* const end = text.end;
    const Part x = text.take_until(",");
    return x.end != end && read_number(x, cell.x) && read_number(text, cell.y);
}

bool read_tile(Part text, Tile& tile) {
    Reader reader = text.reader();
    return text.end - text.at == 2 && reader.tile(tile);
}

bool fail(Misread& misread, const char* key, Part text, int column) {
    misread = {key, text, column};
    return false;
}

bool read_traded(Part text, bool hidden, Move& move, Misread& misread) {
    Words words(text);
    Part word;
    words.next(word);  // trade
    while (words.next(word)) {
        Placement placement{{0, 0}, HIDDEN};
        if (!(hidden && word.is("?")) && !read_tile(word, placement.tile)) {
            return fail(misread, "bad.tile", word, words.column(word));
        }
        if (move.size == PIECES) return fail(misread, "bad.move", word, words.column(word));
        move.add(placement);
    }
    const bool mixed = move.size && (move.placed[0].tile == HIDDEN) != (move.placed[move.size - 1].tile == HIDDEN);
    return (move.size && !mixed) || fail(misread, "bad.trade", text, letters(text.at, text.end) + 1);
}

}  // namespace

void Move::add(const Placement& placement) {
    int at = size++;
    for (; at > 0 && placement < placed[at - 1]; --at) placed[at] = placed[at - 1];
    placed[at] = placement;
}

bool read_placements(Part text, Move& move, Misread& misread) {
    Words words(text);
    for (Part word; words.next(word);) {
        const int column = words.column(word);
        Part cell = word;
        const Part code = cell.take_until("@");
        Placement placement{};
        if (code.end == word.end) return fail(misread, "bad.move", word, column);
        if (code.empty()) return fail(misread, "bad.tile", word, column);
        if (!read_tile(code, placement.tile)) return fail(misread, "bad.tile", code, column);
        if (!read_cell(cell, placement.cell)) return fail(misread, "bad.cell", cell, words.column(cell));
        if (move.size == PIECES) return fail(misread, "bad.move", word, column);
        move.add(placement);
    }
    return true;
}

bool read_move(Part text, bool hidden, Move& move, Misread& misread) {
    Words words(text);
    Part word, more;
    move.size = 0;
    if (!words.next(word)) return fail(misread, "bad.move", text, 1);
    if (word.is("pass") && !words.next(more)) {
        move.kind = Move::PASS;
        return true;
    }
    move.kind = word.is("trade") ? Move::TRADE : Move::PLAY;
    return move.is_play() ? read_placements(text, move, misread) : read_traded(text, hidden, move, misread);
}

void write_cell(Json& json, Spot cell) { json.begin_text().digits(cell.x).letter(',').digits(cell.y).end_text(); }

namespace {

void put_placement(Json& json, const Placement& placement) {
    json.code(placement.tile).letter('@').digits(placement.cell.x).letter(',').digits(placement.cell.y);
}

}  // namespace

void write_placement(Json& json, const Placement& placement) {
    json.begin_text();
    put_placement(json, placement);
    json.end_text();
}

void write_move(Json& json, const Move& move) {
    json.begin_text();
    if (move.kind == Move::PASS) json.letters("pass");
    if (move.kind == Move::TRADE) json.letters("trade");
    for (int at = 0; at < move.size; ++at) {
        if (at || !move.is_play()) json.letter(' ');
        if (move.is_play()) {
            put_placement(json, move.placed[at]);
        } else {
            json.code(move.placed[at].tile);
        }
    }
    json.end_text();
}

}  // namespace qwirkle::classic
