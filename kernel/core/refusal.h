// Why a question has no answer: a key of the catalogues, and its words.
#pragma once

#include "core/json.h"
#include "core/question.h"

namespace qwirkle {

inline void refuse(Json& json, const char* key) {
    json.object().key("error").object().key("key").text(key).key("words").object().end_object();
    json.end_object().end_object();
}

inline void refuse_line(Json& json, int line) {
    json.object().key("error").object().key("key").text("bad.line");
    json.key("words").object().key("line").number(line).end_object().end_object().end_object();
}

// A text as its asker wrote it, sixty letters at most; what is cut off, or no printable ASCII, is a question mark.
inline void show(Json& json, Part text) {
    constexpr int MOST = 60;
    int all = 0, shown = 0;
    for (const char* at = text.at; at < text.end; ++at) all += (*at & 0xc0) != 0x80;
    json.begin_text();
    for (; text.at < text.end && shown < (all > MOST ? MOST - 1 : MOST); ++text.at) {
        const char letter = *text.at;
        if ((letter & 0xc0) == 0x80) continue;  // the rest of a letter that was shown
        if (letter == '"' || letter == '\\') json.letter('\\');
        json.letter(letter >= ' ' && letter <= '~' ? letter : '?');
        ++shown;
    }
    if (all > MOST) json.letter('?');
    json.end_text();
}

// A text that is not what it should be, and the column where it begins.
inline void refuse_text(Json& json, const char* key, Part text, int column) {
    json.object().key("error").object().key("key").text(key).key("words").object().key("text");
    show(json, text);
    json.key("column").number(column).end_object().end_object().end_object();
}

}  // namespace qwirkle
