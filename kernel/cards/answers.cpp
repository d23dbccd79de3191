#include "cards/answers.h"

#include "cards/advice.h"
#include "cards/game.h"
#include "cards/levels.h"
#include "cards/record.h"
#include "cards/review.h"
#include "cards/solver.h"
#include "core/luck.h"
#include "core/refusal.h"

namespace qwirkle::cards {

namespace {

constexpr int USUAL_MOVES = 5;  // of an advice

void refuse_game(const Wrong& wrong, Json& json) {
    if (!wrong.fault) return refuse_line(json, wrong.line);
    write(wrong.fault, json.object().key("error"));
    json.end_object();
}

void write_seats(unsigned seats, Json& json) {
    json.array();
    for (; seats; seats &= seats - 1) json.number(first(seats));
    json.end_array();
}

void write_hand(const Held& hand, Json& json) {
    json.array();
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < hand.known[kind]; ++copy) json.tile(static_cast<Tile>(kind));
    }
    for (int at = 0; at < hand.hidden; ++at) json.tile(HIDDEN);
    json.end_array();
}

void write_move(const Move& move, Json& json) {
    json.key("move").begin_text();
    write_text(move, json);
    json.end_text();
}

// ---- deal -------------------------------------------------------------------------------------

// All 108 pieces, each as often as there are.
bool read_order(Part text, Tile order[PIECES]) {
    if (read_pieces(text, order, PIECES) != PIECES) return false;
    Counts counts;
    for (int at = 0; at < PIECES; ++at) {
        if (order[at] == HIDDEN || ++counts[order[at]] > COPIES) return false;
    }
    return true;
}

// The tied whom age does not part: the youngest, where the ages of all of them are known (C2).
unsigned youngest(const Question& question, unsigned tied) {
    constexpr const char* NAMES[] = {"age1", "age2", "age3", "age4"};
    long long least = -1;
    unsigned among = 0;
    for (unsigned seats = tied; seats; seats &= seats - 1) {
        const long long age = question.number(NAMES[first(seats)], -1);
        if (age < 0) return tied;
        if (!among || age < least) {
            least = age;
            among = 0;
        }
        if (age == least) among |= seats & -seats;
    }
    return among;
}

void write_start(const Question& question, const Held* hands, int players, Json& json) {
    int size = 0;
    unsigned tied = 0;
    for (int seat = 0; seat < players; ++seat) {
        const int set = largest_set(hands[seat].known);
        if (set > size) tied = 0;
        if (set >= size) tied |= 1u << seat;
        size = set > size ? set : size;
    }
    if (size < SHORTEST) {
        json.null();
        return;
    }
    const unsigned among = youngest(question, tied);
    unsigned left = among;
    for (long long lot = question.number("lot", 0) % count(among); lot > 0; --lot) left &= left - 1;
    json.object().key("seat").number(first(left));
    json.key("why").text(count(tied) == 1 ? "set" : count(among) == 1 ? "age" : "lot").key("size").number(size);
    write_seats(tied, json.key("tied"));
    write_seats(among, json.key("among"));
    json.end_object();
}

void deal(const Question& question, Json& json) {
    const long long players = question.number("players", 0);
    Tile order[PIECES];
    if (players < 2 || players > MOST_PLAYERS || question.number("lot", 0) < 0) return refuse(json, "bad.question");
    if (!read_order(question.text, order)) return refuse(json, "bad.question");
    Held hands[MOST_PLAYERS]{};
    for (int at = 0; at < players * HAND_SIZE; ++at) ++hands[at / HAND_SIZE].known[order[at]];
    json.object().key("hands").array();
    for (int seat = 0; seat < players; ++seat) write_hand(hands[seat], json);
    json.end_array().key("start");
    write_start(question, hands, static_cast<int>(players), json);
    json.end_object();
}

// ---- state ------------------------------------------------------------------------------------

const char* rule_of(Ended ended) { return ended == Ended::LEFT ? "O1" : "C10"; }

void write_last(const State& state, Json& json) {
    if (state.last_seat < 0) {
        json.null();
        return;
    }
    json.object().key("seat").number(state.last_seat);
    write_move(state.last_move, json);
    json.key("points").number(state.last_move.points()).key("lines").array().end_array().end_object();
}

