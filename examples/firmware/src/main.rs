//! Trains, filters and reports on a Cortex-M.
//!
//!     scripts/firmware.sh m4f
#![no_std]
#![no_main]

use core::hint::black_box;

use autodiff_runtime::{Element, prelude::*};
use cortex_m_rt::entry;
use cortex_m_semihosting::hio::{self, HostStream};
use cortex_m_semihosting::hprintln;
use firmware::report::{Bound, Report, write_values};
use firmware::{Counter, portable};

#[entry]
fn main() -> ! {
    seven_lines();

    // What measures the stack must see an array.
    let array = firmware::stack(&mut || {
        black_box([0_u8; 256]);
    });
    assert!((256..1024).contains(&array));

    // A `static` that is handed out once: tapes need neither heap nor stack.
    let memory = cortex_m::singleton!(: portable::Memory = portable::Memory::new()).unwrap();
    let mut console = Console {
        kernels: "portable",
        out: hio::hstdout().unwrap(),
        counter: Counter::new().unwrap(),
    };
    portable::run(memory, &mut console);

    #[cfg(feature = "cmsis-dsp")]
    {
        use autodiff_runtime::CmsisAll;
        use firmware::{cmsis_all, kernels};
        // Not on the M0+: there is no flash for it without optimization, and `Cmsis` is a part of
        // what follows.
        #[cfg(target_has_atomic = "32")]
        {
            use firmware::cmsis;
            let memory = cortex_m::singleton!(: cmsis::Memory = cmsis::Memory::new()).unwrap();
            console.kernels = "cmsis";
            cmsis::run(memory, &mut console);
            cmsis::run_wide(&mut console);
        }
        console.kernels = "cmsis_all";
        cmsis_all::run_wide(&mut console);
        kernels::run::<CmsisAll>(&mut console);
    }
    firmware::exit()
}

/// The first example of the README.
fn seven_lines() {
    let mut a_value = 3.0_f32;
    let x_value = [2.0_f32, -1.0];
    let mut y_value = [0.0_f32; 2];
    let mut a = BufferView::parameter(&mut a_value);
    let x = BufferView::input(&x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = scale(x, a); };
    tape.backward_with_seed(&[1.0, 1.0]);
    hprintln!("y = {:?}, dL/da = {}", y.value(), a.gradient());
}

/// Prints by semihosting.
struct Console {
    kernels: &'static str,
    out: HostStream,
    counter: Counter,
}

impl Report for Console {
    fn values<E: Element>(&mut self, name: &str, _: Bound, values: &[E]) {
        write_values(&mut self.out, self.kernels, name, values).unwrap();
    }

    fn size(&mut self, name: &str, bytes: usize) {
        hprintln!("{} {}: {} bytes", self.kernels, name, bytes);
    }

    fn cost(&mut self, name: &str, mut work: impl FnMut()) {
        let stack = firmware::stack(&mut work);
        let instructions = self.counter.instructions(100, work);
        hprintln!(
            "{} {}: {} instructions, {} bytes of stack",
            self.kernels,
            name,
            instructions,
            stack
        );
    }

    fn stack(&mut self, name: &str, mut work: impl FnMut()) {
        let stack = firmware::stack(&mut work);
        hprintln!("{} {}: {} bytes of stack", self.kernels, name, stack);
    }
}
