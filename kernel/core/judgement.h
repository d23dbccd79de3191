// What a move is called beside the best one: by the chance to win that it gave away (docs/analysis.md).
#pragma once

#include "core/expected.h"
#include "core/figures.h"

namespace qwirkle {

// From how much of the chance to win on. Less than the first is a good move.
constexpr double INACCURACY = 0.02, MISTAKE = 0.06, BLUNDER = 0.15;

// Whether anything was lost can be a matter of chance: then the move was good.
inline const char* judgement_of(const Duel& duel) {
    const Estimate lost = difference(duel.lost.win, duel.exact);
    if (lost.low <= 0 || lost.value < INACCURACY) return "good";
    return lost.value < MISTAKE ? "inaccuracy" : lost.value < BLUNDER ? "mistake" : "blunder";
}

// The best move is brilliant where the one that gives the most at once would have been a mistake.
inline bool is_brilliant(const Duel& beside_greedy) {
    const Estimate lost = difference(beside_greedy.lost.win, beside_greedy.exact);
    return lost.low > 0 && lost.value >= MISTAKE;
}

// The figures of a review: the chances to win before the move, and what it gave away.
inline void write_duel(Json& json, const Duel& duel) {
    json.key("win").object();
    write(json.key("best"), chance(duel.one.win, duel.exact));
    write(json.key("played"), chance(duel.other.win, duel.exact));
    json.end_object().key("lost").object();
    write(json.key("win"), difference(duel.lost.win, duel.exact));
    write(json.key("points"), difference(duel.lost.margin, duel.exact));
    json.end_object().key("samples").number(duel.lost.win.number).key("exact").truth(duel.exact);
}

// Nothing was lost, and nothing need be known about the chance to win: there was no choice.
inline void write_no_duel(Json& json) {
    json.key("win").null().key("lost").null().key("samples").number(0).key("exact").truth(false);
}

}  // namespace qwirkle
