// The kernel as the Python module qwirkle._kernel, and as its variants for newer processors. Only the files bind*.cpp know Python.
//
// Everything that comes from Python is checked here: garbage raises an exception, never more.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "bind.h"
#include "cards.h"
#include "classic.h"
#include "perft.h"

namespace nb = nanobind;
using namespace qwirkle;
using namespace qwirkle::python;

Tile python::checked_tile(long long tile) {
    if (tile < 0 || tile >= KINDS) throw nb::value_error("A tile's number lies between 0 and 35.");
    return static_cast<Tile>(tile);
}

ScoredPlay python::play_of(const Board& board, Set kinds, LaidTiles wanted) {
    std::sort(wanted.begin(), wanted.end());
    LaidTiles tiles;
    ScoredPlay found{{0}, -1};
    legal_plays(board, kinds, [&](Play play, int points) {
        if (play.size() != static_cast<int>(wanted.size())) return;
        tiles.clear();
        each_tile(board, play, [&](Cell cell, Tile tile) { tiles.emplace_back(cell, tile); });
        std::sort(tiles.begin(), tiles.end());
        if (tiles == wanted) found = {play, points};
    });
    return found;
}

namespace {

Set checked_kinds(std::uint64_t kinds) {
    if (kinds & ~ALL) throw nb::value_error("A set of tiles has 36 bits.");
    return kinds;
}

// The 36 tiles and the Python class Play, told once by native.py and classic/fast.py. They are kept for
// ever: at the end of the program there is no interpreter left to give them back to.
struct Words {
    PyObject* play = nullptr;
    PyObject* placements = nullptr;  // the name of its one slot
    Py_ssize_t slot = 0;             // where that slot lies in the object; 0: ask Python each time
    PyObject* tiles[KINDS] = {};
} words;

// A new Play, which steals its placements. It is what Play(placements) makes, without the sorting.
PyObject* new_play(PyObject* placements) {
    PyObject* made = PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(words.play), 0);
    if (!made) nb::raise_python_error();
    if (words.slot) {
        *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(made) + words.slot) = placements;
    } else {
        if (PyObject_GenericSetAttr(made, words.placements, placements) < 0) nb::raise_python_error();
        Py_DECREF(placements);
    }
    return made;
}

// Where a Play keeps its placements: behind the object's head, if Python reads back what is put there.
Py_ssize_t slot_of_play() {
    nb::object made = nb::steal(new_play(PyTuple_New(0)));
    nb::object size = nb::steal(PyObject_GetAttrString(words.play, "__basicsize__"));
    const Py_ssize_t last = PyLong_AsSsize_t(size.ptr()) - static_cast<Py_ssize_t>(sizeof(PyObject*));
    nb::object placements = nb::steal(PyObject_GetAttr(made.ptr(), words.placements));
    const bool there = last == static_cast<Py_ssize_t>(sizeof(PyObject)) &&
                       *reinterpret_cast<PyObject**>(reinterpret_cast<char*>(made.ptr()) + last) == placements.ptr();
    return there ? last : 0;
}

// The Python tuples of a cell, alone and with each tile, kept for whoever needs the same ones next, as the next turn on
// a board does. They never change, so sharing them shows nowhere. Of two cells that share a place the later one stays,
// so the memory is bounded; the cells of one game hardly ever do.
class KeptCell {
  public:
    // The tuple of a cell and a tile, a new reference.
    static PyObject* pair(int x, int y, Tile tile) {
        KeptCell& kept = all_[(x & (SIDE - 1)) * SIDE | (y & (SIDE - 1))];
        if (!kept.is(x, y)) kept.renew(x, y);
        if (kept.pairs_[tile]) return Py_NewRef(kept.pairs_[tile]);
        nb::object cell = nb::borrow(kept.cell_);
        PyObject* made = PyTuple_Pack(2, cell.ptr(), words.tiles[tile]);
        if (!made) nb::raise_python_error();
        // To make something can run anything, even another call of this.
        if (kept.is(x, y) && !kept.pairs_[tile]) kept.pairs_[tile] = Py_NewRef(made);
        return made;
    }

