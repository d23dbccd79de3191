// The deal of the tile game: who holds what, and who starts (T1, T2).
#pragma once

#include "core/json.h"
#include "core/question.h"

namespace qwirkle::classic {

void answer_deal(const Question& question, Json& json);

}  // namespace qwirkle::classic
