//! Operators of one's own: 1 to 4 operands, scalars, vectors and matrices, by every kind of path.

use autodiff_runtime::prelude::*;
use autodiff_runtime::{Adjoints, Element, Operator, OperatorTangent, Refs, Tangents};

/// An operator given by its value, the adjoints of its operands, and its tangent.
///
/// The tangent is left to each: `dy += …` for every operand that varies.
pub mod operators {
    use core::marker::PhantomData;

    use super::*;

    /// `x³`
    pub struct Cube<E>(PhantomData<E>);

    impl<E: Element> Operator for Cube<E> {
        type Operands = (E,);
        type Output = E;

        fn forward((x,): Refs<'_, Self>, y: &mut E) {
            *y = *x * *x * *x;
        }

        fn reverse((x,): Refs<'_, Self>, _: &E, g: &E, (dx,): Adjoints<'_, Self>) {
            if let Some(dx) = dx {
                *dx = *g * E::from_f64(3.0) * *x * *x;
            }
        }
    }

    impl<E: Element> OperatorTangent for Cube<E> {
        fn tangent((x,): Refs<'_, Self>, _: &E, (dx,): Tangents<'_, Self>, dy: &mut E) {
            *dy = dx.map_or(E::ZERO, |dx| *dx * E::from_f64(3.0) * *x * *x);
        }
    }

    /// `y_i = a x_i²`, for any length.
    pub struct Parabola<E, const N: usize>(PhantomData<E>);

    impl<E: Element, const N: usize> Operator for Parabola<E, N> {
        type Operands = ([E; N], E);
        type Output = [E; N];

        fn forward((x, a): Refs<'_, Self>, y: &mut [E; N]) {
            for (y, x) in y.iter_mut().zip(x) {
                *y = *a * *x * *x;
            }
        }

        fn reverse((x, a): Refs<'_, Self>, _: &[E; N], g: &[E; N], (dx, da): Adjoints<'_, Self>) {
            if let Some(dx) = dx {
                for ((dx, x), g) in dx.iter_mut().zip(x).zip(g) {
                    *dx = E::from_f64(2.0) * *a * *x * *g;
                }
            }
            if let Some(da) = da {
                *da = E::ZERO;
                for (x, g) in x.iter().zip(g) {
                    *da += *x * *x * *g;
                }
            }
        }
    }

    impl<E: Element, const N: usize> OperatorTangent for Parabola<E, N> {
        fn tangent(
            (x, a): Refs<'_, Self>,
            _: &[E; N],
            (dx, da): Tangents<'_, Self>,
            dy: &mut [E; N],
        ) {
            *dy = [E::ZERO; N];
            for (i, dy) in dy.iter_mut().enumerate() {
                if let Some(dx) = dx {
                    *dy += E::from_f64(2.0) * *a * x[i] * dx[i];
                }
                if let Some(da) = da {
                    *dy += x[i] * x[i] * *da;
                }
            }
        }
    }

    /// `uᵀ A v` of a matrix and two vectors.
    pub struct Bilinear<E>(PhantomData<E>);

    impl<E: Element> Operator for Bilinear<E> {
        type Operands = ([E; 2], [[E; 3]; 2], [E; 3]);
        type Output = E;

        fn forward((u, a, v): Refs<'_, Self>, y: &mut E) {
            *y = E::ZERO;
            for i in 0..2 {
                for j in 0..3 {
                    *y += u[i] * a[i][j] * v[j];
                }
            }
        }

        fn reverse((u, a, v): Refs<'_, Self>, _: &E, g: &E, (du, da, dv): Adjoints<'_, Self>) {
            if let Some(du) = du {
                *du = [E::ZERO; 2];
                for i in 0..2 {
                    for j in 0..3 {
                        du[i] += *g * a[i][j] * v[j];
                    }
                }
            }
            if let Some(da) = da {
                for i in 0..2 {
                    for j in 0..3 {
                        da[i][j] = *g * u[i] * v[j];
                    }
                }
            }
            if let Some(dv) = dv {
                *dv = [E::ZERO; 3];
                for i in 0..2 {
                    for j in 0..3 {
                        dv[j] += *g * u[i] * a[i][j];
                    }
                }
            }
        }
    }

