// A game played on for a few turns in one world, and what it is worth where it stops.
#pragma once

#include "evaluate.h"
#include "worlds.h"

namespace qwirkle::classic {

struct Worth {
    double margin;  // points ahead of the best other seat
    double win;     // the chance to win, from 0 to 1
};

struct PlayoutStyle {
    int plies = 8;         // turns after the first move
    double spread = 2.3;   // how far a game can still turn, in points for the root of the tiles left
    double tempo = 4;      // what it is worth to be next
    double theirs_open = 0;  // part of the points that the next seat can expect from a single tile
    double mine_open = 0;    // part of the points that the seat which thinks has in hand for a single tile

    int closely = 0;       // plays that the seat which thinks looks at closely; 0: it takes the most points
    int theirs = 0;        // the same for the others
};

// How much one point changes the chance to win, as things stand now.
double playout_slope(const Known& known, const PlayoutStyle& style);

// Plays a choice and what may follow it; the board is the same again afterwards.
class Playout {
  public:
    Playout(Board& board, const Known& known, const PlayoutStyle& style)
        : board_(board), known_(known), style_(style) {}

    Worth play(const Choice& choice, const World& world);

  private:
    Board& board_;
    const Known& known_;
    const PlayoutStyle& style_;
    World now_;
    int scores_[MOST_PLAYERS];
    int seat_, passes_;
    bool over_;

    void act(const Choice& choice);
    Choice choose();
    Choice thoughtful(int closely);
    Choice greedy() const;
    void count_unseen(std::uint8_t* unseen, int seat) const;
    double openness() const;
    void draw(int seat);
    Worth worth() const;
};

}  // namespace qwirkle::classic
