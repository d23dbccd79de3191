// The tile game's board for Python: every legal play as a Python object.

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

#include "classic/ordered.h"
#include "classic/perft.h"
#include "python/arguments.h"
#include "python/bind.h"
#include "python/objects.h"

namespace nb = nanobind;

namespace qwirkle::python {

using namespace classic;

namespace {

// Tiles on cells as Python gives them, each of them checked.
struct GivenTiles {
    struct {
        long long x, y;
        Tile tile;
    } tiles[PIECES];
    int number = 0;

    explicit GivenTiles(nb::dict from) {
        PyObject *cell, *tile;
        for (Py_ssize_t at = 0; PyDict_Next(from.ptr(), &at, &cell, &tile);) add(cell, tile);
    }

    explicit GivenTiles(nb::tuple pairs) {
        for (nb::handle pair : pairs) {
            check_pair(pair.ptr());
            add(NB_TUPLE_GET_ITEM(pair.ptr(), 0), NB_TUPLE_GET_ITEM(pair.ptr(), 1));
        }
    }

  private:
    void add(PyObject* cell, PyObject* tile) {
        if (number == PIECES) throw nb::value_error("A board has at most 108 tiles.");
        check_pair(cell);
        tiles[number++] = {checked_number(NB_TUPLE_GET_ITEM(cell, 0)), checked_number(NB_TUPLE_GET_ITEM(cell, 1)),
                           checked_tile(checked_number(tile))};
    }

    static void check_pair(PyObject* object) {
        if (!PyTuple_Check(object) || NB_TUPLE_GET_SIZE(object) != 2) {
            throw nb::type_error("A cell is a tuple of two numbers.");
        }
    }
};

// Boards that are needed no more, empty again: making one means to write 32 kB, emptying one far less. Kept for ever,
// as the words are.
class Spare {
  public:
    struct Keep {
        void operator()(Board* board) const { give(board); }
    };
    using Owned = std::unique_ptr<Board, Keep>;

    static Owned board() { return Owned(number ? boards[--number] : new Board); }

  private:
    static constexpr int MOST = 8;
    static inline Board* boards[MOST];
    static inline int number = 0;

    static void give(Board* board) {
        if (number == MOST) {
            delete board;
        } else {
            board->clear();
            boards[number++] = board;
        }
    }
};

// A board that never changes.
class BoardObject {
  public:
    BoardObject(BoardObject&&) = default;
    explicit BoardObject(nb::dict tiles) : board_(Spare::board()) {
        const GivenTiles laid(tiles);
        set_origin(laid);
        lay(laid);
    }

    // The board with more tiles on it, copied and not made anew.
    BoardObject after(nb::tuple placements) const {
        BoardObject next(*this);
        next.lay(GivenTiles(placements));
        return next;
    }

