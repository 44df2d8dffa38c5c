//! Where the program's results go.

use core::fmt::{self, Write};

use autodiff_runtime::Element;

/// How far a result may be from that of the host with the same kernels, in units in the last place
/// of the largest number of the array. Portable kernels give the same bits, whatever the bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// The same bits.
    Same,
    /// The same bits, too, unless the core multiplies and adds in one instruction, which C compilers
    /// use and which rounds once, or has vectors, which add up in another order.
    Fused(u32),
    /// C's mathematical functions are others on the host, or sums that are near are trained with.
    Near(u32),
}

/// What a run of the program tells.
pub trait Report {
    /// Numbers to compare.
    fn values<E: Element>(&mut self, name: &str, bound: Bound, values: &[E]);

    /// Bytes of memory.
    fn size(&mut self, name: &str, bytes: usize);

    /// Work to be measured, which may run any number of times.
    fn cost(&mut self, name: &str, work: impl FnMut());

    /// Work of which only the stack is measured.
    fn stack(&mut self, name: &str, work: impl FnMut()) {
        let _ = (name, work);
    }
}

/// One line: the first numbers as decimals, then the bits of all.
pub fn write_values<E: Element>(
    out: &mut impl Write,
    kernels: &str,
    name: &str,
    values: &[E],
) -> fmt::Result {
    write!(out, "{kernels} {name} =")?;
    for value in values.iter().take(4) {
        write!(out, " {value:.6}")?;
    }
    let dots = if values.len() > 4 { " .." } else { "" };
    write!(out, "{dots} [")?;
    for (i, value) in values.iter().enumerate() {
        let space = if i > 0 { " " } else { "" };
        match (size_of::<E>(), value.to_f64()) {
            (4, value) => write!(out, "{space}{:08x}", (value as f32).to_bits())?,
            (_, value) => write!(out, "{space}{:016x}", value.to_bits())?,
        }
    }
    out.write_str("]\n")
}
