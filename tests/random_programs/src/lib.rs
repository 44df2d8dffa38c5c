//! Random programs of the language, and what must hold for each.
//!
//! [`draw()`] makes a [`Program`] with a point at which central differences mean something;
//! [`interpret`] gives its value without the compiler; [`source`] is the text that is compiled;
//! [`check()`] compares the two.

pub mod check;
pub mod draw;
pub mod interpret;
pub mod program;
pub mod source;

pub use check::{Model, check};
pub use draw::draw;
pub use program::Program;
