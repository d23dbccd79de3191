#include "cards/game.h"

#include "cards/solver.h"

namespace qwirkle::cards {

namespace {

void add(Counts& to, const Counts& more) {
    for (int kind = 0; kind < KINDS; ++kind) to[kind] = static_cast<std::uint8_t>(to[kind] + more[kind]);
}

void take(Counts& from, const Counts& less) {
    for (int kind = 0; kind < KINDS; ++kind) from[kind] = static_cast<std::uint8_t>(from[kind] - less[kind]);
}

bool holds(const Counts& all, const Counts& some) {
    for (int kind = 0; kind < KINDS; ++kind) {
        if (some[kind] > all[kind]) return false;
    }
    return true;
}

Counts counted(Set set) {
    Counts counts;
    for (; set; set &= set - 1) counts[first(set)] = 1;
    return counts;
}

// Take captured lines from the cards; false where they are not there.
bool take_lines(Counts& from, const Outcome& outcome) {
    for (int at = 0; at < outcome.captures; ++at) {
        for (Set kinds = full_line(outcome.captured[at]); kinds; kinds &= kinds - 1) {
            if (from[first(kinds)]-- == 0) return false;
        }
    }
    return true;
}

bool well_formed(const Outcome& outcome) {
    if (outcome.captures > MOST_CAPTURES) return false;
    for (int at = 0; at < outcome.captures; ++at) {
        if (outcome.captured[at] >= LINES) return false;
    }
    return true;
}

// The seat that starts, and whether anybody can (C2): the youngest of those with the largest set, and by lot where ages
// are equal or not all known.
bool starter(const Counts* hands, int players, const int* ages, int lot, int& seat) {
    int sizes[MOST_PLAYERS];
    int most = 0;
    for (int at = 0; at < players; ++at) {
        sizes[at] = largest_set(hands[at]);
        if (sizes[at] > most) most = sizes[at];
    }
    int tied[MOST_PLAYERS];
    int number = 0;
    int youngest = -1;
    bool known = ages != nullptr;
    for (int at = 0; at < players; ++at) {
        if (sizes[at] != most) continue;
        tied[number++] = at;
        known = known && ages[at] >= 0;
        if (known && (youngest < 0 || ages[at] < youngest)) youngest = ages[at];
    }
    int among = 0;
    for (int at = 0; at < number; ++at) {
        if (!known || ages[tied[at]] == youngest) tied[among++] = tied[at];
    }
    seat = tied[lot % among];
    return most >= SHORTEST;
}

}  // namespace

bool Game::start(const Counts* dealt, int number, const Counts& rest, const int* ages, int lot) {
    *this = {};
    if (number < 2 || number > MOST_PLAYERS || lot < 0) return false;
    players = static_cast<std::uint8_t>(number);
    Counts all = rest;
    for (int seat = 0; seat < number; ++seat) {
        if (dealt[seat].total() > PIECES) return false;  // its size would not fit
        hands[seat] = dealt[seat];
        hand_sizes[seat] = static_cast<std::uint8_t>(dealt[seat].total());
        for (int kind = 0; kind < KINDS; ++kind) {
            const int sum = all[kind] + dealt[seat][kind];
            if (sum > COPIES) return false;
            all[kind] = static_cast<std::uint8_t>(sum);
        }
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        if (all[kind] > COPIES) return false;
    }
    pile = rest;
    pile_size = static_cast<std::uint8_t>(rest.total());
    int first_seat;
    if (!starter(hands, number, ages, lot, first_seat)) return false;
    turn = static_cast<std::uint8_t>(first_seat);
    return true;
}

bool Game::deal(const Tile order[PIECES], int number, int lot) {
    if (number < 2 || number > MOST_PLAYERS) return false;
    Counts dealt[MOST_PLAYERS]{};
    Counts rest{};
    for (int at = 0; at < PIECES; ++at) {
        if (order[at] >= KINDS) return false;
        const int seat = at / HAND_SIZE;
        ++(seat < number ? dealt[seat] : rest)[order[at]];
    }
    return start(dealt, number, rest, nullptr, lot);
}

bool Game::deal(int number, Dice& dice) {
    if (number < 2 || number > MOST_PLAYERS) return false;
    Tile order[PIECES];
    for (int at = 0; at < PIECES; ++at) order[at] = static_cast<Tile>(at % KINDS);
    do {
        for (std::uint32_t at = PIECES - 1; at > 0; --at) {
            const std::uint32_t other = dice.below(at + 1);
            const Tile tile = order[at];
            order[at] = order[other];
            order[other] = tile;
        }
    } while (!deal(order, number, static_cast<int>(dice.below(LOTS))));
    return true;
}

Must Game::must() const {
    if (ended || !players) return Must::NOTHING;
    if (opening) return Must::OPEN;
    Outcome play;
    if (any_play(table, hands[turn], play)) return Must::PLAY;
    return can_exchange() ? Must::EXCHANGE : Must::PASS;
}

bool Game::can_play(const Outcome& outcome) const {
    if (ended || !players || !well_formed(outcome)) return false;
    const int size = outcome.played.total();
    if (!size || !holds(hands[turn], outcome.played)) return false;
    Counts after = table;
    add(after, outcome.played);
    if (!take_lines(after, outcome) || !legal(after)) return false;
    if (!opening) return true;
    // The whole turn is one largest set, and a six is captured (C3).
    Set sets[LINES];
    const int number = largest_sets(hands[turn].kinds(), sets);
    if (outcome.captures != (count(sets[0]) == LONGEST)) return false;
    for (int at = 0; at < number; ++at) {
        if (outcome.played == counted(sets[at])) return true;
    }
    return false;
}

int Game::draws(int played) const {
    const int wanted = HAND_SIZE - hand_sizes[turn] + played;
    return wanted < pile_size ? wanted : pile_size;
}

int Game::exchange_draws() const { return HAND_SIZE < pile_size ? HAND_SIZE : pile_size; }

bool Game::play(const Outcome& outcome, const Counts& drawn) {
    if (!can_play(outcome) || !holds(pile, drawn)) return false;
    if (drawn.total() != draws(outcome.played.total())) return false;
    play_unchecked(outcome, drawn);
    return true;
}

void Game::play_unchecked(const Outcome& outcome, const Counts& drawn) {
    Counts& hand = hands[turn];
    take(hand, outcome.played);
    add(table, outcome.played);
    take_lines(table, outcome);
    add(hand, drawn);
    take(pile, drawn);
    const int number = drawn.total();
    hand_sizes[turn] = static_cast<std::uint8_t>(hand_sizes[turn] - outcome.played.total() + number);
    pile_size = static_cast<std::uint8_t>(pile_size - number);
    for (int at = 0; at < outcome.captures; ++at) ++captured[turn][outcome.captured[at]];
    scores[turn] = static_cast<std::uint8_t>(scores[turn] + outcome.captures);
    opening = false;
    end_turn();
}

bool Game::exchange(const Counts& drawn) {
    if (must() != Must::EXCHANGE) return false;
    if (!holds(pile, drawn) || drawn.total() != exchange_draws()) return false;
    exchange_unchecked(drawn);
    return true;
}

void Game::exchange_unchecked(const Counts& drawn) {
    take(pile, drawn);
    add(pile, hands[turn]);
    const int number = drawn.total();
    pile_size = static_cast<std::uint8_t>(pile_size - number + hand_sizes[turn]);
    hands[turn] = drawn;
    hand_sizes[turn] = static_cast<std::uint8_t>(number);
    ++exchanges;
}

bool Game::pass() {
    if (must() != Must::PASS) return false;
    end_turn();
    return true;
}

void Game::end_turn() {
    if (last_turns) {
        waiting &= static_cast<std::uint8_t>(~(1u << turn));
    } else if (!pile_size) {
        last_turns = true;
        waiting = static_cast<std::uint8_t>((1u << players) - 1);
    }
    turn = static_cast<std::uint8_t>((turn + 1) % players);
    exchanges = 0;
    ended = last_turns && !waiting;
}

Counts Game::draw(Dice& dice, int number) const {
    Counts rest = pile;
    Counts drawn;
    for (std::uint32_t left = pile_size; number > 0 && left > 0; --number, --left) {
        std::uint32_t at = dice.below(left);
        int kind = 0;
        for (; at >= rest[kind]; ++kind) at -= rest[kind];
        --rest[kind];
        ++drawn[kind];
    }
    return drawn;
}

unsigned Game::winners() const {
    unsigned seats = 0;
    int most = -1;
    for (int seat = 0; seat < players; ++seat) {
        if (scores[seat] > most) seats = 0;
        if (scores[seat] >= most) {
            most = scores[seat];
            seats |= 1u << seat;
        }
    }
    return seats;
}

}  // namespace qwirkle::cards
