// A game played on for a few turns in one world, and what it is worth where it stops.
#pragma once

#include "classic/determinizations.h"
#include "classic/evaluate.h"
#include "core/expected.h"

namespace qwirkle::classic {

struct Worth {
    double margin;  // points ahead of the best other seat
    double ahead;   // the chance to end ahead of that seat, from 0 to 1: what moves are compared by
    double win;     // the chance to win; with two players it is the same
};

struct PlayoutStyle {
    int ahead = 4;  // turns after the first move, in whole rounds: it ends with one's own, so that plans count
    int played_out_from = 0;  // with at most this number of tiles in the bag, the game is played to its end
    double spread = 2.8;      // how far a game can still turn, in points for the root of the tiles left
    double tempo = 4;         // what it is worth to be next
    int weighed = 0;          // plays of a turn that are held against the best answer; 0: points alone
    int weighed_from =
        0;  // by the opponent of two, with at most this number of tiles in the bag; by both once it is empty
};

// A game that goes on: the points of everybody, whose turn it is, and the tiles in the bag and in all hands.
struct Standing {
    const int* scores;
    int players, turn, tiles;
};

// The chance of a seat to win. Those of all seats add up to 1.
double chance_to_win(const Standing& standing, int seat, const PlayoutStyle& style);

// How much one point changes the chance to win, as things stand now.
double playout_slope(const Known& known, const PlayoutStyle& style);

// Plays a choice and what may follow it; the board is the same again afterwards.
class Playout {
  public:
    Playout(Board& board, const Known& known, const PlayoutStyle& style)
        : board_(board), known_(known), style_(style) {}

    Worth play(const Choice& choice, const Determinization& world);
    // How a game comes out for everybody if all play greedily, as far as can be seen after the turns ahead.
    Final play_on(const Determinization& world);
    // How many turns were played so far.
    long turns() const { return turns_; }

  private:
    Board& board_;
    const Known& known_;
    const PlayoutStyle& style_;
    Determinization now_;
    int scores_[MOST_PLAYERS];
    int seat_, passes_;
    bool over_;
    long turns_ = 0;

    int plies() const { return (style_.ahead + known_.players - 1) / known_.players * known_.players; }
    void begin(const Determinization& world);
    Standing standing() const;
    void act(const Choice& choice);
    ScoredPlay opening(const Hand& hand) const;
    Choice greedy() const;
    bool is_weighed() const;
    Choice weighed();
    int best_answer(const Choice& choice);
    void draw(int seat);
    Worth worth() const;
};

}  // namespace qwirkle::classic
