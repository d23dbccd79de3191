// Many games at once, on many threads, and their numbers as NumPy arrays.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <atomic>
#include <thread>
#include <vector>

#include "core/random.h"
#include "core/tiles.h"

namespace qwirkle::python {

// Mixes the number of a game into the seed, so that neighbouring games have nothing in common.
inline std::uint64_t game_seed(std::uint64_t seed, std::uint64_t game) { return Dice(seed ^ Dice(game).next()).next(); }

inline void check_batch(std::size_t players, int threads) {
    if (players < 2 || players > MOST_PLAYERS) throw nanobind::value_error("Qwirkle is for 2 to 4 players.");
    if (threads < 1 || threads > 1024) throw nanobind::value_error("The number of threads lies between 1 and 1024.");
}

template <typename Item>
nanobind::ndarray<nanobind::numpy, Item> array(Item* items, std::initializer_list<std::size_t> shape) {
    nanobind::capsule owner(items, [](void* data) noexcept { delete[] static_cast<Item*>(data); });
    return nanobind::ndarray<nanobind::numpy, Item>(items, shape, owner);
}

// Calls work(number) for every game number, on a number of threads.
template <typename MakeWork>
void in_threads(std::size_t games, int threads, MakeWork make_work) {
    nanobind::gil_scoped_release release;
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

}  // namespace qwirkle::python
