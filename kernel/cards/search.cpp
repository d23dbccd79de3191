#include "cards/search.h"

#include "cards/determinizations.h"
#include "cards/greedy.h"
#include "cards/leaf.h"
#include "cards/outcomes.h"
#include "cards/solver.h"
#include "core/numbers.h"

namespace qwirkle::cards {

namespace {

constexpr int MOST_OUTCOMES = 30000;         // looked at; small plays come first
constexpr int MOST_TRIED = 512;              // where the end can be worked out exactly
constexpr int MOST_COMPARED = 16;            // where it cannot
constexpr int CARD_WORTH = 12;               // hundredths of a row: a card played is a card drawn
constexpr int REPLIES = 1;                   // turns after this one, before the count; last turns are all played
constexpr int BATCH = 16;                    // samples between two looks at who is worse
constexpr std::uint64_t STEPS_A_TURN = 100;  // of the solver, for each simulated turn; ordinary games need half of it
constexpr std::uint64_t STEPS_TO_BEGIN = 1'000'000;
constexpr double CLEAR = 3.0;     // standard errors
constexpr double EQUAL = 0.002;   // rows: not worth more work
constexpr double WIN_WORTH = 33;  // rows that winning counts for, once the last turns decide it

// How a guess comes out for seat 0.
struct Worth {
    double margin = 0;
    double win = 1;
};

// A prospect counts here as well: otherwise guesses that end could not be compared with the others.
Worth ended(const Game& game, double prospect) {
    Worth worth;
    int most = 0;
    for (int seat = 1; seat < game.players; ++seat) {
        if (game.scores[seat] > most) most = game.scores[seat];
    }
    worth.margin = prospect + game.scores[0] - most;
    const unsigned winners = game.winners();
    worth.win = winners & 1 ? 1.0 / count(winners) : 0;
    return worth;
}

// Where a guess stops, the rows count that everybody could capture at once; and the prospect of seat 0.
Worth projected(const Game& game, double prospect) {
    double rows[MOST_PLAYERS]{prospect};
    add_rows(game, rows);
    return {lead(rows, game.players, 0), chance_to_win(rows, game.players, 0, game.pile_size)};
}

struct Candidate {
    Outcome outcome;
    std::int64_t promise = 0;
    double prospect = 0;   // of the promise, in rows, what is not captured yet
    double win_worth = 0;  // rows that winning counts for
    int number = 0;        // in the table of differences
    double margins = 0, margin_squares = 0;
    double wins = 0, win_squares = 0;
    double latest = 0;
    std::uint32_t samples = 0;

    void add(const Worth& worth) {
        margins += worth.margin;
        margin_squares += worth.margin * worth.margin;
        wins += worth.win;
        win_squares += worth.win * worth.win;
        latest = win_worth * worth.win + worth.margin;
        ++samples;
    }

    double value() const { return samples ? (win_worth * wins + margins) / samples : 0; }
};

class Search {
  public:
    Search(const Known& known, std::int64_t work, std::uint64_t seed)
        : known_(known), determinizations_(known), work_(work), seed_(seed) {
        // Nothing is left to chance when the other hand is all that is unseen, or in the last turn.
        const bool sees_all = known.open_hands || (known.players == 2 && known.unseen.total() == known.hand_sizes[1]);
        exact_ = known.waiting && (sees_all || known.waiting == 1);
        most_ = exact_ ? MOST_TRIED : MOST_COMPARED;
    }

    int run(Ranked* ranked) {
        gather();
        most_steps_ = steps() + STEPS_TO_BEGIN + STEPS_A_TURN * static_cast<std::uint64_t>(work_);
        if (exact_) {
            try_once();
            sort(number_);
        } else {
            compare();
        }
        const int shown = number_ < MOST_RANKED ? number_ : MOST_RANKED;
        for (int at = 0; at < shown; ++at) ranked[at] = written(candidates_[at]);
        return shown;
    }

    Duel duel(const Outcome& one, const Outcome& other) {
        const Gifts gifts(known_.unseen, known_.hand_sizes[1]);
        if (!known_.opening) one_ = gifts.one();
        const Candidate best = candidate(one, known_.opening ? 0 : promise(one, gifts));
        const Candidate beside = candidate(other, known_.opening ? 0 : promise(other, gifts));
        most_steps_ = steps() + STEPS_TO_BEGIN + STEPS_A_TURN * static_cast<std::uint64_t>(work_);
        Duel found;
        do {
            const Determinization start = determinizations_.draw(Dice(seed_ + samples_++ * 0x9e3779b97f4a7c15ull));
            const Worth worth = worth_of(start, best), other_worth = worth_of(start, beside);
            found.add(worth.margin, worth.win, other_worth.margin, other_worth.win);
        } while (!exact_ && work_ > 0 && !is_spent());
        found.exact = exact_;
        return found;
    }

