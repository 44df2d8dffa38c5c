//! `const`s: counts, numbers and tables, in the model and outside of it.

use autodiff_runtime::prelude::*;

mod inside {
    use super::*;

    for_each_element! { $E =>
        #[differentiable]
        fn polynomial(x: Param<$E>, gain: Param<$E>) -> $E {
            const C: [$E; 4] = [0.5, -1.0, 2.0, 0.25];
            let mut h = C[3];
            for i in 1..4 {
                h = h * x + C[3 - i];
            }
            gain * h
        }

        /// `g (1/2 - x + 2 x² + x³/4)` by Horner's rule.
        #[test]
        fn elements() {
            let (value, gradients) = value_and_gradients!(polynomial(), { x: 2.0, gain: 3.0 });
            assert_eq!(value, 3.0 * (0.5 - 2.0 + 8.0 + 2.0));
            assert_eq!(gradients.gain, 8.5);
            assert_eq!(gradients.x, 3.0 * (-1.0 + 8.0 + 3.0));
        }

        #[differentiable]
        fn whole(x: Param<[$E; 3]>, w: Param<[$E; 2]>) -> $E {
            const ROWS: usize = 2;
            const K: [$E; ROWS + 1] = [1.0, -2.0, 4.0];
            const M: [[$E; 3]; ROWS] = [[1.0, 0.0, -1.0], [2.0, 0.5, 0.0]];
            const G: $E = 0.5;
            dot(K, x * x) + G * dot(w, matvec(M, x)) + sum(x[1..3] * K[..2]) + dot(M[1], x) * M[0][2]
        }

        /// As vectors and matrices, in parts of them too.
        #[test]
        fn arrays() {
            let (x, w): ([$E; 3], [$E; 2]) = ([1.0, 2.0, 3.0], [4.0, -2.0]);
            let (value, gradients) = value_and_gradients!(whole(), { x: x, w: w });
            // M x = [-2, 3]
            assert_eq!(value, (1.0 - 8.0 + 36.0) + 0.5 * (-8.0 - 6.0) + (2.0 - 6.0) - 3.0);
            assert_eq!(gradients.w, [-1.0, 1.5]);
            // 2 K x + Mᵀ w / 2 + [0, 1, -2] - M[1]
            assert_eq!(gradients.x, [2.0 + 0.0 + 0.0 - 2.0, -8.0 - 0.5 + 1.0 - 0.5, 24.0 - 2.0 - 2.0]);
        }

        #[differentiable]
        fn by_axes(x: Param<[[$E; 2]; 2]>) -> $E {
            const COLUMNS: usize = 1;
            let mut all = dot(sum(x, axis = COLUMNS - 1), sum(x, axis = COLUMNS));
            for axis in 0..2 {
                all = all + sum(square(mean(x, axis = axis)));
            }
            all
        }

        /// An axis is a count: a `const`, what is made of one, or the variable of a loop.
        #[test]
        fn axes() {
            let (value, gradients) = value_and_gradients!(by_axes(), { x: [[1.0, 2.0], [3.0, 4.0]] });
            // Sums by columns [4, 6] and by rows [3, 7]; means are half of that.
            assert_eq!(value, 12.0 + 42.0 + 4.0 + 9.0 + 2.25 + 12.25);
            // Of x[i][j]: rows[j] + columns[i] + columns[j]/2 + rows[i]/2.
            assert_eq!(gradients.x, [[3.0 + 4.0 + 2.0 + 1.5, 7.0 + 4.0 + 3.0 + 1.5], [3.0 + 6.0 + 2.0 + 3.5, 7.0 + 6.0 + 3.0 + 3.5]]);
        }

        #[differentiable]
        #[allow(deprecated)] // `x` does not reach the result
        fn result(x: Param<[$E; 2]>) -> [[$E; 2]; 2] {
            const M: [[$E; 2]; 2] = [[0.5; 2]; 2];
            const _UNUSED: [$E; 0] = [];
            M
        }

        #[test]
        fn as_the_result() {
            let (output, gradients) = output_and_gradients!(result(), { x: [1.0, 2.0] }, [[1.0; 2]; 2]);
            assert_eq!(output, [[0.5; 2]; 2]);
            assert_eq!(gradients.x, [0.0; 2]);
        }

        #[differentiable]
        fn limits(x: Param<[$E; 3]>) -> $E {
            const LO: [$E; 2] = [-1.0, 0.0];
            const HI: [$E; 2] = [-LO[0], 2.0 * LO[0] + 5.0];
            const ORDER: [usize; 3] = [2, 0, 1];
            const POWER: [[usize; 1]; 3] = [[1], [2], [3]];
            let mut h = sum(clamp(x, LO[0], HI[0]));
            for i in 0..3 {
                h = h + powi(x[ORDER[i]], POWER[i][0]) + x[ORDER[ORDER[i]]];
            }
            h + sum(clamp(x, LO[1], HI[1]))
        }

        /// Where numbers and whole numbers stand.
        #[test]
        fn arguments_of_operators() {
            let (value, gradients) = value_and_gradients!(limits(), { x: [0.5, 2.0, -3.0] });
            // x2 + x0² + x1³, and the sum.
            assert_eq!(value, (0.5 + 1.0 - 1.0) + (-3.0 + 0.25 + 8.0) - 0.5 + (0.5 + 2.0));
            assert_eq!(gradients.x, [1.0 + 1.0 + 1.0 + 1.0, 12.0 + 1.0 + 1.0, 1.0 + 1.0]);
        }

        #[test]
        fn in_views() {
            let (value, x) = differentiate! {
                inputs {}
                parameters { x = [1.0, 2.0, 3.0] as [$E; 3] }
                seed 1.0;
                y: $E = {
                    const K: [$E; 3] = [1.0, -2.0, 4.0];
                    let mut h = dot(K, x);
                    for i in 0..2 {
                        h = h + K[i + 1] * x[i];
                    }
                    y = h;
                }
            };
            assert_eq!(value, 9.0 - 2.0 + 8.0);
            assert_eq!(x, [-1.0, 2.0, 4.0]);
        }
    }

