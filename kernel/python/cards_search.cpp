// The players of the card game, for Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <tuple>

#include "cards/greedy.h"
#include "cards/search.h"
#include "python/arguments.h"
#include "python/bind.h"
#include "python/objects.h"

namespace nb = nanobind;

namespace qwirkle::python {

namespace {

using Cards = std::vector<int>;

constexpr std::int64_t MOST_WORK = 1'000'000'000'000;

std::uint8_t checked_size(int number) {
    if (number < 0 || number > PIECES) throw nb::value_error("There are 108 cards.");
    return static_cast<std::uint8_t>(number);
}

nb::object cards_careful(const Cards& table, const Cards& hand, const Cards& unseen, int next_hand) {
    const cards::Gifts gifts(checked_counts(unseen), checked_size(next_hand));
    cards::Outcome play;
    const bool found = cards::careful(checked_counts(table), counted(hand), gifts, 0, play);
    return found ? outcome_object(play) : nb::none();
}

using Last = std::tuple<Cards, int>;  // what the last turn of a seat left on the table, and how many cards it drew

// Seats are counted from the player to move.
cards::Known known_of(const Cards& table, const Cards& hand, const Cards& unseen, const Cards& hand_sizes,
                      const Cards& scores, int pile, const Cards& waiting, bool opening, const std::vector<Last>& last,
                      const std::vector<Cards>& hands) {
    const std::size_t players = hand_sizes.size();
    if (players < 2 || players > MOST_PLAYERS) throw nb::value_error("Qwirkle is for 2 to 4 players.");
    if (scores.size() != players) throw nb::value_error("Expected the rows of each player.");
    if (!hands.empty() && hands.size() != players) throw nb::value_error("Expected the hand of each player.");
    if (!last.empty() && last.size() != players) throw nb::value_error("Expected the last turn of each player.");
    cards::Known known;
    known.players = static_cast<std::uint8_t>(players);
    known.pile_size = checked_size(pile);
    known.opening = opening;
    known.table = checked_counts(table);
    known.hand = counted(hand);
    known.unseen = checked_counts(unseen);
    known.open_hands = !hands.empty();
    for (std::size_t seat = 0; seat < players; ++seat) {
        known.hand_sizes[seat] = checked_size(hand_sizes[seat]);
        known.scores[seat] = checked_size(scores[seat]);
        if (known.open_hands) known.hands[seat] = counted(hands[seat]);
    }
    for (std::size_t seat = 0; seat < last.size(); ++seat) {
        known.last[seat].known = true;
        known.last[seat].left = checked_counts(std::get<0>(last[seat]));
        known.last[seat].drawn = checked_size(std::get<1>(last[seat]));
    }
    for (int seat : waiting) {
        if (seat < 0 || seat >= known.players) throw nb::value_error("Expected the seats that have a last turn.");
        known.waiting |= static_cast<std::uint8_t>(1u << seat);
    }
    if (!known.sound()) throw nb::value_error("No game has such a moment.");
    return known;
}

nb::list cards_search(const Cards& table, const Cards& hand, const Cards& unseen, const Cards& hand_sizes,
                      const Cards& scores, int pile, const Cards& waiting, bool opening, const std::vector<Last>& last,
                      std::int64_t work, std::uint64_t seed, const std::vector<Cards>& hands) {
    if (work < 0 || work > MOST_WORK) throw nb::value_error("The work lies between 0 and a million million turns.");
    const auto known = known_of(table, hand, unseen, hand_sizes, scores, pile, waiting, opening, last, hands);
    auto ranked = std::make_unique<cards::Ranked[]>(cards::MOST_RANKED);
    int number;
    {
        nb::gil_scoped_release release;
        number = cards::search(known, work, seed, ranked.get());
    }
    nb::list found;
    for (int at = 0; at < number; ++at) {
        const cards::Ranked& one = ranked[at];
        found.append(nb::make_tuple(outcome_object(one.outcome), one.margin, one.margin_error, one.win, one.win_error,
                                    one.samples));
    }
    return found;
}

}  // namespace

void bind_cards_search(nb::module_& module) {
    module.def("cards_careful", &cards_careful, nb::arg("table"), nb::arg("hand"), nb::arg("unseen"),
               nb::arg("next_hand"), "The most captures, then the fewest gifts, then the most cards; or None.");
    module.def("cards_search", &cards_search, nb::arg("table"), nb::arg("hand"), nb::arg("unseen"),
               nb::arg("hand_sizes"), nb::arg("scores"), nb::arg("pile"), nb::arg("waiting"), nb::arg("opening"),
               nb::arg("last"), nb::arg("work"), nb::arg("seed"), nb::arg("hands"),
               "The best outcomes: outcome, margin and its error, chance to win and its error, samples.");
}

}  // namespace qwirkle::python
