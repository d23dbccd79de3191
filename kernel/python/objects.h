// The Python objects that the kernel makes: plays, placements, cards and outcomes.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "cards/outcome.h"

namespace qwirkle::python {

// What is needed before any object can be made: the 36 tiles, and the Python class Play.
void tell_tiles(std::vector<nanobind::object> tiles);
void tell_play(nanobind::object play);

// Raises an exception where that was not told.
void check_told_plays();

// A new tuple of a cell and a tile, or one made before: they never change, so sharing them shows nowhere.
PyObject* placement_object(int x, int y, Tile tile);

// A new Play, which steals its placements. It is what Play(placements) makes, without the sorting.
PyObject* play_object(PyObject* placements);

nanobind::object cards_tuple(const cards::Counts& counts);
nanobind::object lines_tuple(const std::uint8_t* lines, int number);
nanobind::object outcome_object(const cards::Outcome& outcome);

}  // namespace qwirkle::python
