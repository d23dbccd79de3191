// The tile game's part of the engine: every question about one of its games, answered (docs/engine.md).
#pragma once

#include "core/json.h"
#include "core/question.h"

namespace qwirkle::classic {

void answer(const Question& question, Json& json);

}  // namespace qwirkle::classic
