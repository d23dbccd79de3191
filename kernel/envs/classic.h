// The tile game in numbers: the actions and observations of src/qwirkle/envs/classic.py.
//
// A move is a sequence of actions: a tile, its cell, the next tile, its cell, done. Which actions can come next is
// read off the legal plays that begin with what was placed; they are generated again for each action, which is
// faster than keeping them.
#pragma once

#include "classic/game.h"
#include "envs/legal.h"

namespace qwirkle::envs {

class Classic {
  public:
    static constexpr int SIDE = 40;  // rows and columns of the window, which follows the board
    static constexpr int CELLS = SIDE * SIDE;
    static constexpr int TAKE = CELLS;          // 36 tiles of the hand, each for the cell that follows
    static constexpr int ASIDE = TAKE + KINDS;  // 36 tiles to trade
    static constexpr int DONE = ASIDE + KINDS;  // the move is complete; with nothing done, it is a pass
    static constexpr int ACTIONS = DONE + 1;

    static constexpr int observation_size(int players) { return CELLS + 4 * KINDS + 2 * players + 1; }

    void reset(int players, std::uint64_t seed);

    const Legal<ACTIONS>& legal() const { return legal_; }

    // How many plays of this turn have no actions, because they reach beyond the window.
    int beyond() const { return beyond_; }

    // Follow a legal action.
    void step(int action);

    bool ended() const { return game_.ended != classic::Ended::NO; }
    const classic::Game& game() const { return game_; }
    int turns() const { return game_.turns; }
    int seat() const { return game_.turn; }
    int score(int seat) const { return game_.scores[seat]; }
    unsigned winners() const { return game_.result().winners; }

    // What the player to move sees: observation_size() numbers.
    void observe(std::int16_t* numbers) const;

  private:
    // The rows or the columns that the board takes.
    struct Span {
        int low, high;

        void reach(int at);  // a cell of the torus, at most six from what was reached before
        void restart();
        // The first one of the window.
        int begin() const { return low - ((SIDE - (high - low + 1)) >> 1); }
        bool has_room() const { return high - low + 1 + 2 * LONGEST < SIDE; }  // for every play
    };

    classic::Game game_;
    Dice dice_{0};
    Span columns_, rows_;
    std::uint8_t seen_[KINDS];  // on the board
    Legal<ACTIONS> legal_;
    int beyond_;

    // The turn in the making.
    classic::Cell cells_[classic::HAND_SIZE];
    Tile placed_[classic::HAND_SIZE];
    int size_;
    int taken_;  // the tile that has no cell yet, or -1
    Tile aside_[classic::HAND_SIZE];
    int traded_;
    classic::ScoredPlay whole_;  // the play of exactly the tiles placed; -1 points: there is none

    int action_of(classic::Cell cell) const;  // -1 beyond the window
    void begin_turn();
    void find_legal();
    bool find_plays();
    void offer(classic::Play play, int points);
    void find_trades();
    bool fits_window(classic::Play play) const;
    bool continues(classic::Play play) const;
    void finish();
    void lay(classic::ScoredPlay play);
    void write_board(std::int16_t* cells) const;
    void write_tiles(std::int16_t* hand, std::int16_t* taken, std::int16_t* aside, std::int16_t* unseen) const;
    void write_players(std::int16_t* scores) const;
};

}  // namespace qwirkle::envs
