#include "classic/answers.h"

#include "classic/advice.h"
#include "classic/deal.h"
#include "classic/ordered.h"
#include "classic/review.h"
#include "core/luck.h"
#include "core/refusal.h"

namespace qwirkle::classic {

namespace {

constexpr int USUAL_ADVICE = 5;

void refuse_fault(Json& json, const Fault& fault) {
    write_fault(json.object().key("error"), fault);
    json.end_object();
}

void refuse_game(Json& json, const Table& table, int line) {
    if (table.wrong) return refuse_fault(json, table.wrong);
    refuse_line(json, line);
}

void write_lines(Json& json, const Layout& layout, const Move& move) {
    json.array();
    Line lines[MOST_LINES];
    const int number = move.is_play() ? After(layout, move).lines_made(lines) : 0;
    for (int line = 0; line < number; ++line) {
        json.object().key("cells").array();
        for (int at = 0; at < lines[line].length; ++at) write_cell(json, lines[line].cell(at));
        json.end_array().key("points").number(lines[line].points());
        json.key("qwirkle").truth(lines[line].is_qwirkle()).end_object();
    }
    json.end_array();
}

void write_held(Json& json, const Held& held) {
    json.array();
    for (Tile tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < held.known.counts[tile]; ++copy) json.tile(tile);
    }
    for (int at = 0; at < held.hidden; ++at) json.tile(HIDDEN);
    json.end_array();
}

// A list with something for each seat, or for some of them.
template <typename Write>
void write_seats(Json& json, const Table& table, const char* key, Write&& write) {
    json.key(key).array();
    for (int seat = 0; seat < table.players; ++seat) write(seat);
    json.end_array();
}

void write_seat(Json& json, const char* key, int seat, bool known) {
    json.key(key);
    if (known) {
        json.number(seat);
    } else {
        json.null();
    }
}

void write_last(Json& json, const Table& table) {
    const Turn* last = table.last();
    if (!last) {
        json.null();
        return;
    }
    json.object().key("seat").number(last->seat).key("move");
    write_move(json, last->move);
    json.key("points").number(last->points).key("lines");
    write_lines(json, table.layout, last->move);
    json.end_object();
}

void write_board(Json& json, const Layout& layout) {
    json.key("board").array();
    for (int at = 0; at < layout.number(); ++at) write_placement(json, layout[at]);
    json.end_array();
}

void answer_state(const Table& table, bool strict, Json& json) {
    if (const Fault fault = strict ? table.strict_fault() : Fault{}) return refuse_fault(json, fault);
    json.object().key("edition").text("classic").key("players").number(table.players);
    write_seat(json, "start", table.start, table.start >= 0);
    write_seat(json, "turn", table.turn, !table.ended);
    json.key("moves").number(table.moves).key("bag").number(table.bag);
    write_seats(json, table, "scores", [&](int seat) { json.number(table.scores[seat]); });
    write_seats(json, table, "hands", [&](int seat) { write_held(json, table.hands[seat]); });
    write_seats(json, table, "gone", [&](int seat) {
        if (table.gone[seat]) json.number(seat);
    });
    write_board(json, table.layout);
    json.key("rows").array().end_array();
    write_seats(json, table, "captured", [&](int) { json.array().end_array(); });
    json.key("opening").truth(table.layout.empty()).key("exchanges").number(0).key("passes").number(table.passes);
    json.key("ended");
    if (table.ended) {
        json.text(table.ended);
    } else {
        json.null();
    }
    write_seats(json, table, "winners", [&](int seat) {
        if (table.wins(seat)) json.number(seat);
    });
    json.key("bonus").number(table.bonus).key("last");
    write_last(json, table);
    json.end_object();
}

void write_offer(Json& json, const Move& move, int points) {
    json.array();
    write_move(json, move);
    json.number(points).end_array();
}

void answer_offers(const Table& table, int seat, Json& json) {
    const Situation at = table.situation(seat);
    const bool playing = !table.ended && !table.gone[seat];
    json.object().key("moves").array();
    if (playing) {
        Board board;
        Move move;
        at.layout.lay_out(board);
        const Origin origin = at.layout.origin();
        ordered_plays(board, origin, at.held.known.kinds, [&](Play play, int points) {
            spell(board, origin, play, move);
            write_offer(json, move, points + (at.goes_out(move) ? BONUS : 0));
        });
        if (!move.size && !at.fault(move)) write_offer(json, move, 0);  // a pass
    }
    json.end_array().key("trade").number(playing ? at.most_traded() : 0);
    json.key("complete").truth(!at.held.hidden).end_object();
}

Fault fault_of(const Table& table, const Situation& at, const Move& move) {
    if (!table.ended) return at.fault(move);
    Fault over;
    over.key = table.ended[0] == 'O' ? "O1.over" : table.ended[2] == '7' ? "T17.over" : "T18.over";
    return over;
}

void answer_judge(const Table& table, int seat, Part text, Json& json) {
    Move move;
    Misread misread;
    if (!read_move(text, false, move, misread)) return refuse_text(json, misread.key, misread.text, misread.column);
    const Situation at = table.situation(seat);
    const Fault fault = fault_of(table, at, move);
    json.object().key("fault");
    write_fault(json, fault);
    json.key("move");
    write_move(json, move);
    json.key("points").number(fault ? 0 : at.points(move)).key("lines");
    write_lines(json, at.layout, fault ? Move{} : move);
    json.key("rows").array().end_array();
    json.key("draws").number(fault ? 0 : move.size < at.bag ? move.size : at.bag).key("mixed").array();
    for (int tile = 0; tile < move.size && !fault && !move.is_play(); ++tile) json.tile(move.placed[tile].tile);
    json.end_array().end_object();
}

void answer_lay(Json& json) {
    json.object().key("rows").array().end_array().key("captured").array().end_array().end_object();
}

void answer_choose(const Table& table, int seat, const Question& question, Json& json) {
    int hundredths;
    if (!asked_strength(question, json, hundredths)) return;
    Move move;
    if (!choose(table, seat, hundredths, question.number("seed", 0), question.number("budget", NO_BUDGET), move)) {
        return refuse(json, "bad.question");
    }
    json.object().key("move");
    write_move(json, move);
    json.end_object();
}

void answer_advise(const Table& table, int seat, const Question& question, Json& json) {
    const long long seed = question.number("seed", 0), budget = question.number("budget", NO_BUDGET);
    if (!advise(table, seat, seed, budget, question.number("most", USUAL_ADVICE), json)) refuse(json, "bad.question");
}

// Whether a seat can be asked what to do; if not, says why.
bool may_think(const Table& table, int seat, Json& json) {
    if (table.ended) {
        refuse(json, "bad.advice.over");
    } else if (table.turn != seat) {
        json.object().key("error").object().key("key").text("bad.advice.turn").key("words").object();
        json.key("player").number(seat).key("turn").number(table.turn).end_object().end_object().end_object();
    } else if (table.hands[seat].hidden) {
        refuse(json, "bad.hidden");
    } else if (!table.hands[seat].size()) {
        refuse(json, "bad.question");
    } else {
        return true;
    }
    return false;
}

void answer_seat(const Table& table, int seat, const Question& question, Json& json) {
    if (question.is("offers")) return answer_offers(table, seat, json);
    if (question.is("judge")) return answer_judge(table, seat, question.text, json);
    if (question.is("lay")) return answer_lay(json);
    if (!question.is("choose") && !question.is("advise")) return refuse(json, "bad.question");
    if (!may_think(table, seat, json)) return;
    if (question.is("choose")) return answer_choose(table, seat, question, json);
    answer_advise(table, seat, question, json);
}

// The last move of a game, judged by what its player could know.
void answer_review(const Question& question, Json& json) {
    LastMove last;
    Table before, after;
    if (!find_last_move(question.game, last)) return refuse(json, "bad.question");
    if (const int line = after.read(last.with)) return refuse_game(json, after, line);
    if (const int line = before.read(last.before)) return refuse_game(json, before, line);
    if (before.hands[before.turn].hidden) return refuse(json, "bad.hidden");
    const long long seed = question.number("seed", 0), budget = question.number("budget", NO_BUDGET);
    if (!review(before, after.last()->move, seed, budget, json)) refuse(json, "bad.question");
}

void answer_luck(const Question& question, Json& json) {
    const long long seed = question.number("seed", 0), games = question.number("games", USUAL_GAMES);
    if (games < 1 || games > MOST_GAMES) return refuse(json, "bad.question");
    LastMove last;
    Table before, table;
    if (!find_last_move(question.game, last)) {
        if (const int line = table.read(question.game)) return refuse_game(json, table, line);
        return write_deal_luck(table, seed, static_cast<int>(games), json);
    }
    if (const int line = table.read(last.with)) return refuse_game(json, table, line);
    if (const int line = before.read(last.before)) return refuse_game(json, before, line);
    Tile drawn[HAND_SIZE];
    const int number = read_pieces(last.happened.drawn, drawn, HAND_SIZE);
    for (int at = 0; at < number; ++at) {
        if (drawn[at] == HIDDEN) return refuse(json, "bad.hidden");
    }
    write_luck(before, table, drawn, number, seed, static_cast<int>(games), json);
}

}  // namespace

void answer(const Question& question, Json& json) {
    if (question.is("deal")) return answer_deal(question, json);
    if (question.is("review")) return answer_review(question, json);
    if (question.is("luck")) return answer_luck(question, json);
    Table table;
    if (const int line = table.read(question.game)) return refuse_game(json, table, line);
    const long long seat = question.number("seat", -1);
    if (question.is("state")) return answer_state(table, question.number("strict", 0), json);
    if (!table.is_there(seat)) return refuse(json, "bad.question");
    answer_seat(table, static_cast<int>(seat), question, json);
}

}  // namespace qwirkle::classic
