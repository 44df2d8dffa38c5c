//! Hostile surroundings: names, items, traits and macros a user may have in scope, and crates with
//! strict lint levels. Whatever is in scope, the numbers are the same.
#![deny(warnings)]

#[macro_use]
mod common;

use std::env;
use std::path::Path;
use std::process::Command;

use autodiff_runtime::prelude::*;

/// The runtime under another name, as a dependency that was renamed in `Cargo.toml` (`extern crate`
/// does the same for this crate) and as a name in scope.
extern crate autodiff_runtime as renamed;

mod renamed_runtime {
    use renamed::prelude::*;

    #[differentiable(crate = renamed)]
    fn by_dependency(x: Input<[f32; 2]>, a: Param<f32>) -> f32 {
        sum(scale(x, a))
    }

    #[differentiable(crate = ::renamed, kernels = renamed::Portable)]
    fn by_absolute_path(x: Input<[f32; 2]>, a: Param<f32>) -> f32 {
        sum(scale(x, a))
    }

    mod firmware {
        pub(crate) use renamed as ad;
    }

    #[differentiable(crate = firmware::ad)]
    fn by_path_in_scope(x: Input<[f32; 2]>, a: Param<f32>) -> f32 {
        sum(scale(x, a))
    }

    #[differentiable(crate = crate::renamed_runtime::firmware::ad)]
    fn by_crate_path(x: Input<[f32; 2]>, a: Param<f32>) -> f32 {
        sum(scale(x, a))
    }

    #[test]
    fn models_run() {
        let x = [1.0, 4.0];
        assert_eq!(by_dependency(&x, &by_dependency::Params { a: 2.0 }), 10.0);
        assert_eq!(
            by_absolute_path(&x, &by_absolute_path::Params { a: 2.0 }),
            10.0
        );
        assert_eq!(
            by_path_in_scope(&x, &by_path_in_scope::Params { a: 2.0 }),
            10.0
        );
        assert_eq!(by_crate_path(&x, &by_crate_path::Params { a: 2.0 }), 10.0);
    }

    /// `grad!` knows where it comes from.
    #[test]
    fn expression_runs() {
        let (mut a_value, mut y_value) = (2.0_f32, 0.0_f32);
        let x = [1.0_f32, 4.0];
        let mut a = BufferView::parameter(&mut a_value);
        let mut y = BufferView::output(&mut y_value);
        renamed::grad! { y = sum(scale(x, a)); }.backward();
        assert_eq!(a.gradient(), &5.0);
    }
}

/// Types, functions, constants and modules with the names the expansion needs.
#[allow(dead_code, non_camel_case_types, non_upper_case_globals)]
mod shadowing_items {
    use super::*;

    // The roles are the user's own words; everything else is fair game.
    struct Option;
    struct Some;
    struct None;
    struct Result;
    struct Ok;
    struct Err;
    struct Default;
    struct Clone;
    struct Copy;
    struct Debug;
    struct PartialEq;
    struct Box;
    struct Vec;
    struct String;
    struct Self_;
    struct T;
    struct E;
    struct N;
    struct Params;
    struct Gradients;
    struct Tape;
    struct Pass;
    struct Seed;
    struct Kernel;
    struct Kernels;
    struct DefaultKernels;
    struct Portable;
    struct Element;
    struct Parameters;
    struct Operand;
    struct Input_;
    type usize = ();
    type u8 = ();
    type bool = ();
    type str = ();
    mod core {}
    mod std {}
    mod alloc {}
    mod bytemuck {}
    mod libm {}
    mod autodiff_macros {}
    mod autodiff {}
    mod __private {}
    mod private {}
    mod tape {}
    fn drop() {}
    fn scale() {}
    fn sum() {}
    fn relu() {}
    fn exp() {}
    fn forward() {}
    fn backward() {}
    fn size_of() {}
    fn from() {}
    const SIZE: () = ();
    const LEN: () = ();
    const ZERO: () = ();
    const ONE: () = ();

    #[differentiable]
    fn model(x: Input<[f32; 3]>, a: Param<f32>, w: Param<[[f32; 3]; 2]>) -> f32 {
        let h = relu(scale(x, a));
        sum(exp(matvec(w, h))) / 2.0
    }

