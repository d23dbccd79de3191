// Both games in numbers: whole games of actions, and what every step of them keeps.
#include <memory>

#include "envs/cards.h"
#include "envs/classic.h"
#include "tests/check.h"

using namespace qwirkle;
using envs::Cards;
using envs::Classic;

namespace {

constexpr int MOST_STEPS = 20000;
constexpr int LARGEST = 2000;  // observation

// Any legal action, or the first one: then tiles go as far north as they can.
template <typename Env>
int chosen(const Env& env, Dice& dice, bool northward) {
    const auto& legal = env.legal();
    return legal.pick(northward && dice.below(4) ? 0 : static_cast<int>(dice.below(legal.number())));
}

int summed(const std::int16_t* numbers, int size) {
    int sum = 0;
    for (int at = 0; at < size; ++at) sum += numbers[at];
    return sum;
}

void check_mask(const std::int8_t* mask, int actions, int allowed) {
    int sum = 0;
    for (int action = 0; action < actions; ++action) sum += mask[action];
    CHECK(sum == allowed);
}

// All pieces are somewhere: seen, in the hand, chosen, or unseen.
void check_pieces(const Classic& env, const std::int16_t* seen) {
    const std::int16_t* hand = seen + Classic::CELLS;
    int board = 0;
    for (int cell = 0; cell < Classic::CELLS; ++cell) board += seen[cell] != 0;
    const int rest = summed(hand, 4 * KINDS);
    CHECK(board + rest <= PIECES);
    if (!env.beyond() && env.game().board.tiles < Classic::SIDE) CHECK(board + rest == PIECES);
}

void check_pieces(const Cards& env, const std::int16_t* seen) {
    const std::int16_t* unseen = seen + 3 * KINDS + LINES;
    int hidden = env.game().pile_size;
    for (int seat = 0; seat < env.game().players; ++seat) hidden += env.game().hand_sizes[seat];
    CHECK(summed(unseen, KINDS) == hidden - env.game().hand_sizes[env.seat()]);
}

// Plays a game, and returns the most plays that were ever beyond the window.
template <typename Env>
int play(Env& env, int players, std::uint64_t seed, bool northward) {
    std::int16_t seen[LARGEST];
    std::int8_t mask[Env::ACTIONS];
    Dice dice(seed);
    env.reset(players, seed);
    int steps = 0, beyond = 0;
    for (; !env.ended() && !env.legal().none() && steps < MOST_STEPS; ++steps) {
        env.observe(seen);
        env.legal().write(mask);
        check_mask(mask, Env::ACTIONS, env.legal().number());
        check_pieces(env, seen);
        const int action = chosen(env, dice, northward);
        CHECK(mask[action] == 1 && env.legal().allows(action));
        env.step(action);
        if (env.beyond() > beyond) beyond = env.beyond();
    }
    CHECK(env.ended() || env.beyond());
    if (env.ended()) CHECK(env.legal().none() && env.winners());
    CHECK(!env.legal().allows(-1) && !env.legal().allows(Env::ACTIONS));
    return beyond;
}

template <typename Env>
void games_end_by_actions_alone() {
    static_assert(Env::observation_size(MOST_PLAYERS) <= LARGEST);
    const auto env = std::make_unique<Env>();
    for (std::uint64_t seed = 1; seed <= 12; ++seed) play(*env, 2 + seed % 3, seed, false);
}

void boards_that_outgrow_the_window_are_noticed() {
    const auto env = std::make_unique<Classic>();
    int beyond = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) beyond += play(*env, 2, seed, true);
    CHECK(beyond > 0);
}

void the_same_seed_is_the_same_game() {
    const auto one = std::make_unique<Classic>(), other = std::make_unique<Classic>();
    play(*one, 3, 1, false);  // what was played before does not matter
    one->reset(3, 7);
    other->reset(3, 7);
    for (Dice dice(1); !one->ended();) {
        const int action = chosen(*one, dice, false);
        CHECK(other->legal().allows(action));
        one->step(action);
        other->step(action);
        CHECK(one->seat() == other->seat() && one->turns() == other->turns());
    }
    for (int seat = 0; seat < 3; ++seat) CHECK(one->score(seat) == other->score(seat));
}

}  // namespace

int main() {
    games_end_by_actions_alone<Classic>();
    games_end_by_actions_alone<Cards>();
    boards_that_outgrow_the_window_are_noticed();
    the_same_seed_is_the_same_game();
    return tests::report();
}
