//! What only a device has: a clock that counts instructions, its stack, and semihosting.

use core::arch::asm;

use cortex_m::peripheral::{Peripherals, SYST, syst::SystClkSource};
use cortex_m_semihosting::debug::{self, EXIT_SUCCESS};
use panic_semihosting as _;

/// Megahertz of SysTick's clock, from `scripts/embedded-toolchain.sh`.
const TICKS_PER_MICROSECOND: u64 = match option_env!("TICKS") {
    Some(text) => number(text),
    None => 25,
};

const fn number(text: &str) -> u64 {
    let (mut value, mut digits) = (0, text.as_bytes());
    while let [digit, rest @ ..] = digits {
        value = 10 * value + (*digit - b'0') as u64;
        digits = rest;
    }
    value
}

/// Counts instructions by SysTick. That is right where an instruction takes a nanosecond: under
/// QEMU with `-icount shift=0`. They are no cycles: QEMU models neither pipeline nor memory.
pub struct Counter(SYST);

impl Counter {
    /// Starts SysTick; `None` if the peripherals are taken already.
    pub fn new() -> Option<Self> {
        let mut timer = Peripherals::take()?.SYST;
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(0x00ff_ffff);
        timer.clear_current();
        timer.enable_counter();
        Some(Self(timer))
    }

    /// Instructions of one call of `work`, the mean of `runs` calls less that of an empty loop.
    pub fn instructions(&mut self, runs: u32, mut work: impl FnMut()) -> u64 {
        let empty = self.total(runs, &mut || {});
        let full = self.total(runs, &mut work);
        (full.saturating_sub(empty) + u64::from(runs) / 2) / u64::from(runs)
    }

    #[inline(never)]
    fn total(&mut self, runs: u32, work: &mut impl FnMut()) -> u64 {
        let start = SYST::get_current();
        for _ in 0..runs {
            core::hint::black_box(());
            work();
        }
        let ticks = start.wrapping_sub(SYST::get_current()) & 0x00ff_ffff;
        u64::from(ticks) * 1000 / TICKS_PER_MICROSECOND
    }
}

/// Bytes of stack that a call of `work` takes, found by painting: what is free below the stack
/// pointer is filled with a pattern, and after the call the lowest word that has changed tells how
/// deep the stack went. No interrupt may be enabled, since its frame would count.
/// A result of all the stack that is free, or of 64 KiB, means that or more.
#[inline(never)]
pub fn stack(work: &mut impl FnMut()) -> usize {
    /// What no model reaches, so that painting stays quick where there are megabytes of stack.
    const DEPTH: usize = 64 * 1024;
    const PATTERN: u32 = 0xa5a5_5a5a;
    unsafe extern "C" {
        // End of all statics, from the linker script of cortex-m-rt.
        static __sheap: u32;
    }
    let top: usize;
    // SAFETY: reads a register.
    unsafe { asm!("mov {}, sp", out(reg) top, options(nomem)) };
    let bottom = (&raw const __sheap as usize).max(top.saturating_sub(DEPTH));
    // Assembly, since unoptimized code would keep its loop's variables where it paints.
    // SAFETY: writes only below the stack pointer and above all statics, which nobody uses.
    unsafe {
        asm!(
            "2:",
            "subs {at}, {at}, #4",
            "str {pattern}, [{at}]",
            "cmp {at}, {bottom}",
            "bhi 2b",
            at = inout(reg) top => _,
            pattern = in(reg) PATTERN,
            bottom = in(reg) bottom,
        );
    }
    call(work);
    let lowest: usize;
    // SAFETY: reads the same memory, and stops at the stack pointer at the latest.
    unsafe {
        asm!(
            "2:",
            "ldr {word}, [{at}]",
            "cmp {word}, {pattern}",
            "bne 3f",
            "adds {at}, {at}, #4",
            "cmp {at}, sp",
            "blo 2b",
            "3:",
            at = inout(reg) bottom => lowest,
            word = out(reg) _,
            pattern = in(reg) PATTERN,
            options(readonly),
        );
    }
    top - lowest
}

/// In a frame of its own, so that nothing of `work` is in the frame of [`stack`].
#[inline(never)]
fn call(work: &mut impl FnMut()) {
    work();
}

/// Ends the emulation.
pub fn exit() -> ! {
    loop {
        debug::exit(EXIT_SUCCESS);
    }
}
