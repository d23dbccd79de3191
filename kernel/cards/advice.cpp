#include "cards/advice.h"

#include "cards/levels.h"
#include "cards/outcomes.h"
#include "core/figures.h"

namespace qwirkle::cards {

namespace {

constexpr std::uint32_t ENOUGH = 2;  // samples without which there is no interval, and so no figure
constexpr int FEW = 3;               // kinds that are named; more are counted

// ---- what is known for certain ----------------------------------------------------------------

// Whether nobody has a turn after this one (C10).
bool is_last(const Known& known) { return known.waiting == 1; }

// Whether nothing is left to chance: only last turns are left, and all cards are known.
bool is_open(const Known& known) {
    int hidden = known.unseen.total();
    for (int seat = 1; seat < known.players; ++seat) hidden -= known.hand_sizes[seat];
    return is_last(known) || (known.waiting && known.players == 2 && !hidden);
}

// Whether a card would capture a row on its own, the rest rearranged at will.
bool captures(const Counts& table, int kind) {
    Counts card;
    card[kind] = 1;
    Outcomes plays(table, card, 1);
    for (Outcome play; plays.next(play);) {
        if (play.captures) return true;
    }
    return false;
}

// ---- reasons ----------------------------------------------------------------------------------

void say(Json& json, const char* key) {
    json.object().key("key").text(key).key("words").object().end_object().end_object();
}

void say(Json& json, const char* key, int n) {
    json.object().key("key").text(key).key("words").object().key("n").number(n).end_object().end_object();
}

void write_tiles(Json& json, Set tiles) {
    json.key("tiles").array();
    for (; tiles; tiles &= tiles - 1) json.tile(static_cast<Tile>(first(tiles)));
    json.end_array();
}

void say(Json& json, const char* key, int n, Set tiles) {
    json.object().key("key").text(key).key("words").object().key("n").number(n);
    write_tiles(json, tiles);
    json.end_object().end_object();
}

// The rows that the next player could capture with one card.
void say_gifts(Json& json, const Counts& table, const Counts& unseen) {
    Set needed = 0;
    int cards = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (!unseen[kind] || !captures(table, kind)) continue;
        needed |= bit(kind);
        cards += unseen[kind];
    }
    if (!needed) {
        say(json, "advice.gift.none");
    } else if (count(needed) > FEW) {
        say(json, "advice.gifts", cards);
    } else {
        say(json, "advice.gift", cards, needed);
    }
}

// What stays in the hand: how much, what goes together in it, and what it has twice.
void say_kept(Json& json, const Counts& hand) {
    const int size = hand.total();
    if (!size) return say(json, "advice.keeps.cards.none");
    Set sets[LINES];
    largest_sets(hand.kinds(), sets);
    if (size == 1) {
        json.object().key("key").text("advice.keeps.cards.one").key("words").object();
        json.key("tile").tile(static_cast<Tile>(first(hand.kinds()))).end_object().end_object();
    } else if (count(sets[0]) > 1) {
        say(json, "advice.keeps.cards.set", size, sets[0]);
    } else {
        say(json, "advice.keeps.cards.mixed", size);
    }
    Set twice = 0;
    for (int kind = 0; kind < KINDS; ++kind) twice |= Set{hand[kind] > 1} << kind;
    if (!twice) return;
    json.object().key("key").text("advice.keeps.twice").key("words").object();
    write_tiles(json, twice);
    json.end_object().end_object();
}

// What a move captures, what it leaves to the next player, and what it keeps.
void say_reasons(Json& json, const View& view, const Known& known, const Move& move) {
    if (move.kind != Move::ARRANGE) {
        return say(json, move.kind == Move::EXCHANGE ? "advice.exchange" : "advice.pass");
    }
    const Counts cards = played(view.state.table, move);
    say(json, "advice.plays", cards.total());
    if (move.points()) {
        say(json, "advice.captures", move.points());
    } else {
        say(json, "advice.captures.none");
    }
    if (!is_last(known)) say_gifts(json, move.rows.counts(), known.unseen);
    if (!view.state.pile) return;  // this is the last turn
    Counts kept = view.hand().known;
    for (int kind = 0; kind < KINDS; ++kind) kept[kind] = static_cast<std::uint8_t>(kept[kind] - cards[kind]);
    say_kept(json, kept);
}

// ---- figures ----------------------------------------------------------------------------------

void write_figures(Json& json, const Ranked& ranked, bool exact) {
    const int samples = static_cast<int>(ranked.samples);
    if (exact) {
        write(json.key("margin"), {ranked.margin, ranked.margin, ranked.margin});
        write(json.key("win"), {ranked.win, ranked.win, ranked.win});
    } else if (ranked.samples >= ENOUGH) {
        write(json.key("margin"), mean_estimate(ranked.margin, ranked.margin_error, samples));
        write(json.key("win"), chance_estimate(ranked.win, ranked.win_error, samples));
    } else {
        json.key("margin").null().key("win").null();
    }
    json.key("samples").number(samples).key("exact").truth(exact);
}

// Where the figures come from, or why there are none.
void say_basis(Json& json, const View& view, const Ranked& ranked, bool exact) {
    if (exact) return say(json, "advice.basis.exact");
    if (ranked.samples >= ENOUGH) return say(json, "advice.basis.tried", static_cast<int>(ranked.samples));
    say(json, is_only_move(view) ? "advice.basis.only" : "advice.basis.judged");
}

}  // namespace

int unseen_captures(const Counts& table, const Counts& unseen) {
    int cards = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (unseen[kind] && captures(table, kind)) cards += unseen[kind];
    }
    return cards;
}

void write_reasons(const View& view, const Move& move, Json& json) {
    json.key("reasons").array();
    say_reasons(json, view, view.known(), move);
    json.end_array();
}

bool is_only_move(const View& view) {
    if (view.decision().must_open()) {
        Set sets[LINES];
        return largest_sets(view.hand().known.kinds(), sets) == 1;
    }
    Outcomes plays(view.state.table.counts(), view.hand().known);
    Outcome play;
    return !plays.next(play) || !plays.next(play);
}

bool advise(const View& view, long long seed, long long budget, long long most, Json& json) {
    Ranked found[MOST_RANKED];
    int number = ranked_by_master(view, seed, budget, found);
    if (number < 0) return false;
    const Known known = view.known();
    const bool is_choice = number > 0, exact = is_choice && is_open(known);
    if (!is_choice) number = 1;  // an exchange or a pass, of which nothing was judged
    json.object().key("moves").array();
    for (int at = 0; at < number && at < most; ++at) {
        const Move move = is_choice ? arranged(view.state.table, found[at].outcome) : stuck_move(view);
        json.object().key("move").begin_text();
        write_text(move, json);
        json.end_text().key("points").number(move.points());
        write_figures(json, found[at], exact);
        write_reasons(view, move, json);
        json.key("basis");
        say_basis(json, view, found[at], exact);
        json.end_object();
    }
    json.end_array().end_object();
    return true;
}

}  // namespace qwirkle::cards
