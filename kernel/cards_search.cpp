#include "cards_search.h"

#include "cards_greedy.h"
#include "cards_worlds.h"
#include "numbers.h"

namespace qwirkle::cards {

namespace {

constexpr int MOST_OUTCOMES = 200000;  // looked at; small plays come first
constexpr int MOST_TRIED = 512;        // where the end can be worked out exactly
constexpr int MOST_COMPARED = 16;      // where it cannot
constexpr int CARD_WORTH = 12;         // hundredths of a row: a card played is a card drawn
constexpr int REPLIES = 1;             // turns after this one, before the count; last turns are all played
constexpr int BATCH = 16;              // samples between two looks at who is worse
constexpr double CLEAR = 3.0;          // standard errors
constexpr double EQUAL = 0.002;        // rows: not worth more work
constexpr double WIN_WORTH = 33;       // rows that winning counts for, once the last turns decide it

// What a player captures of the rows that could be captured at once, by who is next: the first
// moves on the table as it is, the others on what is left of it. Fitted to whole games.
constexpr double SHARE[MOST_PLAYERS] = {0.9, 0.5, 0.3, 0.2};

// How a guess comes out for seat 0.
struct Result {
    double margin = 0;
    double win = 1;
};

// The chance to stay ahead by a projected margin: close to a normal distribution, without tables.
double chance(double margin, int pile) {
    const double t = 0.8 * margin / root(1 + 0.1 * pile);
    return 0.5 + 0.5 * t / root(1 + t * t);
}

// A prospect counts here as well: otherwise guesses that end could not be compared with the others.
Result ended(const Game& game, double prospect) {
    Result result;
    int most = 0;
    for (int seat = 1; seat < game.players; ++seat)
        if (game.scores[seat] > most) most = game.scores[seat];
    result.margin = prospect + game.scores[0] - most;
    const unsigned winners = game.winners();
    result.win = winners & 1 ? 1.0 / count(winners) : 0;
    return result;
}

// Asked first because it is quick, and mostly the answer is no.
bool any_line_full(const Counts& table, const Counts& hand) {
    Set there = 0;
    for (int kind = 0; kind < KINDS; ++kind) there |= Set{table[kind] + hand[kind] > 0} << kind;
    for (int line = 0; line < LINES; ++line)
        if (!(full_line(line) & ~there)) return true;
    return false;
}

int most_captures(const Counts& table, const Counts& hand) {
    Outcome play;
    return any_line_full(table, hand) && best(table, hand, play) ? play.captures : 0;
}

// Where a guess stops, the rows count that everybody could capture at once; and the prospect of seat 0.
Result projected(const Game& game, double prospect) {
    double rows[MOST_PLAYERS]{prospect};
    for (int step = 0; step < game.players; ++step) {
        const int seat = (game.turn + step) % game.players;
        rows[seat] += game.scores[seat] + SHARE[step] * most_captures(game.table, game.hands[seat]);
    }
    Result result;
    double most = rows[1];
    for (int seat = 1; seat < game.players; ++seat) {
        if (rows[seat] > most) most = rows[seat];
        result.win *= chance(rows[0] - rows[seat], game.pile_size);
    }
    result.margin = rows[0] - most;
    return result;
}

struct Candidate {
    Outcome outcome;
    std::int64_t promise = 0;
    double prospect = 0;   // of the promise, in rows, what is not captured yet
    double win_worth = 0;  // rows that winning counts for
    int number = 0;        // in the table of differences
    double margin = 0, margin_squared = 0;
    double win = 0, win_squared = 0;
    double latest = 0;
    std::uint32_t samples = 0;

    void add(const Result& result) {
        margin += result.margin;
        margin_squared += result.margin * result.margin;
        win += result.win;
        win_squared += result.win * result.win;
        latest = win_worth * result.win + result.margin;
        ++samples;
    }

    double value() const { return samples ? (win_worth * win + margin) / samples : 0; }
};

class Search {
  public:
    Search(const Knowledge& known, std::int64_t work, std::uint64_t seed)
        : known_(known), worlds_(known), work_(work), seed_(seed) {
        // Nothing is left to chance when the other hand is all that is unseen, or in the last turn.
        const bool sees_all = known.open_hands || (known.players == 2 && known.unseen.total() == known.hand_size[1]);
        exact_ = known.waiting && (sees_all || known.waiting == 1);
        most_ = exact_ ? MOST_TRIED : MOST_COMPARED;
    }

    int run(Ranked* ranked) {
        gather();
        if (exact_) {
            sample(number_);
            sort(number_);
        } else {
            compare();
        }
        const int shown = number_ < MOST_RANKED ? number_ : MOST_RANKED;
        for (int at = 0; at < shown; ++at) ranked[at] = written(candidates_[at]);
        return shown;
    }

  private:
    const Knowledge& known_;
    const Worlds worlds_;
    std::int64_t work_;
    std::uint64_t seed_;
    bool exact_ = false;
    int most_ = 0;
    int number_ = 0;
    std::uint32_t samples_ = 0;
    std::int64_t one_ = 1;  // a row, as promises are counted
    Candidate candidates_[MOST_TRIED];
    double squares_[MOST_COMPARED][MOST_COMPARED]{};  // of the differences of two candidates' values

    // ---- which outcomes are tried -------------------------------------------------------------

