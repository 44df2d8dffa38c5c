//! Names, visibility, `cfg`, and places of models that are called.

use autodiff_runtime::prelude::*;

mod callee {
    use autodiff_runtime::prelude::*;

    /// Locals, a loop variable and a count with ordinary names.
    #[differentiable]
    pub fn mixed(x: Input<[f64; 3]>, w: Param<[f64; 3]>, a: Param<f64>) -> f64 {
        const N: usize = 3;
        let h = x * w;
        let mut total = a;
        for i in 0..N {
            let y = h[i] + a;
            total = total + y * y;
        }
        let out = total * 2.0;
        out
    }
}

/// The value of `callee::mixed`.
fn mixed(x: [f64; 3], w: [f64; 3], a: f64) -> f64 {
    2.0 * (a
        + (0..3)
            .map(|i| (x[i] * w[i] + a) * (x[i] * w[i] + a))
            .sum::<f64>())
}

/// The caller's scope is full of the callee's names.
mod names_of_the_callee {
    use super::*;

    #[allow(dead_code)]
    const N: usize = 2;
    #[allow(dead_code)]
    fn h() {}
    #[allow(dead_code)]
    fn total() {}
    #[allow(dead_code)]
    mod out {}
    #[allow(dead_code)]
    struct Params;

    #[differentiable]
    fn caller(w: Param<[f64; 3]>, h: Param<[f64; 3]>, x: Param<f64>, out: Input<f64>) -> f64 {
        const N: usize = 1;
        let mut total = x * out;
        for i in 0..N {
            let y = h[i];
            total = total + callee::mixed(h, w, total) * y;
        }
        let a = callee::mixed(w, h, x);
        total + a * w[N]
    }

    #[test]
    fn model() {
        let (w, h, x, out) = ([0.5, -1.0, 1.5], [0.25, 0.75, -0.5], 0.5, 2.0);
        let (value, _) = gradchecked!(caller(&out), { w: w, h: h, x: x });
        let total = x * out;
        let total = total + mixed(h, w, total) * h[0];
        assert_near!(f64: value, total + mixed(w, h, x) * w[1]);
    }

    /// Bindings of the program and of the block: none of them is the callee's.
    #[test]
    fn expression() {
        let (total, i, y_, n) = (1.0, 2.0, 3.0, 4.0);
        let (value, h, a) = differentiate! {
            inputs { x = [0.5, -1.0, 1.5] }
            parameters { h = [0.25, 0.75, -0.5], a = 0.5 }
            seed 1.0;
            out: f64 = {
                let total = a * 2.0;
                out = callee::mixed(x, h, total);
            }
        };
        assert_near!(f64: value, mixed([0.5, -1.0, 1.5], [0.25, 0.75, -0.5], 1.0));
        let value = |h: &[f64; 3], a: f64| mixed([0.5, -1.0, 1.5], *h, 2.0 * a);
        let at = [0.25, 0.75, -0.5];
        autodiff_runtime::gradcheck::gradcheck_buffer("h", &at, &h, |h| value(h, 0.5)).unwrap();
        autodiff_runtime::gradcheck::gradcheck_buffer("a", &0.5, &a, |a| value(&at, *a)).unwrap();
        assert_eq!((total, i, y_, n), (1.0, 2.0, 3.0, 4.0));
    }
}

mod visibility {
    use super::*;

    mod shelf {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        fn private(x: Param<f64>) -> f64 {
            x * x
        }

        #[differentiable]
        pub(super) fn to_the_parent(x: Param<f64>) -> f64 {
            self::private(x) + 1.0
        }

        #[differentiable]
        pub(crate) fn to_the_crate(x: Param<f64>) -> f64 {
            self::private(x) * 3.0
        }

        #[differentiable]
        pub(in crate::hygiene) fn to_a_module(x: Param<f64>) -> f64 {
            x * 5.0
        }

        #[differentiable]
        pub fn public(x: Param<f64>) -> f64 {
            x * 7.0
        }

