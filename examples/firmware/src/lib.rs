//! What the firmware computes, on a Cortex-M and on the host, and what a Cortex-M adds to it:
//! counting instructions, measuring stack, and an end.
#![no_std]

pub mod data;
#[cfg(target_os = "none")]
mod device;
pub mod kernels;
pub mod report;

#[cfg(target_os = "none")]
pub use device::{Counter, exit, stack};
pub use report::{Bound, Report};

/// The program with kernels in portable Rust.
pub mod portable {
    use autodiff_runtime::Portable as Set;
    include!("program.rs");
}

/// The program with the kernels of CMSIS-DSP where they pay.
#[cfg(feature = "cmsis-dsp")]
pub mod cmsis {
    use autodiff_runtime::Cmsis as Set;
    include!("program.rs");
}

/// The program with all kernels of CMSIS-DSP. Only its wide models are for them.
#[cfg(feature = "cmsis-dsp")]
pub mod cmsis_all {
    use autodiff_runtime::CmsisAll as Set;
    include!("program.rs");
}
