#!/usr/bin/env bash
# Copies the vectors and the regressions into fuzz/corpus/<target>, which is not committed. Run before `cargo fuzz run`.
set -euo pipefail
cd "$(dirname "$0")"
for target in decode roundtrip chunks; do
    mkdir -p "corpus/$target"
done
find ../spec/vectors ../testdata/regressions -type f -size -64k \( -name '*.qrp1' -o -path '*/regressions/*' \) | while read -r seed; do
    name="$(echo "${seed#../}" | tr '/' '_')"
    cp "$seed" "corpus/decode/$name"
    # The first four bytes of a seed of `chunks` are the places to cut at.
    printf '\001\005\024\100' | cat - "$seed" > "corpus/chunks/$name"
done
cp ../testdata/regressions/* corpus/roundtrip/ 2>/dev/null || true
