//! Models that call models.

use autodiff_runtime::prelude::*;

/// A chain of three modules; names of locals and dimensions meet at every turn.
pub mod nn {
    use autodiff_runtime::prelude::*;

    /// `Wx + b` under a slope that is data.
    #[differentiable]
    pub fn layer<const I: usize, const O: usize>(
        x: Input<[f64; I]>,
        w: Param<[[f64; I]; O]>,
        b: Param<[f64; O]>,
    ) -> [f64; O] {
        let h = fully_connected(x, w, b);
        tanh(h)
    }

    pub mod blocks {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub fn residual<const N: usize>(
            x: Input<[f64; N]>,
            w: Param<[[f64; N]; N]>,
            b: Param<[f64; N]>,
        ) -> [f64; N] {
            let h = crate::models::nn::layer(x, w, b);
            x + h
        }
    }

    pub const WIDTH: usize = 3;

    #[differentiable]
    pub fn fixed(x: Input<[f64; WIDTH]>, a: Param<f64>) -> [f64; WIDTH] {
        let h = a * x;
        h * h
    }

    #[differentiable]
    pub fn loss(prediction: Param<[f64; 2]>, target: Input<[f64; 2]>) -> f64 {
        mse(prediction, target)
    }

    #[differentiable]
    pub fn single(x: Param<[f32; 2]>, a: Param<f32>) -> f32 {
        a * sum(x)
    }

    #[differentiable]
    pub fn scaled(x: Input<f64>, gain: Param<f64>, offset: Param<f64>) -> f64 {
        let h = gain * x;
        h * h + offset
    }
}

mod chains {
    use super::*;

    macro_rules! params_of {
        ($model:ident($($input:expr),*), { $($parameter:tt)* }) => {
            $model::Params { $($parameter)* }
        };
    }

    #[differentiable]
    fn network(
        x: Input<[f64; 2]>,
        h: Param<[[f64; 2]; 3]>,
        b: Param<[f64; 3]>,
        w: Param<[[f64; 3]; 3]>,
        out: Param<[[f64; 3]; 2]>,
        out_b: Param<[f64; 2]>,
        t: Input<[f64; 2]>,
    ) -> f64 {
        let x = nn::layer(x, h, b);
        let x = nn::blocks::residual(x, w, b);
        let x = nn::blocks::residual(x, w, 0.5 * b);
        let y = nn::layer(x, out, out_b);
        nn::loss(y, t)
    }

    #[differentiable]
    fn written_out(
        x: Input<[f64; 2]>,
        h: Param<[[f64; 2]; 3]>,
        b: Param<[f64; 3]>,
        w: Param<[[f64; 3]; 3]>,
        out: Param<[[f64; 3]; 2]>,
        out_b: Param<[f64; 2]>,
        t: Input<[f64; 2]>,
    ) -> f64 {
        let x = tanh(fully_connected(x, h, b));
        let x = x + tanh(fully_connected(x, w, b));
        let x = x + tanh(fully_connected(x, w, 0.5 * b));
        let y = tanh(fully_connected(x, out, out_b));
        mse(y, t)
    }

    /// Three modules, three sizes of one generic model, one of them called twice.
    #[test]
    fn of_three_modules() {
        let (x, t) = ([0.5, -1.0], [0.25, 0.5]);
        macro_rules! values {
            ($check:ident!($model:ident)) => {
                $check!($model(&x, &t), {
                    h: [[0.5, 0.25], [-0.5, 1.0], [0.75, -0.25]],
                    b: [0.1, -0.2, 0.3],
                    w: [[0.5, 0.25, -0.75], [-0.5, 1.0, 0.25], [0.75, -0.25, 0.5]],
                    out: [[1.0, -0.5, 0.25], [0.5, 0.5, -1.0]],
                    out_b: [0.2, -0.1],
                })
            };
        }
        let (value, gradients) = values!(gradchecked!(network));
        let params = values!(params_of!(network));
        assert_adjoint!(f64: network(&x, &t), params);
        let (expected, slopes) = values!(value_and_gradients!(written_out));
        assert_near!(f64: value, expected);
        assert_near!(f64: gradients.as_slice(), slopes.as_slice());
        // No record of its own for the calls.
        assert_eq!(network::Tape::SIZE, written_out::Tape::SIZE);
    }

