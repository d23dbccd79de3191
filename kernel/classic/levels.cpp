#include "classic/levels.h"

#include <new>

#include "classic/ordered.h"
#include "core/noticing.h"
#include "core/numbers.h"

namespace qwirkle::classic {

namespace {

// Of the levels that overlook moves, from level 0 on.
constexpr Attention ATTENTION[] = {{0.22, 0.375}, {0.375, 0.51}, {0.525, 0.78}, {0.6, 0.825}, {0.825, 1.0}};
constexpr int FEW = 2;  // the most tiles of a play that is laid because it fits

// What a second buys, on every machine: turns tried out, and positions of an end looked at.
constexpr int TURNS_A_SECOND = 700'000;
constexpr int ENDS_A_SECOND = 700'000;
constexpr double QUICK = 0.005;  // seconds for a turn of level 5, which takes no more
constexpr double SLOW = 1.0;     // and of level 6, where nobody says otherwise
constexpr long long LONGEST_BUDGET = 3'600'000;

// How hard plays are to find, in quarters of a step (bots/classic/difficulty.py).
class Difficulty {
  public:
    explicit Difficulty(const Table& table) : table_(table) {
        const int round = table.past_count < table.players ? table.past_count : table.players;
        for (int at = table.past_count - round; at < table.past_count; ++at) {
            const Move& move = table.past[at].move;
            for (int tile = 0; tile < move.size && move.is_play(); ++tile) last_[lasts_++] = move.placed[tile].cell;
        }
    }

    int of(const Move& play, const Line* lines, int number) const {
        int steps = play.size - 1 + (number ? number - 1 : 0);
        for (int at = 0; at < number; ++at) steps += gaps(lines[at]);
        return QUARTERS * steps + away(play);
    }

  private:
    static constexpr int FARTHEST = 2 * QUARTERS;  // four cells are a step

    const Table& table_;
    Spot last_[MOST_PLAYERS * HAND_SIZE];  // where tiles were put in the last round
    int lasts_ = 0;

    // How many gaps between tiles that already lay in one line were filled.
    int gaps(const Line& line) const {
        int runs = 0;
        bool lay = false;
        for (int at = 0; at < line.length; ++at) {
            const bool lies = table_.layout.find(line.cell(at));
            runs += lies && !lay;
            lay = lies;
        }
        return runs ? runs - 1 : 0;
    }

    static long long distance(Spot one, Spot other) {
        const long long x = one.x - other.x, y = one.y - other.y;
        return (x < 0 ? -x : x) + (y < 0 ? -y : y);
    }

    // The quarters for the distance to what was played last.
    int away(const Move& play) const {
        long long nearest = lasts_ ? FARTHEST + 1 : 1;
        for (int tile = 0; tile < play.size; ++tile) {
            for (int at = 0; at < lasts_; ++at) {
                const long long far = distance(play.placed[tile].cell, last_[at]);
                nearest = far < nearest ? far : nearest;
            }
        }
        return static_cast<int>(nearest - 1);
    }
};

// A weak player: overlooks moves as people do, and takes what it likes best of those that it notices.
class Overlooking {
  public:
    Overlooking(const Table& table, int seat, int hundredths, long long seed)
        : table_(table),
          at_(table.situation(seat)),
          difficulty_(table),
          origin_(table.layout.origin()),
          taste_(taste_of(hundredths)),
          quarter_(root(root(attention_of(ATTENTION, hundredths, seed)))),
          dice_(turn_seed(table, seat, seed)) {
        table.layout.lay_out(board_);
    }

    void choose(Move& move) {
        if (table_.layout.empty()) return open(move);
        if (!notice(move) && !take_easiest(move)) give_up(move);
    }

  private:
    const Table& table_;
    const Situation at_;
    const Difficulty difficulty_;
    const Origin origin_;
    const Taste taste_;
    const double quarter_;
    Dice dice_;
    Board board_;

    template <typename Sink>
    void each_play(Sink&& sink) const {
        ordered_plays(board_, origin_, at_.held.known.kinds, sink);
    }

    // All openings give the same (T3).
    void open(Move& move) const {
        move.size = 0;
        each_play([&](Play play, int) {
            if (!move.size) spell(board_, origin_, play, move);
        });
    }

    // A play that is looked at closely.
    struct Seen {
        Move move;
        Line lines[MOST_LINES];
        int number;
    };

    void look_at(Play play, Seen& seen) const {
        spell(board_, origin_, play, seen.move);
        seen.number = After(table_.layout, seen.move).lines_made(seen.lines);
    }

    // How much a play is wanted, and then what decides between equals.
    int wanted(Play play, int points, const Seen& seen) const {
        constexpr int BEFORE_TIES = 1024;
        if (!at_.bag && play.size() == at_.held.size()) points += BONUS;
        if (taste_ == Taste::LONG) return (seen.number ? seen.lines[0].length : 0) * BEFORE_TIES + points;
        const int kept = taste_ == Taste::SAVING ? largest_set(kept_after(play)) : 0;
        return (points + kept) * BEFORE_TIES + play.size();
    }

    Set kept_after(Play play) const {
        Hand kept = at_.held.known;
        kept.remove(play);
        return kept.kinds;
    }

