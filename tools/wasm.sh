#!/bin/sh
# The kernel for browsers:
#   sh tools/wasm.sh clang                            names the system's compiler, if it can build it
#   sh tools/wasm.sh build .venv build/kernel.wasm    builds it, otherwise with the PyPI package ziglang
set -eu

flags="-std=c++20 -Os -fno-exceptions -fno-rtti -fvisibility=hidden -nostdinc++ -isystem kernel/wasm/std -Ikernel"

clang() {  # the versions that a system names have a linker of the same name
    for version in '' -20 -19 -18 -17 -16 -15 -14; do
        if command -v "clang++$version" >/dev/null 2>&1 && command -v "wasm-ld$version" >/dev/null 2>&1 &&
            "clang++$version" --target=wasm32 $flags -fsyntax-only kernel/wasm/exports.cpp >/dev/null 2>&1; then
            echo "clang++$version"
            return
        fi
    done
    return 1
}

case $1 in
clang) clang && exit ;;
build) venv=$2 wasm=$3 ;;
*) echo "usage: sh tools/wasm.sh clang, or sh tools/wasm.sh build VENV FILE" >&2; exit 2 ;;
esac

export ZIG_GLOBAL_CACHE_DIR="$PWD/build/zig" ZIG_LOCAL_CACHE_DIR="$PWD/build/zig"
if found=$(clang); then
    compile() { "$found" --target=wasm32 "$@"; }
    link() { "wasm-ld${found#clang++}" "$@"; }
else
    compile() { "$venv/bin/python" -m ziglang c++ -target wasm32-freestanding "$@"; }
    link() { "$venv/bin/python" -m ziglang wasm-ld "$@"; }
fi

objects=build/wasm
rm -rf "$objects"
mkdir -p "$objects"
# Linked with no library at all, so that nothing of one can get in.
ls kernel/classic/*.cpp kernel/cards/*.cpp kernel/engine/*.cpp kernel/wasm/*.cpp | while read -r source; do
    compile $flags -Wall -Wextra -Wshadow -Werror -c "$source" -o "$objects/$(echo "${source%.cpp}" | tr / -).o"
done
link --no-entry -z stack-size=1048576 --strip-all -o "$wasm" "$objects"/*.o
printf '%s: %s bytes, %s compressed\n' "$wasm" "$(wc -c <"$wasm")" "$(gzip -9c "$wasm" | wc -c)"
