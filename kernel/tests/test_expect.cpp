// What a moment comes to, and two choices beside each other: figures that must add up.

#include <cmath>
#include <memory>

#include "cards/expect.h"
#include "cards/leaf.h"
#include "cards/search.h"
#include "cards/selfplay.h"
#include "classic/expect.h"
#include "classic/search.h"
#include "classic/selfplay.h"
#include "tests/check.h"

using namespace qwirkle;

namespace {

const cards::Counts NOTHING{};  // goes back

// What is hidden when nothing was drawn.
Hidden hidden_in(const std::uint8_t* unseen) { return {nullptr, 0, unseen, NOTHING.of}; }

// A tile game some greedy turns after its deal.
void play_some(classic::Game& game, int players, int turns, std::uint64_t seed) {
    Dice dice(seed);
    game.deal(players, dice);
    for (int turn = 0; turn < turns; ++turn) {
        const auto best = classic::choose(game, classic::Policy::GREEDY, dice);
        if (best.points < 0) return;
        game.play(best.play, best.points);
    }
}

// The moment of a game, with everything in the unseen that nobody is said to hold.
std::unique_ptr<classic::Known> moment_of(const classic::Game& game, const classic::Hand* held) {
    auto known = std::make_unique<classic::Known>();
    known->board = game.board;
    known->players = game.players;
    known->seat = game.turn;
    known->bag_size = game.bag_size;
    known->hand = game.hands[game.turn];
    known->passes = known->past_count = 0;
    for (int tile = 0; tile < KINDS; ++tile) known->unseen[tile] = 0;
    for (int at = 0; at < game.bag_size; ++at) ++known->unseen[game.bag[at]];
    for (int seat = 0; seat < game.players; ++seat) {
        known->hand_sizes[seat] = game.hands[seat].size;
        known->scores[seat] = game.scores[seat];
        for (int tile = 0; tile < KINDS; ++tile) {
            known->unseen[tile] = static_cast<std::uint8_t>(known->unseen[tile] + game.hands[seat].counts[tile] -
                                                            held[seat].counts[tile]);
        }
    }
    return known;
}

// Before a draw one expects the mean of what one expects after it.
void a_draw_changes_nothing_on_average() {
    auto game = std::make_unique<classic::Game>();
    play_some(*game, 2, 7, 11);
    classic::Hand held[MOST_PLAYERS];
    for (int seat = 0; seat < 2; ++seat) held[seat] = game->hands[seat];
    const int drawer = 1 - game->turn;
    Tile drawn[2];  // the last two that the drawer got, whichever they are
    for (int tile = 0, number = 0; tile < KINDS && number < 2; ++tile) {
        if (held[drawer].counts[tile]) drawn[number++] = static_cast<Tile>(tile);
    }
    for (Tile tile : drawn) held[drawer].remove(tile);
    Expected before[MOST_PLAYERS];
    auto moment = moment_of(*game, held);
    classic::expect(*moment, held, -1, hidden_in(moment->unseen), 6000, 5, before);
    Samples after;
    Dice dice(3);
    for (int draw = 0; draw < 60; ++draw) {
        auto known = moment_of(*game, held);
        classic::Hand full[MOST_PLAYERS] = {held[0], held[1]};
        for (int more = 0; more < 2; ++more) {
            Tile pool[PIECES];
            std::uint32_t size = 0;
            for (int tile = 0; tile < KINDS; ++tile) {
                for (int copy = 0; copy < known->unseen[tile]; ++copy) pool[size++] = static_cast<Tile>(tile);
            }
            const Tile tile = pool[dice.below(size)];
            --known->unseen[tile];
            full[drawer].add(tile);
        }
        Expected expected[MOST_PLAYERS];
        classic::expect(*known, full, -1, hidden_in(known->unseen), 300, 1000 + static_cast<std::uint64_t>(draw),
                        expected);
        after.add(expected[drawer].margin.mean());
    }
    const double difference = after.mean() - before[drawer].margin.mean();
    const double error = std::sqrt(after.error() * after.error() + std::pow(before[drawer].margin.error(), 2));
    CHECK(std::fabs(difference) < 4 * error);
    CHECK(before[0].win.number == 6000);
    CHECK(std::fabs(before[0].win.mean() + before[1].win.mean() - 1) < 1e-9);
    CHECK(std::fabs(before[0].margin.mean() + before[1].margin.mean()) < 1e-9);
}

// With the same shuffles on both sides a draw is measured as without them, and with a smaller error.
void pairs_of_games_say_the_same_more_surely() {
    auto game = std::make_unique<classic::Game>();
    play_some(*game, 2, 7, 11);
    classic::Hand held[MOST_PLAYERS] = {game->hands[0], game->hands[1]};
    const int drawer = 1 - game->turn;
    const auto drawn = static_cast<Tile>(first(held[drawer].kinds));
    auto with = moment_of(*game, held);
    Expected after[MOST_PLAYERS], before[MOST_PLAYERS], changed[MOST_PLAYERS];
    classic::expect(*with, held, -1, hidden_in(with->unseen), 3000, 1, after);
    held[drawer].remove(drawn);
    auto without = moment_of(*game, held);
    classic::expect(*without, held, -1, hidden_in(without->unseen), 3000, 2, before);
    const Hidden hidden(&drawn, 1, without->unseen, NOTHING.of);
    classic::expect(*without, held, drawer, hidden, 3000, 3, changed);
    const double apart = after[drawer].margin.mean() - before[drawer].margin.mean();
    const double error = std::hypot(after[drawer].margin.error(), before[drawer].margin.error());
    CHECK(std::fabs(apart - changed[drawer].margin.mean()) < 4 * error);
    CHECK(changed[drawer].margin.error() < 0.95 * error);
    CHECK(std::fabs(changed[0].win.mean() + changed[1].win.mean()) < 1e-9);
}

// What went back after the draw cannot have been drawn, and lies among what is left.
void what_went_back_is_not_drawn_again() {
    std::uint8_t elsewhere[KINDS] = {}, back[KINDS] = {};
    for (int kind = 0; kind < 6; ++kind) elsewhere[kind] = 2;
    back[5] = 2;
    const Tile drawn[] = {0, 1};
    const Hidden hidden(drawn, 2, elsewhere, back);
    CHECK(hidden.drawn == 2 && hidden.free == 8 && hidden.mixed == 2);
    Dice dice(1);
    int stayed = 0;
    for (int draw = 0; draw < 1000; ++draw) {
        const Order order(hidden, 3, 7, dice);
        Hidden again = hidden;
        again.draw_again(dice);
        int of[KINDS] = {}, seen[PIECES] = {};
        for (int at = 0; at < 12; ++at) ++of[again.pieces[at]];
        for (int at = 0; at < 10; ++at) ++seen[order.number[at]];
        for (int kind = 0; kind < 6; ++kind) CHECK(of[kind] == 2);
        for (int number = 2; number < 12; ++number) CHECK(seen[number] == 1);
        for (int dealt = 0; dealt < 3; ++dealt) CHECK(order.number[dealt] < 10);
        CHECK(again.pieces[0] != 5 && again.pieces[1] != 5);
        stayed += again.pieces[0] == 0;
    }
    CHECK(stayed > 130 && stayed < 270);  // two pieces of ten
}

// Whoever is ahead, and whoever is next: somebody wins.
void chances_add_up_to_one() {
    const classic::PlayoutStyle style;
    const int scores[MOST_PLAYERS] = {40, 62, 55, 62};
    const double rows[MOST_PLAYERS] = {2.5, 4, 4, 1.2};
    for (int players = 2; players <= MOST_PLAYERS; ++players) {
        for (int turn = 0; turn < players; ++turn) {
            for (int left : {1, 12, 80}) {
                double tiles = 0, cards = 0;
                for (int seat = 0; seat < players; ++seat) {
                    tiles += classic::chance_to_win({scores, players, turn, left}, seat, style);
                    cards += cards::chance_to_win(rows, players, seat, left);
                }
                CHECK(std::fabs(tiles - 1) < 1e-12);
                CHECK(std::fabs(cards - 1) < 1e-12);
            }
        }
        const int level[MOST_PLAYERS] = {};
        const double next = classic::chance_to_win({level, players, 0, 60}, 0, style);
        const double last = classic::chance_to_win({level, players, 0, 60}, players - 1, style);
        CHECK(next > 1.0 / players && last < 1.0 / players);
    }
}

// The same choice against itself loses nothing; the other way round loses the opposite.
void a_duel_is_fair() {
    auto game = std::make_unique<classic::Game>();
    play_some(*game, 2, 9, 4);
    classic::Hand held[MOST_PLAYERS];
    for (int seat = 0; seat < 2; ++seat) held[seat].clear();
    held[game->turn] = game->hands[game->turn];
    auto known = moment_of(*game, held);
    classic::Settings settings;
    settings.turns = 3000;
    classic::Ranked ranked[classic::MOST_CANDIDATES];
    auto search = std::make_unique<classic::Search>(*known, settings, 1);
    const int number = search->rank(ranked);
    CHECK(number > 2);
    const auto duel = [&](const classic::Choice& one, const classic::Choice& other) {
        return std::make_unique<classic::Search>(*known, settings, 2)->duel(one, other);
    };
    const Duel same = duel(ranked[0].choice, ranked[0].choice);
    CHECK(same.lost.margin.mean() == 0 && same.lost.win.error() == 0);
    const Duel there = duel(ranked[0].choice, ranked[2].choice), back = duel(ranked[2].choice, ranked[0].choice);
    CHECK(there.lost.margin.mean() == -back.lost.margin.mean());
    CHECK(there.one.win.number > 100);
}

void cards_add_up_too() {
    cards::Game game;
    Dice dice(8);
    CHECK(game.deal(3, dice));
    cards::Outcome outcome;
    cards::choose(game, cards::Policy::GREEDY, dice, outcome);
    game.play_unchecked(outcome, game.draw(dice, game.draws(outcome.played.total())));
    cards::Known known;
    known.players = 3;
    known.pile_size = game.pile_size;
    known.table = game.table;
    known.unseen = game.pile;
    for (int seat = 0; seat < 3; ++seat) {
        const int there = (game.turn + seat) % 3;
        known.hand_sizes[seat] = game.hand_sizes[there];
        known.hands[seat] = game.hands[there];
    }
    Expected expected[MOST_PLAYERS];
    cards::expect(known, -1, hidden_in(known.unseen.of), 40, 3, expected);
    CHECK(std::fabs(expected[0].win.mean() + expected[1].win.mean() + expected[2].win.mean() - 1) < 1e-9);
    CHECK(expected[0].margin.number == 40);
}

}  // namespace

int main() {
    a_draw_changes_nothing_on_average();
    pairs_of_games_say_the_same_more_surely();
    what_went_back_is_not_drawn_again();
    chances_add_up_to_one();
    a_duel_is_fair();
    cards_add_up_too();
    return tests::report();
}
