#!/bin/sh
# Hold what `make test` has measured against the least that each part must have.
set -eu
VENV="$1"

# Levels 3 and 4, with branches; levels 0 to 2 are all the rest, in full.
PARTS="server bots analysis arena envs terminal"
FRONT="client.py cli.py"
least=95
rest=""
failed=0

report() {
    what="$1" least="$2"
    shift 2
    if said="$("$VENV/bin/coverage" report --fail-under="$least" --skip-covered --show-missing "$@")"; then
        echo "coverage of $what: $(echo "$said" | awk '$1 == "TOTAL" {print $NF}'), at least $least %"
    else
        echo "$said"
        echo "coverage of $what is below $least %."
        failed=1
    fi
}

for part in $PARTS; do
    report "$part/" "$least" --include="*/qwirkle/$part/*"
    rest="$rest*/qwirkle/$part/*,"
done
for file in $FRONT; do
    rest="$rest*/qwirkle/$file,"
done
report "the client and the command line" "$least" --include="*/qwirkle/client.py,*/qwirkle/cli.py"
report "levels 0 to 2" 100 --omit="$rest*/qwirkle/__main__.py"
exit "$failed"
