//! The seven lines of the README on a Cortex-M.
#![no_std]
#![no_main]

use autodiff_runtime::prelude::*;
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;

#[entry]
fn main() -> ! {
    let mut a_value = 3.0_f32;
    let x_value = [2.0_f32, -1.0];
    let mut y_value = [0.0_f32; 2];
    let mut a = BufferView::parameter(&mut a_value);
    let x = BufferView::input(&x_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! { y = scale(x, a); };
    tape.backward_with_seed(&[1.0, 1.0]);
    hprintln!("y = {:?}, dL/da = {}", y.value(), a.gradient());
    let mut counter = firmware::Counter::new().unwrap();
    let n = counter.instructions(1000, || {
        core::hint::black_box([0u32; 4]);
    });
    hprintln!("{} instructions", n);
    firmware::exit()
}
