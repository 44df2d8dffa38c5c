//! Optimizers: steps from gradients to better parameters.

use crate::{BufferView, Element, Parameter, Parameters, Tensor};

/// Stochastic gradient descent: each element `w` becomes `w - learning_rate*g`.
///
/// # Source
///
/// Robbins and Monro, A Stochastic Approximation Method, 1951.
///
/// # Examples
///
/// ```
/// use autodiff_runtime::Sgd;
///
/// let mut sgd = Sgd::new(0.1_f32);
/// for _epoch in 0..100 {
///     // forward, backward, sgd.step(&mut params, &gradients)
///     sgd.learning_rate *= 0.99;
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sgd<E> {
    /// Factor of the gradient in a step.
    pub learning_rate: E,
}

impl<E: Element> Sgd<E> {
    /// Descent at this learning rate.
    ///
    /// # Examples
    ///
    /// ```
    /// let sgd = autodiff_runtime::Sgd::new(0.01_f32);
    /// assert_eq!(sgd.learning_rate, 0.01);
    /// ```
    #[must_use]
    pub const fn new(learning_rate: E) -> Self {
        Self { learning_rate }
    }

    /// Steps all parameters of a model.
    ///
    /// # Examples
    ///
    /// ```
    /// use autodiff_runtime::prelude::*;
    ///
    /// #[differentiable]
    /// fn parabola(x: Param<f32>) -> f32 {
    ///     square(x)
    /// }
    ///
    /// let mut params = parabola::Params { x: 1.0 };
    /// let mut gradients = parabola::Gradients::ZERO;
    /// parabola::value_and_gradient(&params, &mut parabola::Tape::new(), &mut gradients);
    /// Sgd::new(0.25).step(&mut params, &gradients);
    /// assert_eq!(params.x, 0.5);
    /// ```
    #[inline]
    pub fn step<P: Parameters<Elem = E>>(&self, parameters: &mut P, gradients: &P) {
        parameters.zip_mut(gradients, |values, gradients| {
            self.descend(values, gradients)
        });
    }

    /// Steps the parameter of a view by the gradient that the last backward pass left in it.
    ///
    /// # Examples
    ///
    /// ```
    /// use autodiff_runtime::prelude::*;
    ///
    /// let (mut x_value, mut y_value) = (1.0_f32, 0.0_f32);
    /// let mut x = BufferView::parameter(&mut x_value);
    /// let mut y = BufferView::output(&mut y_value);
    /// grad! { y = square(x); }.backward();
    /// Sgd::new(0.25).step_view(&mut x);
    /// assert_eq!(x_value, 0.5);
    /// ```
    #[inline]
    pub fn step_view<T: Tensor<Elem = E>>(&self, parameter: &mut BufferView<'_, T, Parameter>) {
        let (value, gradient) = parameter.parts_mut();
        self.descend(value.as_mut_slice(), gradient.as_slice());
    }

    #[inline]
    fn descend(&self, values: &mut [E], gradients: &[E]) {
        for (value, &gradient) in values.iter_mut().zip(gradients) {
            *value -= self.learning_rate * gradient;
        }
    }
}
