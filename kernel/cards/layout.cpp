#include "cards/layout.h"

#include <bit>

#include "cards/parts.h"

namespace qwirkle::cards {

namespace {

constexpr int MOST_IN_LINE = COPIES * LONGEST / SHORTEST;  // rows of one line that can lie
constexpr int MOST_FILLINGS = 580;                         // counted over every line and number of rows: it is exact
constexpr int SLOT_BITS = 10;
constexpr int SLOTS = 1 << SLOT_BITS;

// A row within its line: which of the line's six places it fills.
using Places = std::uint8_t;

inline int size(Places places) { return std::popcount(places); }

// The rows of a line and how many of their cards stayed; -1 where there are none to be had.
struct LineLayout {
    int stay = -1;
    int rows = 0;
    Places row[MOST_IN_LINE]{};
};

// Choices of some of a number of things, in the order of Python's combinations.
struct Choice {
    int number;
    std::uint8_t at[MOST_ROWS]{};

    explicit Choice(int wanted) : number(wanted < MOST_ROWS ? wanted : MOST_ROWS) {
        for (int i = 0; i < number; ++i) at[i] = static_cast<std::uint8_t>(i);
    }

    // Step to the next choice of things below a limit.
    bool next(int limit) {
        int i = number - 1;
        while (i >= 0 && at[i] == limit - number + i) --i;
        if (i < 0) return false;
        int thing = at[i];
        for (; i < number; ++i) at[i] = static_cast<std::uint8_t>(++thing);
        return true;
    }
};

// The best filling of some rows for each tuple of their lengths, in the order in which the tuples
// were met first: what a dict is in layout.py. A filling has six bits of places for each row.
struct Fillings {
    int number = 0;
    std::uint64_t places[MOST_FILLINGS];
    std::uint32_t lengths[MOST_FILLINGS];  // three bits for each row
    std::int8_t stay[MOST_FILLINGS];
    std::uint16_t slot[SLOTS];  // one more than the number of the filling; zero is free

    void clear() {
        number = 0;
        for (std::uint16_t& at : slot) at = 0;
    }

    void keep(std::uint32_t key, std::uint64_t filling, int staying) {
        std::uint32_t at = (key * 2654435761u) >> (32 - SLOT_BITS);
        while (slot[at] && lengths[slot[at] - 1] != key) at = (at + 1) % SLOTS;
        if (!slot[at]) {
            if (number == MOST_FILLINGS) return;
            slot[at] = static_cast<std::uint16_t>(++number);
            lengths[number - 1] = key;
        } else if (staying <= stay[slot[at] - 1]) {
            return;
        }
        places[slot[at] - 1] = filling;
        stay[slot[at] - 1] = static_cast<std::int8_t>(staying);
    }
};

// Fills rows place by place, each with three to five cards, so that the most cards stay.
struct Filler {
    Fillings two[2];

    // Python drops unfit fillings at the end. Those that cannot become fit any more can go at
    // once: what comes of them is unfit too, so no other filling's place in the order changes.
    static bool can_stand(std::uint32_t lengths, int rows, int places_left, int cards_left) {
        int missing = 0;
        for (int row = 0; row < rows; ++row) {
            const int length = static_cast<int>(lengths >> (3 * row) & 7);
            if (length >= LONGEST || length + places_left < SHORTEST) return false;
            if (length < SHORTEST) missing += SHORTEST - length;
        }
        return missing <= cards_left;
    }

    void fill_place(const Fillings& now, Fillings& longer, const Places* before, int rows, int place, int number,
                    int cards_left) {
        longer.clear();
        for (int at = 0; at < now.number; ++at) {
            Choice chosen(number);
            do {
                std::uint64_t places = now.places[at];
                std::uint32_t lengths = now.lengths[at];
                int stay = now.stay[at];
                for (int i = 0; i < number; ++i) {
                    places |= std::uint64_t{1} << (6 * chosen.at[i] + place);
                    lengths += 1u << (3 * chosen.at[i]);
                    stay += before[chosen.at[i]] >> place & 1;
                }
                if (can_stand(lengths, rows, 5 - place, cards_left)) longer.keep(lengths, places, stay);
            } while (chosen.next(rows));
        }
    }

