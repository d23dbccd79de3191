// The module qwirkle._kernel_tests: the turns of both games, one step at a time, with the draws as facts. The Python
// tests hold them against the reference; the library is built without it.

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "cards/game.h"
#include "classic/game.h"
#include "python/arguments.h"

namespace nb = nanobind;

using namespace qwirkle;
using namespace qwirkle::classic;
using namespace qwirkle::python;

namespace {

std::vector<int> listed(const std::uint8_t* counts) {
    std::vector<int> tiles;
    for (int tile = 0; tile < KINDS; ++tile) tiles.insert(tiles.end(), counts[tile], tile);
    return tiles;
}

class ClassicGame {
  public:
    ClassicGame(const std::vector<std::vector<int>>& hands, const std::vector<int>& bag, int turn)
        : game_(std::make_unique<Game>()) {
        const auto players = static_cast<int>(hands.size());
        if (players < 2 || players > MOST_PLAYERS) throw nb::value_error("Qwirkle is for 2 to 4 players.");
        if (turn < 0 || turn >= players) throw nb::value_error("The turn is a seat's.");
        game_->begin(players, turn);
        for (int seat = 0; seat < players; ++seat) {
            const auto tiles = checked_tiles(hands[seat]);
            if (tiles.size() > HAND_SIZE) throw nb::value_error("A hand has at most six tiles.");
            for (Tile tile : tiles) game_->hands[seat].add(tile);
        }
        for (Tile tile : checked_tiles(bag)) game_->put(tile);
    }

    // Tiles on cells, with what is drawn afterwards; returns the points.
    int play(const std::vector<Placement>& placements, const std::vector<int>& drawn) {
        const ScoredPlay found = legal(placements);
        const auto tiles = checked_draw(drawn, static_cast<int>(placements.size()));
        game_->play(found.play, found.points, tiles.data(), static_cast<int>(tiles.size()));
        return found.points;
    }

    void trade(const std::vector<int>& traded, const std::vector<int>& drawn) {
        check_going_on();
        const auto tiles = checked_tiles(traded);
        if (tiles.empty() || static_cast<int>(tiles.size()) > game_->tradable()) {
            throw nb::value_error("These tiles cannot be traded.");
        }
        check_held(tiles, game_->hands[game_->turn].counts, "The hand does not hold these tiles.");
        const auto draw = checked_draw(drawn, static_cast<int>(tiles.size()));
        game_->trade(tiles.data(), static_cast<int>(tiles.size()), draw.data());
    }

    void pass() {
        check_going_on();
        bool fits = false;
        game_->plays([&](Play, int) { fits = true; });
        if (fits || game_->bag_size) throw nb::value_error("A pass needs an empty bag and nothing that fits.");
        game_->pass();
    }

    int turn() const { return game_->turn; }
    int ended() const { return static_cast<int>(game_->ended); }
    int passes() const { return game_->passes; }
    std::vector<int> scores() const { return {game_->scores, game_->scores + game_->players}; }
    std::vector<int> bag() const { return {game_->bag, game_->bag + game_->bag_size}; }
    std::vector<std::vector<int>> hands() const {
        std::vector<std::vector<int>> all;
        for (int seat = 0; seat < game_->players; ++seat) all.push_back(listed(game_->hands[seat].counts));
        return all;
    }

  private:
    std::unique_ptr<Game> game_;

    void check_going_on() const {
        if (game_->ended != Ended::NO) throw nb::value_error("The game is over.");
    }

    ScoredPlay legal(const std::vector<Placement>& placements) const {
        check_going_on();
        LaidTiles wanted;
        for (const auto& [x, y, tile] : placements) {
            wanted.emplace_back(cell_at(static_cast<int>(x), static_cast<int>(y)), checked_tile(tile));
        }
        const ScoredPlay found = play_of(game_->board, game_->hands[game_->turn].kinds, wanted);
        if (found.points < 0) throw nb::value_error("This is not a legal play.");
        return found;
    }

    std::vector<Tile> checked_draw(const std::vector<int>& drawn, int most) const {
        const auto tiles = checked_tiles(drawn);
        if (static_cast<int>(tiles.size()) != std::min(most, game_->bag_size)) {
            throw nb::value_error("This is not how many tiles are drawn.");
        }
        std::uint8_t counts[KINDS] = {};
        for (int at = 0; at < game_->bag_size; ++at) ++counts[game_->bag[at]];
        check_held(tiles, counts, "The bag does not hold these tiles.");
        return tiles;
    }

