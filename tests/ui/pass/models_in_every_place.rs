use autodiff_runtime::prelude::*;

mod inner {
    use autodiff_runtime::prelude::*;

    pub(crate) const WIDTH: usize = 4;

    #[differentiable]
    pub(crate) fn model(x: Input<[f32; WIDTH]>, w: Param<[f32; 4]>) -> f32 {
        dot(x, w)
    }

    grad! {
        pub fn by_grad(x: Input<[f32; super::HEIGHT]>, a: Param<f32>) -> [f32; 2] {
            scale(x, a)
        }
    }
}

const HEIGHT: usize = 2;

struct Trainer;

impl Trainer {
    fn run(&self) -> f32 {
        #[differentiable]
        fn local(a: Param<f32>) -> f32 {
            square(a)
        }
        local(&local::Params { a: 3.0 })
    }
}

fn main() {
    let params = inner::model::Params {
        w: [1.0; inner::WIDTH],
    };
    assert_eq!(inner::model(&[2.0; 4], &params), 8.0);
    assert_eq!(
        inner::by_grad(&[1.0; 2], &inner::by_grad::Params { a: 2.0 }),
        [2.0; 2]
    );
    assert_eq!(Trainer.run(), 9.0);
    let closure = || {
        let mut a = 3.0_f32;
        let mut y = 0.0_f32;
        let mut a = BufferView::parameter(&mut a);
        let mut y = BufferView::output(&mut y);
        grad! { y = a * a; }.backward();
        *a.gradient()
    };
    assert_eq!(closure(), 6.0);
}
