// A tile game read from the lines of its record: what is true at its last moment (classic/state.py).
//
// Pieces can be hidden. The bag is never listed: it holds what is left of the 108 tiles.
#pragma once

#include "classic/judge.h"
#include "classic/known.h"
#include "classic/starts.h"

namespace qwirkle::classic {

// A move that was made, and what came of it.
struct Turn {
    Move move;
    int seat, points, drawn;
};

struct Table {
    int players = 0;
    int start = -1;  // the seat that started; -1: the position was set up
    int turn = 0;
    int moves = 0;
    int bag = PIECES;
    int passes = 0;  // in a row
    int bonus = 0;   // for going out
    Layout layout;
    Held hands[MOST_PLAYERS];
    int scores[MOST_PLAYERS] = {};
    bool gone[MOST_PLAYERS] = {};
    const char* ended = nullptr;  // the rule
    Turn past[MOST_PAST];         // the last moves, the newest last
    int past_count = 0;
    Fault wrong;  // why a position that was set up cannot be, where there is more to say than the line

    // The number of the first line that cannot be, or 0.
    int read(Part game);

    Situation situation(int seat) const { return {layout, hands[seat], bag}; }
    bool is_there(long long seat) const { return seat >= 0 && seat < players; }
    int staying() const;
    bool wins(int seat) const;
    Fault strict_fault() const;  // what no game leads to, though it can be played on
    const Turn* last() const { return past_count ? past + past_count - 1 : nullptr; }

  private:
    bool seated_ = false;  // by lines that say so; otherwise whoever is mentioned has a seat
    bool set_up_ = false;
    bool dealt_[MOST_PLAYERS] = {};
    long long ages_[MOST_PLAYERS] = {UNKNOWN_AGE, UNKNOWN_AGE, UNKNOWN_AGE, UNKNOWN_AGE};
    int removed_ = 0;
    std::uint8_t out_[KINDS] = {};  // known tiles that left with a player, or are just being traded

    bool has_begun() const { return set_up_ ? players > 1 : start >= 0; }
    bool follow(const Happened& happened);
    bool sit_down(const Happened& happened);
    bool set_up(const Happened& happened);
    bool read_hand(const Happened& happened);
    bool deal(const Happened& happened);
    bool begin(int seat);
    bool begin_by_first_rules(int mover);
    bool move(const Happened& happened);
    bool draw(const Happened& happened, const Move& move);
    void finish(const Move& move);
    bool resign(int seat);
    void remember(const Move& move, int points, int drawn);
    int next_seat() const;
    bool was_dealt() const;
    bool are_all_dealt() const;
    bool are_all_hands_known() const;
    Start starter_by_hands() const;
    bool adds_up();
};

}  // namespace qwirkle::classic
