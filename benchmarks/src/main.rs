//! Compares the results of all columns, then counts the instructions of each row.
//!
//! A line of the output is the row, the column, instructions, and bytes: gradients, working memory,
//! stack.
#![no_std]
#![no_main]

use benchmarks as _;
use core::hint::black_box;
use cortex_m_rt::entry;
use cortex_m_semihosting::hprintln;
use firmware::Counter;

/// Relative to the largest element of what is compared. The columns differ in the order of sums, in
/// `exp` and `ln`.
const TOLERANCE: f32 = 1e-5;

/// Parameters, inputs, target, gradients, working memory, learning rate.
type Call<R> =
    unsafe extern "C" fn(*mut f32, *const f32, *const f32, *mut f32, *mut f32, f32) -> R;

#[derive(Clone, Copy)]
enum Entry {
    Loss(Call<f32>),
    Array(Call<*const f32>),
}

struct Column {
    name: &'static str,
    entry: Entry,
    work: usize,
}

struct Row {
    name: &'static str,
    params: usize,
    outputs: usize,
    repeats: u32,
}

const PARAMS: usize = 4810;
const OUTPUTS: usize = 256;

struct Memory {
    params: [f32; PARAMS],
    x: [f32; OUTPUTS],
    target: [f32; OUTPUTS],
    gradients: [f32; PARAMS],
    work: [u64; 2048],
    output: [f32; OUTPUTS],
    expected: Expected,
}

/// Results of the first column.
struct Expected {
    params: [f32; PARAMS],
    gradients: [f32; PARAMS],
    output: [f32; OUTPUTS],
}

static mut MEMORY: Memory = Memory {
    params: [0.0; PARAMS],
    x: [0.0; OUTPUTS],
    target: [0.0; OUTPUTS],
    gradients: [0.0; PARAMS],
    work: [0; 2048],
    output: [0.0; OUTPUTS],
    expected: Expected { params: [0.0; PARAMS], gradients: [0.0; PARAMS], output: [0.0; OUTPUTS] },
};

/// Numbers between -1 and 1.
fn fill(state: &mut u32, out: &mut [f32]) {
    for x in out {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *x = (*state >> 8) as f32 / (1 << 23) as f32 - 1.0;
    }
}

/// The largest difference, relative to the largest element.
fn error(found: &[f32], expected: &[f32]) -> f32 {
    let largest = expected.iter().fold(0.0_f32, |largest, x| largest.max(x.abs()));
    let differences = found.iter().zip(expected).map(|(x, y)| (x - y).abs() / largest);
    // NaN counts as the largest.
    differences.fold(0.0, |most, x| if x <= most { most } else { x })
}

fn measure(counter: &mut Counter, memory: &mut Memory, row: &Row, columns: &[Column]) {
    for (i, column) in columns.iter().enumerate() {
        let mut state = 1;
        let params = &mut memory.params[..row.params];
        fill(&mut state, params);
        fill(&mut state, &mut memory.x);
        fill(&mut state, &mut memory.target);
        if row.name.starts_with("iris") {
            memory.target[..3].copy_from_slice(&[0.0, 1.0, 0.0]);
        }
        // What is not written, or read before, shows.
        memory.gradients.fill(f32::NAN);
        memory.work.fill(u64::MAX);

        let (params, x, target, gradients, work) = black_box((
            params.as_mut_ptr(),
            memory.x.as_ptr(),
            memory.target.as_ptr(),
            memory.gradients.as_mut_ptr(),
            memory.work.as_mut_ptr().cast(),
        ));
        let output = &mut memory.output[..row.outputs];
        let rate = black_box(0.125);
        let empty_stack = stack(|| {
            black_box(unsafe { black_box(empty as Call<f32>)(params, x, target, gradients, work, rate) });
        });
        let stack = stack(|| match column.entry {
            Entry::Loss(entry) => output[0] = unsafe { entry(params, x, target, gradients, work, rate) },
            Entry::Array(entry) => unsafe {
                let y = entry(params, x, target, gradients, work, rate);
                output.copy_from_slice(core::slice::from_raw_parts(y, output.len()));
            },
        });

        let params_ = &memory.params[..row.params];
        let gradients_ = &memory.gradients[..row.params];
        let expected = &mut memory.expected;
        if i == 0 {
            expected.params[..row.params].copy_from_slice(params_);
            expected.gradients[..row.params].copy_from_slice(gradients_);
            expected.output[..row.outputs].copy_from_slice(output);
        }
        for (what, found, expected) in [
            ("result", &*output, &expected.output[..row.outputs]),
            ("gradients", gradients_, &expected.gradients[..row.params]),
            ("parameters", params_, &expected.params[..row.params]),
        ] {
            let error = error(found, expected);
            assert!(error < TOLERANCE, "{}, {}: {} off by {}", row.name, column.name, what, error);
        }

        // At the rate 0 all runs are alike.
        let rate = black_box(0.0);
        let mut count = |entry| match black_box(entry) {
            Entry::Loss(entry) => counter.instructions(row.repeats, || {
                black_box(unsafe { entry(params, x, target, gradients, work, rate) });
            }),
            Entry::Array(entry) => counter.instructions(row.repeats, || {
                black_box(unsafe { entry(params, x, target, gradients, work, rate) });
            }),
        };
        let instructions = count(column.entry) - count(Entry::Loss(empty));
        hprintln!("{} {} {} {} {} {}", row.name, column.name, instructions, 4 * row.params, column.work, stack.saturating_sub(empty_stack));
    }
}

