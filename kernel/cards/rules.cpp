#include "cards/rules.h"

#include "cards/game.h"
#include "cards/solver.h"

namespace qwirkle::cards {

namespace {

Fault fault_at(const char* key, Row row = {nullptr, 0}) {
    Fault fault;
    fault.key = key;
    for (int at = 0; at < row.size; ++at) fault.point_at(row.card[at]);
    return fault;
}

Fault fault_of_number(const char* key, int n) {
    Fault fault = fault_at(key);
    fault.n = n;
    return fault;
}

// C6: every card of the table is still there.
Fault table_fault(const Rows& table, const Move& move) {
    Counts there = move.all().counts();
    Fault fault;
    for (int at = 0; at < table.cards(); ++at) {
        if (there[table.card[at]]) {
            --there[table.card[at]];
        } else {
            fault.key = "C6";
            fault.point_at(table.card[at]);
        }
    }
    return fault;
}

// C5: the other cards come from the hand. A hidden card may be any.
Fault hand_fault(const Decision& decision, const Move& move) {
    Counts lying = decision.table.counts();
    Held hand = decision.hand;
    Fault fault;
    bool plays = false;
    const Rows all = move.all();
    for (int at = 0; at < all.cards(); ++at) {
        const Tile card = all.card[at];
        if (lying[card]) {
            --lying[card];
            continue;
        }
        plays = true;
        if (hand.known[card]) {
            --hand.known[card];
        } else if (hand.hidden) {
            --hand.hidden;
        } else {
            fault.key = "C5.hand";
            fault.point_at(card);
        }
    }
    return fault || plays ? fault : fault_at("C5.none");
}

// C4, C7: every row stands; rows of six, and only they, are captured.
Fault rows_fault(const Move& move) {
    const Rows all = move.all();
    for (int row = 0; row < all.number; ++row) {
        if (const Fault fault = row_fault(all[row])) return fault;
    }
    return {};  // a move that was read has its rows of six, and no others, among the captured
}

// C3: the whole turn is one largest set.
Fault opening_fault(const Decision& decision, const Move& move) {
    if (!decision.must_open()) return {};
    const Rows all = move.all();
    const int size = largest_set(decision.hand.known), cards = all.cards();
    if (all.number == 1 && (decision.hand.hidden ? cards >= size : cards == size)) return {};
    Fault fault = fault_at("C3.size", {all.card, cards});
    fault.n = size;
    return fault;
}

Fault arrangement_fault(const Decision& decision, const Move& move) {
    if (const Fault fault = table_fault(decision.table, move)) return fault;
    if (const Fault fault = hand_fault(decision, move)) return fault;
    if (const Fault fault = rows_fault(move)) return fault;
    return opening_fault(decision, move);
}

// C9: there must be nothing to play. Of a hand that is not known, only the known cards can prove the contrary.
Fault stuck_fault(const Decision& decision) {
    if (decision.must_open()) {
        const bool proven = !decision.hand.hidden || largest_set(decision.hand.known) >= SHORTEST;
        return proven ? fault_at("C3.must") : Fault{};
    }
    Outcome play;
    if (!any_play(decision.table.counts(), decision.hand.known, play)) return {};
    Fault fault = fault_at("C9.play");
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < play.played[kind]; ++copy) fault.point_at(static_cast<Tile>(kind));
    }
    return fault;
}

Fault exchange_fault(const Decision& decision) {
    if (!decision.pile) return fault_at("C9.pile");
    return decision.can_exchange() ? Fault{} : fault_of_number("C9.often", MOST_EXCHANGES);
}

}  // namespace

bool Decision::must_open() const { return opening && (hand.hidden || largest_set(hand.known) >= SHORTEST); }

bool Decision::can_exchange() const { return pile > 0 && exchanges < MOST_EXCHANGES; }

Fault fault_of(const Decision& decision, const Move& move) {
    if (move.kind == Move::ARRANGE) return arrangement_fault(decision, move);
    if (const Fault fault = stuck_fault(decision)) return fault;
    if (move.kind == Move::EXCHANGE) return exchange_fault(decision);
    return decision.can_exchange() ? fault_at("C9.pass") : Fault{};
}

Fault row_fault(Row row) {
    if (row.size > LONGEST) return fault_at("C4.long", row);
    Set seen = 0;
    for (int at = 0; at < row.size; ++at) {
        if (seen >> row.card[at] & 1) return fault_at("C4.alike", {row.card + at, 1});
        seen |= bit(row.card[at]);
    }
    if (!is_line(seen)) return fault_at("C4.mixed", row);
    return row.size < SHORTEST ? fault_at("C4.short", row) : Fault{};
}

Counts played(const Rows& table, const Move& move) {
    Counts cards = move.all().counts();
    const Counts lying = table.counts();
    for (int kind = 0; kind < KINDS; ++kind) {
        cards[kind] = static_cast<std::uint8_t>(cards[kind] > lying[kind] ? cards[kind] - lying[kind] : 0);
    }
    return cards;
}

void write(const Fault& fault, Json& json) {
    if (!fault) {
        json.null();
        return;
    }
    json.object().key("key").text(fault.key).key("tiles");
    write_codes({fault.tile, fault.tiles}, json);
    json.key("cells").array().end_array().key("words").object();
    if (fault.n >= 0) json.key("n").number(fault.n);
    json.end_object().end_object();
}

}  // namespace qwirkle::cards
