#include "cards/expect.h"

#include "cards/determinizations.h"
#include "cards/leaf.h"
#include "cards/selfplay.h"

namespace qwirkle::cards {

namespace {

constexpr int AHEAD = 14;  // turns, in whole rounds: later ones add more chance than they tell about a draw

// The hidden cards in one order, when nothing is known of them.
Determinization dealt(const Known& known, int drawer, const Hidden& hidden, const Order& order) {
    Determinization world;
    Game& game = world.game;
    game.players = known.players;
    game.opening = known.opening;
    game.waiting = known.waiting;
    game.last_turns = known.waiting != 0;
    game.table = known.table;
    int used = 0;
    const auto next = [&] { return hidden.pieces[order.number[used++]]; };
    for (int seat = 0; seat < known.players; ++seat) {
        Counts& hand = game.hands[seat] = known.hands[seat];
        game.scores[seat] = known.scores[seat];
        game.hand_sizes[seat] = known.hand_sizes[seat];
        for (int at = 0; seat == drawer && at < hidden.drawn; ++at) ++hand[hidden.pieces[at]];
        for (int held = hand.total(); held < known.hand_sizes[seat]; ++held) ++hand[next()];
    }
    for (; world.end < known.pile_size; ++world.end) {
        world.order[world.end] = next();
        ++game.pile[world.order[world.end]];
    }
    game.pile_size = known.pile_size;
    return world;
}

// How a game comes out for everybody, as far as can be seen after the turns ahead.
Final played_on(Determinization& world, Dice dice) {
    Game& game = world.game;
    if (game.opening) {
        Outcome outcome;
        choose(game, Policy::GREEDY, dice, outcome);
        world.play(outcome);
    }
    const int most = (AHEAD + game.players - 1) / game.players * game.players;
    for (int turn = 0; turn < MOST_TURNS && !game.ended && (turn < most || game.last_turns); ++turn) world.take_turn();
    int scores[MOST_PLAYERS];
    for (int seat = 0; seat < game.players; ++seat) scores[seat] = game.scores[seat];
    Final found = final_of(scores, game.players);
    if (game.ended) return found;
    double rows[MOST_PLAYERS]{};
    add_rows(game, rows);
    for (int seat = 0; seat < game.players; ++seat) {
        found.margin[seat] = lead(rows, game.players, seat);
        found.win[seat] = chance_to_win(rows, game.players, seat, game.pile_size);
    }
    return found;
}

}  // namespace

void expect(const Known& known, int drawer, const Hidden& hidden, int games, std::uint64_t seed,
            Expected expected[MOST_PLAYERS]) {
    int unknown = -hidden.drawn;
    for (int seat = 0; seat < known.players; ++seat) unknown += known.hand_sizes[seat] - known.hands[seat].total();
    const auto play = [&](const Hidden& lying, const Order& order) {
        Determinization world = dealt(known, drawer, lying, order);
        return played_on(world, Dice(seed));
    };
    expect_of(hidden, unknown, known.pile_size, known.players, games, seed, expected, play);
}

}  // namespace qwirkle::cards
