#include "classic/table.h"

namespace qwirkle::classic {

namespace {

constexpr int NOBODY = -1;
constexpr int MOST_POINTS = 1000;  // that a position can be set up with

bool read_held(Part text, Held& held, int& number) {
    Tile pieces[HAND_SIZE];
    number = read_pieces(text, pieces, HAND_SIZE);
    held = {};
    for (int at = 0; at < number; ++at) held.add(pieces[at]);
    return number >= 0;
}

}  // namespace

int Table::read(Part game) {
    Happened happened;
    happened.line = 1;
    for (Lines lines(game); lines.next(happened);) {
        if (happened.kind == Happened::EDITION || happened.kind == Happened::OTHER) continue;
        if (!follow(happened) || !adds_up()) return happened.line;
    }
    return has_begun() || begin_by_first_rules(NOBODY) ? 0 : happened.line;
}

bool Table::follow(const Happened& happened) {
    if (happened.seat < 0) return false;
    switch (happened.kind) {
        case Happened::SEAT:
            return sit_down(happened);
        case Happened::DEAL:
            return deal(happened);
        case Happened::START:
            return begin(happened.seat);
        case Happened::MOVE:
            return (has_begun() || begin_by_first_rules(happened.seat)) && move(happened);
        case Happened::RESIGN:
            return (has_begun() || begin_by_first_rules(NOBODY)) && resign(happened.seat);
        default:
            return set_up(happened);
    }
}

bool Table::sit_down(const Happened& happened) {
    if (happened.seat != players || set_up_ || was_dealt()) return false;
    Part text = happened.text;
    if (!text.take_word().number(ages_[players])) ages_[players] = UNKNOWN_AGE;
    ++players;
    return seated_ = true;
}

bool Table::set_up(const Happened& happened) {
    if (moves || staying() != players || was_dealt()) return false;
    if (happened.kind != Happened::LIES && !seated_ && happened.seat >= players) players = happened.seat + 1;
    if (happened.kind != Happened::LIES && !is_there(happened.seat)) return false;
    set_up_ = true;
    Move listed;
    Misread misread;
    long long points = 0;
    switch (happened.kind) {
        case Happened::LIES:
            layout.clear();
            if (!read_placements(happened.text, listed, misread)) return false;
            for (int at = 0; at < listed.size; ++at) {
                if (layout.find(listed.placed[at].cell)) return false;
                layout.add(listed.placed[at]);
            }
            return true;
        case Happened::HAND:
            return read_hand(happened);
        case Happened::POINTS:
            if (!happened.text.number(points) || points < 0 || points > MOST_POINTS) return false;
            scores[happened.seat] = static_cast<int>(points);
            return true;
        case Happened::TURN:
            turn = happened.seat;
            return true;
        default:
            return false;
    }
}

bool Table::read_hand(const Happened& happened) {
    int number = 0;
    if (read_held(happened.text, hands[happened.seat], number)) return true;
    Tile pieces[PIECES];
    if (read_pieces(happened.text, pieces, PIECES) > HAND_SIZE) wrong = hand_fault();
    return false;
}

bool Table::deal(const Happened& happened) {
    if (set_up_ || start >= 0) return false;
    if (!seated_ && happened.seat >= players) players = happened.seat + 1;
    if (!is_there(happened.seat)) return false;
    if (dealt_[happened.seat]) {  // dealt again: what was dealt before does not count
        for (int seat = 0; seat < players; ++seat) {
            hands[seat] = {};
            dealt_[seat] = false;
        }
    }
    int number = 0;
    dealt_[happened.seat] = true;
    return read_held(happened.text, hands[happened.seat], number) && number == HAND_SIZE;
}

bool Table::was_dealt() const {
    for (bool dealt : dealt_) {
        if (dealt) return true;
    }
    return false;
}

bool Table::are_all_dealt() const {
    for (int seat = 0; seat < players; ++seat) {
        if (!dealt_[seat]) return false;
    }
    return players > 1;
}

bool Table::are_all_hands_known() const {
    for (const Held& hand : hands) {
        if (hand.hidden) return false;
    }
    return true;
}

Start Table::starter_by_hands() const {
    Set kinds[MOST_PLAYERS];
    for (int seat = 0; seat < players; ++seat) kinds[seat] = hands[seat].known.kinds;
    return starter(kinds, players, ages_, 0);
}

// The seat that starts has the largest set (T2), as far as the hands are known.
bool Table::begin(int seat) {
    if (set_up_ || start >= 0 || !are_all_dealt() || !is_there(seat)) return false;
    start = turn = seat;
    if (!are_all_hands_known()) return true;
    const Seats tied = starter_by_hands().tied;
    for (int at = 0; at < tied.number; ++at) {
        if (tied.seat[at] == seat) return true;
    }
    return false;
}

// By the first rules no line says who starts: the oldest with the largest set, or the earliest seat. Where hands are
// hidden it is whoever moves first.
bool Table::begin_by_first_rules(int mover) {
    if (set_up_ || !are_all_dealt()) return false;
    return are_all_hands_known() ? begin(starter_by_hands().seat) : begin(mover);
}

bool Table::move(const Happened& happened) {
    if (ended || happened.seat != turn) return false;
    Move made;
    Misread misread;
    if (!read_move(happened.text, true, made, misread) || situation(turn).fault(made)) return false;
    const int points = situation(turn).points(made);
    bonus = situation(turn).goes_out(made) ? BONUS : 0;
    scores[turn] += points;
    for (int at = 0; at < made.size; ++at) {
        hands[turn].take(made.placed[at].tile);
        if (made.is_play()) layout.add(made.placed[at]);
    }
    const int draws = made.size < bag ? made.size : bag;
    remember(made, points, draws);
    if (!draw(happened, made)) return false;
    finish(made);
    return true;
}

// As many tiles as the rules say. What is traded goes back only then, so it cannot be drawn.
bool Table::draw(const Happened& happened, const Move& made) {
    Held drawn;
    int number = 0;
    if (!read_held(happened.drawn, drawn, number) || number != past[past_count - 1].drawn) return false;
    Held& hand = hands[turn];
    for (Tile tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < drawn.known.counts[tile]; ++copy) hand.add(tile);
    }
    hand.hidden += drawn.hidden;
    const auto traded = [&](int step) {
        for (int at = 0; at < made.size && !made.is_play(); ++at) {
            if (made.placed[at].tile < KINDS) out_[made.placed[at].tile] += static_cast<std::uint8_t>(step);
        }
    };
    traded(1);
    const bool possible = adds_up();
    traded(-1);
    return possible;
}

