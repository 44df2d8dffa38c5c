#!/usr/bin/env bash
# Builds CMSIS-DSP for the feature `cmsis-dsp`: `scripts/cmsis-dsp.sh [CORE...]`.
#
# CORE is host (unless told), m0plus, m3, m4f, m7f, m33f, m55 or all. For each one
#   target/cmsis-dsp/CORE/libCMSISDSP.a   the float functions, f32 and f64
#   target/cmsis-dsp/CORE/config.toml     tells Cargo about it: `cargo --config FILE ...`
#   target/cmsis-dsp/CORE/source          the folder that it was built from, as text
# Silent when both are up to date.
#
#   scripts/cmsis-dsp.sh --print CORE     also prints config.toml, to paste into another project
#
# The source is CMSIS-DSP 1.17 as pip downloads it, or, if the variable CMSIS_DSP is set, the source
# tree or unpacked pack of that path, 1.17 or newer.
set -euo pipefail
[ -z "${CMSIS_DSP:-}" ] || CMSIS_DSP=$(realpath "$CMSIS_DSP") # relative to where it was typed
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh
base=$ROOT/target/cmsis-dsp
package=cmsisdsp==1.10.3

fail() {
    printf 'cmsis-dsp.sh: %s\n' "$@" >&2
    exit 1
}

cores=()
print=
for argument in "$@"; do
    case $argument in
    --print) print=yes ;;
    all) cores+=(host "${CORES[@]}") ;;
    host) cores+=(host) ;;
    *)
        core "$argument" 2>/dev/null || fail "no core \`$argument\`, expected one of: host ${CORES[*]} all"
        cores+=("$argument")
        ;;
    esac
