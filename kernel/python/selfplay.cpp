// Whole games on many threads, for Python: the results are NumPy arrays.

#include "cards/selfplay.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "classic/selfplay.h"
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

// Mixes the number of a game into the seed, so that neighbouring games have nothing in common.
std::uint64_t game_seed(std::uint64_t seed, std::uint64_t game) { return Dice(seed ^ Dice(game).next()).next(); }

template <typename Item>
nb::ndarray<nb::numpy, Item> array(Item* items, std::initializer_list<std::size_t> shape) {
    nb::capsule owner(items, [](void* data) noexcept { delete[] static_cast<Item*>(data); });
    return nb::ndarray<nb::numpy, Item>(items, shape, owner);
}

// Calls work(number) for every game number, on a number of threads.
template <typename MakeWork>
void in_threads(std::size_t games, int threads, MakeWork make_work) {
    nb::gil_scoped_release release;
    std::atomic<std::size_t> next{0};
    auto run = [&] {
        auto work = make_work();
        for (std::size_t number; (number = next.fetch_add(1, std::memory_order_relaxed)) < games;) work(number);
    };
    std::vector<std::thread> others;
    for (int at = 1; at < threads; ++at) others.emplace_back(run);
    run();
    for (auto& thread : others) thread.join();
}

// The arrays of many games' results, filled in by whichever thread plays a game.
struct Results {
    std::size_t games, players;
    std::int16_t* scores;
    std::int16_t* turns;
    std::uint8_t* winners;

    Results(std::size_t number, std::size_t seats, int threads) : games(number), players(seats) {
        if (players < 2 || players > MOST_PLAYERS) throw nb::value_error("Qwirkle is for 2 to 4 players.");
        if (threads < 1 || threads > 1024) throw nb::value_error("The number of threads lies between 1 and 1024.");
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
