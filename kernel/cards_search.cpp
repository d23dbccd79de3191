#include "cards_search.h"

#include "cards_greedy.h"
#include "numbers.h"

namespace qwirkle::cards {

namespace {

constexpr int MOST_OUTCOMES = 200000;  // looked at; small plays come first
constexpr int MOST_TRIED = 512;        // where the end can be worked out exactly
constexpr int CARD_WORTH = 12;         // hundredths of a row: a card played is a card drawn
constexpr int REPLIES = 4;             // turns after this one, before the count
constexpr int DOUBTS = 8;              // how often a card is drawn again that would not have been kept
constexpr int BATCH = 16;              // samples between two looks at who is worse
constexpr double CLEAR = 3.0;          // standard errors
constexpr double EQUAL = 0.002;        // of the value below: not worth more work
constexpr double ROW_WORTH = 0.03;     // of a row of margin, in chances to win
constexpr double TRUST = 0.05;         // of a row of promise, likewise: it steadies few samples

// What a player captures of the rows that could be captured at once, by who is next: the first
// moves on the table as it is, the others on what is left of it. Fitted to whole games.
constexpr double SHARE[MOST_PLAYERS] = {0.9, 0.5, 0.3, 0.2};

// One guess at what is hidden: the hands, and the order of the pile.
struct World {
    Game game{};
    Tile order[PIECES];
    int next = 0;
    int end = 0;

    Counts take(int number) {
        Counts drawn;
        for (; number > 0; --number) ++drawn[order[next++]];
        return drawn;
    }

    void play(const Outcome& outcome) {
        game.play_unchecked(outcome, take(game.draws(outcome.played.total())));
    }