    /// The same chain over views.
    #[test]
    fn in_an_expression() {
        let (x, t) = ([0.5, -1.0], [0.25, 0.5]);
        let (w, b) = ([[0.5, 0.25], [-0.5, 1.0]], [0.1, -0.2]);
        let (value, dw, db) = differentiate! {
            inputs { x = x, t = t }
            parameters { w = w, b = b }
            seed 1.0;
            y: f64 = {
                let h = nn::layer(x, w, b);
                let h = nn::blocks::residual(h, w, b);
                y = nn::loss(h, t);
            }
        };
        let (expected, again_w, again_b) = differentiate! {
            inputs { x = x, t = t }
            parameters { w = w, b = b }
            seed 1.0;
            y: f64 = {
                let h = tanh(fully_connected(x, w, b));
                let h = h + tanh(fully_connected(h, w, b));
                y = mse(h, t);
            }
        };
        assert_near!(f64: value, expected);
        assert_near!(f64: dw, again_w);
        assert_near!(f64: db, again_b);
    }
}

mod arguments {
    use super::*;

    #[differentiable]
    fn numbers(x: Param<f64>) -> f64 {
        nn::scaled(x, 2.0, 1.0)
    }

    /// Numbers where the callee has parameters; a parameter where it has an input.
    #[test]
    fn numbers_for_parameters() {
        let (value, gradients) = gradchecked!(numbers(), { x: 3.0 });
        assert_eq!((value, gradients.x), (37.0, 24.0));
        assert_eq!(numbers::Params::LEN, 1);
    }

    #[differentiable]
    fn frozen(x: Input<f64>, gain: Input<f64>, offset: Param<f64>) -> f64 {
        nn::scaled(x, gain, offset)
    }

    #[test]
    fn inputs_for_parameters() {
        let (value, gradients) = gradchecked!(frozen(&3.0, &2.0), { offset: 1.0 });
        assert_eq!((value, gradients.offset), (37.0, 1.0));
    }

    #[differentiable]
    fn flowing(x: Param<f64>, gain: Param<f64>) -> f64 {
        nn::scaled(x * x, gain, x)
    }

    /// `gain² x⁴ + x`: what the callee calls an input has a gradient here.
    #[test]
    fn values_for_inputs() {
        let (value, gradients) = gradchecked!(flowing(), { x: 2.0, gain: 0.5 });
        assert_eq!((value, gradients.x, gradients.gain), (6.0, 9.0, 16.0));

        let (value, x, gain) = differentiate! {
            inputs {}
            parameters { x = 2.0, gain = 0.5 }
            seed 1.0;
            y: f64 = { y = nn::scaled(x * x, gain, x); }
        };
        assert_eq!((value, x, gain), (6.0, 9.0, 16.0));
    }

    /// Inputs and parameters of a `grad!` in any place, and a number.
    #[test]
    fn views_in_any_place() {
        let (value, gain) = differentiate! {
            inputs { x = 3.0 }
            parameters { gain = 2.0 }
            seed 1.0;
            y: f64 = { y = nn::scaled(x, gain, 1.0); }
        };
        assert_eq!((value, gain), (37.0, 36.0));

        let (value, x) = differentiate! {
            inputs { gain = 2.0, offset = 1.0 }
            parameters { x = 3.0 }
            seed 1.0;
            y: f64 = { y = nn::scaled(x, gain, offset); }
        };
        assert_eq!((value, x), (37.0, 24.0));
    }

    #[differentiable]
    fn same_twice(x: Param<f64>) -> f64 {
        nn::scaled(x, x, x)
    }

    #[test]
    fn one_value_for_all() {
        let (value, gradients) = gradchecked!(same_twice(), { x: 2.0 });
        assert_eq!((value, gradients.x), (18.0, 33.0));
    }

    #[differentiable]
    fn constant_target(p: Param<[f64; 2]>) -> f64 {
        nn::loss(p, stop_gradient(2.0 * p))
    }

    #[test]
    fn stopped_target() {
        let (value, gradients) = value_and_gradients!(constant_target(), { p: [1.0, 2.0] });
        assert_eq!((value, gradients.p), (2.5, [-1.0, -2.0]));
    }

    #[differentiable]
    fn single(x: Param<[f32; 2]>, a: Param<f32>) -> f32 {
        nn::single(x, a) * nn::single(x * x, 0.5)
    }

