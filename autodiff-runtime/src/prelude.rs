//! What a program that uses tapes needs: `use autodiff_runtime::prelude::*;`

pub use crate::gradcheck::gradcheck;
pub use crate::{
    BufferView, DefaultKernels, Input, Output, Param, Parameter, Parameters, Portable, Sgd, State,
    differentiable, grad,
};
#[cfg(feature = "cmsis-dsp")]
pub use crate::{Cmsis, CmsisAll};