  private:
    static constexpr int SIDE = 32;
    static KeptCell all_[SIDE * SIDE];

    int x_ = 0, y_ = 0;
    PyObject* cell_ = nullptr;
    PyObject* pairs_[KINDS] = {};

    bool is(int x, int y) const { return x_ == x && y_ == y && cell_; }

    void renew(int x, int y) {
        nb::object cell = nb::make_tuple(x, y);
        KeptCell old = *this;
        *this = KeptCell();
        x_ = x, y_ = y, cell_ = cell.release().ptr();
        Py_XDECREF(old.cell_);
        for (PyObject* pair : old.pairs_) Py_XDECREF(pair);
    }
};
KeptCell KeptCell::all_[SIDE * SIDE];

constexpr long long FAR = 2'000'000'000;  // an int holds what plays can reach from there

// A number; nothing but a number, so that no Python runs while a dictionary is read.
long long whole(PyObject* object) {
    if (!PyLong_Check(object)) throw nb::type_error("Cells and tiles are whole numbers.");
    const Py_ssize_t value = PyLong_AsSsize_t(object);  // the fastest of its kind
    if (value < -FAR || value > FAR || (value == -1 && PyErr_Occurred())) {
        PyErr_Clear();
        throw nb::value_error("This number is too large.");
    }
    return value;
}

// Tiles on cells as Python has them.
struct Laid {
    struct {
        long long x, y;
        Tile tile;
    } tiles[PIECES];
    int number = 0;

    explicit Laid(nb::dict from) {
        PyObject *cell, *tile;
        for (Py_ssize_t at = 0; PyDict_Next(from.ptr(), &at, &cell, &tile);) add(cell, tile);
    }

    explicit Laid(nb::tuple pairs) {
        for (nb::handle pair : pairs) {
            check_pair(pair.ptr());
            add(NB_TUPLE_GET_ITEM(pair.ptr(), 0), NB_TUPLE_GET_ITEM(pair.ptr(), 1));
        }
    }

  private:
    void add(PyObject* cell, PyObject* tile) {
        if (number == PIECES) throw nb::value_error("A board has at most 108 tiles.");
        check_pair(cell);
        tiles[number++] = {whole(NB_TUPLE_GET_ITEM(cell, 0)), whole(NB_TUPLE_GET_ITEM(cell, 1)), checked_tile(whole(tile))};
    }

