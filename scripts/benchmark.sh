#!/usr/bin/env bash
# Counts instructions, flash and RAM of gradients on Cortex-M under QEMU, against the same gradients
# by hand over CMSIS-DSP and against a tape recorded at run time: a table in Markdown.
#
#   scripts/benchmark.sh [--check] [--write] [CORE...]     CORE: m4f, m7f, m55; all three unless told
#   scripts/benchmark.sh --kernels [--check] [--write] [CORE...]        CORE: m0plus, too
#
# --kernels  counts single kernels instead, for the thresholds in docs/cmsis-dsp.md; --write puts the
#            tables there, of all four cores, --check fails unless those of the cores stand there
# --check  fails on M4F and M55 unless this library with the better of its kernel sets takes at most
#          the instructions of the kernels by hand in every row, half of those of the run-time tape
#          in the small rows (`scale` N = 2, Iris), 0.8 of them in the others, and at most 1.05 of
#          the RAM of the kernels by hand
# --write  also puts the tables into docs/benchmarks.md and README.md
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

check=0 write= kernels= cores=()
for argument in "$@"; do
    case $argument in
    --check) check=1 ;;
    --write) write=yes ;;
    --kernels) kernels=yes ;;
    m0plus | m4f | m7f | m55) cores+=("$argument") ;;
    *)
        echo "no core \`$argument\`, expected one of: m0plus m4f m7f m55" >&2
        exit 1
        ;;
    esac
