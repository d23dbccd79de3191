#include "cards/leaf.h"

#include "cards/greedy.h"
#include "cards/solver.h"
#include "core/numbers.h"

namespace qwirkle::cards {

namespace {

// What a player captures of the rows that could be captured at once, by who is next: the first
// moves on the table as it is, the others on what is left of it. Fitted to whole games.
constexpr double SHARE[MOST_PLAYERS] = {0.9, 0.5, 0.3, 0.2};

// The chance to stay ahead by a projected margin: close to a normal distribution, without tables.
double chance(double margin, int pile) {
    const double t = 0.8 * margin / root(1 + 0.1 * pile);
    return 0.5 + 0.5 * t / root(1 + t * t);
}

// How likely a seat stays ahead of every other, as if each of them had to be beaten anew.
double ahead_of_all(const double* rows, int players, int seat, int pile) {
    double win = 1;
    for (int other = 0; other < players; ++other) {
        if (other != seat) win *= chance(rows[seat] - rows[other], pile);
    }
    return win;
}

// Asked first because it is quick, and mostly the answer is no.
bool any_line_full(const Counts& table, const Counts& hand) {
    Set there = 0;
    for (int kind = 0; kind < KINDS; ++kind) there |= Set{table[kind] + hand[kind] > 0} << kind;
    for (int line = 0; line < LINES; ++line) {
        if (!(full_line(line) & ~there)) return true;
    }
    return false;
}

int most_captures(const Counts& table, const Counts& hand) {
    Outcome play;
    return any_line_full(table, hand) && best(table, hand, play, QUICK_LOOKS) ? play.captures : 0;
}

}  // namespace

void add_rows(const Game& game, double rows[MOST_PLAYERS]) {
    for (int step = 0; step < game.players; ++step) {
        const int seat = (game.turn + step) % game.players;
        rows[seat] += game.scores[seat] + SHARE[step] * most_captures(game.table, game.hands[seat]);
    }
}

double lead(const double* rows, int players, int seat) {
    double most = -PIECES;
    for (int other = 0; other < players; ++other) {
        if (other != seat && rows[other] > most) most = rows[other];
    }
    return rows[seat] - most;
}

double chance_to_win(const double* rows, int players, int seat, int pile) {
    const double mine = ahead_of_all(rows, players, seat, pile);
    if (players == 2) return mine;  // already what the other one lacks
    double all = 0;
    for (int each = 0; each < players; ++each) all += ahead_of_all(rows, players, each, pile);
    return mine / all;
}

}  // namespace qwirkle::cards
