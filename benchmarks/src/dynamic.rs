//! A tape that is recorded at run time, for comparison: a list of nodes in an arena, operators
//! looked up in a registry and called by pointer, shapes at run time. Each call records anew, zeroes
//! the gradients, and walks back over the list, where every operator adds to its operands' gradients.
//! It does no more than that: leaves are recorded in line, a parameter's gradient is zeroed when it is,
//! and single elements need no call.
//!
//! Nothing is checked but that the memory suffices, as in a tape of this kind: hence `unsafe` without
//! an argument at each place. What it rests on is that a node's pointers lead to `length` elements that
//! outlive the tape, that operands were recorded before, and that no two gradients overlap. CMSIS-DSP computes what it has a kernel for;
//! nothing in it adds to an array, so most of backward are loops.

use core::ptr::{null, null_mut};
use core::slice::{from_raw_parts, from_raw_parts_mut};

use cmsis_dsp_sys_pregenerated::{
    arm_add_f32, arm_copy_f32, arm_dot_prod_f32, arm_fill_f32, arm_matrix_instance_f32,
    arm_mult_f32, arm_scale_f32, arm_sub_f32,
};

use crate::recent::arm_mat_vec_mult_f32;

/// A value: its operator and operands, its shape, where it is and where its gradient is.
#[derive(Clone, Copy)]
struct Node {
    operator: &'static Operator,
    operands: [*const Node; 3],
    rows: u16,
    columns: u16,
    length: u32,
    value: *mut f32,
    /// Null for what does not depend on a parameter.
    gradient: *mut f32,
}

/// A node of the tape.
#[derive(Clone, Copy)]
struct Id(*const Node);

struct Operator {
    shape: Shape,
    forward: unsafe fn(&Node),
    backward: unsafe fn(&Node),
}

enum Shape {
    /// That of the first operand.
    Same,
    Scalar,
    /// As many elements as the second operand has rows.
    Rows,
}

/// Memory of a tape. Values grow from the start of the arena and gradients from its end, so that
/// one loop zeroes all gradients.
struct Tape<const NODES: usize, const FLOATS: usize> {
    state: State,
    nodes: [Node; NODES],
    arena: [f32; FLOATS],
}

/// What is independent of the capacity, so that there is one copy of the code.
struct State {
    first: *mut Node,
    next: *mut Node,
    nodes_end: *mut Node,
    values: *mut f32,
    gradients: *mut f32,
    end: *mut f32,
}

impl<const NODES: usize, const FLOATS: usize> Tape<NODES, FLOATS> {
    /// An empty tape.
    fn start(&mut self) -> &mut State {
        let (nodes, arena) = (self.nodes.as_mut_ptr_range(), self.arena.as_mut_ptr_range());
        self.state = State {
            first: nodes.start,
            next: nodes.start,
            nodes_end: nodes.end,
            values: arena.start,
            gradients: arena.end,
            end: arena.end,
        };
        &mut self.state
    }
}

impl State {
    fn push(&mut self, node: Node) -> Id {
        if self.next == self.nodes_end {
            exhausted();
        }
        let at = self.next;
        unsafe {
            at.write(node);
            self.next = at.add(1);
        }
        Id(at)
    }

    fn input(&mut self, value: *const f32, rows: u16, columns: u16) -> Id {
        self.push(Node::leaf(value, null_mut(), rows, columns))
    }

    fn parameter(&mut self, value: *const f32, gradient: *mut f32, rows: u16, columns: u16) -> Id {
        unsafe { zero(gradient, u32::from(rows) * u32::from(columns)) };
        self.push(Node::leaf(value, gradient, rows, columns))
    }

    /// Records an operator of the registry and computes it.
    #[inline(never)]
    fn apply(&mut self, operator: usize, x: Id, y: Id, z: Id) -> Id {
        unsafe {
            let operator = REGISTRY.get_unchecked(operator);
            let operands = [&*x.0, &*y.0, &*z.0];
            let (rows, columns) = match operator.shape {
                Shape::Same => (operands[0].rows, operands[0].columns),
                Shape::Scalar => (1, 1),
                Shape::Rows => (operands[1].rows, 1),
            };
            let length = u32::from(rows) * u32::from(columns);
            let value = self.values;
            self.values = value.wrapping_add(length as usize);
            let mut gradient = null_mut();
            if operands.iter().any(|operand| operand.needs_gradient()) {
                self.gradients = self.gradients.wrapping_sub(length as usize);
                gradient = self.gradients;
            }
            if self.values > self.gradients {
                exhausted();
            }
            let id = self.push(Node {
                operator,
                operands: [x.0, y.0, z.0],
                rows,
                columns,
                length,
                value,
                gradient,
            });
            (operator.forward)(&*id.0);
            id
        }
    }

