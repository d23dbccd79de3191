#include "classic/game.h"

namespace qwirkle::classic {

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

void Hand::remove(Play play) {
    for (int at = 0; at < play.size(); ++at) remove(play.tile(at));
}

void Game::begin(int seats, int seat) {
    board.clear();
    players = seats;
    turn = seat;
    bag_size = passes = turns = 0;
    ended = Ended::NO;
    for (int at = 0; at < MOST_PLAYERS; ++at) {
        hands[at].clear();
        scores[at] = 0;
    }
}

void Game::deal(int seats, Dice& dice) {
    begin(seats, 0);
    for (int at = 0; at < PIECES; ++at) put(static_cast<Tile>(at / COPIES));
    for (int last = PIECES - 1; last > 0; --last) {
        const auto other = dice.below(static_cast<std::uint32_t>(last + 1));
        const Tile tile = bag[last];
        bag[last] = bag[other];
        bag[other] = tile;
    }
    int largest = 0;
    int tied[MOST_PLAYERS];
    int number = 0;
    for (int seat = 0; seat < players; ++seat) {
        draw(seat);
        Set sets[LINES];
        largest_sets(hands[seat].kinds, sets);
        const int size = count(sets[0]);
        if (size > largest) number = 0;
        if (size >= largest) {
            largest = size;
            tied[number++] = seat;
        }
    }
    turn = tied[number > 1 ? dice.below(static_cast<std::uint32_t>(number)) : 0];
}

void Game::draw(int seat) {
    while (hands[seat].size < HAND_SIZE && bag_size) hands[seat].add(bag[--bag_size]);
}

void Game::lay(Play play, int points) {
    board.make(play);
    hands[turn].remove(play);
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
        const auto other = dice.below(static_cast<std::uint32_t>(bag_size));
        bag[bag_size - 1] = bag[other];
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
        ended = Ended::HAND_EMPTY;
    } else if (passes == players) {
        ended = Ended::STUCK;
    }
    turn = turn + 1 == players ? 0 : turn + 1;
}

bool Game::take(const Tile* drawn, int count) {
    for (int at = 0; at < count; ++at) {
        int place = 0;
        while (place < bag_size && bag[place] != drawn[at]) ++place;
        if (place == bag_size) return false;
        bag[place] = bag[--bag_size];
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

}  // namespace qwirkle::classic
