#!/bin/sh
# Builds the kernel for browsers, with the C++ compiler of the PyPI package ziglang: sh tools/wasm.sh .venv build/kernel.wasm
set -eu
venv=$1
wasm=$2
objects=build/wasm
export ZIG_GLOBAL_CACHE_DIR="$PWD/build/zig" ZIG_LOCAL_CACHE_DIR="$PWD/build/zig"

zig() { "$venv/bin/python" -m ziglang c++ "$@"; }

rm -rf "$objects"
mkdir -p "$objects"
# Compiled for WASI only because that brings the headers; linked with no library at all, so nothing of it can get in.
for source in kernel/classic/*.cpp kernel/cards/*.cpp kernel/engine/*.cpp kernel/wasm/*.cpp; do
    zig -target wasm32-wasi -std=c++20 -Os -fno-exceptions -fno-rtti -fvisibility=hidden -Ikernel \
        -Wall -Wextra -Wshadow -Werror -c "$source" -o "$objects/$(echo "${source%.cpp}" | tr / -).o"
done
zig -target wasm32-freestanding -nostdlib -s -Wl,--no-entry -Wl,-z,stack-size=1048576 \
    -o "$wasm" "$objects"/*.o
printf '%s: %s bytes, %s compressed\n' "$wasm" "$(wc -c <"$wasm")" "$(gzip -9c "$wasm" | wc -c)"
