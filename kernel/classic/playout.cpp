#include "classic/playout.h"

#include "classic/best.h"
#include "core/numbers.h"

namespace qwirkle::classic {

namespace {

constexpr int MOST_TURNS = 100;  // turns after which a playout of nothing but trades is stopped

}  // namespace

double playout_slope(const Known& known, const PlayoutStyle& style) {
    int tiles = known.bag_size, others = -1000;
    for (int seat = 0; seat < known.players; ++seat) {
        tiles += known.hand_sizes[seat];
        if (seat != known.seat && known.scores[seat] > others) others = known.scores[seat];
    }
    const double steep = 1.7 / (style.spread * root(tiles + 1.0));
    const double win = logistic(steep * (known.scores[known.seat] - others));
    return steep * win * (1 - win);
}

void Playout::draw(int seat) {
    Hand& hand = now_.hands[seat];
    while (hand.size < HAND_SIZE && now_.left()) {
        hand.add(now_.draw(seat == known_.seat));
    }
}

void Playout::act(const Choice& choice) {
    ++turns_;
    Hand& hand = now_.hands[seat_];
    hand.remove(choice.play);
    for (int at = 0; at < choice.traded; ++at) hand.remove(choice.trade[at]);
    board_.make(choice.play);
    scores_[seat_] += choice.points;
    draw(seat_);
    for (int at = 0; at < choice.traded; ++at) now_.put_back(choice.trade[at], seat_ == known_.seat);
    passes_ = choice.is_play() || choice.traded ? 0 : passes_ + 1;
    if (!hand.size) scores_[seat_] += BONUS;
    over_ = !hand.size || passes_ == known_.players;
    seat_ = seat_ + 1 == known_.players ? 0 : seat_ + 1;
}

// The first of the openings: all give the same (T3).
ScoredPlay Playout::opening(const Hand& hand) const {
    Best best;
    legal_plays(board_, hand.kinds, best);
    return best.found();
}

// The most points, of equals the most tiles; all tiles traded where nothing fits.
Choice Playout::greedy() const {
    const Hand& hand = now_.hands[seat_];
    Choice choice;
    const ScoredPlay best = board_.empty() ? opening(hand) : BestPlay<16, 1>(board_, hand.kinds).find();
    if (best.points >= 0) {
        choice.play = best.play;
        choice.points = best.points;
        return choice;
    }
    const int most = now_.left() < hand.size ? now_.left() : hand.size;
    for (int tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < hand.counts[tile] && choice.traded < most; ++copy) {
            choice.trade[choice.traded++] = static_cast<Tile>(tile);
        }
    }
    return choice;
}

Worth Playout::worth() const {
    int others = -1000, tiles = now_.left();
    for (int seat = 0; seat < known_.players; ++seat) {
        tiles += now_.hands[seat].size;
        if (seat != known_.seat && scores_[seat] > others) others = scores_[seat];
    }
    const int margin = scores_[known_.seat] - others;
    if (over_) return {static_cast<double>(margin), margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5};
    const double ahead = margin + (seat_ == known_.seat ? style_.tempo : -style_.tempo / (known_.players - 1));
    return {ahead, logistic(1.7 * ahead / (style_.spread * root(tiles + 1.0)))};
}

void Playout::begin(const Determinization& world) {
    now_ = world;
    for (int seat = 0; seat < known_.players; ++seat) scores_[seat] = known_.scores[seat];
    seat_ = known_.seat;
    passes_ = known_.passes;
    over_ = false;
}

void Playout::finish(const Determinization& world, int scores[MOST_PLAYERS]) {
    begin(world);
    const int before = board_.tiles;
    for (int ply = 0; ply < MOST_TURNS && !over_; ++ply) act(greedy());
    for (int seat = 0; seat < known_.players; ++seat) scores[seat] = scores_[seat];
    while (board_.tiles > before) board_.take_back();
}

Worth Playout::play(const Choice& choice, const Determinization& world) {
    begin(world);
    const int before = board_.tiles;
    act(choice);
    const int rounds = (style_.ahead + known_.players - 1) / known_.players;
    const int plies = known_.bag_size <= style_.played_out_from ? MOST_TURNS : rounds * known_.players;
    for (int ply = 0; ply < plies && !over_; ++ply) act(greedy());
    const Worth found = worth();
    while (board_.tiles > before) board_.take_back();
    return found;
}

}  // namespace qwirkle::classic
