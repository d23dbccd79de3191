#include "classic/expect.h"

#include "classic/playout.h"

namespace qwirkle::classic {

namespace {

constexpr int AHEAD = 14;  // turns, in whole rounds: later ones add more chance than they tell about a draw

// The hidden tiles in one order, when nothing is known of them.
void deal(const Known& known, const Hand* held, int drawer, const Hidden& hidden, const Order& order,
          Determinization& world) {
    int used = 0;
    for (int seat = 0; seat < known.players; ++seat) {
        Hand& hand = world.hands[seat] = held[seat];
        for (int at = 0; seat == drawer && at < hidden.drawn; ++at) hand.add(hidden.pieces[at]);
        while (hand.size < known.hand_sizes[seat]) hand.add(hidden.pieces[order.number[used++]]);
    }
    world.front = 0;
    world.back = known.bag_size;
    for (int at = 0; at < known.bag_size; ++at) world.deck[at] = hidden.pieces[order.number[used++]];
}

}  // namespace

void expect(Known& known, const Hand* held, int drawer, const Hidden& hidden, int games, std::uint64_t seed,
            Expected expected[MOST_PLAYERS]) {
    PlayoutStyle style;
    style.ahead = AHEAD;
    Playout playout(known.board, known, style);
    Determinization world;
    int dealt = -hidden.drawn;
    for (int seat = 0; seat < known.players; ++seat) dealt += known.hand_sizes[seat] - held[seat].size;
    const auto play = [&](const Hidden& lying, const Order& order) {
        deal(known, held, drawer, lying, order, world);
        return playout.play_on(world);
    };
    expect_of(hidden, dealt, known.bag_size, known.players, games, seed, expected, play);
}

}  // namespace qwirkle::classic
