#include "classic/advice.h"

#include "classic/ordered.h"
#include "classic/perft.h"
#include "core/figures.h"

namespace qwirkle::classic {

namespace {

constexpr int ENOUGH = 2;  // samples without which there is no interval, and so no figure

void write_tiles(Json& json, Set kinds) {
    json.key("tiles").array();
    for (; kinds; kinds &= kinds - 1) json.tile(static_cast<Tile>(first(kinds)));
    json.end_array();
}

Json& because(Json& json, const char* key) { return json.object().key("key").text(key).key("words").object(); }
void said(Json& json) { json.end_object().end_object(); }
void say(Json& json, const char* key) {
    because(json, key);
    said(json);
}
void say_number(Json& json, const char* key, int number) {
    because(json, key).key("n").number(number);
    said(json);
}

// The tiles that would each make a Qwirkle on their own after a move, at an end or in a gap.
Set completing(const Layout& lies, const Move& move) {
    Layout layout = lies;
    for (int at = 0; at < move.size && move.is_play(); ++at) layout.add(move.placed[at]);
    Board board;
    layout.lay_out(board);
    Set found = 0;
    for (int at = 0; at < board.frontier_count; ++at) {
        const Slot& slot = board.slots[board.frontier[at]];
        for (int axis = EAST; axis <= SOUTH; ++axis) {
            if (slot.length[2 * axis] + 1 + slot.length[2 * axis + 1] == LONGEST) found |= board.open[at];
        }
    }
    return found;
}

// How many of a kind the player cannot see after a move. What is traded goes into the bag.
int unseen_after(const Situation& at, const Move& move, Tile tile) {
    int unseen = COPIES - at.layout.count(tile) - at.held.known.counts[tile];
    for (int traded = 0; traded < move.size && !move.is_play(); ++traded) unseen += move.placed[traded].tile == tile;
    return unseen;
}

// Writes why one move is good or bad (analysis/classic.py).
class Reasons {
  public:
    Reasons(const Table& table, int seat, Json& json) : at_(table.situation(seat)), json_(json) {}

    void write(const Move& move) {
        if (move.kind == Move::PASS) return say(json_, "advice.pass");
        if (move.is_play()) {
            points(move);
            if (at_.goes_out(move)) return;
        } else {
            say_number(json_, "advice.trade", move.size);
        }
        fives(move);
        kept(move);
    }

  private:
    const Situation at_;
    Json& json_;

    // The points of the lines, the Qwirkles among them, and the bonus for going out.
    void points(const Move& play) {
        const After after(at_.layout, play);
        Line lines[MOST_LINES];
        const int number = after.lines_made(lines);
        int sum = 0;
        for (int at = 0; at < number; ++at) sum += lines[at].points();
        if (number > 1) {
            because(json_, "advice.points.lines").key("n").number(sum).key("sum").begin_text();
            for (int at = 0; at < number; ++at) json_.letters(at ? " + " : "").digits(lines[at].points());
            json_.end_text();
            said(json_);
        } else if (number) {
            say_number(json_, "advice.points.line", sum);
        } else {
            say(json_, "advice.points.none");
        }
        for (int line = 0; line < number; ++line) {
            if (!lines[line].is_qwirkle()) continue;
            because(json_, "advice.qwirkle").key("tiles").array();
            for (int at = 0; at < LONGEST; ++at) json_.tile(after.tile(lines[line].cell(at)));
            json_.end_array();
            said(json_);
        }
        if (at_.goes_out(play)) say_number(json_, "advice.out", BONUS);
    }

    // The lines that others could make Qwirkles of with one tile.
    void fives(const Move& move) {
        Set needed = completing(at_.layout, move);
        int left = 0;
        for (Set each = needed; each; each &= each - 1) {
            const auto tile = static_cast<Tile>(first(each));
            const int unseen = unseen_after(at_, move, tile);
            if (!unseen) needed &= ~bit(tile);
            left += unseen;
        }
        if (!needed) return say(json_, "advice.five.none");
        because(json_, "advice.five").key("n").number(left);
        write_tiles(json_, needed);
        said(json_);
    }