    /// Gradients of the root, the last node, from its adjoint.
    #[inline(never)]
    fn backward(&mut self, root: Id, seed: *const f32) {
        unsafe {
            let root = &*root.0;
            // Its own gradient lies in front of the others.
            let others = self.gradients.add(root.length as usize);
            zero(others, self.end.offset_from_unsigned(others) as u32);
            match root.length {
                1 => *root.gradient = *seed,
                length => arm_copy_f32(seed, root.gradient, length),
            }
            let mut at = self.next;
            while at != self.first {
                at = at.sub(1);
                let node = &*at;
                if !node.operands[0].is_null() && node.needs_gradient() {
                    (node.operator.backward)(node);
                }
            }
        }
    }
}

/// A call does not pay for very few.
#[inline]
unsafe fn zero(at: *mut f32, length: u32) {
    unsafe {
        match length {
            0 => {}
            1 => *at = 0.0,
            _ => arm_fill_f32(0.0, at, length),
        }
    }
}

/// The memory does not suffice.
#[cold]
fn exhausted() -> ! {
    cortex_m::asm::udf()
}

/// In place of an operand that an operator does not have; an operator without operands is a leaf.
static NONE: Node = Node::leaf(null(), null_mut(), 0, 0);
unsafe impl Sync for Node {}

impl Node {
    const fn leaf(value: *const f32, gradient: *mut f32, rows: u16, columns: u16) -> Self {
        let length = rows as u32 * columns as u32;
        let value = value.cast_mut();
        Self {
            operator: &REGISTRY[0],
            operands: [null(); 3],
            rows,
            columns,
            length,
            value,
            gradient,
        }
    }

    /// Those that the operator does not have must not be read.
    fn operands<'a>(&self) -> [&'a Node; 3] {
        self.operands.map(|operand| unsafe { &*operand })
    }

    unsafe fn value<'a>(&self) -> &'a [f32] {
        unsafe { from_raw_parts(self.value, self.length as usize) }
    }

    unsafe fn result<'a>(&self) -> &'a mut [f32] {
        unsafe { from_raw_parts_mut(self.value, self.length as usize) }
    }

    unsafe fn gradient<'a>(&self) -> &'a mut [f32] {
        unsafe { from_raw_parts_mut(self.gradient, self.length as usize) }
    }

    fn needs_gradient(&self) -> bool {
        !self.gradient.is_null()
    }
}

// Positions in the registry.
const ADD: usize = 0;
const SUB: usize = 1;
const MUL: usize = 2;
const SCALE: usize = 3;
const DOT: usize = 4;
const SQUARE: usize = 5;
const RELU: usize = 6;
const FULLY_CONNECTED: usize = 7;
const SOFTMAX: usize = 8;
const CROSS_ENTROPY: usize = 9;
const QUADRATIC_ERROR: usize = 10;

static REGISTRY: [Operator; 11] = [
    Operator {
        shape: Shape::Same,
        forward: add,
        backward: add_back,
    },
    Operator {
        shape: Shape::Same,
        forward: sub,
        backward: sub_back,
    },
    Operator {
        shape: Shape::Same,
        forward: mul,
        backward: mul_back,
    },
    Operator {
        shape: Shape::Same,
        forward: scale,
        backward: scale_back,
    },
    Operator {
        shape: Shape::Scalar,
        forward: dot,
        backward: dot_back,
    },
    Operator {
        shape: Shape::Same,
        forward: square,
        backward: square_back,
    },
    Operator {
        shape: Shape::Same,
        forward: relu,
        backward: relu_back,
    },
    Operator {
        shape: Shape::Rows,
        forward: fully_connected,
        backward: fully_connected_back,
    },
    Operator {
        shape: Shape::Same,
        forward: softmax,
        backward: softmax_back,
    },
    Operator {
        shape: Shape::Scalar,
        forward: cross_entropy,
        backward: cross_entropy_back,
    },
    Operator {
        shape: Shape::Scalar,
        forward: quadratic_error,
        backward: quadratic_error_back,
    },
];

