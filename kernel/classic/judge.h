// The judge of the tile game: what is wrong with a move, in the order of classic/rules.py.
#pragma once

#include "classic/game.h"
#include "classic/layout.h"

namespace qwirkle::classic {

// The tiles of a seat, as far as they are known.
struct Held {
    Hand known;
    int hidden = 0;

    Held() { known.clear(); }
    int size() const { return known.size + hidden; }
    void add(Tile tile);
    // Takes a tile out, or a hidden one that may be it; false where there is none.
    bool take(Tile tile);
};

// What is wrong with a move: the rule with a word behind it, the tiles and cells to point at, and the words.
struct Fault {
    const char* key = nullptr;  // null: nothing
    Tile tiles[PIECES];
    Spot cells[PIECES];
    int tile_count = 0, cell_count = 0;
    enum : std::uint8_t { NONE, NUMBER, CELL } word = NONE;
    int number = 0;
    Spot cell{};

    explicit operator bool() const { return key; }
};

// What a seat needs for a decision.
struct Situation {
    const Layout& layout;
    const Held& held;
    int bag;

    // Where some tiles of the hand are hidden, the judge believes that they are the right ones.
    Fault fault(const Move& move) const;
    int points(const Move& move) const;  // of a legal move, with the bonus for going out
    bool goes_out(const Move& move) const { return move.is_play() && !bag && move.size == held.size(); }
    int most_traded() const;

  private:
    Fault play_fault(const Move& play) const;
    Fault trade_fault(const Move& trade) const;
    Fault pass_fault() const;
    Fault missing(const Move& move) const;
    Fault cells_fault(const Move& play) const;
    Fault place_fault(const Move& play) const;
    Fault lines_fault(const Move& play) const;
};

// What is wrong with the lines that lie there (T12, T10, T11).
Fault layout_fault(const Layout& layout);

// That some tiles lie apart from the others (T8): no way leads from the first one to them.
Fault apart_fault(const Layout& layout);

// That somebody has points before anything lies there.
Fault points_fault();

// That there are more of a tile than three, and where they lie.
Fault copies_fault(const Layout& layout, Tile tile);

// That a hand has more tiles than it can hold.
Fault hand_fault();

void write_fault(Json& json, const Fault& fault);

}  // namespace qwirkle::classic
