//! Names bind where they are written: generic arguments of operators of one's own, dimensions, and
//! the const generics that a call names; whatever the caller and the crate have by these names.

#![allow(dead_code, non_upper_case_globals)] // items that must not be taken

use autodiff_runtime::prelude::*;
use autodiff_runtime::{Adjoints, Element, Operator, OperatorTangent, Refs, Tangents};

/// Decoys: names that models, callees and loops have too.
const N: usize = 100;
const D: usize = 101;
const K: usize = 102;
const i: usize = 103;

/// Value and gradients, also of a generic model.
macro_rules! of_generic {
    ($model:ident(), $params:tt) => {{
        let params = $model::Params $params;
        let mut gradients = $model::Gradients::ZERO;
        let value = $model::value_and_gradient(&params, &mut $model::Tape::new(), &mut gradients);
        (value, gradients)
    }};
}

pub trait Factor {
    const FACTOR: f64;
}

pub struct Mine;

impl Factor for Mine {
    const FACTOR: f64 = 1000.0;
}

/// `K·x`
pub struct MulBy<const K: usize>;

impl<const K: usize> Operator for MulBy<K> {
    type Operands = (f64,);
    type Output = f64;

    fn forward((x,): Refs<'_, Self>, y: &mut f64) {
        *y = x * K as f64;
    }

    fn reverse((_,): Refs<'_, Self>, _: &f64, g: &f64, (dx,): Adjoints<'_, Self>) {
        if let Some(dx) = dx {
            *dx = g * K as f64;
        }
    }
}

impl<const K: usize> OperatorTangent for MulBy<K> {
    fn tangent((_,): Refs<'_, Self>, _: &f64, (dx,): Tangents<'_, Self>, dy: &mut f64) {
        *dy = dx.map_or(0.0, |dx| dx * K as f64);
    }
}

/// `F::FACTOR·x`
pub struct MulByType<F>(F);

impl<F: Factor> Operator for MulByType<F> {
    type Operands = (f64,);
    type Output = f64;

    fn forward((x,): Refs<'_, Self>, y: &mut f64) {
        *y = x * F::FACTOR;
    }

    fn reverse((_,): Refs<'_, Self>, _: &f64, g: &f64, (dx,): Adjoints<'_, Self>) {
        if let Some(dx) = dx {
            *dx = g * F::FACTOR;
        }
    }
}

/// `x[i - D]`, and 0 before.
pub struct Delay<const D: usize, E, const N: usize>(E);

impl<const D: usize, E: Element, const N: usize> Operator for Delay<D, E, N> {
    type Operands = ([E; N],);
    type Output = [E; N];

    fn forward((x,): Refs<'_, Self>, y: &mut [E; N]) {
        *y = [E::ZERO; N];
        for (y, x) in y.iter_mut().skip(D).zip(x) {
            *y = *x;
        }
    }

    fn reverse((_,): Refs<'_, Self>, _: &[E; N], g: &[E; N], (dx,): Adjoints<'_, Self>) {
        if let Some(dx) = dx {
            *dx = [E::ZERO; N];
            for (dx, g) in dx.iter_mut().zip(g.iter().skip(D)) {
                *dx = *g;
            }
        }
    }
}

/// A const generic of the callee in the argument of its operator.
mod generics_of_the_callee {
    use super::*;

    #[differentiable]
    fn inner<const N: usize>(x: Param<[f64; N]>) -> f64 {
        MulBy::<N>(sum(x))
    }

    /// A generic of the same name and another value.
    #[differentiable]
    fn outer<const N: usize>(x: Param<[f64; N]>, z: Param<[f64; 2]>) -> f64 {
        self::inner(z) + 0 * sum(x)
    }

    /// Both of its own dimension and of another one: two operators of one alias.
    #[differentiable]
    fn twice<const N: usize>(x: Param<[f64; N]>, z: Param<[f64; 2]>) -> f64 {
        self::inner(z) + self::inner(x) + MulBy::<N>(z[0])
    }

    /// Through a model in between, whose generic has another name.
    #[differentiable]
    fn middle<const M: usize>(x: Param<[f64; M]>, z: Param<[f64; K]>) -> f64 {
        self::inner(x) + self::inner(z)
    }

    const K: usize = 3;

