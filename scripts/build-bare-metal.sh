#!/usr/bin/env bash
# Links one training step of the Iris classifier for bare Cortex-M targets and shows that
# the image has no way to panic.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
. scripts/embedded-toolchain.sh
out=${CARGO_TARGET_DIR:-$root/target}/bare-metal

[ ! -f Cargo.lock ] || cp Cargo.lock tests/bare-metal/ # the same versions as the workspace
cd tests/bare-metal # for its .cargo/config.toml
for target in "${BARE_TARGETS[@]}"; do
    bare_cargo "$target" build --release --target-dir "$out"
    image=$out/$target/release/bare-metal

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
    echo "$target: $(size "$image" | awk 'NR == 2 { print $1 }') bytes of code and constants, no panic"
done