    // How many cards stay at most when these rows go on with these counts; the rows in places.
    int fill(const Places* before, int rows, const std::uint8_t counts[6], std::uint64_t& places) {
        Fillings* now = &two[0];
        Fillings* longer = &two[1];
        now->clear();
        now->keep(0, 0, 0);
        int cards_left = 0;
        for (int place = 0; place < 6; ++place) cards_left += counts[place];
        for (int place = 0; place < 6; ++place) {
            if (counts[place] > rows) return -1;
            cards_left -= counts[place];
            fill_place(*now, *longer, before, rows, place, counts[place], cards_left);
            Fillings* done = now;
            now = longer;
            longer = done;
        }
        int best = -1;
        for (int at = 0; at < now->number; ++at) {
            if (now->stay[at] > best) {
                best = now->stay[at];
                places = now->places[at];
            }
        }
        return best;
    }
};

// One line of the table before the turn, and how often it is captured in it.
struct Line {
    int rows = 0;
    int captured = 0;
    Places row[MOST_ROWS]{};
    std::uint8_t before[6]{};  // how many rows fill each place

    void add(Places places) {
        row[rows++] = places;
        for (int place = 0; place < 6; ++place) {
            before[place] = static_cast<std::uint8_t>(before[place] + (places >> place & 1));
        }
    }

    // Try every choice of rows that go on beside those that leave in captured rows.
    void go_on(Filler& filler, const std::uint8_t counts[6], int number, const Choice& taken, LineLayout& best) const {
        Places rest[MOST_ROWS];
        int left = 0;
        int cards = 0;
        for (int at = 0, next = 0; at < rows; ++at) {
            if (next < taken.number && taken.at[next] == at) {
                cards += size(row[at]);
                ++next;
            } else {
                rest[left++] = row[at];
            }
        }
        const int going = number < left ? number : left;
        Choice chosen(going);
        do {
            Places going_on[MOST_IN_LINE]{};
            for (int at = 0; at < going; ++at) going_on[at] = rest[chosen.at[at]];
            std::uint64_t places = 0;
            ++steps_taken;
            const int stay = filler.fill(going_on, number, counts, places) + cards;
            if (stay <= best.stay) continue;
            best.stay = stay;
            best.rows = number;
            for (int at = 0; at < number; ++at) best.row[at] = places >> (6 * at) & 63;
        } while (chosen.next(left));
    }

    // The most cards that can stay, and the rows in which they do.
    LineLayout laid_out(Filler& filler, const std::uint8_t counts[6]) const {
        LineLayout best;
        int total = 0;
        int most = 0;
        for (int place = 0; place < 6; ++place) {
            total += counts[place];
            if (counts[place] > most) most = counts[place];
        }
        for (int number = most; number <= total / SHORTEST && number <= MOST_IN_LINE; ++number) {
            if (total > (LONGEST - 1) * number) continue;
            const int leaving = captured < rows ? captured : rows;
            for (int taking = 0; taking <= leaving; ++taking) {
                Choice taken(taking);
                do {
                    go_on(filler, counts, number, taken, best);
                } while (taken.next(rows));
            }
        }
        return best;
    }
};

// The search for the best layout, under a growing limit on the cards moved.
struct Layout {
    Line lines[LINES];
    Limits limits;
    Counts counts;
    int lying = 0;
    int stay[KINDS][MOST_OF_A_KIND + 1]{};  // cards that stay at best, by the count by colour
    int nodes_left = 0;                     // of the search
    Filler filler;
    std::int8_t known[LINES][1 << (2 * LONGEST)]{};  // by the counts of a line: see line_stays()

