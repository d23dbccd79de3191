// The tile game's turns: deal, opening, plays, trades, passes, and every way to end.
#pragma once

#include "movegen.h"
#include "random.h"

namespace qwirkle::classic {

constexpr int HAND = 6;

enum class Policy : std::uint8_t { RANDOM, GREEDY, GREEDY_ALL };
enum class Ended : std::uint8_t { NO = 0, OUT = 17, STUCK = 18 };  // the rules T17 and T18

struct Hand {
    std::uint8_t counts[KINDS];
    Set kinds;
    int size;

    void clear();
    void add(Tile tile);
    void remove(Tile tile);
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
    int left;
    int scores[MOST_PLAYERS];
    int players, turn, passes, turns;
    Ended ended;

    // A shuffled bag and a full hand for everybody; the largest set starts, of the tied the first seat.
    void deal(int players, Dice& dice);
    // An empty table with empty hands; hands and bag are filled by add() and put().
    void begin(int players, int turn);
    void put(Tile tile) { bag[left++] = tile; }

    // What can be done: plays, else a trade of at most tradable() tiles, else a pass.
    template <typename Sink>
    void plays(Sink&& sink) const {
        legal_plays(board, hands[turn].kinds, sink);
    }
    int tradable() const { return board.empty() ? 0 : (left < hands[turn].size ? left : hands[turn].size); }

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

// The play that a policy chooses; size 0 where there is none.
ScoredPlay choose(const Game& game, Policy policy, Dice& dice);

// A whole game; the result depends on the seed alone.
Result play_game(Game& game, int players, const Policy* policies, std::uint64_t seed);

}  // namespace qwirkle::classic