    #[test]
    fn model_runs() {
        let params = model::Params {
            a: 2.0,
            w: [[0.0; 3]; 2],
        };
        let mut gradients = model::Gradients::ZERO;
        let mut tape = model::Tape::new();
        let value =
            model::value_and_gradient(&[1.0, -1.0, 0.5], &params, &mut tape, &mut gradients);
        assert_eq!((value, gradients.a), (1.0, 0.0));
        assert_eq!(gradients.w, [[1.0, 0.0, 0.5]; 2]);
    }

    #[test]
    fn expression_runs() {
        let (mut a_value, mut y_value) = (2.0_f32, 0.0_f32);
        let x = [1.0_f32, -1.0, 0.5];
        let mut a = BufferView::parameter(&mut a_value);
        let mut y = BufferView::output(&mut y_value);
        grad! { y = sum(exp(relu(scale(x, a)))); }.backward();
        let expected = 2.0_f64.exp() + 0.5 * 1.0_f64.exp();
        assert_near!(f32: a.gradient(), expected);
    }
}

/// A module named like the element type, as `use std::f32;` brings it into scope.
#[allow(deprecated, unused_imports, deprecated_in_future)]
mod module_named_f32 {
    use std::{f32, f64};

    use super::*;

    #[differentiable]
    fn model(a: Param<f32>) -> f32 {
        square(a)
    }

    #[test]
    fn model_runs() {
        assert_eq!(model(&model::Params { a: 3.0 }), 9.0);
    }
}

/// Blanket-implemented traits with the names of inherent methods of arrays, slices and numbers.
mod traits_in_scope {
    use super::*;

    #[allow(dead_code)]
    trait Everything {
        fn len(&self) -> &'static str {
            "len"
        }
        fn iter(&self) -> &'static str {
            "iter"
        }
        fn iter_mut(&mut self) -> &'static str {
            "iter_mut"
        }
        fn as_ref(&self) -> &'static str {
            "as_ref"
        }
        fn as_slice(&self) -> &'static str {
            "as_slice"
        }
        fn clone(&self) -> &'static str {
            "clone"
        }
        fn exp(&self) -> &'static str {
            "exp"
        }
        fn tanh(&self) -> &'static str {
            "tanh"
        }
        fn into(&self) -> &'static str {
            "into"
        }
        fn value(&self) -> &'static str {
            "value"
        }
        fn value_mut(&mut self) -> &'static str {
            "value_mut"
        }
        fn split(&mut self) -> &'static str {
            "split"
        }
        fn parts(&mut self) -> &'static str {
            "parts"
        }
        fn broadcast(&self) -> &'static str {
            "broadcast"
        }
        fn reduce(&self) -> &'static str {
            "reduce"
        }
    }
    impl<T: ?Sized> Everything for T {}

    #[differentiable]
    fn model(x: Input<[f32; 3]>, a: Param<f32>, b: Param<[f32; 3]>) -> [f32; 3] {
        tanh(scale(x, a)) + b / 2.0
    }

    #[test]
    fn model_runs() {
        let params = model::Params {
            a: 0.0,
            b: [2.0, 4.0, 6.0],
        };
        let mut gradients = model::Gradients::ZERO;
        let mut tape = model::Tape::new();
        let mut pass = tape.forward(&[1.0, 2.0, 3.0], &params);
        pass.backward_with_seed(&[1.0, 1.0, 2.0], &mut gradients);
        assert_eq!(pass.output(), &[1.0, 2.0, 3.0]);
        assert_eq!(
            gradients,
            model::Gradients {
                a: 9.0,
                b: [0.5, 0.5, 1.0]
            }
        );
    }

    #[test]
    fn expression_runs() {
        let (mut a_value, mut y_value) = ([0.0_f32; 3], [0.0_f32; 3]);
        let x = [1.0_f32, 2.0, 3.0];
        let mut a = BufferView::parameter(&mut a_value);
        let mut y = BufferView::output(&mut y_value);
        grad! { y = tanh(a * x) + broadcast(sum(a), [3]); }.backward_with_seed(&[1.0, 0.0, 0.0]);
        assert_eq!(BufferView::gradient(&a), &[2.0, 1.0, 1.0]);
    }
}

/// Macros that shadow those of the standard library. (`assert!` and `panic!`, which the
/// expansion of `bytemuck`'s derive uses, can be shadowed by a `macro_rules!` in scope, not by
/// `#[macro_use]`: `hygiene/strict/shadowed` does that.)
#[allow(unused_macros)]
mod macros_in_scope {
    use super::*;

