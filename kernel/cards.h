// The card game: exact answers about tables, one layout for people, and the machine of turns.
//
// Only counts matter for play: how many of each of the 36 kinds lie on the table. The answers are
// those of src/qwirkle/cards, to the card and in the same order. Nothing here allocates.
#pragma once

#include <cstdint>

#include "random.h"
#include "tiles.h"

namespace qwirkle::cards {

constexpr int LINES = 12;  // six colours, then six shapes, as FULL_LINES in lines.py
constexpr int SHORTEST = 3;
constexpr int HAND_SIZE = 9;
constexpr int MOST_EXCHANGES = 3;
constexpr int MOST_OF_A_KIND = 6;  // three in rows of the colour, three in rows of the shape
constexpr int MOST_CAPTURES = PIECES / LONGEST;
constexpr int MOST_ROWS = PIECES / SHORTEST;

constexpr Set full_line(int line) { return line < 6 ? color_line(line) : shape_line(line - 6); }

// How many there are of each kind.
struct Counts {
    std::uint8_t of[KINDS]{};

    std::uint8_t& operator[](int kind) { return of[kind]; }
    std::uint8_t operator[](int kind) const { return of[kind]; }
    bool operator==(const Counts&) const = default;

    int total() const {
        int sum = 0;
        for (int kind = 0; kind < KINDS; ++kind) sum += of[kind];
        return sum;
    }
};

// What a turn comes to: the cards played, and which full lines were captured, in ascending order.
struct Outcome {
    Counts played;
    std::uint8_t captures = 0;
    std::uint8_t captured[MOST_CAPTURES]{};
};

// ---- the solver (solver.py) -----------------------------------------------------------------
// More than MOST_OF_A_KIND of one kind, on the table and in the hand together, is never legal.

// Whether these cards can lie on the table, in rows of three to five.
bool legal(const Counts& table);

// A legal table with at least and at most so many cards of each kind.
bool find(const Counts& low, const Counts& high, Counts& found);

// Some legal play without captures; false proves that there is nothing to play (C9).
bool any_play(const Counts& table, const Counts& hand, Outcome& play);

// A legal play that captures as many rows as any.
bool best(const Counts& table, const Counts& hand, Outcome& play);

// Show every distinct outcome of a turn to a visitor, until it returns false.
using Visitor = bool (*)(void* context, const Outcome& outcome);
void visit_outcomes(const Counts& table, const Counts& hand, Visitor visitor, void* context);

template <class Visit>
void outcomes(const Counts& table, const Counts& hand, Visit&& visit) {
    auto call = [](void* context, const Outcome& outcome) -> bool {
        return (*static_cast<decltype(&visit)>(context))(outcome);
    };
    visit_outcomes(table, hand, call, &visit);
}

// Every choice of full lines that these cards can leave, as outcomes that play nothing.
void visit_captures(const Counts& there, Visitor visitor, void* context);

// The sets of most different cards of one line, in the order of lines.py; returns their number.
int largest_sets(const Counts& hand, Set sets[LINES]);

// The opening that lays one of them; a six is captured (C3).
Outcome opening(Set set);

// ---- the layout (layout.py) -----------------------------------------------------------------

struct Arrangement {
    std::uint8_t rows = 0;
    std::uint8_t captures = 0;
    Set row[MOST_ROWS]{};
    std::uint8_t captured[MOST_CAPTURES]{};  // lines, in ascending order
};

// The arrangement of an outcome that moves the fewest cards of these rows; the order of the rows
// decides ties. False where there is no legal arrangement, or a row is no line.
bool arrange(const Set* rows, int number, const Outcome& outcome, Arrangement& found);

// Some arrangement of an outcome, found much faster.
bool any_arrangement(const Set* rows, int number, const Outcome& outcome, Arrangement& found);

// ---- the game (state.py, without resignations) ----------------------------------------------

enum class Must : std::uint8_t { OPEN, PLAY, EXCHANGE, PASS, NOTHING };

struct Game {
    std::uint8_t players = 0;
    std::uint8_t turn = 0;
    std::uint8_t exchanges = 0;  // of the player to move, in this turn
    bool opening = true;
    bool last_turns = false;    // the pile has run out
    std::uint8_t waiting = 0;   // then: the seats that still have their last turn
    bool ended = false;
    std::uint8_t pile_size = 0;
    std::uint8_t hand_size[MOST_PLAYERS]{};
    std::uint8_t scores[MOST_PLAYERS]{};
    Counts hands[MOST_PLAYERS]{};
    Counts pile{};
    Counts table{};
    std::uint8_t captured[MOST_PLAYERS][LINES]{};

    // The game after a deal (C1, C2). False where nobody holds a set of three, or the pieces are
    // not those of one game. Ages break ties; without them, or below zero, the earliest seat does.
    bool start(const Counts* dealt, int number, const Counts& rest, const int* ages = nullptr);

    // Deal from an order of all 108 pieces, nine to each seat in turn; false: deal again.
    bool deal(const Tile order[PIECES], int number, const int* ages = nullptr);

    // Shuffle and deal until somebody can open. False where two to four do not play.
    bool deal(Dice& dice, int number);

    // What the player to move has to do. PLAY: any legal outcome; OPEN: one of the largest sets.
    Must must() const;

    bool can_exchange() const { return pile_size > 0 && exchanges < MOST_EXCHANGES; }

    // Whether the player to move may do this. These are the judges; play and the others ask them.
    bool can_play(const Outcome& outcome) const;

    // How many cards are drawn with a play of so many cards, and with an exchange (C8, C9).
    int draws(int played) const;
    int exchange_draws() const;

    // Moves with the cards drawn given. False, and nothing changed, where a move is not legal or
    // the draw is not one that the rules allow.
    bool play(const Outcome& outcome, const Counts& drawn);
    bool exchange(const Counts& drawn);
    bool pass();

    // Random cards from the pile.
    Counts draw(Dice& dice, int number) const;

    // Who has the most captured rows, as a mask of seats (C11).
    unsigned winners() const;

    // The same moves without asking the judges, for self-play.
    void play_unchecked(const Outcome& outcome, const Counts& drawn);
    void exchange_unchecked(const Counts& drawn);
    void end_turn();
};

enum class Policy : std::uint8_t { RANDOM, GREEDY };

// What a policy plays where something can be played; false: exchange or pass.
bool choose(const Game& game, Policy policy, Dice& dice, Outcome& outcome);

struct Result {
    std::uint8_t scores[MOST_PLAYERS]{};
    std::uint8_t winners = 0;  // a mask of seats
    bool finished = false;     // false: nobody could move for very long, see MOST_TURNS
    std::uint16_t turns = 0;   // plays and passes
    std::uint16_t passes = 0;
    std::uint16_t exchanges = 0;
};

// No rule ends a game in which everybody passes for ever; self-play stops it here.
constexpr int MOST_TURNS = 2000;

// One whole game; the result depends on the arguments only.
void play_game(std::uint64_t seed, int players, const Policy* policies, Result& result);

}  // namespace qwirkle::cards