    impl<E: Element> OperatorTangent for Bilinear<E> {
        fn tangent((u, a, v): Refs<'_, Self>, _: &E, (du, da, dv): Tangents<'_, Self>, dy: &mut E) {
            *dy = E::ZERO;
            for i in 0..2 {
                for j in 0..3 {
                    if let Some(du) = du {
                        *dy += du[i] * a[i][j] * v[j];
                    }
                    if let Some(da) = da {
                        *dy += u[i] * da[i][j] * v[j];
                    }
                    if let Some(dv) = dv {
                        *dy += u[i] * a[i][j] * dv[j];
                    }
                }
            }
        }
    }

    /// `a A + u vᵀ`: four operands, a matrix as result.
    pub struct Update<E>(PhantomData<E>);

    impl<E: Element> Operator for Update<E> {
        type Operands = (E, [[E; 3]; 2], [E; 2], [E; 3]);
        type Output = [[E; 3]; 2];

        fn forward((k, a, u, v): Refs<'_, Self>, y: &mut [[E; 3]; 2]) {
            for i in 0..2 {
                for j in 0..3 {
                    y[i][j] = *k * a[i][j] + u[i] * v[j];
                }
            }
        }

        fn reverse(
            (k, a, u, v): Refs<'_, Self>,
            _: &[[E; 3]; 2],
            g: &[[E; 3]; 2],
            (mut dk, mut da, mut du, mut dv): Adjoints<'_, Self>,
        ) {
            if let Some(dk) = &mut dk {
                **dk = E::ZERO;
            }
            if let Some(du) = &mut du {
                **du = [E::ZERO; 2];
            }
            if let Some(dv) = &mut dv {
                **dv = [E::ZERO; 3];
            }
            for i in 0..2 {
                for j in 0..3 {
                    if let Some(dk) = &mut dk {
                        **dk += g[i][j] * a[i][j];
                    }
                    if let Some(da) = &mut da {
                        da[i][j] = *k * g[i][j];
                    }
                    if let Some(du) = &mut du {
                        du[i] += g[i][j] * v[j];
                    }
                    if let Some(dv) = &mut dv {
                        dv[j] += g[i][j] * u[i];
                    }
                }
            }
        }
    }

    impl<E: Element> OperatorTangent for Update<E> {
        fn tangent(
            (k, a, u, v): Refs<'_, Self>,
            _: &[[E; 3]; 2],
            (dk, da, du, dv): Tangents<'_, Self>,
            dy: &mut [[E; 3]; 2],
        ) {
            for i in 0..2 {
                for j in 0..3 {
                    dy[i][j] = dk.map_or(E::ZERO, |dk| *dk * a[i][j])
                        + da.map_or(E::ZERO, |da| *k * da[i][j])
                        + du.map_or(E::ZERO, |du| du[i] * v[j])
                        + dv.map_or(E::ZERO, |dv| u[i] * dv[j]);
                }
            }
        }
    }

    pub mod deeper {
        use super::*;

        #[differentiable]
        pub(crate) fn by_super(x: Param<f64>) -> f64 {
            let y: f64 = super::Cube::<f64>(x);
            y * 2.0
        }

        #[test]
        fn model() {
            let (value, gradients) = value_and_gradients!(by_super(), { x: 2.0 });
            assert_eq!((value, gradients.x), (16.0, 24.0));
        }

        #[test]
        fn expression() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = 2.0 }
                seed 1.0;
                y: f64 = { y = 2.0 * super::Cube::<f64>(x); }
            };
            assert_eq!((value, x), (16.0, 24.0));
        }
    }
}

use operators::{Bilinear, Cube, Parabola, Update};

mod operands {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn one(x: Param<$E>) -> $E {
            Cube::<$E>(x)
        }

