// The questions of tests/conformance/engine, answered by the kernel alone; and garbage, which is refused.
// Usage: test_engine DIRECTORY

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/random.h"
#include "engine/answer.h"
#include "tests/check.h"

using namespace qwirkle;

namespace {

std::string ask(const std::string& question, std::size_t room_for = 1 << 16) {
    std::string room(room_for, '\0');
    const int length =
        engine::answer(question.data(), static_cast<int>(question.size()), room.data(), static_cast<int>(room.size()));
    const auto needed = static_cast<std::size_t>(length);
    if (needed > room_for) return ask(question, needed);
    room.resize(needed);
    return room;
}

struct Pair {
    std::string question, answer;
};

// A file has the lines of a question, then "= " and the answer; an empty line ends the two.
std::vector<Pair> pairs_of(const std::filesystem::path& path) {
    std::vector<Pair> pairs(1);
    std::ifstream file(path, std::ios::binary);
    for (std::string line; std::getline(file, line);) {
        Pair& pair = pairs.back();
        if (line.rfind("= ", 0) == 0) {
            pair.answer = line.substr(2);
            pairs.emplace_back();
        } else if (!line.empty() || !pair.question.empty()) {
            pair.question += (pair.question.empty() ? "" : "\n") + line;
        }
    }
    pairs.pop_back();
    return pairs;
}

void same_answers(const std::vector<Pair>& pairs) {
    for (const auto& [question, expected] : pairs) {
        const std::string found = ask(question);
        if (CHECK(found == expected)) continue;
        std::printf("%s\n   expected %s\n   found    %s\n", question.c_str(), expected.c_str(), found.c_str());
    }
}

// An answer that does not fit is counted and cut off, never written beyond its room.
void too_little_room(const Pair& pair) {
    for (std::size_t room_for : {0u, 1u, 7u}) {
        std::string room(room_for + 1, '!');
        const int length = engine::answer(pair.question.data(), static_cast<int>(pair.question.size()), room.data(),
                                          static_cast<int>(room_for));
        CHECK(static_cast<std::size_t>(length) == pair.answer.size());
        CHECK(room.substr(0, room_for) == pair.answer.substr(0, room_for));
        CHECK(room[room_for] == '!');
    }
}

// Whether a question makes the kernel search, as long as its first line says.
bool is_search(const std::string& question) {
    for (const char* verb : {"choose", "advise", "review", "luck"}) {
        if (question.rfind(verb, 0) == 0) return true;
    }
    return false;
}

// Questions with letters changed, lost and added: there is always an answer.
void garbage(const std::vector<Pair>& pairs, Dice& dice) {
    for (const auto& [question, expected] : pairs) {
        const std::size_t kept = is_search(question) ? question.find('\n') : 0;
        std::string text = question;
        for (std::uint32_t change = dice.below(4); change < 4; ++change) {
            const std::size_t at = kept + dice.below(static_cast<std::uint32_t>(text.size() - kept + 1));
            const char letter = "ROYGBPoxdstc?@,-: =0123456789\n#\xc5"[dice.below(32)];
            if (dice.below(3) == 0 && at < text.size()) {
                text.erase(at, 1 + dice.below(9));
            } else if (dice.below(2) && at < text.size()) {
                text[at] = letter;
            } else {
                text.insert(at, 1, letter);
            }
        }
        if (is_search(text) && !kept) continue;  // without a budget it could take long
        const std::string found = ask(text);
        CHECK(found.size() > 1 && found.front() == '{' && found.back() == '}');
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::filesystem::path folder = argc > 1 ? argv[1] : "tests/conformance/engine";
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    CHECK(files.size() > 5);
    Dice dice(1);
    for (const auto& path : files) {
        const std::vector<Pair> pairs = pairs_of(path);
        if (!CHECK(!pairs.empty())) continue;
        same_answers(pairs);
        too_little_room(pairs.front());
        garbage(pairs, dice);
    }
    CHECK(ask("").find("bad.edition") != std::string::npos);
    return tests::report();
}
