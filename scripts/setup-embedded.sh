#!/usr/bin/env bash
# Gets a toolchain for bare Cortex-M targets: rustup's where it can be downloaded, else
# Debian's. Silent when there is one already.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

missing=()
for target in "${BARE_TARGETS[@]}"; do
    has_target "$target" || missing+=("$target")
done
if [ ${#missing[@]} -eq 0 ] || has_debian_toolchain; then
    exit 0
fi

if command -v rustup >/dev/null; then
    echo "rustup target add ${missing[*]}"
    # Without a connection rustup retries for long: two minutes are enough.
    if timeout 120 rustup target add "${missing[@]}" </dev/null; then
        exit 0
    fi
fi

if ! command -v apt-get >/dev/null; then
    echo "add the targets ${BARE_TARGETS[*]} to your Rust toolchain" >&2
    exit 1
fi
echo "installing Debian's Rust toolchain and ARM linker"
as_root=(env DEBIAN_FRONTEND=noninteractive)
[ "$(id -u)" -eq 0 ] || as_root=(sudo "${as_root[@]}")
"${as_root[@]}" apt-get update -qq </dev/null
"${as_root[@]}" apt-get install -y -qq --no-install-recommends \
    rustc-web cargo-web rust-web-src binutils-arm-none-eabi </dev/null >/dev/null
has_debian_toolchain