    static void check_pair(PyObject* object) {
        if (!PyTuple_Check(object) || NB_TUPLE_GET_SIZE(object) != 2) throw nb::type_error("A cell is a tuple of two numbers.");
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
class KernelBoard {
  public:
    KernelBoard(KernelBoard&&) = default;
    explicit KernelBoard(nb::dict tiles) : board_(Spare::board()) {
        const Laid laid(tiles);
        set_origin(laid);
        lay(laid);
    }

    // The board with more tiles on it, copied and not made anew.
    KernelBoard after(nb::tuple placements) const {
        KernelBoard next(*this);
        next.lay(Laid(placements));
        return next;
    }

    // Every legal play as a Python object, in the order of movegen.py.
    nb::object plays(std::uint64_t kinds) {
        if (!words.play || !words.tiles[0]) throw nb::value_error("The kernel was not told about Play and the tiles.");
        std::vector<Play> found;
        found.reserve(256);
        each_play(checked_kinds(kinds), [&](Play play, int) { found.push_back(play); });
        nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(found.size())));
        if (!list.is_valid()) nb::raise_python_error();
        for (std::size_t at = 0; at < found.size(); ++at) {
            NB_LIST_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(at), play_object(found[at]));
        }
        return list;
    }

    nb::object plays_with(nb::tuple hand) {
        Set kinds = 0;
        for (nb::handle tile : hand) kinds |= bit(checked_tile(whole(tile.ptr())));
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
        return nb::make_tuple(nb::steal(play_object(most)), found);
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

    KernelBoard(const KernelBoard& other) : board_(Spare::board()), origin_(other.origin_) { *board_ = *other.board_; }

    void set_origin(const Laid& laid) {
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
        const auto spare_x = static_cast<int>(WIDTH - 1 - (max_x - min_x)), spare_y = static_cast<int>(WIDTH - 1 - (max_y - min_y));
        origin_ = {-spare_x / 2, -spare_y / 2, min_x, min_y};
    }

    void lay(const Laid& laid) {
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
        if (!kinds) return;
        if (board_->empty()) return openings(kinds, cell_at(0, 0), sink);
        std::uint16_t places[MOST_FRONTIER];
        const int number = sorted_frontier(kinds, places);
        Generator<Sink> generator(*board_, kinds, sink);
        for (int at = 0; at < number; ++at) generator.plays_from(places[at]);
    }

    // Where something fits: places in the frontier, sorted by cell; gives their number. They are few, so each finds its
    // place by counting those before it, which the processor does many at a time and without guessing.
    int sorted_frontier(Set kinds, std::uint16_t* places) const {
        std::uint16_t cells[MOST_FRONTIER + 1], fitting[MOST_FRONTIER + 1];
        int number = 0;
        for (int at = 0; at < board_->frontier_count; ++at) {
            const Cell cell = board_->slots[board_->frontier[at]].cell;
            cells[number] = static_cast<std::uint16_t>(origin_.column(cell) << 7 | origin_.row(cell));
            fitting[number] = static_cast<std::uint16_t>(at);
            number += (board_->open[at] & kinds) != 0;
        }
        for (int at = 0; at < number; ++at) {
            std::uint16_t before = 0;
            for (int other = 0; other < number; ++other) before += cells[other] < cells[at];
            places[before] = fitting[at];
        }
        return number;
    }

    PyObject* play_object(Play play) {
        PyObject* placements = PyTuple_New(play.size());
        if (!placements) nb::raise_python_error();
        int at = 0;
        each_tile(*board_, play, [&](Cell cell, Tile tile) {
            const auto x = static_cast<int>(origin_.x(cell)), y = static_cast<int>(origin_.y(cell));
            NB_TUPLE_SET_ITEM(placements, at++, KeptCell::pair(x, y, tile));
        });
        return new_play(placements);
    }
};

void tell_tiles(std::vector<nb::object> tiles) {
    if (tiles.size() != KINDS) throw nb::value_error("Expected the 36 tiles.");
    for (int tile = 0; tile < KINDS; ++tile) words.tiles[tile] = tiles[tile].release().ptr();
}

void tell_play(nb::object play) {
    if (!PyType_Check(play.ptr())) throw nb::value_error("Expected the class Play.");
    words.placements = PyUnicode_InternFromString("placements");
    words.play = play.release().ptr();
    words.slot = 0;
    words.slot = slot_of_play();
}

std::vector<Tile> checked_tiles(const std::vector<int>& numbers) {
    if (numbers.size() > PIECES) throw nb::value_error("There are 108 tiles.");
    std::vector<Tile> tiles;
    for (int number : numbers) tiles.push_back(checked_tile(number));
    return tiles;
}

// The kernel's turns, one step at a time, with the draws as facts: to be held against the reference.
class KernelGame {
  public:
    KernelGame(const std::vector<std::vector<int>>& hands, const std::vector<int>& bag, int turn)
        : game_(std::make_unique<classic::Game>()) {
        const auto players = static_cast<int>(hands.size());
        if (players < 2 || players > MOST_PLAYERS) throw nb::value_error("Qwirkle is for 2 to 4 players.");
        if (turn < 0 || turn >= players) throw nb::value_error("The turn is a seat's.");
        game_->begin(players, turn);
        for (int seat = 0; seat < players; ++seat) {
            const auto tiles = checked_tiles(hands[seat]);
            if (tiles.size() > classic::HAND) throw nb::value_error("A hand has at most six tiles.");
            for (Tile tile : tiles) game_->hands[seat].add(tile);
        }
        for (Tile tile : checked_tiles(bag)) game_->put(tile);
    }

