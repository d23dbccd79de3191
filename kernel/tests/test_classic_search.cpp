// The tile game's search: its parts against slow and simple counterparts.
#include <memory>

#include "classic/best.h"
#include "classic/mistakes.h"
#include "classic/search.h"
#include "classic/selfplay.h"
#include "tests/check.h"

using namespace qwirkle;
using namespace qwirkle::classic;

namespace {

// A greedy game until `left` tiles are in the bag, with both hands still there.
void played_until(Game& game, std::uint64_t seed, int left) {
    Dice dice(seed);
    game.deal(2, dice);
    while (game.ended == Ended::NO && game.bag_size > left) {
        const ScoredPlay best = choose(game, Policy::GREEDY, dice);
        if (best.points < 0) break;
        game.play(best.play, best.points);
    }
}

std::unique_ptr<Known> known_in(const Game& game) {
    auto known = std::make_unique<Known>();
    known->board = game.board;
    known->players = game.players;
    known->seat = game.turn;
    known->bag_size = game.bag_size;
    known->hand = game.hands[game.turn];
    known->passes = game.passes;
    known->past_count = 0;
    for (auto& count : known->unseen) count = 0;
    for (int at = 0; at < game.bag_size; ++at) ++known->unseen[game.bag[at]];
    for (int seat = 0; seat < game.players; ++seat) {
        known->hand_sizes[seat] = game.hands[seat].size;
        known->scores[seat] = game.scores[seat];
        if (seat == game.turn) continue;
        for (int tile = 0; tile < KINDS; ++tile) known->unseen[tile] += game.hands[seat].counts[tile];
    }
    return known;
}

// The gain of perfect play by trying everything, without any cleverness.
int perfect_gain(Board& board, Hand* hands, int side, int passes) {
    int best = -10000;
    ScoredPlay plays[1000];
    int number = 0;
    generate(board, hands[side].kinds, [&](Play play, int points) { plays[number++] = {play, points}; });
    for (int at = 0; at < number; ++at) {
        const Hand kept = hands[side];
        board.make(plays[at].play);
        for (int tile = 0; tile < plays[at].play.size(); ++tile) hands[side].remove(plays[at].play.tile(tile));
        const int gain =
            hands[side].size ? plays[at].points - perfect_gain(board, hands, 1 - side, 0) : plays[at].points + BONUS;
        best = gain > best ? gain : best;
        hands[side] = kept;
        board.unmake(plays[at].play);
    }
    if (number) return best;
    return passes ? 0 : -perfect_gain(board, hands, 1 - side, 1);
}

// The gain of the best play against one who takes the most points, by trying everything.
int best_response(Board& board, Hand* hands, int passes) {
    ScoredPlay plays[1000] = {};
    int number = 0, best = -10000;
    generate(board, hands[0].kinds, [&](Play play, int points) { plays[number++] = {play, points}; });
    if (!number && passes) return 0;
    for (int at = 0; at < number || at == 0; ++at) {
        const Hand kept[2] = {hands[0], hands[1]};
        const int before = board.tiles;
        board.make(plays[at].play);
        for (int tile = 0; tile < plays[at].play.size(); ++tile) hands[0].remove(plays[at].play.tile(tile));
        int gain = plays[at].points + (hands[0].size ? 0 : BONUS);
        const ScoredPlay reply = BestPlay<16, 1>(board, hands[1].kinds).find();
        if (hands[0].size && reply.points >= 0) {
            board.make(reply.play);
            for (int tile = 0; tile < reply.play.size(); ++tile) hands[1].remove(reply.play.tile(tile));
            gain -= reply.points + (hands[1].size ? 0 : BONUS);
        }
        const bool stuck = !number && reply.points < 0;
        if (hands[0].size && hands[1].size && !stuck) gain += best_response(board, hands, reply.points < 0);
        while (board.tiles > before) board.take_back();
        hands[0] = kept[0];
        hands[1] = kept[1];
        best = gain > best ? gain : best;
    }
    return best;
}

// Takes tiles away until both hands are small enough to try everything.
void shrink(Hand& hand, int size) {
    while (hand.size > size) hand.remove(static_cast<Tile>(first(hand.kinds)));
}

// Chi-square of how often each seat starts (T2); a fair deal goes beyond 16.3 less than once in a thousand samples.
void every_seat_starts_equally_often() {
    const auto game = std::make_unique<Game>();
    for (int players = 2; players <= MOST_PLAYERS; ++players) {
        const int deals = 3000;
        int starts[MOST_PLAYERS] = {};
        for (int seed = 0; seed < deals; ++seed) {
            Dice dice(seed);
            game->deal(players, dice);
            ++starts[game->turn];
        }
        double sum = 0;
        const double fair = double(deals) / players;
        for (int seat = 0; seat < players; ++seat) sum += (starts[seat] - fair) * (starts[seat] - fair) / fair;
        CHECK(sum < 16.3);
    }
}

}  // namespace

