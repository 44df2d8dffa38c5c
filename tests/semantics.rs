//! What a tape promises beyond its numbers: repeated passes, accumulation, layout, sizes, and what
//! may stand where.

#[macro_use]
mod common;

use autodiff_runtime::prelude::*;
use common::Random;

/// A two-layer classifier, the model of the README.
#[differentiable]
pub fn classifier(
    x: Input<[f32; 4]>,
    w1: Param<[[f32; 4]; 8]>,
    b1: Param<[f32; 8]>,
    w2: Param<[[f32; 8]; 3]>,
    b2: Param<[f32; 3]>,
    target: Input<[f32; 3]>,
) -> f32 {
    let hidden = relu(fully_connected(x, w1, b1));
    let probability = softmax(fully_connected(hidden, w2, b2));
    cross_entropy(probability, target)
}

/// The same in `f64`.
#[differentiable]
pub fn classifier_f64(
    x: Input<[f64; 4]>,
    w1: Param<[[f64; 4]; 8]>,
    b1: Param<[f64; 8]>,
    w2: Param<[[f64; 8]; 3]>,
    b2: Param<[f64; 3]>,
    target: Input<[f64; 3]>,
) -> f64 {
    let hidden = relu(fully_connected(x, w1, b1));
    let probability = softmax(fully_connected(hidden, w2, b2));
    cross_entropy(probability, target)
}

const FLOWER: [f32; 4] = [5.1, 3.5, 1.4, 0.2];
const KIND: [f32; 3] = [0.0, 1.0, 0.0];

fn random_parameters(seed: u64) -> classifier::Params {
    let mut params = classifier::Params::ZERO;
    Random::new(seed).fill(params.as_mut_slice(), 0.5);
    params
}

mod passes {
    use super::*;

    #[test]
    fn backward_again_gives_the_same_bits() {
        let params = random_parameters(1);
        let mut tape = classifier::Tape::new();
        let mut pass = tape.forward(&FLOWER, &KIND, &params);
        let mut first = classifier::Gradients::ZERO;
        pass.backward(&mut first);
        for prefill in [0.0, 7.0, f32::NAN] {
            let mut again = classifier::Gradients::ZERO;
            again.as_mut_slice().fill(prefill);
            pass.backward(&mut again);
            assert_eq!(again, first);
        }
    }

    #[test]
    fn seeds_scale_and_do_not_stick() {
        let params = random_parameters(2);
        let mut tape = classifier::Tape::new();
        let mut pass = tape.forward(&FLOWER, &KIND, &params);
        let (mut one, mut four) = (classifier::Gradients::ZERO, classifier::Gradients::ZERO);
        pass.backward_with_seed(&4.0, &mut four);
        pass.backward(&mut one);
        // A power of two scales every intermediate exactly.
        let scaled: Vec<f32> = one.as_slice().iter().map(|g| 4.0 * g).collect();
        assert_eq!(four.as_slice(), scaled);
    }

    #[test]
    fn accumulate_adds() {
        let params = random_parameters(3);
        let mut tape = classifier::Tape::new();
        let mut pass = tape.forward(&FLOWER, &KIND, &params);
        let mut one = classifier::Gradients::ZERO;
        pass.backward(&mut one);

        let mut sum = classifier::Gradients::ZERO;
        sum.as_mut_slice().fill(1.0);
        pass.accumulate(&mut sum);
        pass.accumulate_with_seed(&2.0, &mut sum);
        let expected: Vec<f64> = one
            .as_slice()
            .iter()
            .map(|g| 1.0 + 3.0 * f64::from(*g))
            .collect();
        let sum: Vec<f64> = sum.as_slice().iter().map(|g| f64::from(*g)).collect();
        assert_near!(f32: sum, expected);

        // Accumulating left the pass as it was.
        let mut again = classifier::Gradients::ZERO;
        pass.backward(&mut again);
        assert_eq!(again, one);
    }

    /// To the gradient of `w` come a term that `x` receives too and one whose kernel cannot add.
    #[differentiable]
    fn shared_term(w: Param<[f32; 3]>, x: Param<[f32; 3]>) -> f32 {
        product(w) + sum(square(w + x))
    }

    /// What was there before stays where it is, whichever way the terms come.
    #[test]
    fn accumulate_adds_terms_of_every_kind() {
        let params = shared_term::Params {
            w: [1.0, 2.0, 3.0],
            x: [0.0, 1.0, -1.0],
        };
        let mut tape = shared_term::Tape::new();
        let mut pass = tape.forward(&params);
        let mut sum = shared_term::Gradients::ZERO;
        pass.backward(&mut sum);
        assert_eq!((sum.w, sum.x), ([8.0, 9.0, 6.0], [2.0, 6.0, 4.0]));
        pass.accumulate(&mut sum);
        assert_eq!((sum.w, sum.x), ([16.0, 18.0, 12.0], [4.0, 12.0, 8.0]));
        pass.accumulate_with_seed(&-2.0, &mut sum);
        assert_eq!((sum.w, sum.x), ([0.0; 3], [0.0; 3]));
    }

    /// One computed value is the gradient of two arrays, another that of two scalars.
    #[differentiable]
    fn one_gradient(x: Param<[f32; 2]>, y: Param<[f32; 2]>, a: Param<f32>, b: Param<f32>) -> f32 {
        sum(square(x + y)) + square(a + b)
    }

    #[test]
    fn parameters_of_one_gradient_each_get_it() {
        let params = one_gradient::Params {
            x: [1.0, 2.0],
            y: [2.0, 2.0],
            a: 0.5,
            b: 2.0,
        };
        let all = |g: &one_gradient::Gradients| (g.x, g.y, g.a, g.b);
        let mut tape = one_gradient::Tape::new();
        let mut gradients = one_gradient::Gradients::ZERO;
        gradients.as_mut_slice().fill(f32::NAN);
        let mut pass = tape.forward(&params);
        pass.backward(&mut gradients);
        assert_eq!(all(&gradients), ([6.0, 8.0], [6.0, 8.0], 5.0, 5.0));
        pass.accumulate(&mut gradients);
        assert_eq!(all(&gradients), ([12.0, 16.0], [12.0, 16.0], 10.0, 10.0));
        gradients.as_mut_slice().fill(f32::NAN);
        one_gradient::value_and_gradient(&params, &mut tape, &mut gradients);
        assert_eq!(all(&gradients), ([6.0, 8.0], [6.0, 8.0], 5.0, 5.0));
    }

    /// A term of the gradient of `p` that waits for one that cannot add reads `d_h`, whose memory the
    /// adjoint of `z` grows in.
    #[differentiable]
    fn waiting_term(z0: Param<[f32; 2]>, p: Param<[f32; 2]>, c: Input<[f32; 2]>) -> f32 {
        let weight = product(p);
        let z = square(z0);
        let r = square(z) * weight;
        let h = z + p * c;
        sum(square(h)) + sum(r)
    }