    // Tiles on cells, with what is drawn afterwards; gives the points.
    int play(const std::vector<Placement>& placements, const std::vector<int>& drawn) {
        const ScoredPlay found = legal(placements);
        const auto tiles = checked_draw(drawn, static_cast<int>(placements.size()));
        game_->play(found.play, found.points, tiles.data(), static_cast<int>(tiles.size()));
        return found.points;
    }

    void trade(const std::vector<int>& traded, const std::vector<int>& drawn) {
        check_going_on();
        const auto tiles = checked_tiles(traded);
        if (tiles.empty() || static_cast<int>(tiles.size()) > game_->tradable()) {
            throw nb::value_error("These tiles cannot be traded.");
        }
        check_held(tiles, game_->hands[game_->turn].counts, "The hand does not hold these tiles.");
        const auto draw = checked_draw(drawn, static_cast<int>(tiles.size()));
        game_->trade(tiles.data(), static_cast<int>(tiles.size()), draw.data());
    }

    void pass() {
        check_going_on();
        bool fits = false;
        game_->plays([&](Play, int) { fits = true; });
        if (fits || game_->left) throw nb::value_error("A pass needs an empty bag and nothing that fits.");
        game_->pass();
    }

    int turn() const { return game_->turn; }
    int ended() const { return static_cast<int>(game_->ended); }
    int passes() const { return game_->passes; }
    std::vector<int> scores() const { return {game_->scores, game_->scores + game_->players}; }
    std::vector<int> bag() const { return {game_->bag, game_->bag + game_->left}; }
    std::vector<std::vector<int>> hands() const {
        std::vector<std::vector<int>> all;
        for (int seat = 0; seat < game_->players; ++seat) {
            auto& hand = all.emplace_back();
            for (int tile = 0; tile < KINDS; ++tile) hand.insert(hand.end(), game_->hands[seat].counts[tile], tile);
        }
        return all;
    }

  private:
    std::unique_ptr<classic::Game> game_;

    void check_going_on() const {
        if (game_->ended != classic::Ended::NO) throw nb::value_error("The game is over.");
    }

    ScoredPlay legal(const std::vector<Placement>& placements) const {
        check_going_on();
        LaidTiles wanted;
        for (const auto& [x, y, tile] : placements) {
            wanted.emplace_back(cell_at(static_cast<int>(x), static_cast<int>(y)), checked_tile(tile));
        }
        const ScoredPlay found = play_of(game_->board, game_->hands[game_->turn].kinds, wanted);
        if (found.points < 0) throw nb::value_error("This is not a legal play.");
        return found;
    }

    std::vector<Tile> checked_draw(const std::vector<int>& drawn, int most) const {
        const auto tiles = checked_tiles(drawn);
        if (static_cast<int>(tiles.size()) != std::min(most, game_->left)) {
            throw nb::value_error("This is not how many tiles are drawn.");
        }
        std::uint8_t counts[KINDS] = {};
        for (int at = 0; at < game_->left; ++at) ++counts[game_->bag[at]];
        check_held(tiles, counts, "The bag does not hold these tiles.");
        return tiles;
    }

    static void check_held(const std::vector<Tile>& tiles, const std::uint8_t* counts, const char* sentence) {
        int left[KINDS];
        for (int tile = 0; tile < KINDS; ++tile) left[tile] = counts[tile];
        for (Tile tile : tiles) {
            if (--left[tile] < 0) throw nb::value_error(sentence);
        }
    }
};

