#include "reference.h"

#define SCALE(N) \
    const float *entry(scale##N)(const float *a, const float *x, const float *seed, \
                                 float *gradient, float *y) { \
        arm_scale_f32(x, *a, y, N); \
        arm_dot_prod_f32(x, seed, N, gradient); \
        return y; \
    } \
    export_work(scale##N, N * sizeof(float))

SCALE(2);
SCALE(256);
