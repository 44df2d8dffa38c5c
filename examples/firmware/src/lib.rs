//! What the programs for a Cortex-M share: counting instructions, and how they end.
#![no_std]

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

/// Ends the emulation.
pub fn exit() -> ! {
    loop {
        debug::exit(EXIT_SUCCESS);
    }
}