  private:
    const Known& known_;
    const Determinizations determinizations_;
    std::int64_t work_;
    std::uint64_t most_steps_ = 0;  // large tables are harder to solve: then there are fewer samples
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
        const Gifts gifts(known_.unseen, known_.hand_sizes[1]);
        if (known_.opening) return gather_openings();
        one_ = gifts.one();
        int looks = 0;
        outcomes(known_.table, known_.hand, [&](const Outcome& outcome) {
            keep(outcome, promise(outcome, gifts));
            return ++looks < MOST_OUTCOMES;
        });
        if (looks >= MOST_OUTCOMES) gather_largest(gifts);
    }

    // Where the list was cut off, at least these two are known.
    void gather_largest(const Gifts& gifts) {
        Outcome play;
        if (best(known_.table, known_.hand, play) && !is_kept(play)) keep(play, promise(play, gifts));
        if (careful(known_.table, known_.hand, gifts, 0, play) && !is_kept(play)) keep(play, promise(play, gifts));
    }

    bool is_kept(const Outcome& play) const {
        for (int at = 0; at < number_; ++at) {
            if (candidates_[at].outcome == play) return true;
        }
        return false;
    }

    void gather_openings() {
        Set sets[LINES];
        const int number = largest_sets(known_.hand.kinds(), sets);
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
        candidates_[at] = candidate(outcome, promise);
    }

    Candidate candidate(const Outcome& outcome, std::int64_t promise) const {
        Candidate made;
        made.outcome = outcome;
        made.promise = promise;
        if (known_.waiting) {
            made.win_worth = WIN_WORTH;
        } else if (!known_.opening) {
            made.prospect = rows_of(promise) - outcome.captures;
        }
        return made;
    }

    double rows_of(std::int64_t promise) const { return static_cast<double>(promise) / static_cast<double>(one_); }

    // ---- trying them --------------------------------------------------------------------------

    // Halve the candidates with equal shares of the work, and drop at any time what is clearly worse.
    void compare() {
        for (int at = 0; at < number_; ++at) candidates_[at].number = at;
        int rounds = 0;
        for (int live = number_; live > 1; live = (live + 1) / 2) ++rounds;
        int live = number_;
        const std::int64_t share = rounds ? work_ / rounds : 0;
        for (int round = 0; round < rounds && live > 1; ++round) {
            work_ = share;
            const int half = (live + 1) / 2;
            do {
                for (int at = 0; at < BATCH && !is_spent(); ++at) sample(live);
                sort(live);
                while (live > 1 && is_worse(candidates_[live - 1])) --live;
            } while (live > half && work_ > 0 && !is_spent());
            if (live > half) live = half;
        }
        if (number_ == 1) sample(1);
    }

    bool is_spent() const { return steps() >= most_steps_; }

    // Where nothing is left to chance, one sample of each tells all. The most promising come first.
    void try_once() {
        const Determinization start = determinizations_.draw(Dice(seed_));
        for (int at = 0; at < number_; ++at) {
            if (at && is_spent()) {
                number_ = at;
            } else {
                candidates_[at].add(worth_of(start, candidates_[at]));
            }
        }
    }

    bool is_worse(const Candidate& candidate) const {
        const Candidate& leader = candidates_[0];
        const double n = samples_;
        const double behind = leader.value() - candidate.value();
        const double variance = squares_[leader.number][candidate.number] / n - behind * behind;
        const double deviation = variance > 0 ? root(variance / n) : 0;
        return n > BATCH && (behind > CLEAR * deviation || behind + CLEAR * deviation < EQUAL);
    }

    // Try the live candidates with the same guess.
    void sample(int live) {
        const Determinization start = determinizations_.draw(Dice(seed_ + samples_ * 0x9e3779b97f4a7c15ull));
        for (int at = 0; at < live; ++at) candidates_[at].add(worth_of(start, candidates_[at]));
        ++samples_;
        for (int at = 0; at < live; ++at) {
            for (int other = 0; other < live; ++other) {
                const double difference = candidates_[at].latest - candidates_[other].latest;
                squares_[candidates_[at].number][candidates_[other].number] += difference * difference;
            }
        }
    }

    Worth worth_of(const Determinization& start, const Candidate& candidate) {
        Determinization world = start;
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
    void sort(int live) {
        for (int from = 1; from < live; ++from) {
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
        ranked.margin = candidate.margins / samples;
        ranked.margin_error = standard_error(candidate.margins, candidate.margin_squares, candidate.samples);
        ranked.win = candidate.wins / samples;
        ranked.win_error = standard_error(candidate.wins, candidate.win_squares, candidate.samples);
        ranked.samples = candidate.samples;
        return ranked;
    }
};

}  // namespace

int search(const Known& known, std::int64_t work, std::uint64_t seed, Ranked ranked[MOST_RANKED]) {
    return known.sound() ? Search(known, work, seed).run(ranked) : 0;
}

Duel duel(const Known& known, const Outcome& one, const Outcome& other, std::int64_t work, std::uint64_t seed) {
    return known.sound() ? Search(known, work, seed).duel(one, other) : Duel{};
}

}  // namespace qwirkle::cards
