// The search of the tile game: good moves by worth, tried in many worlds, the weaker half dropped each round.
#pragma once

#include "classic/endgame.h"
#include "classic/playout.h"
#include "core/expected.h"

namespace qwirkle::classic {

constexpr int MOST_CANDIDATES = 64;

struct Settings {
    Weights weights = FITTED;
    int evaluated_plays = 40;  // plays whose worth is found out
    int candidates = 16;       // at most; fewer where there is too little work for all
    int turns = 10000;         // played in all worlds together, and looked back at: the work that a budget buys
    double trust = 0;          // how many samples the worth without search counts for
    double clear = 3;          // stop when the lead is this many standard errors
    Inference inference;
    PlayoutStyle playout;
    bool compare = false;            // the worth of other choices is wanted where the best is known already
    bool fitting = false;            // the features of the choices are wanted, too
    int endgame_nodes = 0;           // positions that the exact search of an endgame may look at
    bool guards_sixth = false;       // a play that opens a line of six to one tile is made only if all do
    bool play_for_mistakes = false;  // where an end is lost against the best replies
};

struct Ranked {
    Choice choice;
    double margin, margin_error, win, win_error;
    int samples;
};

class Search {
  public:
    Search(Known& known, const Settings& settings, std::uint64_t seed);

    // The candidates, the best first; returns how many.
    int rank(Ranked* ranked);
    // Search as if these were all hands: a measure of what cannot be known.
    void peek(const Hand* hands) { determinizations_.peek(hands); }
    bool solved() const { return solved_; }
    // Two legal choices in the same worlds, until the work is spent; exactly where the end can be solved.
    Duel duel(const Choice& one, const Choice& other);

  private:
    static constexpr int COMPARED = 2048;  // worlds from which the error of a lead is found out

    struct Candidate {
        Choice choice;
        double prior;  // the worth without search, as a difference in the chance to stay ahead
        double ahead, wins, win_squares, margins, margin_squares;
        int samples;
        float ahead_in[COMPARED];  // world by world, to compare like with like

        double score() const { return ahead + prior; }
    };

    Known& known_;
    const Settings settings_;
    Dice dice_;
    bool solved_ = false;
    Candidate candidates_[MOST_CANDIDATES];
    int order_[MOST_CANDIDATES];  // the candidates, the best first
    int number_ = 0;
    Determinizations determinizations_;
    Playout playout_;
    Endgame::Room room_;

    bool is_endgame() const;
    Ending ending() const;
    int solve_endgame(Ranked* ranked);
    void play_for_mistakes(const Ending& open, const Endgame::Answer& answer, Ranked& chosen);
    bool solve_duel(const Choice& one, const Choice& other, Duel& duel);
    int rank_ends(Endgame& endgame, Ranked* ranked);
    Ranked ended(const ScoredPlay& play, int gain) const;
    int shortlisted(Choice* choices, double* worths);
    int without_gifts(Choice* choices, double* worths, int number);
    void gather();
    long spent() const { return playout_.turns() + determinizations_.looked_at(); }
    void compare();
    void sample(const Determinization& world, int live, int tried);
    void sort(int live);
    bool is_clear(int live) const;
};

}  // namespace qwirkle::classic
