#include "classic/deal.h"

#include "classic/game.h"
#include "classic/starts.h"
#include "core/refusal.h"

namespace qwirkle::classic {

namespace {

bool are_all_pieces(const Tile* pieces, int number) {
    int counts[KINDS] = {};
    for (int at = 0; at < number; ++at) {
        if (pieces[at] == HIDDEN || ++counts[pieces[at]] > COPIES) return false;
    }
    return number == PIECES;
}

void write_hand(Json& json, const Hand& hand) {
    json.array();
    for (Tile tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < hand.counts[tile]; ++copy) json.tile(tile);
    }
    json.end_array();
}

void write_seats(Json& json, const Seats& seats) {
    json.array();
    for (int at = 0; at < seats.number; ++at) json.number(seats.seat[at]);
    json.end_array();
}

void write_start(Json& json, const Start& start) {
    const char* const why = start.tied.number == 1 ? "set" : start.among.number == 1 ? "age" : "lot";
    json.object().key("seat").number(start.seat).key("why").text(why).key("size").number(start.size);
    write_seats(json.key("tied"), start.tied);
    write_seats(json.key("among"), start.among);
    json.end_object();
}

}  // namespace

void answer_deal(const Question& question, Json& json) {
    Tile pieces[PIECES];
    const long long players = question.number("players", 0), lot = question.number("lot", 0);
    const int number = read_pieces(question.text, pieces, PIECES);
    if (!are_all_pieces(pieces, number) || players < 2 || players > MOST_PLAYERS || lot < 0) {
        return refuse(json, "bad.question");
    }
    const long long ages[] = {question.number("age1", UNKNOWN_AGE), question.number("age2", UNKNOWN_AGE),
                              question.number("age3", UNKNOWN_AGE), question.number("age4", UNKNOWN_AGE)};
    Set kinds[MOST_PLAYERS];
    json.object().key("hands").array();
    for (int seat = 0; seat < players; ++seat) {
        Hand hand;
        hand.clear();
        for (int at = 0; at < HAND_SIZE; ++at) hand.add(pieces[HAND_SIZE * seat + at]);
        kinds[seat] = hand.kinds;
        write_hand(json, hand);
    }
    json.end_array().key("start");
    write_start(json, starter(kinds, static_cast<int>(players), ages, lot));
    json.end_object();
}

}  // namespace qwirkle::classic
