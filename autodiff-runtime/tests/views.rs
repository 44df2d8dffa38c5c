//! Roles, views and what `grad!` builds on them.

use autodiff_runtime::__private::{
    BroadcastTo, Join, Operand, PlainOperand, ScalarRoot, Untracked, join, reshape, root,
};
use autodiff_runtime::{BufferView, Input, Output, Parameter, Role, Sgd, Tensor};

#[test]
fn only_parameters_and_outputs_carry_a_gradient() {
    type Buffer = [f32; 64];
    let pointer = size_of::<&Buffer>();
    assert_eq!(size_of::<BufferView<'_, Buffer, Input>>(), pointer);
    let tracked = pointer + size_of::<Buffer>();
    assert_eq!(size_of::<BufferView<'_, Buffer, Parameter>>(), tracked);
    assert_eq!(size_of::<BufferView<'_, Buffer, Output>>(), tracked);
}

#[test]
fn operands_know_their_role() {
    fn tracked<O: Operand>(_: &O) -> bool {
        O::TRACKED
    }
    fn untracked<O: Untracked>(operand: &O) -> &O::Value {
        operand.value()
    }

    let mut value = [1.0_f32, 2.0];
    let mut w = BufferView::parameter(&mut value);
    let x = BufferView::input(&3.0_f32);
    let plain = [[4.0_f64; 2]; 2];

    let mut operand = w.__ad_operand();
    assert!(tracked(&operand));
    let (value, gradient) = operand.split();
    assert_eq!(value, &[1.0, 2.0]);
    *gradient.unwrap() = [5.0, 6.0];
    assert_eq!(w.gradient(), &[5.0, 6.0]);

    let mut operand = x.__ad_operand();
    assert!(!tracked(&operand));
    assert_eq!(untracked(&operand), &3.0);
    assert_eq!(operand.split(), (&3.0, None));
    assert_eq!(plain.__ad_operand().value(), &plain);
    let behind_a_reference = &2.0_f32;
    assert_eq!(behind_a_reference.__ad_operand().value(), &2.0);

    Sgd::new(0.5).step_view(&mut w);
    assert_eq!(w.value(), &[-1.5, -1.0]);
}

#[test]
fn roots_give_value_and_gradient() {
    let mut buffer = 0.0_f32;
    let mut y = BufferView::output(&mut buffer);
    let mut output = root(&mut y);
    *output.value_mut() = 2.0;
    assert_eq!(output.value(), &2.0);
    let (value, gradient) = output.parts();
    *gradient = *value * f32::ONE;
    assert_eq!(format!("{y:?}"), "BufferView { value: 2.0, gradient: 2.0 }");
    let x = BufferView::input(&2.0_f32);
    assert_eq!(format!("{x:?}"), "BufferView { value: 2.0 }");
    assert_eq!((y.value(), y.gradient()), (&2.0, &2.0));
    assert_eq!(<f64 as ScalarRoot>::ONE, 1.0);
}

#[test]
fn views_are_generic_over_their_role() {
    fn first<R: Role>(view: &BufferView<'_, [f32; 2], R>) -> f32 {
        view.value()[0]
    }
    let mut buffer = [1.0, 2.0];
    assert_eq!(first(&BufferView::input(&buffer)), 1.0);
    assert_eq!(first(&BufferView::output(&mut buffer)), 1.0);
    assert_eq!(first(&BufferView::parameter(&mut buffer)), 1.0);
}

/// The functions of one operator.
type Value<A, B, O> = fn(&A, &B, &mut O);
type Rule<A, B, O, D> = fn(&O, &A, &B, &O, &mut D);

/// Value of an operator and the adjoints of both operands; the forms that add are compared with
/// those that write.
fn run<A: Join<B>, B: Tensor<Elem = A::Elem>>(
    value: Value<A, B, A::Output>,
    lhs: [Rule<A, B, A::Output, A>; 2],
    rhs: [Rule<A, B, A::Output, B>; 2],
    (x, y, g): (A, B, A::Output),
) -> (A::Output, A, B) {
    fn twice<T: Tensor>(sum: &T, d: &T) {
        let mut pairs = sum.as_slice().iter().zip(d.as_slice());
        assert!(pairs.all(|(&sum, &d)| sum == d + d));
    }
    let mut q = <A::Output as Tensor>::ZERO;
    value(&x, &y, &mut q);
    let (mut dx, mut dy) = (x, y);
    lhs[0](&g, &x, &y, &q, &mut dx);
    rhs[0](&g, &x, &y, &q, &mut dy);
    let (mut sum_x, mut sum_y) = (dx, dy);
    lhs[1](&g, &x, &y, &q, &mut sum_x);
    rhs[1](&g, &x, &y, &q, &mut sum_y);
    twice(&sum_x, &dx);
    twice(&sum_y, &dy);
    (q, dx, dy)
}

macro_rules! operators {
    ($($name:ident: $lhs:ident $lhs_accumulate:ident $rhs:ident $rhs_accumulate:ident;)+) => {$(
        fn $name<A: Join<B>, B: Tensor<Elem = A::Elem>>(
            x: A,
            y: B,
            g: A::Output,
        ) -> (A::Output, A, B) {
            let lhs = [join::$lhs as Rule<A, B, A::Output, A>, join::$lhs_accumulate];
            let rhs = [join::$rhs as Rule<A, B, A::Output, B>, join::$rhs_accumulate];
            run(join::$name, lhs, rhs, (x, y, g))
        }
    )+};
}

operators! {
    add: add_vjp_lhs add_vjp_lhs_accumulate add_vjp_rhs add_vjp_rhs_accumulate;
    sub: sub_vjp_lhs sub_vjp_lhs_accumulate sub_vjp_rhs sub_vjp_rhs_accumulate;
    mul: mul_vjp_lhs mul_vjp_lhs_accumulate mul_vjp_rhs mul_vjp_rhs_accumulate;
    div: div_vjp_lhs div_vjp_lhs_accumulate div_vjp_rhs div_vjp_rhs_accumulate;
}

#[test]
fn equal_shapes_meet() {
    let (x, y, g) = ([6.0_f32, 8.0], [2.0_f32, 4.0], [1.0_f32, 10.0]);
    assert_eq!(add(x, y, g), ([8.0, 12.0], g, g));
    assert_eq!(sub(x, y, g), ([4.0, 4.0], g, [-1.0, -10.0]));
    assert_eq!(mul(x, y, g), ([12.0, 32.0], [2.0, 40.0], [6.0, 80.0]));
    assert_eq!(div(x, y, g), ([3.0, 2.0], [0.5, 2.5], [-1.5, -5.0]));
    let (x, y, g) = (6.0_f64, 2.0_f64, 10.0_f64);
    assert_eq!(div(x, y, g), (3.0, 5.0, -15.0));
    let (x, y, g) = ([[6.0_f32], [8.0]], [[2.0_f32], [4.0]], [[1.0_f32], [10.0]]);
    assert_eq!(sub(x, y, g), ([[4.0], [4.0]], g, [[-1.0], [-10.0]]));
}

#[test]
fn a_scalar_meets_an_array_and_receives_the_sum() {
    let (x, y, g) = ([6.0_f32, 8.0], 2.0_f32, [1.0_f32, 10.0]);
    assert_eq!(add(x, y, g), ([8.0, 10.0], g, 11.0));
    assert_eq!(sub(x, y, g), ([4.0, 6.0], g, -11.0));
    assert_eq!(mul(x, y, g), ([12.0, 16.0], [2.0, 20.0], 86.0));
    assert_eq!(div(x, y, g), ([3.0, 4.0], [0.5, 5.0], -21.5));
    let (x, y) = (8.0_f32, [2.0_f32, 4.0]);
    assert_eq!(add(x, y, g), ([10.0, 12.0], 11.0, g));
    assert_eq!(sub(x, y, g), ([6.0, 4.0], 11.0, [-1.0, -10.0]));
    assert_eq!(mul(x, y, g), ([16.0, 32.0], 42.0, [8.0, 80.0]));
    assert_eq!(div(x, y, g), ([4.0, 2.0], 3.0, [-2.0, -5.0]));
    let (x, y, g) = (2.0_f64, [[1.0_f64, 2.0], [3.0, 4.0]], [[1.0_f64; 2]; 2]);
    assert_eq!(
        mul(x, y, g),
        ([[2.0, 4.0], [6.0, 8.0]], 10.0, [[2.0; 2]; 2])
    );
    assert_eq!(
        mul(y, x, g),
        ([[2.0, 4.0], [6.0, 8.0]], [[2.0; 2]; 2], 10.0)
    );
}

#[test]
fn joins_of_one_and_of_no_element() {
    assert_eq!(div([6.0_f32], 2.0_f32, [4.0_f32]), ([3.0], [2.0], -6.0));
    assert_eq!(div(6.0_f32, [2.0_f32], [4.0_f32]), ([3.0], 2.0, [-6.0]));
    assert_eq!(mul([0.0; 0], 2.0_f32, []), ([], [], 0.0));
    assert_eq!(mul(2.0_f32, [0.0; 0], []), ([], 0.0, []));
    assert_eq!(
        add([[0.0_f32; 0]; 3], 2.0_f32, [[]; 3]),
        ([[]; 3], [[]; 3], 0.0)
    );
}

#[test]
fn an_adjoint_of_zero_passes_no_division_by_zero() {
    let (_, dx, dy) = div([1.0_f32, 0.0], [0.0_f32, 0.0], [0.0_f32, 0.0]);
    assert_eq!((dx, dy), ([0.0; 2], [0.0; 2]));
    let (_, dx, dy) = div([1.0_f32, 2.0], 0.0_f32, [0.0_f32, 0.0]);
    assert_eq!((dx, dy), ([0.0; 2], 0.0));
}

#[test]
fn broadcasts_and_their_sums() {
    fn run<A: BroadcastTo<Out>, Out: Tensor<Elem = A::Elem>>(x: A, g: Out) -> (Out, A) {
        let mut out = g;
        x.broadcast(&mut out);
        let mut d = x;
        A::reduce(&g, &mut d);
        let mut sum = d;
        A::reduce_accumulate(&g, &mut sum);
        let pairs = sum.as_slice().iter().zip(d.as_slice());
        pairs.for_each(|(&sum, &d)| assert_eq!(sum, d + d));
        (out, d)
    }
    let g = [[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]];
    assert_eq!(run(7.0_f32, [1.0_f32, 2.0]), ([7.0; 2], 3.0));
    assert_eq!(run(7.0_f32, g), ([[7.0; 3]; 2], 21.0));
    assert_eq!(
        run([7.0_f32, 8.0, 9.0], g),
        ([[7.0, 8.0, 9.0]; 2], [5.0, 7.0, 9.0])
    );
    assert_eq!(
        run([[7.0_f32], [8.0]], g),
        ([[7.0; 3], [8.0; 3]], [[6.0], [15.0]])
    );
}

#[test]
fn reshape_keeps_the_order() {
    let x = [1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    let matrix: &[[f32; 3]; 2] = reshape(&x);
    assert_eq!(matrix, &[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(
        reshape::<_, [[f32; 2]; 3]>(matrix),
        &[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    );
    assert_eq!(reshape::<[f32; 1], f32>(&[7.0]), &7.0);
    assert_eq!(reshape::<[f32; 0], [[f32; 0]; 3]>(&[]), &[[]; 3]);
}