    static Places column(Set row) {
        unsigned places = 0;
        for (int color = 0; color < 6; ++color) places |= static_cast<unsigned>(row >> (6 * color) & 1) << color;
        return static_cast<Places>(places);
    }

    bool read_row(Set row) {
        if (!row || !is_line(row) || (row & ~ALL)) return false;
        const int card = first(row);
        lying += count(row);
        if (!(row & ~color_line(card / 6))) {
            lines[card / 6].add(static_cast<Places>(row >> (6 * (card / 6)) & 63));
        } else {
            lines[6 + card % 6].add(column(row >> card % 6));
        }
        for (; row; row &= row - 1) {
            if (++counts[first(row)] > MOST_OF_A_KIND) return false;
        }
        return true;
    }

    bool read(const Set* rows, int number, const Outcome& outcome) {
        if (number < 0 || number > MOST_ROWS || outcome.captures > MOST_CAPTURES) return false;
        for (int at = 0; at < number; ++at) {
            if (!read_row(rows[at])) return false;
        }
        for (int kind = 0; kind < KINDS; ++kind) {
            if (counts[kind] + outcome.played[kind] > MOST_OF_A_KIND) return false;
            counts[kind] = static_cast<std::uint8_t>(counts[kind] + outcome.played[kind]);
        }
        for (int at = 0; at < outcome.captures; ++at) {
            if (outcome.captured[at] >= LINES) return false;
            ++lines[outcome.captured[at]].captured;
            for (Set kinds = full_line(outcome.captured[at]); kinds; kinds &= kinds - 1) {
                if (counts[first(kinds)]-- == 0) return false;
            }
        }
        return limits.least.read(counts) && limits.most.read(counts);
    }

    void hope() {
        for (int kind = 0; kind < KINDS; ++kind) {
            for (int n = 0; n <= counts[kind]; ++n) {
                stay[kind][n] = staying(kind / 6, kind % 6, n) + staying(6 + kind % 6, kind / 6, counts[kind] - n);
            }
        }
    }

    int staying(int line, int place, int now) const {
        const int later = now + lines[line].captured;
        return later < lines[line].before[place] ? later : lines[line].before[place];
    }

    static bool lowest(const Parts& parts, int line, std::uint8_t at[6]) {
        for (int place = 0; place < 6; ++place) at[place] = static_cast<std::uint8_t>(parts.low(line, place));
        return !parts.open(line);
    }

    static bool splits(const std::uint8_t at[6]) {
        int total = 0;
        int most = 0;
        for (int place = 0; place < 6; ++place) {
            total += at[place];
            if (at[place] > most) most = at[place];
        }
        return total >= SHORTEST * most;
    }

    // A lower bound, and the exact number once everything is settled.
    int moved_at_least(const Parts& parts) {
        int hoped = 0;
        for (int kind = 0; kind < KINDS; ++kind) hoped += stay[kind][wished(parts, kind)];
        for (int line = 0; line < LINES; ++line) {
            std::uint8_t at[6];
            if (!lines[line].rows || !lowest(parts, line, at)) continue;
            for (int place = 0; place < 6; ++place) hoped -= staying(line, place, at[place]);
            hoped += line_stays(line, at);
        }
        return lying - hoped;
    }

    // How many cards of a line can stay when it is left with these counts. The same counts come up
    // again and again, so the answer is remembered, two more than it is: zero is not known yet.
    int line_stays(int line, const std::uint8_t at[6]) {
        unsigned key = 0;
        for (int place = 0; place < 6; ++place) key |= static_cast<unsigned>(at[place]) << (2 * place);
        std::int8_t& answer = known[line][key];
        if (!answer) answer = static_cast<std::int8_t>(lines[line].laid_out(filler, at).stay + 2);
        return answer - 2;
    }

    // The first of a kind's possible counts by colour with which the most cards can stay.
    int wished(const Parts& parts, int kind) const {
        int wish = parts.low(kind / 6, kind % 6);
        const int highest = parts.high(kind / 6, kind % 6);
        for (int n = wish + 1; n <= highest; ++n) {
            if (stay[kind][n] > stay[kind][wish]) wish = n;
        }
        return wish;
    }

