// All that the C++ tests need: CHECK(what) counts, and says what was wrong; report() ends a main.
#pragma once

#include <cstdio>

namespace tests {

inline int passed = 0;
inline int failed = 0;

inline bool check(bool holds, const char* what, const char* file, int line) {
    if (holds) {
        ++passed;
    } else {
        ++failed;
        std::printf("%s:%d: %s\n", file, line, what);
    }
    return holds;
}

inline int report() {
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}

}  // namespace tests

#define CHECK(what) tests::check(static_cast<bool>(what), #what, __FILE__, __LINE__)
