#!/bin/sh
# Sets up a virtual environment, in steps that make repeats only when something has changed:
#   sh tools/setup.sh tools .venv      the environment, and the locked tools in it
#   sh tools/setup.sh package .venv    this project in it, editable, with the kernel compiled
#   sh tools/setup.sh browser .venv    the browsers for the tests, where there are none
#   sh tools/setup.sh services .venv   the PostgreSQL and the libfaketime with which the server is tested
set -eu
step=$1
venv=$2
python=${PYTHON:-python3}

say() { printf '%s\n' "$*" >&2; }
may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }
apt_install() { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null; }

make_venv() {
    if ! command -v "$python" >/dev/null 2>&1; then
        say "Python 3.11 or newer is needed and \"$python\" was not found. On Debian or Ubuntu: sudo apt-get install python3 python3-venv"
        exit 1
    fi
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        say "Python 3.11 or newer is needed; this is $("$python" --version). Name another one: make PYTHON=python3.12"
        exit 1
    fi
    say "Making the virtual environment $venv ..."
    "$python" -m venv --clear "$venv" >/dev/null 2>&1 && return
    # Debian and Ubuntu keep the module that this needs in a package of its own.
    if ! may_install; then
        say "A virtual environment cannot be made. On Debian or Ubuntu: sudo apt-get install python3-venv"
        exit 1
    fi
    say "Installing python3-venv ..."
    apt_install python3-venv
    "$python" -m venv --clear "$venv"
}

install_tools() {
    if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then make_venv; fi
    say "Installing the locked tools ..."
    pip="$venv/bin/python -m pip install --quiet --disable-pip-version-check"
    $pip uv 2>/dev/null && "$venv/bin/uv" pip sync --quiet --compile-bytecode --python "$venv/bin/python" --require-hashes requirements/dev.lock ||
        $pip --require-hashes -r requirements/dev.lock
}

# The Debian packages without which the kernel cannot be compiled; nothing when all is there.
missing() {
    found=
    for compiler in ${CXX:-c++ g++ clang++}; do
        if echo 'int main() {}' | "$compiler" -std=c++20 -x c++ -fsyntax-only - >/dev/null 2>&1; then found=yes; fi
    done
    [ "$found" ] || printf 'g++ '
    "$venv/bin/python" - <<'PYTHON'
import pathlib, sys, sysconfig
if not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists():
    print(f"python3.{sys.version_info.minor}-dev", end="")
PYTHON
}

install_package() {  # the build directory stays, so that only what has changed is compiled again
    if [ -x "$venv/bin/uv" ]; then
        set -- "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" --reinstall-package qwirkle
    else
        set -- "$venv/bin/python" -m pip install --quiet --disable-pip-version-check
    fi
    PATH="$PWD/$venv/bin:$PATH" "$@" --no-deps --no-build-isolation --config-settings 'build-dir=build/{wheel_tag}' \
        --config-settings cmake.define.QWIRKLE_TEST_MODULE=ON --editable .
}

have_browser() {
    command -v chromium-headless-shell >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1 ||
        ls "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}"/chromium-* >/dev/null 2>&1
}

install_browser() {  # the shell draws no windows of its own, and the tests take half as long
    command -v chromium-headless-shell >/dev/null 2>&1 || install_service chromium-headless-shell
    if have_browser; then return; fi
    say "Installing Chromium ..."
    if may_install && apt_install chromium && have_browser; then return; fi
    "$venv/bin/playwright" install chromium ||
        { say "There is no browser for the tests. On Debian or Ubuntu: sudo apt-get install chromium"; exit 1; }
}

have_firefox() { command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1; }

install_second_browser() {  # never a reason to stop: its tests say what is missing
    have_firefox || install_service firefox-esr
    have_firefox || say "Firefox was not found, so the games in a second browser are skipped. On Debian or Ubuntu:" \
        "sudo apt-get install firefox-esr"
}

have_postgres() { command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }

have_faketime() { ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1; }

install_service() {  # PACKAGE, where this may
    if may_install; then
        say "Installing $1 ..."
        apt_install "$1" || say "That did not work."
    fi
}

install_services() {  # never a reason to stop: the tests that need them say what is missing
    if grep -q pure "$venv/.ready"; then return; fi
    have_postgres || install_service postgresql
    have_postgres || say "PostgreSQL was not found, so the tests of several nodes are skipped. On Debian or Ubuntu:" \
        "sudo apt-get install postgresql"
    have_faketime || install_service faketime
    have_faketime || say "libfaketime was not found, so the tests of clocks that jump are skipped. On Debian or Ubuntu:" \
        "sudo apt-get install faketime"
}

case $step in
tools) install_tools ;;
browser) install_browser && install_second_browser ;;
services) install_services ;;
package)
    if [ "${QWIRKLE_PURE:-}" = 1 ]; then
        say "QWIRKLE_PURE is set: installing without the fast kernel ..."
        install_package
        echo pure >"$venv/.ready"
        exit
    fi
    needed=$(echo $(missing))
    if [ "$needed" ] && may_install; then
        say "Installing $needed ..."
        # shellcheck disable=SC2086
        apt_install $needed || say "That did not work."
        needed=$(echo $(missing))
    fi
    if [ "$needed" ]; then
        say "No C++ compiler was found, so this is the pure mode: the same answers, slower. For the fast kernel:" \
            "sudo apt-get install $needed; the next make then uses it."
        QWIRKLE_PURE=1 install_package
        echo pure >"$venv/.ready"
    else
        say "Building the kernel ..."
        QWIRKLE_KERNEL=1 install_package
        echo compiled >"$venv/.ready"
    fi
    ;;
*)
    say "usage: sh tools/setup.sh tools|package|browser|services VENV"
    exit 2
    ;;
esac