    #[differentiable]
    fn through(x: Param<[f64; 2]>, z: Param<[f64; 3]>) -> f64 {
        self::middle(x, z)
    }

    #[differentiable]
    fn fixed(x: Param<[f64; 2]>) -> f64 {
        self::inner(x)
    }

    #[test]
    fn in_models() {
        let (value, g) = of_generic!(outer(), { x: [1.0; 5], z: [1.0, 2.0] });
        assert_eq!((value, g.z, g.x), (6.0, [2.0; 2], [0.0; 5]));
        let (value, g) = of_generic!(twice(), { x: [1.0; 5], z: [1.0, 2.0] });
        assert_eq!((value, g.z, g.x), (6.0 + 25.0 + 5.0, [7.0, 2.0], [5.0; 5]));
        let (value, g) = of_generic!(through(), { x: [1.0; 2], z: [1.0; 3] });
        assert_eq!((value, g.x, g.z), (4.0 + 9.0, [2.0; 2], [3.0; 3]));
        let params = fixed::Params { x: [1.0, 2.0] };
        assert_eq!(fixed(&params), 6.0);
        assert_eq!(
            fixed::jvp(&params, &fixed::Params { x: [1.0; 2] }),
            (6.0, 4.0)
        );
    }

    #[test]
    fn in_expressions() {
        let (value, x) = differentiate! {
            inputs {}
            parameters { x = [1.0, 2.0] }
            seed 1.0;
            y: f64 = { y = self::inner(x); }
        };
        assert_eq!((value, x), (6.0, [2.0; 2]));
        let (value, x) = differentiate! {
            inputs { z = [1.0, 1.0, 1.0] }
            parameters { x = [1.0, 2.0] }
            seed 1.0;
            y: f64 = { y = self::middle(x, z) + self::inner(x) * MulBy::<D>(1.0); }
        };
        assert_eq!((value, x), (6.0 + 9.0 + 6.0 * 101.0, [2.0 + 202.0; 2]));
    }

    #[test]
    fn in_an_expression_of_a_generic_function() {
        fn with<const N: usize>(x_value: [f64; N]) -> f64 {
            let x = BufferView::input(&x_value);
            let z_value = [1.0, 2.0];
            let z = BufferView::input(&z_value);
            let mut y_value = 0.0;
            let mut y = BufferView::output(&mut y_value);
            let _ = grad! { y = self::inner(x) + 100 * self::inner(z) + 10000 * MulBy::<N>(1.0); };
            y_value
        }
        assert_eq!(with([1.0; 5]), 25.0 + 600.0 + 50_000.0);
    }
}

/// Const items, types and imports of the callee's module.
mod items_of_the_callee {
    use super::*;

    pub mod library {
        use autodiff_runtime::prelude::*;

        use super::hidden::Thrice;

        const K: usize = 3;

        pub struct Mine;

        impl super::Factor for Mine {
            const FACTOR: f64 = 7.0;
        }

        #[differentiable]
        pub fn by_item(x: Param<f64>) -> f64 {
            let y: f64 = crate::scopes::MulBy::<K>(x);
            y
        }

        #[differentiable]
        pub fn by_expression(x: Param<f64>) -> f64 {
            let y: f64 = super::super::MulBy::<{ K * 2 }>(x);
            y
        }

        #[differentiable]
        pub fn by_type(x: Param<f64>) -> f64 {
            let y: f64 = super::MulByType::<Mine>(x);
            y
        }

        #[differentiable]
        pub fn imported(x: Param<f64>) -> f64 {
            let y: f64 = Thrice(x);
            y
        }

        pub mod deeper {
            use autodiff_runtime::prelude::*;

            mod types {
                pub struct Fifth;

                impl crate::scopes::Factor for Fifth {
                    const FACTOR: f64 = 5.0;
                }
            }

            use types::Fifth;

            #[differentiable]
            pub fn leaf(x: Param<f64>) -> f64 {
                let y: f64 = crate::scopes::MulByType::<Fifth>(x);
                y
            }
        }

        /// Through a model in between, to what only its module names.
        #[differentiable]
        pub fn chain(x: Param<f64>) -> f64 {
            self::deeper::leaf(x) + self::imported(x)
        }
    }

    mod hidden {
        pub type Thrice = crate::scopes::MulBy<3>;
    }