    // Of the noticed ones the most wanted, then the first.
    bool notice(Move& move) {
        int best = -1;
        each_play([&](Play play, int points) {
            const double rolled = roll(dice_);
            if (rolled >= chance_to_notice(quarter_, QUARTERS * (play.size() - 1))) return;
            if (taste_ == Taste::FITTING && play.size() > FEW) return;
            Seen seen;
            look_at(play, seen);
            const int worth = wanted(play, points, seen);
            if (worth <= best) return;
            if (rolled >= chance_to_notice(quarter_, difficulty_.of(seen.move, seen.lines, seen.number))) return;
            best = worth;
            move = seen.move;
        });
        return best >= 0;
    }

    // The fewest steps, then the fewest tiles, then the first.
    bool take_easiest(Move& move) const {
        int easiest = -1;
        each_play([&](Play play, int) {
            Seen seen;
            look_at(play, seen);
            const int hard = difficulty_.of(seen.move, seen.lines, seen.number) * (HAND_SIZE + 1) + play.size();
            if (easiest >= 0 && hard >= easiest) return;
            easiest = hard;
            move = seen.move;
        });
        return easiest >= 0;
    }

    // As many tiles traded as can be, or a pass.
    void give_up(Move& move) const {
        const int most = at_.most_traded();
        move.kind = most ? Move::TRADE : Move::PASS;
        move.size = 0;
        for (Tile tile = 0; tile < KINDS; ++tile) {
            for (int copy = 0; copy < at_.held.known.counts[tile] && move.size < most; ++copy) move.add({{0, 0}, tile});
        }
    }
};

int whole(double value) { return static_cast<int>(value < 0 ? 0 : value > 1e9 ? 1e9 : value); }

// What a budget buys, on every machine: no clock is looked at.
void buy(Settings& settings, double seconds) {
    settings.turns = whole(seconds * TURNS_A_SECOND);
    const int ends = whole(seconds * ENDS_A_SECOND);
    settings.endgame_nodes = ends > settings.endgame_nodes ? ends : settings.endgame_nodes;
}

double seconds_of(long long budget, double usual) {
    if (budget < 0) return usual;
    return static_cast<double>(budget < LONGEST_BUDGET ? budget : LONGEST_BUDGET) / 1000;
}

// The settings of bots/classic/search.py.
Settings settings_of(int level, long long budget) {
    Settings settings;
    settings.trust = 30;
    settings.playout.played_out_from = 14;
    settings.playout.spread = 2.8;
    settings.endgame_nodes = 3'000;
    if (level < MASTER) {
        settings.guards_sixth = true;
        const double seconds = seconds_of(budget, QUICK);
        buy(settings, seconds < QUICK ? seconds : QUICK);
        return settings;
    }
    settings.candidates = 64;
    settings.evaluated_plays = 256;
    settings.playout.ahead = 6;
    settings.playout.played_out_from = 12;
    settings.playout.weighed = 4;
    settings.playout.weighed_from = 12;
    settings.inference = {1, 60, 0.7, 0.02};
    settings.endgame_nodes = 20'000;
    buy(settings, seconds_of(budget, SLOW));
    return settings;
}

// Too large for the stack of a browser, and there is no heap: one search at a time.
alignas(64) unsigned char known_room[sizeof(Known)];
alignas(64) unsigned char search_room[sizeof(Search)];

// A search in its room; none where there is nobody to play against.
Search* prepared(const Table& table, int seat, const Settings& settings, long long seed) {
    auto* const known = new (known_room) Known;
    if (!look_from(table, seat, *known)) return nullptr;
    return new (search_room) Search(*known, settings, turn_seed(table, seat, seed));
}

}  // namespace

bool search(const Table& table, int seat, int level, long long seed, long long budget, Replies replies, Found& found) {
    Settings settings = settings_of(level, budget);
    settings.play_for_mistakes = replies == Replies::MAY_BE_MISTAKES;
    Search* const searching = prepared(table, seat, settings, seed);
    if (!searching) return false;
    found.number = searching->rank(found.ranked);
    found.solved = searching->solved();
    return true;
}

bool weigh(const Table& table, int seat, const Choice& one, const Choice& other, long long seed, long long budget,
           Duel& duel) {
    Search* const searching = prepared(table, seat, settings_of(MASTER, budget), seed);
    if (!searching) return false;
    duel = searching->duel(one, other);
    return true;
}

bool choose(const Table& table, int seat, int hundredths, long long seed, long long budget, Move& move) {
    if (hundredths < SEARCHING * WHOLE_LEVEL) {
        Overlooking(table, seat, hundredths, seed).choose(move);
        return true;
    }
    Found found;
    const int level = hundredths / WHOLE_LEVEL;
    if (!search(table, seat, level, seed, budget, Replies::MAY_BE_MISTAKES, found)) return false;
    spell(table, found.ranked[0].choice, move);
    return true;
}

void spell(const Table& table, const Choice& choice, Move& move) {
    move.size = 0;
    if (choice.is_play()) {
        Board board;
        table.layout.lay_out(board);
        spell(board, table.layout.origin(), choice.play, move);
        return;
    }
    move.kind = choice.traded ? Move::TRADE : Move::PASS;
    for (int at = 0; at < choice.traded; ++at) move.add({{0, 0}, choice.trade[at]});
}

}  // namespace qwirkle::classic
