// The tile game's board: placing, taking back, and every legal play with its points.
//
// The board is a torus of 128 x 128 cells. 108 connected tiles never span more than 108 cells, so
// no play is ever lost at an edge, and no bounds are checked.
//
// Every cell that holds a tile or touches one has a slot. The slot of an empty cell knows the *set*
// of tiles of the run on each of its four sides. A run holds no two alike, so the size of the set is
// the length of the run, and returns the cell at its far end: placing a tile touches exactly the four
// cells at the ends of its two lines. All cells that touch nothing share one slot, which allows everything: who
// looks at a cell need not ask first what kind it is.
#pragma once

#include "core/tiles.h"

namespace qwirkle::classic {

using Cell = std::uint16_t;  // y * 128 + x

constexpr int WIDTH = 128;
constexpr int CELLS = WIDTH * WIDTH;
constexpr int MOST_SLOTS = 5 * PIECES + 1;  // each tile and its four neighbours, and the slot of all other cells
constexpr int MOST_FRONTIER = 4 * PIECES;
constexpr int BONUS = 6;

enum Axis { EAST = 0, SOUTH = 1 };
enum Side { WEST_SIDE = 0, EAST_SIDE = 1, NORTH_SIDE = 2, SOUTH_SIDE = 3 };

constexpr Cell cell_at(int x, int y) { return static_cast<Cell>(((y & (WIDTH - 1)) << 7) | (x & (WIDTH - 1))); }
constexpr int x_of(Cell cell) { return cell & (WIDTH - 1); }
constexpr int y_of(Cell cell) { return cell >> 7; }

// The cell n steps along an axis, to the east or south; n can be negative.
constexpr Cell moved(Cell cell, int axis, int steps) {
    return axis == EAST ? static_cast<Cell>((cell & 0x3f80) | ((cell + steps) & 0x7f))
                        : static_cast<Cell>((cell + (steps << 7)) & 0x3fff);
}

constexpr int line_points(int length) { return length < 2 ? 0 : length + (length == LONGEST ? BONUS : 0); }

// A play in 64 bits: its first cell, its axis, and its tiles in the order of the axis; they lie on
// the empty cells from the first one on. A single tile has axis EAST.
struct Play {
    std::uint64_t code;

    static Play of(Cell start, int axis, int size, std::uint64_t tiles) {
        return {tiles | std::uint64_t(start) << 36 | std::uint64_t(axis) << 50 | std::uint64_t(size) << 51};
    }
    Cell start() const { return static_cast<Cell>(code >> 36 & 0x3fff); }
    int axis() const { return static_cast<int>(code >> 50 & 1); }
    int size() const { return static_cast<int>(code >> 51 & 7); }
    Tile tile(int at) const { return static_cast<Tile>(code >> (6 * at) & 0x3f); }
    Set tiles() const {
        Set set = 0;
        for (int at = 0; at < size(); ++at) set |= bit(tile(at));
        return set;
    }
};

struct ScoredPlay {
    Play play;
    int points;
};

// The tiles that a line with these runs on both sides allows between them. Both sides are looked at
// together: Rc _ Bs allows nothing, though each side alone would allow Rs.
inline Set between(Set before, Set behind) {
    const Set line = before | behind;
    if (!line) return ALL;
    const int tile = first(line);
    const Set color = line & ~OF.color[tile] ? 0 : OF.color[tile], shape = line & ~OF.shape[tile] ? 0 : OF.shape[tile];
    return before & behind ? 0 : (color | shape) & ~line;
}

struct alignas(64) Slot {    // one cache line
    Set run[4];              // the tiles of the run on each side, for an empty cell
    Set fit[2];              // the tiles that the row, and the column, allow on an empty cell
    std::uint8_t length[4];  // how many tiles each run has
    std::uint8_t points[2];  // what one tile here scores in its row, and in its column
    Cell cell;
    std::uint16_t frontier;  // place in the frontier, or OCCUPIED for an occupied cell
    Tile tile;
};

struct Board {
    static constexpr std::uint16_t OCCUPIED = 0xffff;
    static constexpr std::uint16_t APART = 0;  // the slot of all cells that touch nothing

    std::uint16_t slot_of[CELLS];
    Slot slots[MOST_SLOTS];
    int slot_count;
    std::uint16_t frontier[MOST_FRONTIER];  // the slots of the empty cells that touch a tile
    Set open[MOST_FRONTIER];                // what fits each of them, row and column together
    int frontier_count;
    struct Placed {
        std::uint16_t slot, frontier, made;  // what take_back() needs to know
        bool fresh;                          // the cell touched nothing before
    } placed[PIECES];
    int tiles;

    Board();
    Board(const Board& other);
    Board& operator=(const Board& other);
    void clear();

    bool empty() const { return tiles == 0; }
    const Slot& at(Cell cell) const { return slots[slot_of[cell]]; }
    bool apart(Cell cell) const { return slot_of[cell] == APART; }
    bool occupied(Cell cell) const { return at(cell).frontier == OCCUPIED; }

    // Whether a tile on an empty cell leaves both of its lines in order.
    bool fits(Cell cell, Tile tile) const;

    void place(Cell cell, Tile tile);
    void take_back();
    void make(Play play);
    void unmake(Play play);

  private:
    std::uint16_t slot_for(Cell cell);
    void leave_frontier(Slot& slot);
    void rejoin_frontier(const Placed& entry);
    template <int side>
    void set_run(Cell cell, Set run, int length);
    template <int axis>
    void join(const Slot& slot, Tile tile);
    template <int axis>
    void part(const Slot& slot);
};

// Calls visit(Cell, Tile) for each tile of a play, in the order of its axis.
template <typename Visit>
void each_tile(const Board& board, Play play, Visit&& visit) {
    Cell cell = play.start();
    for (int at = 0; at < play.size(); ++at) {
        while (board.occupied(cell)) cell = moved(cell, play.axis(), 1);
        visit(cell, play.tile(at));
        cell = moved(cell, play.axis(), 1);
    }
}

}  // namespace qwirkle::classic
