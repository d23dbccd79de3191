#include "classic/expect.h"

#include "classic/playout.h"

namespace qwirkle::classic {

namespace {

// One way the hidden tiles may lie, when nothing is known of them.
void deal(const Known& known, const Hand* held, const std::uint8_t* mixed, Determinization& world, Dice& dice) {
    Tile pool[PIECES];
    int size = 0, used = 0, wanted = 0;
    for (int tile = 0; tile < KINDS; ++tile) {
        for (int copy = mixed[tile]; copy < known.unseen[tile]; ++copy) pool[size++] = static_cast<Tile>(tile);
    }
    for (int seat = 0; seat < known.players; ++seat) wanted += known.hand_sizes[seat] - held[seat].size;
    shuffle_front(pool, size, wanted, dice);
    for (int seat = 0; seat < known.players; ++seat) {
        world.hands[seat] = held[seat];
        while (world.hands[seat].size < known.hand_sizes[seat]) world.hands[seat].add(pool[used++]);
    }
    for (int tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < mixed[tile]; ++copy) pool[size++] = static_cast<Tile>(tile);
    }
    shuffle_front(pool + used, size - used, known.bag_size, dice);
    world.front = 0;
    world.back = known.bag_size;
    for (int at = 0; at < known.bag_size; ++at) world.deck[at] = pool[used++];
}

}  // namespace

void expect(Known& known, const Hand* held, const std::uint8_t* mixed, int games, std::uint64_t seed,
            Expected expected[MOST_PLAYERS]) {
    const PlayoutStyle style;
    Playout playout(known.board, known, style);
    Determinization world;
    for (int game = 0; game < games; ++game) {
        Dice dice(seed + static_cast<std::uint64_t>(game) * 0x9e3779b97f4a7c15ull);
        deal(known, held, mixed, world, dice);
        int scores[MOST_PLAYERS];
        playout.finish(world, scores);
        add_result(scores, known.players, expected);
    }
}

}  // namespace qwirkle::classic
