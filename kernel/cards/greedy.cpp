#include "cards/greedy.h"

#include "cards/parts.h"
#include "cards/solver.h"

namespace qwirkle::cards {

namespace {

constexpr int MOST_TRIED = 20000;  // choices of lines and of cards: then the best play so far is good enough

std::int64_t falling(int from, int factors) {
    std::int64_t product = 1;
    for (int at = 0; at < factors; ++at) product *= from > at ? from - at : 0;
    return product;
}

// Tries every choice of lines of the wanted number, and with each every choice of further cards.
struct Search {
    const Gifts& gifts;
    const std::int64_t per_card;
    Outcome& best_play;
    const int captures;
    std::int64_t best_value = 0;
    int best_cards = 0;
    int tried = 0;

    Outcome play{};
    Counts left{};   // what the play leaves on the table
    Counts spare{};  // what it leaves in the hand
    int cards = 0;   // how many it plays

    void judge(std::int64_t value) {
        if (value < best_value || (value == best_value && cards <= best_cards)) return;
        if (!legal(left)) return;
        best_value = value;
        best_cards = cards;
        best_play = play;
    }

    // Capture a line from table and hand, the table's cards first; false where a card is missing.
    bool capture(int line) {
        for (Set kinds = full_line(line); kinds; kinds &= kinds - 1) {
            const int kind = first(kinds);
            if (left[kind]) {
                --left[kind];
            } else {
                if (!spare[kind]) return false;
                --spare[kind];
                ++play.played[kind];
                ++cards;
            }
        }
        play.captured[play.captures++] = static_cast<std::uint8_t>(line);
        return true;
    }

    // Whether all has been tried that may be; one more choice is tried otherwise.
    bool is_tired() {
        tried += tried < MOST_TRIED;
        return tried == MOST_TRIED;
    }

    void choose_lines(int from) {
        if (is_tired()) return;
        if (play.captures == captures) {
            int rest = 0;
            for (int kind = 0; kind < KINDS; ++kind) rest += spare[kind];
            choose_cards(0, rest, Missing(left));
            return;
        }
        for (int line = from; line < LINES; ++line) {
            const Search before = *this;
            if (capture(line)) choose_lines(line);
            go_back(before);
        }
    }

    void go_back(const Search& before) {
        play = before.play;
        left = before.left;
        spare = before.spare;
        cards = before.cards;
    }

    // None of a kind, then one, then two ... More cards on the table never offer less, so where
    // the gifts already outweigh the cards that could still be played, nothing better follows.
    void choose_cards(int kind, int rest, Missing missing) {
        const std::int64_t offered = gifts.of(missing.of);
        if (is_tired() || per_card * (cards + rest) - offered < best_value) return;
        while (kind < KINDS && !spare[kind]) ++kind;
        if (kind == KINDS) {
            if (cards) judge(per_card * cards - offered);
            return;
        }
        const int copies = spare[kind];
        choose_cards(kind + 1, rest - copies, missing);
        for (int taken = 1; taken <= copies; ++taken) {
            if (!left[kind]) missing.flip(kind);
            ++left[kind];
            ++play.played[kind];
            ++cards;
            choose_cards(kind + 1, rest - copies, missing);
        }
        left[kind] = static_cast<std::uint8_t>(left[kind] - copies);
        play.played[kind] = static_cast<std::uint8_t>(play.played[kind] - copies);
        cards -= copies;
    }
};

}  // namespace

Counts left_by(const Counts& table, const Outcome& play) {
    Counts left = table;
    for (int kind = 0; kind < KINDS; ++kind) left[kind] = static_cast<std::uint8_t>(left[kind] + play.played[kind]);
    for (int at = 0; at < play.captures; ++at) {
        for (Set kinds = full_line(play.captured[at]); kinds; kinds &= kinds - 1) --left[first(kinds)];
    }
    return left;
}

Gifts::Gifts(const Counts& unseen, int hand) {
    int all = unseen.total();
    if (all < LONGEST) all = LONGEST;
    one_ = falling(all, LONGEST);
    std::int64_t chance[LONGEST + 1];  // of holding m given cards, times one_
    for (int m = 0; m <= LONGEST; ++m) chance[m] = falling(hand, m) * falling(all - m, LONGEST - m);
    for (int line = 0; line < LINES; ++line) {
        std::int64_t ways[1 << LONGEST];
        int size[1 << LONGEST];
        ways[0] = 1;
        size[0] = 0;
        offered_[line][0] = chance[0];
        for (unsigned places = 1; places < 1u << LONGEST; ++places) {
            const unsigned others = places & (places - 1);
            ways[places] = ways[others] * unseen[kind_at(line, first(places))];
            size[places] = size[others] + 1;
            offered_[line][places] = ways[places] * chance[size[places]];
        }
    }
}

Missing::Missing(const Counts& table) {
    for (std::uint8_t& places : of) places = (1 << LONGEST) - 1;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (table[kind]) flip(kind);
    }
}

bool careful(const Counts& table, const Counts& hand, const Gifts& gifts, int hundredths, Outcome& play) {
    if (!best(table, hand, play)) return false;
    const std::int64_t per_card = gifts.one() / 100 * hundredths;
    Search search{gifts, per_card, play, play.captures};
    search.best_cards = play.played.total();
    search.best_value = per_card * search.best_cards - gifts.of(Missing(left_by(table, play)).of);
    search.left = table;
    search.spare = hand;
    search.choose_lines(0);
    return true;
}

bool quick(const Counts& table, const Counts& hand, const Gifts& gifts, int hundredths, Outcome& play) {
    if (!best(table, hand, play, QUICK_LOOKS)) return false;
    const std::int64_t per_card = gifts.one() / 100 * hundredths;
    Counts left = left_by(table, play);
    Missing missing(left);
    std::int64_t offered = gifts.of(missing.of);
    for (int cards = play.played.total(); cards > 1; --cards) {
        std::int64_t least = offered - per_card;
        int kept = -1;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (!play.played[kind] || left[kind] != 1) continue;  // another of the kind would stay
            Missing without = missing;
            without.flip(kind);
            const std::int64_t less = gifts.of(without.of);
            left[kind] = 0;
            if (less < least && legal(left)) {
                least = less;
                kept = kind;
            }
            left[kind] = 1;
        }
        if (kept < 0) break;
        --play.played[kept];
        left[kept] = 0;
        missing.flip(kept);
        offered = least;
    }
    return true;
}

}  // namespace qwirkle::cards