        #[test]
        fn one_scalar() {
            let (value, gradients) = value_and_gradients!(one(), { x: 2.0 });
            assert_eq!((value, gradients.x), (8.0, 12.0));
            assert_adjoint!($E: one(), one::Params { x: 0.75 });

            let (value, x) = differentiate! {
                inputs {}
                parameters { x = 2.0 as $E }
                seed 1.0;
                y: $E = { y = Cube::<$E>(x); }
            };
            assert_eq!((value, x), (8.0, 12.0));
        }

        #[differentiable]
        fn two(x: Param<[$E; 3]>, a: Param<$E>) -> [$E; 3] {
            Parabola::<$E, 3>(x, a)
        }

        #[test]
        fn two_vector_and_scalar() {
            let (output, gradients) =
                output_and_gradients!(two(), { x: [1.0, 2.0, -3.0], a: 2.0 }, [1.0, 0.5, -1.0]);
            assert_eq!(output, [2.0, 8.0, 18.0]);
            assert_eq!((gradients.x, gradients.a), ([4.0, 4.0, 12.0], 1.0 + 2.0 - 9.0));
            assert_adjoint!($E: two(), two::Params { x: [0.75, -0.5, 0.25], a: 1.5 });

            let (output, x, a) = differentiate! {
                inputs {}
                parameters { x = [1.0, 2.0, -3.0] as [$E; 3], a = 2.0 as $E }
                seed [1.0, 0.5, -1.0];
                y: [$E; 3] = { y = Parabola::<$E, 3>(x, a); }
            };
            assert_eq!((output, x, a), ([2.0, 8.0, 18.0], [4.0, 4.0, 12.0], -6.0));
        }

        #[differentiable]
        fn three(u: Param<[$E; 2]>, a: Param<[[$E; 3]; 2]>, v: Param<[$E; 3]>) -> $E {
            Bilinear::<$E>(u, a, v)
        }

        const A: [[$E; 3]; 2] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];

        #[test]
        fn three_vectors_and_matrix() {
            let (value, gradients) =
                value_and_gradients!(three(), { u: [1.0, -1.0], a: A, v: [1.0, 2.0, 3.0] });
            assert_eq!(value, 14.0 - 32.0);
            assert_eq!(gradients.u, [14.0, 32.0]);
            assert_eq!(gradients.a, [[1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]]);
            assert_eq!(gradients.v, [-3.0; 3]);
            assert_adjoint!($E: three(), three::Params { u: [0.5, 0.25], a: A, v: [1.0, -0.5, 0.25] });

            let (value, u, a, v) = differentiate! {
                inputs {}
                parameters { u = [1.0, -1.0] as [$E; 2], a = A, v = [1.0, 2.0, 3.0] as [$E; 3] }
                seed 1.0;
                y: $E = { y = Bilinear::<$E>(u, a, v); }
            };
            assert_eq!((value, u, v), (-18.0, [14.0, 32.0], [-3.0; 3]));
            assert_eq!(a, [[1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]]);
        }

        #[differentiable]
        fn four(k: Param<$E>, a: Param<[[$E; 3]; 2]>, u: Param<[$E; 2]>, v: Param<[$E; 3]>) -> [[$E; 3]; 2] {
            Update::<$E>(k, a, u, v)
        }

        #[test]
        fn four_and_a_matrix() {
            let seed = [[1.0, 0.0, 0.0], [0.0, 0.0, 10.0]];
            let (output, gradients) = output_and_gradients!(
                four(), { k: 2.0, a: A, u: [1.0, -1.0], v: [1.0, 2.0, 3.0] }, seed
            );
            assert_eq!(output, [[3.0, 6.0, 9.0], [7.0, 8.0, 9.0]]);
            assert_eq!(gradients.k, 61.0);
            assert_eq!(gradients.a, [[2.0, 0.0, 0.0], [0.0, 0.0, 20.0]]);
            assert_eq!((gradients.u, gradients.v), ([1.0, 30.0], [1.0, 0.0, -10.0]));
            assert_adjoint!($E: four(), four::Params { k: 0.5, a: A, u: [0.5, 1.0], v: [1.0, -0.5, 0.25] });

            let (output, k, a, u, v) = differentiate! {
                inputs {}
                parameters {
                    k = 2.0 as $E, a = A, u = [1.0, -1.0] as [$E; 2], v = [1.0, 2.0, 3.0] as [$E; 3],
                }
                seed seed;
                y: [[$E; 3]; 2] = { y = Update::<$E>(k, a, u, v); }
            };
            assert_eq!((output[1], k, u, v), ([7.0, 8.0, 9.0], 61.0, [1.0, 30.0], [1.0, 0.0, -10.0]));
            assert_eq!(a, [[2.0, 0.0, 0.0], [0.0, 0.0, 20.0]]);
        }
    }
}

