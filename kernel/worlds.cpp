#include "worlds.h"

#include "best.h"
#include "numbers.h"

namespace qwirkle::classic {

namespace {

// Brings a random choice of so many tiles to the front of some tiles.
void shuffle_front(Tile* tiles, int size, int wanted, Dice& dice) {
    for (int at = 0; at < wanted && at < size - 1; ++at) {
        const int other = at + static_cast<int>(dice.below(static_cast<std::uint32_t>(size - at)));
        const Tile tile = tiles[at];
        tiles[at] = tiles[other];
        tiles[other] = tile;
    }
}

}  // namespace

Worlds::Worlds(const Known& known, const Inference& inference) : known_(known), inference_(inference) {
    if (inference_.looks > 0) find_looks();
}

// The last moves of the other seats, each with the board before it.
void Worlds::find_looks() {
    const int wanted = inference_.looks < MOST_LOOKS ? inference_.looks : MOST_LOOKS;
    Board board = known_.board;
    for (int at = known_.pasts - 1; at >= 0; --at) {
        const Past& past = known_.past[at];
        board.unmake(past.play);
        if (past.seat < 0 || past.seat == known_.seat || look_count_[past.seat] == wanted) continue;
        if (board.empty()) continue;  // an opening says nothing about what is left
        Look& look = looks_[past.seat][look_count_[past.seat]++];
        look.board = board;
        look.past = past;
    }
}

// How likely the owner of this hand would have played as they did. Which of its tiles are the newest is a
// matter of chance.
double Worlds::likelihood(int seat, const Tile* tiles, Dice& dice) {
    double likely = 1;
    Tile hand[HAND];
    int held = known_.sizes[seat];
    for (int at = 0; at < held; ++at) hand[at] = tiles[at];
    for (int at = 0; at < look_count_[seat]; ++at) {
        const Past& past = looks_[seat][at].past;
        const int kept = held - past.drawn;
        shuffle_front(hand, held, kept, dice);
        if (past.traded) break;  // what was traded away is not known
        Set kinds = past.play.tiles();
        for (held = 0; held < kept; ++held) kinds |= bit(hand[held]);
        ++looked_at_;
        const int missed = BestPlay(looks_[seat][at].board, kinds).find().points - past.points;
        if (missed > 0) likely *= inference_.noise + (1 - inference_.noise) * exponential(-missed / inference_.slack);
        for (int tile = 0; tile < past.play.size() && held < HAND; ++tile) hand[held++] = past.play.tile(tile);
    }
    return likely;
}

// A hand that may be a seat's, from so many tiles: the first that is accepted, or the likeliest.
void Worlds::guess(int seat, Tile* pool, int all, Dice& dice, Tile* hand) {
    const int size = known_.sizes[seat], tries = look_count_[seat] ? inference_.tries : 1;
    double best = -1;
    for (int attempt = 0; attempt < tries; ++attempt) {
        shuffle_front(pool, all, size, dice);
        const double likely = likelihood(seat, pool, dice);
        const bool accepted = static_cast<double>(dice.next() >> 11) * 0x1p-53 < likely;
        if (accepted || likely > best) {
            best = likely;
            for (int at = 0; at < size; ++at) hand[at] = pool[at];
        }
        if (accepted) return;
    }
}

// A hand for one seat, from the tiles of the pool that are not used yet; it goes to the front of them.
void Worlds::deal(World& world, int seat, int& used, Dice& dice) {
    Tile* const pool = pool_ + used;
    Tile hand[HAND];
    int size = 0;
    if (given_) {
        for (int tile = 0; tile < KINDS; ++tile) {
            for (int copy = 0; copy < given_[seat].counts[tile]; ++copy) hand[size++] = static_cast<Tile>(tile);
        }
    } else {
        size = known_.sizes[seat];
        guess(seat, pool, known_.unseen_count() - used, dice, hand);
    }
    for (int at = 0; at < size; ++at) {
        int place = at;
        while (pool[place] != hand[at]) ++place;
        pool[place] = pool[at];
        pool[at] = hand[at];
        world.hands[seat].add(hand[at]);
    }
    used += size;
}

void Worlds::draw(World& world, Dice& dice) {
    int all = 0;
    for (int tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < known_.unseen[tile]; ++copy) pool_[all++] = static_cast<Tile>(tile);
    }
    int used = 0;
    for (int step = 1; step < known_.players; ++step) {
        const int seat = (known_.seat + step) % known_.players;
        world.hands[seat].clear();
        deal(world, seat, used, dice);
    }
    world.hands[known_.seat] = known_.hand;
    shuffle_front(pool_ + used, all - used, known_.bag, dice);
    for (int at = 0; at < known_.bag; ++at) world.deck[at] = pool_[used + at];
    world.front = 0;
    world.back = known_.bag;
}

}  // namespace qwirkle::classic
