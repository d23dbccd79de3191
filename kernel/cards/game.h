// The card game's turns (state.py, without resignations).
#pragma once

#include "cards/outcome.h"
#include "core/random.h"

namespace qwirkle::cards {

constexpr int HAND_SIZE = 9;
constexpr int MOST_EXCHANGES = 3;
constexpr int LOTS = 12;  // two, three and four seats have equal shares of them

enum class Must : std::uint8_t { OPEN, PLAY, EXCHANGE, PASS, NOTHING };

struct Game {
    std::uint8_t players = 0;
    std::uint8_t turn = 0;
    std::uint8_t exchanges = 0;  // of the player to move, in this turn
    bool opening = true;
    bool last_turns = false;   // the pile has run out
    std::uint8_t waiting = 0;  // then: the seats that still have their last turn
    bool ended = false;
    std::uint8_t pile_size = 0;
    std::uint8_t hand_sizes[MOST_PLAYERS]{};
    std::uint8_t scores[MOST_PLAYERS]{};
    Counts hands[MOST_PLAYERS]{};
    Counts pile{};
    Counts table{};
    std::uint8_t captured[MOST_PLAYERS][LINES]{};

    // The game after a deal (C1, C2). False where nobody holds a set of three, or the pieces are
    // not those of one game. Ages break ties; without them, or below zero, the lot does, a number below LOTS.
    bool start(const Counts* dealt, int number, const Counts& rest, const int* ages, int lot);

    // Deal from an order of all 108 pieces, nine to each seat in turn; false: deal again.
    bool deal(const Tile order[PIECES], int number, int lot);

    // Shuffle and deal until somebody can open. False where two to four do not play.
    bool deal(int number, Dice& dice);

    // What the player to move has to do. PLAY: any legal outcome; OPEN: one of the largest sets.
    Must must() const;

    bool can_exchange() const { return pile_size > 0 && exchanges < MOST_EXCHANGES; }

    // Whether the player to move may do this. These are the judges; play and the others ask them.
    bool can_play(const Outcome& outcome) const;

    // How many cards are drawn with a play of n cards, and with an exchange (C8, C9).
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

}  // namespace qwirkle::cards
