// A question about a game, as docs/engine.md writes it: a line that asks, then the lines of a record.
#pragma once

#include "core/reader.h"

namespace qwirkle {

constexpr Tile HIDDEN = KINDS;  // a piece that is not known: `?`

// A part of a text.
struct Part {
    const char* at = nullptr;
    const char* end = nullptr;

    bool empty() const { return at == end; }
    Reader reader() const { return {at, end}; }
    bool is(const char* word) const {
        const char* letter = at;
        while (letter < end && *word && *letter == *word) ++letter, ++word;
        return letter == end && !*word;
    }
    bool starts_with(const char* word) const {
        const char* letter = at;
        while (letter < end && *word && *letter == *word) ++letter, ++word;
        return !*word;
    }

    // Take what stands before a mark, or all of it where there is none; the mark itself is dropped.
    Part take_until(const char* mark) {
        Part taken{at, end};
        for (; at < end; ++at) {
            if (!Part{at, end}.starts_with(mark)) continue;
            taken.end = at;
            while (*mark) ++at, ++mark;
            return taken;
        }
        return taken;
    }
    Part take_line() { return take_until("\n"); }
    Part without_return() const { return {at, at < end && end[-1] == '\r' ? end - 1 : end}; }  // of Windows
    Part take_word() {
        while (at < end && *at == ' ') ++at;
        return take_until(" ");
    }
    bool number(long long& value) const {
        Reader text = reader();
        return text.number(value) && text.at == text.end;
    }
};

// `verb name=value name=value : text`, and the game below it.
struct Question {
    Part verb, text, game;

    explicit Question(Part all) : game(all) {
        Part line = game.take_line().without_return();
        named_ = line.take_until(" : ");
        text = line;
        verb = named_.take_word();
    }

    bool is(const char* wanted) const { return verb.is(wanted); }

    // The number behind a name; otherwise another one. A value that is no number counts as not given.
    long long number(const char* name, long long otherwise) const {
        for (Part rest = named_; !rest.empty();) {
            Part value = rest.take_word();
            long long found;
            if (value.take_until("=").is(name) && value.number(found)) return found;
        }
        return otherwise;
    }

  private:
    Part named_;
};

// A line of a record that says what happened, or of a position that was set up; the others are passed over.
struct Happened {
    enum Kind : std::uint8_t { EDITION, SEAT, DEAL, START, MOVE, RESIGN, LIES, HAND, POINTS, TOOK, TURN, OTHER };

    Kind kind = OTHER;
    int seat = 0;  // counted from 0; -1: nobody, and whoever reads the game refuses it
    Part text;     // the edition; the pieces that were dealt, lie there or are held; the move; the points
    Part drawn;    // the pieces that came with a move
    int line = 0;  // counted from 1, below the question
};

// Reads the lines of a record one after the other; checksums, and how much a move scored, are passed over.
class Lines {
  public:
    explicit Lines(Part game) : rest_(game) {}

    bool next(Happened& happened) {
        if (rest_.empty()) return false;
        Part line = rest_.take_line();
        line = line.take_until("  #").without_return();
        happened = {};
        happened.line = ++number_;
        const Part kind = line.take_word();
        happened.kind = kind_of(kind);
        if (happened.kind == Happened::EDITION || happened.kind == Happened::LIES) {
            happened.text = line;
            return true;
        }
        if (happened.kind == Happened::OTHER) return true;
        long long seat = 0;
        if (!line.take_word().number(seat) || seat < 1 || seat > MOST_PLAYERS) {
            happened.seat = -1;
            return true;
        }
        happened.seat = static_cast<int>(seat) - 1;
        if (happened.kind == Happened::MOVE) {
            happened.drawn = line;
            line = happened.drawn.take_until(" draws ");
            line = line.take_until(" scores ");
        }
        happened.text = line;
        return true;
    }

  private:
    Part rest_;
    int number_ = 0;

    static Happened::Kind kind_of(Part word) {
        if (word.is("edition")) return Happened::EDITION;
        if (word.is("seat")) return Happened::SEAT;
        if (word.is("deal")) return Happened::DEAL;
        if (word.is("start")) return Happened::START;
        if (word.is("move")) return Happened::MOVE;
        if (word.is("resign")) return Happened::RESIGN;
        if (word.is("lies")) return Happened::LIES;
        if (word.is("hand")) return Happened::HAND;
        if (word.is("points")) return Happened::POINTS;
        if (word.is("took")) return Happened::TOOK;
        if (word.is("turn")) return Happened::TURN;
        return Happened::OTHER;
    }
};

// The last move of a game: the game before it, and the game with it. What came later is left out.
struct LastMove {
    Happened happened;
    Part before, with;
};

inline bool find_last_move(Part game, LastMove& found) {
    bool any = false;
    for (Part rest = game; !rest.empty();) {
        const Part before{game.at, rest.at};
        const Part line = rest.take_line();
        if (!line.starts_with("move ")) continue;
        found.before = before;
        found.with = {game.at, line.end};
        Lines(line).next(found.happened);
        any = true;
    }
    return any;
}

// Reads pieces, hidden ones among them, up to a limit. The number of them; -1 where that is not all there is.
inline int read_pieces(Part part, Tile* pieces, int most) {
    Reader text = part.reader();
    int number = 0;
    for (;;) {
        text.spaces();
        Tile piece = HIDDEN;
        if (!text.letter('?') && !text.tile(piece)) break;
        if (number == most) return -1;
        pieces[number++] = piece;
    }
    return text.at == text.end ? number : -1;
}

}  // namespace qwirkle