    // Both parts as they would be if every kind of card could stay at its best.
    Parts wish(const Parts& parts) const {
        Parts wish = parts;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (parts.open(kind / 6) >> kind % 6 & 1) wish.fix(limits, kind / 6, kind % 6, wished(parts, kind));
        }
        return wish;
    }

    // The first open cell of a line that fails in the wish: its kind; -1 where no line does.
    static int failing(const Parts& parts, const Parts& wish) {
        for (int line = 0; line < LINES; ++line) {
            std::uint8_t at[6];
            lowest(wish, line, at);
            const unsigned open = parts.open(line);
            if (open && !splits(at)) return kind_at(line, first(open));
        }
        return -1;
    }

    void write(const Parts& parts, Arrangement& found) {
        found = {};
        for (int line = 0; line < LINES; ++line) {
            std::uint8_t at[6];
            lowest(parts, line, at);
            const LineLayout layout = lines[line].laid_out(filler, at);
            for (int row = 0; row < layout.rows; ++row) {
                Set& cards = found.row[found.rows++];
                for (int place = 0; place < 6; ++place) {
                    if (layout.row[row] >> place & 1) cards |= bit(kind_at(line, place));
                }
            }
            for (int n = 0; n < lines[line].captured; ++n) {
                found.captured[found.captures++] = static_cast<std::uint8_t>(line);
            }
        }
    }

    // Write a layout that moves at most `limit` cards, if there is one.
    bool within(const Parts& parts, int limit, Arrangement& found) {
        if (nodes_left <= 0) return false;
        --nodes_left;
        if (moved_at_least(parts) > limit) return false;
        const Parts wanted = wish(parts);
        int kind = failing(parts, wanted);
        if (kind < 0 && moved_at_least(wanted) <= limit) {
            write(wanted, found);
            return true;
        }
        if (kind < 0) {
            const int line = parts.first_open();
            if (line < 0) return false;
            kind = kind_at(line, first(parts.open(line)));
        }
        return guess(parts, kind, limit, found);
    }

    // Settle one kind in each possible way, the most hopeful first, the fewest by colour first.
    bool guess(const Parts& parts, int kind, int limit, Arrangement& found) {
        const int low = parts.low(kind / 6, kind % 6);
        const int high = parts.high(kind / 6, kind % 6);
        for (int hope = 2 * COPIES * COPIES; hope >= 0; --hope) {
            for (int n = low; n <= high; ++n) {
                if (stay[kind][n] != hope) continue;
                Parts guess = parts;
                if (guess.settle(limits, kind / 6, kind % 6, n) && within(guess, limit, found)) return true;
            }
        }
        return false;
    }
};

// Some arrangement.
bool settle(Layout& layout, Parts& parts, Arrangement& found) {
    if (!parts.settle_all(layout.limits)) return false;
    layout.write(parts, found);
    return true;
}

}  // namespace

bool arrange(const Set* rows, int number, const Outcome& outcome, Arrangement& found, int most_nodes) {
    Layout layout;
    layout.nodes_left = most_nodes;
    Parts parts;
    if (!layout.read(rows, number, outcome) || !parts.between(layout.limits)) return false;
    layout.hope();
    for (int limit = 0; limit <= layout.lying && layout.nodes_left > 0; ++limit) {
        if (layout.within(parts, limit, found)) return true;
    }
    layout.nodes_left = most_nodes;  // the most hopeful layout moves a few more cards
    return layout.within(parts, layout.lying, found) || settle(layout, parts, found);
}

bool any_arrangement(const Set* rows, int number, const Outcome& outcome, Arrangement& found) {
    Layout layout;
    Parts parts;
    if (!layout.read(rows, number, outcome) || !parts.between(layout.limits)) return false;
    return settle(layout, parts, found);
}

}  // namespace qwirkle::cards