    #[test]
    fn in_single_precision() {
        let (value, gradients) = value_and_gradients!(single(), { x: [1.0, 2.0], a: 3.0 });
        assert_eq!(value, 9.0 * 2.5);
        assert_eq!(gradients.a, 3.0 * 2.5);
        assert_eq!(gradients.x, [3.0 * 2.5 + 9.0, 3.0 * 2.5 + 18.0]);
    }
}

/// Results that are arguments, numbers, or the root.
mod results {
    use super::*;

    #[differentiable]
    pub fn same(x: Param<[f64; 2]>) -> [f64; 2] {
        x
    }

    #[differentiable]
    #[allow(deprecated)]
    pub fn second(_x: Param<[f64; 2]>, y: Input<[f64; 2]>) -> [f64; 2] {
        y
    }

    #[differentiable]
    #[allow(deprecated)]
    pub fn constant(_x: Param<f64>) -> [f64; 2] {
        broadcast(3.0, [2])
    }

    #[differentiable]
    #[allow(deprecated)]
    fn caller(x: Param<[f64; 2]>, unused: Param<[f64; 2]>) -> [f64; 2] {
        let h = self::same(self::same(x));
        self::second(unused, h) * self::constant(x[0]) + self::same(h)
    }

    #[test]
    fn of_every_kind() {
        let (output, gradients) =
            output_and_gradients!(caller(), { x: [1.0, 2.0], unused: [5.0; 2] }, [1.0, 10.0]);
        assert_eq!(output, [4.0, 8.0]);
        assert_eq!((gradients.x, gradients.unused), ([4.0, 40.0], [0.0; 2]));
        assert_adjoint!(f64: caller(), caller::Params { x: [1.0, 2.0], unused: [5.0; 2] });
    }

    #[differentiable]
    fn root(x: Param<[f64; 2]>) -> [f64; 2] {
        self::same(x)
    }

    #[test]
    fn as_the_root() {
        let (output, gradients) = output_and_gradients!(root(), { x: [1.0, 2.0] }, [3.0, 5.0]);
        assert_eq!((output, gradients.x), ([1.0, 2.0], [3.0, 5.0]));

        let (output, x) = differentiate! {
            inputs {}
            parameters { x = [1.0, 2.0] }
            seed [3.0, 5.0];
            y: [f64; 2] = { y = self::same(x); }
        };
        assert_eq!((output, x), ([1.0, 2.0], [3.0, 5.0]));
    }

    /// Only numbers and inputs: a value, and no gradient.
    #[test]
    fn without_a_parameter() {
        let (x, mut value) = (3.0, 0.0);
        let mut y = BufferView::output(&mut value);
        grad! { y = nn::scaled(x, 2.0, 1.0); }.backward();
        assert_eq!(value, 37.0);
    }
}

mod dimensions {
    use super::*;

    const N: usize = 3;

    #[differentiable]
    fn of_an_item(x: Param<[f64; N]>, a: Param<f64>) -> f64 {
        sum(nn::fixed(x, a))
    }

    #[differentiable]
    fn of_a_number(x: Param<[f64; 3]>, a: Param<f64>) -> f64 {
        sum(nn::fixed(x, a))
    }

    /// The callee's const item meets a number and an item of the caller.
    #[test]
    fn const_item_of_the_callee() {
        let (value, gradients) = gradchecked!(of_an_item(), { x: [1.0, 2.0, 3.0], a: 2.0 });
        assert_eq!(
            (value, gradients.x, gradients.a),
            (56.0, [8.0, 16.0, 24.0], 56.0)
        );
        let (value, gradients) = gradchecked!(of_a_number(), { x: [1.0, 2.0, 3.0], a: 2.0 });
        assert_eq!(
            (value, gradients.x, gradients.a),
            (56.0, [8.0, 16.0, 24.0], 56.0)
        );
    }

    #[differentiable]
    fn generic<const M: usize>(x: Param<[f64; M]>, w: Param<[[f64; M]; M]>) -> f64 {
        let h = nn::layer(x, w, x);
        let h = nn::blocks::residual(h, w, x);
        dot(h, x)
    }