mod uses {
    use super::*;

    #[differentiable]
    fn twice(x: Param<[f64; 3]>, a: Param<f64>) -> f64 {
        let y: [f64; 3] = Parabola::<f64, 3>(x, a);
        let z: [f64; 3] = Parabola::<f64, 3>(y, 0.5);
        dot(y, z) + sum(x)
    }

    /// The result of one is the operand of the other, and is used beside.
    #[test]
    fn twice_in_a_model() {
        let (value, _) = gradchecked!(twice(), { x: [0.5, -1.0, 1.5], a: 0.75 });
        let expected: f64 = [0.5, -1.0, 1.5]
            .map(|x: f64| 0.5 * (0.75 * x * x).powi(3) + x)
            .iter()
            .sum();
        assert_near!(f64: value, expected);
        assert_adjoint!(f64: twice(), twice::Params { x: [0.5, -1.0, 1.5], a: 0.75 });
    }

    #[differentiable]
    fn same_operand(x: Param<f64>) -> f64 {
        let y: f64 = Cube::<f64>(x);
        let z: f64 = Cube::<f64>(x);
        y * z + Cube::<f64>(x * 1.0)
    }

    #[test]
    fn of_one_operand_several_times() {
        let (value, gradients) = gradchecked!(same_operand(), { x: 1.5 });
        assert_near!(f64: value, 1.5_f64.powi(6) + 1.5_f64.powi(3));
        assert_near!(f64: gradients.x, 6.0 * 1.5_f64.powi(5) + 3.0 * 2.25);
    }

    #[differentiable]
    fn operands_are_one(u: Param<[f64; 3]>, a: Param<[[f64; 3]; 2]>) -> f64 {
        let y: f64 = Bilinear::<f64>(u[..2], a, u);
        y
    }

