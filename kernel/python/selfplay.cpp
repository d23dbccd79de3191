// Whole games on many threads, for Python: the results are NumPy arrays.

#include "cards/selfplay.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <vector>

#include "classic/selfplay.h"
#include "python/batches.h"
#include "python/bind.h"

namespace nb = nanobind;

namespace qwirkle::python {

namespace {

classic::Policy policy_of(const std::string& name) {
    if (name == "random") return classic::Policy::RANDOM;
    if (name == "greedy") return classic::Policy::GREEDY;
    if (name == "greedy-all") return classic::Policy::GREEDY_ALL;
    throw nb::value_error(("There is no policy \"" + name + "\"; choose random or greedy.").c_str());
}

// The arrays of many games' results, filled in by whichever thread plays a game.
struct Results {
    std::size_t games, players;
    std::int16_t* scores;
    std::int16_t* turns;
    std::uint8_t* winners;

    Results(std::size_t number, std::size_t seats, int threads) : games(number), players(seats) {
        check_batch(players, threads);
        if (games > 1'000'000'000) throw nb::value_error("At most a billion games at once.");
        scores = new std::int16_t[games * players];
        turns = new std::int16_t[games];
        winners = new std::uint8_t[games];
    }

    template <typename Result>
    void keep(std::size_t number, const Result& result) {
        for (std::size_t seat = 0; seat < players; ++seat) scores[number * players + seat] = result.scores[seat];
        turns[number] = static_cast<std::int16_t>(result.turns);
        winners[number] = result.winners;
    }

    nb::tuple arrays() const {
        return nb::make_tuple(array(scores, {games, players}), array(turns, {games}), array(winners, {games}));
    }
};

nb::tuple classic_selfplay(std::size_t games, const std::vector<std::string>& names, std::uint64_t seed, int threads) {
    classic::Policy policies[MOST_PLAYERS] = {};
    for (std::size_t seat = 0; seat < names.size() && seat < MOST_PLAYERS; ++seat) {
        policies[seat] = policy_of(names[seat]);
    }
    Results results(games, names.size(), threads);
    in_threads(games, threads, [&] {
        return [&, game = std::make_unique<classic::Game>()](std::size_t number) {
            const auto players = static_cast<int>(results.players);
            results.keep(number, classic::play_game(*game, players, policies, game_seed(seed, number)));
        };
    });
    return results.arrays();
}

nb::tuple cards_selfplay(std::size_t games, const std::vector<std::string>& names, std::uint64_t seed, int threads) {
    cards::Policy policies[MOST_PLAYERS] = {};
    for (std::size_t seat = 0; seat < names.size() && seat < MOST_PLAYERS; ++seat) {
        policies[seat] =
            policy_of(names[seat]) == classic::Policy::RANDOM ? cards::Policy::RANDOM : cards::Policy::GREEDY;
    }
    Results results(games, names.size(), threads);
    in_threads(games, threads, [&] {
        return [&, game = cards::Game()](std::size_t number) mutable {
            const auto players = static_cast<int>(results.players);
            results.keep(number, cards::play_game(game, players, policies, game_seed(seed, number)));
        };
    });
    return results.arrays();
}

}  // namespace

void bind_selfplay(nb::module_& module) {
    module.def("classic_selfplay", &classic_selfplay, nb::arg("games"), nb::arg("policies"), nb::arg("seed"),
               nb::arg("threads"), "Whole tile games: scores, turns, and winners as bits.");
    module.def("cards_selfplay", &cards_selfplay, nb::arg("games"), nb::arg("policies"), nb::arg("seed"),
               nb::arg("threads"), "Whole card games: captured rows, turns, and winners as bits.");
}

}  // namespace qwirkle::python
