#include "python/arguments.h"

#include <algorithm>

#include "classic/movegen.h"

namespace nb = nanobind;

namespace qwirkle::python {

using namespace classic;

namespace {

constexpr long long FARTHEST = 2'000'000'000;  // an int holds what plays can reach from there

}  // namespace

long long checked_number(PyObject* object) {
    if (!PyLong_Check(object)) throw nb::type_error("Cells and tiles are whole numbers.");
    const Py_ssize_t value = PyLong_AsSsize_t(object);  // the fastest of its kind
    if (value < -FARTHEST || value > FARTHEST || (value == -1 && PyErr_Occurred())) {
        PyErr_Clear();
        throw nb::value_error("This number is too large.");
    }
    return value;
}

Tile checked_tile(long long tile) {
    if (tile < 0 || tile >= KINDS) throw nb::value_error("A tile's number lies between 0 and 35.");
    return static_cast<Tile>(tile);
}

std::vector<Tile> checked_tiles(const std::vector<int>& numbers) {
    if (numbers.size() > PIECES) throw nb::value_error("There are 108 tiles.");
    std::vector<Tile> tiles;
    for (int number : numbers) tiles.push_back(checked_tile(number));
    return tiles;
}

Set checked_kinds(std::uint64_t kinds) {
    if (kinds & ~ALL) throw nb::value_error("A set of tiles has 36 bits.");
    return kinds;
}

ScoredPlay play_of(const Board& board, Set kinds, LaidTiles wanted) {
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

cards::Counts checked_counts(const std::vector<int>& numbers) {
    if (numbers.size() != KINDS) throw nb::value_error("Counts are 36 numbers.");
    cards::Counts counts;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (numbers[kind] < 0 || numbers[kind] > COPIES) throw nb::value_error("There are three of each card.");
        counts[kind] = static_cast<std::uint8_t>(numbers[kind]);
    }
    return counts;
}

cards::Counts counted(const std::vector<int>& numbers) {
    cards::Counts counts;
    for (Tile card : checked_tiles(numbers)) ++counts[card];
    return counts;
}

cards::Outcome checked_outcome(const std::vector<int>& played, const std::vector<int>& captured) {
    cards::Outcome outcome;
    outcome.played = counted(played);
    if (captured.size() > cards::MOST_CAPTURES) throw nb::value_error("At most 18 rows can be captured.");
    for (int line : captured) {
        if (line < 0 || line >= LINES) throw nb::value_error("There are twelve full lines.");
        outcome.captured[outcome.captures++] = static_cast<std::uint8_t>(line);
    }
    std::sort(outcome.captured, outcome.captured + outcome.captures);
    return outcome;
}

}  // namespace qwirkle::python
