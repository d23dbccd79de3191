// The kernel for browsers: a small C interface over one shared buffer. Only this folder knows WebAssembly.
//
// ask() answers every question of docs/engine.md: the question goes into buffer(), the answer comes back in answer(),
// both as text. The other functions want positions of docs/notation.md in the buffer, and answer in it with
// little-endian numbers. There is one game at a time; a page that needs two loads the module twice.

#include <new>

#include "cards/position.h"
#include "cards/solver.h"
#include "classic/game.h"
#include "classic/position.h"
#include "engine/answer.h"

using namespace qwirkle;
using namespace qwirkle::classic;

using Size = decltype(sizeof 0);

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

// There is no C library here, and the compiler may ask for these.
extern "C" {
[[clang::no_builtin]] void* memset(void* to, int value, Size size) {
    auto* at = static_cast<unsigned char*>(to);
    while (size--) *at++ = static_cast<unsigned char>(value);
    return to;
}

[[clang::no_builtin]] void* memcpy(void* __restrict to, const void* __restrict from, Size size) {
    auto* at = static_cast<unsigned char*>(to);
    auto* source = static_cast<const unsigned char*>(from);
    while (size--) *at++ = *source++;
    return to;
}

[[clang::no_builtin]] void* memmove(void* to, const void* from, Size size) {
    auto* at = static_cast<unsigned char*>(to);
    auto* source = static_cast<const unsigned char*>(from);
    if (at < source) {
        while (size--) *at++ = *source++;
    } else {
        while (size--) at[size] = source[size];
    }
    return to;
}
}

namespace {

constexpr int CAPACITY = 1 << 20;
unsigned char shared_buffer[CAPACITY];
char answer_buffer[CAPACITY];

// Made when they are first needed: nothing runs before the first call.
alignas(64) unsigned char game_storage[sizeof(classic::Game)];
alignas(64) unsigned char position_storage[sizeof(classic::Position)];
classic::Game* game = nullptr;
uint64_t dice_state = 0;
int low_x = 0, low_y = 0;  // the smallest coordinates on the board

// Writes numbers one after the other; what does not fit is counted, not written.
struct Writer {
    int size = 0;

    void byte(int value) {
        if (size < CAPACITY) shared_buffer[size] = static_cast<unsigned char>(value);
        ++size;
    }
    void word(int value) {
        byte(value & 0xff);
        byte(value >> 8 & 0xff);
    }
    void wide(uint64_t value) {
        for (int at = 0; at < 8; ++at) byte(static_cast<int>(value >> (8 * at) & 0xff));
    }
};

Reader text_of(int length) {
    const auto* text = reinterpret_cast<const char*>(shared_buffer);
    return {text, text + (length < 0 || length > CAPACITY ? 0 : length)};
}

Origin origin() { return {low_x - LONGEST - 1, low_y - LONGEST - 1}; }

// Calls visit(number, play, points) for every legal play; returns how many there are.
template <typename Visit>
int numbered_plays(Visit&& visit) {
    int number = 0;
    if (game && game->ended == Ended::NO) {
        game->plays([&](Play play, int points) { visit(number++, play, points); });
    }
    return number;
}

// Remember how far to the west and north the board reaches.
void stretch(Play play) {
    each_tile(game->board, play, [&](Cell cell, Tile) {
        const int x = static_cast<int>(origin().x(cell)), y = static_cast<int>(origin().y(cell));
        low_x = x < low_x ? x : low_x;
        low_y = y < low_y ? y : low_y;
    });
}

void write_tile(Writer& to, Cell cell, Tile tile) {
    to.word(static_cast<int>(origin().x(cell)));
    to.word(static_cast<int>(origin().y(cell)));
    to.byte(tile);
}

}  // namespace

EXPORT(buffer) unsigned char* buffer() { return shared_buffer; }
EXPORT(capacity) int capacity() { return CAPACITY; }

// ---- every question -----------------------------------------------------------------------------

EXPORT(answer) char* answer() { return answer_buffer; }

// Answer the question in the buffer. Returns the length of the answer: more than the capacity where it did not fit.
EXPORT(ask) int ask(int length) {
    const Reader text = text_of(length);
    return engine::answer(text.at, static_cast<int>(text.end - text.at), answer_buffer, CAPACITY);
}

// ---- the tile game ------------------------------------------------------------------------------

// Begin a game; everything in it follows from the seed. 0 for a wrong number of players.
EXPORT(classic_new) int classic_new(int players, uint32_t seed_low, uint32_t seed_high) {
    if (players < 2 || players > MOST_PLAYERS) return 0;
    if (!game) game = new (game_storage) classic::Game;
    Dice dice(uint64_t(seed_high) << 32 | seed_low);
    game->deal(players, dice);
    dice_state = dice.state;
    low_x = low_y = 0;
    return 1;
}

