# Sourced by the other scripts from the root of the repository: the Cortex-M cores that we
# build for, which toolchain builds for them, and QEMU.

ROOT=$PWD
CORES=(m0plus m3 m4f m7f m33f m55)

# core NAME: sets what is known of a core. C_FLAGS are GCC's, FLASH and RAM those of the machine
# that QEMU has for it, TICKS the megahertz of its SysTick.
core() {
    CORE=$1
    case $1 in
    m0plus) TARGET=thumbv6m-none-eabi CPU=cortex-m0plus MACHINE=microbit TICKS=16 ;;
    m3) TARGET=thumbv7m-none-eabi CPU=cortex-m3 MACHINE=mps2-an385 TICKS=25 ;;
    m4f) TARGET=thumbv7em-none-eabihf CPU=cortex-m4 MACHINE=mps2-an386 TICKS=25 ;;
    m7f) TARGET=thumbv7em-none-eabihf CPU=cortex-m7 MACHINE=mps2-an500 TICKS=25 ;;
    m33f) TARGET=thumbv8m.main-none-eabihf CPU=cortex-m33 MACHINE=mps2-an505 TICKS=20 ;;
    m55) TARGET=thumbv8m.main-none-eabihf CPU=cortex-m55 MACHINE=mps3-an547 TICKS=32 ;;
    *)
        echo "no core \`$1\`, expected one of: ${CORES[*]}" >&2
        return 1
        ;;
    esac
    # The M7 of Rust's `cortex-m7` has double precision; the M55 brings its unit by name.
    case $1 in
    m0plus | m3) C_FLAGS=(-mfloat-abi=soft) ;;
    m4f) C_FLAGS=(-mfloat-abi=hard -mfpu=fpv4-sp-d16) ;;
    m7f) C_FLAGS=(-mfloat-abi=hard -mfpu=fpv5-d16) ;;
    m33f) C_FLAGS=(-mfloat-abi=hard -mfpu=fpv5-sp-d16) ;;
    m55) C_FLAGS=(-mfloat-abi=hard) ;;
    esac
    C_FLAGS=(-mthumb "-mcpu=$CPU" "${C_FLAGS[@]}")
    case $1 in
    m0plus) FLASH="0x00000000, LENGTH = 256K" RAM="0x20000000, LENGTH = 16K" ;;
    m33f) FLASH="0x10000000, LENGTH = 512K" RAM="0x38000000, LENGTH = 512K" ;;
    m55) FLASH="0x00000000, LENGTH = 512K" RAM="0x20000000, LENGTH = 512K" ;;
    *) FLASH="0x00000000, LENGTH = 4M" RAM="0x20000000, LENGTH = 4M" ;;
    esac
    BUILD=${CARGO_TARGET_DIR:-$ROOT/target}/embedded
    OUT=$BUILD/$CORE
}

# apt_install PACKAGES...: by Debian's package manager, which must be there.
apt_install() {
    local as_root=(env DEBIAN_FRONTEND=noninteractive)
    [ "$(id -u)" -eq 0 ] || as_root=(sudo "${as_root[@]}")
    "${as_root[@]}" apt-get update -qq </dev/null
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null
}

# has_target TARGET: the compiler on PATH has the target's standard library.
has_target() {
    compgen -G "$(rustc --print sysroot)/lib/rustlib/$1/lib/libcore-*.rlib" >/dev/null
}

# Debian's compiler, the source of `core` and a linker: they build any bare target.
has_debian_toolchain() {
    [ -x /usr/bin/cargo ] && [ -x /usr/bin/rustc ] &&
        [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/core" ] &&
        command -v arm-none-eabi-ld >/dev/null
}

# core_cargo NAME SUBCOMMAND...: cargo for a core, in the current folder. The image, if it is
# linked with cortex-m-rt's script `link.x`, has the memory of the core's machine; the C
# library is the one that scripts/cmsis-dsp.sh built for the core. RUSTFLAGS_CORE adds flags.
core_cargo() {
    core "$1"
    shift
    mkdir -p "$OUT"
    printf 'MEMORY {\n  FLASH : ORIGIN = %s\n  RAM : ORIGIN = %s\n}\n' "$FLASH" "$RAM" >"$OUT/memory.x"
    local name flags=(-C "target-cpu=$CPU" -C "link-arg=-L$OUT" ${RUSTFLAGS_CORE:-})
    name=$(tr 'a-z.-' 'A-Z__' <<<"$TARGET")
    local settings=(
        --target-dir "$BUILD" --target "$TARGET"
    )
    local library=$ROOT/target/cmsis-dsp/$CORE/config.toml
    [ ! -f "$library" ] || settings+=(--config "$library")
    if has_target "$TARGET"; then
        env "TICKS=$TICKS" "CARGO_TARGET_${name}_RUSTFLAGS=${flags[*]}" cargo "$1" "${settings[@]}" "${@:2}"
    elif has_debian_toolchain; then
        # Building `core` is not stable, hence RUSTC_BOOTSTRAP; this compiler ships no
        # linker of its own.
        env "TICKS=$TICKS" RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
            "CARGO_TARGET_${name}_LINKER=arm-none-eabi-ld" \
            "CARGO_TARGET_${name}_RUSTFLAGS=${flags[*]} -C linker-flavor=ld" \
            /usr/bin/cargo "$1" -Zbuild-std=core "${settings[@]}" "${@:2}"
    else
        echo "no toolchain for $TARGET: run scripts/setup-embedded.sh" >&2
        return 1
    fi
}

# core_image NAME PROGRAM ARGUMENTS...: builds a program of the package in the current folder and
# leaves it in $OUT, since cores share targets.
core_image() {
    local program=$2 name=$1
    shift 2
    core_cargo "$name" build --quiet --profile "${PROFILE:-release}" --bin "$program" "$@" &&
        cp "$BUILD/$TARGET/${PROFILE:-release}/$program" "$OUT/$program"
}

# has_c_functions IMAGE: the image has all functions of CMSIS-DSP that there are wrappers for. They
# are those in the tables of the runtime's source.
has_c_functions() {
    local expected missing
    expected=$(sed -n '/^functions! {/,/^}/p' "$ROOT/autodiff-runtime/src/kernels/cmsis.rs" |
        grep -oE '\<arm_[a-z0-9_]+_f(32|64),' | tr -d , | sort)
    [ "$(wc -l <<<"$expected")" -ge 40 ] || {
        echo "found no table of C functions in the source of the runtime" >&2
        return 1
    }
    missing=$(comm -23 <(echo "$expected") <(nm "$1" | sed -n 's/.* [Tt] //p' | sort -u))
    [ -z "$missing" ] || {
        printf '%s: these functions of CMSIS-DSP are missing:\n%s\n' "$1" "$missing" >&2
        return 1
    }
}

# run NAME IMAGE: the image on QEMU's machine for a core. One instruction takes one virtual
# nanosecond, so that SysTick counts instructions, not cycles, exactly. A fault of the program hangs
# it, hence the limit.
run() {
    core "$1"
    timeout 600 qemu-system-arm -machine "$MACHINE" -nographic -icount shift=0 \
        -semihosting-config enable=on,target=native -kernel "$2" </dev/null
}
