#!/bin/sh
# Runs the C++ tests of the kernel from here: sh tools/kernel_tests.sh plain|sanitize .venv
# The plain ones were built with the kernel, by tools/setup.py; those with sanitizers are built here.
set -eu
kind=$1
venv=$2
build=build/python
PATH="$PWD/$venv/bin:$PATH"

say() { printf '%s\n' "$*" >&2; }

for compiler in ${CXX:-c++ g++ clang++}; do
    if command -v "$compiler" >/dev/null 2>&1; then found=$compiler; break; fi
done
if [ ! "${found:-}" ]; then
    say "The C++ tests are left out: there is no C++ compiler. On Debian or Ubuntu: sudo apt-get install g++"
    exit 0
fi

if [ "$kind" = sanitize ]; then
    build=build/sanitize
    mkdir -p build
    if ! { echo 'int main() {}' | "$found" -fsanitize=address,undefined -x c++ -o build/sanitizer - && build/sanitizer; } >/dev/null 2>&1; then
        say "The C++ tests with sanitizers are left out: $found has no AddressSanitizer here. On Debian or Ubuntu: sudo apt-get install g++"
        exit 0
    fi
    cmake -S . -B "$build" -G Ninja -DQWIRKLE_SANITIZE=ON -DCMAKE_CXX_COMPILER="$found" \
        -DCMAKE_COMPILE_WARNING_AS_ERROR=ON >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
    cmake --build "$build" --parallel 2 >"$build.log" 2>&1 || { cat "$build.log" >&2; exit 1; }
fi

for source in kernel/tests/*.cpp; do
    name=$(basename "$source" .cpp)
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
