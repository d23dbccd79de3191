// The tiles on the board by the cells of people, and the lines that a play makes there (classic/scoring.py).
#pragma once

#include "classic/move.h"
#include "classic/origin.h"

namespace qwirkle::classic {

constexpr int MOST_LINES = PIECES + 1;  // that a play can make
constexpr int MARGIN = LONGEST + 1;     // how far a play can reach beyond the tiles

struct Line {
    Spot first;
    int axis, length;

    Spot cell(int at) const { return first.moved(axis, at); }
    bool is_qwirkle() const { return length == LONGEST; }
    int points() const { return line_points(length); }
    bool operator==(const Line&) const = default;
};

// Sorted by cell: a tile is found by halving.
class Layout {
  public:
    int number() const { return number_; }
    bool empty() const { return !number_; }
    const Placement& operator[](int at) const { return tiles_[at]; }

    void clear() { number_ = 0; }
    void add(const Placement& placement);    // on an empty cell, while there is room
    const Placement* find(Spot cell) const;  // null for an empty cell
    bool touches(Spot cell) const;           // whether a tile lies next to it
    Origin origin() const;                   // puts the tile that is farthest west, or north, on 0 of the torus
    bool lies_close() const;                 // whether the torus has room for it
    void lay_out(Board& board) const;        // tiles that lie there by the rules
    int count(Tile tile) const;

  private:
    Placement tiles_[PIECES];
    int number_ = 0;

    int place_of(Spot cell) const;  // of the first tile that does not lie before the cell
};

// The board with a play on it.
class After {
  public:
    After(const Layout& layout, const Move& play) : lying_(layout), play_(play) {}

    const Placement* find(Spot cell) const;
    Tile tile(Spot cell) const { return find(cell)->tile; }
    Line line(Spot cell, int axis) const;
    // Every line that holds a tile of the play, each once, the longest first; a lone tile is no line. Returns their
    // number.
    int lines_made(Line (&lines)[MOST_LINES]) const;

  private:
    const Layout& lying_;
    const Move& play_;
};

inline Cell torus_cell(Origin origin, Spot cell) {
    return cell_at(static_cast<int>(cell.x - origin.shift_x), static_cast<int>(cell.y - origin.shift_y));
}

// A play of the kernel as people write it.
void spell(const Board& board, Origin origin, Play play, Move& move);

// And the other way round, for a play that keeps to one line.
Play play_of(Origin origin, const Move& move);

}  // namespace qwirkle::classic
