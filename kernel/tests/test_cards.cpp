// The card game's kernel against trying everything, against the rulebook, and against itself.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cards/game.h"
#include "cards/layout.h"
#include "cards/outcomes.h"
#include "cards/selfplay.h"
#include "cards/solver.h"

using namespace qwirkle;
using namespace qwirkle::cards;

namespace {

int passed = 0;
int failed = 0;

void check(bool good, const char* what) {
    if (good) {
        ++passed;
    } else {
        ++failed;
        std::printf("FAILED: %s\n", what);
    }
}

int tile(const char* code) {
    const auto color = std::strchr("ROYGBP", code[0]) - "ROYGBP";
    const auto shape = std::strchr("oxdstc", code[1]) - "oxdstc";
    return static_cast<int>(6 * color + shape);
}

Counts cards(const std::string& text) {
    Counts counts;
    for (std::size_t at = 0; at + 1 < text.size(); at += 3) ++counts[tile(text.c_str() + at)];
    return counts;
}

Set row(const std::string& text) {
    Set set = 0;
    for (std::size_t at = 0; at + 1 < text.size(); at += 3) set |= bit(tile(text.c_str() + at));
    return set;
}

Counts plus(Counts counts, const Counts& more) {
    for (int kind = 0; kind < KINDS; ++kind) counts[kind] += more[kind];
    return counts;
}

bool take_line(Counts& counts, int line) {
    bool there = true;
    for (Set kinds = full_line(line); kinds; kinds &= kinds - 1) there &= counts[first(kinds)]-- > 0;
    return there;
}

using Key = std::pair<std::vector<int>, std::vector<int>>;  // the cards played, the lines captured

Key key_of(const Outcome& outcome) {
    Key key;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < outcome.played[kind]; ++copy) key.first.push_back(kind);
    }
    key.second.assign(outcome.captured, outcome.captured + outcome.captures);
    return key;
}

std::vector<Key> all_outcomes(const Counts& table, const Counts& hand) {
    std::vector<Key> found;
    outcomes(table, hand, [&](const Outcome& outcome) {
        found.push_back(key_of(outcome));
        return true;
    });
    return found;
}

// Every way to lay out all cards in rows of three to six; calls with the lines of the sixes.
template <typename Call>
void partitions(Counts& rest, std::vector<int>& sixes, Call&& call) {
    int kind = 0;
    while (kind < KINDS && !rest[kind]) ++kind;
    if (kind == KINDS) return call(sixes);
    for (int line = 0; line < LINES; ++line) {
        if (!(full_line(line) >> kind & 1)) continue;
        const Set others = full_line(line) & ~bit(kind);
        for (Set some = others; some; some = (some - 1) & others) {
            const Set cells = some | bit(kind);
            if (count(cells) < SHORTEST) continue;
            bool there = true;
            for (Set at = cells; at; at &= at - 1) there &= rest[first(at)] > 0;
            if (!there) continue;
            for (Set at = cells; at; at &= at - 1) --rest[first(at)];
            if (count(cells) == LONGEST) sixes.push_back(line);
            partitions(rest, sixes, call);
            if (count(cells) == LONGEST) sixes.pop_back();
            for (Set at = cells; at; at &= at - 1) ++rest[first(at)];
        }
    }
}

bool legal_by_trying(Counts counts) {
    bool found = false;
    std::vector<int> sixes;
    partitions(counts, sixes, [&](const std::vector<int>& captured) { found |= captured.empty(); });
    return found;
}

std::set<Key> outcomes_by_trying(const Counts& table, const Counts& hand) {
    std::set<Key> found;
    std::vector<int> held;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < hand[kind]; ++copy) held.push_back(kind);
    }
    for (unsigned mask = 1; mask < 1u << held.size(); ++mask) {
        Key key;
        Counts after = table;
        for (std::size_t at = 0; at < held.size(); ++at) {
            if (mask >> at & 1) {
                ++after[held[at]];
                key.first.push_back(held[at]);
            }
        }
        std::vector<int> sixes;
        partitions(after, sixes, [&](std::vector<int> captured) {
            std::sort(captured.begin(), captured.end());
            found.insert({key.first, captured});
        });
    }
    return found;
}

// Few colours and shapes make cards that go together.
Counts friendly_cards(Dice& dice, int number) {
    Counts counts;
    while (number > 0) {
        const int kind = static_cast<int>(6 * dice.below(4) + dice.below(4));
        if (counts[kind] < COPIES) {
            ++counts[kind];
            --number;
        }
    }
    return counts;
}

void legal_tables_are_those_that_can_be_laid_out() {
    Dice dice(1);
    for (int i = 0; i < 1500; ++i) {
        const Counts counts = friendly_cards(dice, static_cast<int>(dice.below(13)));
        check(legal(counts) == legal_by_trying(counts), "legality against every partition");
    }
}

