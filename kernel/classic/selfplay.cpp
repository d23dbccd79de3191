#include "classic/selfplay.h"

#include "classic/best.h"

namespace qwirkle::classic {

namespace {

constexpr int MOST_TURNS = 5000;  // turns after which a game of nothing but trades is stopped

// Every play with the same chance.
struct Any {
    Dice& dice;
    ScoredPlay found{{0}, -1};
    std::uint32_t seen = 0;

    void operator()(Play play, int points) {
        if (dice.below(++seen) == 0) found = {play, points};
    }
};

}  // namespace

ScoredPlay choose(const Game& game, Policy policy, Dice& dice) {
    if (policy == Policy::RANDOM) {
        Any any{dice};
        game.plays(any);
        return any.found;
    }
    if (policy == Policy::GREEDY && !game.board.empty()) {
        return BestPlay(game.board, game.hands[game.turn].kinds).find();
    }
    Best best;
    game.plays(best);
    return best.found();
}

Result play_game(Game& game, int players, const Policy* policies, std::uint64_t seed) {
    Dice dice(seed);
    game.deal(players, dice);
    while (game.ended == Ended::NO && game.turns < MOST_TURNS) {
        const ScoredPlay best = choose(game, policies[game.turn], dice);
        if (best.points >= 0) {
            game.play(best.play, best.points);
        } else if (const int count = game.tradable()) {
            Tile tiles[HAND_SIZE];
            int at = 0;
            const Hand& hand = game.hands[game.turn];
            for (Tile tile = 0; tile < KINDS && at < count; ++tile) {
                for (int copy = 0; copy < hand.counts[tile] && at < count; ++copy) tiles[at++] = tile;
            }
            game.trade(tiles, count, dice);
        } else {
            game.pass();
        }
    }
    return game.result();
}

}  // namespace qwirkle::classic
