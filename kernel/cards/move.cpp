#include "cards/move.h"

#include "cards/layout.h"
#include "cards/parts.h"

namespace qwirkle::cards {

namespace {

constexpr int MOST_IN_LINE = COPIES * LONGEST / SHORTEST;  // rows of one line that the cards of a game can make

Part without_spaces(Part text) {
    while (!text.empty() && *text.at == ' ') ++text.at;
    while (!text.empty() && text.end[-1] == ' ') --text.end;
    return text;
}

int line_of(Set row) {
    const int card = first(row);
    return row & ~color_line(card / 6) ? 6 + card % 6 : card / 6;
}

// The rows of one line.
struct Line {
    int rows = 0;
    Set row[MOST_IN_LINE]{};

    void add_all(const Rows& from, int line) {
        for (int at = 0; at < from.number; ++at) {
            const Set kinds = from[at].kinds();
            if (line_of(kinds) == line && rows < MOST_IN_LINE) row[rows++] = kinds;
        }
    }
};

// How many cards stay when each row goes on as the best suited later row: for each set of later rows that are taken,
// only the best way is kept.
int staying(const Line& before, const Line& later) {
    int most = 0;
    int ways[1 << MOST_IN_LINE];
    for (int& way : ways) way = -1;
    ways[0] = 0;
    for (int old = 0; old < before.rows; ++old) {
        for (int taken = (1 << later.rows) - 1; taken >= 0; --taken) {  // from above: each old row goes on once
            if (ways[taken] < 0) continue;
            for (int at = 0; at < later.rows; ++at) {
                if (taken >> at & 1) continue;
                const int stay = ways[taken] + count(before.row[old] & later.row[at]);
                int& way = ways[taken | 1 << at];
                if (stay > way) way = stay;
                if (stay > most) most = stay;
            }
        }
    }
    return most;
}

}  // namespace

bool read_move(Part text, Move& move, BadRows& bad) {
    move = {};
    const Part word = without_spaces(text);
    if (word.is("exchange") || word.is("pass")) {
        move.kind = word.is("pass") ? Move::PASS : Move::EXCHANGE;
        return true;
    }
    Rows typed;
    if (!read_rows(text, typed, bad) || !typed.number) return false;
    move.kind = Move::ARRANGE;
    for (int row = 0; row < typed.number; ++row) {
        (typed[row].size == LONGEST ? move.captured : move.rows).add(typed[row]);
    }
    move.rows.put_in_order();
    move.captured.put_in_order();
    return true;
}

void write_text(const Move& move, Json& json) {
    if (move.kind != Move::ARRANGE) {
        json.letters(move.kind == Move::PASS ? "pass" : "exchange");
        return;
    }
    write_text(move.all(), json);
}

Move arranged(const Rows& table, const Outcome& outcome) {
    Set rows[MOST_ROWS];
    int number = 0;
    for (; number < table.number && number < MOST_ROWS; ++number) rows[number] = table[number].kinds();
    Arrangement found;
    Move move;
    if (!arrange(rows, number, outcome, found)) return move;  // not so after a legal outcome
    move.kind = Move::ARRANGE;
    for (int row = 0; row < found.rows; ++row) move.rows.add(found.row[row]);
    for (int row = 0; row < found.captures; ++row) move.captured.add(full_line(found.captured[row]));
    move.rows.put_in_order();
    move.captured.put_in_order();
    return move;
}

int cards_moved(const Rows& table, const Move& move) {
    int moved = table.cards();
    for (int at = 0; at < LINES; ++at) {
        Line before, later;
        before.add_all(table, at);
        later.add_all(move.rows, at);
        later.add_all(move.captured, at);
        moved -= staying(before, later);
    }
    return moved;
}

}  // namespace qwirkle::cards