        pub mod inside {
            use autodiff_runtime::prelude::*;

            /// A private model of the parent; `super` is for models that no other one calls.
            #[differentiable]
            pub fn of_the_parent(x: Param<f64>) -> f64 {
                super::private(x) * 11.0
            }

            #[test]
            fn model() {
                let (value, gradients) = value_and_gradients!(of_the_parent(), { x: 2.0 });
                assert_eq!((value, gradients.x), (44.0, 44.0));
            }
        }
    }

    #[differentiable]
    fn own(x: Param<f64>) -> f64 {
        x * 13.0
    }

    #[differentiable]
    fn caller(x: Param<f64>) -> f64 {
        shelf::to_the_parent(x)
            + shelf::to_the_crate(x)
            + shelf::to_a_module(x)
            + shelf::public(x)
            + self::own(x)
    }

    /// A private model within its module, and what it passes on.
    #[test]
    fn of_every_kind() {
        let (value, gradients) = value_and_gradients!(caller(), { x: 2.0 });
        assert_eq!(value, 5.0 + 12.0 + 10.0 + 14.0 + 26.0);
        assert_eq!(gradients.x, 4.0 + 12.0 + 5.0 + 7.0 + 13.0);
    }

    mod reexported {
        pub use super::shelf::*;
    }

    #[differentiable]
    fn by_reexport(x: Param<f64>) -> f64 {
        reexported::public(x)
    }

    #[test]
    fn by_a_glob() {
        let (value, gradients) = value_and_gradients!(by_reexport(), { x: 2.0 });
        assert_eq!((value, gradients.x), (14.0, 7.0));
    }

    use shelf as cupboard;

    #[differentiable]
    fn by_renamed_module(x: Param<f64>) -> f64 {
        cupboard::public(x)
    }

    #[test]
    fn by_a_renamed_module() {
        let (value, gradients) = value_and_gradients!(by_renamed_module(), { x: 2.0 });
        assert_eq!((value, gradients.x), (14.0, 7.0));
    }
}

mod places {
    use super::*;

    /// A model after its caller, and a caller before its callee.
    #[differentiable]
    fn before(x: Param<f64>) -> f64 {
        self::after(x) * 2.0
    }

    #[differentiable]
    fn after(x: Param<f64>) -> f64 {
        x * x
    }

    #[test]
    fn in_any_order() {
        let (value, gradients) = value_and_gradients!(before(), { x: 3.0 });
        assert_eq!((value, gradients.x), (18.0, 12.0));
    }

    #[test]
    fn in_function_bodies() {
        #[differentiable]
        fn local(x: Param<[f64; 2]>, w: Param<[f64; 2]>) -> f64 {
            let h = x[0] * w[1];
            let mut y = h;
            for i in 0..2 {
                y = y + callee::mixed(concat(x, x[..1]), concat(w, w[..1]), x[i]);
            }
            y
        }

        gradchecked!(local(), { x: [0.5, -1.0], w: [0.75, 1.5] });
        assert_adjoint!(f64: local(), local::Params { x: [0.5, -1.0], w: [0.75, 1.5] });
    }

    #[test]
    fn of_one_name_in_two_bodies() {
        let first = {
            #[differentiable]
            fn local(x: Param<f64>) -> f64 {
                x * callee_of_bodies::three(x)
            }
            local(&local::Params { x: 2.0 })
        };
        let second = {
            #[differentiable]
            fn local(x: Param<f64>) -> f64 {
                x + callee_of_bodies::three(x)
            }
            local(&local::Params { x: 2.0 })
        };
        assert_eq!((first, second), (12.0, 8.0));
    }

    mod callee_of_bodies {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub fn three(x: Param<f64>) -> f64 {
            3.0 * x
        }
    }

    macro_rules! model_of {
        ($name:ident, $factor:literal) => {
            #[differentiable]
            pub fn $name(x: Param<f64>) -> f64 {
                let h = x * $factor;
                h * h
            }
        };
    }

