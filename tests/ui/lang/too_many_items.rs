use autodiff_runtime::prelude::*;

mod many {
    use autodiff_runtime::prelude::*;

    macro_rules! halves {
        ($($name:ident)*) => { $(
            #[differentiable]
            pub const $name: f32 = 0.5;
        )* };
    }
    halves! {
        A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15
        A16 A17 A18 A19 A20 A21 A22 A23 A24 A25 A26 A27 A28 A29 A30 A31
        A32 A33 A34 A35 A36 A37 A38 A39 A40 A41 A42 A43 A44 A45 A46 A47
        A48 A49 A50 A51 A52 A53 A54 A55 A56 A57 A58 A59 A60 A61 A62 A63
        A64 A65 A66 A67 A68 A69 A70 A71 A72 A73 A74 A75 A76 A77 A78 A79
        A80 A81 A82 A83 A84 A85 A86 A87 A88 A89 A90 A91 A92 A93 A94 A95
        A96 A97 A98 A99 A100 A101 A102 A103 A104 A105 A106 A107 A108 A109 A110 A111
    }
}

#[differentiable]
fn f(x: Param<f32>) -> f32 {
    x * (many::A0 + many::A1 + many::A2 + many::A3
            + many::A4 + many::A5 + many::A6 + many::A7
            + many::A8 + many::A9 + many::A10 + many::A11
            + many::A12 + many::A13 + many::A14 + many::A15
            + many::A16 + many::A17 + many::A18 + many::A19
            + many::A20 + many::A21 + many::A22 + many::A23
            + many::A24 + many::A25 + many::A26 + many::A27
            + many::A28 + many::A29 + many::A30 + many::A31
            + many::A32 + many::A33 + many::A34 + many::A35
            + many::A36 + many::A37 + many::A38 + many::A39
            + many::A40 + many::A41 + many::A42 + many::A43
            + many::A44 + many::A45 + many::A46 + many::A47
            + many::A48 + many::A49 + many::A50 + many::A51
            + many::A52 + many::A53 + many::A54 + many::A55
            + many::A56 + many::A57 + many::A58 + many::A59
            + many::A60 + many::A61 + many::A62 + many::A63
            + many::A64 + many::A65 + many::A66 + many::A67
            + many::A68 + many::A69 + many::A70 + many::A71
            + many::A72 + many::A73 + many::A74 + many::A75
            + many::A76 + many::A77 + many::A78 + many::A79
            + many::A80 + many::A81 + many::A82 + many::A83
            + many::A84 + many::A85 + many::A86 + many::A87
            + many::A88 + many::A89 + many::A90 + many::A91
            + many::A92 + many::A93 + many::A94 + many::A95
            + many::A96 + many::A97 + many::A98 + many::A99
            + many::A100 + many::A101 + many::A102 + many::A103
            + many::A104 + many::A105 + many::A106 + many::A107
            + many::A108 + many::A109 + many::A110 + many::A111)
}

fn main() {}