/// Adds `f(x)` to each element of `out`.
fn accumulate(out: &mut [f32], x: &[f32], f: impl Fn(f32) -> f32) {
    for (out, &x) in out.iter_mut().zip(x) {
        *out += f(x);
    }
}

/// Adds `f(x, y)` to each element of `out`.
fn accumulate_pairs(out: &mut [f32], x: &[f32], y: &[f32], f: impl Fn(f32, f32) -> f32) {
    for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
        *out += f(x, y);
    }
}

unsafe fn dot_product(x: &[f32], y: &[f32]) -> f32 {
    let mut sum = 0.0;
    unsafe { arm_dot_prod_f32(x.as_ptr(), y.as_ptr(), x.len() as u32, &mut sum) };
    sum
}

unsafe fn add(node: &Node) {
    let [x, y, _] = node.operands();
    unsafe { arm_add_f32(x.value, y.value, node.value, node.length) }
}

unsafe fn add_back(node: &Node) {
    let operands = node.operands();
    for operand in operands.iter().take(2) {
        if operand.needs_gradient() {
            unsafe {
                arm_add_f32(
                    operand.gradient,
                    node.gradient,
                    operand.gradient,
                    node.length,
                )
            }
        }
    }
}

unsafe fn sub(node: &Node) {
    let [x, y, _] = node.operands();
    unsafe { arm_sub_f32(x.value, y.value, node.value, node.length) }
}

unsafe fn sub_back(node: &Node) {
    let [x, y, _] = node.operands();
    unsafe {
        if x.needs_gradient() {
            arm_add_f32(x.gradient, node.gradient, x.gradient, node.length);
        }
        if y.needs_gradient() {
            arm_sub_f32(y.gradient, node.gradient, y.gradient, node.length);
        }
    }
}

unsafe fn mul(node: &Node) {
    let [x, y, _] = node.operands();
    unsafe { arm_mult_f32(x.value, y.value, node.value, node.length) }
}

unsafe fn mul_back(node: &Node) {
    let [x, y, _] = node.operands();
    unsafe {
        for (x, y) in [(x, y), (y, x)] {
            if x.needs_gradient() {
                accumulate_pairs(x.gradient(), node.gradient(), y.value(), |g, y| g * y);
            }
        }
    }
}

unsafe fn scale(node: &Node) {
    let [x, a, _] = node.operands();
    unsafe { arm_scale_f32(x.value, *a.value, node.value, node.length) }
}

unsafe fn scale_back(node: &Node) {
    let [x, a, _] = node.operands();
    unsafe {
        if x.needs_gradient() {
            let a = *a.value;
            accumulate(x.gradient(), node.gradient(), |g| g * a);
        }
        if a.needs_gradient() {
            *a.gradient += dot_product(node.gradient(), x.value());
        }
    }
}

unsafe fn dot(node: &Node) {
    let [x, y, _] = node.operands();
    unsafe { arm_dot_prod_f32(x.value, y.value, x.length, node.value) }
}

unsafe fn dot_back(node: &Node) {
    let [x, y, _] = node.operands();
    unsafe {
        let g = *node.gradient;
        for (x, y) in [(x, y), (y, x)] {
            if x.needs_gradient() {
                accumulate(x.gradient(), y.value(), |y| g * y);
            }
        }
    }
}

unsafe fn square(node: &Node) {
    let [x, ..] = node.operands();
    unsafe { arm_mult_f32(x.value, x.value, node.value, node.length) }
}

unsafe fn square_back(node: &Node) {
    let [x, ..] = node.operands();
    unsafe { accumulate_pairs(x.gradient(), node.gradient(), x.value(), |g, x| 2.0 * g * x) }
}

unsafe fn relu(node: &Node) {
    let [x, ..] = node.operands();
    unsafe {
        for (y, &x) in node.result().iter_mut().zip(x.value()) {
            *y = if x > 0.0 { x } else { 0.0 };
        }
    }
}

unsafe fn relu_back(node: &Node) {
    let [x, ..] = node.operands();
    unsafe {
        accumulate_pairs(x.gradient(), node.gradient(), node.value(), |g, y| {
            if y > 0.0 { g } else { 0.0 }
        });
    }
}

