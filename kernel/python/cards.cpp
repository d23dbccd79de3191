// The card game's solver and layout for Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "cards/layout.h"
#include "cards/outcomes.h"
#include "cards/solver.h"
#include "python/arguments.h"
#include "python/bind.h"
#include "python/objects.h"

namespace nb = nanobind;

namespace qwirkle::python {

namespace {

bool cards_legal(const std::vector<int>& table) { return cards::legal(checked_counts(table)); }

nb::object cards_any_play(const std::vector<int>& table, const std::vector<int>& hand) {
    cards::Outcome play;
    return cards::any_play(checked_counts(table), counted(hand), play) ? outcome_object(play) : nb::none();
}

nb::object cards_best(const std::vector<int>& table, const std::vector<int>& hand, int looks) {
    cards::Outcome play;
    return cards::best(checked_counts(table), counted(hand), play, looks) ? outcome_object(play) : nb::none();
}

nb::object cards_laying(const std::vector<int>& table, const std::vector<int>& cards, int looks) {
    cards::Outcome play;
    return cards::laying(checked_counts(table), counted(cards), play, looks) ? outcome_object(play) : nb::none();
}

// The outcomes of a turn for a Python loop, worked out one by one.
class OutcomesObject {
  public:
    OutcomesObject(const std::vector<int>& table, const std::vector<int>& hand, int most)
        : outcomes_(checked_counts(table), counted(hand), most) {}

    nb::object next() {
        cards::Outcome outcome;
        if (!outcomes_.next(outcome)) throw nb::stop_iteration();
        return outcome_object(outcome);
    }

  private:
    cards::Outcomes outcomes_;
};

// The arrangement of an outcome as rows and captured lines: the best one, or any.
nb::object cards_arrange(const std::vector<std::vector<int>>& rows, const std::vector<int>& played,
                         const std::vector<int>& captured, bool tidy, int nodes) {
    Set sets[cards::MOST_ROWS];
    if (rows.size() > cards::MOST_ROWS) throw nb::value_error("At most 36 rows lie on a table.");
    for (std::size_t at = 0; at < rows.size(); ++at) {
        sets[at] = 0;
        for (Tile card : checked_tiles(rows[at])) sets[at] |= bit(card);
    }
    const auto outcome = checked_outcome(played, captured);
    cards::Arrangement found;
    const int number = static_cast<int>(rows.size());
    if (!(tidy ? cards::arrange(sets, number, outcome, found, nodes)
               : cards::any_arrangement(sets, number, outcome, found))) {
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

}  // namespace

void bind_cards(nb::module_& module) {
    module.def("cards_legal", &cards_legal, nb::arg("table"), "Whether these counts can lie on the table.");
    module.def("cards_any_play", &cards_any_play, nb::arg("table"), nb::arg("hand"), "Some legal play, or None.");
    module.def("cards_best", &cards_best, nb::arg("table"), nb::arg("hand"), nb::arg("looks") = cards::MOST_LOOKS,
               "The play with the most captures, or None.");
    module.def("cards_laying", &cards_laying, nb::arg("table"), nb::arg("cards"), nb::arg("looks") = cards::MOST_LOOKS,
               "The play of exactly these cards with the most captures, or None.");
    module.def("cards_steps", &cards::steps,
               "How much work this thread has done in the card game's solver and layout.");
    nb::class_<OutcomesObject>(module, "CardsOutcomes", "The distinct outcomes of a turn, one by one.")
        .def(nb::init<const std::vector<int>&, const std::vector<int>&, int>(), nb::arg("table"), nb::arg("hand"),
             nb::arg("most") = cards::MOST_CAPTURES)
        .def("__iter__", [](nb::handle self) { return nb::borrow(self); })
        .def("__next__", &OutcomesObject::next);
    module.def("cards_arrange", &cards_arrange, nb::arg("rows"), nb::arg("played"), nb::arg("captured"),
               nb::arg("tidy"), nb::arg("nodes") = cards::MOST_NODES,
               "Rows for an outcome; tidy: those that move the fewest cards.");
}

}  // namespace qwirkle::python
