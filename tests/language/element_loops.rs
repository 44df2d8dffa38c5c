//! Element-wise operators in a row are one loop; its bits are those of the kernels one by one.

use autodiff_runtime::prelude::*;
use autodiff_runtime::{Kernels, Portable};

use crate::common::Random;

#[differentiable]
fn chain<const N: usize>(
    x: Param<[f32; N]>,
    y: Param<[f32; N]>,
    a: Param<f32>,
    t: Input<[f32; N]>,
) -> f32 {
    let s = x * y + x;
    let z = relu(s) / (scale(y, a) - t);
    dot(z, t)
}

/// Value and gradients of `chain`, kernel by kernel.
fn by_kernels<const N: usize>(
    params: &chain::Params<N>,
    t: &[f32; N],
    seed: f32,
) -> (f32, chain::Gradients<N>) {
    let chain::Params { x, y, a } = params;
    let zero = [0.0; N];
    let (mut s, mut r, mut d, mut z) = (zero, zero, zero, zero);
    Portable::mul(x, y, &mut s);
    Portable::add_in_place(&mut s, x);
    Portable::relu(&s, &mut r);
    Portable::scale(y, *a, &mut d);
    Portable::sub_in_place(&mut d, t);
    Portable::div(&r, &d, &mut z);
    let value = Portable::dot(&z, t);

    let (mut d_z, mut d_r, mut d_d) = (zero, zero, zero);
    Portable::scale(t, seed, &mut d_z);
    Portable::guarded_div(&d_z, &d, &mut d_r);
    Portable::div_vjp(&d_z, &d, &z, &mut d_d);
    Portable::relu_vjp_in_place(&mut d_r, &r);
    let mut gradients = chain::Gradients::ZERO;
    Portable::mul(&d_r, y, &mut gradients.x);
    Portable::add_in_place(&mut gradients.x, &d_r);
    Portable::scale(&d_d, *a, &mut gradients.y);
    Portable::mul_accumulate(&d_r, x, &mut gradients.y);
    gradients.a = Portable::dot(&d_d, y);
    (value, gradients)
}

fn check<const N: usize>() {
    let mut random = Random::new(N as _);
    let mut array = || std::array::from_fn(|_| 2.0 * random.value() as f32);
    let params = chain::Params::<N> {
        x: array(),
        y: array(),
        a: 0.75,
    };
    let t = array();
    let mut tape = chain::Tape::new();
    let mut gradients = chain::Gradients::ZERO;
    let mut pass = tape.forward(&t, &params);
    pass.backward_with_seed(&1.25, &mut gradients);
    let value = *pass.output();
    assert_eq!(
        (value, gradients),
        by_kernels(&params, &t, 1.25),
        "length {N}"
    );

    pass.accumulate_with_seed(&1.25, &mut gradients);
    let (_, once) = by_kernels(&params, &t, 1.25);
    for (twice, once) in gradients.x.iter().zip(once.x) {
        assert!(
            (twice - 2.0 * once).abs() <= 1e-5 * once.abs(),
            "{twice} of {once}"
        );
    }
    assert_eq!(chain(&t, &params), value);
}

#[test]
fn bits_are_those_of_the_kernels() {
    check::<0>();
    check::<1>();
    check::<2>();
    check::<3>();
    check::<5>();
    check::<8>();
    check::<67>();
}

/// An array of one element seen as a scalar is complete before a loop reads it.
#[test]
fn a_scalar_view_of_an_array() {
    #[differentiable]
    fn f(v: Param<f64>, w: Param<[[f64; 1]; 1]>) -> [[f64; 1]; 1] {
        let m = broadcast(v, [1, 1]) * w;
        let twice = m + m;
        let s = reshape(twice, []);
        w * s + m
    }
    let params = f::Params { v: 3.0, w: [[2.0]] };
    // m = 6, s = 12, result = 24 + 6.
    let mut tape = f::Tape::new();
    let mut gradients = f::Gradients::ZERO;
    let mut pass = tape.forward(&params);
    pass.backward_with_seed(&[[1.0]], &mut gradients);
    assert_eq!(pass.output(), &[[30.0]]);
    // result = 2vw² + vw
    assert_eq!((gradients.v, gradients.w), (10.0, [[27.0]]));
    assert_eq!(f(&params), [[30.0]]);
}