    #[differentiable]
    fn caller(x: Param<f64>) -> f64 {
        library::by_item(x)
            + 10 * library::by_expression(x)
            + 100 * library::by_type(x)
            + 1000 * library::imported(x)
            + 10000 * library::chain(x)
    }

    #[test]
    fn in_models() {
        let (value, g) = of_generic!(caller(), { x: 1.0 });
        assert_eq!((value, g.x), (83_763.0, 83_763.0));
    }

    #[test]
    fn in_expressions() {
        let (value, x) = differentiate! {
            inputs {}
            parameters { x = 1.0 }
            seed 1.0;
            y: f64 = {
                y = library::by_item(x) + 10 * library::by_expression(x) + 100 * library::by_type(x)
                    + 1000 * library::imported(x) + 10000 * library::chain(x);
            }
        };
        assert_eq!((value, x), (83_763.0, 83_763.0));
    }
}

/// `const`s and loop variables of the model.
mod counts {
    use super::*;

    #[differentiable]
    fn delayed(x: Param<[f64; 5]>) -> [f64; 5] {
        const D: usize = 2;
        Delay::<D, f64, 5>(x)
    }

    #[differentiable]
    fn generic<const N: usize>(x: Param<[f64; N]>) -> [f64; N] {
        const D: usize = 1;
        Delay::<{ D + 1 }, f64, N>(x)
    }

    /// `Σ i·x`, and more in a loop of no round.
    #[differentiable]
    fn looped(x: Param<f64>) -> f64 {
        let mut s = 0;
        for i in 1..4 {
            let y: f64 = MulBy::<i>(x);
            s = s + y;
        }
        for i in 0..0 {
            let y: f64 = MulBy::<i>(x);
            s = s + y;
        }
        s
    }

    #[differentiable]
    fn caller<const D: usize>(x: Param<[f64; 5]>, z: Param<[f64; D]>) -> f64 {
        const I: usize = 4;
        let w: [f64; 5] = Delay::<I, f64, 5>(x);
        dot(self::delayed(x), self::generic(x))
            + sum(w)
            + self::looped(z[0])
            + sum(self::generic(z))
    }

    #[test]
    fn in_models() {
        let params = delayed::Params {
            x: [1.0, 2.0, 3.0, 4.0, 5.0],
        };
        assert_eq!(delayed(&params), [0.0, 0.0, 1.0, 2.0, 3.0]);
        assert_eq!(looped(&looped::Params { x: 2.0 }), 12.0);
        let (value, _) =
            of_generic!(caller(), { x: [1.0, 2.0, 3.0, 4.0, 5.0], z: [2.0, 1.0, 7.0] });
        assert_eq!(value, 14.0 + 1.0 + 12.0 + 2.0);
    }

    #[test]
    fn in_expressions() {
        let (value, x) = differentiate! {
            inputs {}
            parameters { x = [1.0, 2.0, 3.0, 4.0, 5.0] }
            seed 1.0;
            y: f64 = {
                const D: usize = 3;
                let mut s = sum(Delay::<D, f64, 5>(x));
                for i in 1..3 { s = s + MulBy::<i>(x[0]); }
                y = s + self::looped(x[0]) + sum(self::generic(x));
            }
        };
        assert_eq!(
            (value, x),
            (3.0 + 3.0 + 6.0 + 6.0, [11.0, 2.0, 1.0, 0.0, 0.0])
        );
    }
}

/// Expressions of counts in lists of dimensions and in types.
mod dimensions {
    use super::*;

    #[differentiable]
    fn inner_const(x: Param<f64>) -> f64 {
        const N: usize = 2;
        let h: [f64; N * 2] = broadcast(x, [N * 2]);
        sum(h) + sum(broadcast(x, [(N + 1) / 3 * 4, N]))
    }

    #[differentiable]
    fn loop_variable(x: Param<f64>) -> f64 {
        let mut s = 0;
        for i in 0..3 {
            s = s + sum(broadcast(x, [i + 1]));
        }
        s
    }

    #[differentiable]
    fn of_constants(x: Param<f64>) -> f64 {
        const SIZES: [usize; 2] = [2, 3];
        sum(broadcast(x, [SIZES[0] * SIZES[1]]))
    }

