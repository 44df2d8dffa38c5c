use autodiff_runtime::prelude::*;

grad! {
    fn model(x: Input<[f32; 4]>, w: Param<[f32; 3]>) -> f32 {
        dot(x, w)
    }
}

fn main() {}