    #[differentiable]
    fn generic<const N: usize>(x: Param<[f32; N]>) -> f32 {
        const K: [f32; 2] = [3.0, 5.0];
        dot(x, x) * K[0] + sum(broadcast(K[1], [N]) * x) + sum(K)
    }

    #[test]
    fn beside_const_generics() {
        let params = generic::Params { x: [1.0, 2.0] };
        let mut gradients = generic::Params { x: [0.0; 2] };
        let value = generic::value_and_gradient(&params, &mut generic::Tape::new(), &mut gradients);
        assert_eq!((value, gradients.x), (15.0 + 15.0 + 8.0, [11.0, 17.0]));
    }

    #[differentiable]
    fn fractions(x: Param<f32>) -> f32 {
        const THIRD: f32 = 1.0 / 3.0;
        const SUM: [f32; 2] = [THIRD + 0.1 * 3.0 - 1e-9, -(THIRD / 7.0)];
        x * SUM[0] + SUM[1]
    }

    /// To the bit as rustc computes it.
    #[test]
    fn arithmetic() {
        const THIRD: f32 = 1.0 / 3.0;
        const SUM: [f32; 2] = [THIRD + 0.1 * 3.0 - 1e-9, -(THIRD / 7.0)];
        let (value, gradients) = value_and_gradients!(fractions(), { x: 3.0 });
        assert_eq!((value, gradients.x), (3.0 * SUM[0] + SUM[1], SUM[0]));
    }

    #[differentiable]
    fn shadowed(k: Param<[f64; 2]>) -> f64 {
        let mut h = sum(k);
        for i in 0..2 {
            const K: [f64; 2] = [10.0, 20.0];
            let k = K;
            h = h + k[i];
        }
        h * k[1]
    }

    /// It ends with its block, and may be bound to a name.
    #[test]
    fn in_a_loop() {
        let (value, gradients) = value_and_gradients!(shadowed(), { k: [1.0, 2.0] });
        assert_eq!((value, gradients.k), (66.0, [2.0, 2.0 + 33.0]));
    }

    #[differentiable]
    fn raw(x: Param<f64>) -> f64 {
        const r#type: [f64; 2] = [2.0, 3.0];
        x * r#type[0] * sum(r#type)
    }

    #[test]
    fn with_a_raw_name() {
        assert_eq!(raw(&raw::Params { x: 1.0 }), 10.0);
    }
}

mod outside {
    use super::*;

    #[differentiable]
    pub const TAPS: usize = 4;

    /// Moving average with a slope.
    #[differentiable]
    pub const KERNEL: [f32; TAPS] = [0.5, 1.0, -1.0, 0.25];

    #[differentiable]
    const GRAVITY: f64 = 9.81;

    pub mod sizes {
        use autodiff_runtime::prelude::*;

        #[differentiable]
        pub const ROWS: usize = 2 * self::COLUMNS - 4;
        #[differentiable]
        pub(crate) const COLUMNS: usize = 3;
        /// The last row is one number, repeated.
        #[differentiable]
        pub const WEIGHTS: [[f64; COLUMNS]; ROWS] = [[1.0, 2.0, 3.0], [-self::HALF; self::COLUMNS]];
        #[differentiable]
        const HALF: f64 = crate::constants::outside::GRAVITY / 9.81 * 0.5;

