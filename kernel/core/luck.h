// What a draw changed: the expected result with it, less the one with any other draw.
#pragma once

#include "core/expected.h"
#include "core/json.h"

namespace qwirkle {

constexpr int MOST_GAMES = 1'000'000;  // that are played on for one answer
constexpr int USUAL_GAMES = 400;

struct Luck {
    double win = 0, win_error = 0, points = 0, points_error = 0;
};

inline Luck luck_of(const Expected& changed) {
    return {changed.win.mean(), changed.win.error(), changed.margin.mean(), changed.margin.error()};
}

// The luck of the deal: before it, everybody could expect the same.
inline void deal_luck(const Expected* dealt, int players, Luck* luck) {
    double points = 0;
    for (int seat = 0; seat < players; ++seat) points += dealt[seat].margin.mean() / players;
    for (int seat = 0; seat < players; ++seat) {
        luck[seat] = {dealt[seat].win.mean() - 1.0 / players, dealt[seat].win.error(),
                      dealt[seat].margin.mean() - points, dealt[seat].margin.error()};
    }
}

// `seat` is who drew; nobody at the deal.
inline void write_luck(Json& json, int seat, const Luck* luck, int players) {
    json.object().key("seat");
    seat < 0 ? json.null() : json.number(seat);
    const auto list = [&](const char* name, double Luck::* figure) {
        json.key(name).array();
        for (int at = 0; at < players; ++at) json.real(luck[at].*figure);
        json.end_array();
    };
    list("win", &Luck::win);
    list("win_error", &Luck::win_error);
    list("points", &Luck::points);
    list("points_error", &Luck::points_error);
    json.end_object();
}

}  // namespace qwirkle
