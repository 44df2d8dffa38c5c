#!/usr/bin/env bash
# Gets what the firmware needs: a toolchain for bare Cortex-M targets (rustup's where it can be
# downloaded, else Debian's), ARM's C compiler for CMSIS-DSP, and QEMU. Silent when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/embedded-toolchain.sh

targets=() packages=()
for name in "${CORES[@]}"; do
    core "$name"
    has_target "$TARGET" || [[ " ${targets[*]} " == *" $TARGET "* ]] || targets+=("$TARGET")
done
if [ ${#targets[@]} -gt 0 ] && ! has_debian_toolchain; then
    echo "rustup target add ${targets[*]}"
    # Without a connection rustup retries for long: two minutes are enough.
    command -v rustup >/dev/null && timeout 120 rustup target add "${targets[@]}" </dev/null ||
        packages+=(rustc-web cargo-web rust-web-src binutils-arm-none-eabi)
fi
command -v qemu-system-arm >/dev/null || packages+=(qemu-system-arm)
command -v arm-none-eabi-gcc >/dev/null || packages+=(gcc-arm-none-eabi libnewlib-arm-none-eabi)
[ ${#packages[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "missing: ${packages[*]} (Debian's names); Rust targets: ${targets[*]:-none}" >&2
    exit 1
fi
echo "apt-get install ${packages[*]}"
apt_install "${packages[@]}"
