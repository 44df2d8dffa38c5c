#!/usr/bin/env bash
# What models cost to compile: `scripts/compile-time.sh`, or with --quick for two sizes and
# no release builds.
#
# Models of 50 to 800 operations written out, compiled with the macro in a debug build:
#   scalar   scale and offset in turn over f32
#   vector   [f32; 16], operators mixed
# Columns, in milliseconds, each the best of several runs and less the same for a model of
# one operation:
#   expand   the macro alone, from rustc's own account of its passes; wall time, so that a
#            busy machine shows in it
#   check    expansion, types and borrows; processor time, as all that follows
#   debug, release   an rlib with code
# Fails when `check`, of which expansion is the larger part, grows by more than 2.6 from 400
# to 800 operations; growth as n log n would give 2.23.
set -euo pipefail
cd "$(dirname "$0")/.."
limit=260 # percent
sizes=(50 100 200 400 800)
quick=
if [ "${1:-}" = --quick ]; then
    quick=yes
    sizes=(400 800)
fi

target=${CARGO_TARGET_DIR:-$PWD/target}
cargo build --quiet --package autodiff-runtime --target-dir "$target"
work=$target/compile-time
mkdir -p "$work"

# generate KIND OPERATIONS: the source of a model
generate() {
    awk -v kind="$1" -v n="$2" 'BEGIN {
        print "use autodiff_runtime::prelude::*;\n\n#[differentiable]"
        if (kind == "scalar") {
            print "pub fn model(x: Input<f32>, a: Param<f32>, b: Param<f32>) -> f32 {"
            split("scale(%s, a)|offset(%s, b)", forms, "|"); count = 2
        } else {
            print "pub fn model(x: Input<[f32; 16]>, w: Param<[f32; 16]>, a: Param<f32>) -> f32 {"
            split("%s * w|%s + x|tanh(%s)|%s - w|scale(%s, a)|sigmoid(%s)|-%s|offset(%s, a)", forms, "|"); count = 8
        }
        last = "x"
        for (i = 1; i <= n; i++) {
            printf "    let v%d = " forms[(i - 1) % count + 1] ";\n", i, last
            last = "v" i
        }
        print kind == "scalar" ? "    " last "\n}" : "    sum(" last ")\n}"
    }'
}

# compile SOURCE ARGUMENTS...
compile() {
    rustc --edition 2024 --crate-type lib --crate-name model --out-dir "$work" \
        --extern autodiff_runtime="$target/debug/libautodiff_runtime.rlib" \
        -L dependency="$target/debug/deps" --cap-lints allow "$@"
}

# least RUNS COMMAND...: the smallest number that the command prints
least() {
    local runs=$1 best= now
    shift
    for ((i = 0; i < runs; i++)); do
        now=$("$@")
        if [ -z "$best" ] || [ "$now" -lt "$best" ]; then best=$now; fi
    done
    echo "$best"
}

# Both print microseconds; processor time is not disturbed by what else the machine does.
processor_time() {
    local TIMEFORMAT='%U %S'
    { time compile "$@" >&3 2>&3; } 3>&2 2>&1 | awk '{ print int(($1 + $2) * 1e6) }'
}
expansion_time() {
    # Timing passes is not stable, hence RUSTC_BOOTSTRAP; nothing else depends on it.
    RUSTC_BOOTSTRAP=1 compile -Ztime-passes --emit=metadata "$1" 2>&1 |
        awk '$NF == "macro_expand_crate" { print int($2 * 1e6) }'
}

# measure KIND OPERATIONS: sets expand, check, debug, release
measure() {
    local source=$work/$1_$2.rs
    generate "$1" "$2" >"$source"
    check=$(least 5 processor_time --emit=metadata "$source")
    expand=$(least 5 expansion_time "$source")
    debug=$(least 2 processor_time "$source")
    release=0
    [ -n "$quick" ] || release=$(least 1 processor_time -Copt-level=3 "$source")
}

failed=0
printf '%-8s %10s %8s %8s %8s %8s   %s\n' model operations expand check debug release 'growth of expand, check'
for kind in scalar vector; do
    measure "$kind" 1
    empty=("$expand" "$check" "$debug" "$release")
    previous=()
    for size in "${sizes[@]}"; do
        measure "$kind" "$size"
        now=($((expand - empty[0])) $((check - empty[1])) $((debug - empty[2])) $((release - empty[3])))
        note=
        if [ ${#previous[@]} -gt 0 ]; then
            for i in 0 1; do
                if [ "${previous[i]}" -lt 1000 ]; then # the clock of `expand` ticks in milliseconds
                    note+='   -  '
                    continue
                fi
                growth=$((now[i] * 100 / previous[i]))
                note+=$(printf '%d.%02d  ' $((growth / 100)) $((growth % 100)))
                if [ $i -eq 1 ] && [ "$size" -eq 800 ] && [ $growth -gt $limit ]; then
                    failed=1
                    note+='is too much  '
                fi
            done
        fi
        printf '%-8s %10d %8d %8d %8d %8s   %s\n' "$kind" "$size" \
            $((now[0] / 1000)) $((now[1] / 1000)) $((now[2] / 1000)) "$([ -n "$quick" ] && echo - || echo $((now[3] / 1000)))" "$note"
        previous=("${now[@]}")
    done
done
exit $failed
