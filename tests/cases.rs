//! Faults that other libraries of this kind had, each as a test by the id of its case, with
//! several spellings and sisters for the whole kind.
//!
//! Values come from `mpmath` finite differences at 50 digits and, where `checked` by it, from
//! JAX in double precision. The tolerance of a case is 1e-5 relative and 1e-6 absolute in `f32`
//! unless a comment says otherwise; `f64` is held to 1e-12.

#![allow(clippy::excessive_precision)] // one literal for `f32` and `f64`

#[macro_use]
mod common;

#[path = "cases/activations.rs"]
mod activations;
#[path = "cases/arithmetic.rs"]
mod arithmetic;
#[path = "cases/linear.rs"]
mod linear;
#[path = "cases/long_graph.rs"]
mod long_graph;
#[path = "cases/losses.rs"]
mod losses;
#[path = "cases/names.rs"]
mod names;
#[path = "cases/records.rs"]
mod records;
#[path = "cases/reductions.rs"]
mod reductions;
#[path = "cases/seeds.rs"]
mod seeds;