unsafe fn fully_connected(node: &Node) {
    let [x, w, b] = node.operands();
    let matrix = arm_matrix_instance_f32 {
        numRows: w.rows,
        numCols: w.columns,
        pData: w.value,
    };
    unsafe {
        arm_mat_vec_mult_f32(&matrix, x.value, node.value);
        arm_add_f32(node.value, b.value, node.value, node.length);
    }
}

unsafe fn fully_connected_back(node: &Node) {
    let [x, w, b] = node.operands();
    unsafe {
        if b.needs_gradient() {
            arm_add_f32(b.gradient, node.gradient, b.gradient, node.length);
        }
        for (row, &g) in node.gradient().iter().enumerate() {
            let columns = x.length as usize;
            let start = row * columns;
            if w.needs_gradient() {
                let row = from_raw_parts_mut(w.gradient.add(start), columns);
                accumulate(row, x.value(), |x| g * x);
            }
            if x.needs_gradient() {
                let row = from_raw_parts(w.value.add(start), columns);
                accumulate(x.gradient(), row, |w| g * w);
            }
        }
    }
}

unsafe fn softmax(node: &Node) {
    let [x, ..] = node.operands();
    unsafe {
        let (x, y) = (x.value(), node.result());
        let max = x
            .iter()
            .fold(f32::NEG_INFINITY, |max, &x| if x > max { x } else { max });
        let mut sum = 0.0;
        for (y, &x) in y.iter_mut().zip(x) {
            *y = libm::expf(x - max);
            sum += *y;
        }
        let share = 1.0 / sum;
        for y in y {
            *y *= share;
        }
    }
}

unsafe fn softmax_back(node: &Node) {
    let [x, ..] = node.operands();
    unsafe {
        let (g, y) = (node.gradient(), node.value());
        let mean = dot_product(g, y);
        accumulate_pairs(x.gradient(), g, y, |g, y| y * (g - mean));
    }
}

const FLOOR: f32 = 1e-7;

unsafe fn cross_entropy(node: &Node) {
    let [p, t, _] = node.operands();
    unsafe {
        let mut sum = 0.0;
        for (&p, &t) in p.value().iter().zip(t.value()) {
            sum -= t * libm::logf(if p > FLOOR { p } else { FLOOR });
        }
        *node.value = sum;
    }
}

unsafe fn cross_entropy_back(node: &Node) {
    let [p, t, _] = node.operands();
    unsafe {
        let g = *node.gradient;
        accumulate_pairs(p.gradient(), p.value(), t.value(), |p, t| {
            -g * t / if p > FLOOR { p } else { FLOOR }
        });
    }
}

unsafe fn quadratic_error(node: &Node) {
    let [p, t, _] = node.operands();
    unsafe {
        let mut sum = 0.0;
        for (&p, &t) in p.value().iter().zip(t.value()) {
            sum += (p - t) * (p - t);
        }
        *node.value = sum;
    }
}

unsafe fn quadratic_error_back(node: &Node) {
    let [p, t, _] = node.operands();
    unsafe {
        let g = 2.0 * *node.gradient;
        accumulate_pairs(p.gradient(), p.value(), t.value(), |p, t| g * (p - t));
    }
}

/// A row as a function with the arguments of `models.rs`.
macro_rules! entry {
    (
        $row:ident: $nodes:literal, $floats:literal;
        |$tape:ident, $params:ident, $x:ident, $target:ident, $gradients:ident, $rate:ident| -> $result:ty $body:block
    ) => {
        const _: () = {
            type Memory = Tape<$nodes, $floats>;
            #[unsafe(export_name = concat!("dynamic_", stringify!($row)))]
            unsafe extern "C" fn entry(
                $params: *mut f32,
                $x: *const f32,
                $target: *const f32,
                $gradients: *mut f32,
                memory: &mut Memory,
                $rate: f32,
            ) -> $result {
                let $tape = memory.start();
                #[allow(unused_unsafe)]
                unsafe {
                    $body
                }
            }
            #[unsafe(export_name = concat!("dynamic_", stringify!($row), "_work"))]
            static WORK: usize = size_of::<Memory>();
        };
    };
}

/// The result of a scalar root, after going backward.
unsafe fn loss(tape: &mut State, root: Id) -> f32 {
    tape.backward(root, &1.0);
    unsafe { *(*root.0).value }
}

