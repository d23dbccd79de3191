// The same shuffle for what was drawn and for what might have been drawn instead, so that chance cancels out.
#pragma once

#include "core/expected.h"
#include "core/random.h"

namespace qwirkle {

// The hidden pieces of a moment by number: first those that were drawn last, then those that can lie anywhere, then
// those that went back after the draw.
struct Hidden {
    Tile pieces[PIECES];
    int drawn = 0, free = 0, mixed = 0;

    // `elsewhere` counts all hidden pieces by kind, `back` those of them that went back.
    Hidden(const Tile* fresh, int number, const std::uint8_t* elsewhere, const std::uint8_t* back) : drawn(number) {
        std::uint8_t held[KINDS] = {};
        for (int at = 0; at < number; ++at) ++held[pieces[at] = fresh[at]];
        for (int kind = 0; kind < KINDS; ++kind) free = put(kind, elsewhere[kind] - held[kind] - back[kind], free);
        for (int kind = 0; kind < KINDS; ++kind) mixed = put(kind, back[kind], free + mixed) - free;
    }

    // As if the draw were made again.
    void draw_again(Dice& dice) { shuffle_front(pieces, drawn + free, drawn, dice); }

  private:
    int put(int kind, int copies, int at) {
        for (; copies > 0; --copies) pieces[drawn + at++] = static_cast<Tile>(kind);
        return at;
    }
};

// The places of the pieces that were not drawn: the first ones are dealt, the next ones are the bag or the pile. Two
// moments with the same order differ only as far as other pieces have these numbers.
struct Order {
    Tile number[PIECES];

    Order(const Hidden& hidden, int dealt, int stock, Dice& dice) {
        const int all = hidden.free + hidden.mixed;
        for (int at = 0; at < all; ++at) number[at] = static_cast<Tile>(hidden.drawn + at);
        shuffle_front(number, hidden.free, dealt, dice);
        shuffle_front(number + dealt, all - dealt, stock, dice);
    }
};

// What each seat can expect where nothing was drawn, else what the draw changed in that. `play` is given what is hidden
// and its order, and returns the result of a game.
template <typename Play>
void expect_of(const Hidden& hidden, int dealt, int stock, int players, int games, std::uint64_t seed,
               Expected* expected, Play&& play) {
    for (int game = 0; game < games; ++game) {
        Dice dice(seed + static_cast<std::uint64_t>(game) * 0x9e3779b97f4a7c15ull);
        const Order order(hidden, dealt, stock, dice);
        const Final result = play(hidden, order);
        Final other{};
        if (hidden.drawn) {
            Hidden again = hidden;
            again.draw_again(dice);
            other = play(again, order);
        }
        for (int seat = 0; seat < players; ++seat) {
            expected[seat].margin.add(result.margin[seat] - other.margin[seat]);
            expected[seat].win.add(result.win[seat] - other.win[seat]);
        }
    }
}

}  // namespace qwirkle