    static void check_held(const std::vector<Tile>& tiles, const std::uint8_t* counts, const char* sentence) {
        int left[KINDS];
        for (int tile = 0; tile < KINDS; ++tile) left[tile] = counts[tile];
        for (Tile tile : tiles) {
            if (--left[tile] < 0) throw nb::value_error(sentence);
        }
    }
};

class CardsGame {
  public:
    CardsGame(const std::vector<std::vector<int>>& hands, const std::vector<int>& pile, const std::vector<int>& ages,
              int lot) {
        if (hands.size() < 2 || hands.size() > MOST_PLAYERS) throw nb::value_error("Qwirkle is for 2 to 4 players.");
        if (ages.size() != hands.size()) throw nb::value_error("Expected an age for each player.");
        cards::Counts dealt[MOST_PLAYERS];
        for (std::size_t seat = 0; seat < hands.size(); ++seat) dealt[seat] = counted(hands[seat]);
        if (!game_.start(dealt, static_cast<int>(hands.size()), counted(pile), ages.data(), lot)) {
            throw nb::value_error("No game begins from this deal.");
        }
    }

    void play(const std::vector<int>& played, const std::vector<int>& captured, const std::vector<int>& drawn) {
        check(game_.play(checked_outcome(played, captured), counted(drawn)));
    }
    void exchange(const std::vector<int>& drawn) { check(game_.exchange(counted(drawn))); }
    void pass() { check(game_.pass()); }

    int turn() const { return game_.turn; }
    int exchanges() const { return game_.exchanges; }
    bool ended() const { return game_.ended; }
    std::vector<int> scores() const { return {game_.scores, game_.scores + game_.players}; }
    std::vector<int> table() const { return listed(game_.table.of); }
    std::vector<int> pile() const { return listed(game_.pile.of); }
    std::vector<std::vector<int>> hands() const {
        std::vector<std::vector<int>> all;
        for (int seat = 0; seat < game_.players; ++seat) all.push_back(listed(game_.hands[seat].of));
        return all;
    }

  private:
    cards::Game game_;

    static void check(bool done) {
        if (!done) throw nb::value_error("This is not a legal move, or not a possible draw.");
    }
};

}  // namespace

NB_MODULE(_kernel_tests, module) {
    nb::set_leak_warnings(false);
    module.doc() = "The kernel's turns, to be held against the reference; only for tests.";
    nb::class_<ClassicGame>(module, "ClassicGame", "The turns of a tile game, step by step.")
        .def(nb::init<const std::vector<std::vector<int>>&, const std::vector<int>&, int>(), nb::arg("hands"),
             nb::arg("bag"), nb::arg("turn"))
        .def("play", &ClassicGame::play, nb::arg("placements"), nb::arg("drawn"), "A legal play; returns its points.")
        .def("trade", &ClassicGame::trade, nb::arg("tiles"), nb::arg("drawn"), "A legal trade.")
        .def("skip", &ClassicGame::pass, "A legal pass.")
        .def_prop_ro("turn", &ClassicGame::turn)
        .def_prop_ro("ended", &ClassicGame::ended)
        .def_prop_ro("passes", &ClassicGame::passes)
        .def_prop_ro("scores", &ClassicGame::scores)
        .def_prop_ro("bag", &ClassicGame::bag)
        .def_prop_ro("hands", &ClassicGame::hands);
    nb::class_<CardsGame>(module, "CardsGame", "The turns of a card game, step by step.")
        .def(nb::init<const std::vector<std::vector<int>>&, const std::vector<int>&, const std::vector<int>&, int>(),
             nb::arg("hands"), nb::arg("pile"), nb::arg("ages"), nb::arg("lot"))
        .def("play", &CardsGame::play, nb::arg("played"), nb::arg("captured"), nb::arg("drawn"), "A legal play.")
        .def("exchange", &CardsGame::exchange, nb::arg("drawn"), "A legal exchange.")
        .def("skip", &CardsGame::pass, "A legal pass.")
        .def_prop_ro("turn", &CardsGame::turn)
        .def_prop_ro("exchanges", &CardsGame::exchanges)
        .def_prop_ro("ended", &CardsGame::ended)
        .def_prop_ro("scores", &CardsGame::scores)
        .def_prop_ro("table", &CardsGame::table)
        .def_prop_ro("pile", &CardsGame::pile)
        .def_prop_ro("hands", &CardsGame::hands);
}