unsafe fn descend(params: *mut f32, gradients: *const f32, length: usize, rate: f32) {
    let (params, gradients) = unsafe {
        (
            from_raw_parts_mut(params, length),
            from_raw_parts(gradients, length),
        )
    };
    for (value, &gradient) in params.iter_mut().zip(gradients) {
        *value -= rate * gradient;
    }
}

unsafe fn iris(
    tape: &mut State,
    params: *const f32,
    x: *const f32,
    target: *const f32,
    gradients: *mut f32,
) -> f32 {
    unsafe {
        let x = tape.input(x, 4, 1);
        let w1 = tape.parameter(params, gradients, 8, 4);
        let b1 = tape.parameter(params.add(32), gradients.add(32), 8, 1);
        let w2 = tape.parameter(params.add(40), gradients.add(40), 3, 8);
        let b2 = tape.parameter(params.add(64), gradients.add(64), 3, 1);
        let target = tape.input(target, 3, 1);
        let z = tape.apply(FULLY_CONNECTED, x, w1, b1);
        let hidden = tape.apply(RELU, z, Id(&NONE), Id(&NONE));
        let z = tape.apply(FULLY_CONNECTED, hidden, w2, b2);
        let probability = tape.apply(SOFTMAX, z, Id(&NONE), Id(&NONE));
        let root = tape.apply(CROSS_ENTROPY, probability, target, Id(&NONE));
        loss(tape, root)
    }
}

macro_rules! scale_entry {
    ($row:ident, $length:literal, $floats:literal) => {
        entry! { $row: 3, $floats; |tape, a, x, seed, gradient, _rate| -> *const f32 {
            let a = tape.parameter(a, gradient, 1, 1);
            let x = tape.input(x, $length, 1);
            let y = tape.apply(SCALE, x, a, Id(&NONE));
            tape.backward(y, seed);
            (*y.0).value
        } }
    };
}
scale_entry!(scale2, 2, 4);
scale_entry!(scale256, 256, 512);

entry! { iris: 11, 46; |tape, params, x, target, gradients, _rate| -> f32 {
    iris(tape, params, x, target, gradients)
} }

entry! { iris_sgd: 11, 46; |tape, params, x, target, gradients, rate| -> f32 {
    let loss = iris(tape, params, x, target, gradients);
    descend(params, gradients, 67, rate);
    loss
} }

entry! { mlp: 10, 278; |tape, params, x, target, gradients, _rate| -> f32 {
    let x = tape.input(x, 64, 1);
    let w1 = tape.parameter(params, gradients, 64, 64);
    let b1 = tape.parameter(params.add(4096), gradients.add(4096), 64, 1);
    let w2 = tape.parameter(params.add(4160), gradients.add(4160), 10, 64);
    let b2 = tape.parameter(params.add(4800), gradients.add(4800), 10, 1);
    let target = tape.input(target, 10, 1);
    let z = tape.apply(FULLY_CONNECTED, x, w1, b1);
    let hidden = tape.apply(RELU, z, Id(&NONE), Id(&NONE));
    let prediction = tape.apply(FULLY_CONNECTED, hidden, w2, b2);
    let root = tape.apply(QUADRATIC_ERROR, prediction, target, Id(&NONE));
    loss(tape, root)
} }

entry! { lms: 6, 6; |tape, params, x, d, gradients, rate| -> f32 {
    let w = tape.parameter(params, gradients, 32, 1);
    let x = tape.input(x, 32, 1);
    let d = tape.input(d, 1, 1);
    let y = tape.apply(DOT, w, x, Id(&NONE));
    let error = tape.apply(SUB, d, y, Id(&NONE));
    let root = tape.apply(SQUARE, error, Id(&NONE), Id(&NONE));
    let loss = loss(tape, root);
    descend(params, gradients, 32, rate);
    loss
} }

entry! { chain: 8, 770; |tape, params, _x, t, gradients, _rate| -> f32 {
    let x = tape.parameter(params, gradients, 128, 1);
    let y = tape.parameter(params.add(128), gradients.add(128), 128, 1);
    let w = tape.parameter(params.add(256), gradients.add(256), 128, 1);
    let t = tape.input(t, 128, 1);
    let product = tape.apply(MUL, x, y, Id(&NONE));
    let sum = tape.apply(ADD, product, x, Id(&NONE));
    let z = tape.apply(MUL, sum, w, Id(&NONE));
    let root = tape.apply(DOT, z, t, Id(&NONE));
    loss(tape, root)
} }
