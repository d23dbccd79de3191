#include "classic/search.h"

#include "classic/mistakes.h"
#include "core/numbers.h"

namespace qwirkle::classic {

namespace {

constexpr int NODES_A_TRAP = 8;   // positions of an exact search that take as long as one of a search for traps
constexpr int LEAST_TURNS = 250;  // the work that makes another candidate worth trying
constexpr int FEW = 16;           // candidates that are tried with any work
constexpr int CLEAR_AFTER = 24;   // worlds before a choice can be called clear

int half(int number) { return (number + 1) / 2; }

// How many candidates there is work enough for.
int worthwhile(const Settings& settings) {
    const int enough = settings.turns / LEAST_TURNS > FEW ? settings.turns / LEAST_TURNS : FEW;
    return settings.turns && enough < settings.candidates ? enough : settings.candidates;
}

}  // namespace

Search::Search(Known& known, const Settings& settings, std::uint64_t seed)
    : known_(known),
      settings_(settings),
      dice_(seed),
      determinizations_(known, settings.inference),
      playout_(known.board, known, settings_.playout) {}

// The best choices by worth, as many as there is work for; returns how many.
int Search::shortlisted(Choice* choices, double* worths) {
    const int most = worthwhile(settings_), wanted = settings_.guards_sixth ? MOST_CANDIDATES : most;
    int number = shortlist(Outlook(known_), settings_.weights, settings_.evaluated_plays, choices, worths, wanted);
    if (settings_.guards_sixth) number = without_gifts(choices, worths, number);
    return number < most ? number : most;
}

// Leaves out the plays after which one unseen tile more can make a line of six, where there are other plays.
int Search::without_gifts(Choice* choices, double* worths, int number) {
    const Unseen unseen(known_.unseen);
    const auto open_sixths = [&] { return unseen.of(Reach(known_.board)[LONGEST + BONUS]); };
    const int before = open_sixths();
    bool is_gift[MOST_CANDIDATES] = {}, is_other = false;
    for (int at = 0; at < number; ++at) {
        if (!choices[at].is_play()) continue;
        known_.board.make(choices[at].play);
        is_gift[at] = open_sixths() > before;
        known_.board.unmake(choices[at].play);
        is_other |= !is_gift[at];
    }
    int kept = 0;
    for (int at = 0; at < number; ++at) {
        if (is_gift[at] && is_other) continue;
        choices[kept] = choices[at];
        worths[kept++] = worths[at];
    }
    return kept;
}

void Search::gather() {
    Choice choices[MOST_CANDIDATES];
    double worths[MOST_CANDIDATES];
    const double slope = playout_slope(known_, settings_.playout);
    number_ = shortlisted(choices, worths);
    for (int at = 0; at < number_; ++at) {
        Candidate& candidate = candidates_[at];
        candidate.choice = choices[at];
        candidate.prior = settings_.trust * slope * (worths[at] - worths[0]);
        candidate.ahead = candidate.wins = candidate.win_squares = candidate.margins = candidate.margin_squares = 0;
        candidate.samples = 0;
        order_[at] = at;
    }
}

// The best of the live ones first. They have been tried in the same worlds.
void Search::sort(int live) {
    for (int at = 1; at < live; ++at) {
        const int moving = order_[at];
        int place = at;
        for (; place > 0 && candidates_[order_[place - 1]].score() < candidates_[moving].score(); --place) {
            order_[place] = order_[place - 1];
        }
        order_[place] = moving;
    }
}

// Whether the first leads every other live one by many times the error of the difference.
bool Search::is_clear(int live) const {
    const Candidate& first = candidates_[order_[0]];
    const int samples = first.samples, compared = samples < COMPARED ? samples : COMPARED;
    if (samples < CLEAR_AFTER) return false;
    for (int at = 1; at < live; ++at) {
        const Candidate& other = candidates_[order_[at]];
        double sum = 0, squares = 0;
        for (int world = 0; world < compared; ++world) {
            const double lead = first.ahead_in[world] - other.ahead_in[world];
            sum += lead;
            squares += lead * lead;
        }
        const double lead = (first.score() - other.score()) / (samples + settings_.trust);
        const double error = standard_error(sum, squares, compared) * root(static_cast<double>(compared) / samples);
        if (lead <= settings_.clear * error) return false;
    }
    return true;
}

// Every live candidate once more, all in the same world.
void Search::sample(const Determinization& world, int live, int tried) {
    for (int at = 0; at < live; ++at) {
        Candidate& candidate = candidates_[order_[at]];
        const Worth worth = playout_.play(candidate.choice, world);
        if (tried < COMPARED) candidate.ahead_in[tried] = static_cast<float>(worth.ahead);
        candidate.ahead += worth.ahead;
        candidate.wins += worth.win;
        candidate.win_squares += worth.win * worth.win;
        candidate.margins += worth.margin;
        candidate.margin_squares += worth.margin * worth.margin;
        ++candidate.samples;
    }
}

void Search::compare() {
    Determinization world;
    int rounds = 0, tried = 0;
    for (int live = number_; live > 1; live = half(live)) ++rounds;
    const long each = settings_.turns / rounds;
    long until = each;
    for (int live = number_; live > 1; live = half(live), until += each) {
        do {
            determinizations_.draw(world, dice_);
            sample(world, live, tried++);
        } while (spent() < until);
        sort(live);
        if (settings_.clear > 0 && is_clear(live)) break;
    }
}

// Whether the only hidden tiles are the hand of the only other player.
bool Search::is_endgame() const {
    return settings_.endgame_nodes > 0 && known_.players == 2 && !known_.bag_size && !known_.board.empty() &&
           known_.unseen_count() == known_.hand_sizes[1 - known_.seat];
}

// The end as it lies open: what is unseen is the other hand.
Ending Search::ending() const {
    Hand theirs;
    theirs.clear();
    for (int tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < known_.unseen[tile]; ++copy) theirs.add(static_cast<Tile>(tile));
    }
    return {known_.board, {known_.hand, theirs}, known_.passes};
}