classic::Policy policy_of(const std::string& name) {
    if (name == "random") return classic::Policy::RANDOM;
    if (name == "greedy") return classic::Policy::GREEDY;
    if (name == "greedy-all") return classic::Policy::GREEDY_ALL;
    throw nb::value_error(("There is no policy \"" + name + "\"; choose random or greedy.").c_str());
}

// Mixes the number of a game into the seed, so that neighbouring games have nothing in common.
std::uint64_t game_seed(std::uint64_t seed, std::uint64_t game) { return Dice(seed ^ Dice(game).next()).next(); }

template <typename Item>
nb::ndarray<nb::numpy, Item> array(Item* items, std::initializer_list<std::size_t> shape) {
    nb::capsule owner(items, [](void* data) noexcept { delete[] static_cast<Item*>(data); });
    return nb::ndarray<nb::numpy, Item>(items, shape, owner);
}

// Calls work(number) for every game number, on so many threads.
template <typename MakeWork>
void in_threads(std::size_t games, int threads, MakeWork make_work) {
    nb::gil_scoped_release release;
    std::atomic<std::size_t> next{0};
    auto run = [&] {
        auto work = make_work();
        for (std::size_t number; (number = next.fetch_add(1, std::memory_order_relaxed)) < games;) work(number);
    };
    std::vector<std::thread> others;
    for (int at = 1; at < threads; ++at) others.emplace_back(run);
    run();
    for (auto& thread : others) thread.join();
}

// The arrays of many games' results, filled in by whichever thread plays a game.
struct Results {
    std::size_t games, players;
    std::int16_t* scores;
    std::int16_t* turns;
    std::uint8_t* winners;

    Results(std::size_t number, std::size_t seats, int threads) : games(number), players(seats) {
        if (players < 2 || players > MOST_PLAYERS) throw nb::value_error("Qwirkle is for 2 to 4 players.");
        if (threads < 1 || threads > 1024) throw nb::value_error("The number of threads lies between 1 and 1024.");
        if (games > 1'000'000'000) throw nb::value_error("At most a billion games at once.");
        scores = new std::int16_t[games * players];
        turns = new std::int16_t[games];
        winners = new std::uint8_t[games];
    }

    template <typename Result>
    void keep(std::size_t number, const Result& result) {
        for (std::size_t seat = 0; seat < players; ++seat) scores[number * players + seat] = result.scores[seat];
        turns[number] = static_cast<std::int16_t>(result.turns);
        winners[number] = result.winners;
    }

    nb::tuple arrays() const {
        return nb::make_tuple(array(scores, {games, players}), array(turns, {games}), array(winners, {games}));
    }
};

nb::tuple classic_selfplay(std::size_t games, const std::vector<std::string>& names, std::uint64_t seed, int threads) {
    classic::Policy policies[MOST_PLAYERS] = {};
    for (std::size_t seat = 0; seat < names.size() && seat < MOST_PLAYERS; ++seat) policies[seat] = policy_of(names[seat]);
    Results results(games, names.size(), threads);
    in_threads(games, threads, [&] {
        return [&, game = std::make_unique<classic::Game>()](std::size_t number) {
            const auto players = static_cast<int>(results.players);
            results.keep(number, classic::play_game(*game, players, policies, game_seed(seed, number)));
        };
    });
    return results.arrays();
}

nb::tuple cards_selfplay(std::size_t games, const std::vector<std::string>& names, std::uint64_t seed, int threads) {
    cards::Policy policies[MOST_PLAYERS] = {};
    for (std::size_t seat = 0; seat < names.size() && seat < MOST_PLAYERS; ++seat) {
        policies[seat] = policy_of(names[seat]) == classic::Policy::RANDOM ? cards::Policy::RANDOM : cards::Policy::GREEDY;
    }
    Results results(games, names.size(), threads);
    in_threads(games, threads, [&] {
        return [&](std::size_t number) {
            cards::Result result;
            cards::play_game(game_seed(seed, number), static_cast<int>(results.players), policies, result);
            results.keep(number, result);
        };
    });
    return results.arrays();
}

// ---- the card game ------------------------------------------------------------------------------

}  // namespace

