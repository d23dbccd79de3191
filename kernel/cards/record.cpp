#include "cards/record.h"

#include "cards/game.h"

namespace qwirkle::cards {

namespace {

constexpr int UNKNOWN_AGE = -1;

class Record {
  public:
    Record(State& state, Wrong& wrong) : state_(state), wrong_(wrong) {}

    bool read(Part game) {
        state_ = {};
        state_.fresh_nine = !is_of_first_rules(game);
        Happened happened;
        bool good = true;
        for (Lines lines(game); good && lines.next(happened);) {
            line_ = happened.line;
            good = take(happened);
        }
        good = good && (has_begun() || begin(nullptr));
        wrong_.line = line_;
        return good;
    }

  private:
    State& state_;
    Wrong& wrong_;
    int line_ = 0;   // the one that is read
    int seats_ = 0;  // by their lines
    int dealt_ = 0;
    int ages_[MOST_PLAYERS]{};

    // What was set up by hand; of several lines that say the same, the last.
    bool set_up_ = false;
    int named_ = 0;  // seats
    int turn_ = 0;
    Happened lies_, hands_[MOST_PLAYERS], took_[MOST_PLAYERS];

    bool has_begun() const { return state_.players != 0; }

    static bool is_of_first_rules(Part game) {
        return game.take_line().take_until("  #").without_return().is("qwirkle record 1");
    }

    bool take(const Happened& happened) {
        switch (happened.kind) {
            case Happened::SEAT:
                return sit_down(happened);
            case Happened::DEAL:
                return deal(happened);
            case Happened::START:
                return start(happened.seat);
            case Happened::MOVE:
                return can_go_on(happened) && move(happened);
            case Happened::RESIGN:
                return can_go_on(happened) && state_.resign(happened.seat);
            case Happened::LIES:
            case Happened::HAND:
            case Happened::TOOK:
            case Happened::TURN:
                return note(happened);
            case Happened::POINTS:  // of the tile game
                return false;
            default:
                return true;
        }
    }

    // Whatever stood before the first turn is complete; `next` is that turn, where there is one.
    bool begin(const Happened* next) { return set_up_ ? begin_set_up() : begin_first_rules(next); }

    // ---- the deal -----------------------------------------------------------------------------

    bool sit_down(const Happened& happened) {
        if (happened.seat != seats_ || dealt_ || set_up_ || has_begun()) return false;
        long long age = UNKNOWN_AGE;
        Part text = happened.text;
        if (!text.take_word().number(age)) age = UNKNOWN_AGE;
        ages_[seats_++] = static_cast<int>(age);
        return true;
    }

    // Where cards are dealt again (C2), the last hands count.
    bool deal(const Happened& happened) {
        if (has_begun() || set_up_ || happened.seat < 0) return false;
        if (happened.seat == 0 && dealt_) {
            const bool fresh_nine = state_.fresh_nine;
            state_ = {};
            state_.fresh_nine = fresh_nine;
            dealt_ = 0;
        }
        if (happened.seat != dealt_ || (seats_ && dealt_ == seats_)) return false;
        Tile cards[HAND_SIZE];
        const int number = read_pieces(happened.text, cards, HAND_SIZE);
        return number == HAND_SIZE && state_.give(dealt_++, cards, number);
    }

    bool are_all_hands_known() const {
        for (int seat = 0; seat < dealt_; ++seat) {
            if (state_.hands[seat].hidden) return false;
        }
        return true;
    }

    int largest_set_of(int seat) const { return largest_set(state_.hands[seat].known); }

    bool begin_at(int seat) {
        if (has_begun() || set_up_ || dealt_ < 2 || (seats_ && dealt_ != seats_)) return false;
        if (seat < 0 || seat >= dealt_) return false;
        state_.players = static_cast<std::uint8_t>(dealt_);
        state_.start = seat;
        state_.turn = static_cast<std::uint8_t>(seat);
        return true;
    }

    // The seat that starts has the largest set (C2), as far as the hands are known.
    bool start(int seat) {
        if (!begin_at(seat)) return false;
        if (!are_all_hands_known()) return true;
        const int size = largest_set_of(seat);
        for (int other = 0; other < dealt_; ++other) {
            if (largest_set_of(other) > size) return false;
        }
        return size >= SHORTEST;
    }

    // By the first rules no line says who starts: the youngest with the largest set, or the earliest seat.
    bool begin_first_rules(const Happened* next) {
        if (!are_all_hands_known()) return next && next->kind == Happened::MOVE && start(next->seat);
        int first_seat = 0;
        for (int seat = 1; seat < dealt_; ++seat) {
            const int more = largest_set_of(seat) - largest_set_of(first_seat);
            if (more > 0 || (more == 0 && is_younger(seat, first_seat))) first_seat = seat;
        }
        return start(first_seat);
    }

    // Ages count where those of all the tied are known.
    bool is_younger(int seat, int other) const {
        for (int tied = 0; tied < dealt_; ++tied) {
            if (largest_set_of(tied) == largest_set_of(seat) && ages_[tied] == UNKNOWN_AGE) return false;
        }
        return ages_[seat] < ages_[other];
    }