    // The old hand goes under the pile. That is as good as shuffling it in: nobody looks that far.
    void exchange() {
        const Counts old = game.hands[game.turn];
        game.exchange_unchecked(take(game.exchange_draws()));
        int size = 0;
        for (; next < end; ++next) order[size++] = order[next];
        for (int kind = 0; kind < KINDS; ++kind)
            for (int copy = 0; copy < old[kind]; ++copy) order[size++] = static_cast<Tile>(kind);
        next = 0;
        end = size;
    }
};

Counts unseen_by_mover(const Game& game) {
    Counts unseen = game.pile;
    for (int seat = 0; seat < game.players; ++seat)
        for (int kind = 0; seat != game.turn && kind < KINDS; ++kind)
            unseen[kind] = static_cast<std::uint8_t>(unseen[kind] + game.hands[seat][kind]);
    return unseen;
}

bool has_turn(const Game& game, int seat) { return !game.last_turns || game.waiting >> seat & 1; }

bool is_last(const Game& game) { return game.last_turns && game.waiting == 1u << game.turn; }

// A turn as everybody takes it in a guess.
void take_turn(World& world) {
    Game& game = world.game;
    if (!has_turn(game, game.turn)) return game.end_turn();
    const Counts& hand = game.hands[game.turn];
    Outcome play;
    for (;;) {
        bool found;
        if (is_last(game)) {
            found = best(game.table, hand, play);
        } else {
            const Gifts gifts(unseen_by_mover(game), game.hand_size[(game.turn + 1) % game.players]);
            found = quick(game.table, hand, gifts, game.pile_size ? CARD_WORTH : 0, play);
        }
        if (found) return world.play(play);
        if (!game.can_exchange()) return game.end_turn();
        world.exchange();
    }
}

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

Result ended(const Game& game) {
    Result result;
    int most = 0;
    for (int seat = 1; seat < game.players; ++seat)
        if (game.scores[seat] > most) most = game.scores[seat];
    result.margin = game.scores[0] - most;
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

Result projected(const Game& game) {
    double rows[MOST_PLAYERS]{};
    for (int step = 0; step < game.players; ++step) {
        const int seat = (game.turn + step) % game.players;
        rows[seat] = game.scores[seat] + SHARE[step] * most_captures(game.table, game.hands[seat]);
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
    double trust = 0;  // what the promise adds to the value
    int number = 0;  // in the table of differences
    double margin = 0, margin_squared = 0;
    double win = 0, win_squared = 0;
    double latest = 0;
    std::uint32_t samples = 0;

    void add(const Result& result) {
        margin += result.margin;
        margin_squared += result.margin * result.margin;
        win += result.win;
        win_squared += result.win * result.win;
        latest = trust + result.win + ROW_WORTH * result.margin;
        ++samples;
    }

    double value() const { return trust + (samples ? (win + ROW_WORTH * margin) / samples : 0); }
};

class Search {
  public:
    Search(const Knowledge& known, std::int64_t work, std::uint64_t seed)
        : known_(known), work_(work), seed_(seed) {
        // Nothing is left to chance when the other hand is all that is unseen, or in the last turn.
        const bool sees_all = known.open_hands || (known.players == 2 && known.unseen.total() == known.hand_size[1]);
        exact_ = known.waiting && (sees_all || known.waiting == 1);
        most_ = exact_ ? MOST_TRIED : MOST_RANKED;
        for (int seat = 1; seat < known.players; ++seat) doubted_[seat] = doubted_kinds(known.last[seat]);
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
    std::int64_t work_;
    std::uint64_t seed_;
    bool exact_ = false;
    int most_ = 0;
    int number_ = 0;
    std::uint32_t samples_ = 0;
    std::int64_t one_ = 1;  // a row, as promises are counted
    Set doubted_[MOST_PLAYERS]{};
    Candidate candidates_[MOST_TRIED];
    double squares_[MOST_RANKED][MOST_RANKED]{};  // of the differences of two candidates' values

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
        if (!exact_) candidates_[at].trust = TRUST * static_cast<double>(promise) / static_cast<double>(one_);
    }

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
        const World start = guess(Dice(seed_ + samples_ * 0x9e3779b97f4a7c15ull));
        for (int at = 0; at < field; ++at) candidates_[at].add(outcome_of(start, candidates_[at].outcome));
        ++samples_;
        for (int at = 0; !exact_ && at < field; ++at)
            for (int other = 0; other < field; ++other) {
                const double difference = candidates_[at].latest - candidates_[other].latest;
                squares_[candidates_[at].number][candidates_[other].number] += difference * difference;
            }
    }

    Result outcome_of(const World& start, const Outcome& outcome) {
        World world = start;
        world.play(outcome);
        for (int turn = 0; !world.game.ended && (turn < REPLIES || world.game.last_turns); ++turn) {
            take_turn(world);
            --work_;
        }
        --work_;
        return world.game.ended ? ended(world.game) : projected(world.game);
    }

    World guess(Dice dice) const {
        World world;
        Game& game = world.game;
        game.players = known_.players;
        game.opening = known_.opening;
        game.waiting = known_.waiting;
        game.last_turns = known_.waiting != 0;
        game.table = known_.table;
        game.hands[0] = known_.hand;
        Counts rest = known_.unseen;
        for (int seat = 0; seat < known_.players; ++seat) {
            game.scores[seat] = known_.scores[seat];
            game.hand_size[seat] = known_.hand_size[seat];
            for (int kind = 0; seat && known_.open_hands && kind < KINDS; ++kind) {
                game.hands[seat][kind] = known_.hands[seat][kind];
                rest[kind] = static_cast<std::uint8_t>(rest[kind] - known_.hands[seat][kind]);
            }
        }
        deal(world, rest, dice);
        return world;
    }

    void deal(World& world, const Counts& rest, Dice& dice) const {
        Tile cards[PIECES];
        int size = 0;
        for (int kind = 0; kind < KINDS; ++kind)
            for (int copy = 0; copy < rest[kind]; ++copy) cards[size++] = static_cast<Tile>(kind);
        int at = 0;
        for (int seat = 1; !known_.open_hands && seat < known_.players; ++seat) {
            const int end = at + known_.hand_size[seat];
            const int kept = end - known_.last[seat].drawn;
            for (; at < end; ++at) {
                draw(cards + at, size - at, at < kept ? doubted_[seat] : 0, dice);
                ++world.game.hands[seat][cards[at]];
            }
        }
        for (; world.end < known_.pile; ++world.end) {
            draw(cards + at, size - at, 0, dice);
            world.order[world.end] = cards[at];
            ++world.game.pile[cards[at++]];
        }
        world.game.pile_size = known_.pile;
    }

    // Put a random card first, and rather not one of the doubted kinds.
    static void draw(Tile* cards, int size, Set doubted, Dice& dice) {
        std::uint32_t other = 0;
        for (int tries = 0; tries < DOUBTS; ++tries) {
            other = dice.below(static_cast<std::uint32_t>(size));
            if (!(doubted >> cards[other] & 1)) break;
        }
        const Tile card = cards[0];
        cards[0] = cards[other];
        cards[other] = card;
    }

    // The kinds that a player would have played rather than kept: they lie there already, so they
    // offer nothing new, and there was room for one more.
    static Set doubted_kinds(const Memory& last) {
        Set doubted = 0;
        if (!last.known) return 0;
        Counts more = last.left;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (!more[kind]) continue;
            ++more[kind];
            if (legal(more)) doubted |= bit(kind);
            --more[kind];
        }
        return doubted;
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

bool Knowledge::sound() const {
    if (players < 2 || players > MOST_PLAYERS || hand.total() != hand_size[0]) return false;
    if (waiting >> players || (waiting && (pile || !(waiting & 1))) || (!waiting && !pile)) return false;
    int hidden = pile;
    Counts others;
    for (int seat = 1; seat < players; ++seat) {
        hidden += hand_size[seat];
        if (open_hands && hands[seat].total() != hand_size[seat]) return false;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (hands[seat][kind] > COPIES) return false;
            others[kind] = static_cast<std::uint8_t>(others[kind] + hands[seat][kind]);
        }
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        if (table[kind] + hand[kind] + unseen[kind] > COPIES) return false;
        if (open_hands && others[kind] > unseen[kind]) return false;
    }
    if (hidden > unseen.total()) return false;
    if (!opening) return legal(table);
    Set sets[LINES];
    largest_sets(hand, sets);
    return table.total() == 0 && count(sets[0]) >= SHORTEST;
}

int search(const Knowledge& known, std::int64_t work, std::uint64_t seed, Ranked ranked[MOST_RANKED]) {
    return known.sound() ? Search(known, work, seed).run(ranked) : 0;
}

}  // namespace qwirkle::cards