void write_seat(int seat, Json& json) {
    if (seat < 0) {
        json.null();
    } else {
        json.number(seat);
    }
}

void show(const State& state, Json& json) {
    const bool over = state.ended != Ended::NO;
    json.object().key("edition").text("cards").key("players").number(state.players);
    write_seat(state.start, json.key("start"));
    write_seat(over ? -1 : state.turn, json.key("turn"));
    json.key("moves").number(state.moves).key("bag").number(state.pile).key("scores").array();
    for (int seat = 0; seat < state.players; ++seat) json.number(state.score(seat));
    json.end_array().key("hands").array();
    for (int seat = 0; seat < state.players; ++seat) write_hand(state.hands[seat], json);
    json.end_array();
    write_seats(state.gone, json.key("gone"));
    json.key("board").array().end_array();
    write_codes(state.table, json.key("rows"));
    json.key("captured").array();
    for (int seat = 0; seat < state.players; ++seat) write_codes(state.captured[seat], json);
    json.end_array().key("opening").truth(state.opening).key("exchanges").number(state.exchanges);
    json.key("passes").number(0).key("ended");
    over ? json.text(rule_of(state.ended)) : json.null();
    write_seats(over ? state.winners() : 0, json.key("winners"));
    json.key("bonus").number(0);
    write_last(state, json.key("last"));
    json.end_object();
}

// ---- moves ------------------------------------------------------------------------------------

// The moves that need no arrangement, where they are proven to be legal; as if it were this seat's turn.
void offer(const View& view, Json& json) {
    const bool playing = view.state.ended == Ended::NO && !view.state.is_gone(view.seat);
    const Move move = stuck_move(view);
    const bool is_legal = playing && !view.hand().hidden && !fault_of(view.decision(), move);
    json.object().key("moves").array();
    if (is_legal) {
        json.array().begin_text();
        write_text(move, json);
        json.end_text().number(0).end_array();
    }
    json.end_array().key("trade").number(0).key("complete").truth(is_legal || !playing).end_object();
}

// The rows of an arrangement as they were typed, each with what is wrong with it.
void write_checks(const Question& question, const Move& move, Json& json) {
    Rows typed;
    BadRows bad;
    json.key("rows").array();
    if (move.kind == Move::ARRANGE) read_rows(question.text, typed, bad);
    for (int row = 0; row < typed.number; ++row) {
        write_codes(typed[row], json.object().key("row"));
        json.key("captured").truth(typed[row].size == LONGEST);
        write(row_fault(typed[row]), json.key("fault"));
        json.end_object();
    }
    json.end_array();
}

Fault fault_at(const View& view, const Move& move) {
    if (view.state.ended == Ended::NO) return fault_of(view.decision(), move);
    Fault over;
    over.key = view.state.ended == Ended::LEFT ? "O1.over" : "C10.over";
    return over;
}

void judge(const Question& question, const View& view, Json& json) {
    Move move;
    BadRows bad;
    if (!read_move(question.text, move, bad)) return refuse_text(json, bad.key, bad.text, bad.column);
    const Fault fault = fault_at(view, move);
    write(fault, json.object().key("fault"));
    write_move(move, json);
    json.key("points").number(fault ? 0 : move.points()).key("lines").array().end_array();
    write_checks(question, move, json);
    json.key("draws").number(fault ? 0 : view.state.draws(view.seat, move));
    write_hand(!fault && move.kind == Move::EXCHANGE ? view.hand() : Held{}, json.key("mixed"));
    json.end_object();
}

// Cards that the hand does not hold cannot be laid; nor do we know what a hidden one is.
void lay(const Question& question, const View& view, Json& json) {
    Tile tiles[HAND_SIZE];
    const int number = read_pieces(question.text, tiles, HAND_SIZE);
    if (number < 0) return refuse(json, "bad.question");
    Counts cards;
    bool held = true;
    for (int at = 0; at < number; ++at) {
        held = held && tiles[at] != HIDDEN && ++cards[tiles[at]] <= view.hand().known[tiles[at]];
    }
    Outcome play;
    Move move;
    if (held && laying(view.state.table.counts(), cards, play)) move = arranged(view.state.table, play);
    write_codes(move.rows, json.object().key("rows"));
    write_codes(move.captured, json.key("captured"));
    json.end_object();
}