    void gather() {
        const Gifts gifts(known_.unseen, known_.hand_size[1]);
        if (known_.opening) return gather_openings();
        one_ = gifts.one();
        int looks = 0;
        outcomes(known_.table, known_.hand, [&](const Outcome& outcome) {
            keep(outcome, promise(outcome, gifts));
            return ++looks < MOST_OUTCOMES;
        });
        Outcome play;  // where the list was cut off, at least this one is known
        if (looks >= MOST_OUTCOMES && best(known_.table, known_.hand, play)) keep(play, promise(play, gifts));
    }

    void gather_openings() {
        Set sets[LINES];
        const int number = largest_sets(known_.hand, sets);
        for (int at = 0; at < number; ++at) keep(opening(sets[at]), 0);
    }

    // Rows captured, and the worth of the cards drawn, less the gifts.
    std::int64_t promise(const Outcome& outcome, const Gifts& gifts) const {
        const std::int64_t hundredths = 100 * outcome.captures + CARD_WORTH * outcome.played.total();
        return gifts.one() / 100 * hundredths - gifts.of(Missing(left_by(known_.table, outcome)).of);
    }

    void keep(const Outcome& outcome, std::int64_t promise) {
        if (number_ == most_ && promise <= candidates_[number_ - 1].promise) return;
        int at = number_ < most_ ? number_++ : number_ - 1;
        for (; at > 0 && candidates_[at - 1].promise < promise; --at) candidates_[at] = candidates_[at - 1];
        candidates_[at] = {};
        candidates_[at].outcome = outcome;
        candidates_[at].promise = promise;
        if (known_.waiting) candidates_[at].win_worth = WIN_WORTH;
        else if (!known_.opening) candidates_[at].prospect = rows_of(promise) - outcome.captures;
    }

    double rows_of(std::int64_t promise) const { return static_cast<double>(promise) / static_cast<double>(one_); }

    // ---- trying them --------------------------------------------------------------------------

    // Halve the field with equal shares of the work, and drop at any time what is clearly worse.
    void compare() {
        for (int at = 0; at < number_; ++at) candidates_[at].number = at;
        int rounds = 0;
        for (int field = number_; field > 1; field = (field + 1) / 2) ++rounds;
        int field = number_;
        const std::int64_t share = rounds ? work_ / rounds : 0;
        for (int round = 0; round < rounds && field > 1; ++round) {
            work_ = share;
            const int half = (field + 1) / 2;
            do {
                for (int at = 0; at < BATCH; ++at) sample(field);
                sort(field);
                while (field > 1 && is_worse(candidates_[field - 1])) --field;
            } while (field > half && work_ > 0);
            if (field > half) field = half;
        }
        if (number_ == 1) sample(1);
    }

    bool is_worse(const Candidate& candidate) const {
        const Candidate& leader = candidates_[0];
        const double n = samples_;
        const double behind = leader.value() - candidate.value();
        const double variance = squares_[leader.number][candidate.number] / n - behind * behind;
        const double deviation = variance > 0 ? root(variance / n) : 0;
        return n > BATCH && (behind > CLEAR * deviation || behind + CLEAR * deviation < EQUAL);
    }

    // Try the first so many candidates with the same guess.
    void sample(int field) {
        const World start = worlds_.draw(Dice(seed_ + samples_ * 0x9e3779b97f4a7c15ull));
        for (int at = 0; at < field; ++at) candidates_[at].add(result_of(start, candidates_[at]));
        ++samples_;
        for (int at = 0; !exact_ && at < field; ++at)
            for (int other = 0; other < field; ++other) {
                const double difference = candidates_[at].latest - candidates_[other].latest;
                squares_[candidates_[at].number][candidates_[other].number] += difference * difference;
            }
    }

    Result result_of(const World& start, const Candidate& candidate) {
        World world = start;
        world.play(candidate.outcome);
        for (int turn = 0; !world.game.ended && (turn < REPLIES || world.game.last_turns); ++turn) {
            world.take_turn();
            --work_;
        }
        --work_;
        return (world.game.ended ? ended : projected)(world.game, candidate.prospect);
    }

    // ---- the answer ---------------------------------------------------------------------------

    // The best first; a stable order, so that promise decides between equals.
    void sort(int field) {
        for (int from = 1; from < field; ++from) {
            const Candidate moved = candidates_[from];
            int at = from;
            for (; at > 0 && candidates_[at - 1].value() < moved.value(); --at) candidates_[at] = candidates_[at - 1];
            candidates_[at] = moved;
        }
    }

    static Ranked written(const Candidate& candidate) {
        Ranked ranked;
        const std::uint32_t samples = candidate.samples ? candidate.samples : 1;
        ranked.outcome = candidate.outcome;
        ranked.margin = candidate.margin / samples;
        ranked.margin_error = standard_error(candidate.margin, candidate.margin_squared, candidate.samples);
        ranked.win = candidate.win / samples;
        ranked.win_error = standard_error(candidate.win, candidate.win_squared, candidate.samples);
        ranked.samples = candidate.samples;
        return ranked;
    }
};

}  // namespace

int search(const Knowledge& known, std::int64_t work, std::uint64_t seed, Ranked ranked[MOST_RANKED]) {
    return known.sound() ? Search(known, work, seed).run(ranked) : 0;
}

}  // namespace qwirkle::cards