done
[ -z "$write" ] || [ ${#cores[@]} -eq 0 ] || {
    echo "--write takes no cores: the tables have all" >&2
    exit 1
}
if [ ${#cores[@]} -eq 0 ]; then
    cores=(m4f m7f m55)
    [ -z "$kernels" ] || cores+=(m0plus)
fi

# The functions of CMSIS-DSP that the reference calls, for the column `lto`.
KERNELS=(BasicMath/arm_{add,clip,dot_prod,mult,offset,scale,sub}_f32 FastMath/arm_v{exp,log}_f32
    Matrix/arm_mat_{mult,vec_mult}_f32 Statistics/arm_{accumulate,max_no_idx}_f32)

# c_compiler: sets `gcc` and the library's `source` for the core.
c_compiler() {
    gcc=(arm-none-eabi-gcc "${C_FLAGS[@]}")
    source=$(cat "$DSP/$CORE/source") # also another that the variable CMSIS_DSP names
    gcc+=(-O3 -funroll-loops -ffunction-sections -fdata-sections -DARM_MATH_LOOPUNROLL
        -I "$source/Include" -I "$source/PrivateInclude" -I "$DSP/core")
}

# reference FOLDER: compiles the reference into libreference.a, by itself and merged with the
# library, all of whose names are then local.
reference() {
    local folder=$1 kernel sources=(benchmarks/reference/*.c)
    rm -rf "$folder"
    mkdir -p "$folder/lto"
    (cd "$folder" && "${gcc[@]}" -Wall -Wextra -c "${sources[@]/#/$ROOT/}")
    for kernel in "${KERNELS[@]}"; do
        sources+=("$source/Source/${kernel%/*}Functions/${kernel#*/}.c")
    done
    (cd "$folder/lto" && "${gcc[@]}" -flto -DCOLUMN=lto -c "${sources[@]/#benchmarks/$ROOT/benchmarks}")
    "${gcc[@]}" -flto -r -nostdlib -flinker-output=nolto-rel "$folder"/lto/*.o -o "$folder/lto.o"
    arm-none-eabi-objcopy --wildcard --keep-global-symbol='lto_*' "$folder/lto.o"
    # With C's own `expf` and `logf`: the program defines these in Rust, for this library's kernels.
    (cd "$folder" && arm-none-eabi-ar x "$DSP/$CORE/libCMSISDSP.a" arm_vexp_f32.o arm_vlog_f32.o)
    arm-none-eabi-ar rcs "$folder/libreference.a" "$folder"/*.o
    cp "$("${gcc[@]}" -print-file-name=libm.a)" "$folder"
    for kernel in expf logf arm_vexp_f32 arm_vlog_f32; do
        arm-none-eabi-objcopy --redefine-sym "$kernel=reference_$kernel" "$folder/libreference.a"
        arm-none-eabi-objcopy --redefine-sym "$kernel=reference_$kernel" "$folder/libm.a"
    done
}

# flash ENTRY: bytes of code and constants that the function reaches.
flash() {
    arm-none-eabi-ld -z noexecstack --gc-sections --entry "$1" -o "$OUT/flash" "$object" "${libraries[@]}"
    size -A "$OUT/flash" | awk '/^\.(text|rodata|data) / { bytes += $2 } END { print bytes }'
}

# replace FILE MARKER: what stands between the markers of the file becomes the standard input.
replace() {
    local text
    text=$(cat)
    awk -v text="$text" -v start="<!-- $2 -->" -v end="<!-- end of $2 -->" '
        $0 == end { skip = 0 }
        !skip
        $0 == start { printf "\n%s\n\n", text; skip = 1 }' "$1" >"$BUILD/replaced"
    cat "$BUILD/replaced" >"$1"
}

DSP=$ROOT/target/cmsis-dsp
scripts/cmsis-dsp.sh "${cores[@]}"
[ ! -f Cargo.lock ] || cp Cargo.lock benchmarks/ # the same versions as the workspace
core "${cores[0]}"
lines=$BUILD/benchmark
mkdir -p "$BUILD"

if [ -n "$kernels" ]; then
    lines=$BUILD/kernels
    for name in "${cores[@]}"; do
        core "$name"
        rm -f "$BUILD/$TARGET/release/deps/"{,lib}{kernels,cmsis_dsp_sys_pregenerated}-* # as below
        (cd benchmarks && RUSTFLAGS_CORE="-C link-arg=-Tlink.x" core_image "$name" kernels)
        run "$name" "$OUT/kernels" >"$OUT/counts" && grep -q '^done' "$OUT/counts" || {
            cat "$OUT/counts" >&2
            exit 1
        }
        sed "/^done/,\$d; s/^/$name /" "$OUT/counts"
    done | tee "$lines"
    [ -z "$write" ] || awk -f scripts/kernels.awk "$lines" | replace docs/cmsis-dsp.md kernels
    [ $check = 0 ] || for name in "${cores[@]}"; do
        # One table of all lengths, and lines in that of square matrices.
        tables=$(grep "^$name " "$lines" | awk -f scripts/kernels.awk)
        documented=$(cat docs/cmsis-dsp.md)
        [[ $documented == *"${tables%%$'\n\n'*}"$'\n\n'* ]] &&
            [ "$(grep -Fxc "$(tail -n 2 <<<"$tables")" docs/cmsis-dsp.md)" = 2 ] || {
            printf 'docs/cmsis-dsp.md has other figures than these:\n%s\n' "$tables" >&2
            exit 1
        }
    done
    exit
fi

for name in "${cores[@]}"; do
    core "$name"
    c_compiler
    reference "$OUT/reference"
    libraries=("$OUT/reference/libreference.a" "$DSP/$name/libCMSISDSP.a" "$OUT/reference/libm.a")
    for library in libc_nano libgcc; do
        libraries+=("$("${gcc[@]}" -print-file-name=$library.a)")
    done
    (
        cd benchmarks
        # Cargo does not see that a C library changed.
        rm -f "$BUILD/$TARGET/release/deps/"{,lib}{count,cmsis_dsp_sys_pregenerated}-*
        RUSTFLAGS_CORE="-C link-arg=-Tlink.x -C link-arg=--start-group"
        RUSTFLAGS_CORE+="$(printf -- ' -C link-arg=%s' "${libraries[@]}") -C link-arg=--end-group"
        # The object is for `flash`.
        core_cargo "$name" rustc --quiet --release --bin count -- --emit=link,obj
        cp "$BUILD/$TARGET/release/count" "$OUT/count"
    )
    object=$(echo "$BUILD/$TARGET/release/deps/"count-*.o)
    libraries+=("$(find "$BUILD/$TARGET/release/deps" "$(rustc --print sysroot)/lib/rustlib/$TARGET" \
        -name 'libcompiler_builtins-*.rlib' | head -n 1)")
    if ! run "$name" "$OUT/count" >"$OUT/counts" || ! grep -q '^done' "$OUT/counts"; then
        cat "$OUT/counts" >&2
        exit 1
    fi
    while read -r row column counts; do
        echo "$name $row $column $counts $(flash "${column}_$row")"
    done < <(sed '/^done/,$d' "$OUT/counts")
done >"$lines"

if [ -n "$write" ]; then
    awk -f scripts/benchmark.awk "$lines" | replace docs/benchmarks.md benchmark
    awk -v short=1 -f scripts/benchmark.awk "$lines" | replace README.md benchmark
fi
awk -v "check=$check" -f scripts/benchmark.awk "$lines"
