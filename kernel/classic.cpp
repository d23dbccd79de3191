#include "classic.h"

#include "best.h"

namespace qwirkle::classic {

namespace {

constexpr int ENDLESS = 5000;  // turns after which a game of nothing but trades is stopped

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

void Hand::clear() {
    for (auto& count : counts) count = 0;
    kinds = 0;
    size = 0;
}

void Hand::add(Tile tile) {
    ++counts[tile];
    kinds |= bit(tile);
    ++size;
}

void Hand::remove(Tile tile) {
    if (--counts[tile] == 0) kinds &= ~bit(tile);
    --size;
}

void Game::begin(int count, int seat) {
    board.clear();
    players = count;
    turn = seat;
    left = passes = turns = 0;
    ended = Ended::NO;
    for (int at = 0; at < MOST_PLAYERS; ++at) {
        hands[at].clear();
        scores[at] = 0;
    }
}

void Game::deal(int count, Dice& dice) {
    begin(count, 0);
    for (int at = 0; at < PIECES; ++at) put(static_cast<Tile>(at / COPIES));
    for (int last = PIECES - 1; last > 0; --last) {
        const auto other = dice.below(static_cast<std::uint32_t>(last + 1));
        const Tile tile = bag[last];
        bag[last] = bag[other];
        bag[other] = tile;
    }
    int largest = 0;
    for (int seat = 0; seat < players; ++seat) {
        draw(seat);
        const int size = largest_sets(hands[seat].kinds, [](Set) {});
        if (size > largest) {
            largest = size;
            turn = seat;
        }
    }
}

void Game::draw(int seat) {
    while (hands[seat].size < HAND && left) hands[seat].add(bag[--left]);
}

void Game::lay(Play play, int points) {
    board.make(play);
    for (int at = 0; at < play.size(); ++at) hands[turn].remove(play.tile(at));
    scores[turn] += points;
}

void Game::play(Play play, int points) {
    lay(play, points);
    draw(turn);
    next(false);
}

void Game::trade(const Tile* tiles, int count, Dice& dice) {
    for (int at = 0; at < count; ++at) hands[turn].remove(tiles[at]);
    draw(turn);
    for (int at = 0; at < count; ++at) {  // mixed in: each to a fair place
        put(tiles[at]);
        const auto other = dice.below(static_cast<std::uint32_t>(left));
        bag[left - 1] = bag[other];
        bag[other] = tiles[at];
    }
    next(false);
}

void Game::pass() { next(true); }

void Game::next(bool passed) {
    ++turns;
    passes = passed ? passes + 1 : 0;
    if (!hands[turn].size) {
        scores[turn] += BONUS;
        ended = Ended::OUT;
    } else if (passes == players) {
        ended = Ended::STUCK;
    }
    turn = turn + 1 == players ? 0 : turn + 1;
}

bool Game::take(const Tile* drawn, int count) {
    for (int at = 0; at < count; ++at) {
        int place = 0;
        while (place < left && bag[place] != drawn[at]) ++place;
        if (place == left) return false;
        bag[place] = bag[--left];
        hands[turn].add(drawn[at]);
    }
    return true;
}

bool Game::play(Play play, int points, const Tile* drawn, int count) {
    lay(play, points);
    if (!take(drawn, count)) return false;
    next(false);
    return true;
}

bool Game::trade(const Tile* tiles, int count, const Tile* drawn) {
    for (int at = 0; at < count; ++at) hands[turn].remove(tiles[at]);
    if (!take(drawn, count)) return false;
    for (int at = 0; at < count; ++at) put(tiles[at]);
    next(false);
    return true;
}

Result Game::result() const {
    Result result{};
    int most = 0;
    for (int seat = 0; seat < players; ++seat) most = scores[seat] > most ? scores[seat] : most;
    for (int seat = 0; seat < players; ++seat) {
        result.scores[seat] = static_cast<std::int16_t>(scores[seat]);
        if (scores[seat] == most) result.winners |= static_cast<std::uint8_t>(1 << seat);
    }
    result.turns = static_cast<std::int16_t>(turns);
    result.ended = static_cast<std::uint8_t>(ended);
    return result;
}

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
    while (game.ended == Ended::NO && game.turns < ENDLESS) {
        const ScoredPlay best = choose(game, policies[game.turn], dice);
        if (best.points >= 0) {
            game.play(best.play, best.points);
        } else if (const int count = game.tradable()) {
            Tile tiles[HAND];
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
