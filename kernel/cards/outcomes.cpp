#include "cards/outcomes.h"

namespace qwirkle::cards {

void Captures::start(const Cards& there, Outcome& turn) {
    turn.captures = 0;
    frame_[0] = {there, EVERY_LINE};
    depth_ = 1;
}

// Only those of the frame's lines that can be captured next.
unsigned Captures::capturable(const Cards& there, unsigned lines) {
    unsigned possible = 0;
    for (; lines; lines &= lines - 1) {
        const int line = first(lines);
        if (!there.holds(line)) continue;
        Cards left = there;
        left.take(line);
        if (solvable(left)) possible |= 1u << line;
    }
    return possible;
}

bool Captures::next(Outcome& turn) {
    while (depth_) {
        Frame& frame = frame_[depth_ - 1];
        if (turn.captures == most_) frame.lines = 0;
        if (!frame.looked_at) frame.lines = capturable(frame.there, frame.lines);
        frame.looked_at = true;
        if (const unsigned lines = frame.lines) {
            frame.lines &= lines - 1;
            frame_[depth_] = {frame.there, lines_after(frame.there, lines)};
            const int line = first(lines);
            frame_[depth_++].there.take(line);
            turn.captured[turn.captures++] = static_cast<std::uint8_t>(line);
            return true;
        }
        if (--depth_) --turn.captures;
    }
    return false;
}

Outcomes::Outcomes(const Counts& table, const Counts& hand, int most) : captures_(most) {
    for (int kind = 0; kind < KINDS; ++kind) {
        if (table[kind] + hand[kind] > MOST_OF_A_KIND) return;
    }
    if (!table_.read(table) || hand.total() > PIECES) return;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < hand[kind]; ++copy) hand_[held_++] = static_cast<Tile>(kind);
    }
}

bool Outcomes::next(Outcome& outcome) {
    if (captures_.next(turn_)) {
        outcome = turn_;
        return true;
    }
    while (next_cards()) {
        Cards after = table_;
        turn_.played = {};
        for (int at = 0; at < size_; ++at) {
            after.add(chosen_[at]);
            ++turn_.played[chosen_[at]];
        }
        if (!solvable(after)) continue;
        captures_.start(after, turn_);
        outcome = turn_;
        return true;
    }
    return false;
}

// The next distinct choice of cards: small ones first, those of one size in lexicographic order.
bool Outcomes::next_cards() {
    int at = size_ - 1;
    while (at >= 0 && chosen_[at] == hand_[held_ - size_ + at]) --at;
    int from = 0;
    if (at < 0) {
        if (size_ == held_) return false;
        ++size_;
        at = 0;
    } else {
        while (hand_[from] <= chosen_[at]) ++from;
    }
    for (; at < size_; ++at) chosen_[at] = hand_[from++];
    return true;
}

}  // namespace qwirkle::cards
