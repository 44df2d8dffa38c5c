mod other {
    use autodiff_runtime::prelude::*;

    #[differentiable]
    pub(crate) const K: f32 = 2.0;
}

mod by_glob {
    use super::other::*;
    use autodiff_runtime::prelude::*;

    #[differentiable]
    pub(crate) fn model(x: Param<f32>) -> f32 {
        self::K * x
    }
}

fn main() {
    assert_eq!(by_glob::model(&by_glob::model::Params { x: 3.0 }), 6.0);
}
