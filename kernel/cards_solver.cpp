#include "cards_parts.h"

namespace qwirkle::cards {

namespace {

bool solvable(const Cards& table) {
    const Limits limits{table, table};
    Parts parts;
    return parts.between(limits) && parts.can_settle(limits);
}

bool solve(const Limits& limits, Counts& found) {
    Parts parts;
    if (!parts.between(limits) || !parts.settle_all(limits)) return false;
    for (int kind = 0; kind < KINDS; ++kind)
        found[kind] = static_cast<std::uint8_t>(parts.low(kind / 6, kind % 6) +
                                                parts.low(6 + kind % 6, kind / 6));
    return true;
}

constexpr unsigned EVERY_LINE = COLORS | SHAPES;

// The lines that may be captured after one of the possible lines. What cannot be captured now
// cannot be captured after it either: a full line can always lie, as two rows of three. But that
// is so only while there are three of each kind at most, as there are in every game.
unsigned lines_after(const Cards& there, unsigned possible) {
    const int line = __builtin_ctz(possible);
    for (int color = 0; color < 6; ++color)
        if (there.line[color] & ~THREE) return EVERY_LINE & ~0u << line;
    return possible;
}

// A turn in which some lines were captured: what must be left on the table, and what can be.
struct Turn {
    Limits rest;
    bool uses_hand = false;  // a captured line holds a card from the hand
    int captures = 0;
    std::uint8_t captured[MOST_CAPTURES]{};

    void capture(int line) {
        uses_hand |= !rest.least.holds(line);
        rest.least.take(line);
        rest.most.take(line);
        captured[captures++] = static_cast<std::uint8_t>(line);
    }

    bool has(int line) const { return captures < MOST_CAPTURES && rest.most.holds(line); }

    // Some table that such a turn can leave, with at least one card from the hand played (C5).
    bool left(Set hand, Counts& found) const {
        if (uses_hand) return solve(rest, found);
        for (; hand; hand &= hand - 1) {
            Limits limits = rest;
            limits.least.add(first(hand));
            if (solve(limits, found)) return true;
        }
        return false;
    }
};

bool begin(const Counts& table, const Counts& hand, Turn& turn, Set& kinds) {
    Counts there = table;
    kinds = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        const int count = table[kind] + hand[kind];
        if (count > MOST_OF_A_KIND) return false;
        there[kind] = static_cast<std::uint8_t>(count);
        kinds |= Set{hand[kind] != 0} << kind;
    }
    return turn.rest.least.read(table) && turn.rest.most.read(there);
}

void write_play(const Turn& turn, const Counts& table, const Counts& left, Outcome& play) {
    play.captures = static_cast<std::uint8_t>(turn.captures);
    for (int at = 0; at < turn.captures; ++at) play.captured[at] = turn.captured[at];
    for (int kind = 0; kind < KINDS; ++kind)
        play.played[kind] = static_cast<std::uint8_t>(left[kind] - table[kind]);
    for (int at = 0; at < turn.captures; ++at)
        for (Set kinds = full_line(turn.captured[at]); kinds; kinds &= kinds - 1)
            ++play.played[first(kinds)];
}

// The search for most captures. In Python it goes breadth first and keeps the first play of each
// number of captures. Depth first meets the plays of each number in the same order.
struct BestSearch {
    const Counts& table;
    Set hand;
    Outcome& play;
    int most;  // captures of the best play so far; -1 where there is none yet

    // More captures than this cannot come of these lines: the cards do not suffice.
    static int limit(const Turn& turn, unsigned lines) {
        int cards = 0;
        for (int color = 0; color < 6; ++color) {
            const Word places = lines >> color & 1 ? 63 : lines >> 6;
            cards += count(turn.rest.most.line[color] & places * BYTES);
        }
        return turn.captures + cards / LONGEST;
    }

    void deepen(const Turn& turn, unsigned lines) {
        unsigned possible = 0;
        for (; lines; lines &= lines - 1) {
            const int line = __builtin_ctz(lines);
            Counts left;
            if (!turn.has(line)) continue;
            Turn next = turn;
            next.capture(line);
            if (!next.left(hand, left)) continue;
            possible |= 1u << line;
            if (next.captures > most) {
                most = next.captures;
                write_play(next, table, left, play);
            }
        }
        for (; possible; possible &= possible - 1) {
            const unsigned onward = lines_after(turn.rest.most, possible);
            if (limit(turn, onward) <= most) return;
            Turn next = turn;
            next.capture(__builtin_ctz(possible));
            deepen(next, onward);
        }
    }
};

// Shows outcomes to a visitor until it has seen enough.
struct Show {
    Visitor visitor;
    void* context;
    bool going = true;

