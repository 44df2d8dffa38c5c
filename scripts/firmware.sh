#!/usr/bin/env bash
# Runs examples/firmware under QEMU.
#
#     scripts/firmware.sh [CORE...]              builds, runs and prints; default m4f
#     scripts/firmware.sh --check [CORE...]      compares the results with the host's; default all
#     scripts/firmware.sh --parity [CORE...]     the same without optimization, for size and for
#                                                speed, with and without link-time optimization
#
# A core is one of m0plus m3 m4f m7f m33f m55. With --parity also `host`. PARITY names builds, as
# in PARITY="0-off 3-fat"; the default is the whole matrix.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

mode=print
case ${1:-} in
--check | --parity)
    mode=${1#--}
    shift
    ;;
esac
case $mode in
print) cores=("${@:-m4f}") builds=(3-fat) ;;
check) cores=("${@:-${CORES[@]}}") builds=(3-fat) ;;
parity)
    cores=("${@:-host "${CORES[@]}"}")
    read -ra builds <<<"${PARITY:-0-off 0-fat s-off s-fat 3-off 3-fat}"
    ;;
esac

[ ! -f Cargo.lock ] || cp Cargo.lock examples/firmware/ # the same versions as the workspace
cd examples/firmware
export RUSTFLAGS_CORE="-C link-arg=-Tlink.x"
results=()
for build in "${builds[@]}"; do
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=${build%-*} CARGO_PROFILE_RELEASE_LTO=${build#*-}
    for name in "${cores[@]}"; do
        result=${CARGO_TARGET_DIR:-$ROOT/target}/embedded/$name/firmware-$build.txt
        mkdir -p "$(dirname "$result")"
        if [ "$name" = host ]; then
            cargo run --quiet --release --bin host >"$result"
        else
            core_image "$name" firmware
            run "$name" "$OUT/firmware" >"$result" || echo "$name: QEMU ended with $?" >>"$result"
        fi
        results+=("$result")
        if [ $mode = print ]; then
            echo "$name:"
            cat "$result"
            size "$OUT/firmware" | awk 'NR == 2 { print $1 + $2 " bytes of flash, " $2 + $3 " of static RAM" }'
        fi
    done
done
[ $mode = print ] && exit
unset CARGO_PROFILE_RELEASE_OPT_LEVEL CARGO_PROFILE_RELEASE_LTO
cargo run --quiet --release --bin host -- "${results[@]}"