    #[test]
    fn with_one_value_as_two_operands() {
        gradchecked!(
            operands_are_one(),
            { u: [0.5, -1.0, 1.5], a: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] }
        );
        assert_adjoint!(
            f64: operands_are_one(),
            operands_are_one::Params { u: [0.5, -1.0, 1.5], a: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] }
        );
    }

    #[differentiable]
    fn in_loop(x: Param<[f64; 4]>) -> f64 {
        let mut h = x[0];
        for i in 0..4 {
            let cube: f64 = Cube::<f64>(h);
            h = 0.5 * cube + x[i];
        }
        h
    }

    #[test]
    fn in_a_loop() {
        gradchecked!(in_loop(), { x: [0.5, -0.75, 0.25, 0.5] });
        assert_adjoint!(f64: in_loop(), in_loop::Params { x: [0.5, -0.75, 0.25, 0.5] });
    }

    #[differentiable]
    fn mixed(x: Input<[f64; 3]>, a: Param<f64>, b: Param<[f64; 3]>) -> f64 {
        let with_data: [f64; 3] = Parabola::<f64, 3>(x, a);
        let of_data: [f64; 3] = Parabola::<f64, 3>(x, 2.0);
        dot(with_data * of_data, b)
    }

    /// Some operands get no adjoint; one call gets none at all.
    #[test]
    fn of_inputs_and_parameters() {
        let x = [0.5, -1.0, 1.5];
        let (value, gradients) = gradchecked!(mixed(&x), { a: 0.5, b: [1.0, 2.0, 3.0] });
        let fourth = x.map(|x: f64| x.powi(4));
        assert_near!(f64: value, fourth[0] + 2.0 * fourth[1] + 3.0 * fourth[2]);
        assert_near!(f64: gradients.b, fourth);
        assert_adjoint!(f64: mixed(&x), mixed::Params { a: 0.5, b: [1.0, 2.0, 3.0] });

        let (value, a, b) = differentiate! {
            inputs { x = x }
            parameters { a = 0.5, b = [1.0, 2.0, 3.0] }
            seed 1.0;
            y: f64 = { y = dot(Parabola::<f64, 3>(x, a) * Parabola::<f64, 3>(x, 2.0), b); }
        };
        assert_near!(f64: value, fourth[0] + 2.0 * fourth[1] + 3.0 * fourth[2]);
        assert_near!(f64: a, gradients.a);
        assert_near!(f64: b, fourth);
    }

    /// Each operand in turn is the only one with a gradient.
    #[test]
    fn one_tracked_operand_of_four() {
        let (k, a, u, v) = (
            2.0,
            [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
            [1.0, -1.0],
            [1.0, 2.0, 3.0],
        );
        let seed = [[1.0, 0.0, 0.0], [0.0, 0.0, 10.0]];
        let (_, dk) = differentiate! {
            inputs { a = a, u = u, v = v } parameters { k = k } seed seed;
            y: [[f64; 3]; 2] = { y = Update::<f64>(k, a, u, v); }
        };
        let (_, da) = differentiate! {
            inputs { k = k, u = u, v = v } parameters { a = a } seed seed;
            y: [[f64; 3]; 2] = { y = Update::<f64>(k, a, u, v); }
        };
        let (_, du) = differentiate! {
            inputs { k = k, a = a, v = v } parameters { u = u } seed seed;
            y: [[f64; 3]; 2] = { y = Update::<f64>(k, a, u, v); }
        };
        let (_, dv) = differentiate! {
            inputs { k = k, a = a, u = u } parameters { v = v } seed seed;
            y: [[f64; 3]; 2] = { y = Update::<f64>(k, a, u, v); }
        };
        assert_eq!((dk, du, dv), (61.0, [1.0, 30.0], [1.0, 0.0, -10.0]));
        assert_eq!(da, [[2.0, 0.0, 0.0], [0.0, 0.0, 20.0]]);
    }

    #[differentiable]
    fn behind_a_stop(x: Param<f64>) -> f64 {
        let y: f64 = Cube::<f64>(stop_gradient(x));
        x * y
    }

    #[test]
    fn with_a_stopped_operand() {
        let (value, gradients) = value_and_gradients!(behind_a_stop(), { x: 2.0 });
        assert_eq!((value, gradients.x), (16.0, 8.0));
    }

    #[differentiable]
    fn jacobian_of_own(x: Param<[f64; 2]>, a: Param<f64>) -> [f64; 2] {
        let y: [f64; 2] = Parabola::<f64, 2>(x, a);
        y * y
    }

    #[test]
    fn jacobian() {
        assert_jacobian!(to_vec: jacobian_of_own(), jacobian_of_own::Params { x: [0.5, -1.5], a: 0.75 });
    }

    #[differentiable]
    fn of_numbers(x: Param<f64>) -> f64 {
        let constant: f64 = Cube::<f64>(2.0);
        let y: f64 = Cube::<f64>(x + constant);
        y * constant
    }

    /// An operand that is a number, and one that is computed; a result that has no tangent.
    #[test]
    fn of_a_number() {
        let (value, gradients) = value_and_gradients!(of_numbers(), { x: -6.0 });
        assert_eq!((value, gradients.x), (64.0, 96.0));
        assert_adjoint!(f64: of_numbers(), of_numbers::Params { x: -6.5 });

        let (value, x) = differentiate! {
            inputs {}
            parameters { x = -6.0 }
            seed 1.0;
            y: f64 = {
                let constant = Cube::<f64>(2.0);
                y = Cube::<f64>(x + constant) * constant;
            }
        };
        assert_eq!((value, x), (64.0, 96.0));
    }

    #[differentiable]
    fn of_views(x: Param<[f64; 6]>, m: Param<[[f64; 3]; 1]>) -> [f64; 3] {
        let rows = reshape(x, [2, 3]);
        let a: f64 = Bilinear::<f64>(x[4..], rows, reshape(m, [3]));
        let y: [f64; 3] = Parabola::<f64, 3>(reshape(m, [3]), a);
        let z: [[f64; 3]; 2] = Update::<f64>(a, rows, x[..2], stop_gradient(m[0]));
        y + z[1]
    }

    /// Operands that are other shapes of one memory, and parts of it.
    #[test]
    fn of_views_of_one_value() {
        let params = of_views::Params {
            x: [0.5, -1.0, 1.5, 0.25, 2.0, -0.5],
            m: [[1.0, 0.5, -0.25]],
        };
        assert_adjoint!(f64: of_views(), params);
    }

    #[differentiable]
    fn left_alone(x: Param<[f64; 3]>, a: Param<f64>) -> f64 {
        let _unused: [f64; 3] = Parabola::<f64, 3>(x, a);
        let all: [f64; 3] = Parabola::<f64, 3>(x, a);
        all[1]
    }

    /// A result that is not used, or in part.
    #[test]
    fn of_which_little_is_used() {
        let (value, gradients) = value_and_gradients!(left_alone(), { x: [1.0, 2.0, 3.0], a: 0.5 });
        assert_eq!(
            (value, gradients.x, gradients.a),
            (2.0, [0.0, 2.0, 0.0], 4.0)
        );
        assert_adjoint!(f64: left_alone(), left_alone::Params { x: [1.0, 2.0, 3.0], a: 0.5 });
    }

    /// One that has no forward-mode rule: all but `jvp`.
    struct Reverse;

    impl Operator for Reverse {
        type Operands = ([f64; 3],);
        type Output = [f64; 3];

        fn forward((x,): Refs<'_, Self>, y: &mut [f64; 3]) {
            *y = *x;
            y.reverse();
        }

        fn reverse(_: Refs<'_, Self>, _: &[f64; 3], g: &[f64; 3], (dx,): Adjoints<'_, Self>) {
            if let Some(dx) = dx {
                *dx = *g;
                dx.reverse();
            }
        }
    }

    #[differentiable]
    fn reversed(x: Param<[f64; 3]>) -> [f64; 3] {
        let y: [f64; 3] = Reverse(x);
        y * x
    }

    #[test]
    fn without_a_forward_mode_rule() {
        let x = [1.0, 2.0, 4.0];
        let (output, gradients) = output_and_gradients!(reversed(), { x: x }, [1.0, 10.0, 100.0]);
        assert_eq!(output, [4.0, 4.0, 4.0]);
        assert_eq!(gradients.x, [4.0 + 400.0, 40.0, 1.0 + 100.0]);
        // By rows, although there are as many columns.
        let params = reversed::Params { x };
        let jacobian = reversed::jacobian(&params, &mut reversed::Tape::new());
        assert_eq!(
            jacobian.map(|row| row.x),
            [[4.0, 0.0, 1.0], [0.0, 4.0, 0.0], [4.0, 0.0, 1.0]]
        );
    }
}

