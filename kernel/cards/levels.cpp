#include "cards/levels.h"

#include "cards/outcomes.h"
#include "cards/solver.h"
#include "core/crc32.h"
#include "core/noticing.h"
#include "core/numbers.h"

namespace qwirkle::cards {

namespace {

// Of the levels that overlook moves, from level 0 on.
constexpr Attention ATTENTION[] = {{0.22, 0.45}, {0.45, 0.6}, {0.38, 0.58}, {0.6, 0.85}, {0.665, 1.0}};
constexpr int FEW = 2;                     // the most cards of a play that is laid because it fits
constexpr int LONGEST_BUDGET = 3'600'000;  // an hour
constexpr double TURNS_A_SECOND = 60'000;

constexpr int MOST_OPTIONS = 3000;    // outcomes of a turn to choose from
constexpr int MOST_LAID_OUT = 128;    // of them laid out in the mind; ordinary tables need a few
constexpr int LARGE = 60;             // cards: of a larger table, a quarter of that
constexpr int NOT_FOUND = 1'000'000;  // steps of what is never found
constexpr int NOT_KNOWN = -1;

// ---- seeds ------------------------------------------------------------------------------------

Crc32 begin_seed(long long seed) {
    Crc32 sum;
    if (seed < 0) sum.letter('-');
    return sum.number(seed < 0 ? 0ull - static_cast<unsigned long long>(seed) : static_cast<unsigned long long>(seed));
}

void add(Crc32& sum, const Counts& hand) {
    bool later = false;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < hand[kind]; ++copy) {
            if (later) sum.letter(' ');
            later = true;
            sum.tile(static_cast<Tile>(kind));
        }
    }
}

void add(Crc32& sum, const Rows& table) {
    for (int row = 0; row < table.number; ++row) {
        if (row) sum.letters(" | ");
        for (int at = 0; at < table[row].size; ++at) {
            if (at) sum.letter(' ');
            sum.tile(table[row].card[at]);
        }
    }
}

// Of one turn of a level that overlooks moves: `seed moves pile hand`.
std::uint32_t turn_seed(const View& view, long long seed) {
    Crc32 sum = begin_seed(seed);
    sum.letter(' ').number(static_cast<unsigned long long>(view.state.moves)).letter(' ');
    sum.number(static_cast<unsigned long long>(view.state.pile)).letter(' ');
    add(sum, view.hand().known);
    return sum.value();
}

// Of a search: `seed table / hand`.
std::uint32_t search_seed(const View& view, long long seed) {
    Crc32 sum = begin_seed(seed);
    sum.letter(' ');
    add(sum, view.state.table);
    sum.letters(" / ");
    add(sum, view.hand().known);
    return sum.value();
}

// ---- the levels that overlook moves (bots/difficulty.py, bots/cards/difficulty.py) -------------

// An outcome that could be noticed.
struct Option {
    Outcome outcome{};
    double roll = 0;
    int rows = 0;
    int cards = 0;
    std::int64_t tie = 0;    // the more, the better, where several give as many rows
    int least = 0;           // the fewest steps that it can have
    int steps = 0;           // once it was laid out
    bool is_likely = false;  // and not looked at yet
};

constinit thread_local Option options[MOST_OPTIONS];  // too large for the stack of a browser

class Overlooking {
  public:
    Overlooking(const View& view, int hundredths, long long seed)
        : view_(view),
          table_(view.state.table.counts()),
          taste_(taste_of(hundredths)),
          quarter_(root(root(attention_of(ATTENTION, hundredths, seed)))),
          dice_(turn_seed(view, seed)) {
        looks_ = view.state.table.cards() <= LARGE ? MOST_LAID_OUT : MOST_LAID_OUT / 4;
    }

    // What it likes best of the outcomes that it notices, or else the easiest; nothing where nothing can be played.
    const Option* choose() {
        gather();
        roll_dice();
        for (Option* option = most_giving(); option; option = most_giving()) {
            option->is_likely = false;
            if (option->roll < chance(steps_of(*option)) && fits(*option)) return option;
            if (option->steps == NOT_FOUND) break;  // its patience is at an end
        }
        return easiest();
    }

  private:
    const View& view_;
    const Counts table_;
    const Taste taste_;
    const double quarter_;
    Dice dice_;
    int looks_;
    int number_ = 0;

    // All outcomes; where there are too many, those that capture at most one row, and the one that captures the most.
    void gather() {
        const Counts& hand = view_.hand().known;
        Outcome outcome;
        Outcomes all(table_, hand);
        while (number_ <= MOST_OPTIONS && all.next(outcome)) keep(outcome);
        if (number_ <= MOST_OPTIONS) return;
        number_ = 0;
        Outcomes small(table_, hand, 1);
        while (number_ < MOST_OPTIONS - 1 && small.next(outcome)) keep(outcome);
        if (best(table_, hand, outcome) && !is_kept(outcome)) keep(outcome);
    }

