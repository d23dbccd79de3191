// The six levels of computer players, and the strengths between them, in hundredths of a level (bots/levels.py).
#pragma once

#include "core/json.h"
#include "core/question.h"

namespace qwirkle {

constexpr int WEAKEST = 1, USUAL_LEVEL = 3, STRONGEST = 6;
constexpr int SEARCHING = 5;  // the first level that searches: there is nothing between it and the next
constexpr int WHOLE_LEVEL = 100;

// The strength that a question asks for, as a level or in hundredths. False where there is none such: then says so.
inline bool asked_strength(const Question& question, Json& json, int& hundredths) {
    constexpr long long NOT_GIVEN = -1'000'000;
    const long long level = question.number("level", USUAL_LEVEL), fine = question.number("hundredths", NOT_GIVEN);
    const bool is_fine = fine != NOT_GIVEN;
    const bool is_between = fine >= 0 && fine < SEARCHING * WHOLE_LEVEL;
    const bool is_whole = is_fine ? fine == SEARCHING * WHOLE_LEVEL || fine == STRONGEST * WHOLE_LEVEL
                                  : level >= WEAKEST && level <= STRONGEST;
    if (is_between || is_whole) {
        hundredths = static_cast<int>(is_fine ? fine : level * WHOLE_LEVEL);
        return true;
    }
    json.object().key("error").object().key("key").text("ui.bad.level").key("words").object().key("text");
    json.begin_text().digits(is_fine ? fine : level).letters(is_fine ? "/100" : "").end_text();
    json.key("most").number(STRONGEST).end_object().end_object().end_object();
    return false;
}

}  // namespace qwirkle