/// The call of a function is not counted.
unsafe extern "C" fn empty(
    _: *mut f32,
    _: *const f32,
    _: *const f32,
    _: *mut f32,
    _: *mut f32,
    _: f32,
) -> f32 {
    0.0
}

/// Bytes of stack below the caller's.
#[inline(never)]
fn stack(call: impl FnOnce()) -> usize {
    const DEPTH: usize = 4096;
    const PAINT: u32 = 0xa5a5_a5a5;
    let top = cortex_m::register::msp::read() as usize;
    let words = || (top - DEPTH..top).step_by(4).map(|address| address as *mut u32);
    for word in words() {
        unsafe { word.write_volatile(PAINT) };
    }
    call();
    let untouched = words().take_while(|word| unsafe { word.read_volatile() } == PAINT).count();
    DEPTH - 4 * untouched
}

macro_rules! rows {
    ($counter:ident, $memory:ident; $($row:ident $kind:ident, $params:literal, $outputs:literal, $repeats:literal;)+) => {
        $(measure(
            $counter,
            $memory,
            &Row { name: stringify!($row), params: $params, outputs: $outputs, repeats: $repeats },
            &columns!($row, $kind),
        );)+
    };
}

macro_rules! columns {
    ($row:ident, $kind:ident) => {
        [
            column!(portable, $row, $kind),
            column!(cmsis, $row, $kind),
            column!(reference, $row, $kind),
            column!(lto, $row, $kind),
            column!(dynamic, $row, $kind),
        ]
    };
}

macro_rules! column {
    ($column:ident, $row:ident, $kind:ident) => {{
        unsafe extern "C" {
            #[link_name = concat!(stringify!($column), "_", stringify!($row))]
            fn entry();
            #[link_name = concat!(stringify!($column), "_", stringify!($row), "_work")]
            safe static WORK: usize;
        }
        Column {
            name: stringify!($column),
            entry: Entry::$kind(unsafe { core::mem::transmute::<unsafe extern "C" fn(), _>(entry) }),
            work: WORK,
        }
    }};
}

#[entry]
fn main() -> ! {
    let counter = &mut Counter::new().unwrap();
    let memory = unsafe { &mut *core::ptr::addr_of_mut!(MEMORY) };
    rows! { counter, memory;
        scale2 Array, 1, 2, 10000;
        scale256 Array, 1, 256, 1000;
        iris Loss, 67, 1, 1000;
        iris_sgd Loss, 67, 1, 1000;
        mlp Loss, 4810, 1, 100;
        lms Loss, 32, 1, 1000;
        chain Loss, 384, 1, 1000;
    }
    hprintln!("done");
    firmware::exit()
}