int Search::solve_endgame(Ranked* ranked) {
    const Ending open = ending();
    Endgame endgame(open, room_);
    const Endgame::Answer answer = endgame.solve(settings_.endgame_nodes);
    solved_ = answer.solved;
    ranked[0] = ended(answer.best, answer.gain);
    if (settings_.play_for_mistakes && ranked[0].margin < 0) play_for_mistakes(open, answer, ranked[0]);
    return solved_ && settings_.compare ? rank_ends(endgame, ranked) : 1;
}

// Against the best replies this end is lost: the play that wins if the replies are greedy. Where none does, and the
// loss is proven, the most points: nobody would understand less.
void Search::play_for_mistakes(const Ending& open, const Endgame::Answer& answer, Ranked& chosen) {
    const Trap trap = TrapSearch(open, room_.plays).find(settings_.endgame_nodes / NODES_A_TRAP);
    const Ranked found = ended(trap.play, trap.gain);
    const bool is_hopeless = answer.solved && trap.complete && found.margin < 0;
    if (is_hopeless && answer.best.play.size()) {
        chosen.choice = ended(OrderedPlays(open, 0, room_.plays[0], {0}).take(), 0).choice;
    } else if (trap.gain > answer.gain) {
        solved_ = false;  // it is not the best against the best replies
        chosen = found;
    }
}

// The worth of a play that gains `gain` points more than the other seat until the end.
Ranked Search::ended(const ScoredPlay& play, int gain) const {
    Choice choice;
    choice.play = play.play;
    choice.points = play.points;
    const int margin = known_.scores[known_.seat] - known_.scores[1 - known_.seat] + gain;
    return {choice, static_cast<double>(margin), 0, margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5, 0, 1};
}

// The exact worth of the other candidates, behind the best.
int Search::rank_ends(Endgame& endgame, Ranked* ranked) {
    gather();
    int number = 1;
    for (int at = 0; at < number_; ++at) {
        const Choice& choice = candidates_[at].choice;
        int gain = 0;
        if (choice == ranked[0].choice || !choice.is_play() || number == MOST_CANDIDATES) continue;
        if (!endgame.gain_of({choice.play, choice.points}, settings_.endgame_nodes, gain)) continue;
        const Ranked other = ended({choice.play, choice.points}, gain);
        int place = number++;
        for (; place > 1 && ranked[place - 1].margin < other.margin; --place) ranked[place] = ranked[place - 1];
        ranked[place] = other;
    }
    return number;
}

bool Search::solve_duel(const Choice& one, const Choice& other, Duel& duel) {
    Endgame endgame(ending(), room_);
    int gain = 0, other_gain = 0;
    if (!endgame.gain_of({one.play, one.points}, settings_.endgame_nodes, gain)) return false;
    if (!endgame.gain_of({other.play, other.points}, settings_.endgame_nodes, other_gain)) return false;
    const Ranked best = ended({one.play, one.points}, gain), beside = ended({other.play, other.points}, other_gain);
    duel.add(best.margin, best.win, beside.margin, beside.win);
    duel.exact = true;
    return true;
}

Duel Search::duel(const Choice& one, const Choice& other) {
    Duel duel;
    if (is_endgame() && solve_duel(one, other, duel)) return duel;
    Determinization world;
    do {
        determinizations_.draw(world, dice_);
        const Worth worth = playout_.play(one, world), beside = playout_.play(other, world);
        duel.add(worth.margin, worth.win, beside.margin, beside.win);
    } while (spent() < settings_.turns);
    return duel;
}

int Search::rank(Ranked* ranked) {
    if (is_endgame()) return solve_endgame(ranked);
    gather();
    if (number_ > 1 && settings_.turns > 0) compare();
    for (int at = 0; at < number_; ++at) {
        const Candidate& from = candidates_[order_[at]];
        Ranked& to = ranked[at];
        to = {from.choice, 0, 0, 0, 0, from.samples};
        if (!from.samples) continue;
        to.margin = from.margins / from.samples;
        to.margin_error = standard_error(from.margins, from.margin_squares, from.samples);
        to.win = from.wins / from.samples;
        to.win_error = standard_error(from.wins, from.win_squares, from.samples);
    }
    return number_;
}

}  // namespace qwirkle::classic
