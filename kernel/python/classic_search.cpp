// The tile game's search for Python: what a seat knows goes in, ranked choices come out.

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "classic/perft.h"
#include "classic/search.h"
#include "python/arguments.h"
#include "python/bind.h"

namespace nb = nanobind;

namespace qwirkle::python {

using namespace classic;

namespace {

using PastMove = std::tuple<int, std::vector<Placement>, int, int>;  // seat, placements, traded, drawn
using Numbers = std::unordered_map<std::string, double>;

int between(int value, int low, int high, const char* sentence) {
    if (value < low || value > high) throw nb::value_error(sentence);
    return value;
}

int whole(double value) { return static_cast<int>(std::clamp(value, 0.0, 1e9)); }

double at_least(double value, double least) { return value > least ? value : least; }

struct Setting {
    const char* name;
    void (*set)(Settings& settings, double value);
};

constexpr Setting SETTINGS[] = {
    {"candidates",
     [](Settings& to, double value) {
         to.candidates = between(whole(value), 1, MOST_CANDIDATES, "Between 1 and 64 candidates.");
     }},
    {"evaluated_plays",
     [](Settings& to, double value) {
         to.evaluated_plays = between(whole(value), 1, MOST_EVALUATED, "Between 1 and 256 plays are evaluated.");
     }},
    {"turns", [](Settings& to, double value) { to.turns = whole(value); }},
    {"trust", [](Settings& to, double value) { to.trust = value; }},
    {"clear", [](Settings& to, double value) { to.clear = value; }},
    {"ahead", [](Settings& to, double value) { to.playout.ahead = whole(value); }},
    {"played_out_from", [](Settings& to, double value) { to.playout.played_out_from = whole(value); }},
    {"spread", [](Settings& to, double value) { to.playout.spread = at_least(value, 0.01); }},
    {"tempo", [](Settings& to, double value) { to.playout.tempo = value; }},
    {"weighed", [](Settings& to, double value) { to.playout.weighed = whole(value); }},
    {"weighed_from", [](Settings& to, double value) { to.playout.weighed_from = whole(value); }},
    {"explained_moves", [](Settings& to, double value) { to.inference.explained_moves = whole(value); }},
    {"tries", [](Settings& to, double value) { to.inference.tries = whole(value); }},
    {"slack", [](Settings& to, double value) { to.inference.slack = at_least(value, 0.01); }},
    {"noise", [](Settings& to, double value) { to.inference.noise = value; }},
    {"compare", [](Settings& to, double value) { to.compare = whole(value) > 0; }},
    {"fitting", [](Settings& to, double value) { to.fitting = whole(value) > 0; }},
    {"guards_sixth", [](Settings& to, double value) { to.guards_sixth = whole(value) > 0; }},
    {"play_for_mistakes", [](Settings& to, double value) { to.play_for_mistakes = whole(value) > 0; }},
    {"endgame_nodes", [](Settings& to, double value) { to.endgame_nodes = whole(value); }},
};

void set(Settings& settings, const std::string& name, double value) {
    for (const Setting& setting : SETTINGS) {
        if (name == setting.name) return setting.set(settings, value);
    }
    throw nb::value_error(("There is no setting \"" + name + "\".").c_str());
}

// A Known filled from Python, with what every cell is called there.
class Told {
  public:
    Known known;

    Told(const std::vector<Placement>& layout, const std::vector<PastMove>& moves) {
        set_origin(layout, moves);
        for (const auto& [x, y, number] : layout) put(cell(x, y), checked_tile(number));
        known.past_count = 0;
        if (moves.size() > MOST_PAST) throw nb::value_error("At most 12 moves of the past.");
        for (const auto& move : moves) remember(move);
    }

    void seats(int seat, const std::vector<int>& sizes, const std::vector<int>& scores, int bag, int passes) {
        known.players = between(static_cast<int>(sizes.size()), 2, MOST_PLAYERS, "Qwirkle is for 2 to 4 players.");
        if (scores.size() != sizes.size()) throw nb::value_error("As many scores as hands.");
        known.seat = between(seat, 0, known.players - 1, "The seat is one of the players'.");
        for (int at = 0; at < known.players; ++at) {
            known.hand_sizes[at] = between(sizes[at], 0, HAND_SIZE, "A hand has at most six tiles.");
            known.scores[at] = between(scores[at], -10000, 10000, "Scores are points.");
        }
        known.bag_size = between(bag, 0, PIECES, "The bag has at most 108 tiles.");
        known.passes = between(passes, 0, known.players - 1, "Fewer passes than players.");
        for (int at = 0; at < known.past_count; ++at) {
            if (known.past[at].seat >= known.players) throw nb::value_error("A move of nobody.");
        }
    }