void cards_that_cannot_lie_are_refused() {
    check(legal(Counts{}), "an empty table is legal");
    check(!legal(cards("Ro Rx")), "two cards are no row");
    check(!legal(cards("Ro Rx Ro")), "two alike are no row");
    check(legal(cards("Ro Rx Rd Rs Rt Rc")), "a six lies as two threes");
    check(!legal(cards("Rx Ox Od Os Yx Yd Ys Go Gx Gd Gs")), "bounds alone do not show this");
    Counts many;
    many[0] = 7;
    check(!legal(many), "seven of a kind are refused");
    many[0] = 255;
    Outcome play;
    check(!any_play(many, many, play) && !best(many, many, play), "garbage has no play");
    check(all_outcomes(many, many).empty(), "garbage has no outcomes");
    Counts found;
    check(!find(cards("Ro Rx Rd"), Counts{}, found), "crossed bounds hold nothing");
}

void outcomes_are_exactly_the_possible_ones() {
    Dice dice(2);
    for (int i = 0; i < 150; ++i) {
        Counts table;
        do {
            table = friendly_cards(dice, static_cast<int>(dice.below(10)));
        } while (!legal(table));
        Counts hand;
        for (int at = 0; at < 4; ++at) {
            const int kind = static_cast<int>(dice.below(KINDS));
            if (table[kind] + hand[kind] < COPIES) ++hand[kind];
        }
        const std::vector<Key> found = all_outcomes(table, hand);
        const std::set<Key> expected = outcomes_by_trying(table, hand);
        check(std::set<Key>(found.begin(), found.end()) == expected, "outcomes against trying");
        check(found.size() == expected.size(), "each outcome once");
        Outcome play;
        check(any_play(table, hand, play) == !found.empty(), "any play");
        std::size_t most = 0;
        for (const Key& key : found) most = std::max(most, key.second.size());
        const bool some = best(table, hand, play);
        check(some == !found.empty() && (!some || play.captures == most), "best captures the most");
        check(!some || expected.count(key_of(play)), "the best play is an outcome");
    }
}

void outcomes_come_fewest_cards_first() {
    const Counts table = cards("Ro Rx Rd Rs Rt Bo Bx Bd Bs Bt");
    const Counts hand = cards("Rc Bc Yo Yo Po Oo Go Gx Ro");
    const std::vector<Key> found = all_outcomes(table, hand);
    check(!found.empty(), "there are outcomes");
    for (std::size_t at = 1; at < found.size(); ++at) {
        const Key& one = found[at - 1];
        const Key& two = found[at];
        const bool ordered = one.first.size() != two.first.size() ? one.first.size() < two.first.size() : one < two;
        check(ordered, "the order of outcomes");
    }
    int seen = 0;
    outcomes(table, hand, [&](const Outcome&) { return ++seen < 3; });
    check(seen == 3, "a visitor stops when it has seen enough");
}

void captures_of_the_rulebook() {
    Outcome play;
    check(best(cards("Ro Rx Rd Rs Rt Bo Bx Bd Bs Bt"), cards("Rc Bc Yo"), play), "two fives");
    check(play.captures == 2 && play.captured[0] == 0 && play.captured[1] == 4, "two captures");
    check(best(cards("Ro Rx Rd Rs Rt Ro Rx Rd Rs Rt"), cards("Rc Rc"), play), "a line twice");
    check(play.captures == 2 && play.played[tile("Rc")] == 2, "the same line twice");
    check(!best(cards("Ro Rx Rd Rs Rt Rc"), cards("Yo"), play), "a card must come from the hand");
    check(!any_play(cards("Ro Rx Rd"), Counts{}, play), "nothing comes of an empty hand");
}

bool rows_stand(const Arrangement& move, Counts expected) {
    for (int at = 0; at < move.captures; ++at) {
        if (!take_line(expected, move.captured[at])) return false;
    }
    for (int at = 0; at < move.rows; ++at) {
        const int size = count(move.row[at]);
        if (size < SHORTEST || size >= LONGEST || !is_line(move.row[at])) return false;
        for (Set kinds = move.row[at]; kinds; kinds &= kinds - 1) {
            if (expected[first(kinds)]-- == 0) return false;
        }
    }
    return expected == Counts{};
}