    void keep(const Outcome& outcome) {
        if (number_ < MOST_OPTIONS) options[number_].outcome = outcome;
        ++number_;
    }

    bool is_kept(const Outcome& outcome) const {
        for (int at = 0; at < number_; ++at) {
            if (options[at].outcome == outcome) return true;
        }
        return false;
    }

    void roll_dice() {
        const Gifts gifts = view_.gifts();
        for (int at = 0; at < number_; ++at) {
            Option& option = options[at];
            const Outcome& outcome = option.outcome;
            option.rows = outcome.captures;
            option.cards = outcome.played.total();
            option.least = option.cards - 1 + (option.rows > 1 ? option.rows - 1 : 0);
            option.steps = NOT_KNOWN;
            option.roll = roll(dice_);
            option.is_likely = option.roll < chance(option.least);
            if (option.is_likely) option.tie = tie(option, gifts);
        }
    }

    std::int64_t tie(const Option& option, const Gifts& gifts) const {
        constexpr int MOST_CARDS = 10;  // more than any play has: fewer gifts come before more cards
        if (taste_ != Taste::SAVING) return taste_ == Taste::LONG ? option.cards : 0;
        return option.cards - MOST_CARDS * gifts.of(Missing(left_by(table_, option.outcome)).of);
    }

    // Whether it would think of it at all, once it was laid out.
    bool fits(const Option& option) const {
        return taste_ != Taste::FITTING || (option.cards <= FEW && option.steps == option.least);
    }

    double chance(int steps) const { return steps == NOT_FOUND ? 0 : chance_to_notice(quarter_, QUARTERS * steps); }

    // Of the likely ones: the most rows, then what the taste says, then the first.
    Option* most_giving() const {
        Option* most = nullptr;
        for (int at = 0; at < number_; ++at) {
            Option& option = options[at];
            if (!option.is_likely) continue;
            const int more = most ? option.rows - most->rows : 1;
            if (more > 0 || (more == 0 && option.tie > most->tie)) most = &option;
        }
        return most;
    }

    // How hard it is to find, laid out so that the fewest cards move; there is patience for so many only.
    int steps_of(Option& option) {
        if (option.steps != NOT_KNOWN) return option.steps;
        option.steps = NOT_FOUND;
        if (looks_ > 0) {
            --looks_;
            const Rows& table = view_.state.table;
            option.steps = option.least + cards_moved(table, arranged(table, option.outcome));
        }
        return option.steps;
    }

    // The outcome that is the least hard to find.
    const Option* easiest() {
        int most = 0;
        for (int at = 0; at < number_; ++at) most = options[at].least > most ? options[at].least : most;
        Option* easy = nullptr;
        for (int least = 0; least <= most; ++least) {
            for (int at = 0; at < number_; ++at) {
                Option& option = options[at];
                if (option.least != least) continue;
                if (easy && steps_of(*easy) <= least) return easy;
                if (!easy || steps_of(option) < steps_of(*easy)) easy = &option;
            }
        }
        return easy;
    }
};

Move overlooking(const View& view, int hundredths, long long seed) {
    if (view.decision().must_open()) return opening_move(view);
    Overlooking player(view, hundredths, seed);
    const Option* found = player.choose();
    return found ? arranged(view.state.table, found->outcome) : stuck_move(view);
}

}  // namespace

// ---- the levels that judge and search ---------------------------------------------------------

Move greedy(const View& view) {
    if (view.decision().must_open()) return opening_move(view);
    Outcome play;
    const bool found = careful(view.state.table.counts(), view.hand().known, view.gifts(), 0, play);
    return found ? arranged(view.state.table, play) : stuck_move(view);
}

std::int64_t work_of(long long budget) {
    if (budget < 0) budget = USUAL_BUDGET;
    if (budget > LONGEST_BUDGET) budget = LONGEST_BUDGET;
    return static_cast<std::int64_t>(static_cast<double>(budget) / 1000 * TURNS_A_SECOND);
}

int ranked_by_master(const View& view, long long seed, long long budget, Ranked found[MOST_RANKED]) {
    Outcome play;
    if (!view.decision().must_open() && !any_play(view.state.table.counts(), view.hand().known, play)) return 0;
    const Known known = view.known();
    if (!known.sound()) return -1;
    return search(known, work_of(budget), search_seed(view, seed), found);
}

bool choose(const View& view, int hundredths, long long seed, long long budget, Move& move) {
    if (hundredths <= SEARCHING * WHOLE_LEVEL) {
        move = hundredths < SEARCHING * WHOLE_LEVEL ? overlooking(view, hundredths, seed) : greedy(view);
        return true;
    }
    Ranked found[MOST_RANKED];
    const int number = ranked_by_master(view, seed, budget, found);
    move = number > 0 ? arranged(view.state.table, found[0].outcome) : stuck_move(view);
    return number >= 0;
}

}  // namespace qwirkle::cards
