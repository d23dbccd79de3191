// Positions as text, as docs/notation.md writes them: read without the standard library.
#pragma once

#include "cards.h"
#include "perft.h"

namespace qwirkle {

// Reads a text from left to right; every reader says whether it found what it was looking for.
struct Reader {
    const char* at;
    const char* end;

    void spaces() {
        while (at < end && *at == ' ') ++at;
    }
    bool letter(char wanted) {
        if (at == end || *at != wanted) return false;
        ++at;
        return true;
    }
    bool mark(char wanted) {
        spaces();
        return letter(wanted);
    }
    bool number(long long& value) {
        spaces();
        const bool negative = letter('-');
        if (at == end || *at < '0' || *at > '9') return false;
        for (value = 0; at < end && *at >= '0' && *at <= '9' && value < 1'000'000'000'000; ++at) {
            value = value * 10 + (*at - '0');
        }
        value = negative ? -value : value;
        return true;
    }
    bool tile(Tile& tile) {
        spaces();
        if (end - at < 2) return false;
        const int color = place_of(at[0], "ROYGBP"), shape = place_of(at[1], "oxdstc");
        if (color < 0 || shape < 0) return false;
        tile = static_cast<Tile>(6 * color + shape);
        at += 2;
        return true;
    }

  private:
    static int place_of(char letter, const char* letters) {
        for (int place = 0; letters[place]; ++place) {
            if (letters[place] == letter) return place;
        }
        return -1;
    }
};

// board / hand / bag
struct ClassicPosition {
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

// table / hand / pile / turn; the pile and the turn do not matter to the solver and are not read.
struct CardsPosition {
    cards::Counts table, hand;

    bool read(Reader& text) {
        for (Tile tile; text.tile(tile);) {
            if (++table[tile] > COPIES) return false;
            text.mark('|');
        }
        if (!text.mark('/')) return false;
        for (Tile tile; text.tile(tile);) {
            if (++hand[tile] > COPIES) return false;
        }
        return text.mark('/');
    }

    // The outcomes of a turn: how many, the rows captured in them, and the sum of their hashes.
    Perft count() const {
        Perft total;
        cards::outcomes(table, hand, [&](const cards::Outcome& outcome) {
            ++total.plays;
            total.points += outcome.captures;
            total.hash += hash_of(outcome);
            return true;
        });
        return total;
    }

  private:
    // FNV-1a over "Ro Rx>0 7": the cards played, and the lines captured.
    static std::uint64_t hash_of(const cards::Outcome& outcome) {
        Fnv hash;
        bool later = false;
        for (int kind = 0; kind < KINDS; ++kind) {
            for (int copy = 0; copy < outcome.played[kind]; ++copy) {
                if (later) hash.add(' ');
                later = true;
                hash.add(static_cast<Tile>(kind));
            }
        }
        hash.add('>');
        for (int at = 0; at < outcome.captures; ++at) {
            if (at) hash.add(' ');
            hash.add(static_cast<long long>(outcome.captured[at]));
        }
        return hash.value;
    }
};

}  // namespace qwirkle