// ---- choices ----------------------------------------------------------------------------------

// Choices and advice are for the player to move, who knows the own hand.
bool is_to_choose(const View& view, Json& json) {
    const State& state = view.state;
    if (state.ended != Ended::NO) {
        refuse(json, "bad.advice.over");
    } else if (state.turn != view.seat) {
        json.object().key("error").object().key("key").text("bad.advice.turn").key("words").object();
        json.key("player").number(view.seat).key("turn").number(state.turn);
        json.end_object().end_object().end_object();
    } else if (view.hand().hidden) {
        refuse(json, "bad.hidden");
    } else {
        return true;
    }
    return false;
}

void choose(const Question& question, const View& view, Json& json) {
    if (!is_to_choose(view, json)) return;
    int hundredths;
    if (!asked_strength(question, json, hundredths)) return;
    Move move;
    if (!choose(view, hundredths, question.number("seed", 0), question.number("budget", -1), move)) {
        return refuse(json, "bad.question");
    }
    write_move(move, json.object());
    json.end_object();
}

void advise(const Question& question, const View& view, Json& json) {
    if (!is_to_choose(view, json)) return;
    const long long most = question.number("most", USUAL_MOVES);
    if (!advise(view, question.number("seed", 0), question.number("budget", -1), most, json)) {
        refuse(json, "bad.question");
    }
}

// ---- looking back -----------------------------------------------------------------------------

// The last move of a game, judged by what its player could know.
void review(const Question& question, Json& json) {
    LastMove last;
    State before, after;
    Wrong wrong;
    if (!find_last_move(question.game, last)) return refuse(json, "bad.question");
    if (!read_game(last.with, after, wrong) || !read_game(last.before, before, wrong)) return refuse_game(wrong, json);
    const View view{before, before.turn};
    if (view.hand().hidden) return refuse(json, "bad.hidden");
    if (!review(view, after.last_move, question.number("seed", 0), question.number("budget", -1), json)) {
        refuse(json, "bad.question");
    }
}

void luck(const Question& question, Json& json) {
    const long long seed = question.number("seed", 0), games = question.number("games", USUAL_GAMES);
    if (games < 1 || games > MOST_GAMES) return refuse(json, "bad.question");
    LastMove last;
    State before, state;
    Wrong wrong;
    if (!find_last_move(question.game, last)) {
        if (!read_game(question.game, state, wrong)) return refuse_game(wrong, json);
        return write_deal_luck(state, seed, static_cast<int>(games), json);
    }
    if (!read_game(last.with, state, wrong) || !read_game(last.before, before, wrong)) return refuse_game(wrong, json);
    Tile drawn[HAND_SIZE];
    const int number = read_pieces(last.happened.drawn, drawn, HAND_SIZE);
    for (int at = 0; at < number; ++at) {
        if (drawn[at] == HIDDEN) return refuse(json, "bad.hidden");
    }
    write_luck(before, state, drawn, number, seed, static_cast<int>(games), json);
}

}  // namespace

void answer(const Question& question, Json& json) {
    if (question.is("deal")) return deal(question, json);
    if (question.is("review")) return review(question, json);
    if (question.is("luck")) return luck(question, json);
    State game;
    Wrong wrong;
    if (!read_game(question.game, game, wrong)) return refuse_game(wrong, json);
    if (question.is("state")) return show(game, json);
    const long long seat = question.number("seat", -1);
    if (seat < 0 || seat >= game.players) return refuse(json, "bad.question");
    const View view{game, static_cast<int>(seat)};
    if (question.is("offers")) return offer(view, json);
    if (question.is("judge")) return judge(question, view, json);
    if (question.is("lay")) return lay(question, view, json);
    if (question.is("choose")) return choose(question, view, json);
    if (question.is("advise")) return advise(question, view, json);
    refuse(json, "bad.question");
}

}  // namespace qwirkle::cards
