// What the files that make the Python module share.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "cards.h"

namespace qwirkle::python {

cards::Counts checked_counts(const std::vector<int>& numbers);  // 36 numbers, each from 0 to 3
cards::Counts counted(const std::vector<int>& numbers);         // cards by number
nanobind::object outcome_object(const cards::Outcome& outcome);

}  // namespace qwirkle::python

void bind_cards_search(nanobind::module_& module);
void bind_search(nanobind::module_& module);
