#include "classic/viewpoint.h"

#include "core/crc32.h"

namespace qwirkle::classic {

namespace {

bool was_just_laid(const Table& table, Spot cell) {
    for (int at = 0; at < table.past_count; ++at) {
        const Move& move = table.past[at].move;
        for (int tile = 0; tile < move.size && move.is_play(); ++tile) {
            if (move.placed[tile].cell == cell) return true;
        }
    }
    return false;
}

// What lay before the moves that are remembered; then these, one by one.
void lay_out(const Table& table, const int* place_of, Known& known) {
    const Origin origin = table.layout.origin();
    for (int at = 0; at < table.layout.number(); ++at) {
        const auto& [cell, tile] = table.layout[at];
        if (!was_just_laid(table, cell)) known.board.place(torus_cell(origin, cell), tile);
    }
    known.past_count = 0;
    for (int at = 0; at < table.past_count; ++at) {
        const auto& [move, seat, points, drawn] = table.past[at];
        PastTurn past{{0}, 0, place_of[seat], move.is_play() ? 0 : move.size, drawn};
        if (move.is_play()) {
            past.play = play_of(origin, move);
            past.points = points;
            known.board.make(past.play);
        }
        known.past[known.past_count++] = past;
    }
}

int passes_in_a_row(const Table& table) {
    int number = 0;
    while (number < table.past_count && table.past[table.past_count - 1 - number].move.kind == Move::PASS) ++number;
    return number;
}

void count_unseen(const Table& table, Known& known) {
    for (Tile tile = 0; tile < KINDS; ++tile) {
        known.unseen[tile] = static_cast<std::uint8_t>(COPIES - table.layout.count(tile) - known.hand.counts[tile]);
    }
}

}  // namespace

bool look_from(const Table& table, int seat, Known& known) {
    int place_of[MOST_PLAYERS] = {-1, -1, -1, -1};
    known.players = 0;
    for (int other = 0; other < table.players; ++other) {
        if (other != seat && !table.hands[other].size()) continue;
        known.hand_sizes[known.players] = table.hands[other].size();
        known.scores[known.players] = table.scores[other];
        place_of[other] = known.players++;
    }
    if (known.players < 2) return false;
    known.seat = place_of[seat];
    known.bag_size = table.bag;
    known.hand = table.hands[seat].known;
    known.passes = passes_in_a_row(table) % known.players;
    count_unseen(table, known);
    lay_out(table, place_of, known);
    return true;
}

std::uint32_t turn_seed(const Table& table, int seat, long long seed) {
    Crc32 text;
    if (seed < 0) text.letter('-');
    text.number(static_cast<unsigned long long>(seed < 0 ? -seed : seed)).letter(' ');
    text.number(static_cast<unsigned long long>(table.moves)).letter(' ');
    text.number(static_cast<unsigned long long>(table.bag));
    const Hand& hand = table.hands[seat].known;
    if (!hand.size) text.letter(' ');
    for (Tile tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < hand.counts[tile]; ++copy) text.letter(' ').tile(tile);
    }
    return text.value();
}

}  // namespace qwirkle::classic