void the_layout_keeps_rows_that_can_stay() {
    const Set rows[] = {row("Po Px Pd Ps"), row("Rs Bs Gs")};
    Outcome outcome;
    outcome.played = cards("Go Gx");
    Arrangement move;
    check(arrange(rows, 2, outcome, move), "the book's second example");
    const std::set<Set> found(move.row, move.row + move.rows);
    const std::set<Set> expected{row("Po Px Pd"), row("Rs Bs Ps"), row("Go Gx Gs")};
    check(found == expected, "two cards move");

    Outcome impossible;
    impossible.played = cards("Ro Bx Gd");
    check(!arrange(nullptr, 0, impossible, move), "no layout of what cannot lie");
    check(!any_arrangement(nullptr, 0, impossible, move), "nor a quick one");
    impossible.played = cards("Rx Ox Od Os Yx Yd Ys Go Gx Gd Gs");
    check(!arrange(nullptr, 0, impossible, move), "not even where only trying shows it");
    impossible.captures = 200;
    check(!arrange(nullptr, 0, impossible, move), "garbage captures are refused");
    const Set bad[] = {row("Ro Bx Gd"), ~Set{0}, 0};
    for (const Set& each : bad) check(!arrange(&each, 1, Outcome{}, move), "garbage rows");
}

void whole_games_of_layouts() {
    for (int seed = 0; seed < 12; ++seed) {
        Dice dice(seed);
        Game game;
        game.deal(2 + seed % 3, dice);
        std::vector<Set> rows;
        while (!game.ended) {
            Outcome outcome;
            if (!choose(game, seed % 2 ? Policy::GREEDY : Policy::RANDOM, dice, outcome)) {
                if (game.can_exchange()) {
                    check(game.exchange(game.draw(dice, game.exchange_draws())), "an exchange");
                } else {
                    check(game.pass(), "a pass");
                }
                continue;
            }
            Arrangement move, quick;
            const int number = static_cast<int>(rows.size());
            const Counts there = plus(game.table, outcome.played);
            check(arrange(rows.data(), number, outcome, move), "an outcome can be laid out");
            check(any_arrangement(rows.data(), number, outcome, quick), "and quickly");
            check(rows_stand(move, there) && rows_stand(quick, there), "the rows stand");
            rows.assign(move.row, move.row + move.rows);
            const int size = outcome.played.total();
            check(game.play(outcome, game.draw(dice, game.draws(size))), "a chosen play is legal");
        }
    }
}

int cards_in(const Game& game) {
    int all = game.table.total() + game.pile_size;
    for (int seat = 0; seat < game.players; ++seat) all += game.hand_sizes[seat];
    for (int seat = 0; seat < game.players; ++seat) all += LONGEST * game.scores[seat];
    return all;
}

void whole_games_keep_the_rules() {
    for (int seed = 0; seed < 60; ++seed) {
        Dice dice(100 + seed);
        Game game;
        game.deal(2 + seed % 3, dice);
        int last = 0;
        while (!game.ended) {
            const Must must = game.must();
            const bool ending = game.last_turns;
            const int turn = game.turn;
            Outcome outcome;
            const bool plays = choose(game, Policy(seed / 3 % 2), dice, outcome);
            check(plays == (must == Must::OPEN || must == Must::PLAY), "a policy plays if it can");
            if (plays) {
                check(!game.pass() && !game.exchange(game.draw(dice, game.exchange_draws())),
                      "nobody passes or exchanges who can play");
                check(game.play(outcome, game.draw(dice, game.draws(outcome.played.total()))),
                      "what a policy plays is legal");
            } else if (must == Must::EXCHANGE) {
                check(!game.pass(), "nobody passes who can exchange");
                check(game.exchange(game.draw(dice, game.exchange_draws())), "an exchange");
                check(game.turn == turn, "the turn goes on after an exchange");
            } else {
                check(game.pass(), "a pass");
            }
            last += ending;
            check(legal(game.table) && cards_in(game) == PIECES, "all cards are somewhere");
        }
        check(last == game.players, "everybody has one last turn");
        check(game.must() == Must::NOTHING && !game.pass(), "nothing happens after the end");
    }
}

void the_largest_set_opens() {
    Game game;
    const Counts hands[] = {cards("Ro Rx Rd Bs Yt"), cards("Gx Gd Gs Po"), cards("Oo Ox Od Ys")};
    const int ages[] = {30, 20, 20};
    const int unknown[] = {30, -1, 20};
    const int told[] = {30, 20, 10};
    int starts[3] = {};
    for (int lot = LOTS - 1; lot >= 0; --lot) {
        check(game.start(hands, 3, cards("Pc Pc"), told, lot) && game.turn == 2, "the youngest of the tied");
        check(game.start(hands, 3, cards("Pc Pc"), ages, lot) && game.turn == 1 + lot % 2, "one of the youngest");
        check(game.start(hands, 3, cards("Pc Pc"), unknown, lot) && game.turn == lot % 3, "an age is not known");
        check(game.start(hands, 3, cards("Pc Pc"), nullptr, lot), "no age is known");
        ++starts[game.turn];
    }
    check(starts[0] == 4 && starts[1] == 4 && starts[2] == 4, "each of the tied gets the same share of the lots");
    Outcome outcome;
    outcome.played = cards("Ro Rx");
    check(!game.can_play(outcome), "two are not enough");
    outcome.played = cards("Ro Rx Rd Bs");
    check(!game.can_play(outcome), "nor may other cards come along");
    outcome.played = cards("Ro Rx Rd");
    check(game.can_play(outcome) && !game.play(outcome, cards("Pc")), "draw as many as one can");
    check(!game.play(outcome, cards("Pc Pt")), "draw what is there");
    check(game.play(outcome, cards("Pc Pc")) && game.last_turns && game.turn == 1, "the opening");
    const Counts poor[] = {cards("Ro Bx"), cards("Gd Ys")};
    check(!game.start(poor, 2, Counts{}, nullptr, 0), "nobody has three: deal again");
    const Counts four[] = {cards("Ro Ro Ro Ro"), cards("Gx Gd Gs")};
    check(!game.start(four, 2, Counts{}, nullptr, 0), "there are three of each card");
    check(!game.start(hands, 5, Counts{}, nullptr, 0) && game.must() == Must::NOTHING, "at most four play");
}

