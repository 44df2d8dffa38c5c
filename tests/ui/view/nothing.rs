use autodiff_runtime::prelude::*;

fn main() {
    let mut tape = grad! {};
}
