#include "cards/view.h"

#include "cards/solver.h"

namespace qwirkle::cards {

int View::next_hand() const {
    for (int step = 1; step < state.players; ++step) {
        if (const int size = state.hands[(seat + step) % state.players].size()) return size;
    }
    return 0;
}

Known View::known() const {
    Known known;
    known.pile_size = static_cast<std::uint8_t>(state.pile);
    known.opening = decision().must_open();
    known.table = state.table.counts();
    known.hand = hand().known;
    known.unseen = unseen();
    for (int step = 0; step < state.players; ++step) {
        const int other = (seat + step) % state.players;
        const int size = state.hands[other].size();
        const bool moved = !state.pile && state.moved_since_draw >> other & 1;  // it has had the last turn
        if (!size && !moved) continue;
        const int at = known.players++;
        known.hand_sizes[at] = static_cast<std::uint8_t>(size);
        known.scores[at] = static_cast<std::uint8_t>(state.score(other));
        known.last[at] = state.last[other];
        if (!state.pile && !moved) known.waiting |= static_cast<std::uint8_t>(1u << at);
    }
    return known;
}

Move opening_move(const View& view) {
    Set sets[LINES];
    largest_sets(view.hand().known.kinds(), sets);
    Move move;
    move.kind = Move::ARRANGE;
    (count(sets[0]) == LONGEST ? move.captured : move.rows).add(sets[0]);
    return move;
}

Move stuck_move(const View& view) {
    Move move;
    move.kind = Move::EXCHANGE;
    if (fault_of(view.decision(), move)) move.kind = Move::PASS;
    return move;
}

}  // namespace qwirkle::cards