    mod made {
        use autodiff_runtime::prelude::*;

        model_of!(two, 2.0);
        model_of!(three, 3.0);
    }

    #[differentiable]
    fn of_macros(x: Param<f64>) -> f64 {
        let h = made::two(x);
        made::three(x) + h
    }

    #[test]
    fn made_by_macros() {
        let (value, gradients) = value_and_gradients!(of_macros(), { x: 2.0 });
        assert_eq!((value, gradients.x), (16.0 + 36.0, 16.0 + 36.0));
    }

    grad! {
        /// A model by the other spelling.
        pub fn spelled(x: Param<f64>) -> f64 {
            self::after(x) + 1.0
        }
    }

    #[differentiable]
    fn calls_spelled(x: Param<f64>) -> f64 {
        self::spelled(x) * self::spelled(2.0 * x)
    }

    #[test]
    fn models_inside_grad() {
        let (value, gradients) = value_and_gradients!(calls_spelled(), { x: 1.0 });
        assert_eq!((value, gradients.x), (10.0, 2.0 * 5.0 + 2.0 * 8.0));
    }
}

mod names {
    use super::*;

    mod first {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub fn same(x: Param<f64>) -> f64 {
            x * 2.0
        }
    }

    mod second {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub fn same(x: Param<f64>) -> f64 {
            x * x
        }
    }

    #[differentiable]
    fn same(x: Param<f64>) -> f64 {
        first::same(x) * second::same(x)
    }

    /// Three models of one name.
    #[test]
    fn two_models_of_one_name() {
        let (value, gradients) = value_and_gradients!(same(), { x: 3.0 });
        assert_eq!((value, gradients.x), (54.0, 54.0));
        let (value, x) = differentiate! {
            inputs {}
            parameters { x = 3.0 }
            seed 1.0;
            y: f64 = { y = self::same(x) + first::same(x) - second::same(x); }
        };
        assert_eq!((value, x), (54.0 + 6.0 - 9.0, 54.0 + 2.0 - 6.0));
    }

    /// Models with names of operators: the bare name is the operator.
    mod relu {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub fn relu(x: Param<[f64; 2]>) -> [f64; 2] {
            select(x > 0.0, x, 0.125 * x)
        }

        #[differentiable]
        pub fn both(x: Param<[f64; 2]>) -> [f64; 2] {
            relu(x) + 10.0 * self::relu(x)
        }
    }

    #[differentiable]
    fn caller(x: Param<[f64; 2]>) -> [f64; 2] {
        relu(x) + 100.0 * relu::relu(x) + 1000.0 * relu::both(x)
    }

    #[test]
    fn of_operators() {
        let (output, gradients) = output_and_gradients!(caller(), { x: [1.0, -8.0] }, [1.0, 1.0]);
        assert_eq!(output, [1.0 + 100.0 + 11000.0, -100.0 - 10000.0]);
        assert_eq!(gradients.x, [11101.0, 12.5 + 1250.0]);
    }

