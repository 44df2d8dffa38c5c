//! Compares the results of all columns, then counts the instructions of each row.
//!
//! A line of the output has the row, the column, instructions, and bytes of gradients, of working
//! memory and of stack. The last line is `done`.
#![no_std]
#![no_main]

use benchmarks as _;
use core::{hint::black_box, mem::transmute, slice};
use cortex_m_rt::{ExceptionFrame, entry, exception};
use cortex_m_semihosting::hprintln;
use firmware::Counter;

/// Relative to the largest element of what is compared: the columns differ in the order of sums and
/// in `exp` and `ln`.
const TOLERANCE: f32 = 1e-5;

/// Parameters, inputs, target, gradients, working memory, learning rate.
type Call<R> = unsafe extern "C" fn(*mut f32, *const f32, *const f32, *mut f32, *mut u64, f32) -> R;

#[derive(Clone, Copy)]
enum Entry {
    Loss(Call<f32>),
    Array(Call<*const f32>),
}

struct Column {
    name: &'static str,
    entry: Entry,
    work_bytes: usize,
}

struct Row {
    name: &'static str,
    params: usize,
    /// Elements of the result.
    outputs: usize,
    /// How often it is called to count.
    calls: u32,
}

/// Of the largest row.
const PARAMS: usize = 4810;
const ELEMENTS: usize = 256;

struct Memory {
    params: [f32; PARAMS],
    x: [f32; ELEMENTS],
    target: [f32; ELEMENTS],
    gradients: [f32; PARAMS],
    output: [f32; ELEMENTS],
    work: [u64; 1024],
    expected: Expected,
}

/// Results of the first column.
struct Expected {
    params: [f32; PARAMS],
    gradients: [f32; PARAMS],
    output: [f32; ELEMENTS],
}

impl Memory {
    const ZERO: Self = Self {
        params: [0.0; PARAMS],
        x: [0.0; ELEMENTS],
        target: [0.0; ELEMENTS],
        gradients: [0.0; PARAMS],
        output: [0.0; ELEMENTS],
        work: [0; 1024],
        expected: Expected {
            params: [0.0; PARAMS],
            gradients: [0.0; PARAMS],
            output: [0.0; ELEMENTS],
        },
    };

    /// Operands between -1 and 1, the same for each column. What a column does not write, or reads
    /// before it does, shows as NaN.
    fn fill(&mut self, row: &Row) {
        let mut state = 1_u32;
        for operand in [
            &mut self.params[..row.params],
            &mut self.x,
            &mut self.target,
        ] {
            for x in operand {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *x = (state >> 8) as f32 / (1 << 23) as f32 - 1.0;
            }
        }
        if row.name.starts_with("iris") {
            self.target[..3].copy_from_slice(&[0.0, 1.0, 0.0]);
        }
        self.gradients.fill(f32::NAN);
        self.output.fill(f32::NAN);
        self.work.fill(u64::MAX);
    }

    /// Runs a column once and gives the bytes of stack that it took.
    fn run(&mut self, row: &Row, entry: Entry, learning_rate: f32) -> usize {
        let (params, gradients) = (self.params.as_mut_ptr(), self.gradients.as_mut_ptr());
        let (x, target, work) = (
            self.x.as_ptr(),
            self.target.as_ptr(),
            self.work.as_mut_ptr(),
        );
        match entry {
            Entry::Loss(entry) => {
                let loss = &mut self.output[0];
                stack(|| {
                    *loss = unsafe { entry(params, x, target, gradients, work, learning_rate) }
                })
            }
            Entry::Array(entry) => {
                let mut y = core::ptr::null();
                let stack = stack(|| {
                    y = unsafe { entry(params, x, target, gradients, work, learning_rate) }
                });
                let y = unsafe { slice::from_raw_parts(y, row.outputs) };
                self.output[..row.outputs].copy_from_slice(y);
                stack
            }
        }
    }

    /// Keeps the results of the first column, and compares those of the others with them.
    fn compare(&mut self, row: &Row, column: &Column, is_first: bool) {
        let expected = &mut self.expected;
        for (what, found, expected, length) in [
            (
                "result",
                &self.output[..],
                &mut expected.output[..],
                row.outputs,
            ),
            (
                "gradients",
                &self.gradients,
                &mut expected.gradients,
                row.params,
            ),
            ("parameters", &self.params, &mut expected.params, row.params),
        ] {
            let (found, expected) = (&found[..length], &mut expected[..length]);
            if is_first {
                expected.copy_from_slice(found);
            }
            let error = error(found, expected);
            assert!(
                error < TOLERANCE,
                "{}, {}: {} off by {} of the largest",
                row.name,
                column.name,
                what,
                error
            );
        }
    }

    /// Instructions of a call, less those of calling a function that does nothing.
    fn count(&mut self, counter: &mut Counter, row: &Row, entry: Entry) -> u64 {
        let (params, gradients) = (self.params.as_mut_ptr(), self.gradients.as_mut_ptr());
        let (x, target, work) = (
            self.x.as_ptr(),
            self.target.as_ptr(),
            self.work.as_mut_ptr(),
        );
        // So all calls start from the same parameters.
        let learning_rate = 0.0;
        let mut count = |entry| {
            let (entry, x, target, learning_rate) = black_box((entry, x, target, learning_rate));
            match entry {
                Entry::Loss(entry) => counter.instructions(row.calls, || {
                    black_box(unsafe { entry(params, x, target, gradients, work, learning_rate) });
                }),
                Entry::Array(entry) => counter.instructions(row.calls, || {
                    black_box(unsafe { entry(params, x, target, gradients, work, learning_rate) });
                }),
            }
        };
        let empty = match entry {
            Entry::Loss(_) => Entry::Loss(no_loss),
            Entry::Array(_) => Entry::Array(no_array),
        };
        count(entry) - count(empty)
    }

