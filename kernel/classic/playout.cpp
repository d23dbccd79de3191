#include "classic/playout.h"

#include "classic/best.h"
#include "core/numbers.h"

namespace qwirkle::classic {

namespace {

constexpr int MOST_TURNS = 100;  // turns after which a playout of nothing but trades is stopped
constexpr double NOT_YET = 1e6;  // points: more than any lead
constexpr int MOST_WEIGHED = 8;

// The plays with the most points, of equals the first ones, that are shown to it.
template <int MOST>
struct Shortlist {
    ScoredPlay best[MOST];
    int number = 0, most;

    explicit Shortlist(int wanted) : most(wanted < MOST ? wanted : MOST) {}
    void operator()(Play play, int points) {
        if (number == most && points <= best[number - 1].points) return;
        int at = number < most ? number++ : number - 1;
        for (; at > 0 && best[at - 1].points < points; --at) best[at] = best[at - 1];
        best[at] = {play, points};
    }
};

// The points that a seat can expect more than the last to move, because its turns come sooner.
double head_start(const Standing& standing, int seat, const PlayoutStyle& style) {
    const int later = (standing.turn + standing.players - 1 - seat) % standing.players;  // seats that move after it
    return 2 * style.tempo * later / standing.players;
}

// The points that a seat will have more than another if both do as well from here.
double lead_over(const Standing& standing, int seat, int other, const PlayoutStyle& style) {
    const int margin = standing.scores[seat] - standing.scores[other];
    return margin + (head_start(standing, seat, style) - head_start(standing, other, style));
}

}  // namespace

// The odds against a seat are the sum of the odds that each other seat alone has against it. A lead is the safer, the
// fewer turns each of them has left: the tiles are shared by all.
double chance_to_win(const Standing& standing, int seat, const PlayoutStyle& style) {
    const double spread = style.spread * root((standing.tiles + 1.0) * 2 / standing.players);
    double against = 0;
    for (int other = 0; other < standing.players; ++other) {
        if (other != seat) against += exponential(-(1.7 * lead_over(standing, seat, other, style) / spread));
    }
    return 1 / (1 + against);
}

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

// With an empty bag two players know each other's tiles. Before, only the opponent is taken to: who expects replies
// that are merely greedy chooses what such replies miss, and is too sure of winning.
bool Playout::is_weighed() const {
    if (!style_.weighed || known_.players != 2 || board_.empty()) return false;
    return !now_.left() || (seat_ != known_.seat && now_.left() <= style_.weighed_from);
}

// The points of the best answer to a play, with the bonus for going out; a play that goes out has none.
int Playout::best_answer(const Choice& choice) {
    if (choice.play.size() == now_.hands[seat_].size && !now_.left()) return -BONUS;
    const Hand& other = now_.hands[1 - seat_];
    board_.make(choice.play);
    const ScoredPlay answer = BestPlay<16, 1>(board_, other.kinds).find();
    board_.unmake(choice.play);
    if (answer.points < 0) return 0;
    return answer.points + (answer.play.size() == other.size ? BONUS : 0);
}

// Of the plays with the most points, the one that leads after the best answer; where nothing fits, as when greedy.
Choice Playout::weighed() {
    Shortlist<MOST_WEIGHED> plays(style_.weighed);
    legal_plays(board_, now_.hands[seat_].kinds, plays);
    if (!plays.number) return greedy();
    Choice best;
    int most = -1000;
    turns_ += plays.number;
    for (int at = 0; at < plays.number; ++at) {
        Choice choice;
        choice.play = plays.best[at].play;
        choice.points = plays.best[at].points;
        const int lead = choice.points - best_answer(choice);
        if (lead > most) best = choice, most = lead;
    }
    return best;
}

Standing Playout::standing() const {
    int tiles = now_.left();
    for (int seat = 0; seat < known_.players; ++seat) tiles += now_.hands[seat].size;
    return {scores_, known_.players, seat_, tiles};
}

Worth Playout::worth() const {
    int others = -1000;
    for (int seat = 0; seat < known_.players; ++seat) {
        if (seat != known_.seat && scores_[seat] > others) others = scores_[seat];
    }
    const int margin = scores_[known_.seat] - others;
    if (over_) {
        const double ahead = margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5;
        return {static_cast<double>(margin), ahead, final_of(scores_, known_.players).win[known_.seat]};
    }
    const double lead = margin + (seat_ == known_.seat ? style_.tempo : -style_.tempo / (known_.players - 1));
    const Standing now = standing();
    return {lead, logistic(1.7 * lead / (style_.spread * root(now.tiles + 1.0))),
            chance_to_win(now, known_.seat, style_)};
}

void Playout::begin(const Determinization& world) {
    now_ = world;
    for (int seat = 0; seat < known_.players; ++seat) scores_[seat] = known_.scores[seat];
    seat_ = known_.seat;
    passes_ = known_.passes;
    over_ = false;
}

Final Playout::play_on(const Determinization& world) {
    begin(world);
    const int before = board_.tiles;
    for (int ply = 0; ply < plies() && !over_; ++ply) act(greedy());
    while (board_.tiles > before) board_.take_back();
    Final found = final_of(scores_, known_.players);
    const Standing now = standing();
    for (int seat = 0; seat < known_.players && !over_; ++seat) {
        found.win[seat] = chance_to_win(now, seat, style_);
        found.margin[seat] = NOT_YET;
        for (int other = 0; other < known_.players; ++other) {
            const double lead = lead_over(now, seat, other, style_);
            if (other != seat && lead < found.margin[seat]) found.margin[seat] = lead;
        }
    }
    return found;
}

Worth Playout::play(const Choice& choice, const Determinization& world) {
    begin(world);
    const int before = board_.tiles;
    act(choice);
    const int most = known_.bag_size <= style_.played_out_from ? MOST_TURNS : plies();
    for (int ply = 0; ply < most && !over_; ++ply) act(is_weighed() ? weighed() : greedy());
    const Worth found = worth();
    while (board_.tiles > before) board_.take_back();
    return found;
}

}  // namespace qwirkle::classic