mod paths {
    use super::*;

    pub struct Half;

    impl Operator for Half {
        type Operands = (f64,);
        type Output = f64;

        fn forward((x,): Refs<'_, Self>, y: &mut f64) {
            *y = 0.5 * x;
        }

        fn reverse(_: Refs<'_, Self>, _: &f64, g: &f64, (dx,): Adjoints<'_, Self>) {
            if let Some(dx) = dx {
                *dx = 0.5 * g;
            }
        }
    }

    type Renamed = Half;
    use Half as Imported;

    #[differentiable]
    fn model(x: Param<f64>) -> f64 {
        let a: f64 = Half(x);
        let b: f64 = self::Half(x);
        let c: f64 = super::paths::Half(x);
        let d: f64 = crate::own::paths::Half(x);
        let e: f64 = Renamed(x);
        let f: f64 = Imported(x);
        a * b * c * d * e * f
    }

    #[test]
    fn of_every_kind() {
        let (value, gradients) = value_and_gradients!(model(), { x: 2.0 });
        assert_eq!((value, gradients.x), (1.0, 3.0));

        let (value, x) = differentiate! {
            inputs {}
            parameters { x = 2.0 }
            seed 1.0;
            y: f64 = {
                y = Half(x) * self::Half(x) * super::paths::Half(x)
                    * crate::own::paths::Half(x) * Renamed(x) * Imported(x);
            }
        };
        assert_eq!((value, x), (1.0, 3.0));
    }

