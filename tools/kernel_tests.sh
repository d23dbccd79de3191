#!/bin/sh
# Builds kernel/tests/*.cpp and runs each program from here: sh tools/kernel_tests.sh plain|sanitize .venv
set -eu
kind=$1
venv=$2
build=build/kernel-$kind
PATH="$PWD/$venv/bin:$PATH"

say() { printf '%s\n' "$*" >&2; }

for compiler in ${CXX:-c++ g++ clang++}; do
    if command -v "$compiler" >/dev/null 2>&1; then found=$compiler; break; fi
done
if [ ! "${found:-}" ]; then
    say "The C++ tests are left out: there is no C++ compiler. On Debian or Ubuntu: sudo apt-get install g++"
    exit 0
fi

sanitize=OFF
if [ "$kind" = sanitize ]; then
    sanitize=ON
    mkdir -p build
    if ! { echo 'int main() {}' | "$found" -fsanitize=address,undefined -x c++ -o build/sanitizer - && build/sanitizer; } >/dev/null 2>&1; then
        say "The C++ tests with sanitizers are left out: $found has no AddressSanitizer here. On Debian or Ubuntu: sudo apt-get install g++"
        exit 0
    fi
fi

cmake -S . -B "$build" -G Ninja -DQWIRKLE_TESTS=ON -DQWIRKLE_SANITIZE=$sanitize \
    -DCMAKE_CXX_COMPILER="$found" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
cmake --build "$build" >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }

for source in kernel/tests/*.cpp; do
    name=$(basename "$source" .cpp)
    [ -x "$build/tests/$name" ] || continue
    if ! said=$("$build/tests/$name" 2>&1); then
        printf '%s\n%s (%s) failed\n' "$said" "$name" "$kind" >&2
        exit 1
    fi
    last=$(printf '%s\n' "$said" | tail -n 1)
    case $last in
    [1-9]*" passed, 0 failed") printf 'kernel/tests/%s (%s): %s\n' "$name" "$kind" "$last" ;;
    *) printf '%s\n%s (%s) did not end with "N passed, 0 failed"\n' "$said" "$name" "$kind" >&2; exit 1 ;;
    esac
done
