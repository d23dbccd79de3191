#include "engine/answer.h"

#include "cards/answers.h"
#include "classic/answers.h"
#include "core/refusal.h"

namespace qwirkle::engine {

namespace {

Part edition_of(Part game) {
    Happened happened;
    for (Lines lines(game); lines.next(happened);) {
        if (happened.kind == Happened::EDITION) return happened.text;
    }
    return {};
}

void refuse_edition(Json& json, Part edition) {
    json.object().key("error").object().key("key").text("bad.edition").key("words").object().key("text");
    show(json, edition);
    json.key("known").text("classic, cards").end_object().end_object().end_object();
}

}  // namespace

int answer(const char* question, int length, char* room, int capacity) {
    Json json(room, capacity);
    const Question asked(Part{question, question + (length > 0 ? length : 0)});
    const Part edition = edition_of(asked.game);
    if (edition.is("classic")) {
        classic::answer(asked, json);
    } else if (edition.is("cards")) {
        cards::answer(asked, json);
    } else {
        refuse_edition(json, edition);
    }
    return json.size();
}

}  // namespace qwirkle::engine