    fn measure(&mut self, counter: &mut Counter, row: &Row, columns: &[Column]) {
        for (i, column) in columns.iter().enumerate() {
            self.fill(row);
            let stack = self.run(row, black_box(column.entry), black_box(0.125));
            self.compare(row, column, i == 0);
            let instructions = self.count(counter, row, column.entry);
            hprintln!(
                "{} {} {} {} {} {}",
                row.name,
                column.name,
                instructions,
                4 * row.params,
                column.work_bytes,
                stack
            );
        }
    }
}

unsafe extern "C" fn no_loss(
    _: *mut f32,
    _: *const f32,
    _: *const f32,
    _: *mut f32,
    _: *mut u64,
    _: f32,
) -> f32 {
    0.0
}

unsafe extern "C" fn no_array(
    _: *mut f32,
    x: *const f32,
    _: *const f32,
    _: *mut f32,
    _: *mut u64,
    _: f32,
) -> *const f32 {
    x
}

/// The largest difference, relative to the largest element; NaN if there is one, or if all that is
/// expected is 0, since that compares nothing.
fn error(found: &[f32], expected: &[f32]) -> f32 {
    let largest = expected.iter().fold(0.0, |most, x| x.abs().max(most));
    let differences = found
        .iter()
        .zip(expected)
        .map(|(x, y)| (x - y).abs() / largest);
    let larger = |most: f32, x: f32| if x <= most || most.is_nan() { most } else { x };
    differences.fold(0.0, larger)
}

/// What differs must show wherever it stands.
fn check_error() {
    let expected = [1.0, -2.0, 0.5];
    assert!(error(&expected, &expected) == 0.0);
    for i in 0..3 {
        let mut found = expected;
        found[i] += 1.0;
        assert!(error(&found, &expected) == 0.5);
        found[(i + 1) % 3] = f32::NAN;
        assert!(error(&found, &expected).is_nan());
        assert!(error(&expected, &found).is_nan());
    }
    assert!(error(&[0.0; 3], &[0.0; 3]).is_nan());
}

/// Bytes of stack that a call takes: how far below here a pattern is no longer there.
#[inline(never)]
fn stack(call: impl FnOnce()) -> usize {
    const DEPTH: usize = 4096;
    const PATTERN: u32 = 0xa5a5_a5a5;
    let top = cortex_m::register::msp::read() as usize;
    let words = || {
        (top - DEPTH..top)
            .step_by(4)
            .map(|address| address as *mut u32)
    };
    for word in words() {
        unsafe { word.write_volatile(PATTERN) };
    }
    call();
    let is_left = |word: &*mut u32| unsafe { word.read_volatile() } == PATTERN;
    DEPTH - 4 * words().take_while(is_left).count()
}

/// The columns of a row. The functions are declared without their types, which differ by language.
macro_rules! columns {
    ($row:ident $kind:ident<$result:ty>: $($column:ident)+) => {
        [$({
            unsafe extern "C" {
                #[link_name = concat!(stringify!($column), "_", stringify!($row))]
                fn entry();
                #[link_name = concat!(stringify!($column), "_", stringify!($row), "_work")]
                safe static WORK: usize;
            }
            Column {
                name: stringify!($column),
                entry: Entry::$kind(unsafe { transmute::<unsafe extern "C" fn(), Call<$result>>(entry) }),
                work_bytes: WORK,
            }
        }),+]
    };
}

/// `ROW KIND<RESULT>: parameters, elements of the result, calls;`
macro_rules! measure {
    ($($row:ident $kind:ident<$result:ty>: $params:literal, $outputs:literal, $calls:literal;)+) => {
        static mut MEMORY: Memory = Memory::ZERO;
        let memory = unsafe { &mut *&raw mut MEMORY };
        let counter = &mut Counter::new().unwrap();
        $(memory.measure(
            counter,
            &Row { name: stringify!($row), params: $params, outputs: $outputs, calls: $calls },
            &columns!($row $kind<$result>: portable cmsis reference lto dynamic),
        );)+
    };
}

/// Else the emulation would never end.
#[exception]
unsafe fn HardFault(_: &ExceptionFrame) -> ! {
    panic!("hard fault");
}

#[entry]
fn main() -> ! {
    check_error();
    measure! {
        scale2 Array<*const f32>: 1, 2, 10_000;
        scale256 Array<*const f32>: 1, 256, 1000;
        iris Loss<f32>: 67, 1, 1000;
        iris_sgd Loss<f32>: 67, 1, 1000;
        mlp Loss<f32>: 4810, 1, 100;
        lms Loss<f32>: 32, 1, 1000;
        chain Loss<f32>: 384, 1, 1000;
    }
    hprintln!("done");
    firmware::exit()
}