cards::Counts python::checked_counts(const std::vector<int>& numbers) {
    if (numbers.size() != KINDS) throw nb::value_error("Counts are 36 numbers.");
    cards::Counts counts;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (numbers[kind] < 0 || numbers[kind] > COPIES) throw nb::value_error("There are three of each card.");
        counts[kind] = static_cast<std::uint8_t>(numbers[kind]);
    }
    return counts;
}

cards::Counts python::counted(const std::vector<int>& numbers) {
    cards::Counts counts;
    for (Tile card : checked_tiles(numbers)) ++counts[card];
    return counts;
}

namespace {

cards::Outcome outcome_of(const std::vector<int>& played, const std::vector<int>& captured) {
    cards::Outcome outcome;
    outcome.played = counted(played);
    if (captured.size() > cards::MOST_CAPTURES) throw nb::value_error("At most 18 rows can be captured.");
    for (int line : captured) {
        if (line < 0 || line >= cards::LINES) throw nb::value_error("There are twelve full lines.");
        outcome.captured[outcome.captures++] = static_cast<std::uint8_t>(line);
    }
    std::sort(outcome.captured, outcome.captured + outcome.captures);
    return outcome;
}

nb::object cards_tuple(const cards::Counts& counts) {
    if (!words.tiles[0]) throw nb::value_error("The kernel was not told about the tiles.");
    PyObject* made = PyTuple_New(counts.total());
    int at = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < counts[kind]; ++copy) NB_TUPLE_SET_ITEM(made, at++, Py_NewRef(words.tiles[kind]));
    }
    return nb::steal(made);
}

nb::object lines_tuple(const std::uint8_t* lines, int number) {
    PyObject* made = PyTuple_New(number);
    for (int at = 0; at < number; ++at) NB_TUPLE_SET_ITEM(made, at, PyLong_FromLong(lines[at]));
    return nb::steal(made);
}

}  // namespace

nb::object python::outcome_object(const cards::Outcome& outcome) {
    return nb::make_tuple(cards_tuple(outcome.played), lines_tuple(outcome.captured, outcome.captures));
}

namespace {

bool cards_legal(const std::vector<int>& table) { return cards::legal(checked_counts(table)); }

nb::object cards_any_play(const std::vector<int>& table, const std::vector<int>& hand) {
    cards::Outcome play;
    return cards::any_play(checked_counts(table), counted(hand), play) ? outcome_object(play) : nb::none();
}

nb::object cards_best(const std::vector<int>& table, const std::vector<int>& hand) {
    cards::Outcome play;
    return cards::best(checked_counts(table), counted(hand), play) ? outcome_object(play) : nb::none();
}

nb::list cards_outcomes(const std::vector<int>& table, const std::vector<int>& hand) {
    nb::list found;
    cards::outcomes(checked_counts(table), counted(hand), [&](const cards::Outcome& outcome) {
        found.append(outcome_object(outcome));
        return PyErr_CheckSignals() == 0;
    });
    if (PyErr_Occurred()) throw nb::python_error();
    return found;
}

// The arrangement of an outcome as rows and captured lines: the best one, or any.
nb::object cards_arrange(const std::vector<std::vector<int>>& rows, const std::vector<int>& played,
                         const std::vector<int>& captured, bool tidy) {
    Set sets[cards::MOST_ROWS];
    if (rows.size() > cards::MOST_ROWS) throw nb::value_error("At most 36 rows lie on a table.");
    for (std::size_t at = 0; at < rows.size(); ++at) {
        sets[at] = 0;
        for (Tile card : checked_tiles(rows[at])) sets[at] |= bit(card);
    }
    const auto outcome = outcome_of(played, captured);
    cards::Arrangement found;
    auto* arrange = tidy ? cards::arrange : cards::any_arrangement;
    if (!arrange(sets, static_cast<int>(rows.size()), outcome, found)) {
        throw nb::value_error("These cards do not lie in rows of three to six.");
    }
    nb::list made;
    for (int row = 0; row < found.rows; ++row) {
        cards::Counts counts;
        for (Set left = found.row[row]; left; left &= left - 1) counts[first(left)] = 1;
        made.append(cards_tuple(counts));
    }
    return nb::make_tuple(made, lines_tuple(found.captured, found.captures));
}

// The kernel's turns of the card game, to be held against the reference.
class KernelCards {
  public:
    KernelCards(const std::vector<std::vector<int>>& hands, const std::vector<int>& pile, const std::vector<int>& ages) {
        if (hands.size() < 2 || hands.size() > MOST_PLAYERS) throw nb::value_error("Qwirkle is for 2 to 4 players.");
        if (ages.size() != hands.size()) throw nb::value_error("Expected an age for each player.");
        cards::Counts dealt[MOST_PLAYERS];
        for (std::size_t seat = 0; seat < hands.size(); ++seat) dealt[seat] = counted(hands[seat]);
        if (!game_.start(dealt, static_cast<int>(hands.size()), counted(pile), ages.data())) {
            throw nb::value_error("No game begins from this deal.");
        }
    }