done
[ ${#cores[@]} -gt 0 ] || cores=(host)

# Finds or fetches the library's source; sets `dsp`.
find_source() {
    if [ -n "${CMSIS_DSP:-}" ]; then
        local folder
        for folder in "$CMSIS_DSP" "$CMSIS_DSP/CMSIS/DSP"; do
            if [ -f "$folder/Include/arm_math.h" ] && [ -d "$folder/Source" ]; then
                dsp=$(cd "$folder" && pwd)
                check_release
                return
            fi
        done
        fail "found no Include/arm_math.h and Source/ in CMSIS_DSP=$CMSIS_DSP" \
            "set it to a CMSIS-DSP source tree or unpacked pack"
    fi
    dsp=$base/source
    if [ -f "$base/source/.complete" ]; then return; fi

    local pip work
    if command -v pip3 >/dev/null; then
        pip=(pip3)
    elif python3 -m pip --version >/dev/null 2>&1; then
        pip=(python3 -m pip)
    else
        fail "pip is missing, which downloads the source: install it (python3-pip)," \
            "or set CMSIS_DSP to a CMSIS-DSP source tree"
    fi
    work=$(mktemp -d "$base/fetch.XXXXXX")
    # Only this package as source: pip asks it for its dependencies, and building those tools
    # from source takes very long.
    if ! "${pip[@]}" download --quiet --no-deps --no-binary cmsisdsp --dest "$work" "$package" \
        </dev/null >"$work/log" 2>&1; then
        cat "$work/log" >&2
        fail "pip could not download $package: set CMSIS_DSP to a CMSIS-DSP source tree instead"
    fi
    mkdir "$work/source"
    tar -xzf "$work"/cmsisdsp-*.tar.gz -C "$work/source" --strip-components=1
    touch "$work/source/.complete"
    rm -rf "$base/source"
    mv "$work/source" "$base/source"
    rm -rf "$work"
    check_release
}

# The newest functions that the kernels call.
check_release() {
    local name
    for name in MatrixFunctions/arm_mat_vec_mult_f32 StatisticsFunctions/arm_accumulate_f32 \
        StatisticsFunctions/arm_mse_f64; do
        [ -f "$dsp/Source/$name.c" ] || fail \
            "found no Source/$name.c in $dsp: CMSIS-DSP 1.17 or newer is expected"
    done
}

# Headers of the compiler and the cores, which CMSIS-DSP does not bring; sets `core`.
find_core_headers() {
    core=$base/core
    if [ -f "$core/cmsis_compiler.h" ]; then return; fi
    local manifest headers work
    # The crate of the bindings has them; this downloads it if need be.
    manifest=$(cargo metadata --quiet --format-version 1 --manifest-path autodiff-runtime/Cargo.toml \
        --features cmsis-dsp </dev/null |
        grep -o '"manifest_path":"[^"]*cmsis_dsp_sys_pregenerated-[^"]*Cargo.toml"' |
        sed 's/^"manifest_path":"//; s/"$//') || true
    headers=${manifest%/Cargo.toml}/ARM.CMSIS.5.7.0/CMSIS/Include
    [ -f "$headers/cmsis_compiler.h" ] || fail \
        "found no cmsis_compiler.h in the crate cmsis_dsp_sys_pregenerated: cargo could not download it"
    work=$(mktemp -d "$base/fetch.XXXXXX")
    cp "$headers"/*.h "$work"
    rm -f "$work"/arm_*.h # older copies of the library's own
    rm -rf "$core"
    mv "$work" "$core"
}

# The compiler for a device.
find_arm_compiler() {
    local probe='#include <math.h>
#include <string.h>'
    if command -v arm-none-eabi-gcc >/dev/null &&
        arm-none-eabi-gcc -E -x c - <<<"$probe" >/dev/null 2>&1; then
        return
    fi
    command -v apt-get >/dev/null || fail "install arm-none-eabi-gcc with newlib's headers"
    echo "installing Debian's ARM compiler and newlib" >&2
    apt_install gcc-arm-none-eabi libnewlib-arm-none-eabi
}

# settings CORE: sets `compiler`, `archiver`, `flags`, the Rust `target` and `helium`.
settings() {
    if [ "$1" = host ]; then
        compiler=${CC:-cc} archiver=${AR:-ar} helium=false
        target=$(rustc -vV | sed -n 's/^host: //p')
        # Without the core headers; and rounded as on cores without fused multiply-add, for
        # comparisons with them.
        flags=(-D__GNUC_PYTHON__ -fPIC -ffp-contract=off)
    else
        core "$1"
        compiler=arm-none-eabi-gcc archiver=arm-none-eabi-ar target=$TARGET
        flags=("${C_FLAGS[@]}")
        [ "$1" = m55 ] && helium=true || helium=false
    fi
    # As the library's own build does; Helium code has no use for it.
    flags+=(-O3 -DARM_MATH_LOOPUNROLL -ffunction-sections -fdata-sections -w)
}

# Whether the library of CORE was made as it would be now.
up_to_date() {
    [ -f "$out/libCMSISDSP.a" ] && [ "$(cat "$out/made-from" 2>/dev/null)" = "$stamp" ] &&
        [ -z "$(find "$dsp/Include" "$dsp/PrivateInclude" "$dsp/Source" -name '*.[ch]' \
            -newer "$out/libCMSISDSP.a" 2>/dev/null | head -n 1)" ]
}

# What tells Cargo about the library.
config() {
    cat <<END
# CMSIS-DSP for the feature \`cmsis-dsp\` of autodiff-runtime.
[target.$target.arm_cortex_math]
rustc-link-search = ["$out"]
rustc-link-lib = ["static=CMSISDSP"]
release = "1.17" # has the functions that the 5.7.0 library lacks
helium = "$helium" # whether they use Helium's vectors
END
}

build() {
    local out=$base/$1 stamp work
    settings "$1"
    mkdir -p "$out"
    [ "$(config)" = "$(cat "$out/config.toml" 2>/dev/null)" ] || config >"$out/config.toml"
    echo "$dsp" >"$out/source"
    stamp="$("$compiler" --version | head -n 1) ${flags[*]} $dsp"
    if up_to_date; then return; fi

    echo "building CMSIS-DSP for $1" >&2
    work=$(mktemp -d "$base/build.XXXXXX")
    # One file per function; those named after a folder include all of its functions.
    find "$dsp/Source" \( -name '*_f32.c' -o -name '*_f64.c' -o -name 'arm_*_tables.c' \
        -o -name 'arm_const_structs.c' \) -print0 |
        grep -zvE '(f16|q7|q15|q31)[^/]*$' >"$work/sources"
    (
        cd "$work"
        xargs -0 -n 16 -P "$(getconf _NPROCESSORS_ONLN)" "$compiler" "${flags[@]}" \
            -I "$dsp/Include" -I "$dsp/PrivateInclude" -I "$core" -c <sources
        "$archiver" rcs libCMSISDSP.a ./*.o
    )
    mv "$work/libCMSISDSP.a" "$out"
    echo "$stamp" >"$out/made-from"
    rm -rf "$work"
}

mkdir -p "$base"
find_source
find_core_headers
for core_name in "${cores[@]}"; do
    [ "$core_name" = host ] || find_arm_compiler
    build "$core_name"
    [ -z "$print" ] || cat "$base/$core_name/config.toml"
done
