// The worth of a move without search: its points, what it keeps, what it leaves to oneself and to others.
//
// What a single tile can score on a board is known exactly for each kind of tile, and which kinds the others
// hold follows from counting: a line that waits for a tile which lies on the board already threatens nothing.
#pragma once

#include "classic/known.h"

namespace qwirkle::classic {

constexpr int MOST_EVALUATED = 256;
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
    // The chance that n draws bring none of these kinds.
    double missed(Set kinds, int draws) const {
        const int others = all - of(kinds);
        double chance = 1;
        for (int at = 0; at < draws && at < all; ++at) {
            chance *= others > at ? static_cast<double>(others - at) / (all - at) : 0;
        }
        return chance;
    }
};

// For each number of points, the kinds of tiles that score at least that when played alone.
class Reach {
  public:
    static constexpr int MOST = 2 * (LONGEST + BONUS);

    explicit Reach(const Board& board);
    Set operator[](int points) const { return kinds_[points]; }
    // The points of the best single tile of a hand; 0 where none fits.
    int best(Set held) const;
    // The same as an expectation, for a hand with these tiles and n unseen ones.
    double expected(Set held, int draws, const Unseen& unseen) const;

  private:
    Set kinds_[MOST + 2] = {};
};

// What a seat that chooses can see, or believes.
struct Outlook {
    Board& board;
    const Hand& hand;
    int bag_size;                // how many tiles are left to draw
    int theirs;                  // how many tiles the next player holds
    const std::uint8_t* unseen;  // in the bag and in the other hands

    explicit Outlook(Known& known)
        : Outlook(known.board, known.hand, known.bag_size, known.hand_sizes[(known.seat + 1) % known.players],
                  known.unseen) {}
    Outlook(Board& at, const Hand& mine, int left, int other, const std::uint8_t* counts)
        : board(at), hand(mine), bag_size(left), theirs(other), unseen(counts) {}
};

class Evaluator {
  public:
    explicit Evaluator(const Outlook& outlook);

    // The features of a legal choice; the board is the same again afterwards.
    Features features(const Choice& choice);
    double worth(const Choice& choice, const Weights& weights);
    int phase() const { return phase_; }

  private:
    const Outlook outlook_;
    const Unseen unseen_;
    const int phase_;
};

// The best choices by worth, the best first; returns how many. `evaluated_plays` plays are evaluated, those with the
// most points. Trades are among them when they may pay.
int shortlist(const Outlook& outlook, const Weights& weights, int evaluated_plays, Choice* best, double* worths,
              int most);

}  // namespace qwirkle::classic
