#!/usr/bin/env bash
# Format and lints of the packages for devices, which are outside the workspace.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

cargo fmt --check --manifest-path examples/firmware/Cargo.toml
cargo fmt --check --manifest-path tests/bare-metal/Cargo.toml
cargo fmt --check --manifest-path benchmarks/Cargo.toml
rustfmt --check --edition 2024 examples/firmware/src/program.rs # which is included

core m4f
if ! has_target "$TARGET"; then
    echo "no lints: the compiler on PATH does not have $TARGET"
    exit
fi
scripts/cmsis-dsp.sh m4f
cd examples/firmware
core_cargo m4f clippy --quiet --release --features cmsis-dsp --lib --bin firmware -- -D warnings
cargo clippy --quiet --release --target-dir "$BUILD" --lib --bin host -- -D warnings
cd ../../tests/bare-metal
END_OF_MEMORY=0x22000000 core_cargo m4f clippy --quiet --release --features panics,formats,run -- -D warnings
cd ../../benchmarks
core_cargo m4f clippy --quiet --release -- -D warnings
