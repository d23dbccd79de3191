// The play with the most points, without generating the others.
//
// The points of a play depend only on the cells that it fills, never on which tile goes where. So each
// window of cells is scored first, and tiles are looked for only where the points could win. Of equal
// plays the one with the smallest code is chosen, as if all had been generated.
//
// A tile that leaves the hand can count as well: then a play is worth SCALE times its points and PER_TILE for
// each of its tiles, which depends on the window alone, too.
//
// Most of the time goes into branches that the processor guesses wrong, so there are few: candidates are
// written down always and counted only where they are some, and plays compare as numbers.
#pragma once

#include "classic/movegen.h"

namespace qwirkle::classic {

// The best of the plays that are shown to it: the most points, of equals the smallest code, so that their order
// does not matter. Both are kept as one number: a larger one is a better play.
class Best {
  public:
    void operator()(Play play, int points) {
        const std::uint64_t shown = ranked(play, points);
        rank_ = shown > rank_ ? shown : rank_;
    }
    int points() const { return static_cast<int>(rank_ >> CODE_BITS); }
    Play play() const { return {rank_ ? ~rank_ & CODE : 0}; }
    // Whether a play with these cells, and any tiles on them, could win.
    bool open_to(Play cells, int points) const { return ranked(cells, points) > rank_; }
    ScoredPlay found() const { return rank_ ? ScoredPlay{{~rank_ & CODE}, points()} : ScoredPlay{{0}, -1}; }

  private:
    static constexpr int CODE_BITS = 54;
    static constexpr std::uint64_t CODE = (std::uint64_t{1} << CODE_BITS) - 1;
    std::uint64_t rank_ = 0;  // no play ranks as low: no code is all ones

    static std::uint64_t ranked(Play play, int points) {
        return std::uint64_t(static_cast<unsigned>(points)) << CODE_BITS | (~play.code & CODE);
    }
};

template <int SCALE = 1, int PER_TILE = 0>
class BestPlay {
  public:
    BestPlay(const Board& board, Set kinds) : board_(board), kinds_(kinds) {
        for (Set left = kinds; left; left &= left - 1) {
            const int tile = first(left);
            const int color = count(kinds & OF.color[tile]), shape = count(kinds & OF.shape[tile]);
            const int company = color > shape ? color : shape;
            for (int size = 2; size <= company; ++size) in_lines_[size] |= bit(tile);
            longest_ = company > longest_ ? company : longest_;
        }
    }

    ScoredPlay find() {
        find_starts();
        for (int at = 0; at < numbers_[EAST]; ++at) windows<EAST>(starts_[EAST][at]);
        for (int at = 0; at < numbers_[SOUTH]; ++at) windows<SOUTH>(starts_[SOUTH][at]);
        const Play play = best_.play();
        return {play, play.size() ? (best_.points() - PER_TILE * play.size()) / SCALE : -1};
    }

  private:
    struct Start {
        const Slot* slot;
        int most;  // tiles that a window from here can have
    };

    const Board& board_;
    const Set kinds_;
    Set in_lines_[LONGEST + 1] = {};  // by n: the tiles of the hand that can be in a line with n of them
    int longest_ = 0;
    Best best_;
    Start starts_[2][MOST_FRONTIER + 1];
    int numbers_[2] = {};
    // What may lie on each cell of a window, in the order of the axis: anything, before the first frontier cell.
    Set fits_[2 * LONGEST + 1] = {ALL, ALL, ALL, ALL, ALL, ALL};

    // All single tiles: they set a mark that most longer windows fall short of. And where windows can begin.
    void find_starts() {
        std::uint16_t fitting[MOST_FRONTIER + 1];
        int fittings = 0;
        for (int at = 0; at < board_.frontier_count; ++at) {
            fitting[fittings] = static_cast<std::uint16_t>(at);
            fittings += (board_.open[at] & kinds_) != 0;
        }
        for (int next = 0; next < fittings; ++next) {
            const int at = fitting[next];
            const Set fit = board_.open[at] & kinds_;
            const Slot& slot = board_.slots[board_.frontier[at]];
            const Play single = Play::of(slot.cell, EAST, 1, static_cast<Tile>(first(fit)));
            best_(single, worth(slot.points[EAST] + slot.points[SOUTH], 1));
            int company = 1;
            for (int size = 2; size <= longest_; ++size) company += (fit & in_lines_[size]) != 0;
            begin<EAST>(slot, company);
            begin<SOUTH>(slot, company);
        }
    }

