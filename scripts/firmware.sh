#!/usr/bin/env bash
# Runs examples/firmware under QEMU.
#
#     scripts/firmware.sh [CORE...]              builds, runs and prints; default m4f
#     scripts/firmware.sh --check [CORE...]      compares the results with the host's; default all
#     scripts/firmware.sh --parity [CORE...]     the same without optimization, for size and for
#                                                speed, with and without link-time optimization
#
# A core is one of m0plus m3 m4f m7f m33f m55; for --parity also `host`, the default is all of them.
# --portable before a core leaves out the kernels of CMSIS-DSP. The variable BUILDS chooses from
# those of --parity: BUILDS="0-off s-fat" is opt-level 0 without and s with LTO.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

mode=print
kernels=portable,cmsis,cmsis_all
features=(--features cmsis-dsp)
library=(--config "$ROOT/target/cmsis-dsp/host/config.toml") # of the host
cores=()
for argument in "$@"; do
    case $argument in
    --check | --parity) mode=${argument#--} ;;
    --portable) kernels=portable features=() library=() ;;
    host) cores+=(host) ;;
    *)
        core "$argument"
        cores+=("$argument")
        ;;
    esac
done
builds=3-fat
case $mode in
print) [ ${#cores[@]} -gt 0 ] || cores=(m4f) ;;
check) [ ${#cores[@]} -gt 0 ] || cores=("${CORES[@]}") ;;
parity)
    [ ${#cores[@]} -gt 0 ] || cores=(host "${CORES[@]}")
    builds="0-off 0-fat s-off s-fat 3-off 3-fat"
    ;;
esac
read -ra builds <<<"${BUILDS:-$builds}"

[ $kernels = portable ] || scripts/cmsis-dsp.sh host "${cores[@]}"
[ ! -f Cargo.lock ] || cp Cargo.lock examples/firmware/ # the same versions as the workspace
cd examples/firmware
target=${CARGO_TARGET_DIR:-$ROOT/target}/embedded
export RUSTFLAGS_CORE="-C link-arg=-Tlink.x"
host=(cargo run --quiet --release --target-dir "$target" --bin host)

results=() failed=0
for build in "${builds[@]}"; do
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=${build%-*} CARGO_PROFILE_RELEASE_LTO=${build#*-}
    for name in "${cores[@]}"; do
        result=$name/firmware-$build.txt
        mkdir -p "$target/$name"
        if [ "$name" = host ]; then
            "${host[@]}" "${features[@]}" "${library[@]}" >"$target/$result"
        else
            # The flash of the M0+ does not hold libm, `core` and the rest without optimization.
            small=()
            [ "$name-${build%-*}" != m0plus-0 ] || small=(--config 'profile.release.package."*".opt-level="s"')
            core_image "$name" firmware "${features[@]}" "${small[@]}"
            [ $kernels = portable ] || has_c_functions "$OUT/firmware"
            run "$name" "$OUT/firmware" >"$target/$result" || {
                echo "QEMU ended with $?" >>"$target/$result" # which the comparison finds
                failed=1
            }
        fi
        results+=("$result")
        if [ $mode = print ]; then
            echo "$name, opt-level ${build%-*}, LTO ${build#*-}:"
            cat "$target/$result"
            [ "$name" = host ] || size "$OUT/firmware" | awk 'NR == 2 {
                print $1 + $2 " bytes of flash, " $2 + $3 " of static RAM" }'
        fi
    done
done
[ $mode = print ] && exit $failed
unset CARGO_PROFILE_RELEASE_OPT_LEVEL CARGO_PROFILE_RELEASE_LTO
cd "$target" # short names of files
"${host[@]}" --manifest-path "$ROOT/examples/firmware/Cargo.toml" "${features[@]}" "${library[@]}" -- $kernels "${results[@]}"
