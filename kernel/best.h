// The play with the most points, without generating the others.
//
// The points of a play depend only on the cells that it fills, never on which tile goes where. So each
// window of cells is scored first, and tiles are looked for only where the points could win. Of equal
// plays the one with the smallest code is chosen, as if all had been generated.
#pragma once

#include "movegen.h"

namespace qwirkle {

class BestPlay {
  public:
    BestPlay(const Board& board, Set kinds) : board_(board), kinds_(kinds) {
        for (Set left = kinds; left; left &= left - 1) {
            const int tile = first(left);
            const int color = few(kinds & OF.color[tile]), shape = few(kinds & OF.shape[tile]);
            company_[tile] = static_cast<std::uint8_t>(color > shape ? color : shape);
        }
    }

    ScoredPlay find() {
        struct {
            const Slot* slot;
            int most;
        } starts[MOST_FRONTIER];
        std::uint16_t fitting[MOST_FRONTIER + 1];
        int number = 0, fittings = 0;
        for (int at = 0; at < board_.frontier_count; ++at) {  // without a branch to mispredict
            fitting[fittings] = static_cast<std::uint16_t>(at);
            fittings += (board_.open[at] & kinds_) != 0;
        }
        for (int next = 0; next < fittings; ++next) {
            const int at = fitting[next];
            const Set fit = board_.open[at] & kinds_;
            const Slot& slot = board_.slots[board_.frontier[at]];
            offer(Play::of(slot.cell, EAST, 1, static_cast<Tile>(first(fit))), slot.points[EAST] + slot.points[SOUTH]);
            int most = 0;
            for (Set left = fit; left; left &= left - 1) {
                const int company = company_[first(left)];
                most = company > most ? company : most;
            }
            if (most > 1) starts[number++] = {&slot, most};
        }
        // Single tiles first: they set a mark that most longer windows fall short of.
        for (int at = 0; at < number; ++at) {
            windows<EAST>(*starts[at].slot, starts[at].most);
            windows<SOUTH>(*starts[at].slot, starts[at].most);
        }
        return best_;
    }

  private:
    const Board& board_;
    const Set kinds_;
    std::uint8_t company_[KINDS];  // for each tile of the hand: how many can lie in one line with it
    ScoredPlay best_{{0}, -1};
    Set fits_[2 * LONGEST];  // what may lie on each cell of a window, in the order of the axis

    void offer(Play play, int points) {
        if (points > best_.points || (points == best_.points && play.code < best_.play.code)) best_ = {play, points};
    }

    // Whether a window could hold a better play than the best so far.
    bool wins(Cell start, int axis, int size, int points) const {
        if (points != best_.points) return points > best_.points;
        return Play::of(start, axis, size, 0).code <= best_.play.code;
    }

    // The size of a small set; faster than counting bits where the processor may lack the instruction.
    static int few(Set set) {
        int size = 0;
        for (; set; set &= set - 1) ++size;
        return size;
    }

    // All windows of at most so many tiles along an axis whose first frontier cell is this one.
    template <int axis>
    void windows(const Slot& slot, int most) {
        Set line = slot.run[2 * axis] | slot.run[2 * axis + 1];
        Set fit = slot.fit[axis];
        if (line) {
            const int fitting = few(fit & kinds_);
            most = fitting < most ? fitting : most;
        }
        if (most < 2) return;
        const int before = slot.length[2 * axis];
        int length = 1 + before + slot.length[2 * axis + 1], crossing = slot.points[1 - axis];
        if (falls_short<axis>(moved(slot.cell, axis, length - before), crossing, length, most)) return;
        const int room = before ? 0 : room_behind<axis>(slot.cell, most);
        Set* const fits = fits_ + LONGEST;
        for (int back = 1; back <= room; ++back) fits[-back] = ALL;
        fits[0] = slot.fit[1 - axis];
        Cell front = moved(slot.cell, axis, length - before);
        for (int size = 1; size <= most && length <= LONGEST; ++size) {
            int back = room < most - size ? room : most - size;
            back = back < LONGEST - length ? back : LONGEST - length;
            for (const int least = size == 1 ? 1 : 0; back >= least; --back) {  // longer ones score more
                const int points = crossing + line_points(length + back);
                if (points < best_.points) break;
                const Cell start = moved(slot.cell, axis, -back);
                if (wins(start, axis, size + back, points)) fill(start, axis, back, size + back, fit, points);
            }
            const Slot* next = board_.at(front);
            fits[size] = next ? next->fit[1 - axis] : ALL;
            if (!(fits[size] & kinds_ & fit)) return;
            int step = 1;
            if (next) {
                const Set beyond = next->run[2 * axis + 1];
                if (beyond) {
                    fit = between(line, beyond);
                    line |= beyond;
                    if (!(fit & kinds_)) return;
                    step += next->length[2 * axis + 1];
                }
                crossing += next->points[1 - axis];
            }
            length += step;
            front = moved(front, axis, step);
        }
    }

    // Whether even the longest window cannot win, because the cells in front cross nothing.
    template <int axis>
    bool falls_short(Cell front, int crossing, int length, int most) const {
        const int longest = length + most - 1;
        if (crossing + line_points(longest < LONGEST ? longest : LONGEST) >= best_.points) return false;
        for (int more = 1; more < most; ++more) {
            if (board_.slot_of[moved(front, axis, more - 1)] != Board::NONE) return false;
        }
        return true;
    }

    // How many cells before a cell are off the frontier, as far as tiles could reach.
    template <int axis>
    int room_behind(Cell cell, int most) const {
        int room = 0;
        while (room + 1 < most && !board_.at(moved(cell, axis, -room - 1))) ++room;
        return room;
    }

    // Look for tiles for a window, the last cell first, the smallest tile first: the smallest code wins.
    void fill(Cell start, int axis, int back, int size, Set fit, int points) {
        std::uint64_t tiles = 0;
        if (filled(fits_ + LONGEST - back, size - 1, fit & kinds_, tiles)) {
            offer(Play::of(start, axis, size, tiles), points);
        }
    }

    bool filled(const Set* fits, int at, Set left, std::uint64_t& tiles) {
        for (Set fit = left & fits[at]; fit; fit &= fit - 1) {
            const int tile = first(fit);
            if (!at || filled(fits, at - 1, left & OF.partners[tile], tiles)) {
                tiles |= std::uint64_t(tile) << (6 * at);
                return true;
            }
        }
        return false;
    }
};

}  // namespace qwirkle
