#include "cards/selfplay.h"

#include "cards/solver.h"

namespace qwirkle::cards {

namespace {

constexpr int TRIES = 24;  // random choices of cards before looking for a play systematically

Outcome first_opening(const Counts& hand) {
    Set sets[LINES];
    largest_sets(hand.kinds(), sets);
    return opening(sets[0]);
}

Outcome random_opening(const Counts& hand, Dice& dice) {
    Set sets[LINES];
    const int number = largest_sets(hand.kinds(), sets);
    return opening(sets[dice.below(static_cast<std::uint32_t>(number))]);
}

// Capture up to three lines at random from the cards that the turn leaves.
void capture_some(Counts after, Outcome& outcome, Dice& dice) {
    for (std::uint32_t more = dice.below(4); more > 0; --more) {
        const int begin = static_cast<int>(dice.below(LINES));
        for (int step = 0; step < LINES; ++step) {
            const int line = (begin + step) % LINES;
            Counts left = after;
            bool there = true;
            for (Set kinds = full_line(line); kinds; kinds &= kinds - 1) there &= left[first(kinds)]-- > 0;
            if (!there || !legal(left)) continue;
            after = left;
            outcome.captured[outcome.captures++] = static_cast<std::uint8_t>(line);
            break;
        }
    }
    for (int at = 1; at < outcome.captures; ++at) {  // in ascending order, as everywhere
        for (int to = at; to > 0 && outcome.captured[to - 1] > outcome.captured[to]; --to) {
            const std::uint8_t line = outcome.captured[to];
            outcome.captured[to] = outcome.captured[to - 1];
            outcome.captured[to - 1] = line;
        }
    }
}

// Some cards of the hand, as many as it happens, that can be played.
bool random_cards(const Counts& table, const Counts& hand, Dice& dice, Counts& after) {
    Tile cards[PIECES];
    std::uint32_t size = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < hand[kind]; ++copy) cards[size++] = static_cast<Tile>(kind);
    }
    if (!size) return false;
    for (int attempt = 0; attempt < TRIES; ++attempt) {
        const std::uint32_t number = 1 + dice.below(size);
        after = table;
        for (std::uint32_t at = 0; at < number; ++at) {
            const std::uint32_t other = at + dice.below(size - at);
            const Tile card = cards[other];
            cards[other] = cards[at];
            cards[at] = card;
            ++after[card];
        }
        if (legal(after)) return true;
    }
    Counts high = table;
    for (std::uint32_t at = 0; at < size; ++at) ++high[cards[at]];
    for (std::uint32_t at = 0; at < size; ++at) {
        Counts low = table;
        ++low[cards[at]];
        if (find(low, high, after)) return true;
    }
    return false;
}

bool random_outcome(const Counts& table, const Counts& hand, Dice& dice, Outcome& outcome) {
    Counts after;
    if (!random_cards(table, hand, dice, after)) return false;
    outcome.captures = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        outcome.played[kind] = static_cast<std::uint8_t>(after[kind] - table[kind]);
    }
    capture_some(after, outcome, dice);
    return true;
}

// Exchange until something can be played or no exchange is left, then play or pass.
void take_turn(Game& game, Policy policy, Dice& dice, Result& result) {
    Outcome outcome;
    for (;;) {
        if (choose(game, policy, dice, outcome)) {
            const int number = game.draws(outcome.played.total());
            game.play_unchecked(outcome, game.draw(dice, number));
            return;
        }
        if (!game.can_exchange()) break;
        game.exchange_unchecked(game.draw(dice, game.exchange_draws()));
        ++result.exchanges;
    }
    game.end_turn();
    ++result.passes;
}

}  // namespace

bool choose(const Game& game, Policy policy, Dice& dice, Outcome& outcome) {
    const Counts& hand = game.hands[game.turn];
    if (game.opening) {
        outcome = policy == Policy::GREEDY ? first_opening(hand) : random_opening(hand, dice);
        return true;
    }
    return policy == Policy::GREEDY ? best(game.table, hand, outcome) : random_outcome(game.table, hand, dice, outcome);
}

Result play_game(Game& game, int players, const Policy* policies, std::uint64_t seed) {
    Dice dice(seed);
    Result result;
    if (!game.deal(players, dice)) return result;
    while (!game.ended && result.turns < MOST_TURNS) {
        take_turn(game, policies[game.turn], dice, result);
        ++result.turns;
    }
    result.finished = game.ended;
    result.winners = static_cast<std::uint8_t>(game.winners());
    for (int seat = 0; seat < players; ++seat) result.scores[seat] = game.scores[seat];
    return result;
}

}  // namespace qwirkle::cards
