// What a moment comes to, and two choices beside each other: figures that must add up.

#include <cmath>
#include <memory>

#include "cards/expect.h"
#include "cards/search.h"
#include "cards/selfplay.h"
#include "classic/expect.h"
#include "classic/search.h"
#include "classic/selfplay.h"
#include "tests/check.h"

using namespace qwirkle;

namespace {

const cards::Counts NOTHING{};  // goes back

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
    classic::expect(*moment_of(*game, held), held, NOTHING.of, 6000, 5, before);
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
        classic::expect(*known, full, NOTHING.of, 300, 1000 + static_cast<std::uint64_t>(draw), expected);
        after.add(expected[drawer].margin.mean());
    }
    const double difference = after.mean() - before[drawer].margin.mean();
    const double error = std::sqrt(after.error() * after.error() + std::pow(before[drawer].margin.error(), 2));
    CHECK(std::fabs(difference) < 4 * error);
    CHECK(before[0].win.number == 6000);
    CHECK(std::fabs(before[0].win.mean() + before[1].win.mean() - 1) < 1e-9);
    CHECK(std::fabs(before[0].margin.mean() + before[1].margin.mean()) < 1e-9);
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
    cards::expect(known, NOTHING, 40, 3, expected);
    CHECK(std::fabs(expected[0].win.mean() + expected[1].win.mean() + expected[2].win.mean() - 1) < 1e-9);
    CHECK(expected[0].margin.number == 40);
}

}  // namespace

int main() {
    a_draw_changes_nothing_on_average();
    a_duel_is_fair();
    cards_add_up_too();
    return tests::report();
}
