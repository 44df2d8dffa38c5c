#include "layer.h"

float entry(lms)(float *w, const float *x, const float *d, float *gradients, void *work,
                 float learning_rate) {
    (void)work;
    float y;
    arm_dot_prod_f32(w, x, 32, &y);
    float error = *d - y;
    arm_scale_f32(x, -2 * error, gradients, 32);
    descend(w, gradients, 32, learning_rate);
    return error * error;
}
export_work(lms, 0);