    #[test]
    fn generic_caller() {
        fn check<const M: usize>() {
            let mut random = crate::common::Random::new(7);
            let mut params = generic::Params {
                x: [0.0; M],
                w: [[0.0; M]; M],
            };
            random.fill(&mut params.x, 1.0);
            random.fill(params.w.as_flattened_mut(), 1.0);
            let mut gradients = params;
            generic::value_and_gradient(&params, &mut generic::Tape::new(), &mut gradients);
            gradcheck(&params, &gradients, generic).unwrap();
            assert_adjoint!(f64: generic(), params);
        }
        check::<1>();
        check::<2>();
        check::<5>();
    }

    #[differentiable]
    fn annotated<const K: usize>(x: Param<[f64; K]>) -> [f64; K] {
        let h: [f64; K] = x * x;
        h + broadcast(x[0], [K])
    }

    #[differentiable]
    fn at_two_lengths(x: Param<[f64; 4]>) -> f64 {
        let long = self::annotated(x);
        let short = self::annotated(x[1..3]);
        sum(long) + sum(short)
    }

    /// A generic that the body names, at two lengths.
    #[test]
    fn generic_of_the_callee_in_its_body() {
        let (value, gradients) = gradchecked!(at_two_lengths(), { x: [1.0, 2.0, 3.0, 4.0] });
        assert_eq!(value, 30.0 + 4.0 + 13.0 + 4.0);
        assert_eq!(gradients.x, [2.0 + 4.0, 4.0 + 4.0 + 2.0, 6.0 + 6.0, 8.0]);
    }
}

mod in_loops {
    use super::*;

    #[differentiable]
    fn repeated(x: Param<[f64; 2]>, w: Param<[[f64; 2]; 2]>, b: Param<[[f64; 2]; 3]>) -> f64 {
        let mut h = x;
        for i in 0..3 {
            h = nn::blocks::residual(h, w, b[i]);
        }
        sum(h)
    }

    #[test]
    fn called_in_a_loop() {
        gradchecked!(repeated(), {
            x: [0.5, -1.0],
            w: [[0.5, 0.25], [-0.5, 1.0]],
            b: [[0.1, 0.2], [-0.3, 0.4], [0.5, -0.6]],
        });
    }

    #[differentiable]
    fn power_sum(x: Param<[f64; 3]>) -> f64 {
        const POWERS: usize = 3;
        let mut h = sum(x);
        for k in 2..=POWERS {
            let h_k = powi(x, k);
            h = h + sum(h_k);
        }
        h
    }

    #[differentiable]
    fn caller(x: Param<[f64; 3]>, k: Param<f64>) -> f64 {
        let mut h = k;
        for i in 0..2 {
            h = h * self::power_sum(x * x[i]);
        }
        h
    }

    /// A callee with a `const`, a loop and a carried value that the caller also has.
    #[test]
    fn callee_with_a_loop() {
        let (value, _) = gradchecked!(caller(), { x: [0.5, -1.0, 1.5], k: 2.0 });
        let power_sum = |s: f64| -> f64 {
            [0.5, -1.0, 1.5]
                .map(|x: f64| s * x + (s * x).powi(2) + (s * x).powi(3))
                .iter()
                .sum()
        };
        assert_near!(f64: value, 2.0 * power_sum(0.5) * power_sum(-1.0));
    }

    #[test]
    fn in_a_loop_of_an_expression() {
        let (value, x) = differentiate! {
            inputs {}
            parameters { x = [0.5, 2.0] }
            seed 1.0;
            y: f64 = {
                let mut h = x[0];
                for i in 0..2 {
                    h = nn::scaled(h, x[i], 1.0);
                }
                y = h;
            }
        };
        // h1 = x0⁴ + 1, h2 = x1² h1² + 1
        let h1 = 1.0625;
        assert_near!(f64: value, 4.0 * h1 * h1 + 1.0);
        assert_near!(f64: x, [8.0 * h1 * 4.0 * 0.125, 4.0 * h1 * h1]);
    }
}

/// A callee that calls by paths of its own: relative to its own module.
mod relative {
    use super::*;

    pub mod base {
        use autodiff_runtime::prelude::*;

        pub mod deep {
            use autodiff_runtime::prelude::*;

            #[differentiable]
            pub fn twice(x: Param<[f64; 2]>) -> [f64; 2] {
                2.0 * x
            }
        }