    // What stays in the hand: how much, what goes together in it, and what it has twice.
    void kept(const Move& move) {
        Hand rest = at_.held.known;
        for (int at = 0; at < move.size; ++at) rest.remove(move.placed[at].tile);
        if (!rest.size) return say(json_, "advice.keeps.tiles.none");
        Set sets[LINES], twice = 0;
        largest_sets(rest.kinds, sets);
        if (rest.size == 1) {
            because(json_, "advice.keeps.tiles.one").key("tile").tile(static_cast<Tile>(first(rest.kinds)));
        } else {
            const bool together = count(sets[0]) > 1;
            because(json_, together ? "advice.keeps.tiles.set" : "advice.keeps.tiles.mixed").key("n").number(rest.size);
            if (together) write_tiles(json_, sets[0]);
        }
        said(json_);
        for (int tile = 0; tile < KINDS; ++tile) twice |= rest.counts[tile] > 1 ? bit(tile) : 0;
        if (!twice) return;
        because(json_, "advice.keeps.twice");
        write_tiles(json_, twice);
        said(json_);
    }
};

// Where the figures come from, or why there are none.
void write_basis(Json& json, const Situation& at, bool solved, int samples) {
    if (solved) return say(json, "advice.basis.exact");
    if (samples >= ENOUGH) return say_number(json, "advice.basis.tried", samples);
    say(json, is_only_move(at) ? "advice.basis.only" : "advice.basis.judged");
}

void write_figures(Json& json, const Ranked& ranked, bool solved) {
    const int samples = ranked.samples;
    const bool judged = !solved && samples < ENOUGH;
    json.key("margin");
    if (judged) {
        json.null();
    } else {
        const Estimate exact{ranked.margin, ranked.margin, ranked.margin};
        write(json, solved ? exact : mean_estimate(ranked.margin, ranked.margin_error, samples));
    }
    json.key("win");
    if (judged) {
        json.null();
    } else {
        const Estimate exact{ranked.win, ranked.win, ranked.win};
        write(json, solved ? exact : chance_estimate(ranked.win, ranked.win_error, samples));
    }
}

}  // namespace

bool is_only_move(const Situation& at) {
    Board board;
    at.layout.lay_out(board);
    std::uint64_t moves = at.layout.empty() ? 0 : trades(at.held.known.counts, at.most_traded());
    legal_plays(board, at.held.known.kinds, [&](Play, int) { ++moves; });
    return moves < 2;  // none: then the one move is a pass
}

int unseen_qwirkles(const Situation& at, const Move& move) {
    int tiles = 0;
    for (Set each = completing(at.layout, move); each; each &= each - 1) {
        tiles += unseen_after(at, move, static_cast<Tile>(first(each)));
    }
    return tiles;
}

void write_reasons(const Table& table, int seat, const Move& move, Json& json) {
    json.key("reasons").array();
    Reasons(table, seat, json).write(move);
    json.end_array();
}

bool advise(const Table& table, int seat, long long seed, long long budget, long long most, Json& json) {
    Found found;
    if (!search(table, seat, MASTER, seed, budget, Replies::BEST, found)) return false;
    const Situation at = table.situation(seat);
    json.object().key("moves").array();
    for (int number = 0; number < found.number && number < most; ++number) {
        const Ranked& ranked = found.ranked[number];
        Move move;
        spell(table, ranked.choice, move);
        json.object().key("move");
        write_move(json, move);
        json.key("points").number(at.points(move));
        write_figures(json, ranked, found.solved);
        json.key("samples").number(ranked.samples).key("exact").truth(found.solved);
        write_reasons(table, seat, move, json);
        json.key("basis");
        write_basis(json, at, found.solved, ranked.samples);
        json.end_object();
    }
    json.end_array().end_object();
    return true;
}

}  // namespace qwirkle::classic