    void play(const std::vector<int>& played, const std::vector<int>& captured, const std::vector<int>& drawn) {
        check(game_.play(outcome_of(played, captured), counted(drawn)));
    }
    void exchange(const std::vector<int>& drawn) { check(game_.exchange(counted(drawn))); }
    void pass() { check(game_.pass()); }

    int turn() const { return game_.turn; }
    int exchanges() const { return game_.exchanges; }
    bool ended() const { return game_.ended; }
    std::vector<int> scores() const { return {game_.scores, game_.scores + game_.players}; }
    nb::object table() const { return cards_tuple(game_.table); }
    nb::object pile() const { return cards_tuple(game_.pile); }
    nb::list hands() const {
        nb::list all;
        for (int seat = 0; seat < game_.players; ++seat) all.append(cards_tuple(game_.hands[seat]));
        return all;
    }

  private:
    cards::Game game_;

    static void check(bool done) {
        if (!done) throw nb::value_error("This is not a legal move, or not a possible draw.");
    }
};

std::uint64_t count_trades(const std::vector<int>& hand, int most) {
    std::uint8_t counts[KINDS] = {};
    if (hand.size() > PIECES) throw nb::value_error("A hand has at most 108 tiles.");
    for (int tile : hand) ++counts[checked_tile(tile)];
    const int size = static_cast<int>(hand.size());
    return most > 0 ? trades(counts, most < size ? most : size) : 0;
}

// The module that suits this processor best: a variant built for newer ones, where there is one, or the portable one.
const char* suited_module() {
#ifdef QWIRKLE_V3
    if (__builtin_cpu_supports("x86-64-v3")) return "_kernel_v3";
#endif
    return "_kernel";
}

}  // namespace

