#include "cards/solver.h"

#include "cards/parts.h"

namespace qwirkle::cards {

namespace {

bool solve(const Limits& limits, Counts& found) {
    Parts parts;
    if (!parts.between(limits) || !parts.settle_all(limits)) return false;
    for (int kind = 0; kind < KINDS; ++kind) {
        found[kind] = static_cast<std::uint8_t>(parts.low(kind / 6, kind % 6) + parts.low(6 + kind % 6, kind / 6));
    }
    return true;
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
    for (int kind = 0; kind < KINDS; ++kind) play.played[kind] = static_cast<std::uint8_t>(left[kind] - table[kind]);
    for (int at = 0; at < turn.captures; ++at) {
        for (Set kinds = full_line(turn.captured[at]); kinds; kinds &= kinds - 1) ++play.played[first(kinds)];
    }
}

// The search for most captures. Of the plays with the most it keeps the first.
struct BestSearch {
    const Counts& table;
    Set hand;
    Outcome& play;
    int most_looks;
    int most = -1;  // captures of the best play so far; -1 where there is none yet
    int looks = 0;

    bool run(const Turn& turn) {
        Counts left;
        if (turn.left(hand, left)) {
            write_play(turn, table, left, play);
            most = 0;
        }
        deepen(turn, EVERY_LINE);
        return most >= 0;
    }

    // More captures than this cannot come of these lines. Pair each colour with a shape: the lines of
    // a pair share one kind, so together they are captured at most as often as it is there. The
    // pairing that says the least is found set by set of shapes.
    static int limit(const Turn& turn, unsigned lines) {
        std::uint8_t least[64];
        least[0] = 0;
        for (unsigned shapes = 1; shapes < 64; ++shapes) {
            const int color = count(shapes) - 1;
            least[shapes] = 255;
            for (unsigned rest = shapes; rest; rest &= rest - 1) {
                const int shape = first(rest);
                const bool counts = (lines >> color | lines >> (6 + shape)) & 1;
                const int there = counts ? count(turn.rest.most.line[color] & BYTES << shape) : 0;
                const int sum = least[shapes & ~(1u << shape)] + there;
                if (sum < least[shapes]) least[shapes] = static_cast<std::uint8_t>(sum);
            }
        }
        return turn.captures + least[63];
    }

    // Those of the lines that can be captured next; the best play is noted on the way.
    unsigned capturable(const Turn& turn, unsigned lines) {
        unsigned possible = 0;
        for (; lines; lines &= lines - 1) {
            const int line = first(lines);
            if (!turn.has(line)) continue;
            if (looks >= most_looks) break;
            ++looks;
            Counts left;
            Turn next = turn;
            next.capture(line);
            if (!next.left(hand, left)) continue;
            possible |= 1u << line;
            if (next.captures > most) {
                most = next.captures;
                write_play(next, table, left, play);
            }
        }
        return possible;
    }

    void deepen(const Turn& turn, unsigned lines) {
        for (unsigned possible = capturable(turn, lines); possible; possible &= possible - 1) {
            const unsigned onward = lines_after(turn.rest.most, possible);
            if (looks >= most_looks || limit(turn, onward) <= most) return;
            Turn next = turn;
            next.capture(first(possible));
            deepen(next, onward);
        }
    }
};

}  // namespace

bool legal(const Counts& table) {
    Cards cards;
    return cards.read(table) && solvable(cards);
}

bool find(const Counts& low, const Counts& high, Counts& found) {
    for (int kind = 0; kind < KINDS; ++kind) {
        if (low[kind] > high[kind]) return false;
    }
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

bool best(const Counts& table, const Counts& hand, Outcome& play, int most_looks) {
    Turn turn;
    Set kinds;
    return begin(table, hand, turn, kinds) && BestSearch{table, kinds, play, most_looks}.run(turn);
}

bool laying(const Counts& table, const Counts& cards, Outcome& play, int most_looks) {
    Turn turn;
    Set kinds;
    if (!begin(table, cards, turn, kinds) || !kinds) return false;
    turn.rest.least = turn.rest.most;
    turn.uses_hand = true;
    Counts left;
    return turn.left(kinds, left) && BestSearch{table, kinds, play, most_looks}.run(turn);
}

std::uint64_t steps() { return steps_taken; }

Outcome opening(Set set) {
    Outcome outcome;
    for (Set kinds = set; kinds; kinds &= kinds - 1) outcome.played[first(kinds)] = 1;
    for (int line = 0; line < LINES; ++line) {
        if (full_line(line) == set) outcome.captured[outcome.captures++] = static_cast<std::uint8_t>(line);
    }
    return outcome;
}

}  // namespace qwirkle::cards