    macro_rules! unreachable {
        ($($tokens:tt)*) => {
            compile_error!("the expansion used a macro by its bare name")
        };
    }
    macro_rules! concat {
        ($($tokens:tt)*) => {
            compile_error!("the expansion used a macro by its bare name")
        };
    }
    macro_rules! stringify {
        ($($tokens:tt)*) => {
            compile_error!("the expansion used a macro by its bare name")
        };
    }

    const WIDTH: usize = 3;

    // A const item against a literal needs a check in the expansion.
    #[differentiable]
    fn model(x: Input<[f32; WIDTH]>, b: Param<[f32; 3]>) -> f32 {
        mean(x + b)
    }

    #[test]
    fn model_runs() {
        assert_eq!(model(&[1.0, 2.0, 3.0], &model::Params { b: [0.0; 3] }), 2.0);
    }

    #[test]
    fn expression_runs() {
        let (mut b_value, mut y_value) = ([0.0_f32; 3], 0.0_f32);
        let x = [1.0_f32, 2.0, 3.0];
        let mut b = BufferView::parameter(&mut b_value);
        let mut y = BufferView::output(&mut y_value);
        grad! { y = mean(x + b); }.backward();
        assert_near!(f32: b.gradient(), [1.0 / 3.0; 3]);
    }
}

/// Models named like operators, like keywords' neighbours and like parts of the expansion.
mod model_names {
    use super::*;

    #[differentiable]
    fn scale(scale: Input<[f32; 2]>, sum: Param<f32>) -> f32 {
        let relu = scale(scale, sum);
        sum(relu)
    }

    #[differentiable]
    fn forward(backward: Param<f32>) -> f32 {
        square(backward)
    }

    #[differentiable]
    fn params(params: Param<f32>, gradients: Input<f32>, tape: Input<f32>) -> f32 {
        params * gradients + tape
    }

    #[differentiable]
    #[allow(non_snake_case)]
    fn Tape(tape: Param<f32>) -> f32 {
        exp(tape)
    }

    #[test]
    fn models_run() {
        assert_eq!(scale(&[1.0, 2.0], &scale::Params { sum: 3.0 }), 9.0);
        assert_eq!(forward(&forward::Params { backward: 3.0 }), 9.0);
        assert_eq!(params(&2.0, &1.0, &params::Params { params: 3.0 }), 7.0);
        assert_eq!(Tape(&Tape::Params { tape: 0.0 }), 1.0);
        let mut tape = Tape::Tape::new();
        let mut gradients = Tape::Gradients::ZERO;
        Tape::value_and_gradient(&Tape::Params { tape: 0.0 }, &mut tape, &mut gradients);
        assert_eq!(gradients.tape, 1.0);
    }
}

/// Const generics and const items with the names of generics the expansion may use.
#[allow(non_upper_case_globals)]
mod dimension_names {
    use super::*;

    #[differentiable]
    fn generic<const T: usize, const E: usize, const K: usize>(
        x: Input<[f32; T]>,
        w: Param<[[f32; T]; E]>,
        v: Param<[[f32; E]; K]>,
    ) -> [f32; K] {
        matvec(v, matvec(w, x))
    }

    const params: usize = 2;
    const tape: usize = 1;

    #[differentiable]
    fn items(x: Input<[f32; params]>, w: Param<[[f32; params]; tape]>) -> [f32; tape] {
        matvec(w, x)
    }

    #[test]
    fn models_run() {
        let numbers = generic::Params {
            w: [[1.0, 2.0]; 3],
            v: [[1.0, 0.0, 1.0]],
        };
        assert_eq!(generic(&[1.0, 1.0], &numbers), [6.0]);
        let mut gradients = generic::Gradients::ZERO;
        let mut buffer = generic::Tape::new();
        buffer
            .forward(&[1.0, 1.0], &numbers)
            .backward_with_seed(&[1.0], &mut gradients);
        assert_eq!(gradients.v, [[3.0; 3]]);
        assert_eq!(
            items(&[1.0, 2.0], &items::Params { w: [[3.0, 4.0]] }),
            [11.0]
        );
    }
}

/// Models and expressions that a `macro_rules!` writes, from fragments of every kind.
mod within_macro_rules {
    use super::*;

