// Every legal play in the order of movegen.py: cell by cell from the west, each column from the north.
#pragma once

#include "classic/movegen.h"
#include "classic/origin.h"

namespace qwirkle::classic {

// Where something fits: places in the frontier, sorted by cell; returns their number. They are few, so each finds
// its place by counting those before it, which the processor does many at a time and without guessing.
inline int sorted_frontier(const Board& board, Origin origin, Set kinds, std::uint16_t* places) {
    std::uint16_t cells[MOST_FRONTIER + 1], fitting[MOST_FRONTIER + 1];
    int number = 0;
    for (int at = 0; at < board.frontier_count; ++at) {
        const Cell cell = board.slots[board.frontier[at]].cell;
        cells[number] = static_cast<std::uint16_t>(origin.column(cell) << 7 | origin.row(cell));
        fitting[number] = static_cast<std::uint16_t>(at);
        number += (board.open[at] & kinds) != 0;
    }
    for (int at = 0; at < number; ++at) {
        std::uint16_t before = 0;
        for (int other = 0; other < number; ++other) before += cells[other] < cells[at];
        places[before] = fitting[at];
    }
    return number;
}

// Calls sink(Play, points) for every legal play; the openings lie at cell 0,0 of the torus.
template <typename Sink>
void ordered_plays(const Board& board, Origin origin, Set kinds, Sink&& sink) {
    if (!kinds) return;
    if (board.empty()) return openings(kinds, cell_at(0, 0), sink);
    std::uint16_t places[MOST_FRONTIER];
    const int number = sorted_frontier(board, origin, kinds, places);
    Generator<Sink> generator(board, kinds, sink);
    for (int at = 0; at < number; ++at) generator.plays_from(places[at]);
}

}  // namespace qwirkle::classic
