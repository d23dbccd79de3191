// The counts of tests/conformance, reproduced by the kernel alone; and boards that take everything back.
// Usage: test_conformance DIRECTORY

#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>

#include "cards/position.h"
#include "classic/position.h"
#include "classic/selfplay.h"

using namespace qwirkle;
using classic::Board;
using classic::Slot;

namespace {

int passed = 0, failed = 0;

void check(bool right, const std::string& what) {
    right ? ++passed : ++failed;
    if (!right) std::printf("FAILED: %s\n", what.c_str());
}

std::string hex(std::uint64_t value) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

std::string classic_counts(const std::string& line) {
    auto position = std::make_unique<classic::Position>();
    Reader text{line.data(), line.data() + line.size()};
    if (!position->read(text)) return "not read";
    text.mark('=');
    long long depth = 0;
    text.number(depth);
    Perft total;
    perft(position->board, position->origin, position->hand, static_cast<int>(depth), total);
    return std::to_string(depth) + " " + std::to_string(total.plays) + " " + std::to_string(total.points) + " " +
           std::to_string(position->trade_count()) + " " + hex(total.hash);
}

std::string cards_counts(const std::string& line) {
    cards::Position position;
    Reader text{line.data(), line.data() + line.size()};
    if (!position.read(text)) return "not read";
    const Perft total = position.count();
    return std::to_string(total.plays) + " " + std::to_string(total.points) + " " + hex(total.hash);
}

template <typename Counts>
void conformance(const std::string& path, Counts counts) {
    std::ifstream file(path);
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines) {
        const auto equals = line.rfind(" = ");
        const std::string expected = line.substr(equals + 3), found = counts(line);
        // A position whose own lines break the rules is one that the kernel leaves to the reference.
        if (found != "not read") check(found == expected, line + "\n   found " + found);
    }
    check(lines > 50, path + " has too few lines");
}

// The board after a game, taken back tile by tile, equals the board on the way there.
void take_everything_back() {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        auto game = std::make_unique<classic::Game>();
        const classic::Policy policies[] = {classic::Policy::RANDOM, classic::Policy::GREEDY};
        classic::play_game(*game, 2, policies, seed);
        Board& board = game->board;
        auto again = std::make_unique<Board>();
        while (board.tiles) {
            board.take_back();
            again->clear();
            for (int at = 0; at < board.tiles; ++at) {
                const Slot& slot = board.slots[board.placed[at].slot];
                again->place(slot.cell, slot.tile);
            }
            const auto frontier = static_cast<std::size_t>(board.frontier_count);
            check(again->frontier_count == board.frontier_count && again->slot_count == board.slot_count &&
                      !std::memcmp(again->frontier, board.frontier, frontier * sizeof *board.frontier) &&
                      !std::memcmp(again->open, board.open, frontier * sizeof *board.open),
                  "taking back in game " + std::to_string(seed));
        }
    }
}

// The best play without generating the others is the one found by generating them all.
void best_is_best() {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        auto game = std::make_unique<classic::Game>();
        const classic::Policy quick[] = {classic::Policy::GREEDY, classic::Policy::GREEDY, classic::Policy::GREEDY};
        const classic::Policy all[] = {classic::Policy::GREEDY_ALL, classic::Policy::GREEDY_ALL,
                                       classic::Policy::GREEDY_ALL};
        const int players = 2 + static_cast<int>(seed % 2);
        const auto one = classic::play_game(*game, players, quick, seed);
        const auto other = classic::play_game(*game, players, all, seed);
        check(!std::memcmp(&one, &other, sizeof one), "greedy game " + std::to_string(seed));
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? argv[1] : "tests/conformance";
    conformance(folder + "/classic.perft", classic_counts);
    conformance(folder + "/cards.perft", cards_counts);
    take_everything_back();
    best_is_best();
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}