static void solved_ends_are_perfect() {
    auto game = std::make_unique<Game>();
    auto room = std::make_unique<Endgame::Room>();
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        played_until(*game, seed, 0);
        Hand hands[2] = {game->hands[game->turn], game->hands[1 - game->turn]};
        shrink(hands[0], 2 + static_cast<int>(seed % 2));
        shrink(hands[1], 2);
        if (!hands[0].size || !hands[1].size) continue;
        Endgame endgame({game->board, {hands[0], hands[1]}, 0}, *room);
        const Endgame::Answer answer = endgame.solve(10'000'000);
        CHECK(answer.solved);
        CHECK(answer.gain == perfect_gain(game->board, hands, 0, 0));
        int gain = 0;
        if (answer.best.play.size()) {
            CHECK(endgame.gain_of(answer.best, 10'000'000, gain));
            CHECK(gain == answer.gain);
        }
    }
}

static void traps_are_the_best_against_greed() {
    auto game = std::make_unique<Game>();
    auto room = std::make_unique<Endgame::Room>();
    int better = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        played_until(*game, seed, 0);
        Hand hands[2] = {game->hands[game->turn], game->hands[1 - game->turn]};
        shrink(hands[0], 2);
        shrink(hands[1], 3);
        if (!hands[0].size || !hands[1].size) continue;
        const Ending ending{game->board, {hands[0], hands[1]}, 0};
        TrapSearch traps(ending, room->plays);
        const int gain = traps.find(1'000'000).gain, safe = Endgame(ending, *room).solve(10'000'000).gain;
        CHECK(gain == best_response(game->board, hands, 0));
        CHECK(gain >= safe);
        CHECK(traps.find(1).gain <= gain);
        better += gain > safe;
    }
    CHECK(better > 0);
}

static void tiles_that_leave_the_hand_break_ties() {
    auto game = std::make_unique<Game>();
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        played_until(*game, seed, static_cast<int>(seed % 90));
        const Set kinds = game->hands[game->turn].kinds;
        int most = -1;
        generate(game->board, kinds, [&](Play play, int points) {
            const int worth = 16 * points + play.size();
            most = worth > most ? worth : most;
        });
        const ScoredPlay found = BestPlay<16, 1>(game->board, kinds).find();
        CHECK((found.points < 0 ? -1 : 16 * found.points + found.play.size()) == most);
    }
}

static void worlds_hold_exactly_the_unseen_tiles() {
    auto game = std::make_unique<Game>();
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        played_until(*game, seed, static_cast<int>(seed) * 3);
        auto known = known_in(*game);
        auto worlds = std::make_unique<Determinizations>(*known, Inference{});
        Dice dice(seed);
        Determinization world;
        worlds->draw(world, dice);
        int counts[KINDS] = {};
        for (int at = world.front; at < world.back; ++at) ++counts[world.deck[at]];
        for (int tile = 0; tile < KINDS; ++tile) {
            CHECK(counts[tile] + world.hands[1 - known->seat].counts[tile] == known->unseen[tile]);
        }
        CHECK(world.left() == known->bag_size &&
              world.hands[1 - known->seat].size == known->hand_sizes[1 - known->seat]);
    }
}

static void expected_points_are_counted_right() {
    auto game = std::make_unique<Game>();
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        played_until(*game, seed, 8);
        const Reach reach(game->board);
        std::uint8_t counts[KINDS] = {};
        for (int at = 0; at < game->bag_size; ++at) ++counts[game->bag[at]];
        double sum = 0;
        int pairs = 0;
        for (int one = 0; one < game->bag_size; ++one) {
            for (int other = 0; other < one; ++other, ++pairs) {
                sum += reach.best(bit(game->bag[one]) | bit(game->bag[other]));
            }
        }
        const double off = reach.expected(0, 2, Unseen(counts)) - (pairs ? sum / pairs : 0);
        CHECK(!pairs || (off < 1e-9 && off > -1e-9));
    }
}

static void a_search_repeats_itself_and_leaves_the_board() {
    auto game = std::make_unique<Game>();
    auto search = std::unique_ptr<Search>();
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        played_until(*game, seed, static_cast<int>(seed) * 14);
        auto known = known_in(*game);
        Settings settings;
        settings.turns = 1000;
        settings.inference.explained_moves = 2;
        settings.endgame_nodes = 2000;
        Choice chosen[2];
        Ranked ranked[MOST_CANDIDATES];
        for (Choice& choice : chosen) {
            search = std::make_unique<Search>(*known, settings, seed);
            search->rank(ranked);
            choice = ranked[0].choice;
        }
        CHECK(chosen[0] == chosen[1]);
        CHECK(known->board.tiles == game->board.tiles && known->board.frontier_count == game->board.frontier_count);
        for (int at = 0; at < game->board.frontier_count; ++at) CHECK(known->board.open[at] == game->board.open[at]);
    }
}

int main() {
    every_seat_starts_equally_often();
    solved_ends_are_perfect();
    traps_are_the_best_against_greed();
    tiles_that_leave_the_hand_break_ties();
    worlds_hold_exactly_the_unseen_tiles();
    expected_points_are_counted_right();
    a_search_repeats_itself_and_leaves_the_board();
    return tests::report();
}
