#!/usr/bin/env bash
# Compares the kernels of CMSIS-DSP with the portable ones on devices, under QEMU:
# `scripts/kernels.sh [CORE...]`; default m4f m55. On the host `cargo test --features cmsis-dsp
# --package autodiff-runtime --test cmsis` does it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

[ $# -gt 0 ] || set -- m4f m55
scripts/cmsis-dsp.sh "$@"
[ ! -f Cargo.lock ] || cp Cargo.lock tests/bare-metal/ # the same versions as the workspace
cd tests/bare-metal
export RUSTFLAGS_CORE="-C link-arg=-Tlink.x"
# Hundreds of kernels: built fast, and small enough for the flash of the M55's machine. Not without
# LTO, since Debian's compiler cannot build all of `core` for the M55.
export CARGO_PROFILE_RELEASE_OPT_LEVEL=s CARGO_PROFILE_RELEASE_LTO=thin \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=false
status=0
for name in "$@"; do
    features=run
    # Ends of memories that a program leaves alone.
    case $name in
    m4f | m7f) END_OF_MEMORY=0x22000000 ;;
    m55) END_OF_MEMORY=0x11200000 features=run,helium ;;
    *)
        echo "$name: the checks are for m4f, m7f and m55" >&2
        exit 1
        ;;
    esac
    export END_OF_MEMORY
    core_image "$name" kernels --features $features
    output=$(run "$name" "$OUT/kernels") || output+=$'\n'"QEMU ended with $?"
    sed "s/^/$name: /" <<<"$output"
    grep -qx '[1-9][0-9]* passed, 0 failed' <<<"$(tail -n 1 <<<"$output")" || status=1
done
exit $status
