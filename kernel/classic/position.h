// A position of the tile game as text, as docs/notation.md writes it.
#pragma once

#include "classic/perft.h"
#include "core/reader.h"

namespace qwirkle::classic {

// board / hand / bag
struct Position {
    Board board;
    Origin origin{-WIDTH / 2, -WIDTH / 2};
    std::uint8_t hand[KINDS]{};
    int size = 0;
    int bag = 0;

    // The first tile of the text comes to 0,0 of the torus. False where the text is no position that
    // the kernel can hold.
    bool read(Reader& text) {
        long long first_x = 0, first_y = 0, value = 0;
        for (Tile tile; text.tile(tile);) {
            long long x, y;
            if (!text.letter('@') || !text.number(x) || !text.letter(',') || !text.number(y)) return false;
            if (board.empty()) {
                first_x = x;
                first_y = y;
            }
            x -= first_x;
            y -= first_y;
            if (x <= -WIDTH / 2 || x >= WIDTH / 2 || y <= -WIDTH / 2 || y >= WIDTH / 2) return false;
            const Cell cell = cell_at(static_cast<int>(x), static_cast<int>(y));
            if (board.tiles == PIECES || board.occupied(cell) || !board.fits(cell, tile)) return false;
            board.place(cell, tile);
        }
        origin.shift_x = first_x;
        origin.shift_y = first_y;
        if (!text.mark('/')) return false;
        for (Tile tile; text.tile(tile); ++size) {
            if (size == PIECES) return false;
            ++hand[tile];
        }
        if (!text.mark('/') || !text.number(value) || value < 0 || value > PIECES) return false;
        bag = static_cast<int>(value);
        return true;
    }

    std::uint64_t trade_count() const { return board.empty() ? 0 : trades(hand, bag < size ? bag : size); }
};

}  // namespace qwirkle::classic
