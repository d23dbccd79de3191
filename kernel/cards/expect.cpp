#include "cards/expect.h"

#include "cards/determinizations.h"
#include "cards/selfplay.h"

namespace qwirkle::cards {

namespace {

// One way the hidden cards may lie, when nothing is known of them.
Determinization dealt(const Known& known, const Counts& mixed, Dice& dice) {
    Determinization world;
    Game& game = world.game;
    game.players = known.players;
    game.opening = known.opening;
    game.waiting = known.waiting;
    game.last_turns = known.waiting != 0;
    game.table = known.table;
    Tile cards[PIECES];
    int size = 0, used = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = mixed[kind]; copy < known.unseen[kind]; ++copy) cards[size++] = static_cast<Tile>(kind);
    }
    const auto next = [&] {
        const auto other = used + static_cast<int>(dice.below(static_cast<std::uint32_t>(size - used)));
        const Tile card = cards[other];
        cards[other] = cards[used];
        cards[used++] = card;
        return card;
    };
    for (int seat = 0; seat < known.players; ++seat) {
        game.scores[seat] = known.scores[seat];
        game.hand_sizes[seat] = known.hand_sizes[seat];
        game.hands[seat] = known.hands[seat];
        for (int held = known.hands[seat].total(); held < known.hand_sizes[seat]; ++held) ++game.hands[seat][next()];
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < mixed[kind]; ++copy) cards[size++] = static_cast<Tile>(kind);
    }
    for (; world.end < known.pile_size; ++world.end) {
        world.order[world.end] = next();
        ++game.pile[world.order[world.end]];
    }
    game.pile_size = known.pile_size;
    return world;
}

}  // namespace

void expect(const Known& known, const Counts& mixed, int games, std::uint64_t seed, Expected expected[MOST_PLAYERS]) {
    for (int at = 0; at < games; ++at) {
        Dice dice(seed + static_cast<std::uint64_t>(at) * 0x9e3779b97f4a7c15ull);
        Determinization world = dealt(known, mixed, dice);
        if (world.game.opening) {
            Outcome outcome;
            choose(world.game, Policy::GREEDY, dice, outcome);
            world.play(outcome);
        }
        for (int turn = 0; turn < MOST_TURNS && !world.game.ended; ++turn) world.take_turn();
        int scores[MOST_PLAYERS];
        for (int seat = 0; seat < known.players; ++seat) scores[seat] = world.game.scores[seat];
        add_result(scores, known.players, expected);
    }
}

}  // namespace qwirkle::cards
