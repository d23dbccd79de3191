#include "classic/judge.h"

#include "classic/ordered.h"

namespace qwirkle::classic {

namespace {

Fault because(const char* key) {
    Fault fault;
    fault.key = key;
    return fault;
}

void point_at(Fault& fault, Tile tile) { fault.tiles[fault.tile_count++] = tile; }
void point_at(Fault& fault, Spot cell) { fault.cells[fault.cell_count++] = cell; }

// A fault that points at all tiles of a move, and at the cells of a play.
Fault because(const char* key, const Move& move) {
    Fault fault = because(key);
    for (int at = 0; at < move.size; ++at) {
        point_at(fault, move.placed[at].tile);
        if (move.is_play()) point_at(fault, move.placed[at].cell);
    }
    return fault;
}

Fault with_number(Fault fault, int number) {
    fault.word = Fault::NUMBER;
    fault.number = number;
    return fault;
}

Fault with_cell(Fault fault, Spot cell) {
    fault.word = Fault::CELL;
    fault.cell = cell;
    return fault;
}

// Tiles one by one: what they have in common, and the first that comes twice.
class Together {
  public:
    void add(Tile tile) {
        if (twin_ == HIDDEN && kinds_ & bit(tile)) twin_ = tile;
        kinds_ |= bit(tile);
    }
    bool shared() const { return is_line(kinds_); }
    Tile twin() const { return twin_; }  // HIDDEN: none

