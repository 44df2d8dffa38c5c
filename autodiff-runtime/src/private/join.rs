//! `+ - * /` of operands whose shapes `grad!` does not know: equal shapes, or a scalar and an
//! array.

use crate::{Element, Tensor, scalar};

/// Shapes that may meet in `+ - * /`: equal ones, or a scalar and any other.
#[diagnostic::on_unimplemented(
    message = "shapes do not match: `{Self}` and `{Rhs}`",
    label = "must have the shape of the other operand, or one of both must be a scalar",
    note = "there is no implicit broadcasting: write `broadcast(x, [R, C])`, or `reshape(x, [N])` if only the layout differs"
)]
pub trait Join<Rhs: Tensor<Elem = Self::Elem>>: Tensor {
    /// Shape of the result.
    type Output: Tensor<Elem = Self::Elem>;
}

#[diagnostic::do_not_recommend]
impl<E: Element> Join<E> for E {
    type Output = E;
}

#[diagnostic::do_not_recommend]
impl<E: Element, const N: usize> Join<[E; N]> for E {
    type Output = [E; N];
}

#[diagnostic::do_not_recommend]
impl<E: Element, const N: usize> Join<E> for [E; N] {
    type Output = [E; N];
}

#[diagnostic::do_not_recommend]
impl<E: Element, const N: usize> Join<[E; N]> for [E; N] {
    type Output = [E; N];
}

#[diagnostic::do_not_recommend]
impl<E: Element, const R: usize, const C: usize> Join<[[E; C]; R]> for E {
    type Output = [[E; C]; R];
}

#[diagnostic::do_not_recommend]
impl<E: Element, const R: usize, const C: usize> Join<E> for [[E; C]; R] {
    type Output = [[E; C]; R];
}

#[diagnostic::do_not_recommend]
impl<E: Element, const R: usize, const C: usize> Join<[[E; C]; R]> for [[E; C]; R] {
    type Output = [[E; C]; R];
}

/// `out = f(x, y)`. The lengths decide when compiling which loop remains.
#[inline]
fn map<A: Join<B>, B: Tensor<Elem = A::Elem>>(
    x: &A,
    y: &B,
    out: &mut A::Output,
    f: impl Fn(A::Elem, A::Elem) -> A::Elem,
) {
    let slots = out.as_mut_slice().iter_mut();
    match (x.as_slice(), y.as_slice()) {
        (&[x], ys) => slots.zip(ys).for_each(|(slot, &y)| *slot = f(x, y)),
        (xs, &[y]) => slots.zip(xs).for_each(|(slot, &x)| *slot = f(x, y)),
        (xs, ys) => (slots.zip(xs).zip(ys)).for_each(|((slot, &x), &y)| *slot = f(x, y)),
    }
}

/// Writes the contributions `f(g, other, q)` to the adjoint `d` of an operand: one for each
/// element, or their sum if that operand is a scalar that met an array.
#[inline]
fn contribute<E, D, B, O>(
    g: &O,
    other: &B,
    q: &O,
    d: &mut D,
    f: impl Fn(E, E, E) -> E,
    write: impl Fn(&mut E, E),
) where
    E: Element,
    D: Tensor<Elem = E>,
    B: Tensor<Elem = E>,
    O: Tensor<Elem = E>,
{
    let results = g.as_slice().iter().zip(q.as_slice());
    let slots = d.as_mut_slice().iter_mut();
    if D::LEN == O::LEN {
        match other.as_slice() {
            &[other] => slots
                .zip(results)
                .for_each(|(slot, (&g, &q))| write(slot, f(g, other, q))),
            others => (slots.zip(results).zip(others))
                .for_each(|((slot, (&g, &q)), &other)| write(slot, f(g, other, q))),
        }
    } else {
        let mut sum = E::ZERO;
        match other.as_slice() {
            &[other] => results.for_each(|(&g, &q)| sum += f(g, other, q)),
            others => (results.zip(others)).for_each(|((&g, &q), &other)| sum += f(g, other, q)),
        }
        slots.for_each(|slot| write(slot, sum));
    }
}

/// The four operators: value, and the adjoint of each operand from that operand's partner and the
/// result `q`. Names: `NAME`, then `NAME_vjp_lhs` and `NAME_vjp_rhs` and their `_accumulate` forms.
macro_rules! operators {
    ($(
        $name:ident: |$x:ident, $y:ident| $value:expr;
        $lhs:ident $lhs_accumulate:ident: $lhs_partner:ident => $lhs_rule:expr;
        $rhs:ident $rhs_accumulate:ident: $rhs_partner:ident => $rhs_rule:expr;
    )+) => {$(
        #[doc = concat!("`", stringify!($value), "`.")]
        #[inline]
        pub fn $name<A: Join<B>, B: Tensor<Elem = A::Elem>>($x: &A, $y: &B, out: &mut A::Output) {
            map($x, $y, out, |$x, $y| $value);
        }

        operators! { @rule
            #[doc = concat!("Adjoint of `x` in `q = ", stringify!($value), "`.")]
            $lhs($x, $y, d: A): $lhs_partner => $lhs_rule, |slot, value| *slot = value
        }
        operators! { @rule
            #[doc = concat!("Adds the adjoint of `x` in `q = ", stringify!($value), "`.")]
            $lhs_accumulate($x, $y, d: A): $lhs_partner => $lhs_rule, |slot, value| *slot += value
        }
        operators! { @rule
            #[doc = concat!("Adjoint of `y` in `q = ", stringify!($value), "`.")]
            $rhs($x, $y, d: B): $rhs_partner => $rhs_rule, |slot, value| *slot = value
        }
        operators! { @rule
            #[doc = concat!("Adds the adjoint of `y` in `q = ", stringify!($value), "`.")]
            $rhs_accumulate($x, $y, d: B): $rhs_partner => $rhs_rule, |slot, value| *slot += value
        }
    )+};
    (@rule
        #[$doc:meta]
        $name:ident($x:ident, $y:ident, $d:ident: $operand:ident):
        $partner:ident => $rule:expr, $write:expr
    ) => {
        #[$doc]
        #[inline]
        pub fn $name<A: Join<B>, B: Tensor<Elem = A::Elem>>(
            g: &A::Output,
            $x: &A,
            $y: &B,
            q: &A::Output,
            $d: &mut $operand,
        ) {
            // A rule reads one of the operands.
            let _ = ($x, $y);
            contribute(g, $partner, q, $d, $rule, $write);
        }
    };
}

operators! {
    add: |x, y| x + y;
    add_vjp_lhs add_vjp_lhs_accumulate: y => |g, _, _| g;
    add_vjp_rhs add_vjp_rhs_accumulate: x => |g, _, _| g;

    sub: |x, y| x - y;
    sub_vjp_lhs sub_vjp_lhs_accumulate: y => |g, _, _| g;
    sub_vjp_rhs sub_vjp_rhs_accumulate: x => |g, _, _| -g;

    mul: |x, y| x * y;
    mul_vjp_lhs mul_vjp_lhs_accumulate: y => |g, y, _| scalar::guarded_mul(g, y);
    mul_vjp_rhs mul_vjp_rhs_accumulate: x => |g, x, _| scalar::guarded_mul(g, x);

    div: |x, y| x / y;
    div_vjp_lhs div_vjp_lhs_accumulate: y => |g, y, _| scalar::guarded_div(g, y);
    div_vjp_rhs div_vjp_rhs_accumulate: y => scalar::div_vjp;
}
