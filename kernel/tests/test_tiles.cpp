// The words that both games share, counted one by one.
#include "core/random.h"
#include "core/tiles.h"
#include "tests/check.h"

using namespace qwirkle;

static void partners_share_exactly_one_thing() {
    for (int one = 0; one < KINDS; ++one) {
        CHECK(count(partners(bit(one))) == 10);
        for (int other = 0; other < KINDS; ++other) {
            const bool together = (one / 6 == other / 6) != (one % 6 == other % 6);
            CHECK(((partners(bit(one)) >> other) & 1) == together);
            if (one != other) CHECK(is_line(bit(one) | bit(other)) == together);
        }
    }
}

static void a_line_of_six_takes_nothing_more() {
    for (int line = 0; line < 6; ++line) {
        CHECK(partners(color_line(line)) == 0);
        CHECK(partners(shape_line(line)) == 0);
        CHECK(is_line(color_line(line)) && is_line(shape_line(line)));
    }
    CHECK(partners(0) == ALL);
}

static void dice_repeat_and_stay_below() {
    Dice one(7), other(7);
    for (std::uint32_t limit = 1; limit <= 1000; ++limit) {
        const auto rolled = one.below(limit);
        CHECK(rolled < limit);
        CHECK(rolled == other.below(limit));
    }
}

int main() {
    partners_share_exactly_one_thing();
    a_line_of_six_takes_nothing_more();
    dice_repeat_and_stay_below();
    return tests::report();
}
