#include "classic/review.h"

#include "classic/advice.h"
#include "classic/expect.h"
#include "classic/levels.h"
#include "classic/ordered.h"
#include "core/judgement.h"
#include "core/luck.h"

namespace qwirkle::classic {

namespace {

// ---- decisions --------------------------------------------------------------------------------

bool same(const Move& one, const Move& other) {
    if (one.kind != other.kind || one.size != other.size) return false;
    for (int at = 0; at < one.size; ++at) {
        const Placement &mine = one.placed[at], &theirs = other.placed[at];
        if (mine.tile != theirs.tile || (one.is_play() && !(mine.cell == theirs.cell))) return false;
    }
    return true;
}

// An opening can lie anywhere, in both directions; the search knows it from 0,0 to the east.
void put_at_origin(Move& opening) {
    for (int at = 0; at < opening.size; ++at) opening.placed[at].cell = {at, 0};
}

// A legal move as the search sees it.
Choice choice_of(const Table& table, const Move& move) {
    Choice choice;
    if (move.is_play()) {
        const Situation at = table.situation(table.turn);
        choice.play = play_of(table.layout.origin(), move);
        choice.points = at.points(move) - (at.goes_out(move) ? BONUS : 0);
    }
    for (int at = 0; at < move.size && move.kind == Move::TRADE; ++at) {
        choice.trade[choice.traded++] = move.placed[at].tile;
    }
    return choice;
}

int qwirkles_of(const Layout& layout, const Move& play) {
    Line lines[MOST_LINES];
    const int number = After(layout, play).lines_made(lines);
    int found = 0;
    for (int at = 0; at < number; ++at) found += lines[at].is_qwirkle();
    return found;
}

// What the plays of a turn have to offer at first sight.
struct AtFirstSight {
    Move greedy;  // the most points, of equals the most tiles
    int qwirkles = 0;
    int plays = 0;