        #[differentiable]
        pub fn plus_one(x: Param<[f64; 2]>) -> [f64; 2] {
            x + 1.0
        }

        #[differentiable]
        pub fn by_self(x: Param<[f64; 2]>) -> [f64; 2] {
            self::plus_one(x) * 3.0
        }

        #[differentiable]
        pub fn by_child(x: Param<[f64; 2]>) -> [f64; 2] {
            deep::twice(x) * 5.0
        }

        #[differentiable]
        pub fn by_self_and_child(x: Param<[f64; 2]>) -> [f64; 2] {
            self::deep::twice(x) * 7.0
        }

        pub mod side {
            use autodiff_runtime::prelude::*;

            /// `super` is for models that no other one calls.
            #[differentiable]
            pub fn by_super(x: Param<[f64; 2]>) -> [f64; 2] {
                super::deep::twice(super::by_self(x)) * 11.0
            }

            #[differentiable]
            pub fn by_crate(x: Param<[f64; 2]>) -> [f64; 2] {
                crate::models::relative::base::by_self(x) * 13.0
            }
        }
    }

    /// Imported modules are for models that no other one calls.
    mod net {
        use super::base;
        use super::base::deep as other;
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub fn by_import(x: Param<[f64; 2]>) -> [f64; 2] {
            base::plus_one(x) * other::twice(x)
        }
    }

    use base::side;
    use net::by_import;
    use side::by_super;

    /// Where the caller stands, these names are other models.
    mod deep {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub fn twice(x: Param<[f64; 2]>) -> [f64; 2] {
            200.0 * x
        }
    }

    #[differentiable]
    fn plus_one(x: Param<[f64; 2]>) -> [f64; 2] {
        x + 100.0
    }

    #[differentiable]
    fn all(x: Param<[f64; 2]>) -> f64 {
        let own = self::plus_one(x) + deep::twice(x);
        let theirs =
            base::by_self(x) + base::by_child(x) + base::by_self_and_child(x) + side::by_crate(x);
        sum(own + theirs)
    }

    /// Neither where the caller stands nor in another module on the way are these names looked up.
    #[test]
    fn paths_in_the_callee() {
        let (value, gradients) = value_and_gradients!(all(), { x: [1.0, 2.0] });
        let each = |x: f64| {
            let own = x + 100.0 + 200.0 * x;
            let base = 3.0 * (x + 1.0) + 10.0 * x + 14.0 * x;
            let side = 39.0 * (x + 1.0);
            own + base + side
        };
        assert_eq!(value, each(1.0) + each(2.0));
        assert_eq!(gradients.x, [each(1.0) - each(0.0); 2]);
    }

    #[test]
    fn paths_by_super_and_imports() {
        let (output, gradients) = output_and_gradients!(by_super(), { x: [1.0, 2.0] }, [1.0, 1.0]);
        assert_eq!((output, gradients.x), ([132.0, 198.0], [66.0; 2]));
        let (output, gradients) = output_and_gradients!(by_import(), { x: [1.0, 2.0] }, [1.0, 1.0]);
        assert_eq!((output, gradients.x), ([4.0, 12.0], [6.0, 10.0]));
    }
}

/// A callee that uses an operator of its module.
mod own_operators {
    use super::*;

    pub mod library {
        use autodiff_runtime::prelude::*;
        use autodiff_runtime::{Adjoints, Operator, Refs};

        pub struct Power;

        impl Operator for Power {
            type Operands = (f64,);
            type Output = f64;

            fn forward((x,): Refs<'_, Self>, y: &mut f64) {
                *y = x * x * x;
            }

            fn reverse((x,): Refs<'_, Self>, _: &f64, g: &f64, (dx,): Adjoints<'_, Self>) {
                if let Some(dx) = dx {
                    *dx = 3.0 * g * x * x;
                }
            }
        }

        #[differentiable]
        pub fn cubed(x: Param<f64>) -> f64 {
            let y: f64 = Power(x);
            y + 1.0
        }
    }

    /// Another operator of the same name where the caller stands.
    struct Power;

    impl autodiff_runtime::Operator for Power {
        type Operands = (f64,);
        type Output = f64;

        fn forward((x,): autodiff_runtime::Refs<'_, Self>, y: &mut f64) {
            *y = x * x;
        }

