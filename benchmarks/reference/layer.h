// What rows share.
#include "reference.h"
#include <float.h>

// out = W x + b
static inline void fully_connected(const float *w, const float *x, const float *b, float *out,
                                   uint16_t rows, uint16_t columns) {
    const arm_matrix_instance_f32 matrix = {rows, columns, (float *)w};
    arm_mat_vec_mult_f32(&matrix, x, out);
    arm_add_f32(out, b, out, rows);
}

// out = g x'
static inline void outer(const float *g, const float *x, float *out, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
        arm_scale_f32(x, g[row], out + row * columns, columns);
    }
}

// out = W' g: with Helium as the product of one row and a matrix; without, that kernel takes more
// instructions than a loop.
static inline void mat_vec_transposed(const float *w, const float *g, float *restrict out,
                                      uint16_t rows, uint16_t columns) {
#ifdef __ARM_FEATURE_MVE
    const arm_matrix_instance_f32 row = {1, rows, (float *)g}, matrix = {rows, columns, (float *)w};
    arm_matrix_instance_f32 result = {1, columns, out};
    arm_mat_mult_f32(&row, &matrix, &result);
#else
    arm_scale_f32(w, g[0], out, columns);
    for (int row = 1; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            out[column] += g[row] * w[row * columns + column];
        }
    }
#endif
}

static inline void relu(float *x, int length) {
    arm_clip_f32(x, x, 0, FLT_MAX, length);
}

// The adjoint of relu, in place; `y` is the saved result.
static inline void relu_vjp(float *restrict g, const float *restrict y, int length) {
    for (int i = 0; i < length; i++) {
        g[i] = y[i] > 0 ? g[i] : 0;
    }
}

// A step of gradient descent.
static inline void descend(float *restrict params, const float *restrict gradients, int length,
                           float learning_rate) {
    for (int i = 0; i < length; i++) {
        params[i] -= learning_rate * gradients[i];
    }
}