    macro_rules! neuron {
        (
            $(#[$attribute:meta])*
            $visibility:vis $name:ident($input:ident, $weight:ident): $type:ty, $element:ty;
            $offset:literal + $factor:expr
        ) => {
            $(#[$attribute])*
            #[differentiable]
            $visibility fn $name($input: Input<$type>, $weight: Param<$type>) -> $element {
                let activity = dot($input, $weight);
                let shifted = activity + $offset;
                shifted * $factor
            }
        };
    }

    neuron! {
        /// A neuron.
        #[allow(dead_code)]
        pub neuron(x, w): [f32; 2], f32;
        0.5 + 2.0
    }

    macro_rules! squared {
        ($root:ident, $($operand:tt)+) => {
            grad! {
                let activity = $($operand)+;
                $root = sum(square(activity));
            }
        };
    }

    macro_rules! root_inside {
        ($parameter:expr) => {{
            let mut parameter_value = $parameter;
            let mut value = 0.0_f32;
            let mut parameter = BufferView::parameter(&mut parameter_value);
            let mut root = BufferView::output(&mut value);
            grad! { root = sum(square(parameter)); }.backward();
            *parameter.gradient()
        }};
    }

    #[test]
    fn models_and_expressions_run() {
        let params = neuron::Params { w: [3.0, 4.0] };
        assert_eq!(neuron(&[1.0, 2.0], &params), 23.0);
        let mut gradients = neuron::Gradients::ZERO;
        let mut tape = neuron::Tape::new();
        neuron::value_and_gradient(&[1.0, 2.0], &params, &mut tape, &mut gradients);
        assert_eq!(gradients.w, [2.0, 4.0]);

        // `activity` here is not the macro's.
        let activity = [10.0_f32, 20.0];
        let (mut w_value, mut y_value) = ([1.0_f32, 2.0], 0.0);
        let mut w = BufferView::parameter(&mut w_value);
        let mut y = BufferView::output(&mut y_value);
        squared!(y, w + activity).backward();
        assert_eq!(w.gradient(), &[22.0, 44.0]);
        assert_eq!(root_inside!([1.0_f32, -2.0]), [2.0, -4.0]);
    }
}

/// Lints that a macro's output may trip, at the level a careful crate sets for itself. The strict
/// crate adds those of clippy.
#[deny(
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unsafe_code,
    unused,
    unused_qualifications,
    unused_results,
    unreachable_pub,
    trivial_casts,
    trivial_numeric_casts,
    single_use_lifetimes,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    let_underscore_drop,
    variant_size_differences,
    keyword_idents,
    unit_bindings,
    nonstandard_style
)]
pub mod lints {
    use super::*;

    /// A layer over everything in the signature.
    #[differentiable]
    pub fn layer<const INPUTS: usize>(
        x: Input<[f32; INPUTS]>,
        w: Param<[[f32; INPUTS]; 2]>,
        b: Param<[f32; 2]>,
    ) -> [f32; 2] {
        let z = fully_connected(x, w, b);
        tanh(z) - scale(relu(z), 0.5)
    }

    /// Runs an expression.
    #[must_use]
    pub fn expression(x: [f32; 2]) -> f32 {
        let (mut x, mut value) = (x, 0.0);
        let mut x = BufferView::parameter(&mut x);
        let mut y = BufferView::output(&mut value);
        grad! {
            let z = x * x;
            y = sum(tanh(z) - z);
        }
        .backward();
        x.gradient()[0]
    }
}

#[test]
fn lints_are_satisfied() {
    assert_eq!(lints::expression([0.0, 0.0]), 0.0);
    let params = lints::layer::Params {
        w: [[0.0; 3]; 2],
        b: [0.0; 2],
    };
    assert_eq!(lints::layer(&[1.0; 3], &params), [0.0; 2]);
}

/// `tests/hygiene/strict` builds: `no_std`, no implicit prelude, no unsafe code, every warning an
/// error, the runtime under another name; and `shadowed` beside it, where `#[macro_use]` replaces the
/// macros of `core`. With clippy where it is installed.
#[test]
fn strict_crate_builds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let strict = root.join("tests/hygiene/strict");
    // The versions this workspace resolved to are the ones at hand without a network.
    let _ = std::fs::copy(root.join("Cargo.lock"), strict.join("Cargo.lock"));

    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let clippy = Command::new(&cargo)
        .args(["clippy", "--version"])
        .output()
        .is_ok_and(|output| output.status.success());
    let output = Command::new(&cargo)
        .arg(if clippy { "clippy" } else { "check" })
        .args(["--offline", "--workspace", "--manifest-path"])
        .arg(strict.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("strict"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "strict crate:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