        fn reverse(
            (x,): autodiff_runtime::Refs<'_, Self>,
            _: &f64,
            g: &f64,
            (dx,): autodiff_runtime::Adjoints<'_, Self>,
        ) {
            if let Some(dx) = dx {
                *dx = 2.0 * g * x;
            }
        }
    }

    #[differentiable]
    fn caller(x: Param<f64>) -> f64 {
        let square: f64 = Power(x);
        square + library::cubed(x)
    }

    #[test]
    fn are_those_of_the_callee() {
        let (value, gradients) = value_and_gradients!(caller(), { x: 2.0 });
        assert_eq!((value, gradients.x), (4.0 + 9.0, 4.0 + 12.0));
    }
}

/// Const items of the callee: its own, whatever the caller's scope has by these names.
mod items_of_the_callee {
    use super::*;

    pub mod sizes {
        pub const N: usize = 3;
    }

    pub mod library {
        use super::sizes::N;
        use autodiff_runtime::prelude::*;

        const M: usize = 2;

        #[differentiable]
        pub fn inside(b: Param<f64>) -> f64 {
            sum(square(broadcast(b, [M])))
        }

        #[differentiable]
        pub fn outside(b: Param<f64>) -> [f64; 2 * N] {
            broadcast(b, [2 * N])
        }

        #[differentiable]
        pub fn expression(x: Param<[f64; 2 * N]>) -> f64 {
            sum(x) + sum(broadcast(x[0], [N + M]))
        }

        #[differentiable]
        pub fn by_paths(
            x: Param<[f64; super::sizes::N]>,
        ) -> [f64; crate::models::items_of_the_callee::sizes::N] {
            x + broadcast(x[0], [self::N])
        }

        #[differentiable]
        pub fn chain(b: Param<f64>) -> f64 {
            sum(self::outside(b)) * self::inside(b)
        }

        #[differentiable]
        pub fn count(b: Param<f64>) -> [f64; 5] {
            const COUNT: usize = 4;
            const NEXT: usize = COUNT + 1;
            let h: [f64; COUNT] = broadcast(b, [COUNT]);
            let mut total = sum(h);
            for i in 0..COUNT {
                total = total + h[i];
            }
            broadcast(total, [NEXT])
        }
    }

    #[allow(dead_code)]
    const N: usize = 11;
    #[allow(dead_code)]
    const M: usize = 12;

    #[differentiable]
    fn caller(b: Param<f64>, x: Param<[f64; 3]>, z: Param<[f64; 6]>) -> f64 {
        let met = library::expression(z) + sum(library::by_paths(library::by_paths(x)));
        let unmet = library::inside(b) + sum(library::outside(b)) + library::chain(b);
        met + unmet + sum(library::count(b))
    }

    #[test]
    fn keep_their_values() {
        let (value, gradients) = gradchecked!(caller(), { b: 3.0, x: [1.0, 2.0, 3.0], z: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] });
        // by_paths twice: x + 3 x0.
        let met = 21.0 + 5.0 + 6.0 + 9.0;
        let unmet = 18.0 + 18.0 + 18.0 * 18.0;
        assert_eq!(value, met + unmet + 5.0 * 24.0);
        assert_eq!(gradients.x, [10.0, 1.0, 1.0]);
    }

    #[test]
    fn in_an_expression() {
        let (value, b) = differentiate! {
            inputs { z = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] }
            parameters { b = 3.0 }
            seed 1.0;
            y: f64 = { y = library::chain(b) + sum(library::outside(b)) + b * library::expression(z); }
        };
        assert_eq!((value, b), (324.0 + 18.0 + 78.0, 324.0 + 6.0 + 26.0));
    }

    #[differentiable]
    fn generic<const L: usize>(x: Param<[f64; L]>) -> f64 {
        let h: [f64; L] = self::filled(x[0]);
        dot(h, x) + library::chain(x[1])
    }

    #[differentiable]
    fn filled<const K: usize>(b: Param<f64>) -> [f64; K] {
        broadcast(b, [K])
    }

    /// A generic of the callee that only its result has.
    #[test]
    fn generic_by_the_result() {
        let params = generic::Params { x: [2.0, 3.0, 5.0] };
        assert_adjoint!(f64: generic(), params);
        assert_eq!(generic(&params), 20.0 + 324.0);
    }
}
