// The tile game's turns: deal, opening, plays, trades, passes, and every way to end.
#pragma once

#include "classic/movegen.h"
#include "core/random.h"

namespace qwirkle::classic {

constexpr int HAND_SIZE = 6;

enum class Ended : std::uint8_t { NO = 0, HAND_EMPTY = 17, STUCK = 18 };  // the rules T17 and T18

struct Hand {
    std::uint8_t counts[KINDS];
    Set kinds;
    int size;

    void clear();
    void add(Tile tile);
    void remove(Tile tile);
    void remove(Play play);
};

struct Result {
    std::int16_t scores[MOST_PLAYERS];
    std::int16_t turns;
    std::uint8_t winners;  // bit s is seat s
    std::uint8_t ended;
};

struct Game {
    Board board;
    Hand hands[MOST_PLAYERS];
    Tile bag[PIECES];  // in self-play, drawn from the end
    int bag_size;
    int scores[MOST_PLAYERS];
    int players, turn, passes, turns;
    Ended ended;

    // A shuffled bag and a full hand for everybody; the largest set starts, of the tied one by lot.
    void deal(int players, Dice& dice);
    // An empty table with empty hands; hands and bag are filled by add() and put().
    void begin(int players, int turn);
    void put(Tile tile) { bag[bag_size++] = tile; }

    // What can be done: plays, else a trade of at most tradable() tiles, else a pass.
    template <typename Sink>
    void plays(Sink&& sink) const {
        legal_plays(board, hands[turn].kinds, sink);
    }
    int tradable() const { return board.empty() ? 0 : (bag_size < hands[turn].size ? bag_size : hands[turn].size); }

    // Each leaves the turn to the next seat; tiles are drawn from the end of the bag.
    void play(Play play, int points);
    void trade(const Tile* tiles, int count, Dice& dice);
    void pass();

    // The same with the drawn tiles as facts; false where the bag does not hold them.
    bool play(Play play, int points, const Tile* drawn, int count);
    bool trade(const Tile* tiles, int count, const Tile* drawn);

    Result result() const;

  private:
    void draw(int seat);
    bool take(const Tile* drawn, int count);
    void lay(Play play, int points);
    void next(bool passed);
};

}  // namespace qwirkle::classic
