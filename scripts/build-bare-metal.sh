#!/usr/bin/env bash
# Links one training step of the Iris classifier for bare Cortex-M targets and shows that
# the image has no way to panic.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

[ ! -f Cargo.lock ] || cp Cargo.lock tests/bare-metal/ # the same versions as the workspace
cd tests/bare-metal
for name in m4f m0plus; do
    core_image "$name" bare-metal
    image=$OUT/bare-metal

    # A reachable panic fails the link already; this guards the guard.
    symbols=$(nm "$image")
    grep -q ' T train_step$' <<<"$symbols" || {
        echo "$image: the training step is missing" >&2
        exit 1
    }
    if grep -iE 'panic|alloc' <<<"$symbols" >&2; then
        echo "$image: these symbols must not be there" >&2
        exit 1
    fi
    echo "$name: $(size "$image" | awk 'NR == 2 { print $1 }') bytes of code and constants, no panic"
done
