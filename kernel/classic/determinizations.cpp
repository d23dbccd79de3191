#include "classic/determinizations.h"

#include "classic/best.h"
#include "core/numbers.h"

namespace qwirkle::classic {

Determinizations::Determinizations(const Known& known, const Inference& inference)
    : known_(known), inference_(inference) {
    if (inference_.explained_moves > 0) find_looks();
}

// The last moves of the other seats, each with the board before it.
void Determinizations::find_looks() {
    const int wanted = inference_.explained_moves < MOST_LOOKS ? inference_.explained_moves : MOST_LOOKS;
    Board board = known_.board;
    for (int at = known_.past_count - 1; at >= 0; --at) {
        const PastTurn& past = known_.past[at];
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
double Determinizations::likelihood(int seat, const Tile* tiles, Dice& dice) {
    double likely = 1;
    Tile hand[HAND_SIZE];
    int held = known_.hand_sizes[seat];
    for (int at = 0; at < held; ++at) hand[at] = tiles[at];
    for (int at = 0; at < look_count_[seat]; ++at) {
        const PastTurn& past = looks_[seat][at].past;
        const int kept = held - past.drawn;
        shuffle_front(hand, held, kept, dice);
        if (past.traded) break;  // what was traded away is not known
        Set kinds = past.play.tiles();
        for (held = 0; held < kept; ++held) kinds |= bit(hand[held]);
        ++looked_at_;
        const int missed = BestPlay(looks_[seat][at].board, kinds).find().points - past.points;
        if (missed > 0) likely *= inference_.noise + (1 - inference_.noise) * exponential(-missed / inference_.slack);
        for (int tile = 0; tile < past.play.size() && held < HAND_SIZE; ++tile) hand[held++] = past.play.tile(tile);
    }
    return likely;
}

// A hand that may be a seat's, from a pool of `all` tiles: the first that is accepted, or the likeliest.
void Determinizations::guess(int seat, Tile* pool, int all, Dice& dice, Tile* hand) {
    const int size = known_.hand_sizes[seat], tries = look_count_[seat] ? inference_.tries : 1;
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
void Determinizations::deal(Determinization& world, int seat, int& used, Dice& dice) {
    Tile* const pool = pool_ + used;
    Tile hand[HAND_SIZE];
    int size = 0;
    if (given_) {
        for (int tile = 0; tile < KINDS; ++tile) {
            for (int copy = 0; copy < given_[seat].counts[tile]; ++copy) hand[size++] = static_cast<Tile>(tile);
        }
    } else {
        size = known_.hand_sizes[seat];
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

void Determinizations::draw(Determinization& world, Dice& dice) {
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
    shuffle_front(pool_ + used, all - used, known_.bag_size, dice);
    for (int at = 0; at < known_.bag_size; ++at) world.deck[at] = pool_[used + at];
    world.front = 0;
    world.back = known_.bag_size;
}

}  // namespace qwirkle::classic