    mod raw {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub fn r#type(r#in: Param<f64>, r#loop: Input<f64>) -> f64 {
            r#in * r#loop
        }
    }

    #[differentiable]
    fn raw_names(r#fn: Param<f64>) -> f64 {
        let r#mod = raw::r#type(r#fn, 3.0);
        r#mod * r#mod
    }

    #[test]
    fn raw_identifiers() {
        let (value, gradients) = value_and_gradients!(raw_names(), { r#fn: 2.0 });
        assert_eq!((value, gradients.r#fn), (36.0, 36.0));
    }
}

/// `cfg` on a callee and on a caller.
mod conditional {
    use super::*;

    mod library {
        use autodiff_runtime::prelude::*;

        #[cfg(test)]
        #[differentiable]
        pub fn chosen(x: Param<f64>) -> f64 {
            x * 2.0
        }

        #[cfg(not(test))]
        #[differentiable]
        pub fn chosen(x: Param<f64>) -> f64 {
            x * 3.0
        }

        #[differentiable]
        #[cfg(not(test))]
        pub fn below(x: Param<f64>) -> f64 {
            x * 5.0
        }

        #[differentiable]
        #[cfg(test)]
        pub fn below(x: Param<f64>) -> f64 {
            x * 7.0
        }

        #[cfg_attr(test, differentiable)]
        pub fn by_attribute(x: Param<f64>) -> f64 {
            x * 11.0
        }
    }

    #[differentiable]
    fn caller(x: Param<f64>) -> f64 {
        library::chosen(x) + library::below(x) + library::by_attribute(x)
    }

    /// Its callee does not exist.
    #[cfg(any())]
    #[differentiable]
    fn gone(x: Param<f64>) -> f64 {
        library::nowhere(x)
    }

    #[differentiable]
    #[cfg(any())]
    fn gone_too(x: Param<f64>) -> f64 {
        library::nowhere(x)
    }

    #[test]
    fn one_of_two_callees() {
        let (value, gradients) = value_and_gradients!(caller(), { x: 2.0 });
        assert_eq!((value, gradients.x), (40.0, 20.0));
    }
}

/// The attributes of a model that calls others go where those of other models go.
mod attributes {
    use super::*;

    struct Mine;

    impl autodiff_runtime::Kernels<f64> for Mine {
        fn dot<S: autodiff_runtime::Tensor<Elem = f64>>(x: &S, y: &S) -> f64 {
            1000.0
                + core::iter::zip(x.as_slice(), y.as_slice())
                    .map(|(x, y)| x * y)
                    .sum::<f64>()
        }
    }

    #[differentiable]
    fn energy(x: Param<[f64; 2]>) -> f64 {
        dot(x, x)
    }

    #[differentiable(kernels = Mine)]
    fn caller(x: Param<[f64; 2]>) -> f64 {
        self::energy(x)
    }

    /// A callee that is written out uses the kernels of its caller.
    #[test]
    fn kernels_of_the_caller() {
        assert_eq!(energy(&energy::Params { x: [1.0, 2.0] }), 5.0);
        assert_eq!(caller(&caller::Params { x: [1.0, 2.0] }), 1005.0);
    }
}

/// Values named like the constants of the generated module.
#[allow(non_snake_case)]
mod names_of_constants {
    use super::*;

    const N: usize = 2;

    #[differentiable]
    fn model(x: Param<[f64; N]>, DIM_N: Input<[f64; N]>) -> f64 {
        let product = x * DIM_N;
        let DIM_N = product + x;
        dot(DIM_N, product)
    }

    #[test]
    fn values_are_variables() {
        let (value, gradients) = value_and_gradients!(model(&[3.0, 1.0]), { x: [1.0, 2.0] });
        // x²(d² + d)
        assert_eq!((value, gradients.x), (12.0 + 8.0, [24.0, 8.0]));
    }
}

/// Names of which little is left as a name of a type.
mod names_of_marks {
    use super::*;

    #[differentiable]
    fn model(_1: Param<[f64; 2]>, __: Input<[f64; 2]>, __0: Input<f64>) -> f64 {
        dot(_1 * __0, __)
    }

    #[test]
    fn in_a_model() {
        let (value, gradients) = value_and_gradients!(model(&[3.0, 1.0], &2.0), { _1: [1.0, 2.0] });
        assert_eq!((value, gradients._1), (10.0, [6.0, 2.0]));
    }

    #[test]
    fn in_an_expression() {
        let (value, gradient) = differentiate! {
            inputs { __ = [3.0, 1.0], __0 = 2.0 }
            parameters { _1 = [1.0, 2.0] }
            seed 1.0;
            y: f64 = { let _2 = _1 * __0; y = dot(_2, __); }
        };
        assert_eq!((value, gradient), (10.0, [6.0, 2.0]));
    }
}