NB_MODULE(QWIRKLE_MODULE, module) {
    nb::set_leak_warnings(false);  // a process that ends may still hold boards; nobody need read about it
    module.doc() = "The fast engine under the Python API; private.";
    module.def("suited_module", &suited_module, "The name of the module that suits this processor best.");
    module.def("tell_tiles", &tell_tiles, nb::arg("tiles"), "Use these objects as the 36 tiles.");
    module.def("tell_play", &tell_play, nb::arg("play"), "Make plays of this class.");
    module.def("classic_selfplay", &classic_selfplay, nb::arg("games"), nb::arg("policies"), nb::arg("seed"),
               nb::arg("threads"), "Whole tile games: scores, turns, and winners as bits.");
    module.def("cards_selfplay", &cards_selfplay, nb::arg("games"), nb::arg("policies"), nb::arg("seed"),
               nb::arg("threads"), "Whole card games: captured rows, turns, and winners as bits.");
    module.def("cards_legal", &cards_legal, nb::arg("table"), "Whether these counts can lie on the table.");
    module.def("cards_any_play", &cards_any_play, nb::arg("table"), nb::arg("hand"), "Some legal play, or None.");
    module.def("cards_best", &cards_best, nb::arg("table"), nb::arg("hand"), "The play with the most captures, or None.");
    module.def("cards_outcomes", &cards_outcomes, nb::arg("table"), nb::arg("hand"), "Every distinct outcome of a turn.");
    module.def("cards_arrange", &cards_arrange, nb::arg("rows"), nb::arg("played"), nb::arg("captured"), nb::arg("tidy"),
               "Rows for an outcome; tidy: those that move the fewest cards.");
    bind_search(module);
    module.def("count_trades", &count_trades, nb::arg("hand"), nb::arg("most"), "How many distinct trades there are.");
    nb::class_<KernelBoard>(module, "Board", "A board of the tile game that never changes.")
        .def(nb::init<nb::dict>(), nb::arg("tiles"))
        .def("after", &KernelBoard::after, nb::arg("placements"), "The board with these tiles added to it.")
        .def("plays", &KernelBoard::plays, nb::arg("kinds"), "Every legal play with tiles of these kinds.")
        .def("plays_with", &KernelBoard::plays_with, nb::arg("hand"), "Every legal play with these tiles.")
        .def("points", &KernelBoard::points, nb::arg("kinds"), "The points of the same plays, in the same order.")
        .def("best", &KernelBoard::best, nb::arg("kinds"), "The first play with the most points, and the points.")
        .def("count", &KernelBoard::count, nb::arg("hand"), nb::arg("depth"), "Plays, points and hash at a depth.");
    nb::class_<KernelGame>(module, "Game", "The turns of a tile game, step by step.")
        .def(nb::init<const std::vector<std::vector<int>>&, const std::vector<int>&, int>(), nb::arg("hands"),
             nb::arg("bag"), nb::arg("turn"))
        .def("play", &KernelGame::play, nb::arg("placements"), nb::arg("drawn"), "A legal play; gives its points.")
        .def("trade", &KernelGame::trade, nb::arg("tiles"), nb::arg("drawn"), "A legal trade.")
        .def("skip", &KernelGame::pass, "A legal pass.")
        .def_prop_ro("turn", &KernelGame::turn)
        .def_prop_ro("ended", &KernelGame::ended)
        .def_prop_ro("passes", &KernelGame::passes)
        .def_prop_ro("scores", &KernelGame::scores)
        .def_prop_ro("bag", &KernelGame::bag)
        .def_prop_ro("hands", &KernelGame::hands);
    nb::class_<KernelCards>(module, "Cards", "The turns of a card game, step by step.")
        .def(nb::init<const std::vector<std::vector<int>>&, const std::vector<int>&, const std::vector<int>&>(),
             nb::arg("hands"), nb::arg("pile"), nb::arg("ages"))
        .def("play", &KernelCards::play, nb::arg("played"), nb::arg("captured"), nb::arg("drawn"), "A legal play.")
        .def("exchange", &KernelCards::exchange, nb::arg("drawn"), "A legal exchange.")
        .def("skip", &KernelCards::pass, "A legal pass.")
        .def_prop_ro("turn", &KernelCards::turn)
        .def_prop_ro("exchanges", &KernelCards::exchanges)
        .def_prop_ro("ended", &KernelCards::ended)
        .def_prop_ro("scores", &KernelCards::scores)
        .def_prop_ro("table", &KernelCards::table)
        .def_prop_ro("pile", &KernelCards::pile)
        .def_prop_ro("hands", &KernelCards::hands);
    bind_cards_search(module);
}
