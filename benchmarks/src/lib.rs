//! The rows and columns of `scripts/benchmark.sh`. A row of a column is a function with the C ABI:
//! parameters, inputs, target (or the adjoint of the result), gradients to overwrite, working memory,
//! and the learning rate of the rows with a step.
#![no_std]

mod dynamic;
mod models;
// What the bindings lack is declared once, in the runtime.
#[path = "../../autodiff-runtime/src/kernels/cmsis/recent.rs"]
pub mod recent;