    #[test]
    fn a_term_that_waits_reads_what_it_needs() {
        let params = waiting_term::Params {
            z0: [1.0, 2.0],
            p: [3.0, 0.5],
        };
        let c = [2.0, -4.0];
        let expected = ([34.0, 64.0], [36.5, 35.0]);
        let mut tape = waiting_term::Tape::new();
        let mut gradients = waiting_term::Gradients::ZERO;
        let mut pass = tape.forward(&c, &params);
        pass.accumulate(&mut gradients);
        assert_eq!((gradients.z0, gradients.p), expected);
        pass.backward(&mut gradients);
        assert_eq!((gradients.z0, gradients.p), expected);
        waiting_term::value_and_gradient(&c, &params, &mut tape, &mut gradients);
        assert_eq!((gradients.z0, gradients.p), expected);
    }

    /// A batch: the sum over samples, from one tape.
    #[test]
    fn accumulate_over_samples() {
        let params = random_parameters(4);
        let mut tape = classifier::Tape::new();
        let mut random = Random::new(5);
        let mut batch = classifier::Gradients::ZERO;
        let mut expected = vec![0.0; batch.as_slice().len()];
        for sample in 0..4 {
            let (mut x, mut target) = ([0.0; 4], [0.0; 3]);
            random.fill(&mut x, 2.0);
            target[sample % 3] = 1.0;
            let mut one = classifier::Gradients::ZERO;
            let mut pass = tape.forward(&x, &target, &params);
            pass.backward(&mut one);
            pass.accumulate(&mut batch);
            for (sum, g) in expected.iter_mut().zip(one.as_slice()) {
                *sum += f64::from(*g);
            }
        }
        let batch: Vec<f64> = batch.as_slice().iter().map(|g| f64::from(*g)).collect();
        assert_near!(f32: batch, expected);
    }

    #[test]
    fn value_forward_and_fused_call_agree() {
        let params = random_parameters(6);
        let mut tape = classifier::Tape::new();
        let value = classifier(&FLOWER, &KIND, &params);
        let (mut fused, mut separate) = (classifier::Gradients::ZERO, classifier::Gradients::ZERO);
        let fused_value =
            classifier::value_and_gradient(&FLOWER, &KIND, &params, &mut tape, &mut fused);
        let mut pass = tape.forward(&FLOWER, &KIND, &params);
        assert_eq!((*pass.output(), fused_value), (value, value));
        pass.backward(&mut separate);
        for (fused, separate) in fused.as_slice().iter().zip(separate.as_slice()) {
            assert_near!(f32: fused, f64::from(*separate));
        }
    }

    /// One tape for one sample after the other: nothing of the former is left.
    #[test]
    fn tape_is_reusable() {
        let params = random_parameters(7);
        let mut used = classifier::Tape::new();
        for x in [[9.0, -8.0, 7.0, -6.0], FLOWER] {
            let mut gradients = classifier::Gradients::ZERO;
            classifier::value_and_gradient(&x, &KIND, &params, &mut used, &mut gradients);
            let mut fresh = classifier::Gradients::ZERO;
            let mut tape = classifier::Tape::new();
            classifier::value_and_gradient(&x, &KIND, &params, &mut tape, &mut fresh);
            assert_eq!(gradients, fresh);
        }
    }

    /// A tape lives in a `static`, its size is a constant.
    #[test]
    fn tape_in_a_static() {
        static TAPE: std::sync::Mutex<classifier::Tape> =
            std::sync::Mutex::new(classifier::Tape::new());
        const SIZE: usize = classifier::Tape::SIZE;
        static POOL: [u8; SIZE] = [0; SIZE];

        let params = random_parameters(8);
        let mut gradients = classifier::Gradients::ZERO;
        let mut tape = TAPE.lock().unwrap();
        let mut pass = tape.forward(&FLOWER, &KIND, &params);
        pass.backward(&mut gradients);
        assert_ne!(gradients, classifier::Gradients::ZERO);
        assert_eq!(POOL.len(), size_of::<classifier::Tape>());
    }

    /// The rows of a Jacobian by unit seeds.
    #[test]
    fn jacobian_rows_by_unit_seeds() {
        #[differentiable]
        fn polar(r: Param<f64>, w: Param<[f64; 3]>) -> [f64; 3] {
            scale(exp(w), r) + w * w
        }

        let params = polar::Params {
            r: 2.0,
            w: [0.5, -1.0, 0.25],
        };
        let mut tape = polar::Tape::new();
        let mut pass = tape.forward(&params);
        for row in 0..3 {
            let mut seed = [0.0; 3];
            seed[row] = 1.0;
            let mut gradients = polar::Gradients::ZERO;
            pass.backward_with_seed(&seed, &mut gradients);
            let w = params.w[row];
            let mut expected = [0.0; 3];
            expected[row] = 2.0 * w.exp() + 2.0 * w;
            assert_near!(f64: gradients.r, w.exp());
            assert_near!(f64: gradients.w, expected);
        }
    }
}

mod parameters_layout {
    use super::*;