    static constexpr int worth(int points, int size) { return SCALE * points + PER_TILE * size; }

    template <int axis>
    void begin(const Slot& slot, int company) {
        const int fitting = count(slot.fit[axis] & kinds_);
        const int most = fitting < company ? fitting : company;
        starts_[axis][numbers_[axis]] = {&slot, most};
        numbers_[axis] += most > 1;
    }

    // All windows of at most `most` tiles along an axis whose first frontier cell is this one.
    template <int axis>
    void windows(Start start) {
        const Slot& slot = *start.slot;
        const int most = start.most, before = slot.length[2 * axis];
        int length = 1 + before + slot.length[2 * axis + 1], crossing = slot.points[1 - axis];
        Cell front = moved(slot.cell, axis, length - before);
        if (falls_short<axis>(front, crossing, length, most)) return;
        const int room = before ? 0 : room_behind<axis>(slot.cell, most);
        Set line = slot.run[2 * axis] | slot.run[2 * axis + 1], fit = slot.fit[axis];
        Set* const fits = fits_ + LONGEST;
        fits[0] = slot.fit[1 - axis];
        for (int size = 1; size <= most && length <= LONGEST; ++size) {
            int back = room < most - size ? room : most - size;
            back = back < LONGEST - length ? back : LONGEST - length;
            for (const int least = size == 1 ? 1 : 0; back >= least; --back) {  // longer ones score more
                const Cell first = moved(slot.cell, axis, -back);
                const int points = worth(crossing + line_points(length + back), size + back);
                if (!fill(first, axis, back, size + back, fit, points)) break;
            }
            const Slot& next = board_.at(front);
            fits[size] = next.fit[1 - axis];
            if (!(fits[size] & kinds_ & fit)) return;
            const Set beyond = next.run[2 * axis + 1];
            if (beyond) {
                fit = between(line, beyond);
                line |= beyond;
                if (!(fit & kinds_)) return;
            }
            const int step = 1 + next.length[2 * axis + 1];
            crossing += next.points[1 - axis];
            length += step;
            front = moved(front, axis, step);
        }
    }

    // Whether even the longest window cannot win, because the cells in front cross nothing.
    template <int axis>
    bool falls_short(Cell front, int crossing, int length, int most) const {
        const int longest = length + most - 1;
        const int points = crossing + line_points(longest < LONGEST ? longest : LONGEST);
        if (worth(points, most) >= best_.points()) return false;
        int touched = 0;
        for (int more = 1; more < most; ++more) touched |= board_.slot_of[moved(front, axis, more - 1)];
        return touched == Board::APART;
    }

    // How many cells before a cell touch nothing, as far as tiles could reach.
    template <int axis>
    int room_behind(Cell cell, int most) const {
        int room = 0;
        bool free = true;
        for (int back = 1; back < most; ++back) {
            free &= board_.apart(moved(cell, axis, -back));
            room += free;
        }
        return room;
    }

    // Look for tiles for a window that could win, the last cell first, the smallest tile first: the smallest
    // code wins. False where the window has too few points, as shorter ones have then.
    bool fill(Cell start, int axis, int back, int size, Set fit, int points) {
        if (points < best_.points()) return false;
        if (!best_.open_to(Play::of(start, axis, size, 0), points)) return true;
        std::uint64_t tiles = 0;
        if (filled(fits_ + LONGEST - back, size - 1, fit & kinds_, tiles)) {
            best_(Play::of(start, axis, size, tiles), points);
        }
        return true;
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

}  // namespace qwirkle::classic
