#include "cards/review.h"

#include "cards/advice.h"
#include "cards/expect.h"
#include "cards/levels.h"
#include "cards/solver.h"
#include "core/judgement.h"
#include "core/luck.h"

namespace qwirkle::cards {

namespace {

// ---- decisions --------------------------------------------------------------------------------

// What a legal arrangement comes to.
Outcome outcome_of(const Rows& table, const Move& move) {
    Outcome outcome;
    outcome.played = played(table, move);
    for (int line = 0; line < LINES; ++line) {
        for (int row = 0; row < move.captured.number; ++row) {
            if (move.captured[row].kinds() == full_line(line)) {
                outcome.captured[outcome.captures++] = static_cast<std::uint8_t>(line);
            }
        }
    }
    return outcome;
}

void write_move(Json& json, const Move& move) {
    json.key("move").begin_text();
    write_text(move, json);
    json.end_text().key("points").number(move.points());
}

void write_best(const View& view, const Move& best, Json& json) {
    json.key("best").object();
    write_move(json, best);
    write_reasons(view, best, json);
    json.end_object();
}

// The rows that were captured, those that another play would have captured, and cards that now capture one.
void write_captures(const View& view, const Move& move, Json& json) {
    const Counts table = view.state.table.counts(), unseen = view.unseen();
    Outcome most;
    const bool found = best(table, view.hand().known, most);
    const int missed = found && !view.decision().must_open() ? most.captures - move.points() : 0;
    const int opened = unseen_captures(move.rows.counts(), unseen) - unseen_captures(table, unseen);
    json.key("qwirkles").object().key("made").number(move.points()).key("missed").number(missed > 0 ? missed : 0);
    json.key("opened").number(opened > 0 ? opened : 0).end_object();
}

struct Decided {
    Outcome best;
    Duel duel;
    const char* judgement = "best";
};

// What was played beside the best of the search, or beside the greedy play where it was the best.
Decided decide(const View& view, const Outcome& made, const Outcome& found, std::int64_t work, std::uint64_t seed) {
    const Known known = view.known();
    Decided decided{found, {}, "best"};
    if (!(made == found)) {
        decided.duel = duel(known, found, made, work, seed);
        decided.judgement = judgement_of(decided.duel);
        if (decided.duel.lost.win.mean() > 0 || decided.duel.lost.margin.mean() > 0) return decided;
        decided.best = made;  // what was played is no worse than what was found
        decided.judgement = "best";
    }
    const Move obvious = greedy(view);
    const Outcome plain = obvious.kind == Move::ARRANGE ? outcome_of(view.state.table, obvious) : made;
    if (!(plain == made) && is_brilliant(duel(known, made, plain, work, seed))) decided.judgement = "brilliant";
    decided.duel = duel(known, made, made, work, seed);
    return decided;
}

// ---- luck -------------------------------------------------------------------------------------

// The seats still in the game, from the one to move on.
struct Seats {
    int number = 0;
    int there[MOST_PLAYERS];

    explicit Seats(const State& state) {
        for (int step = 0; step < state.players; ++step) {
            const int seat = (state.turn + step) % state.players;
            if (!state.is_gone(seat)) there[number++] = seat;
        }
    }
};

// What everybody can expect, by the number of the seat; with cards that a seat drew, what these changed. The `mixed`
// went back into the pile after that.
void expect_all(const State& state, int seat, const Tile* drawn, int number, const Counts& mixed, int games,
                long long seed, Expected expected[MOST_PLAYERS]) {
    const Seats seats(state);
    Known known = View{state, state.turn}.known();
    known.players = static_cast<std::uint8_t>(seats.number);
    known.waiting = 0;
    Counts elsewhere = state.elsewhere;
    int drawer = -1;
    for (int at = 0; at < seats.number; ++at) {
        const int there = seats.there[at];
        known.hands[at] = state.hands[there].known;
        known.hand_sizes[at] = static_cast<std::uint8_t>(state.hands[there].size());
        known.scores[at] = static_cast<std::uint8_t>(state.score(there));
        if (state.last_turns && state.waiting >> there & 1) known.waiting |= static_cast<std::uint8_t>(1u << at);
        if (there != seat) continue;
        drawer = at;
        for (int fresh = 0; fresh < number; ++fresh) {
            --known.hands[at][drawn[fresh]];
            ++elsewhere[drawn[fresh]];
        }
    }
    Expected found[MOST_PLAYERS];
    const Hidden hidden(drawn, number, elsewhere.of, mixed.of);
    expect(known, drawer, hidden, games, static_cast<std::uint64_t>(seed), found);
    for (int at = 0; at < seats.number; ++at) expected[seats.there[at]] = found[at];
}

}  // namespace

bool review(const View& view, const Move& move, long long seed, long long budget, Json& json) {
    const bool forced = move.kind != Move::ARRANGE || is_only_move(view);
    Ranked found[MOST_RANKED];
    const int number = forced ? 0 : ranked_by_master(view, seed, budget, found);
    if (number < 0) return false;
    json.object().key("seat").number(view.seat);
    write_move(json, move);
    if (number < 1) {
        json.key("judgement").text("forced");
        write_best(view, move, json);
        write_no_duel(json);
    } else {
        const Outcome made = outcome_of(view.state.table, move);
        // Other guesses than those that made the best look best.
        const auto fresh = static_cast<std::uint64_t>(seed) + 0x632be59bd9b4e019ull;
        const Decided decided = decide(view, made, found[0].outcome, work_of(budget), fresh);
        json.key("judgement").text(decided.judgement);
        write_best(view, decided.best == made ? move : arranged(view.state.table, decided.best), json);
        write_duel(json, decided.duel);
    }
    write_reasons(view, move, json);
    write_captures(view, move, json);
    json.end_object();
    return true;
}

void write_luck(const State& before, const State& state, const Tile* drawn, int number, long long seed, int games,
                Json& json) {
    Luck luck[MOST_PLAYERS];
    const int seat = before.turn;
    if (number && state.ended == Ended::NO) {
        const Counts mixed = state.last_move.kind == Move::EXCHANGE ? before.hands[seat].known : Counts{};
        Expected changed[MOST_PLAYERS];
        expect_all(state, seat, drawn, number, mixed, games, seed, changed);
        for (int at = 0; at < state.players; ++at) luck[at] = luck_of(changed[at]);
    }
    qwirkle::write_luck(json, seat, luck, state.players);
}

void write_deal_luck(const State& state, long long seed, int games, Json& json) {
    Luck luck[MOST_PLAYERS];
    Expected dealt[MOST_PLAYERS];
    expect_all(state, -1, nullptr, 0, {}, games, seed, dealt);
    deal_luck(dealt, state.players, luck);
    qwirkle::write_luck(json, -1, luck, state.players);
}

}  // namespace qwirkle::cards