    #[test]
    fn slice_follows_the_signature() {
        let mut params = classifier::Params::ZERO;
        assert!(params.as_slice().iter().all(|value| *value == 0.0));
        assert_eq!(params.as_slice().len(), 32 + 8 + 24 + 3);
        for (index, value) in params.as_mut_slice().iter_mut().enumerate() {
            *value = index as f32;
        }
        assert_eq!(params.w1[0], [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(params.w1[7][3], 31.0);
        assert_eq!(params.b1[0], 32.0);
        assert_eq!(params.w2[0][0], 40.0);
        assert_eq!(params.w2[2][7], 63.0);
        assert_eq!(params.b2, [64.0, 65.0, 66.0]);
    }

    /// `repr(C)` with fields of one element type: no padding, so the bytes are the elements.
    #[test]
    fn bytes_are_the_elements_in_order() {
        assert_eq!(size_of::<classifier::Params>(), 4 * 67);
        assert_eq!(align_of::<classifier::Params>(), 4);
        assert_eq!(std::mem::offset_of!(classifier::Params, w1), 0);
        assert_eq!(std::mem::offset_of!(classifier::Params, b1), 4 * 32);
        assert_eq!(std::mem::offset_of!(classifier::Params, w2), 4 * 40);
        assert_eq!(std::mem::offset_of!(classifier::Params, b2), 4 * 64);

        let params = random_parameters(9);
        let expected: Vec<u8> = params
            .as_slice()
            .iter()
            .flat_map(|value| value.to_ne_bytes())
            .collect();
        assert_eq!(params.as_bytes(), expected);
        let copy = classifier::Params::from_bytes(&expected).expect("as many bytes as it has");
        assert_eq!(copy, params);
    }

    #[test]
    fn bytes_of_another_length_are_an_error() {
        let bytes = [0; 4 * 67 + 4];
        assert!(classifier::Params::from_bytes(&bytes).is_err());
        assert!(classifier::Params::from_bytes(&bytes[..4 * 66]).is_err());
        assert!(classifier::Params::from_bytes(&[]).is_err());
    }

    /// Bytes read from flash need not be aligned.
    #[test]
    fn bytes_at_any_address() {
        let params = random_parameters(10);
        for offset in 0..4 {
            let mut bytes = vec![0; offset];
            bytes.extend_from_slice(params.as_bytes());
            assert_eq!(
                classifier::Params::from_bytes(&bytes[offset..]).unwrap(),
                params
            );
        }
    }

    #[test]
    fn is_a_plain_value() {
        const ZERO: classifier::Params = classifier::Params::ZERO;
        let params = random_parameters(11);
        let copy = params;
        assert_eq!(params, copy);
        assert_ne!(params, ZERO);
        assert!(
            format!("{params:?}").starts_with("Params { w1: [["),
            "{params:?}"
        );
        // A gradient has the layout of its parameters.
        let gradients: classifier::Gradients = params;
        assert_eq!(gradients.w1, params.w1);
    }

    #[test]
    fn visits_fields_by_name() {
        let names: Vec<_> = <classifier::Params as Parameters>::FIELDS
            .iter()
            .map(|field| field.name)
            .collect();
        assert_eq!(names, ["w1", "b1", "w2", "b2"]);
        let shapes: Vec<_> = <classifier::Params as Parameters>::FIELDS
            .iter()
            .map(|field| field.shape)
            .collect();
        assert_eq!(shapes, [&[8, 4][..], &[8], &[3, 8], &[3]]);
    }

    #[differentiable]
    fn one_of_each(
        s: Param<f64>,
        v: Param<[f64; 2]>,
        e: Param<[f64; 0]>,
        m: Param<[[f64; 2]; 1]>,
    ) -> f64 {
        s + sum(v) + sum(e) + sum(m)
    }

    #[test]
    fn scalars_vectors_and_matrices() {
        let params = one_of_each::Params {
            s: 1.0,
            v: [2.0, 3.0],
            e: [],
            m: [[4.0, 5.0]],
        };
        assert_eq!(params.as_slice(), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(one_of_each(&params), 15.0);
    }

    #[differentiable]
    fn no_parameters(x: Input<[f32; 3]>) -> f32 {
        mean(x)
    }

    /// A model without parameters is a function; its gradients are empty.
    #[test]
    fn without_parameters() {
        let params = no_parameters::Params::ZERO;
        assert!(params.as_slice().is_empty());
        assert_eq!(no_parameters(&[1.0, 2.0, 6.0], &params), 3.0);
        let mut gradients = no_parameters::Gradients::ZERO;
        let mut tape = no_parameters::Tape::new();
        let value =
            no_parameters::value_and_gradient(&[1.0, 2.0, 6.0], &params, &mut tape, &mut gradients);
        assert_eq!(value, 3.0);
        assert_eq!(size_of::<no_parameters::Params>(), 0);
    }
}

/// Sizes counted by hand from the rule that a record keeps what backward reads, and nothing else.
mod record_sizes {
    use super::*;

    #[test]
    fn size_is_the_size() {
        assert_eq!(classifier::Tape::SIZE, size_of::<classifier::Tape>());
        assert_eq!(classifier_f64::Tape::SIZE, 2 * classifier::Tape::SIZE);
    }

    #[differentiable]
    fn linear(x: Input<[f32; 16]>, w: Param<[[f32; 16]; 4]>, b: Param<[f32; 4]>) -> [f32; 4] {
        fully_connected(x, w, b)
    }

    #[differentiable]
    fn pointwise(x: Param<[f32; 16]>, y: Param<[f32; 16]>) -> [f32; 16] {
        tanh(x * y)
    }

    #[differentiable]
    fn regression(
        x: Input<[[f32; 3]; 5]>,
        w: Param<[f32; 3]>,
        b: Param<f32>,
        y: Input<[f32; 5]>,
    ) -> f32 {
        mse(offset(matvec(x, w), b), y)
    }

    #[differentiable]
    fn frozen_front(
        x: Input<[f32; 4]>,
        w1: Input<[[f32; 4]; 64]>,
        b1: Input<[f32; 64]>,
        w2: Param<[[f32; 64]; 3]>,
        b2: Param<[f32; 3]>,
    ) -> [f32; 3] {
        let hidden = relu(fully_connected(x, w1, b1));
        fully_connected(tanh(hidden), w2, b2)
    }

    #[differentiable]
    fn value_only(x: Input<[f32; 16]>, k: Input<[f32; 16]>) -> f32 {
        dot(tanh(x * k), k)
    }

    #[differentiable]
    fn chain(x: Param<[f32; 16]>) -> [f32; 16] {
        sigmoid(tanh(exp(x)))
    }

    const FLOAT: usize = size_of::<f32>();

    /// hidden 8, probability 3; the loss travels in the pass, and the adjoints of both layers lie in
    /// the gradients of their biases, which they are.
    #[test]
    fn two_layer_classifier() {
        assert_eq!(classifier::Tape::SIZE, (8 + 3) * FLOAT);
    }

    /// The output; its adjoint is the seed, and weights and input stay where they are.
    #[test]
    fn linear_model() {
        assert_eq!(linear::Tape::SIZE, 4 * FLOAT);
    }

    /// The product becomes the output in place; its adjoint lies in the gradient it becomes last.
    #[test]
    fn tanh_keeps_its_output_and_no_operand() {
        assert_eq!(pointwise::Tape::SIZE, 16 * FLOAT);
    }

    /// Prediction 5 (product and offset in one slot), adjoint of the prediction 5.
    #[test]
    fn regression_model() {
        assert_eq!(regression::Tape::SIZE, (5 + 5) * FLOAT);
    }

    /// Hidden layer 64 (both activations in place), result 3; no adjoint runs through either.
    #[test]
    fn frozen_layers_have_no_adjoints() {
        assert_eq!(frozen_front::Tape::SIZE, (64 + 3) * FLOAT);
    }

    /// Nothing to differentiate: what is needed on the way to the result.
    #[test]
    fn no_parameters() {
        assert_eq!(value_only::Tape::SIZE, 16 * FLOAT);
    }

    /// Each rule reads its output: 3 times 16. The adjoint passes through in place, in the gradient.
    #[test]
    fn activations_keep_their_outputs() {
        assert_eq!(chain::Tape::SIZE, 3 * 16 * FLOAT);
    }
}

mod dimensions {
    use super::*;

    pub const FEATURES: usize = 3;
    const HIDDEN: usize = 2 * FEATURES;

    #[differentiable]
    pub fn by_const_items(
        x: Input<[f64; FEATURES]>,
        w: Param<[[f64; FEATURES]; HIDDEN]>,
        b: Param<[f64; HIDDEN]>,
    ) -> [f64; HIDDEN] {
        fully_connected(x, w, b)
    }

    #[differentiable]
    pub fn by_const_generics<const INPUTS: usize, const OUTPUTS: usize>(
        x: Input<[f64; INPUTS]>,
        w: Param<[[f64; INPUTS]; OUTPUTS]>,
        b: Param<[f64; OUTPUTS]>,
    ) -> [f64; OUTPUTS] {
        fully_connected(x, w, b)
    }

    #[test]
    fn const_items() {
        let mut params = by_const_items::Params::ZERO;
        params.w[5] = [1.0, 2.0, 3.0];
        params.b[5] = 0.5;
        assert_eq!(by_const_items(&[1.0, 10.0, 100.0], &params)[5], 321.5);
        let mut gradients = by_const_items::Gradients::ZERO;
        let mut tape = by_const_items::Tape::new();
        let mut pass = tape.forward(&[1.0, 10.0, 100.0], &params);
        pass.backward_with_seed(&[0.0, 0.0, 0.0, 0.0, 0.0, 2.0], &mut gradients);
        assert_eq!(gradients.w[5], [2.0, 20.0, 200.0]);
        assert_eq!(gradients.w[0], [0.0; 3]);
    }

    #[test]
    fn const_generics() {
        let params = by_const_generics::Params {
            w: [[1.0, 2.0, 3.0]; 2],
            b: [0.5, -0.5],
        };
        assert_eq!(
            by_const_generics(&[1.0, 10.0, 100.0], &params),
            [321.5, 320.5]
        );
        let mut gradients = by_const_generics::Gradients::ZERO;
        let mut tape = by_const_generics::Tape::<3, 2>::new();
        let mut pass = tape.forward(&[1.0, 10.0, 100.0], &params);
        pass.backward_with_seed(&[1.0, -1.0], &mut gradients);
        assert_eq!(gradients.w, [[1.0, 10.0, 100.0], [-1.0, -10.0, -100.0]]);
        assert_eq!(gradients.b, [1.0, -1.0]);
        assert_eq!(by_const_generics::Tape::<3, 2>::SIZE, 16);
    }

    #[differentiable]
    pub fn mixed<const N: usize>(
        x: Input<[f64; N]>,
        w: Param<[[f64; N]; HIDDEN]>,
        v: Param<[f64; 6]>,
    ) -> f64 {
        dot(tanh(matvec(w, x)), v) + mean(v) + variance(v)
    }

    /// A const item meets a literal of its value, beside a generic.
    #[test]
    fn item_meets_literal() {
        let params = mixed::Params {
            w: [[0.0; 2]; 6],
            v: [1.0; 6],
        };
        assert_eq!(mixed(&[1.0, 2.0], &params), 1.0);
        let mut gradients = mixed::Gradients::ZERO;
        let mut tape = mixed::Tape::new();
        mixed::value_and_gradient(&[1.0, 2.0], &params, &mut tape, &mut gradients);
        assert_eq!(gradients.w, [[1.0, 2.0]; 6]);
    }

    /// In `grad!` the sizes come from the views, whatever function they stand in.
    fn mean_square<const N: usize>(x: &mut [f64; N]) -> (f64, [f64; N]) {
        let mut value = 0.0;
        let mut x = BufferView::parameter(x);
        let mut y = BufferView::output(&mut value);
        grad! { y = mean(square(x)); }.backward();
        (*y.value(), *x.gradient())
    }

    #[test]
    fn grad_in_a_generic_function() {
        assert_eq!(mean_square(&mut [1.0, 3.0]), (5.0, [1.0, 3.0]));
        assert_eq!(mean_square(&mut [2.0]), (4.0, [4.0]));
    }
}

mod places {
    use super::*;

    /// With literal dimensions a model may stand inside a function.
    #[test]
    fn model_in_a_function_body() {
        #[differentiable]
        fn local(x: Input<[f32; 2]>, a: Param<f32>) -> f32 {
            sum(scale(x, a))
        }

        let params = local::Params { a: 2.0 };
        assert_eq!(local(&[1.0, 4.0], &params), 10.0);
        let mut gradients = local::Gradients::ZERO;
        let mut tape = local::Tape::new();
        local::value_and_gradient(&[1.0, 4.0], &params, &mut tape, &mut gradients);
        assert_eq!(gradients.a, 5.0);
    }

    grad! {
        /// `grad!` takes functions too, with the meaning of the attribute.
        pub fn by_grad(x: Input<[f32; 2]>, a: Param<f32>) -> f32 {
            sum(scale(x, a))
        }
    }

    #[test]
    fn grad_around_a_function() {
        let mut gradients = by_grad::Gradients::ZERO;
        let mut tape = by_grad::Tape::new();
        let params = by_grad::Params { a: 2.0 };
        let value = by_grad::value_and_gradient(&[1.0, 4.0], &params, &mut tape, &mut gradients);
        assert_eq!((value, gradients.a), (10.0, 5.0));
    }

    /// Doc comments, visibility and `cfg` pass through.
    mod attributes {
        use super::*;

        #[cfg(any())]
        #[differentiable]
        pub fn never(x: Param<f32>) -> f32 {
            not_an_operator(x)
        }

        #[differentiable]
        #[cfg(any())]
        pub fn never_after(x: Param<f32>) -> f32 {
            square(x)
        }

        pub fn never_after() -> u8 {
            1
        }

        pub mod inner {
            use super::*;

            #[differentiable]
            pub(in super::super) fn visible(x: Param<f32>) -> f32 {
                square(x)
            }
        }
    }

    #[test]
    fn visibility_and_cfg() {
        let params = attributes::inner::visible::Params { x: 3.0 };
        assert_eq!(attributes::inner::visible(&params), 9.0);
        assert_eq!(attributes::never_after(), 1);
    }

    #[test]
    fn literal_suffixes_and_forms() {
        #[differentiable]
        fn literals(x: Param<f32>) -> f32 {
            (x * 2.0_f32 + 1e1 - 0.5f32) * 1_000.25 / 2.0 + 3.0 * x - (1.5)
        }

        let (value, gradients) = value_and_gradients!(literals(), { x: 0.5 });
        assert_near!(f32: value, 10.5 * 1000.25 / 2.0 + 1.5 - 1.5);
        assert_near!(f32: gradients.x, 1003.25);
    }

    #[test]
    fn chosen_kernels() {
        #[differentiable(kernels = Portable)]
        fn portable(x: Param<[f32; 3]>) -> f32 {
            dot(x, x)
        }

        let (value, gradients) = value_and_gradients!(portable(), { x: [1.0, 2.0, 3.0] });
        assert_eq!((value, gradients.x), (14.0, [2.0, 4.0, 6.0]));
    }

    /// Several models in one scope, one with the other's name as a value.
    #[test]
    fn models_side_by_side() {
        #[differentiable]
        fn first(second: Param<f32>) -> f32 {
            square(second)
        }

        #[differentiable]
        fn second(first: Param<f32>) -> f32 {
            let second = exp(first);
            second
        }

        assert_eq!(first(&first::Params { second: 3.0 }), 9.0);
        assert_eq!(second(&second::Params { first: 0.0 }), 1.0);
    }

    #[test]
    fn root_that_is_an_argument() {
        #[differentiable]
        fn identity(x: Param<[f32; 2]>) -> [f32; 2] {
            x
        }

        #[differentiable]
        fn data(x: Input<[f32; 2]>) -> [f32; 2] {
            x
        }

        let (output, gradients) = output_and_gradients!(identity(), { x: [1.0, 2.0] }, [3.0, 4.0]);
        assert_eq!((output, gradients.x), ([1.0, 2.0], [3.0, 4.0]));
        assert_eq!(data(&[1.0, 2.0], &data::Params::ZERO), [1.0, 2.0]);
    }
}

mod expressions {
    use super::*;

    #[test]
    fn several_statements_and_shadowing() {
        let (mut a_value, mut y_value) = ([1.0_f64, -2.0, 0.5], 0.0);
        let x_value = [0.5, 0.25, -1.0];
        let mut a = BufferView::parameter(&mut a_value);
        let x = BufferView::input(&x_value);
        let mut y = BufferView::output(&mut y_value);
        let mut tape = grad! {
            let h = tanh(a * x);
            let h = scale(h, 2.0);
            let a_squared = square(a);
            let h = h + a_squared;
            y = sum(h * h);
        };
        tape.backward();

        let slope = |a: f64, x: f64| {
            let t = (a * x).tanh();
            let h = 2.0 * t + a * a;
            2.0 * h * (2.0 * x * (1.0 - t * t) + 2.0 * a)
        };
        assert_near!(
            f64: a.gradient(),
            [slope(1.0, 0.5), slope(-2.0, 0.25), slope(0.5, -1.0)]
        );
    }

    /// An assignment before the last one is a local value.
    #[test]
    fn intermediate_assignment() {
        let (mut a_value, mut y_value) = ([1.0_f32, 2.0], [0.0; 2]);
        let mut a = BufferView::parameter(&mut a_value);
        let mut y = BufferView::output(&mut y_value);
        let mut tape = grad! {
            h = square(a);
            y = scale(h, 3.0);
        };
        tape.backward_with_seed(&[1.0, -1.0]);
        assert_eq!(a.gradient(), &[6.0, -12.0]);
        assert_eq!(y_value, [3.0, 12.0]);
    }

    /// The rank of what is broadcast is known only from what comes after.
    #[test]
    fn broadcast_of_what_gets_its_rank_later() {
        let m = [[1.0_f64, 2.0, 3.0], [4.0, 5.0, 6.0]];
        let (mut x_value, mut c_value) = ([1.0, -2.0, 0.5], [[1.0], [-1.0]]);
        let (mut s_value, mut y_value) = (2.0, 0.0);
        let mut x = BufferView::parameter(&mut x_value);
        let mut c = BufferView::parameter(&mut c_value);
        let mut s = BufferView::parameter(&mut s_value);
        let mut y = BufferView::output(&mut y_value);
        let mut tape = grad! {
            let row = broadcast(x, [2, 3]);
            let column = broadcast(c, [2, 3]);
            let all = broadcast(s, [2, 3]);
            y = sum(row * column * all) + sum(matvec(m, x)) + sum(transpose(c)) + square(s);
        };
        tape.backward();
        assert_eq!(*tape.output(), -4.5 + 0.0 + 4.0);
        assert_eq!(x.gradient(), &[5.0, 7.0, 9.0]);
        assert_eq!(c.gradient(), &[[0.0], [0.0]]);
        assert_eq!(s.gradient(), &4.0);
    }

    #[test]
    fn nested_calls() {
        let (mut w_value, mut b_value, mut y_value) = (
            [[0.5_f64, -1.0], [0.25, 2.0], [1.5, 0.0]],
            [0.1, 0.2, 0.3],
            0.0,
        );
        let (x, t) = ([0.75, -0.5], [0.0, 1.0, 0.0]);
        let mut w = BufferView::parameter(&mut w_value);
        let mut b = BufferView::parameter(&mut b_value);
        let mut y = BufferView::output(&mut y_value);
        let mut tape = grad! {
            y = softmax_cross_entropy(tanh(fully_connected(x, w, b)), t) + 0.5 * sum(square(w));
        };
        tape.backward();

        let z: Vec<f64> = (0..3)
            .map(|r| (w.value()[r][0] * x[0] + w.value()[r][1] * x[1] + b.value()[r]).tanh())
            .collect();
        let total: f64 = z.iter().map(|z| z.exp()).sum();
        let dz: Vec<f64> = (0..3)
            .map(|r| (z[r].exp() / total - t[r]) * (1.0 - z[r] * z[r]))
            .collect();
        assert_near!(f64: b.gradient(), dz.as_slice());
        for ((gradient, w), dz) in w.gradient().iter().zip(w.value()).zip(&dz) {
            let expected = [dz * x[0] + w[0], dz * x[1] + w[1]];
            assert_near!(f64: gradient, expected);
        }
        let decay: f64 = w.value().iter().flatten().map(|w| 0.5 * w * w).sum();
        assert_near!(f64: y_value, total.ln() - z[1] + decay);
    }

    #[test]
    fn scalars_and_arrays_in_scope_are_inputs() {
        let (mut a_value, mut y_value) = ([1.0_f32, 2.0], [0.0; 2]);
        let (offsets, rate) = ([10.0, 20.0], 0.5);
        let mut a = BufferView::parameter(&mut a_value);
        let mut y = BufferView::output(&mut y_value);
        grad! { y = (a + offsets) * rate; }.backward_with_seed(&[2.0, 4.0]);
        assert_eq!(a.gradient(), &[1.0, 2.0]);
        assert_eq!(y_value, [5.5, 11.0]);
    }

    /// The output view shows the seed of the last pass.
    #[test]
    fn output_view_after_backward() {
        let (mut a_value, mut y_value) = ([1.0_f32, 2.0], [0.0; 2]);
        let mut a = BufferView::parameter(&mut a_value);
        let mut y = BufferView::output(&mut y_value);
        grad! { y = -a; }.backward_with_seed(&[3.0, 4.0]);
        assert_eq!((y.value(), y.gradient()), (&[-1.0, -2.0], &[3.0, 4.0]));
        assert_eq!(a.gradient(), &[-3.0, -4.0]);
    }

    /// The tape is gone, the views stay: an optimizer steps them in place.
    #[test]
    fn optimizer_steps_views() {
        let x_value = [[0.5_f64, -1.0], [2.0, 0.25], [-0.75, 1.5]];
        let t_value = [1.0, 2.0, -1.0];
        let (mut w_value, mut b_value, mut loss_value) = ([0.0; 2], 0.0, 0.0);
        let optimizer = Sgd::new(0.1);
        let mut losses = Vec::new();
        {
            let x = BufferView::input(&x_value);
            let t = BufferView::input(&t_value);
            let mut w = BufferView::parameter(&mut w_value);
            let mut b = BufferView::parameter(&mut b_value);
            let mut loss = BufferView::output(&mut loss_value);
            for _ in 0..500 {
                grad! { loss = mse(offset(matvec(x, w), b), t); }.backward();
                optimizer.step_view(&mut w);
                optimizer.step_view(&mut b);
                losses.push(*loss.value());
            }
        }
        assert!(
            losses[0] > 1.0 && *losses.last().unwrap() < 1e-6,
            "{losses:?}"
        );
        // Three equations in three unknowns: the fit is exact.
        for (row, t) in x_value.iter().zip(t_value) {
            let fit = row[0] * w_value[0] + row[1] * w_value[1] + b_value;
            assert!((fit - t).abs() < 1e-3, "{fit} for {t}");
        }
    }

    /// One step of gradient descent, on views and on parameters.
    #[test]
    fn optimizer_step() {
        #[differentiable]
        fn bowl(w: Param<[f32; 2]>, b: Param<f32>) -> f32 {
            sum(square(w)) + square(b)
        }

        let mut params = bowl::Params {
            w: [1.0, -2.0],
            b: 4.0,
        };
        let mut gradients = bowl::Gradients::ZERO;
        bowl::value_and_gradient(&params, &mut bowl::Tape::new(), &mut gradients);
        Sgd::new(0.25).step(&mut params, &gradients);
        assert_eq!(
            params,
            bowl::Params {
                w: [0.5, -1.0],
                b: 2.0
            }
        );

        let (mut w_value, mut y_value) = ([1.0_f32, -2.0], 0.0);
        let mut w = BufferView::parameter(&mut w_value);
        let mut y = BufferView::output(&mut y_value);
        grad! { y = sum(square(w)); }.backward();
        Sgd::new(0.25).step_view(&mut w);
        assert_eq!(w_value, [0.5, -1.0]);
    }

    /// What is declared `Input` early is frozen; nothing else changes.
    #[test]
    fn frozen_layers() {
        #[differentiable]
        fn trained(x: Input<[f64; 2]>, a: Param<[f64; 2]>, b: Param<f64>) -> f64 {
            sum(scale(tanh(a * x), b))
        }

        #[differentiable]
        fn frozen(x: Input<[f64; 2]>, a: Input<[f64; 2]>, b: Param<f64>) -> f64 {
            sum(scale(tanh(a * x), b))
        }

        let (x, a, b) = ([0.5, -1.0], [2.0, 0.25], 3.0);
        let (value, all) = value_and_gradients!(trained(&x), { a: a, b: b });
        let (frozen_value, head) = value_and_gradients!(frozen(&x, &a), { b: b });
        assert_eq!((value, all.b), (frozen_value, head.b));
        assert_eq!(size_of::<frozen::Gradients>(), size_of::<f64>());
    }
}

/// In `grad!` the tape learns only from the types which operands have a gradient. Whatever the
/// others are, a gradient is the same to the bit; memory of one that is not there serves no other.
mod roles {
    use super::*;

    macro_rules! view {
        (input $buffer:ident) => {
            BufferView::input(&$buffer)
        };
        (parameter $buffer:ident) => {
            BufferView::parameter(&mut $buffer)
        };
    }

    macro_rules! gradient {
        (input $view:ident) => {
            None
        };
        (parameter $view:ident) => {
            Some(*$view.gradient())
        };
    }

    /// Value and gradients of one combination of roles.
    macro_rules! run {
        ($seed:expr, $root:ident: $type:ty = { $($body:tt)* }; $($role:ident $operand:ident = $value:expr),*) => {{
            $(let mut $operand = $value;)*
            $(let mut $operand = view!($role $operand);)*
            let mut value = <$type as autodiff_runtime::Tensor>::ZERO;
            let mut $root = BufferView::output(&mut value);
            let mut recorded = grad! { $($body)* };
            recorded.backward_with_seed(&$seed);
            recorded.backward_with_seed(&$seed);
            (*$root.value(), ($(gradient!($role $operand)),*))
        }};
    }

    macro_rules! combinations {
        ($(
            $name:ident($x:ident = $x_value:expr, $y:ident = $y_value:expr, $z:ident = $z_value:expr),
            $seed:expr => $root:ident: $type:ty = $body:tt
        )*) => {$(
            #[test]
            #[allow(unused_mut)]
            fn $name() {
                let (value, (x, y, z)) = run!(
                    $seed, $root: $type = $body;
                    parameter $x = $x_value, parameter $y = $y_value, parameter $z = $z_value
                );
                combinations! {
                    @each $seed, $root: $type = $body, (value, x, y, z),
                    ($x = $x_value, $y = $y_value, $z = $z_value),
                    [parameter parameter input] [parameter input parameter]
                    [input parameter parameter] [parameter input input]
                    [input parameter input] [input input parameter]
                }
            }
        )*};
        (
            @each $seed:expr, $root:ident: $type:ty = $body:tt, $all:tt, $operands:tt,
            $($roles:tt)*
        ) => {
            $(combinations!(@one $seed, $root: $type = $body, $all, $operands, $roles);)*
        };
        (
            @one $seed:expr, $root:ident: $type:ty = $body:tt,
            ($value:ident, $dx:ident, $dy:ident, $dz:ident),
            ($x:ident = $x_value:expr, $y:ident = $y_value:expr, $z:ident = $z_value:expr),
            [$x_role:ident $y_role:ident $z_role:ident]
        ) => {{
            let (value, (x, y, z)) = run!(
                $seed, $root: $type = $body;
                $x_role $x = $x_value, $y_role $y = $y_value, $z_role $z = $z_value
            );
            let roles = stringify!($x_role $y_role $z_role);
            assert_eq!(value, $value, "value with roles {roles}");
            assert!(x.or($dx) == $dx, "first gradient with roles {roles}");
            assert!(y.or($dy) == $dy, "second gradient with roles {roles}");
            assert!(z.or($dz) == $dz, "third gradient with roles {roles}");
        }};
    }

    const A: [f32; 3] = [0.5, -1.25, 2.0];
    const B: [f32; 3] = [1.5, 0.25, -0.75];
    const C: [f32; 3] = [-2.0, 0.125, 1.0];
    const W: [[f32; 3]; 3] = [[0.5, -1.0, 0.25], [1.0, 0.75, -0.5], [-0.25, 1.5, 2.0]];

    combinations! {
        products(a = A, b = B, c = C), [1.0, -2.0, 0.5] => y: [f32; 3] = {
            y = a * b * c;
        }
        shared_intermediate(a = A, b = B, c = C), [1.0, -2.0, 0.5] => y: [f32; 3] = {
            let h = tanh(a + b);
            y = h * c + h * h * a - b / (square(h) + 1.0);
        }
        one_operand_everywhere(a = A, b = B, c = C), 1.0 => y: f32 = {
            let p = a * b + a * c;
            y = sum(p * a) + dot(a, p) - sum(scale(a, sum(c)));
        }
        // The slopes of all three stand in one loop.
        slopes_side_by_side(a = A, b = B, c = C), 1.0 => y: f32 = {
            y = sum(exp(a) * sin(b) * tanh(c));
        }
        scalars_and_arrays(a = A, s = 0.75_f32, t = -1.5_f32), [1.0, -2.0, 0.5] => y: [f32; 3] = {
            let h = offset(scale(a, s), t);
            y = h * s - t / a + exp(a) * (s * t);
        }
        layers(x = A, w = W, b = B), 1.0 => y: f32 = {
            let h = sigmoid(fully_connected(x, w, b));
            let k = relu(fully_connected(h, w, b));
            y = mean(softmax(k) * h) + 0.1 * sum(square(w));
        }
        matrices(a = W, b = W, c = C), 1.0 => y: f32 = {
            let p = matmul(a, transpose(b));
            y = dot(matvec(p, c), mean(p, axis = 0)) + sum(matmul(p, a));
        }
        sums_in_place(a = A, b = B, c = C), [1.0, -2.0, 0.5] => y: [f32; 3] = {
            let h = a + b;
            let k = h + c;
            y = k + h + a - c - (b + b);
        }
        adjoint_for_two(a = A, b = B, c = C), [1.0, -2.0, 0.5] => y: [f32; 3] = {
            let h = exp(a * b);
            y = scale(h + c, sum(c)) * h;
        }
    }
}

mod precision {
    use super::*;

    /// Rounding of a two-layer network in `f32` against the same in `f64`.
    #[test]
    fn single_against_double() {
        for seed in 0..20 {
            let params = random_parameters(100 + seed);
            let wide = |values: &[f32]| values.iter().map(|v| f64::from(*v)).collect::<Vec<f64>>();
            let mut params_f64 = classifier_f64::Params::ZERO;
            params_f64
                .as_mut_slice()
                .copy_from_slice(&wide(params.as_slice()));

            let mut gradients = classifier::Gradients::ZERO;
            let mut tape = classifier::Tape::new();
            let value =
                classifier::value_and_gradient(&FLOWER, &KIND, &params, &mut tape, &mut gradients);
            let mut gradients_f64 = classifier_f64::Gradients::ZERO;
            let value_f64 = classifier_f64::value_and_gradient(
                &FLOWER.map(f64::from),
                &KIND.map(f64::from),
                &params_f64,
                &mut classifier_f64::Tape::new(),
                &mut gradients_f64,
            );
            assert_near!(f32: value, value_f64);
            assert_near!(f32: wide(gradients.as_slice()), gradients_f64.as_slice().to_vec());
        }
    }
}

/// Random networks against a plain implementation in `f64` that keeps everything and reuses
/// nothing.
mod networks {
    use super::*;

    /// One dense layer: rows of weights, biases.
    struct Layer<'a> {
        weights: &'a [f64],
        biases: &'a [f64],
    }

    impl Layer<'_> {
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            let rows = self.weights.chunks_exact(x.len()).zip(self.biases);
            rows.map(|(row, b)| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b)
                .collect()
        }

        /// Gradients of weights and biases, and the adjoint of `x`.
        fn backward(&self, x: &[f64], g: &[f64]) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
            let weights = g
                .iter()
                .flat_map(|g| x.iter().map(move |x| g * x))
                .collect();
            let column = |c| {
                (0..g.len())
                    .map(|r| self.weights[r * x.len() + c] * g[r])
                    .sum()
            };
            (weights, g.to_vec(), (0..x.len()).map(column).collect())
        }
    }

    /// Value and slope of an activation at its input.
    type Activation = fn(f64) -> (f64, f64);

    fn rectified(x: f64) -> (f64, f64) {
        if x > 0.0 { (x, 1.0) } else { (0.0, 0.0) }
    }

    fn hyperbolic(x: f64) -> (f64, f64) {
        let y = x.tanh();
        (y, 1.0 - y * y)
    }

    fn logistic(x: f64) -> (f64, f64) {
        let y = 1.0 / (1.0 + (-x).exp());
        (y, y * (1.0 - y))
    }

    /// Mean squared error of dense layers with an activation after each, and the gradients of
    /// `[w, b]` of layer after layer.
    fn reference(layers: &[(Layer<'_>, Activation)], x: &[f64], target: &[f64]) -> (f64, Vec<f64>) {
        let mut inputs = vec![x.to_vec()];
        let mut slopes = Vec::new();
        for (layer, activation) in layers {
            let z = layer.forward(inputs.last().unwrap());
            slopes.push(z.iter().map(|z| activation(*z).1).collect::<Vec<_>>());
            inputs.push(z.iter().map(|z| activation(*z).0).collect());
        }
        let output = inputs.pop().unwrap();
        let n = output.len() as f64;
        let loss = output
            .iter()
            .zip(target)
            .map(|(p, t)| (p - t).powi(2))
            .sum::<f64>()
            / n;
        let mut g: Vec<f64> = output
            .iter()
            .zip(target)
            .map(|(p, t)| 2.0 * (p - t) / n)
            .collect();
        let mut gradients = Vec::new();
        for (((layer, _), x), slope) in layers.iter().zip(&inputs).zip(&slopes).rev() {
            let dz: Vec<f64> = g.iter().zip(slope).map(|(g, s)| g * s).collect();
            let (dw, db, dx) = layer.backward(x, &dz);
            gradients = [dw, db, gradients].concat();
            g = dx;
        }
        (loss, gradients)
    }

    macro_rules! networks {
        ($(
            $name:ident: $inputs:literal to $outputs:literal
            $([$w:ident $b:ident $from:literal => $to:literal $activation:ident $plain:ident])+
        )*) => {$(
            #[test]
            fn $name() {
                #[differentiable]
                fn network(
                    x: Input<[f64; $inputs]>,
                    $($w: Param<[[f64; $from]; $to]>, $b: Param<[f64; $to]>,)+
                    target: Input<[f64; $outputs]>,
                ) -> f64 {
                    $(let x = $activation(fully_connected(x, $w, $b));)+
                    mse(x, target)
                }

                let mut random = Random::new(42);
                let mut tape = network::Tape::new();
                for _ in 0..20 {
                    let mut params = network::Params::ZERO;
                    random.fill(params.as_mut_slice(), 1.0);
                    let mut x = [0.0; $inputs];
                    random.fill(&mut x, 1.0);
                    let mut target = [0.0; $outputs];
                    random.fill(&mut target, 1.0);

                    let mut gradients = network::Gradients::ZERO;
                    let value = network::value_and_gradient(
                        &x, &target, &params, &mut tape, &mut gradients,
                    );
                    let layers = [$((
                        Layer { weights: params.$w.as_flattened(), biases: &params.$b },
                        $plain as Activation,
                    )),+];
                    let (loss, expected) = reference(&layers, &x, &target);
                    assert_near!(f64: value, loss);
                    assert_near!(f64: gradients.as_slice().to_vec(), expected);
                }
            }
        )*};
    }

    networks! {
        one_neuron: 1 to 1
            [w b 1 => 1 tanh hyperbolic]
        one_layer: 5 to 3
            [w b 5 => 3 sigmoid logistic]
        two_layers: 2 to 1
            [w1 b1 2 => 3 tanh hyperbolic]
            [w2 b2 3 => 1 sigmoid logistic]
        wide_hidden_layer: 3 to 2
            [w1 b1 3 => 17 relu rectified]
            [w2 b2 17 => 2 tanh hyperbolic]
        three_layers: 5 to 3
            [w1 b1 5 => 7 relu rectified]
            [w2 b2 7 => 4 tanh hyperbolic]
            [w3 b3 4 => 3 sigmoid logistic]
        equal_layers: 4 to 4
            [w1 b1 4 => 4 tanh hyperbolic]
            [w2 b2 4 => 4 tanh hyperbolic]
            [w3 b3 4 => 4 relu rectified]
            [w4 b4 4 => 4 sigmoid logistic]
            [w5 b5 4 => 4 tanh hyperbolic]
        through_a_bottleneck: 9 to 8
            [w1 b1 9 => 1 tanh hyperbolic]
            [w2 b2 1 => 8 tanh hyperbolic]
    }
}

/// Terms that cancel sum up to +0, negated or not.
#[test]
fn sums_of_negated_terms_keep_the_sign_of_zero() {
    #[differentiable]
    fn product(x: Param<[f64; 2]>, y: Input<[f64; 2]>) -> f64 {
        recip(dot(-x, y))
    }
    #[differentiable]
    fn sum_of(x: Param<[f64; 2]>) -> f64 {
        recip(sum(-x))
    }
    let x = [1.0, -1.0];
    assert_eq!(product(&[1.0; 2], &product::Params { x }), f64::INFINITY);
    assert_eq!(sum_of(&sum_of::Params { x }), f64::INFINITY);
}

/// `reshape(x, [])` of an array of one element reads it as a scalar: no step that reuses its memory
/// may come before.
mod scalar_views {
    use super::*;

    /// `a` reads `h`, whose memory `b` may take.
    #[differentiable]
    fn reused(
        x: Input<[f32; 1]>,
        u: Input<[f32; 1]>,
        v: Input<[f32; 1]>,
        w: Input<[f32; 1]>,
        p: Param<f32>,
    ) -> [f32; 1] {
        let h = tanh(x);
        let c = u * v;
        let a = scale(w, reshape(h, []));
        let b = c - u;
        sin(a) + sin(b) * sin(c) * p
    }

    /// The same below the root: adjoints are read as scalars and reuse memory too.
    #[differentiable]
    fn adjoints(x: Param<[f32; 1]>, y: Param<[f32; 1]>, z: Param<[f32; 1]>) -> f32 {
        let h = tanh(x);
        let a = scale(y * z, reshape(h, []));
        let b = scale(z - y, reshape(a, [])) * reshape(y, []);
        sum(sin(a) + sin(b) * sin(h))
    }

    fn close(found: f32, expected: f64) {
        assert!(
            (f64::from(found) - expected).abs() < 1e-6,
            "{found} instead of {expected}"
        );
    }

    #[test]
    fn values() {
        let [x, u, v, w, p]: [f64; 5] = [0.4, 0.9, -0.7, 1.3, 0.8];
        let (a, c) = (w * x.tanh(), u * v);
        let slope = (c - u).sin() * c.sin();
        let expected = a.sin() + slope * p;
        let [x, u, w, v] = [x, u, w, v].map(|value| [value as f32]);
        let params = reused::Params { p: p as f32 };
        close(reused(&x, &u, &v, &w, &params)[0], expected);
        let mut tape = reused::Tape::new();
        let mut pass = tape.forward(&x, &u, &v, &w, &params);
        close(pass.output()[0], expected);
        let mut gradients = reused::Gradients::ZERO;
        pass.backward_with_seed(&[1.0], &mut gradients);
        close(gradients.p, slope);
    }

    #[test]
    fn gradients() {
        let [x, y, z]: [f64; 3] = [0.4, 0.9, -0.7];
        let value = |x: f64, y: f64, z: f64| {
            let h = x.tanh();
            let a = y * z * h;
            a.sin() + ((z - y) * a * y).sin() * h.sin()
        };
        let slope = |along: [f64; 3]| {
            let at = |t: f64| value(x + t * along[0], y + t * along[1], z + t * along[2]);
            (at(1e-5) - at(-1e-5)) / 2e-5
        };
        let params = adjoints::Params {
            x: [x as f32],
            y: [y as f32],
            z: [z as f32],
        };
        close(adjoints(&params), value(x, y, z));
        let mut tape = adjoints::Tape::new();
        let mut gradients = adjoints::Gradients::ZERO;
        tape.forward(&params).backward(&mut gradients);
        close(gradients.x[0], slope([1.0, 0.0, 0.0]));
        close(gradients.y[0], slope([0.0, 1.0, 0.0]));
        close(gradients.z[0], slope([0.0, 0.0, 1.0]));
    }
}
