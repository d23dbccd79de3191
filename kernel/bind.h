// What the files that make the Python module share.
#pragma once

#include <nanobind/nanobind.h>

#include <tuple>
#include <utility>
#include <vector>

#include "board.h"
#include "cards.h"

namespace qwirkle::python {

using Placement = std::tuple<long long, long long, int>;  // x, y, tile
using LaidTiles = std::vector<std::pair<Cell, Tile>>;

constexpr int MARGIN = LONGEST + 1;  // how far a play can reach beyond the tiles

Tile checked_tile(long long tile);
// The legal play with tiles of these kinds that puts exactly the wanted ones on their cells; else -1 points.
ScoredPlay play_of(const Board& board, Set kinds, LaidTiles wanted);

cards::Counts checked_counts(const std::vector<int>& numbers);  // 36 numbers, each from 0 to 3
cards::Counts counted(const std::vector<int>& numbers);         // cards by number
nanobind::object outcome_object(const cards::Outcome& outcome);

}  // namespace qwirkle::python

void bind_cards_search(nanobind::module_& module);
void bind_search(nanobind::module_& module);
