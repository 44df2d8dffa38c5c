# Sourced by the other scripts: which toolchain builds for a bare Cortex-M.

BARE_TARGETS=(thumbv7em-none-eabihf thumbv6m-none-eabi)

# The compiler on PATH has the target's standard library.
has_target() {
    compgen -G "$(rustc --print sysroot)/lib/rustlib/$1/lib/libcore-*.rlib" >/dev/null
}

# Debian's compiler, the source of `core` and a linker: they build any bare target.
has_debian_toolchain() {
    [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] &&
        [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/core" ] &&
        command -v arm-none-eabi-ld >/dev/null
}

# bare_cargo TARGET SUBCOMMAND...
bare_cargo() {
    local target=$1
    shift
    if has_target "$target"; then
        cargo "$@" --target "$target"
    elif has_debian_toolchain; then
        # Building `core` is not stable, hence RUSTC_BOOTSTRAP; this compiler ships no
        # linker of its own.
        local name
        name=$(tr 'a-z.-' 'A-Z__' <<<"$target")
        env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
            "CARGO_TARGET_${name}_LINKER=arm-none-eabi-ld" \
            "CARGO_TARGET_${name}_RUSTFLAGS=-C linker-flavor=ld" \
            /usr/bin/cargo "$@" -Zbuild-std=core --target "$target"
    else
        echo "no toolchain for $target: run scripts/setup-embedded.sh" >&2
        return 1
    fi
}
