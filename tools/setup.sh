#!/bin/sh
# Makes a virtual environment with the locked tools and this project in it: sh tools/setup.sh .venv
set -eu
venv=$1
python=${PYTHON:-python3}

say() { printf '%s\n' "$*" >&2; }

if ! command -v "$python" >/dev/null 2>&1; then
    say "Python 3.11 or newer is needed and \"$python\" was not found. On Debian or Ubuntu: sudo apt-get install python3 python3-venv"
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    say "Python 3.11 or newer is needed; this is $("$python" --version). Name another one: make PYTHON=python3.12"
    exit 1
fi

if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    say "Making the virtual environment $venv ..."
    if ! "$python" -m venv --clear "$venv" >/dev/null 2>&1; then
        # Debian and Ubuntu keep the module that this needs in a package of its own.
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
            say "Installing python3-venv ..."
            apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null
            "$python" -m venv --clear "$venv"
        else
            say "A virtual environment cannot be made. On Debian or Ubuntu: sudo apt-get install python3-venv"
            exit 1
        fi
    fi
fi

say "Installing the locked tools ..."
if "$venv/bin/python" -m pip install --quiet --disable-pip-version-check uv 2>/dev/null; then
    "$venv/bin/uv" pip sync --quiet --python "$venv/bin/python" --require-hashes requirements/dev.lock
    "$venv/bin/uv" pip install --quiet --python "$venv/bin/python" --no-deps --editable .
else
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --editable .
fi
