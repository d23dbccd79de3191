// The parts of the module: each adds its functions and classes.
#pragma once

#include <nanobind/nanobind.h>

namespace qwirkle::python {

void bind_board(nanobind::module_& module);
void bind_cards(nanobind::module_& module);
void bind_cards_search(nanobind::module_& module);
void bind_classic_search(nanobind::module_& module);
void bind_engine(nanobind::module_& module);
void bind_envs(nanobind::module_& module);
void bind_selfplay(nanobind::module_& module);

}  // namespace qwirkle::python
