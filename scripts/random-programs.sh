#!/usr/bin/env bash
# Random programs: `scripts/random-programs.sh [count] [seed]`, 2000 from seed 2 unless told.
#
# Draws them into crates of 250 under target/random-programs, builds each crate and runs the checks
# that tests/README.md lists. A program that fails is printed with its source and seed. The last
# line says how many were checked and how many failed; the exit status is 1 if any did or a crate
# did not build.
set -uo pipefail
cd "$(dirname "$0")/.."
count=${1:-2000}
seed=${2:-2}

target=${CARGO_TARGET_DIR:-$PWD/target}
work=$target/random-programs
rm -rf "$work"/programs_* # not what was built
cargo run --quiet --package random-programs -- crates "$work" "$count" "$seed" 250 || exit 1

checked=0 failures=0 broken=0
for crate in "$work"/programs_*; do
    name=$(basename "$crate")
    echo "== $name"
    if ! cargo build --quiet --manifest-path "$work/Cargo.toml" --target-dir "$work/target" --package "$name"; then
        broken=$((broken + 1))
        continue
    fi
    output=$("$work/target/debug/$name")
    echo "$output"
    read -r _ now _ failed <<<"$(tail -n 1 <<<"$output" | grep '^checked ')"
    if [ -z "${failed:-}" ]; then
        broken=$((broken + 1))
        continue
    fi
    checked=$((checked + now)) failures=$((failures + failed))
done
echo "seed $seed: $checked programs checked, $failures failures, $broken crates did not build or run"
[ "$checked" -eq "$count" ] && [ "$failures" -eq 0 ] && [ "$broken" -eq 0 ]