        /// What a caller cannot see.
        #[differentiable]
        pub fn weighted<const N: usize>(x: Input<[f64; N]>, a: Param<[f64; COLUMNS]>) -> f64 {
            let mut h = self::HALF * sum(x);
            for i in 0..self::ROWS {
                h = h + dot(self::WEIGHTS[i], a) * x[i];
            }
            h
        }

        pub mod inner {
            use autodiff_runtime::prelude::*;

            #[differentiable]
            pub fn twice(x: Param<[f64; 2]>, a: Param<[f64; 3]>) -> f64 {
                crate::constants::outside::sizes::weighted(x, a) * self::FACTORS[1]
            }

            #[differentiable]
            const FACTORS: [f64; 2] = [1.0, crate::constants::outside::sizes::WEIGHTS[0][1]];
        }
    }

    #[differentiable]
    fn fir(x: Param<[f32; 6]>) -> f32 {
        let mut y = 0.0 * x[0];
        for n in self::TAPS - 1..6 {
            for k in 0..self::TAPS {
                y = y + self::KERNEL[k] * x[n - k];
            }
        }
        y
    }

    #[test]
    fn bounds_and_tables() {
        let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let (value, gradients) = value_and_gradients!(fir(), { x: x });
        let mut expected = 0.0;
        let mut slopes = [0.0; 6];
        for n in TAPS - 1..6 {
            for (k, tap) in KERNEL.iter().enumerate() {
                expected += tap * x[n - k];
                slopes[n - k] += tap;
            }
        }
        assert_eq!((value, gradients.x), (expected, slopes));
    }

    #[differentiable]
    fn called(x: Param<[f64; 2]>, a: Param<[f64; sizes::COLUMNS]>) -> f64 {
        sizes::inner::twice(x, a)
            + self::GRAVITY * sizes::WEIGHTS[1][2]
            + self::sizes::weighted(x, a)
    }

    /// Items of another module, private ones too, and of items made of items.
    #[test]
    fn in_called_models() {
        let params = called::Params {
            x: [2.0, 4.0],
            a: [1.0, 0.0, -1.0],
        };
        let (value, gradients) = gradchecked!(called(), { x: params.x, a: params.a });
        // W a = [-2, 0], and the halves of x.
        let weighted = 3.0 - 4.0;
        assert_eq!(value, 2.0 * weighted + 9.81 * -0.5 + weighted);
        assert_eq!(gradients.x, [3.0 * (0.5 - 2.0), 1.5]);
        assert_eq!(
            gradients.a,
            [3.0 * (2.0 - 2.0), 3.0 * (4.0 - 2.0), 3.0 * (6.0 - 2.0)]
        );
    }

    #[test]
    fn in_views() {
        let mut x_value = [1.0_f32, 2.0, 3.0, 4.0];
        let mut y_value = 0.0;
        let mut x = BufferView::parameter(&mut x_value);
        let mut y = BufferView::output(&mut y_value);
        let mut tape = grad! {
            let mut h = dot(self::KERNEL, x);
            for i in 0..self::TAPS / sizes::ROWS {
                h = h + self::KERNEL[i] * square(x[i]);
            }
            y = h;
        };
        tape.backward();
        assert_eq!(x.gradient(), &[1.5, 5.0, -1.0, 0.25]);
        assert_eq!(y_value, 0.5 + 2.0 - 3.0 + 1.0 + 0.5 + 4.0);
    }

    mod imported {
        use super::*;
        use crate::constants::outside::sizes::*;

        #[differentiable]
        fn all(x: Param<[f64; ROWS]>) -> f64 {
            sum(x) * self::WEIGHTS[0][2] + super::sizes::WEIGHTS[0][0]
        }

        /// A glob import brings what models need.
        #[test]
        fn by_a_glob() {
            assert_eq!(all(&all::Params { x: [1.0, 2.0] }), 10.0);
        }
    }

    #[cfg(any())]
    #[differentiable]
    const ABSENT: usize = 1;
    #[differentiable]
    #[cfg(not(any()))]
    const ABSENT: usize = 2;
    #[differentiable]
    #[cfg(any())]
    const ABSENT: usize = 3;

    #[differentiable]
    fn configured(x: Param<f64>) -> f64 {
        powi(x, self::ABSENT)
    }

    #[test]
    fn under_a_cfg() {
        assert_eq!(configured(&configured::Params { x: 3.0 }), 9.0);
    }

    grad! {
        fn in_grad(x: Param<[f32; 4]>) -> f32 {
            dot(x[..self::TAPS], self::KERNEL)
        }
    }

    #[test]
    fn in_a_model_of_grad() {
        let (value, gradients) = value_and_gradients!(in_grad(), { x: [1.0; 4] });
        assert_eq!((value, gradients.x), (0.75, KERNEL));
    }

    #[differentiable]
    fn forward(x: Param<[f64; 2]>, m: Param<[[f64; 3]; 2]>) -> [f64; 2] {
        matvec(sizes::WEIGHTS + m, concat(x, broadcast(1, [1])))
    }

