#include "classic/layout.h"

namespace qwirkle::classic {

int Layout::place_of(Spot cell) const {
    int low = 0, high = number_;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (tiles_[middle].cell < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

void Layout::add(const Placement& placement) {
    const int place = place_of(placement.cell);
    for (int at = number_++; at > place; --at) tiles_[at] = tiles_[at - 1];
    tiles_[place] = placement;
}

const Placement* Layout::find(Spot cell) const {
    const int place = place_of(cell);
    return place < number_ && tiles_[place].cell == cell ? tiles_ + place : nullptr;
}

bool Layout::touches(Spot cell) const {
    for (int axis = EAST; axis <= SOUTH; ++axis) {
        if (find(cell.moved(axis, -1)) || find(cell.moved(axis, 1))) return true;
    }
    return false;
}

int Layout::count(Tile tile) const {
    int found = 0;
    for (int at = 0; at < number_; ++at) found += tiles_[at].tile == tile;
    return found;
}

Origin Layout::origin() const {
    if (empty()) return {-MARGIN, -MARGIN};
    long long north = tiles_[0].cell.y;
    for (int at = 1; at < number_; ++at) north = tiles_[at].cell.y < north ? tiles_[at].cell.y : north;
    return {-MARGIN, -MARGIN, tiles_[0].cell.x, north};
}

bool Layout::lies_close() const {
    const Origin where = origin();
    for (int at = 0; at < number_; ++at) {
        if (!where.has_room(tiles_[at].cell.x, tiles_[at].cell.y, MARGIN)) return false;
    }
    return true;
}

void Layout::lay_out(Board& board) const {
    const Origin where = origin();
    board.clear();
    for (int at = 0; at < number_; ++at) board.place(torus_cell(where, tiles_[at].cell), tiles_[at].tile);
}

const Placement* After::find(Spot cell) const {
    for (int at = 0; at < play_.size; ++at) {
        if (play_.placed[at].cell == cell) return play_.placed + at;
    }
    return lying_.find(cell);
}

Line After::line(Spot cell, int axis) const {
    int before = 0, behind = 0;
    while (find(cell.moved(axis, -before - 1))) ++before;
    while (find(cell.moved(axis, behind + 1))) ++behind;
    return {cell.moved(axis, -before), axis, before + 1 + behind};
}

int After::lines_made(Line (&lines)[MOST_LINES]) const {
    int number = 0;
    for (int axis = EAST; axis <= SOUTH; ++axis) {
        for (int tile = 0; tile < play_.size; ++tile) {
            const Line found = line(play_.placed[tile].cell, axis);
            bool wanted = found.length > 1 && number < MOST_LINES;
            for (int at = 0; at < number; ++at) wanted &= lines[at] != found;
            if (!wanted) continue;
            int place = number++;
            for (; place > 0 && lines[place - 1].length < found.length; --place) lines[place] = lines[place - 1];
            lines[place] = found;
        }
    }
    return number;
}

void spell(const Board& board, Origin origin, Play play, Move& move) {
    move.kind = Move::PLAY;
    move.size = 0;
    each_tile(board, play, [&](Cell cell, Tile tile) { move.add({{origin.x(cell), origin.y(cell)}, tile}); });
}

Play play_of(Origin origin, const Move& move) {
    const bool south = move.size > 1 && move.placed[0].cell.x == move.placed[1].cell.x;
    std::uint64_t tiles = 0;
    for (int at = 0; at < move.size; ++at) tiles |= std::uint64_t(move.placed[at].tile) << (6 * at);
    return Play::of(torus_cell(origin, move.placed[0].cell), south ? SOUTH : EAST, move.size, tiles);
}

}  // namespace qwirkle::classic
