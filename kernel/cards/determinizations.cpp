#include "cards/determinizations.h"

#include "cards/greedy.h"
#include "cards/solver.h"

namespace qwirkle::cards {

namespace {

constexpr int CARD_WORTH = 12;  // hundredths of a row: a card played is a card drawn
constexpr int DOUBTS = 8;       // how often a card is drawn again that would not have been kept

Counts unseen_by_mover(const Game& game) {
    Counts unseen = game.pile;
    for (int seat = 0; seat < game.players; ++seat) {
        for (int kind = 0; seat != game.turn && kind < KINDS; ++kind) {
            unseen[kind] = static_cast<std::uint8_t>(unseen[kind] + game.hands[seat][kind]);
        }
    }
    return unseen;
}

bool has_turn(const Game& game, int seat) { return !game.last_turns || game.waiting >> seat & 1; }

bool is_last(const Game& game) { return game.last_turns && game.waiting == 1u << game.turn; }

// Put a random card first, and rather not one of the doubted kinds.
void draw_card(Tile* cards, int size, Set doubted, Dice& dice) {
    std::uint32_t other = 0;
    for (int tries = 0; tries < DOUBTS; ++tries) {
        other = dice.below(static_cast<std::uint32_t>(size));
        if (!(doubted >> cards[other] & 1)) break;
    }
    const Tile card = cards[0];
    cards[0] = cards[other];
    cards[other] = card;
}

// The kinds that a player would have played rather than kept: they lie there already, so they
// offer nothing new, and there was room for one more.
Set doubted_kinds(const PastTurn& last) {
    Set doubted = 0;
    if (!last.known) return 0;
    Counts more = last.left;
    for (int kind = 0; kind < KINDS; ++kind) {
        if (!more[kind]) continue;
        ++more[kind];
        if (legal(more)) doubted |= bit(kind);
        --more[kind];
    }
    return doubted;
}

}  // namespace

Counts Determinization::take(int number) {
    Counts drawn;
    for (; number > 0; --number) ++drawn[order[next++]];
    return drawn;
}

// The old hand goes under the pile. That is as good as shuffling it in: nobody looks that far.
void Determinization::exchange() {
    const Counts old = game.hands[game.turn];
    game.exchange_unchecked(take(game.exchange_draws()));
    int size = 0;
    for (; next < end; ++next) order[size++] = order[next];
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < old[kind]; ++copy) order[size++] = static_cast<Tile>(kind);
    }
    next = 0;
    end = size;
}

void Determinization::take_turn() {
    if (!has_turn(game, game.turn)) return game.end_turn();
    const Counts& hand = game.hands[game.turn];
    Outcome choice;
    for (;;) {
        bool found;
        if (is_last(game)) {
            found = best(game.table, hand, choice, QUICK_LOOKS);
        } else {
            const Gifts gifts(unseen_by_mover(game), game.hand_sizes[(game.turn + 1) % game.players]);
            found = quick(game.table, hand, gifts, game.pile_size ? CARD_WORTH : 0, choice);
        }
        if (found) return play(choice);
        if (!game.can_exchange()) return game.end_turn();
        exchange();
    }
}

Determinizations::Determinizations(const Known& known) : known_(known) {
    for (int seat = 1; seat < known.players; ++seat) doubted_[seat] = doubted_kinds(known.last[seat]);
}

Determinization Determinizations::draw(Dice dice) const {
    Determinization world;
    Game& game = world.game;
    game.players = known_.players;
    game.opening = known_.opening;
    game.waiting = known_.waiting;
    game.last_turns = known_.waiting != 0;
    game.table = known_.table;
    game.hands[0] = known_.hand;
    Counts rest = known_.unseen;
    for (int seat = 0; seat < known_.players; ++seat) {
        game.scores[seat] = known_.scores[seat];
        game.hand_sizes[seat] = known_.hand_sizes[seat];
        for (int kind = 0; seat && known_.open_hands && kind < KINDS; ++kind) {
            game.hands[seat][kind] = known_.hands[seat][kind];
            rest[kind] = static_cast<std::uint8_t>(rest[kind] - known_.hands[seat][kind]);
        }
    }
    deal(world, rest, dice);
    return world;
}

void Determinizations::deal(Determinization& world, const Counts& rest, Dice& dice) const {
    Tile cards[PIECES];
    int size = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < rest[kind]; ++copy) cards[size++] = static_cast<Tile>(kind);
    }
    int at = 0;
    for (int seat = 1; !known_.open_hands && seat < known_.players; ++seat) {
        const int end = at + known_.hand_sizes[seat];
        const int kept = end - known_.last[seat].drawn;
        for (; at < end; ++at) {
            draw_card(cards + at, size - at, at < kept ? doubted_[seat] : 0, dice);
            ++world.game.hands[seat][cards[at]];
        }
    }
    for (; world.end < known_.pile_size; ++world.end) {
        draw_card(cards + at, size - at, 0, dice);
        world.order[world.end] = cards[at];
        ++world.game.pile[cards[at++]];
    }
    world.game.pile_size = known_.pile_size;
}

bool Known::sound() const {
    if (players < 2 || players > MOST_PLAYERS || hand.total() != hand_sizes[0]) return false;
    if (waiting >> players || (waiting && (pile_size || !(waiting & 1))) || (!waiting && !pile_size)) return false;
    int hidden = pile_size;
    Counts others;
    for (int seat = 1; seat < players; ++seat) {
        hidden += hand_sizes[seat];
        if (open_hands && hands[seat].total() != hand_sizes[seat]) return false;
        for (int kind = 0; kind < KINDS; ++kind) {
            if (hands[seat][kind] > COPIES) return false;
            others[kind] = static_cast<std::uint8_t>(others[kind] + hands[seat][kind]);
        }
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        if (table[kind] + hand[kind] + unseen[kind] > COPIES) return false;
        if (open_hands && others[kind] > unseen[kind]) return false;
    }
    if (hidden > unseen.total()) return false;
    if (!opening) return legal(table);
    Set sets[LINES];
    largest_sets(hand.kinds(), sets);
    return table.total() == 0 && count(sets[0]) >= SHORTEST;
}

}  // namespace qwirkle::cards