void Table::finish(const Move& made) {
    passes = made.kind == Move::PASS ? passes + 1 : 0;
    if (!hands[turn].size()) {
        ended = "T17";
    } else if (passes == staying()) {
        ended = "T18";
    }
    turn = next_seat();
}

bool Table::resign(int seat) {
    if (ended || !is_there(seat) || gone[seat]) return false;
    Held& hand = hands[seat];
    removed_ += hand.size();
    for (int tile = 0; tile < KINDS; ++tile) out_[tile] += hand.known.counts[tile];
    hand = {};
    gone[seat] = true;
    passes = 0;
    if (seat == turn) turn = next_seat();
    if (staying() == 1) ended = "O1";
    return true;
}

void Table::remember(const Move& made, int points, int drawn) {
    ++moves;
    if (past_count == MOST_PAST) {
        for (int at = 1; at < MOST_PAST; ++at) past[at - 1] = past[at];
        --past_count;
    }
    past[past_count++] = {made, turn, points, drawn};
}

int Table::next_seat() const {
    int seat = turn;
    do seat = seat + 1 == players ? 0 : seat + 1;
    while (gone[seat]);
    return seat;
}

int Table::staying() const {
    int number = players;
    for (bool away : gone) number -= away;
    return number;
}

bool Table::wins(int seat) const {
    if (!ended || gone[seat]) return false;
    for (int other = 0; other < players; ++other) {
        if (!gone[other] && scores[other] > scores[seat]) return false;
    }
    return true;
}

// Three of each tile, 108 in all; the bag has the rest. And lines by the rules, on a board that the kernel can hold.
bool Table::adds_up() {
    std::uint8_t found[KINDS];
    for (int tile = 0; tile < KINDS; ++tile) found[tile] = out_[tile];
    for (int at = 0; at < layout.number(); ++at) ++found[layout[at].tile];
    bag = PIECES - layout.number() - removed_;
    for (const Held& hand : hands) {
        bag -= hand.size();
        for (int tile = 0; tile < KINDS; ++tile) found[tile] += hand.known.counts[tile];
    }
    for (int tile = 0; tile < KINDS; ++tile) {
        if (found[tile] <= COPIES) continue;
        if (set_up_) wrong = copies_fault(layout, static_cast<Tile>(tile));
        return false;
    }
    if (bag < 0) return false;
    if (!set_up_ || moves) return true;  // whoever moves by the rules keeps it as it should be
    wrong = layout_fault(layout);
    return !wrong && layout.lies_close();
}

Fault Table::strict_fault() const {
    if (!layout.empty()) return apart_fault(layout);
    for (const int points : scores) {
        if (points) return points_fault();
    }
    return {};
}

}  // namespace qwirkle::classic
