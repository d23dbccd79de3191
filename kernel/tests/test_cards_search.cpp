// The card game's players: greedy against trying everything, and the master's searches.
#include <cstring>
#include <string>

#include "cards/greedy.h"
#include "cards/outcomes.h"
#include "cards/search.h"
#include "cards/selfplay.h"
#include "cards/solver.h"
#include "tests/check.h"

using namespace qwirkle;
using namespace qwirkle::cards;

namespace {

Counts cards_of(const std::string& text) {
    Counts counts;
    for (std::size_t at = 0; at + 1 < text.size(); at += 3) {
        const auto color = std::strchr("ROYGBP", text[at]) - "ROYGBP";
        const auto shape = std::strchr("oxdstc", text[at + 1]) - "oxdstc";
        ++counts[static_cast<int>(6 * color + shape)];
    }
    return counts;
}

Counts unseen_by(const Game& game) {
    Counts unseen = game.pile;
    for (int seat = 0; seat < game.players; ++seat) {
        for (int kind = 0; seat != game.turn && kind < KINDS; ++kind) unseen[kind] += game.hands[seat][kind];
    }
    return unseen;
}

Known known_in(const Game& game) {
    Known known;
    known.players = game.players;
    known.pile_size = game.pile_size;
    known.opening = game.opening;
    known.table = game.table;
    known.hand = game.hands[game.turn];
    known.unseen = unseen_by(game);
    for (int step = 0; step < game.players; ++step) {
        const int seat = (game.turn + step) % game.players;
        known.hand_sizes[step] = game.hand_sizes[seat];
        known.scores[step] = game.scores[seat];
        if (game.last_turns && game.waiting >> seat & 1) known.waiting |= 1u << step;
    }
    return known;
}

std::int64_t gift(const Game& game, const Outcome& play, const Gifts& gifts) {
    return gifts.of(Missing(left_by(game.table, play)).of);
}

// No play with as many captures offers less, and none that offers as little has more cards.
void check_careful(const Game& game, const Outcome& play, const Gifts& gifts) {
    const std::int64_t least = gift(game, play, gifts);
    bool better = false;
    outcomes(game.table, game.hands[game.turn], [&](const Outcome& other) {
        if (other.captures < play.captures) return true;
        const std::int64_t offered = gift(game, other, gifts);
        better |= other.captures > play.captures || offered < least ||
                  (offered == least && other.played.total() > play.played.total());
        return true;
    });
    CHECK(!better);
}

// A whole game of careful players, with a search at every turn; every move must be legal.
void check_game(int players, std::uint64_t seed) {
    Dice dice(seed);
    Game game;
    CHECK(game.deal(players, dice));
    Ranked ranked[MOST_RANKED];
    for (int turn = 0; !game.ended && turn < MOST_TURNS; ++turn) {
        const Known known = known_in(game);
        CHECK(known.sound());
        const int number = search(known, 200, seed, ranked);
        const Must must = game.must();
        CHECK((number > 0) == (must == Must::OPEN || must == Must::PLAY));
        for (int at = 0; at < number; ++at) CHECK(game.can_play(ranked[at].outcome));
        if (!number) {
            CHECK(must == Must::EXCHANGE ? game.exchange(game.draw(dice, game.exchange_draws())) : game.pass());
            continue;
        }
        Outcome play = ranked[0].outcome;
        if (!game.opening) {
            const Gifts gifts(known.unseen, known.hand_sizes[1]);
            CHECK(quick(game.table, known.hand, gifts, 12, play) && game.can_play(play));
            CHECK(careful(game.table, known.hand, gifts, 0, play) && game.can_play(play));
            check_careful(game, play, gifts);
        }
        if (turn % 2) play = ranked[0].outcome;
        CHECK(game.play(play, game.draw(dice, game.draws(play.played.total()))));
    }
    CHECK(game.ended);
}

// The red clover is the other hand. A fifth red card would give that row away.
void check_last_turns() {
    Known known;
    known.players = 2;
    known.waiting = 3;
    known.table = cards_of("Ro Rx Rd Rs Go Gx Gd Gs");
    known.hand = cards_of("Rt Gt");
    known.unseen = cards_of("Rc");
    known.hand_sizes[0] = 2;
    known.hand_sizes[1] = 1;
    Ranked ranked[MOST_RANKED];
    CHECK(known.sound());
    CHECK(search(known, 0, 1, ranked) == 3);
    CHECK(ranked[0].outcome.played == cards_of("Gt"));
    CHECK(ranked[0].margin == 0 && ranked[0].win == 0.5 && ranked[0].samples == 1);
    CHECK(ranked[2].margin == -1 && ranked[2].win == 0);
    known.hand_sizes[1] = 2;  // more than is unseen
    CHECK(!known.sound() && search(known, 0, 1, ranked) == 0);
}

// A fifth red card would wait for the red clover, which the next player may well hold: all outcomes
// are tried, the green card alone comes first, and the answer repeats itself.
void check_reply() {
    Known known;
    known.players = 2;
    known.pile_size = 80;
    known.table = cards_of("Ro Rx Rd Rs Go Gx Gd");
    known.hand = cards_of("Rt Gs");
    for (int kind = 0; kind < KINDS; ++kind) {
        known.unseen[kind] = static_cast<std::uint8_t>(COPIES - known.table[kind] - known.hand[kind]);
    }
    known.hand_sizes[0] = 2;
    known.hand_sizes[1] = 9;
    Ranked ranked[MOST_RANKED], again[MOST_RANKED];
    CHECK(known.sound());
    CHECK(search(known, 2000, 7, ranked) == 3 && search(known, 2000, 7, again) == 3);
    CHECK(ranked[0].outcome.played == cards_of("Gs"));
    for (int at = 0; at < 3; ++at) {
        CHECK(ranked[at].samples > 0 && ranked[at].samples == again[at].samples);
        CHECK(ranked[at].margin == again[at].margin && ranked[at].win == again[at].win);
    }
    CHECK(ranked[0].margin > ranked[2].margin);
}

}  // namespace

int main() {
    for (int players = 2; players <= MOST_PLAYERS; ++players) {
        for (std::uint64_t seed = 1; seed <= 2; ++seed) check_game(players, seed);
    }
    check_last_turns();
    check_reply();
    return tests::report();
}
