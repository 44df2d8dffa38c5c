#include "layer.h"

#define FLOOR 1e-7f

struct params { float w1[8][4], b1[8], w2[3][8], b2[3]; };
struct work { float hidden[8], probability[3]; };

float entry(iris)(const struct params *params, const float *x, const float *target,
                  struct params *gradients, struct work *work) {
    float *p = work->probability, *g = gradients->b2;

    fully_connected(*params->w1, x, params->b1, work->hidden, 8, 4);
    relu(work->hidden, 8);
    fully_connected(*params->w2, work->hidden, params->b2, p, 3, 8);
    float max, sum, loss, product, logarithm[3];
    arm_max_no_idx_f32(p, 3, &max);
    arm_offset_f32(p, -max, p, 3);
    arm_vexp_f32(p, p, 3);
    arm_accumulate_f32(p, 3, &sum);
    arm_scale_f32(p, 1 / sum, p, 3);
    arm_clip_f32(p, g, FLOOR, 1, 3);
    arm_vlog_f32(g, logarithm, 3);
    arm_dot_prod_f32(target, logarithm, 3, &loss);

    // The adjoints of the layers are the gradients of the biases: nothing is copied.
    for (int i = 0; i < 3; i++) {
        g[i] = -target[i] / g[i];
    }
    arm_dot_prod_f32(g, p, 3, &product);
    arm_offset_f32(g, -product, g, 3);
    arm_mult_f32(g, p, g, 3);
    mat_vec_transposed(*params->w2, g, gradients->b1, 3, 8);
    outer(g, work->hidden, *gradients->w2, 3, 8);
    relu_vjp(gradients->b1, work->hidden, 8);
    outer(gradients->b1, x, *gradients->w1, 8, 4);
    return -loss;
}
export_work(iris, sizeof(struct work));

float entry(iris_sgd)(struct params *params, const float *x, const float *target,
                      struct params *gradients, struct work *work, float learning_rate) {
    float loss = entry(iris)(params, x, target, gradients, work);
    descend(*params->w1, *gradients->w1, sizeof *params / sizeof(float), learning_rate);
    return loss;
}
export_work(iris_sgd, sizeof(struct work));
