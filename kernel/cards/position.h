// A position of the card game as text, as docs/notation.md writes it.
#pragma once

#include "cards/outcomes.h"
#include "core/perft.h"
#include "core/reader.h"

namespace qwirkle::cards {

// table / hand / pile / turn; the pile and the turn do not matter to the solver and are not read.
struct Position {
    Counts table, hand;

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
        outcomes(table, hand, [&](const Outcome& outcome) {
            ++total.plays;
            total.points += outcome.captures;
            total.hash += hash_of(outcome);
            return true;
        });
        return total;
    }

  private:
    // FNV-1a over "Ro Rx>0 7": the cards played, and the lines captured.
    static std::uint64_t hash_of(const Outcome& outcome) {
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

}  // namespace qwirkle::cards