    #[test]
    fn forward_mode() {
        assert_adjoint!(f64: forward(), forward::Params { x: [1.0, -2.0], m: [[0.5; 3]; 2] });
        assert_jacobian!(to_vec: forward(), forward::Params { x: [1.0, -2.0], m: [[0.5; 3]; 2] });
    }

    macro_rules! filter {
        ($name:ident, $taps:ident, $table:ident: [$($tap:expr),*]) => {
            #[differentiable]
            const $taps: usize = 3;

            #[differentiable]
            const $table: [f32; $taps] = [$($tap),*];

            #[differentiable]
            fn $name(x: Param<[f32; 3]>) -> f32 {
                const OFFSETS: [f32; 2] = [1.0, 2.0];
                dot(self::$table, x) + self::$table[1] * OFFSETS[1]
            }
        };
    }

    filter!(made, MADE_TAPS, MADE: [1.0, 0.5 + 0.25, -2.0]);

    /// `$tap:expr` is a group without delimiters.
    #[test]
    fn by_a_macro() {
        let (value, gradients) = value_and_gradients!(made(), { x: [1.0, 2.0, 3.0] });
        assert_eq!(
            (value, gradients.x),
            (1.0 + 1.5 - 6.0 + 1.5, [1.0, 0.75, -2.0])
        );
    }
}

/// As many items as one model can name: rustc calls their macros inside of each other.
mod many {
    use autodiff_runtime::prelude::*;

    macro_rules! halves {
        ($($name:ident)*) => { $(
            #[differentiable]
            pub const $name: f64 = 0.5;
        )* };
    }
    halves! {
        A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15 A16 A17 A18 A19
        A20 A21 A22 A23 A24 A25 A26 A27 A28 A29 A30 A31 A32 A33 A34 A35 A36 A37 A38 A39
        A40 A41 A42 A43 A44 A45 A46 A47 A48 A49 A50 A51 A52 A53 A54 A55 A56 A57 A58 A59
        A60 A61 A62 A63 A64 A65 A66 A67 A68 A69 A70 A71 A72 A73 A74 A75 A76 A77 A78 A79
        A80 A81 A82 A83 A84 A85 A86 A87 A88 A89 A90 A91 A92 A93 A94 A95 A96 A97 A98 A99
    }

    #[differentiable]
    fn total(x: Param<f64>) -> f64 {
        x * (self::A0
            + self::A1
            + self::A2
            + self::A3
            + self::A4
            + self::A5
            + self::A6
            + self::A7
            + self::A8
            + self::A9
            + self::A10
            + self::A11
            + self::A12
            + self::A13
            + self::A14
            + self::A15
            + self::A16
            + self::A17
            + self::A18
            + self::A19
            + self::A20
            + self::A21
            + self::A22
            + self::A23
            + self::A24
            + self::A25
            + self::A26
            + self::A27
            + self::A28
            + self::A29
            + self::A30
            + self::A31
            + self::A32
            + self::A33
            + self::A34
            + self::A35
            + self::A36
            + self::A37
            + self::A38
            + self::A39
            + self::A40
            + self::A41
            + self::A42
            + self::A43
            + self::A44
            + self::A45
            + self::A46
            + self::A47
            + self::A48
            + self::A49
            + self::A50
            + self::A51
            + self::A52
            + self::A53
            + self::A54
            + self::A55
            + self::A56
            + self::A57
            + self::A58
            + self::A59
            + self::A60
            + self::A61
            + self::A62
            + self::A63
            + self::A64
            + self::A65
            + self::A66
            + self::A67
            + self::A68
            + self::A69
            + self::A70
            + self::A71
            + self::A72
            + self::A73
            + self::A74
            + self::A75
            + self::A76
            + self::A77
            + self::A78
            + self::A79
            + self::A80
            + self::A81
            + self::A82
            + self::A83
            + self::A84
            + self::A85
            + self::A86
            + self::A87
            + self::A88
            + self::A89
            + self::A90
            + self::A91
            + self::A92
            + self::A93
            + self::A94
            + self::A95
            + self::A96
            + self::A97
            + self::A98
            + self::A99)
    }

    #[differentiable]
    fn over_total(x: Param<f64>) -> f64 {
        self::total(x) + self::total(2.0 * x) + self::A0
    }

    #[test]
    fn items() {
        assert_eq!(total(&total::Params { x: 3.0 }), 150.0);
        assert_eq!(over_total(&over_total::Params { x: 3.0 }), 450.5);
        let result = differentiate! {
            inputs { }
            parameters { x = 3.0 }
            seed 1.0;
            y: f64 = { y = self::total(x); }
        };
        assert_eq!(result, (150.0, 50.0));
    }
}
