#include "classic/board.h"

namespace qwirkle::classic {

namespace {

// The slot of an empty cell before anything touches it.
constexpr Slot untouched(Cell cell, std::uint16_t frontier) {
    return {{0, 0, 0, 0}, {ALL, ALL}, {0, 0, 0, 0}, {0, 0}, cell, frontier, 0};
}

}  // namespace

Board::Board() : slot_of{}, slot_count(APART + 1), frontier_count(0), tiles(0) { slots[APART] = untouched(0, 0); }

Board::Board(const Board& other) : Board() { *this = other; }

// Only what is in use: a fifth of the memory.
Board& Board::operator=(const Board& other) {
    if (this == &other) return *this;
    clear();
    slot_count = other.slot_count;
    frontier_count = other.frontier_count;
    tiles = other.tiles;
    for (int at = APART + 1; at < slot_count; ++at) {
        slots[at] = other.slots[at];
        slot_of[slots[at].cell] = static_cast<std::uint16_t>(at);
    }
    for (int at = 0; at < frontier_count; ++at) {
        frontier[at] = other.frontier[at];
        open[at] = other.open[at];
    }
    for (int at = 0; at < tiles; ++at) placed[at] = other.placed[at];
    return *this;
}

void Board::clear() {
    for (int at = APART + 1; at < slot_count; ++at) slot_of[slots[at].cell] = APART;
    slot_count = APART + 1;
    frontier_count = tiles = 0;
}

bool Board::fits(Cell cell, Tile tile) const {
    const Slot& slot = at(cell);
    return slot.frontier != OCCUPIED && (slot.fit[EAST] & slot.fit[SOUTH] & bit(tile));
}

// The slot of a cell; a new one joins the frontier.
std::uint16_t Board::slot_for(Cell cell) {
    if (!apart(cell)) return slot_of[cell];
    const auto index = static_cast<std::uint16_t>(slot_count++);
    slot_of[cell] = index;
    const auto place = static_cast<std::uint16_t>(frontier_count++);
    slots[index] = untouched(cell, place);
    frontier[place] = index;
    return index;
}

// What lies on one side of a cell has changed.
template <int side>
void Board::set_run(Cell cell, Set run, int length) {
    constexpr int axis = side / 2, other = side ^ 1;
    Slot& slot = slots[slot_for(cell)];
    slot.run[side] = run;
    slot.length[side] = static_cast<std::uint8_t>(length);
    slot.fit[axis] = between(run, slot.run[other]);
    slot.points[axis] = static_cast<std::uint8_t>(line_points(length + slot.length[other] + 1));
    open[slot.frontier] = slot.fit[EAST] & slot.fit[SOUTH];
}

// Tell both ends of a line about the tile that makes it one.
template <int axis>
void Board::join(const Slot& slot, Tile tile) {
    const int before = slot.length[2 * axis], behind = slot.length[2 * axis + 1];
    const Set line = slot.run[2 * axis] | slot.run[2 * axis + 1] | bit(tile);
    set_run<2 * axis + 1>(moved(slot.cell, axis, -1 - before), line, before + behind + 1);
    set_run<2 * axis>(moved(slot.cell, axis, 1 + behind), line, before + behind + 1);
}

// The inverse, in the opposite order.
template <int axis>
void Board::part(const Slot& slot) {
    const int before = slot.length[2 * axis], behind = slot.length[2 * axis + 1];
    set_run<2 * axis>(moved(slot.cell, axis, 1 + behind), slot.run[2 * axis + 1], behind);
    set_run<2 * axis + 1>(moved(slot.cell, axis, -1 - before), slot.run[2 * axis], before);
}

void Board::leave_frontier(Slot& slot) {
    const auto last = frontier[--frontier_count];
    frontier[slot.frontier] = last;
    open[slot.frontier] = open[frontier_count];
    slots[last].frontier = slot.frontier;
    slot.frontier = OCCUPIED;
}

void Board::place(Cell cell, Tile tile) {
    Placed& entry = placed[tiles++];
    entry.fresh = apart(cell);
    entry.slot = slot_for(cell);
    Slot& slot = slots[entry.slot];
    entry.frontier = slot.frontier;
    leave_frontier(slot);
    entry.made = static_cast<std::uint16_t>(slot_count);
    slot.tile = tile;
    join<EAST>(slot, tile);
    join<SOUTH>(slot, tile);
}

void Board::take_back() {
    const Placed& entry = placed[--tiles];
    Slot& slot = slots[entry.slot];
    const Cell cell = slot.cell;
    part<SOUTH>(slot);
    part<EAST>(slot);
    while (slot_count > entry.made) {  // the cells that only this tile touched
        slot_of[slots[--slot_count].cell] = APART;
        --frontier_count;
    }
    rejoin_frontier(entry);
    if (entry.fresh) {
        slot_of[cell] = APART;
        --slot_count;
        --frontier_count;
    }
}

// The exact inverse of leave_frontier: the slot that took the place goes back to the end.
void Board::rejoin_frontier(const Placed& entry) {
    if (entry.frontier < frontier_count) {
        const auto other = frontier[entry.frontier];
        frontier[frontier_count] = other;
        open[frontier_count] = open[entry.frontier];
        slots[other].frontier = static_cast<std::uint16_t>(frontier_count);
    }
    ++frontier_count;
    frontier[entry.frontier] = entry.slot;
    slots[entry.slot].frontier = entry.frontier;
    open[entry.frontier] = slots[entry.slot].fit[EAST] & slots[entry.slot].fit[SOUTH];
}

void Board::make(Play play) {
    Cell cell = play.start();
    for (int at = 0; at < play.size(); ++at) {
        while (occupied(cell)) cell = moved(cell, play.axis(), 1);
        place(cell, play.tile(at));
    }
}

void Board::unmake(Play play) {
    for (int at = 0; at < play.size(); ++at) take_back();
}

}  // namespace qwirkle::classic
