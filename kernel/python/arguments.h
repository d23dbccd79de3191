// What comes from Python, checked: garbage raises an exception, never more.
#pragma once

#include <nanobind/nanobind.h>

#include <tuple>
#include <utility>
#include <vector>

#include "cards/outcome.h"
#include "classic/board.h"

namespace qwirkle::python {

using Placement = std::tuple<long long, long long, int>;  // x, y, tile
using LaidTiles = std::vector<std::pair<classic::Cell, Tile>>;

constexpr int MARGIN = LONGEST + 1;  // how far a play can reach beyond the tiles

// A number; nothing but a number, so that no Python runs while a dictionary is read.
long long checked_number(PyObject* object);

Tile checked_tile(long long tile);
std::vector<Tile> checked_tiles(const std::vector<int>& numbers);
Set checked_kinds(std::uint64_t kinds);

// The legal play with tiles of these kinds that puts exactly the wanted ones on their cells; else -1 points.
classic::ScoredPlay play_of(const classic::Board& board, Set kinds, LaidTiles wanted);

cards::Counts checked_counts(const std::vector<int>& numbers);  // 36 numbers, each from 0 to 3
cards::Counts counted(const std::vector<int>& numbers);         // cards by number
cards::Outcome checked_outcome(const std::vector<int>& played, const std::vector<int>& captured);

}  // namespace qwirkle::python