    // ---- moves --------------------------------------------------------------------------------

    bool can_go_on(const Happened& happened) {
        if (!has_begun() && !begin(&happened)) return false;
        return happened.seat >= 0 && state_.ended == Ended::NO;
    }

    bool move(const Happened& happened) {
        Move made;
        BadRows bad;
        Tile drawn[HAND_SIZE];
        const int number = read_pieces(happened.drawn, drawn, HAND_SIZE);
        if (number < 0 || happened.seat != state_.turn || !read_move(happened.text, made, bad)) return false;
        if (fault_of(state_.decision_of(state_.turn), made) || !is_draw(made, number)) return false;
        return state_.follow(made, drawn, number);
    }

    // What was drawn is a fact; an exchange may be one by the first rules or by the later ones.
    bool is_draw(const Move& made, int number) const {
        if (number == state_.draws(state_.turn, made)) return true;
        const int held = state_.hands[state_.turn].size(), other = state_.fresh_nine ? held : HAND_SIZE;
        return made.kind == Move::EXCHANGE && number == (other < state_.pile ? other : state_.pile);
    }

    // ---- positions set up by hand -------------------------------------------------------------

    bool note(const Happened& happened) {
        if (dealt_ || has_begun() || happened.seat < 0 || (seats_ && happened.seat >= seats_)) return false;
        set_up_ = true;
        if (happened.seat >= named_) named_ = happened.seat + 1;
        if (happened.kind == Happened::LIES) lies_ = happened;
        if (happened.kind == Happened::HAND) hands_[happened.seat] = happened;
        if (happened.kind == Happened::TOOK) took_[happened.seat] = happened;
        if (happened.kind == Happened::TURN) turn_ = happened.seat;
        return true;
    }

    // Rows that lie open: their cards are not in the pile.
    bool open(const Happened& noted, bool are_full, Rows& rows) {
        BadRows bad;
        line_ = noted.line;
        if (!read_rows(noted.text, rows, bad) || rows.cards() > state_.pile) return false;
        state_.pile -= rows.cards();
        for (int at = 0; at < rows.cards(); ++at) {
            if (!is_left(rows.card[at])) return false;
            --state_.elsewhere[rows.card[at]];
        }
        for (int row = 0; row < rows.number; ++row) {
            wrong_.fault = row_fault(rows[row]);
            if (!wrong_.fault && rows[row].size == LONGEST && !are_full) wrong_.fault = full_fault(rows[row]);
            if (wrong_.fault || (rows[row].size == LONGEST) != are_full) return false;
        }
        rows.put_in_order();
        return true;
    }

    // A row of six is captured at once (C7).
    static Fault full_fault(Row row) {
        Fault fault;
        fault.key = "bad.six";
        for (int at = 0; at < row.size; ++at) fault.point_at(row.card[at]);
        return fault;
    }

    // Whether there is another one of a card.
    bool is_left(Tile card) {
        if (state_.elsewhere[card]) return true;
        wrong_.fault.key = "C1.copies";
        wrong_.fault.point_at(card);
        return false;
    }

    bool hand(int seat) {
        Tile cards[PIECES];
        line_ = hands_[seat].line;
        const int number = read_pieces(hands_[seat].text, cards, PIECES);
        if (number > HAND_SIZE) {
            wrong_.fault.key = "bad.hand";
            wrong_.fault.n = HAND_SIZE;
            return false;
        }
        for (int at = 0; at < number; ++at) {
            if (cards[at] != HIDDEN && !is_left(cards[at])) return false;
            if (!state_.give(seat, cards + at, 1)) return false;
        }
        return number >= 0;
    }

    // Without a pile these are the last turns: who holds no cards has had one.
    void begin_last_turns() {
        state_.last_turns = !state_.pile;
        for (int seat = 0; seat < state_.players && state_.last_turns; ++seat) {
            const bool waits = seat == turn_ || state_.hands[seat].size();
            (waits ? state_.waiting : state_.moved_since_draw) |= static_cast<std::uint8_t>(1u << seat);
        }
    }

    // A table on which nothing lies or lay is still to be opened.
    bool begin_set_up() {
        const int players = seats_ ? seats_ : named_, last = line_;
        if (players < 2) return false;
        if (lies_.line && !open(lies_, false, state_.table)) return false;
        state_.opening = !state_.table.number;
        for (int seat = 0; seat < players; ++seat) {
            if (took_[seat].line && !open(took_[seat], true, state_.captured[seat])) return false;
            if (hands_[seat].line && !hand(seat)) return false;
            state_.opening &= !state_.captured[seat].number;
        }
        line_ = last;
        state_.players = static_cast<std::uint8_t>(players);
        state_.turn = static_cast<std::uint8_t>(turn_);
        begin_last_turns();
        return true;
    }
};

}  // namespace

bool read_game(Part game, State& state, Wrong& wrong) { return Record(state, wrong).read(game); }

}  // namespace qwirkle::cards