// All legal plays: points (2 bytes), size, then x (2), y (2), tile for each tile. Returns their number;
// below zero where they need more room than there is.
EXPORT(classic_plays) int classic_plays() {
    Writer to;
    const int number = numbered_plays([&](int, Play play, int points) {
        to.word(points);
        to.byte(play.size());
        each_tile(game->board, play, [&](Cell cell, Tile tile) { write_tile(to, cell, tile); });
    });
    return to.size > CAPACITY ? -number : number;
}

// The number of the first play with the most points, or -1.
EXPORT(classic_best) int classic_best() {
    int best = -1, most = -1;
    numbered_plays([&](int number, Play, int points) {
        if (points > most) {
            most = points;
            best = number;
        }
    });
    return best;
}

// Make the play with this number. Returns its points, or -1 where there is no such play.
EXPORT(classic_push) int classic_push(int wanted) {
    ScoredPlay found{{0}, -1};
    numbered_plays([&](int number, Play play, int points) {
        if (number == wanted) found = {play, points};
    });
    if (found.points < 0) return -1;
    stretch(found.play);
    game->play(found.play, found.points);
    return found.points;
}

// Trade the tiles whose bits are set, counted along the sorted hand. 0 where that is not legal.
EXPORT(classic_trade) int classic_trade(uint32_t chosen) {
    if (!game || game->ended != Ended::NO) return 0;
    Tile tiles[HAND_SIZE];
    int count = 0, at = 0;
    const auto& hand = game->hands[game->turn];
    for (Tile tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < hand.counts[tile]; ++copy, ++at) {
            if (chosen >> at & 1) tiles[count++] = tile;
        }
    }
    if (!count || chosen >> at || count > game->tradable()) return 0;
    Dice dice(dice_state);
    game->trade(tiles, count, dice);
    dice_state = dice.state;
    return 1;
}

// Pass; 0 where something fits, or the bag is not empty.
EXPORT(classic_pass) int classic_pass() {
    if (!game || game->ended != Ended::NO || game->bag_size) return 0;
    if (numbered_plays([](int, Play, int) {})) return 0;
    game->pass();
    return 1;
}

// What a seat may know: players, turn, rule by which the game ended or 0, bag; for each player score (2)
// and hand size; the tiles of the own hand; the number of tiles on the board (2), and x (2), y (2), tile
// of each. Returns the size in bytes; 0 without a game or for a wrong seat.
EXPORT(classic_view) int classic_view(int seat) {
    if (!game || seat < 0 || seat >= game->players) return 0;
    Writer to;
    to.byte(game->players);
    to.byte(game->turn);
    to.byte(static_cast<int>(game->ended));
    to.byte(game->bag_size);
    for (int other = 0; other < game->players; ++other) {
        to.word(game->scores[other]);
        to.byte(game->hands[other].size);
    }
    for (int tile = 0; tile < KINDS; ++tile) {
        for (int copy = 0; copy < game->hands[seat].counts[tile]; ++copy) to.byte(tile);
    }
    to.word(game->board.tiles);
    for (int at = 0; at < game->board.tiles; ++at) {
        const Slot& slot = game->board.slots[game->board.placed[at].slot];
        write_tile(to, slot.cell, slot.tile);
    }
    return to.size;
}

// Count the plays of the position in the buffer: plays, points, trades and hash, eight bytes each.
EXPORT(classic_perft) int classic_perft(int length, int depth) {
    Reader text = text_of(length);
    auto* position = new (position_storage) classic::Position;
    if (depth < 1 || depth > LONGEST || !position->read(text)) return 0;
    Perft total;
    perft(position->board, position->origin, position->hand, depth, total);
    Writer to;
    to.wide(total.plays);
    to.wide(total.points);
    to.wide(position->trade_count());
    to.wide(total.hash);
    return to.size;
}

// ---- the card game ------------------------------------------------------------------------------

// Whether the table of the position in the buffer is legal.
EXPORT(cards_legal) int cards_legal(int length) {
    Reader text = text_of(length);
    cards::Position position;
    return position.read(text) && cards::legal(position.table);
}

// The play that captures the most rows: the cards played (number, then cards), then the captured lines
// (number, then lines). Returns the size in bytes, 0 where nothing can be played.
EXPORT(cards_best) int cards_best(int length) {
    Reader text = text_of(length);
    cards::Position position;
    cards::Outcome play;
    if (!position.read(text) || !cards::best(position.table, position.hand, play)) return 0;
    Writer to;
    to.byte(play.played.total());
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int copy = 0; copy < play.played[kind]; ++copy) to.byte(kind);
    }
    to.byte(play.captures);
    for (int at = 0; at < play.captures; ++at) to.byte(play.captured[at]);
    return to.size;
}

// Count the outcomes of the position in the buffer: outcomes, captures and hash, eight bytes each.
EXPORT(cards_perft) int cards_perft(int length) {
    Reader text = text_of(length);
    cards::Position position;
    if (!position.read(text)) return 0;
    const Perft total = position.count();
    Writer to;
    to.wide(total.plays);
    to.wide(total.points);
    to.wide(total.hash);
    return to.size;
}