// Chi-square of how often each seat starts; a fair deal goes beyond 16.3 less than once in a thousand samples.
void every_seat_starts_equally_often() {
    for (int players = 2; players <= MOST_PLAYERS; ++players) {
        const int deals = 3000;
        int starts[MOST_PLAYERS] = {};
        for (int seed = 0; seed < deals; ++seed) {
            Dice dice(seed);
            Game game;
            game.deal(players, dice);
            ++starts[game.turn];
        }
        double sum = 0;
        const double fair = double(deals) / players;
        for (int seat = 0; seat < players; ++seat) sum += (starts[seat] - fair) * (starts[seat] - fair) / fair;
        check(sum < 16.3, "every seat starts equally often");
    }
}

void a_stuck_hand_is_exchanged_three_times() {
    Game game;
    const Counts hands[] = {cards("Ro Rx Rd"), cards("Bs Yt")};
    const Counts pile = cards("Bs Bs Yt Yt Gc Gc Gc Pt Pt Pc");
    check(game.start(hands, 2, pile, nullptr, 0), "a start");
    Outcome outcome;
    outcome.played = cards("Ro Rx Rd");
    check(game.play(outcome, cards("Bs Bs Yt Yt Gc Gc Gc Pt Pc")), "the opening");
    const char* draws[] = {"Pt", "Bs Yt", "Pt"};
    for (const char* drawn : draws) {
        check(game.must() == Must::EXCHANGE, "an exchange, not a pass");
        check(!game.exchange(cards("Oo")) && game.exchange(cards(drawn)), "as many as the pile has");
    }
    check(game.must() == Must::PASS && game.pass() && game.turn == 0, "then the turn is a pass");
    check(!game.exchanges, "the next player may exchange again");
}

void self_play_depends_on_the_seed_only() {
    Game game;
    std::uint64_t hash = 1469598103934665603u;
    for (int seed = 0; seed < 40; ++seed) {
        const Policy policies[] = {Policy::GREEDY, Policy::RANDOM, Policy::GREEDY, Policy::RANDOM};
        const Result one = play_game(game, 2 + seed % 3, policies, seed);
        const Result two = play_game(game, 2 + seed % 3, policies, seed);
        check(!std::memcmp(one.scores, two.scores, sizeof one.scores) && one.turns == two.turns &&
                  one.exchanges == two.exchanges && one.winners == two.winners,
              "the same seed, the same game");
        check(one.finished && one.winners, "games end, and somebody wins");
        for (const int number :
             {one.scores[0] + 16 * one.scores[1], int{one.turns}, int{one.exchanges}, int{one.winners}}) {
            hash = (hash ^ static_cast<std::uint64_t>(number)) * 1099511628211u;
        }
    }
    const Policy policies[5]{};
    for (const int players : {1, 5}) {
        const Result none = play_game(game, players, policies, 1);
        check(!none.finished && !none.turns, "two to four play");
    }
    std::printf("signature of 40 games: %016llx\n", static_cast<unsigned long long>(hash));
    check(hash == 0x2c349d5c1f6405e4u, "the same games as ever, on every machine");
}

}  // namespace

int main() {
    legal_tables_are_those_that_can_be_laid_out();
    cards_that_cannot_lie_are_refused();
    outcomes_are_exactly_the_possible_ones();
    outcomes_come_fewest_cards_first();
    captures_of_the_rulebook();
    the_layout_keeps_rows_that_can_stay();
    whole_games_of_layouts();
    whole_games_keep_the_rules();
    the_largest_set_opens();
    every_seat_starts_equally_often();
    a_stuck_hand_is_exchanged_three_times();
    self_play_depends_on_the_seed_only();
    static_assert(sizeof(Game) < 512);
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
