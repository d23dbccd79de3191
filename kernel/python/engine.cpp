// The engine for Python: a question in, its answer out, both as text.

#include <nanobind/stl/string.h>

#include <mutex>
#include <string>

#include "engine/answer.h"
#include "python/bind.h"

namespace nb = nanobind;

namespace qwirkle::python {

namespace {

constexpr std::size_t USUAL_LENGTH = 1 << 16;
constexpr std::size_t LONGEST_QUESTION = 1 << 24;

// The games keep what they need in rooms of their own, because a browser has neither a heap nor a large stack. So one
// thread asks at a time; the others wait, and Python goes on meanwhile.
std::mutex one_at_a_time;

std::string ask(const std::string& question) {
    if (question.size() > LONGEST_QUESTION) throw nb::value_error("A question has at most 16 MB.");
    const nb::gil_scoped_release release;
    const std::lock_guard<std::mutex> lock(one_at_a_time);
    std::string room(USUAL_LENGTH, '\0');
    for (;;) {
        const auto length = static_cast<std::size_t>(engine::answer(question.data(), static_cast<int>(question.size()),
                                                                    room.data(), static_cast<int>(room.size())));
        const bool fits = length <= room.size();
        room.resize(length);
        if (fits) return room;
    }
}

}  // namespace

void bind_engine(nb::module_& module) {
    module.def("ask", &ask, nb::arg("question"), "The answer to a question about a game: docs/engine.md.");
}

}  // namespace qwirkle::python