    /// What an operator gives meets other operands, and what they make is an operand of it.
    #[test]
    fn among_operands_of_unknown_shape() {
        let (value, x, a) = differentiate! {
            inputs {}
            parameters { x = 2.0, a = 3.0 }
            seed 1.0;
            y: f64 = { y = Half(a * Half(x * a)) + Half(x) / a; }
        };
        // a (x a) / 4 + x / (2 a)
        assert_near!(f64: value, 18.0 / 4.0 + 1.0 / 3.0);
        assert_near!(f64: x, 9.0 / 4.0 + 1.0 / 6.0);
        assert_near!(f64: a, 3.0 - 1.0 / 9.0);
    }

    #[differentiable]
    fn generic_arguments(x: Param<[f64; 4]>, a: Param<f64>) -> f64 {
        let y: [f64; 4] = Parabola::<f64, 4>(x, a);
        let z: [f64; 2] = super::operators::Parabola::<f64, 2>(x[1..3], a);
        sum(y) + sum(z)
    }

    #[test]
    fn with_generic_arguments() {
        let (value, gradients) =
            gradchecked!(generic_arguments(), { x: [1.0, 2.0, 3.0, 4.0], a: 2.0 });
        assert_eq!((value, gradients.a), (86.0, 43.0));

        let (value, _, a) = differentiate! {
            inputs {}
            parameters { x = [1.0, 2.0, 3.0, 4.0], a = 2.0 }
            seed 1.0;
            y: f64 = { y = sum(Parabola::<f64, 4>(x, a)) + sum(Parabola::<_, 2>(x[1..3], a)); }
        };
        assert_eq!((value, a), (86.0, 43.0));
    }

    #[differentiable]
    fn generic_model<const N: usize>(x: Param<[f64; N]>, a: Param<f64>) -> [f64; N] {
        let y: [f64; N] = Parabola::<f64, N>(x, a);
        let z: [f64; N] = Parabola::<f64, N>(y, a);
        y + z
    }

    #[test]
    fn in_a_generic_model() {
        fn check<const N: usize>(x: [f64; N]) {
            let params = generic_model::Params { x, a: 0.5 };
            assert_adjoint!(f64: generic_model(), params);
            assert_jacobian!(to_vec: generic_model(), params);
        }
        check([0.5]);
        check([0.5, -1.0, 1.5]);
    }

    /// In a function that is generic itself.
    #[test]
    fn in_an_expression_of_a_generic_function() {
        fn check<const N: usize>(x: [f64; N], value: f64, slopes: [f64; N]) {
            let (found, found_slopes) = differentiate! {
                inputs {}
                parameters { x = x }
                seed 1.0;
                y: f64 = { y = sum(Parabola::<f64, N>(x, 2.0)) + x[0]; }
            };
            assert_eq!((found, found_slopes), (value, slopes));
        }
        check([1.0], 3.0, [5.0]);
        check([1.0, 2.0, 3.0], 29.0, [5.0, 8.0, 12.0]);
    }

    /// An operator whose path has a model's const item.
    const LENGTH: usize = 3;

    #[differentiable]
    fn const_item(x: Param<[f64; LENGTH]>) -> [f64; LENGTH] {
        Parabola::<f64, LENGTH>(x, 2.0)
    }

    #[test]
    fn with_a_const_item() {
        let (output, gradients) =
            output_and_gradients!(const_item(), { x: [1.0, 2.0, 3.0] }, [1.0; 3]);
        assert_eq!((output, gradients.x), ([2.0, 8.0, 18.0], [4.0, 8.0, 12.0]));
    }
}