  private:
    Set kinds_ = 0;
    Tile twin_ = HIDDEN;
};

Fault line_fault(const After& after, const Line& line) {
    Together together;
    Fault whole = because("T12");
    for (int at = 0; at < line.length; ++at) {
        const Tile tile = after.tile(line.cell(at));
        together.add(tile);
        point_at(whole, tile);
        point_at(whole, line.cell(at));
    }
    if (line.length > LONGEST) return with_number(whole, line.length);
    if (!together.shared()) {
        whole.key = "T10";
        return whole;
    }
    if (together.twin() == HIDDEN) return {};
    Fault twins = because("T11");
    point_at(twins, together.twin());
    for (int at = 0; at < line.length; ++at) {
        if (after.tile(line.cell(at)) == together.twin()) point_at(twins, line.cell(at));
    }
    return twins;
}

int largest_set(Set kinds) {
    Set sets[LINES];
    largest_sets(kinds, sets);
    return count(sets[0]);
}

}  // namespace

void Held::add(Tile tile) {
    if (tile == HIDDEN) {
        ++hidden;
    } else {
        known.add(tile);
    }
}

bool Held::take(Tile tile) {
    if (tile != HIDDEN && known.counts[tile]) {
        known.remove(tile);
        return true;
    }
    return hidden && hidden--;
}

Fault Situation::fault(const Move& move) const {
    if (move.kind == Move::PASS) return pass_fault();
    return move.is_play() ? play_fault(move) : trade_fault(move);
}

int Situation::points(const Move& move) const {
    if (!move.is_play()) return 0;
    Line lines[MOST_LINES];
    const int number = After(layout, move).lines_made(lines);
    int sum = goes_out(move) ? BONUS : 0;
    for (int at = 0; at < number; ++at) sum += lines[at].points();
    return sum;
}

int Situation::most_traded() const {
    if (layout.empty()) return 0;
    return bag < held.size() ? bag : held.size();
}

// T4: the tiles of the hand.
Fault Situation::missing(const Move& move) const {
    Held rest = held;
    Fault fault = because("T4.hand");
    for (int at = 0; at < move.size; ++at) {
        if (!rest.take(move.placed[at].tile)) point_at(fault, move.placed[at].tile);
    }
    return fault.tile_count ? fault : Fault{};
}

Fault Situation::play_fault(const Move& play) const {
    if (const Fault fault = missing(play)) return fault;
    if (const Fault fault = cells_fault(play)) return fault;
    if (const Fault fault = place_fault(play)) return fault;
    if (const Fault fault = lines_fault(play)) return fault;
    Set kinds = held.known.kinds;  // and those that were hidden until now
    for (int at = 0; at < play.size; ++at) kinds |= bit(play.placed[at].tile);
    const int size = largest_set(kinds);
    return layout.empty() && play.size != size ? with_number(because("T3.size", play), size) : Fault{};
}

// T9 and T5: free cells, one set.
Fault Situation::cells_fault(const Move& play) const {
    Fault taken = because("T9");
    Together together;
    for (int at = 0; at < play.size; ++at) {
        together.add(play.placed[at].tile);
        const Placement* lies = layout.find(play.placed[at].cell);
        if (!lies) continue;
        if (!taken.tile_count) point_at(taken, lies->tile);
        point_at(taken, lies->cell);
    }
    if (taken.cell_count) return with_cell(taken, taken.cells[0]);
    for (int at = 1; at < play.size; ++at) {
        const Spot cell = play.placed[at].cell;
        if (play.placed[at - 1].cell != cell) continue;
        Fault twice = because("T9.twice");
        point_at(twice, play.placed[at - 1].tile);
        point_at(twice, play.placed[at].tile);
        point_at(twice, cell);
        return with_cell(twice, cell);
    }
    if (together.twin() != HIDDEN) {
        Fault alike = because("T5.alike");
        point_at(alike, together.twin());
        for (int at = 0; at < play.size; ++at) {
            if (play.placed[at].tile == together.twin()) point_at(alike, play.placed[at].cell);
        }
        return alike;
    }
    return together.shared() ? Fault{} : because("T5.mixed", play);
}

// T6, T7 and T8: one line, no gap, touching.
Fault Situation::place_fault(const Move& play) const {
    const Spot first = play.placed[0].cell, last = play.placed[play.size - 1].cell;
    bool row = true, column = true, touching = layout.empty();
    for (int at = 0; at < play.size; ++at) {
        const Spot cell = play.placed[at].cell;
        row &= cell.y == first.y;
        column &= cell.x == first.x;
        touching = touching || layout.touches(cell);
    }
    if (!row && !column) return because("T6", play);
    const After after(layout, play);
    for (Spot cell = first; cell != last; cell = cell.moved(column ? SOUTH : EAST, 1)) {
        if (after.find(cell)) continue;
        Fault gap = because("T7", play);
        gap.cell_count = 0;
        point_at(gap, cell);
        return with_cell(gap, cell);
    }
    return touching ? Fault{} : because("T8", play);
}

// T12, T10 and T11 for every line that the play makes, the longest line first.
Fault Situation::lines_fault(const Move& play) const {
    const After after(layout, play);
    Line lines[MOST_LINES];
    const int number = after.lines_made(lines);
    for (int at = 0; at < number; ++at) {
        if (const Fault fault = line_fault(after, lines[at])) return fault;
    }
    return {};
}

Fault Situation::trade_fault(const Move& trade) const {
    if (const Fault fault = missing(trade)) return fault;
    if (layout.empty()) return because("T3.trade", trade);
    if (!bag) return because("T16.trade", trade);
    return trade.size > bag ? with_number(because("T15.bag", trade), bag) : Fault{};
}

Fault Situation::pass_fault() const {
    if (layout.empty()) return because("T3.pass");
    if (bag) return because("T15.pass");
    Board board;
    layout.lay_out(board);
    Move fits;
    const Origin origin = layout.origin();
    ordered_plays(board, origin, held.known.kinds, [&](Play play, int) {
        if (!fits.size) spell(board, origin, play, fits);
    });
    return fits.size ? because("T16.pass", fits) : Fault{};
}

Fault layout_fault(const Layout& layout) {
    const Move nothing{};
    const After lying(layout, nothing);
    for (int at = 0; at < layout.number(); ++at) {
        for (int axis = EAST; axis <= SOUTH; ++axis) {
            if (const Fault fault = line_fault(lying, lying.line(layout[at].cell, axis))) return fault;
        }
    }
    return {};
}

Fault apart_fault(const Layout& layout) {
    bool reached[PIECES] = {true};
    for (bool more = true; more;) {
        more = false;
        for (int at = 0; at < layout.number(); ++at) {
            for (int side = 0; side < 4 && !reached[at]; ++side) {
                const Placement* next = layout.find(layout[at].cell.moved(side & 1, side < 2 ? -1 : 1));
                if (next && reached[next - &layout[0]]) reached[at] = more = true;
            }
        }
    }
    Fault fault = because("T8.apart");
    for (int at = 0; at < layout.number(); ++at) {
        if (reached[at]) continue;
        point_at(fault, layout[at].tile);
        point_at(fault, layout[at].cell);
    }
    return fault.tile_count ? fault : Fault{};
}

Fault copies_fault(const Layout& layout, Tile tile) {
    Fault fault = because("T1.copies");
    point_at(fault, tile);
    for (int at = 0; at < layout.number(); ++at) {
        if (layout[at].tile == tile) point_at(fault, layout[at].cell);
    }
    return fault;
}

Fault points_fault() { return because("bad.points"); }

Fault hand_fault() { return with_number(because("bad.hand"), HAND_SIZE); }

void write_fault(Json& json, const Fault& fault) {
    if (!fault) {
        json.null();
        return;
    }
    json.object().key("key").text(fault.key).key("tiles").array();
    for (int at = 0; at < fault.tile_count; ++at) json.tile(fault.tiles[at]);
    json.end_array().key("cells").array();
    for (int at = 0; at < fault.cell_count; ++at) write_cell(json, fault.cells[at]);
    json.end_array().key("words").object();
    if (fault.word == Fault::NUMBER) json.key("n").number(fault.number);
    if (fault.word == Fault::CELL) {
        json.key("cell");
        write_cell(json, fault.cell);
    }
    json.end_object().end_object();
}

}  // namespace qwirkle::classic
