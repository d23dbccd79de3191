// Where the cells of the torus lie for people.
#pragma once

#include "classic/board.h"

namespace qwirkle::classic {

// Torus cells as the cells of people: the smallest coordinate that a play can reach, and what a cell
// of the torus is off by.
struct Origin {
    int low_x, low_y;
    long long shift_x = 0, shift_y = 0;

    // Whether a cell has at least `margin` cells of the torus on each side of it.
    bool has_room(long long at_x, long long at_y, int margin) const {
        const long long column = at_x - shift_x - low_x, row = at_y - shift_y - low_y;
        return column >= margin && column < WIDTH - margin && row >= margin && row < WIDTH - margin;
    }

    // Counted from the smallest coordinate.
    int column(Cell cell) const { return (x_of(cell) - low_x) & (WIDTH - 1); }
    int row(Cell cell) const { return (y_of(cell) - low_y) & (WIDTH - 1); }

    long long x(Cell cell) const { return shift_x + low_x + column(cell); }
    long long y(Cell cell) const { return shift_y + low_y + row(cell); }
};

}  // namespace qwirkle::classic