    void tiles(const std::vector<int>& hand, const std::vector<int>& unseen) {
        known.hand.clear();
        if (static_cast<int>(hand.size()) != known.hand_sizes[known.seat]) {
            throw nb::value_error("The hand has another size.");
        }
        for (int number : hand) known.hand.add(checked_tile(number));
        if (unseen.size() != KINDS) throw nb::value_error("36 numbers of unseen tiles.");
        for (int tile = 0; tile < KINDS; ++tile) {
            known.unseen[tile] = static_cast<std::uint8_t>(between(unseen[tile], 0, COPIES, "Three of each tile."));
        }
        int hidden = known.bag_size;
        for (int at = 0; at < known.players; ++at) hidden += at == known.seat ? 0 : known.hand_sizes[at];
        if (known.unseen_count() < hidden) throw nb::value_error("More tiles are hidden than unseen.");
        if (known.board.tiles + known.hand.size + known.unseen_count() > PIECES) {
            throw nb::value_error("There are 108 tiles.");
        }
    }

    // All hands, for a search that cheats.
    void peek(const std::vector<std::vector<int>>& numbers, Hand* hands) const {
        if (static_cast<int>(numbers.size()) != known.players) throw nb::value_error("As many hands as players.");
        int hidden[KINDS] = {};
        for (int seat = 0; seat < known.players; ++seat) {
            hands[seat].clear();
            if (static_cast<int>(numbers[seat].size()) != known.hand_sizes[seat]) {
                throw nb::value_error("A hand has another size.");
            }
            for (int number : numbers[seat]) {
                hands[seat].add(checked_tile(number));
                if (seat != known.seat && ++hidden[number] > known.unseen[number]) {
                    throw nb::value_error("A hand holds what is not unseen.");
                }
            }
        }
    }

    nb::tuple choice(const Choice& chosen) const {
        nb::list placements, traded;
        each_tile(known.board, chosen.play, [&](Cell at, Tile tile) {
            placements.append(nb::make_tuple(origin_.x(at), origin_.y(at), static_cast<int>(tile)));
        });
        for (int at = 0; at < chosen.traded; ++at) traded.append(static_cast<int>(chosen.trade[at]));
        return nb::make_tuple(placements, traded);
    }

  private:
    Origin origin_{-WIDTH / 2, -WIDTH / 2};

    Cell cell(long long x, long long y) const {
        return cell_at(static_cast<int>(x - origin_.shift_x), static_cast<int>(y - origin_.shift_y));
    }

    void set_origin(const std::vector<Placement>& layout, const std::vector<PastMove>& moves) {
        std::vector<Placement> all = layout;
        for (const auto& move : moves) all.insert(all.end(), std::get<1>(move).begin(), std::get<1>(move).end());
        if (all.empty()) return;
        auto [low_x, high_x] = std::minmax_element(all.begin(), all.end());
        const auto by_y = [](const Placement& a, const Placement& b) { return std::get<1>(a) < std::get<1>(b); };
        auto [low_y, high_y] = std::minmax_element(all.begin(), all.end(), by_y);
        if (std::get<0>(*high_x) - std::get<0>(*low_x) >= WIDTH - 2 * MARGIN ||
            std::get<1>(*high_y) - std::get<1>(*low_y) >= WIDTH - 2 * MARGIN) {
            throw nb::value_error("The tiles lie too far apart.");
        }
        origin_ = {-MARGIN, -MARGIN, std::get<0>(*low_x), std::get<1>(*low_y)};
    }

    void put(Cell at, Tile tile) {
        if (known.board.tiles == PIECES) throw nb::value_error("A board has at most 108 tiles.");
        if (known.board.occupied(at)) throw nb::value_error("Two tiles lie on one cell.");
        if (!known.board.fits(at, tile)) throw nb::value_error("A line of the board breaks the rules.");
        known.board.place(at, tile);
    }

