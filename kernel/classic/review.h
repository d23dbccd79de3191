// What a move of the tile game was worth beside the best one, and how lucky a draw was.
#pragma once

#include "classic/table.h"

namespace qwirkle::classic {

// Writes what is to be said about a legal move of the seat to move, whose tiles are known. A negative budget is the
// usual one. False, and nothing written, where there is nobody to play against.
bool review(const Table& before, const Move& move, long long seed, long long budget, Json& json);

// Writes how the tiles that were drawn last changed what everybody could expect. `before` is the game before the move.
void write_luck(const Table& before, const Table& table, const Tile* drawn, int number, long long seed, int games,
                Json& json);

// The same for the deal.
void write_deal_luck(const Table& table, long long seed, int games, Json& json);

}  // namespace qwirkle::classic
