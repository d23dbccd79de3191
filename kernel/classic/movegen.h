// Every distinct legal play of a hand, each once, with its points.
//
// A play begins on a cell of the frontier and grows along one axis, first backward, then forward.
// Backward it never enters another frontier cell, so each play is grown from its first frontier cell
// only and in one order only: there are no duplicates by construction. The tiles of a play are all
// different, so only the kinds in the hand matter.
#pragma once

#include "classic/board.h"

namespace qwirkle::classic {

// Sink: void operator()(Play play, int points).
template <typename Sink>
class Generator {
  public:
    Generator(const Board& board, Set kinds, Sink& sink) : board_(board), kinds_(kinds), sink_(sink) {}

    void plays() {
        for (int at = 0; at < board_.frontier_count; ++at) plays_from(at);
    }

    // The plays whose first frontier cell is the one in this place of the frontier.
    void plays_from(int at) {
        Set fit = board_.open[at] & kinds_;
        if (!fit) return;
        const Slot& slot = board_.slots[board_.frontier[at]];
        for (; fit; fit &= fit - 1) begin(slot, static_cast<Tile>(first(fit)));
    }

  private:
    // A line in the making.
    struct Line {
        Set fit;              // what can still join it
        Set rest;             // the kinds left in the hand
        std::uint64_t tiles;  // what was placed, in the order of the axis
        Cell start, front;    // the first cell of the play; the next empty cell behind the line
        int size, length;     // tiles placed; tiles in the line
        int crossing;         // the points of the lines that it crosses
    };

    const Board& board_;
    const Set kinds_;
    Sink& sink_;

    void begin(const Slot& slot, Tile tile) {
        sink_(Play::of(slot.cell, EAST, 1, tile), slot.points[EAST] + slot.points[SOUTH]);
        const Set rest = kinds_ & ~bit(tile);
        if (!(OF.partners[tile] & rest)) return;
        grow<EAST>(slot, tile, rest);
        grow<SOUTH>(slot, tile, rest);
    }

    template <int axis>
    void grow(const Slot& slot, Tile tile, Set rest) {
        const Set fit = slot.fit[axis] & OF.partners[tile];
        if (!(fit & rest)) return;
        const int before = slot.length[2 * axis], behind = slot.length[2 * axis + 1];
        const Line line{fit,
                        rest,
                        tile,
                        slot.cell,
                        moved(slot.cell, axis, 1 + behind),
                        1,
                        1 + before + behind,
                        slot.points[1 - axis]};
        forward<axis>(line);
        if (!before) backward<axis>(line);
    }

    template <int axis>
    void emit(const Line& line) {
        sink_(Play::of(line.start, axis, line.size, line.tiles), line.crossing + line_points(line.length));
    }

    // One more tile behind the line, which may join it with the run that lies beyond.
    template <int axis>
    void forward(const Line& line) {
        const Slot& slot = board_.at(line.front);
        const Set beyond = slot.run[2 * axis + 1];
        const int crossing = line.crossing + slot.points[1 - axis];
        const int length = line.length + 1 + slot.length[2 * axis + 1];
        const Set joined = beyond ? between(beyond, 0) : ALL;
        const Cell front = moved(line.front, axis, length - line.length);
        for (Set fit = line.fit & line.rest & slot.fit[1 - axis]; fit; fit &= fit - 1) {
            const auto tile = static_cast<Tile>(first(fit));
            const Set still = line.fit & OF.partners[tile];
            if (beyond & ~still) continue;
            const Line longer{still & joined,
                              line.rest & ~bit(tile),
                              line.tiles | std::uint64_t(tile) << (6 * line.size),
                              line.start,
                              front,
                              line.size + 1,
                              length,
                              crossing};
            emit<axis>(longer);
            if (longer.fit & longer.rest) forward<axis>(longer);
        }
    }

    // One more tile before the line, on a cell off the frontier: it touches nothing else.
    template <int axis>
    void backward(const Line& line) {
        const Cell cell = moved(line.start, axis, -1);
        if (!board_.apart(cell)) return;
        for (Set fit = line.fit & line.rest; fit; fit &= fit - 1) {
            const auto tile = static_cast<Tile>(first(fit));
            const Line longer{line.fit & OF.partners[tile],
                              line.rest & ~bit(tile),
                              line.tiles << 6 | tile,
                              cell,
                              line.front,
                              line.size + 1,
                              line.length + 1,
                              line.crossing};
            emit<axis>(longer);
            if (!(longer.fit & longer.rest)) continue;
            forward<axis>(longer);
            backward<axis>(longer);
        }
    }
};

template <typename Sink>
void generate(const Board& board, Set kinds, Sink&& sink) {
    Generator<Sink> generator(board, kinds, sink);
    generator.plays();
}

// The openings (T3): every order of each largest set, from a cell eastward.
template <typename Sink>
void openings(Set kinds, Cell start, Sink&& sink) {
    struct Orders {
        Sink& sink;
        Cell start;
        int points;

        void lay(Set left, std::uint64_t tiles, int size) {
            if (!left) return sink(Play::of(start, EAST, size, tiles), points);
            for (Set next = left; next; next &= next - 1) {
                const int tile = first(next);
                lay(left & ~bit(tile), tiles | std::uint64_t(tile) << (6 * size), size + 1);
            }
        }
    };
    Set sets[LINES];
    const int number = largest_sets(kinds, sets);
    Orders orders{sink, start, line_points(count(sets[0]))};
    for (int at = 0; at < number; ++at) orders.lay(sets[at], 0, 0);
}

// Every legal play: the openings on an empty board, else what the board allows.
template <typename Sink>
void legal_plays(const Board& board, Set kinds, Sink&& sink) {
    if (!kinds) return;
    if (board.empty()) {
        openings(kinds, cell_at(0, 0), sink);
    } else {
        generate(board, kinds, sink);
    }
}

}  // namespace qwirkle::classic