    // Every legal play as a Python object, in the order of movegen.py.
    nb::object plays(std::uint64_t kinds) {
        check_told_plays();
        std::vector<Play> found;
        found.reserve(256);
        each_play(checked_kinds(kinds), [&](Play play, int) { found.push_back(play); });
        nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(found.size())));
        if (!list.is_valid()) nb::raise_python_error();
        for (std::size_t at = 0; at < found.size(); ++at) {
            NB_LIST_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(at), made(found[at]));
        }
        return list;
    }

    nb::object plays_with(nb::tuple hand) {
        Set kinds = 0;
        for (nb::handle tile : hand) kinds |= bit(checked_tile(checked_number(tile.ptr())));
        return plays(kinds);
    }

    // The points of the same plays, in the same order.
    std::vector<int> points(std::uint64_t kinds) {
        std::vector<int> found;
        each_play(checked_kinds(kinds), [&](Play, int points) { found.push_back(points); });
        return found;
    }

    // The first play with the most points, and the points; None where nothing fits.
    nb::object best(std::uint64_t kinds) {
        Play most{0};
        int found = -1;
        each_play(checked_kinds(kinds), [&](Play play, int points) {
            if (points > found) {
                most = play;
                found = points;
            }
        });
        if (found < 0) return nb::none();
        return nb::make_tuple(nb::steal(made(most)), found);
    }

    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> count(const std::vector<int>& hand, int depth) {
        if (depth < 1 || depth > LONGEST) throw nb::value_error("A depth lies between 1 and 6.");
        std::uint8_t counts[KINDS] = {};
        for (int tile : hand) ++counts[checked_tile(tile)];
        if (hand.size() > PIECES) throw nb::value_error("A hand has at most 108 tiles.");
        Perft total;
        {
            nb::gil_scoped_release release;
            Board copy = *board_;
            perft(copy, origin_, counts, depth, total);
        }
        return {total.plays, total.points, total.hash};
    }

  private:
    Spare::Owned board_;
    Origin origin_{-WIDTH / 2, -WIDTH / 2};

    BoardObject(const BoardObject& other) : board_(Spare::board()), origin_(other.origin_) { *board_ = *other.board_; }

    void set_origin(const GivenTiles& laid) {
        if (!laid.number) return;
        long long min_x = laid.tiles[0].x, max_x = min_x, min_y = laid.tiles[0].y, max_y = min_y;
        for (int at = 1; at < laid.number; ++at) {
            const auto& [x, y, tile] = laid.tiles[at];
            min_x = std::min(min_x, x), max_x = std::max(max_x, x);
            min_y = std::min(min_y, y), max_y = std::max(max_y, y);
        }
        if (max_x - min_x >= WIDTH - 2 * MARGIN || max_y - min_y >= WIDTH - 2 * MARGIN) {
            throw nb::value_error("The tiles lie too far apart.");
        }
        // As much room on one side as on the other: the boards that follow keep this origin.
        const auto spare_x = static_cast<int>(WIDTH - 1 - (max_x - min_x)),
                   spare_y = static_cast<int>(WIDTH - 1 - (max_y - min_y));
        origin_ = {-spare_x / 2, -spare_y / 2, min_x, min_y};
    }

    void lay(const GivenTiles& laid) {
        if (board_->tiles + laid.number > PIECES) throw nb::value_error("A board has at most 108 tiles.");
        for (int at = 0; at < laid.number; ++at) {
            const auto& [x, y, tile] = laid.tiles[at];
            if (!origin_.has_room(x, y, MARGIN)) throw nb::value_error("The tiles lie too far apart.");
            const Cell cell = cell_at(static_cast<int>(x - origin_.shift_x), static_cast<int>(y - origin_.shift_y));
            if (board_->occupied(cell)) throw nb::value_error("Two tiles lie on one cell.");
            if (!board_->fits(cell, tile)) throw nb::value_error("A line of the board breaks the rules.");
            board_->place(cell, tile);
        }
    }

    // Calls sink(Play, points) for every legal play, cell by cell as the reference does: sorted by x, then y.
    template <typename Sink>
    void each_play(Set kinds, Sink&& sink) {
        ordered_plays(*board_, origin_, kinds, sink);
    }

    PyObject* made(Play play) const {
        PyObject* placements = PyTuple_New(play.size());
        if (!placements) nb::raise_python_error();
        int at = 0;
        each_tile(*board_, play, [&](Cell cell, Tile tile) {
            const auto x = static_cast<int>(origin_.x(cell)), y = static_cast<int>(origin_.y(cell));
            NB_TUPLE_SET_ITEM(placements, at++, placement_object(x, y, tile));
        });
        return play_object(placements);
    }
};

std::uint64_t count_trades(const std::vector<int>& hand, int most) {
    std::uint8_t counts[KINDS] = {};
    if (hand.size() > PIECES) throw nb::value_error("A hand has at most 108 tiles.");
    for (int tile : hand) ++counts[checked_tile(tile)];
    const int size = static_cast<int>(hand.size());
    return most > 0 ? trades(counts, most < size ? most : size) : 0;
}

}  // namespace

void bind_board(nb::module_& module) {
    module.def("count_trades", &count_trades, nb::arg("hand"), nb::arg("most"), "How many distinct trades there are.");
    nb::class_<BoardObject>(module, "Board", "A board of the tile game that never changes.")
        .def(nb::init<nb::dict>(), nb::arg("tiles"))
        .def("after", &BoardObject::after, nb::arg("placements"), "The board with these tiles added to it.")
        .def("plays", &BoardObject::plays, nb::arg("kinds"), "Every legal play with tiles of these kinds.")
        .def("plays_with", &BoardObject::plays_with, nb::arg("hand"), "Every legal play with these tiles.")
        .def("points", &BoardObject::points, nb::arg("kinds"), "The points of the same plays, in the same order.")
        .def("best", &BoardObject::best, nb::arg("kinds"), "The first play with the most points, and the points.")
        .def("count", &BoardObject::count, nb::arg("hand"), nb::arg("depth"), "Plays, points and hash at a depth.");
}

}  // namespace qwirkle::python