/// Two results of one loop, one of which only the loop reads.
#[test]
fn in_views() {
    let (mut x_value, a_value) = ([1.0_f64, -2.0, 0.5], 4.0);
    let mut y_value = [0.0; 3];
    let mut x = BufferView::parameter(&mut x_value);
    let a = BufferView::input(&a_value);
    let mut y = BufferView::output(&mut y_value);
    let mut tape = grad! {
        let s = x * x + x;
        y = scale(s, a) - x;
    };
    tape.backward_with_seed(&[1.0, 1.0, 2.0]);
    assert_eq!(y.value(), &[7.0, 10.0, 2.5]);
    // a(2x + 1) - 1
    assert_eq!(x.gradient(), &[11.0, -13.0, 14.0]);
}

/// Constant arrays take part in loops, each as itself.
#[test]
fn of_constants() {
    #[differentiable]
    fn f(x: Param<[f32; 3]>) -> f32 {
        const K: [f32; 3] = [1.0, 2.0, 4.0];
        const L: [f32; 3] = [0.5, 0.25, 8.0];
        sum((x * K + L) * K)
    }
    let params = f::Params {
        x: [1.0, -1.0, 2.0],
    };
    let mut tape = f::Tape::new();
    let mut gradients = f::Gradients::ZERO;
    let value = f::value_and_gradient(&params, &mut tape, &mut gradients);
    // K²x + LK
    assert_eq!(value, 1.5 - 3.5 + 64.0);
    assert_eq!(gradients.x, [1.0, 4.0, 16.0]);
    assert_eq!(f(&params), value);
}

/// Element reads and reductions of operands do not cut a loop; steps that share arrays only further
/// on are one loop, too.
#[test]
fn scalars_between() {
    #[differentiable]
    fn f(x: Param<[f64; 4]>, b: Param<[f64; 4]>) -> f64 {
        let mut s = x;
        for i in 0..3 {
            s = select(s > 0.5, s * b, s + b[i]);
        }
        sum(s) - dot(x, b) + sum(exp(b))
    }
    let params = f::Params {
        x: [0.25, 1.0, -1.5, 2.0],
        b: [0.75, -0.5, 1.25, 0.375],
    };
    let mut tape = f::Tape::new();
    let mut gradients = f::Gradients::ZERO;
    let value = f::value_and_gradient(&params, &mut tape, &mut gradients);
    assert_eq!(value, f(&params));
    gradcheck(&params, &gradients, f).unwrap();

    let mut twice = f::Gradients::ZERO;
    let mut pass = tape.forward(&params);
    assert_eq!(*pass.output(), value);
    pass.accumulate(&mut twice);
    pass.accumulate(&mut twice);
    for (twice, once) in twice.as_slice().iter().zip(gradients.as_slice()) {
        assert!((twice - 2.0 * once).abs() <= 1e-12);
    }
}

/// Two operators over the same two operands, whose shapes only the type checker knows.
#[test]
fn of_the_same_operands_in_views() {
    let (mut a_value, x_value) = ([2.0_f64, -1.0, 3.0], [4.0, 0.5, -2.0]);
    let mut y_value = 0.0;
    let mut a = BufferView::parameter(&mut a_value);
    let x = BufferView::input(&x_value);
    let mut y = BufferView::output(&mut y_value);
    grad! {
        let p = a * x;
        let q = a + x;
        let r = x - a;
        y = sum(p) + sum(q) - dot(r, q);
    }
    .backward();
    // (x - a)(x + a) has the slope -2a.
    assert_eq!(y.value(), &(1.5 + 6.5 - (20.25 - 14.0)));
    assert_eq!(a.gradient(), &[9.0, -0.5, 5.0]);
}