    explicit AtFirstSight(const Situation& at) {
        Board board;
        at.layout.lay_out(board);
        const Origin origin = at.layout.origin();
        int best = -1;
        Move move;
        ordered_plays(board, origin, at.held.known.kinds, [&](Play play, int points) {
            ++plays;
            spell(board, origin, play, move);
            const int made = points > 2 * LONGEST - 1 ? qwirkles_of(at.layout, move) : 0;
            qwirkles = made > qwirkles ? made : qwirkles;
            const int worth = (points + (at.goes_out(move) ? BONUS : 0)) * (HAND_SIZE + 1) + play.size();
            if (worth <= best) return;
            best = worth;
            greedy = move;
        });
    }
};

void write_named(const Table& table, const Move& move, Json& json) {
    json.key("move");
    write_move(json, move);
    json.key("points").number(table.situation(table.turn).points(move));
}

void write_best(const Table& table, const Move& best, Json& json) {
    json.key("best").object();
    write_named(table, best, json);
    write_reasons(table, table.turn, best, json);
    json.end_object();
}

// Qwirkles that were made, those that another play would have made, and tiles that now make one.
void write_qwirkles(const Table& table, const Move& move, int most, Json& json) {
    const Situation at = table.situation(table.turn);
    const int made = move.is_play() ? qwirkles_of(at.layout, move) : 0;
    const int opened = unseen_qwirkles(at, move) - unseen_qwirkles(at, Move{});
    json.key("qwirkles").object().key("made").number(made).key("missed").number(most > made ? most - made : 0);
    json.key("opened").number(opened > 0 ? opened : 0).end_object();
}

struct Decided {
    Move best;
    Duel duel;
    const char* judgement = "best";
};

// What was played beside the best of the search, or beside the greedy play where it was the best.
void decide(const Table& table, const Move& made, const Move& greedy, long long seed, long long budget,
            Decided& decided) {
    const Choice choice = choice_of(table, made);
    const auto beside = [&](const Choice& one, const Choice& other) {
        Duel duel;
        weigh(table, table.turn, one, other, seed, budget, duel);
        return duel;
    };
    if (!same(made, decided.best)) {
        decided.duel = beside(choice_of(table, decided.best), choice);
        decided.judgement = judgement_of(decided.duel);
        if (decided.duel.lost.win.mean() > 0 || decided.duel.lost.margin.mean() > 0) return;
        decided.best = made;  // what was played is no worse than what was found
        decided.judgement = "best";
    }
    if (greedy.size && !same(greedy, made) && is_brilliant(beside(choice, choice_of(table, greedy)))) {
        decided.judgement = "brilliant";
    }
    decided.duel = beside(choice, choice);
}

// ---- luck -------------------------------------------------------------------------------------

// What everybody can expect, by the number of the seat; with tiles that a seat drew, what these changed. The `mixed`
// went back into the bag after that.
void expect_all(const Table& table, int seat, const Tile* drawn, int number, const std::uint8_t* mixed, int games,
                long long seed, Expected expected[MOST_PLAYERS]) {
    static thread_local Known known;
    known.board.clear();
    known.past_count = 0;
    known.players = 0;
    known.bag_size = table.bag;
    table.layout.lay_out(known.board);
    Hand held[MOST_PLAYERS];
    std::uint8_t elsewhere[KINDS];
    int there[MOST_PLAYERS], drawer = -1;
    for (Tile tile = 0; tile < KINDS; ++tile) {
        elsewhere[tile] = static_cast<std::uint8_t>(COPIES - table.layout.count(tile));
    }
    for (int other = 0; other < table.players; ++other) {
        if (table.gone[other]) continue;
        const int at = known.players++;
        there[at] = other;
        if (other == table.turn) known.seat = at;
        if (other == seat) drawer = at;
        held[at] = table.hands[other].known;
        known.hand_sizes[at] = table.hands[other].size();
        known.scores[at] = table.scores[other];
        for (int fresh = 0; other == seat && fresh < number; ++fresh) held[at].remove(drawn[fresh]);
        for (Tile tile = 0; tile < KINDS; ++tile) {
            elsewhere[tile] = static_cast<std::uint8_t>(elsewhere[tile] - held[at].counts[tile]);
        }
    }
    known.passes = table.passes;
    Expected found[MOST_PLAYERS];
    const Hidden hidden(drawn, number, elsewhere, mixed);
    expect(known, held, drawer, hidden, games, static_cast<std::uint64_t>(seed), found);
    for (int at = 0; at < known.players; ++at) expected[there[at]] = found[at];
}

constexpr std::uint8_t NOTHING[KINDS] = {};

}  // namespace

bool review(const Table& table, const Move& played, long long seed, long long budget, Json& json) {
    Move move = played;
    if (table.layout.empty()) put_at_origin(move);
    const Situation at = table.situation(table.turn);
    const AtFirstSight sight(at);
    const bool forced = is_only_move(at);
    Decided decided;
    if (!forced) {
        Found found;
        if (!search(table, table.turn, MASTER, seed, budget, Replies::BEST, found)) return false;
        spell(table, found.ranked[0].choice, decided.best);
        // Other guesses than those that made the best look best.
        decide(table, move, sight.greedy, seed + 1, budget, decided);
    }
    json.object().key("seat").number(table.turn);
    write_named(table, played, json);
    json.key("judgement").text(forced ? "forced" : decided.judgement);
    write_best(table, forced || same(decided.best, move) ? played : decided.best, json);
    forced ? write_no_duel(json) : write_duel(json, decided.duel);
    write_reasons(table, table.turn, played, json);
    write_qwirkles(table, played, sight.qwirkles, json);
    json.end_object();
    return true;
}

void write_luck(const Table& before, const Table& table, const Tile* drawn, int number, long long seed, int games,
                Json& json) {
    Luck luck[MOST_PLAYERS];
    const int seat = before.turn;
    if (number && !table.ended) {
        std::uint8_t mixed[KINDS] = {};
        const Move& move = table.last()->move;
        for (int at = 0; at < move.size && move.kind == Move::TRADE; ++at) ++mixed[move.placed[at].tile];
        Expected changed[MOST_PLAYERS];
        expect_all(table, seat, drawn, number, mixed, games, seed, changed);
        for (int at = 0; at < table.players; ++at) luck[at] = luck_of(changed[at]);
    }
    qwirkle::write_luck(json, seat, luck, table.players);
}

void write_deal_luck(const Table& table, long long seed, int games, Json& json) {
    Luck luck[MOST_PLAYERS];
    Expected dealt[MOST_PLAYERS];
    expect_all(table, -1, nullptr, 0, NOTHING, games, seed, dealt);
    deal_luck(dealt, table.players, luck);
    qwirkle::write_luck(json, -1, luck, table.players);
}

}  // namespace qwirkle::classic
