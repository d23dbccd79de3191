// What the card game's solver costs at most, and what its limits give.
#include "cards/game.h"
#include "cards/heights.h"
#include "cards/outcomes.h"
#include "cards/solver.h"
#include "tests/check.h"

using namespace qwirkle;
using namespace qwirkle::cards;

namespace {

// Tables with which guessing takes long.
const char* const HARD[] = {
    "112113212311113111311111211131132111",
    "222320332123322123323110121130330000",
    "322031232101100103321301211302123102",
    "132332130130021313303211110003310111",
};

Counts read(const char* digits) {
    Counts counts;
    for (int kind = 0; kind < KINDS; ++kind) counts[kind] = static_cast<std::uint8_t>(digits[kind] - '0');
    return counts;
}

bool can_lie_by_heights(const Counts& table) {
    Cards cards;
    return cards.read(table) && Heights(Limits{cards, cards}).search();
}

Counts random_table(Dice& dice) {
    Counts counts;
    const std::uint32_t none = dice.below(3);
    for (int kind = 0; kind < KINDS; ++kind) {
        const std::uint32_t roll = dice.below(4 + none);
        counts[kind] = static_cast<std::uint8_t>(roll < 4 ? roll : 0);
    }
    return counts;
}

void heights_decide_as_guessing_does() {
    Dice dice(5);
    int layout = 0;
    for (int number = 0; number < 3000; ++number) {
        const Counts table = random_table(dice);
        const bool lies = legal(table);
        CHECK(can_lie_by_heights(table) == lies);  // heights against guessing
        layout += lies;
    }
    CHECK(layout > 300 && layout < 2700);  // tables of both sorts
}

void hard_tables_are_decided_soon() {
    for (const char* digits : HARD) {
        const std::uint64_t before = steps();
        const bool lies = legal(read(digits));
        CHECK(steps() - before <= 4000);
        CHECK(lies == can_lie_by_heights(read(digits)));
    }
}

// Two of every kind and nine cards more: millions of outcomes.
void outcomes_of_large_tables_come_one_by_one() {
    Counts table;
    Counts hand;
    for (int kind = 0; kind < KINDS; ++kind) table[kind] = 2;
    for (int kind = 0; kind < HAND_SIZE; ++kind) hand[4 * kind] = 1;
    const std::uint64_t before = steps();
    Outcomes all(table, hand);
    Outcome outcome;
    CHECK(all.next(outcome) && outcome.captures == 0);  // the first outcome
    CHECK(steps() - before <= 1000);                    // comes at once
    int seen = 0;
    int most = 0;
    Outcomes few(table, hand, 1);
    for (; few.next(outcome); ++seen) most = outcome.captures > most ? outcome.captures : most;
    CHECK(seen > 1000 && seen <= 511 * 13 && most == 1);  // at most one capture
    Outcomes none(table, hand, -1);
    while (none.next(outcome)) CHECK(!outcome.captures);
}

// Given cards are laid as the first outcome that plays all of them with the most captures.
void laying_is_the_best_outcome_of_these_cards() {
    Dice dice(6);
    for (int number = 0; number < 60; ++number) {
        Counts table;
        for (int line = 0; line < 4; ++line) {
            for (Set kinds = full_line(static_cast<int>(dice.below(LINES))); kinds; kinds &= kinds - 1) {
                if (table[first(kinds)] < COPIES - 1 && dice.below(6)) ++table[first(kinds)];
            }
        }
        Counts cards;
        for (int card = 0; card < 3; ++card) cards[static_cast<int>(dice.below(KINDS))] = 1;
        Outcome expected;
        int most = -1;
        outcomes(table, cards, [&](const Outcome& outcome) {
            if (outcome.played == cards && outcome.captures > most) {
                most = outcome.captures;
                expected = outcome;
            }
            return true;
        });
        Outcome play;
        const bool can = laying(table, cards, play);
        CHECK(can == (most >= 0) && (!can || play == expected));          // laying against all outcomes
        if (can) CHECK(laying(table, cards, play, 0) && !play.captures);  // without a look, nothing is captured
    }
}

}  // namespace

int main() {
    heights_decide_as_guessing_does();
    hard_tables_are_decided_soon();
    outcomes_of_large_tables_come_one_by_one();
    laying_is_the_best_outcome_of_these_cards();
    return tests::report();
}
