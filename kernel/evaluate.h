// The worth of a move without search: its points, what it keeps, what it leaves to oneself and to others.
//
// What a single tile can score on a board is known exactly for each kind of tile, and which kinds the others
// hold follows from counting: a line that waits for a tile which lies on the board already threatens nothing.
#pragma once

#include "known.h"

namespace qwirkle::classic {

constexpr int MOST_CLOSELY = 64;
constexpr int FEATURES = 12;
constexpr int PHASES = 3;

struct Features {
    double value[FEATURES];
};

struct Weights {
    double of[PHASES][FEATURES];
};

extern const Weights FITTED;

// How many unseen tiles there are of each kind, as sets of the kinds with at least one, two, three of them.
struct Unseen {
    Set at_least[COPIES] = {};
    int all = 0;

    explicit Unseen(const std::uint8_t* counts) {
        for (int tile = 0; tile < KINDS; ++tile) {
            for (int copy = 0; copy < counts[tile]; ++copy) at_least[copy] |= bit(tile);
            all += counts[tile];
        }
    }
    int of(Set kinds) const {
        return count(kinds & at_least[0]) + count(kinds & at_least[1]) + count(kinds & at_least[2]);
    }
};

// What a seat that chooses can see, or believes.
struct Outlook {
    Board& board;
    const Hand& hand;
    int bag;                      // how many tiles are left to draw
    int theirs;                   // how many tiles the next player holds
    const std::uint8_t* unseen;   // in the bag and in the other hands

    explicit Outlook(Known& known)
        : Outlook(known.board, known.hand, known.bag, known.sizes[(known.seat + 1) % known.players], known.unseen) {}
    Outlook(Board& at, const Hand& mine, int left, int other, const std::uint8_t* counts)
        : board(at), hand(mine), bag(left), theirs(other), unseen(counts) {}
};

class Evaluator {
  public:
    explicit Evaluator(const Outlook& outlook);

    // The features of a legal choice; the board is the same again afterwards.
    Features features(const Choice& choice);
    double worth(const Choice& choice, const Weights& weights);
    int phase() const { return phase_; }

  private:
    static constexpr int MOST_SINGLE = 2 * (LONGEST + BONUS);

    const Outlook outlook_;
    const Unseen unseen_;
    const int phase_;
    double missed_[HAND + 1][PIECES + 1];  // that so many draws all miss so many of the unseen tiles
    Set reach_[MOST_SINGLE + 2];           // the kinds that score at least so many points alone

    void find_reach();
    double expected(Set held, int draws) const;
};

// The best choices by worth, the best first; gives how many. So many plays are looked at closely, those with the
// most points. Trades are among them when they may pay.
int shortlist(const Outlook& outlook, const Weights& weights, int closely, Choice* best, double* worths, int most);

}  // namespace qwirkle::classic
