//! Where the program's results go.

use core::fmt::{self, Write};

use autodiff_runtime::Element;

/// What a run of the program tells.
pub trait Report {
    /// Numbers that must be the same everywhere with portable kernels. With others they may differ
    /// by `ulps`, counted at the largest number of the array.
    fn values<E: Element>(&mut self, name: &str, ulps: u32, values: &[E]);

    /// Bytes of memory.
    fn size(&mut self, name: &str, bytes: usize);

    /// Work to be measured, which may run any number of times.
    fn cost(&mut self, name: &str, work: impl FnMut());
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