    void remember(const PastMove& move) {
        const auto& [seat, placements, traded, drawn] = move;
        PastTurn past{{0},
                      0,
                      between(seat, -1, MOST_PLAYERS - 1, "A seat's number."),
                      between(traded, 0, HAND_SIZE, "At most six are traded."),
                      between(drawn, 0, HAND_SIZE, "At most six are drawn.")};
        if (!placements.empty()) {
            const ScoredPlay found = played(placements);
            past.play = found.play;
            past.points = found.points;
            if (known.board.tiles + past.play.size() > PIECES) throw nb::value_error("A board has at most 108 tiles.");
            known.board.make(past.play);
        }
        known.past[known.past_count++] = past;
    }

    ScoredPlay played(const std::vector<Placement>& placements) const {
        if (known.board.empty()) return opened(placements);
        LaidTiles laid;
        Set kinds = 0;
        for (const auto& [x, y, number] : placements) {
            laid.emplace_back(cell(x, y), checked_tile(number));
            kinds |= bit(number);
        }
        const ScoredPlay found = play_of(known.board, kinds, laid);
        if (found.points < 0) throw nb::value_error("A move of the past is not legal.");
        return found;
    }

    // The first play of a game, which may lie anywhere and in any direction.
    ScoredPlay opened(const std::vector<Placement>& placements) const {
        auto sorted = placements;
        std::sort(sorted.begin(), sorted.end());
        const auto& [x, y, number] = sorted.front();
        const int size = between(static_cast<int>(sorted.size()), 1, LONGEST, "At most six tiles are played.");
        const int axis = size > 1 && std::get<0>(sorted[1]) == x ? SOUTH : EAST;
        std::uint64_t tiles = 0;
        for (int at = 0; at < size; ++at) {
            if (cell(std::get<0>(sorted[at]), std::get<1>(sorted[at])) != moved(cell(x, y), axis, at)) {
                throw nb::value_error("A move of the past is not legal.");
            }
            tiles |= std::uint64_t(checked_tile(std::get<2>(sorted[at]))) << (6 * at);
        }
        return {Play::of(cell(x, y), axis, size, tiles), line_points(size)};
    }
};

nb::tuple classic_rank(const std::vector<Placement>& layout, const std::vector<PastMove>& moves, int seat,
                       const std::vector<int>& hand, const std::vector<int>& sizes, const std::vector<int>& scores,
                       int bag, int passes, const std::vector<int>& unseen, const Numbers& numbers, std::uint64_t seed,
                       const std::vector<std::vector<int>>& peeked) {
    auto told = std::make_unique<Told>(layout, moves);
    told->seats(seat, sizes, scores, bag, passes);
    told->tiles(hand, unseen);
    Settings settings;
    for (const auto& [name, value] : numbers) set(settings, name, value);
    const bool fitting = settings.fitting;
    Ranked ranked[MOST_CANDIDATES];
    int number = 0;
    auto search = std::make_unique<Search>(told->known, settings, seed);
    Hand hands[MOST_PLAYERS];
    if (!peeked.empty()) {
        told->peek(peeked, hands);
        search->peek(hands);
    }
    {
        nb::gil_scoped_release release;
        number = search->rank(ranked);
    }
    Evaluator evaluator{Outlook(told->known)};
    nb::list found;
    for (int at = 0; at < number; ++at) {
        const Ranked& each = ranked[at];
        nb::list features;
        if (fitting) {
            for (double value : evaluator.features(each.choice).value) features.append(value);
        }
        found.append(nb::make_tuple(told->choice(each.choice), each.margin, each.margin_error, each.win, each.win_error,
                                    each.samples, features));
    }
    return nb::make_tuple(found, search->solved(), evaluator.phase());
}

}  // namespace

void bind_classic_search(nb::module_& module) {
    module.def("classic_rank", &classic_rank, nb::arg("layout"), nb::arg("moves"), nb::arg("seat"), nb::arg("hand"),
               nb::arg("sizes"), nb::arg("scores"), nb::arg("bag"), nb::arg("passes"), nb::arg("unseen"),
               nb::arg("settings"), nb::arg("seed"), nb::arg("peeked") = std::vector<std::vector<int>>{},
               "The best choices of a seat; whether the end was solved; the phase of the game.");
}

}  // namespace qwirkle::python
