// Every question that a player's device can have, answered: docs/engine.md. Nothing is remembered.
#pragma once

namespace qwirkle::engine {

// Writes the answer into the room; returns its length, which is more than the capacity where it did not fit.
int answer(const char* question, int length, char* room, int capacity);

}  // namespace qwirkle::engine
