#!/bin/sh
# Makes the fonts of the client again from the npm package @fontsource-variable/nunito (OFL), when a letter is missing:
#   sh tools/fonts.sh .venv
# Only the letters that the four languages need; one file for each alphabet, so that nobody loads another's.
set -eu
venv=$1
out=$PWD/web/src/design/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$venv/bin/python" -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "fonttools[woff]==4.60.1"
(cd "$work" && npm pack --silent @fontsource-variable/nunito@5.3.0 >/dev/null && tar xzf ./*.tgz)

# subset FILE LETTERS NAME
subset() {
    "$work/venv/bin/pyftsubset" "$work/package/files/nunito-$1-wght-normal.woff2" --unicodes="$2" --flavor=woff2 --no-hinting \
        --layout-features="kern,mark,locl" --output-file="$out/nunito-$3.woff2"
}

mkdir -p "$out"
subset latin "U+0020-007E,U+00A0,U+00AB,U+00B0,U+00B1,U+00B7,U+00BB,U+00C2,U+00CE,U+00D3,U+00D7,U+00E2,U+00E9,U+00EE,U+00F3,U+2013,U+2014,U+2018-201E,U+2026,U+2212" latin
subset latin-ext "U+0102-0107,U+0118,U+0119,U+0141-0144,U+015A,U+015B,U+0179-017C,U+0218-021B" latin-ext
subset cyrillic "U+02BC,U+0404,U+0406,U+0407,U+0410-044F,U+0454,U+0456,U+0457,U+0490,U+0491" cyrillic
cp "$work/package/LICENSE" "$out/LICENSE-nunito.txt"
ls -l "$out"