    void outcome(const Outcome& outcome) { going = going && visitor(context, outcome); }

    // Every choice of these lines that can leave the cards, after those already captured.
    void captures(const Cards& there, Outcome& turn, unsigned lines) {
        outcome(turn);
        unsigned possible = 0;
        for (; going && lines; lines &= lines - 1) {
            const int line = __builtin_ctz(lines);
            if (turn.captures == MOST_CAPTURES || !there.holds(line)) continue;
            Cards left = there;
            left.take(line);
            if (solvable(left)) possible |= 1u << line;
        }
        for (; going && possible; possible &= possible - 1) {
            const int line = __builtin_ctz(possible);
            Cards left = there;
            left.take(line);
            turn.captured[turn.captures++] = static_cast<std::uint8_t>(line);
            captures(left, turn, lines_after(there, possible));
            --turn.captures;
        }
    }

    // Every distinct choice of so many cards from the hand, none before the given kind, in order.
    void subsets(Cards& after, Counts& hand, Outcome& turn, int kind, int size) {
        if (size == 0) {
            if (solvable(after)) captures(after, turn, EVERY_LINE);
            return;
        }
        for (; going && kind < KINDS; ++kind) {
            if (!hand[kind]) continue;
            const Cards before = after;
            after.add(kind);
            --hand[kind];
            ++turn.played[kind];
            subsets(after, hand, turn, kind, size - 1);
            after = before;
            ++hand[kind];
            --turn.played[kind];
        }
    }
};

}  // namespace

bool legal(const Counts& table) {
    Cards cards;
    return cards.read(table) && solvable(cards);
}

bool find(const Counts& low, const Counts& high, Counts& found) {
    for (int kind = 0; kind < KINDS; ++kind)
        if (low[kind] > high[kind]) return false;
    Limits limits;
    return limits.least.read(low) && limits.most.read(high) && solve(limits, found);
}

bool any_play(const Counts& table, const Counts& hand, Outcome& play) {
    Turn turn;
    Set kinds;
    Counts left;
    if (!begin(table, hand, turn, kinds) || !turn.left(kinds, left)) return false;
    write_play(turn, table, left, play);
    return true;
}

bool best(const Counts& table, const Counts& hand, Outcome& play) {
    Turn turn;
    Set kinds;
    Counts left;
    if (!begin(table, hand, turn, kinds)) return false;
    const bool plain = turn.left(kinds, left);
    if (plain) write_play(turn, table, left, play);
    BestSearch search{table, kinds, play, plain ? 0 : -1};
    search.deepen(turn, EVERY_LINE);
    return search.most >= 0;
}

void visit_outcomes(const Counts& table, const Counts& hand, Visitor visitor, void* context) {
    Turn turn;
    Set kinds;
    if (!begin(table, hand, turn, kinds)) return;
    Show show{visitor, context};
    Counts rest = hand;
    Outcome outcome;
    for (int size = 1; show.going && size <= hand.total(); ++size)
        show.subsets(turn.rest.least, rest, outcome, 0, size);
}

void visit_captures(const Counts& there, Visitor visitor, void* context) {
    Cards cards;
    if (!cards.read(there) || !solvable(cards)) return;
    Outcome turn;
    Show{visitor, context}.captures(cards, turn, EVERY_LINE);
}

int largest_sets(const Counts& hand, Set sets[LINES]) {
    Set kinds = 0;
    for (int kind = 0; kind < KINDS; ++kind) kinds |= Set{hand[kind] != 0} << kind;
    int number = 0;
    int size = 0;
    for (int line = 0; line < LINES; ++line) {
        const Set set = kinds & full_line(line);
        if (count(set) < size) continue;
        if (count(set) > size) number = 0;
        size = count(set);
        bool known = false;
        for (int at = 0; at < number; ++at) known |= sets[at] == set;
        if (!known) sets[number++] = set;
    }
    return number;
}

Outcome opening(Set set) {
    Outcome outcome;
    for (Set kinds = set; kinds; kinds &= kinds - 1) outcome.played[first(kinds)] = 1;
    for (int line = 0; line < LINES; ++line)
        if (full_line(line) == set) outcome.captured[outcome.captures++] = static_cast<std::uint8_t>(line);
    return outcome;
}

}  // namespace qwirkle::cards
