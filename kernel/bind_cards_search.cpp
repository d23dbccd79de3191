// The players of the card game, for Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bind.h"
#include "cards_greedy.h"

namespace nb = nanobind;
using namespace qwirkle;
using namespace qwirkle::python;

namespace {

int checked_size(int size) {
    if (size < 0 || size > PIECES) throw nb::value_error("There are 108 cards.");
    return size;
}

nb::object cards_careful(const std::vector<int>& table, const std::vector<int>& hand, const std::vector<int>& unseen,
                         int next_hand) {
    const cards::Gifts gifts(checked_counts(unseen), checked_size(next_hand));
    cards::Outcome play;
    const bool found = cards::careful(checked_counts(table), counted(hand), gifts, 0, play);
    return found ? outcome_object(play) : nb::none();
}

}  // namespace

void bind_cards_search(nb::module_& module) {
    module.def("cards_careful", &cards_careful, nb::arg("table"), nb::arg("hand"), nb::arg("unseen"),
               nb::arg("next_hand"), "The most captures, then the fewest gifts, then the most cards; or None.");
}
