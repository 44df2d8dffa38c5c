#!/usr/bin/env bash
# Shows that neither the runtime nor generated code has a way to panic, an allocator or text
# formatting: links images of tests/bare-metal for bare Cortex-M targets and searches them.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

fail() {
    echo "$1" >&2
    exit 1
}

# check IMAGE: what must be in an image, and what must not.
check() {
    local symbols
    symbols=$(nm --demangle "$1")
    grep -q ' T start$' <<<"$symbols" || fail "$1: its entry is missing"
    ! grep -iE 'panic|alloc|fmt' <<<"$symbols" >&2 || fail "$1: these symbols must not be there"
}

scripts/cmsis-dsp.sh m4f m0plus
[ ! -f Cargo.lock ] || cp Cargo.lock tests/bare-metal/ # the same versions as the workspace
cd tests/bare-metal
for name in m4f m0plus; do
    # A reachable panic fails the link already; `check` guards the guard.
    core_image "$name" train_step
    check "$OUT/train_step"
    echo "$name: a training step takes $(size "$OUT/train_step" | awk 'NR == 2 { print $1 }')" \
        "bytes of code and constants, no panic"
    for kernels in portable cmsis-dsp; do
        features=()
        [ $kernels = portable ] || features=(--features $kernels)
        core_image "$name" models "${features[@]}"
        check "$OUT/models"
        [ $kernels = portable ] || has_c_functions "$OUT/models"
        echo "$name, $kernels: every operator and kernel in f32 and f64, no panic, no allocator, no formatting"
    done
done

# Both guards find mistakes that are made on purpose.
if errors=$(core_image m4f models --features panics 2>&1); then
    fail "an index that may be out of range links"
fi
grep -q a_panic_is_reachable <<<"$errors" || fail "$errors"
core_image m4f models --features formats
if (check "$OUT/models") 2>/dev/null; then fail "formatting is not found"; fi
echo "an image that panics does not link, and one that formats is found"
