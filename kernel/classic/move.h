// A move of the tile game as people write it (docs/notation.md), with the cells of people.
#pragma once

#include "core/json.h"
#include "core/question.h"

namespace qwirkle::classic {

// A cell of the board without bounds.
struct Spot {
    long long x, y;

    bool operator==(const Spot&) const = default;
    bool operator<(const Spot& other) const { return x != other.x ? x < other.x : y < other.y; }
    Spot moved(int axis, int steps) const { return axis ? Spot{x, y + steps} : Spot{x + steps, y}; }
};

struct Placement {
    Spot cell;
    Tile tile;

    bool operator<(const Placement& other) const { return cell == other.cell ? tile < other.tile : cell < other.cell; }
};

// Tiles on cells, or tiles that are traded, or neither: a pass. Both are in the order of the notation.
struct Move {
    enum Kind : std::uint8_t { PLAY, TRADE, PASS };

    Kind kind = PASS;
    int size = 0;
    Placement placed[PIECES];  // of a trade only the tiles

    void add(const Placement& placement);  // where it belongs
    bool is_play() const { return kind == PLAY; }
};

// What is wrong with a text that is no move: a key of the catalogues, the words that it means, and their column.
struct Misread {
    const char* key = nullptr;
    Part text;
    int column = 1;
};

// Reads a move. Hidden tiles are for trades that others have seen.
bool read_move(Part text, bool hidden, Move& move, Misread& misread);

// Reads tiles with their cells, as a board is listed.
bool read_placements(Part text, Move& move, Misread& misread);

void write_cell(Json& json, Spot cell);
void write_placement(Json& json, const Placement& placement);
void write_move(Json& json, const Move& move);

}  // namespace qwirkle::classic
