#include "cards/state.h"

#include "cards/game.h"

namespace qwirkle::cards {

State::State() {
    for (int kind = 0; kind < KINDS; ++kind) elsewhere[kind] = COPIES;
}

bool State::give(int seat, const Tile* cards, int number) {
    if (number > pile) return false;
    pile -= number;
    for (int at = 0; at < number; ++at) {
        if (cards[at] == HIDDEN) {
            ++hands[seat].hidden;
        } else {
            if (!elsewhere[cards[at]]) return false;
            --elsewhere[cards[at]];
            ++hands[seat].known[cards[at]];
        }
    }
    return true;
}

int State::draws(int seat, const Move& move) const {
    const int held = hands[seat].size();
    int wanted = 0;
    if (move.kind == Move::ARRANGE) wanted = HAND_SIZE - held + played(table, move).total();
    if (move.kind == Move::EXCHANGE) wanted = fresh_nine ? HAND_SIZE : held;
    return wanted < pile ? wanted : pile;
}

bool State::follow(const Move& move, const Tile* drawn, int number) {
    last_seat = turn;
    last_move = move;
    remember(move, number);
    if (move.kind == Move::EXCHANGE) {
        const Held old = hands[turn];  // shuffled into the pile after the draw (C9)
        hands[turn] = {};
        if (!give(turn, drawn, number)) return false;
        for (int kind = 0; kind < KINDS; ++kind) {
            elsewhere[kind] = static_cast<std::uint8_t>(elsewhere[kind] + old.known[kind]);
        }
        pile += old.size();
        ++exchanges;
        return true;
    }
    if (move.kind == Move::ARRANGE && !lay(move)) return false;
    if (!give(turn, drawn, number)) return false;
    end_turn();
    return true;
}

// The cards of the hand, the known ones first, go to the table.
bool State::lay(const Move& move) {
    const Counts cards = played(table, move);
    Held& hand = hands[turn];
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < cards[kind]; ++copy) {
            if (hand.known[kind]) {
                --hand.known[kind];
            } else {
                if (!hand.hidden || !elsewhere[kind]) return false;
                --hand.hidden;
                --elsewhere[kind];
            }
        }
    }
    for (int row = 0; row < move.captured.number; ++row) captured[turn].add(move.captured[row]);
    table = move.rows;
    opening = false;
    return true;
}

void State::remember(const Move& move, int drawn) {
    PastTurn& past = last[turn];
    past = {true, {}, 0};
    if (move.kind == Move::ARRANGE) past = {true, move.rows.counts(), static_cast<std::uint8_t>(drawn)};
    moved_since_draw = static_cast<std::uint8_t>(drawn ? 0 : moved_since_draw | 1u << turn);
    ++moves;
}

void State::end_turn() {
    if (last_turns) {
        waiting &= static_cast<std::uint8_t>(~(1u << turn));
    } else if (!pile) {
        last_turns = true;
        waiting = static_cast<std::uint8_t>(((1u << players) - 1) & ~gone);
    }
    pass_on();
    check_end();
}

void State::pass_on() {
    exchanges = 0;
    for (int step = 1; step <= players; ++step) {
        const int seat = (turn + step) % players;
        if (is_gone(seat)) continue;
        turn = static_cast<std::uint8_t>(seat);
        return;
    }
}

bool State::resign(int seat) {
    if (ended != Ended::NO || seat < 0 || seat >= players || is_gone(seat)) return false;
    gone |= static_cast<std::uint8_t>(1u << seat);
    waiting &= static_cast<std::uint8_t>(~gone);
    hands[seat] = {};
    if (seat == turn) pass_on();
    check_end();
    return true;
}

// One player is left (O1), or everybody has had the last turn (C10).
void State::check_end() {
    if (staying() == 1) {
        ended = Ended::LEFT;
    } else if (last_turns && !waiting) {
        ended = Ended::LAST_TURNS;
    }
}

unsigned State::winners() const {
    unsigned seats = 0;
    int most = -1;
    for (int seat = 0; seat < players; ++seat) {
        if (is_gone(seat) || score(seat) < most) continue;
        if (score(seat) > most) seats = 0;
        most = score(seat);
        seats |= 1u << seat;
    }
    return seats;
}

Counts State::unseen_by(int seat) const {
    Counts unseen;
    for (int kind = 0; kind < KINDS; ++kind) unseen[kind] = COPIES;
    const auto take = [&unseen](const Counts& seen) {
        for (int kind = 0; kind < KINDS; ++kind) unseen[kind] = static_cast<std::uint8_t>(unseen[kind] - seen[kind]);
    };
    take(table.counts());
    take(hands[seat].known);
    for (int other = 0; other < players; ++other) take(captured[other].counts());
    return unseen;
}

}  // namespace qwirkle::cards