    /// The signature stands outside of the body.
    #[differentiable]
    fn signature(x: Param<[f64; N - 97]>) -> f64 {
        const N: usize = 98;
        sum(x) + sum(broadcast(x[0], [N - 97]))
    }

    #[differentiable]
    fn caller(x: Param<f64>, z: Param<[f64; 3]>) -> f64 {
        const N: usize = 5;
        self::inner_const(x)
            + self::loop_variable(x)
            + self::signature(z)
            + sum(broadcast(x, [N * 1]))
    }

    #[test]
    fn in_models() {
        assert_eq!(inner_const(&inner_const::Params { x: 1.0 }), 12.0);
        assert_eq!(loop_variable(&loop_variable::Params { x: 1.0 }), 6.0);
        assert_eq!(of_constants(&of_constants::Params { x: 1.0 }), 6.0);
        let (value, g) = of_generic!(caller(), { x: 1.0, z: [1.0; 3] });
        assert_eq!(
            (value, g.x, g.z),
            (12.0 + 6.0 + 4.0 + 5.0, 23.0, [2.0, 1.0, 1.0])
        );
    }

    #[test]
    fn in_expressions() {
        let (value, x) = differentiate! {
            inputs {}
            parameters { x = 1.0 }
            seed 1.0;
            y: f64 = {
                const N: usize = 2;
                let mut s = sum(broadcast(x, [N * 2]));
                for i in 0..3 { s = s + sum(broadcast(x, [i + 1])); }
                y = s + self::inner_const(x);
            }
        };
        assert_eq!((value, x), (22.0, 22.0));
    }
}

/// Const generics that a call names.
mod named_generics {
    use super::*;

    const WIDTH: usize = 3;

    #[differentiable]
    fn filled<const N: usize>(b: Param<f64>) -> [f64; N] {
        broadcast(b, [N])
    }

    #[differentiable]
    fn total<const N: usize>(b: Param<f64>) -> f64 {
        sum(self::filled::<N>(b))
    }

    #[differentiable]
    fn multiplied<const N: usize, const M: usize>(x: Param<[f64; N]>) -> f64 {
        MulBy::<M>(sum(x))
    }

    #[differentiable]
    fn caller<const L: usize>(b: Param<f64>, x: Param<[f64; L]>) -> f64 {
        const COUNT: usize = 4;
        let mut s =
            self::total::<2>(b) + 10 * self::total::<COUNT>(b) + 100 * self::total::<WIDTH>(b);
        for i in 1..3 {
            s = s + 1000 * self::total::<i>(b);
        }
        s + 10000 * self::total::<L>(b)
            + self::multiplied::<L, { COUNT + 1 }>(x)
            + self::multiplied::<L, { WIDTH }>(x)
    }

    #[test]
    fn in_models() {
        let (value, g) = of_generic!(caller(), { b: 1.0, x: [1.0; 5] });
        assert_eq!((value, g.b), (53_342.0 + 25.0 + 15.0, 53_342.0));
        assert_eq!(g.x, [8.0; 5]);
    }

    #[test]
    fn in_expressions() {
        let (value, x) = differentiate! {
            inputs {}
            parameters { x = [1.0, 2.0] }
            seed 1.0;
            y: f64 = {
                const COUNT: usize = 4;
                y = self::total::<COUNT>(x[0]) + 10 * self::total::<WIDTH>(x[1]) + self::multiplied::<2, WIDTH>(x);
            }
        };
        assert_eq!((value, x), (4.0 + 60.0 + 9.0, [7.0, 33.0]));
    }
}

/// Expressions that one name for them all would mix up, some of them of counts.
mod expressions_of_the_callee {
    use super::*;

    pub mod library {
        use autodiff_runtime::prelude::*;

        const N: usize = 4;

        #[differentiable]
        pub fn model(x: Param<[f64; N - 2]>, y: Param<[f64; N / 4]>) -> f64 {
            const N: usize = 3;
            sum(x) + 10 * sum(y) + 100 * sum(broadcast(x[0], [N * 2]))
        }
    }

    #[differentiable]
    fn caller(x: Param<[f64; 2]>, y: Param<[f64; 1]>) -> f64 {
        library::model(x, y)
    }

    #[test]
    fn are_told_apart() {
        let (value, _) = of_generic!(caller(), { x: [1.0; 2], y: [1.0] });
        assert_eq!(value, 612.0);
    }
}
