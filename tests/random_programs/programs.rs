//! Random programs: written by `cargo run -p random-programs -- tests tests/random_programs/programs.rs`.
#![allow(deprecated)]

pub mod part_0 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0000(
    z: Param<[f64; 4]>, params: Input<[[f64; 1]; 4]>, output: Param<[[f64; 1]; 1]>,
    x: Param<[f64; 1]>, direction: Param<[f64; 7]>, a: Param<f64>,
) -> [[f64; 1]; 1] {
    let d_h: [f64; 4] = softmax(mean(params, axis = 1));
    let e = output + broadcast(output, [1, 1]);
    let pass = broadcast(x, [4, 1]);
    let mut weights = powi(direction, 0);
    weights = clamp(log_softmax(weights), -2, 0.75);
    let t = -a;
    let b = weights[1..][..4] - softplus(d_h);
    let part = direction;
    let output: [f64; 1] = 0.25 * sum(broadcast(t, [4, 4]), axis = 1)[1..2];
    let p: [f64; 4] = softmax(leaky_relu(broadcast(t, [4]), square(0.75)));
    let mut tape = matmul(transpose(e), e);
    let mut q = concat(b[2..], z[0..2]);
    for i in 1..3 {
        tape = tanh(scale(reshape(t, [1, 1]), part[i + 3]));
        q = matrix_multiply(reshape(params, [1, 4]), e)[0];
    }
    broadcast(broadcast(tape, [1, 1]), [1, 1]) * product(pass) - product(output) + norm(q)
}

#[differentiable]
fn p0001(
    s: Param<[[f64; 2]; 2]>, e: Input<[f64; 2]>, x: Param<[[f64; 1]; 4]>,
    norm: Param<[[f64; 2]; 1]>, v: Param<f64>, a: Param<[[f64; 4]; 1]>,
) -> [[f64; 4]; 4] {
    let s = transpose(s);
    let g = outer(matvec(transpose(s), sigmoid(e)), -hypot(e, e));
    let scale = reshape(x, [2, 2]);
    let w = norm[0];
    let backward = column(v / exp(broadcast(w, [2, 2])), 1);
    let mut kernel = reshape(a, [2, 2]);
    let mut r = transpose(kernel);
    for i in 0..2 {
        let direction = offset(broadcast(backward[..=0], [1, 1]), kernel[1][1]);
        kernel = broadcast(huber(backward, stop_gradient(backward), 0.25), [2, 2]);
        r = sin(atan2(broadcast(backward, [2, 2]), r));
    }
    reshape(softmax(broadcast(v, [16])), [4, 4]) - mean(g) + sum(scale) + norm(r)
}

#[differentiable]
fn p0002(
    h: Param<[f64; 3]>, z: Param<[f64; 1]>, scale: Input<f64>, target: Input<[f64; 3]>,
    forward: Param<[[f64; 1]; 1]>, v: Param<[[f64; 3]; 4]>,
) -> f64 {
    let h = leaky_relu(binary_cross_entropy(sigmoid(outer(h, z)), stop_gradient(reshape(h, [3, 1]))), square(scale));
    let slot = h + target;
    let h_2: [[f64; 3]; 1] = broadcast(-forward, [1, 3]);
    let kernel = v;
    let backward = reshape(row(broadcast(scale, [3, 4]), 2), [1, 4]);
    let mut t = slot / exp(slot);
    for i in 0..4 {
        let mut output = reshape(h_2, [3]);
        let mut e = softmax(output);
        for j in 0..1 {
            output = 0.25 * (recip(t) - e[..]);
            e = -column(broadcast(e, [3, 3]), 1);
        }
        t = broadcast(scale, [3]);
    }
    let params: [[f64; 4]; 4] = sin(matrix_multiply(transpose(kernel), kernel));
    let mut result = mean(broadcast(slot, [3, 3]), axis = 0);
    let mut sum = max(scale, target[0]);
    for i in 0..1 {
        let gradient = transpose(atan2(broadcast(result, [3, 3]), broadcast(h, [3, 3])));
        result = result * 0.5 + (broadcast(h, [5]) - 1e-1)[i + 2..=i + 4];
        sum = sum * 0.5 + result[1 - i];
    }
    exp(dot(sum, -2)) * sum(backward) - mean(t) + mean(params) - sum(result)
}

#[differentiable]
fn p0003(
    forward: Param<[f64; 4]>, output: Param<[[f64; 4]; 3]>, seed: Input<[f64; 3]>,
    exp: Param<[[f64; 1]; 5]>, q: Param<f64>, tape: Input<[[f64; 1]; 3]>,
) -> [f64; 4] {
    let forward = softmax(forward);
    let forward = log_softmax(forward);
    let forward = concat(forward[2..3], forward[1..]);
    let gain = forward[2];
    let backward = 0.25 * fully_connected(forward, output, seed);
    let gain = broadcast(gain, [4]);
    let seed = sum(transpose(exp), axis = 0);
    let mut part = sigmoid(q);
    part = cross_entropy(sigmoid(column(tape, 0)), stop_gradient(backward));
    let kernel = transpose(atan2(broadcast(q, [1, 3]) - broadcast(backward, [1, 3]), transpose(tape)));
    let mut score = reshape(broadcast(gain, [1, 4]), [4, 1]);
    for i in 0..1 {
        score = broadcast(tanh(part), [4, 1]);
    }
    concat(atan2(tape[2], broadcast(q, [1])), backward - backward) * product(kernel) + sum(score)
}

#[differentiable]
fn p0004(
    sum: Param<[f64; 2]>, h: Param<[f64; 2]>, part: Input<[[f64; 4]; 3]>,
    gain: Param<[[f64; 4]; 4]>, value: Param<[f64; 3]>,
) -> [[f64; 4]; 3] {
    let gradient = stop_gradient(h);
    let part = product(select(value < 0.75, value, value));
    let mut d_h = ln(broadcast(part, [2, 3]));
    for i in 1..2 {
        d_h = cos(part) + transpose(broadcast(part, [3, 2]));
    }
    broadcast(gain[1] + gain[3], [3, 4]) * mean(gradient) + product(d_h)
}

#[differentiable]
fn p0005(
    q: Param<[f64; 6]>, w: Param<[f64; 1]>, result: Input<[[f64; 3]; 4]>,
    hidden: Input<[[f64; 1]; 4]>, mean: Param<[f64; 3]>, value: Param<[[f64; 4]; 3]>,
) -> f64 {
    let y = hypot(scale(q, 0.5), concat(q[0..=4], w))[3..];
    let mut x = matmul(result, transpose(result));
    x = offset(broadcast(hidden, [4, 4]), exp(-1));
    let mut part = outer(mean, row(result, 3));
    part = square(stop_gradient(part));
    let seed = value * value * outer(y, column(hidden, 0));
    silu(mean[2]) * norm(x) + mean(part) - product(seed)
}

#[differentiable]
fn p0006(
    v: Param<[[f64; 3]; 1]>, slot: Input<[f64; 1]>, tape: Param<[[f64; 1]; 1]>, x_2: Param<f64>,
) -> [f64; 3] {
    let seed = reshape(v, [3]);
    let norm = product(mean(outer(slot, seed), axis = 0));
    let output: [f64; 3] = 0.25 * (powi(seed, 5) + -3);
    let limit = atan2(norm + norm, tanh(x_2));
    matvec(reshape(output, [3, 1]), mean(broadcast(output, [1, 3]), axis = 1)) - limit
}

#[differentiable]
fn p0007(r: Input<[f64; 3]>, w: Param<[f64; 3]>, part: Param<[f64; 3]>) -> [f64; 3] {
    let mut norm = exp(r);
    norm = max(norm, w) * sigmoid(r);
    clamp(square(part), -2, 0.75) * norm
}

#[differentiable]
fn p0008(
    x_2: Input<[f64; 3]>, target: Param<[f64; 4]>, k: Input<f64>, e: Param<[f64; 1]>,
    w: Param<[[f64; 1]; 1]>, x: Param<[[f64; 1]; 1]>,
) -> [f64; 1] {
    let score = scale(x_2, 1);
    let x_2 = stop_gradient(target);
    let mut s = sum(k);
    s = sin(s * s);
    let w = cross_entropy(sigmoid(outer(e, e)), stop_gradient(w));
    let h = reshape(matmul(transpose(x), x), []);
    let part = broadcast(s, [1, 4]);
    column(matmul(part, broadcast(w, [4, 3])), 0) + norm(x_2) + h
}

#[differentiable]
fn p0009(
    k: Param<[[f64; 4]; 4]>, v: Input<[f64; 4]>, slot: Input<[[f64; 2]; 4]>,
    value: Param<[[f64; 2]; 2]>, output: Input<[f64; 2]>, norm: Param<[f64; 4]>,
) -> [f64; 2] {
    let mut mean = matvec(k, v);
    for i in 0..2 {
        mean = relu(-k[2 - i]);
    }
    let v: [[f64; 4]; 2] = relu(-matmul(transpose(slot), k));
    let x = matmul(k, k)[2];
    let direction = min(broadcast(mean, [4, 4]), k);
    let k = cos(broadcast(mean, [1, 4]) + square(reshape(x, [1, 4])));
    let h_2 = mean(mean(slot, axis = 0));
    let gradients = huber(log_softmax(x), stop_gradient(x), 0.5);
    let s = tanh(offset(gradients, h_2));
    let q = hypot(column(value, 1), scale(output, s));
    let p = norm + x;
    let weights = recip(broadcast(gradients, [4, 4]));
    (softmax(q) + output * q) * mean(v) + product(k) + norm(p) - product(weights)
}

#[differentiable]
fn p0010(
    norm: Input<[[f64; 1]; 3]>, s: Input<[f64; 3]>, scale: Param<f64>,
    backward: Input<[[f64; 1]; 3]>, q: Input<[f64; 1]>, k: Input<[f64; 2]>,
) -> [f64; 3] {
    let weights = 0 - norm;
    let select = sigmoid(sum(log_softmax(scale(s, scale))));
    let forward: f64 = norm(softplus(backward));
    let mut gain = concat(q, k);
    for i in 1..4 {
        gain = gain * 0.5 + reshape(hypot(broadcast(gain, [1, 3]), transpose(weights)), [3]);
    }
    forward - gain - 1e-1 + select
}

#[differentiable]
fn p0011(
    x_2: Input<[f64; 2]>, gradient: Param<[f64; 2]>, u: Param<[f64; 5]>, k: Param<[[f64; 1]; 2]>,
) -> [[f64; 2]; 2] {
    let v: f64 = sample_std(select(1.5 > x_2, x_2, x_2));
    let h_2 = dot(sigmoid(broadcast(v, [2, 2]))[0], leaky_relu(select(gradient < v, x_2, gradient), 1e-1));
    let d_x = square(u[..2]);
    let u = column(silu(outer(gradient, broadcast(h_2, [1]))), 0);
    let mut t = leaky_relu(v, 0);
    t = silu(max(h_2));
    let k = transpose(outer(u, gradient));
    let gradients = hypot(broadcast(sqrt(exp(t)), [2]), relu(d_x));
    let t = log_softmax(d_x);
    let mut kernel = mse(broadcast(v, [2]), stop_gradient(t));
    kernel = leaky_relu(abs(kernel), 0.75);
    let mut pass = log_softmax(broadcast(v, [2]));
    for i in 0..1 {
        pass = mean(reshape(d_x, [2, 1]), axis = 1);
    }
    square(broadcast(broadcast(h_2, [2, 1]), [2, 2])) * k * mean(gradients) - kernel + product(pass)
}

#[differentiable]
fn p0012(
    tape: Param<[f64; 3]>, limit: Param<f64>, s: Param<[f64; 4]>, score: Param<[[f64; 6]; 4]>,
    k: Input<[[f64; 4]; 4]>, e: Param<[[f64; 4]; 3]>,
) -> [f64; 4] {
    let limit = scale(tape, limit);
    let tape = scale(softmax_cross_entropy(s, stop_gradient(s)), 1e-1);
    let x = score[0];
    let score = sin(scale(broadcast(tape, [4, 3])[3], dot(k, k)));
    (sum(matmul(transpose(e), transpose(broadcast(tape, [4, 3]))), axis = 0) + norm(limit)) * sum(x) - norm(score)
}

#[differentiable]
fn p0013(
    e: Input<[[f64; 1]; 4]>, b: Param<[[f64; 1]; 1]>, q: Param<[f64; 2]>,
    part: Input<[[f64; 4]; 2]>, h_2: Param<f64>, gain: Param<[[f64; 1]; 4]>,
) -> f64 {
    let backward = matrix_multiply(b, e);
    let a: [[f64; 1]; 4] = reshape(matmul(reshape(-2, [1, 1]), sqrt(exp(broadcast(b, [1, 4])))), [4, 1]);
    let mut direction = hypot(q, q);
    direction = leaky_relu(mean(part, axis = 1), 1);
    let q = matmul(scale(broadcast(b, [1, 4]), h_2), offset(a, h_2)) + matmul(transpose(atan2(b, b)), transpose(b));
    let kernel = exp(softplus(h_2));
    let sum = reshape(matmul(transpose(gain), e), []);
    let mut x_2 = transpose(broadcast(sum, [2, 1]));
    x_2 = outer(row(gain, 2) / 3, column(gain, 0)[1..3]);
    let value = tanh(min(kernel + sum, scale(kernel, sum)));
    let forward = scale(q, value);
    let mut gradients = select(broadcast(direction, [2, 2]) > broadcast(kernel, [2, 2]), broadcast(h_2, [2, 2]), reshape(a, [2, 2]));
    gradients = matmul(recip(0.5 + broadcast(sum, [2, 4]) * broadcast(sum, [2, 4])), transpose(softplus(part)));
    kernel - mean(backward) + product(x_2) + mean(forward) - norm(gradients)
}

#[differentiable]
fn p0014(e: Param<f64>, value: Param<[[f64; 2]; 1]>, limit: Param<[[f64; 3]; 3]>) -> [[f64; 3]; 2] {
    const N: usize = 1;
    let mut d_x = sigmoid(e);
    let mut direction = ln(offset(abs(broadcast(e, [2])), 0.25));
    for i in 0..N {
        let backward = column(broadcast(d_x, [3, 3]), 1)[N - 1..N + 1];
        d_x = d_x * 0.5 + powi(cross_entropy(sigmoid(d_x), 0.75), 1);
        direction = broadcast(clamp(direction[i], 0.25, 3 + square(stop_gradient(backward[N]))), [2]);
    }
    matrix_multiply(matmul(broadcast(d_x, [1, 3]), transpose(limit)), transpose(value)) * sum(direction)
}

#[differentiable]
fn p0015(
    mean: Input<[f64; 7]>, q: Param<[f64; 7]>, weights: Param<[[f64; 2]; 2]>,
    result: Input<[[f64; 2]; 4]>, hidden: Input<f64>, scale: Input<f64>,
) -> f64 {
    let output = softmax(recip(sigmoid(mean)));
    let slot = abs(q);
    let weights = weights[1][0];
    let sum = weights;
    let mut b = min(result);
    b = stop_gradient(select(hidden < scale, b, scale));
    let v = reshape(matmul(atan2(broadcast(scale, [1, 4]), broadcast(weights, [1, 4])), transpose(outer(broadcast(sum, [8]), column(result, 1)))), [2, 4]);
    let u = transpose(clamp(broadcast(scale, [1, 2]) + broadcast(weights, [1, 2]), -2, 0.75 + square(b)));
    let sum = exp(reshape(v, [8])[..7]);
    let mut norm = relu(broadcast(u, [2, 2]));
    norm = max(scale(broadcast(weights, [2, 2]), hidden), abs(norm));
    let value = atan2(norm, norm)[1];
    (dot(matrix_multiply(u, norm), sin(u)) + norm(output) - sum(slot) + sum(sum)) * product(value)
}

#[differentiable]
fn p0016(
    params: Input<[f64; 2]>, r: Param<[[f64; 1]; 2]>, seed: Param<[f64; 4]>,
    s: Input<[[f64; 1]; 4]>,
) -> f64 {
    let params = params;
    let h = transpose(r);
    let mut sum = min(seed);
    let mut h_2 = broadcast(s, [4, 1]);
    for i in 0..=0 {
        sum = leaky_relu(seed[0 - i] * sum, 2);
        h_2 = h_2 * 0.5 + reshape(broadcast(sum, [4])[i..=i + 3], [4, 1]);
    }
    abs(abs(sum)) - mean(h) - norm(h_2)
}

#[differentiable]
fn p0017(
    gradients: Input<[[f64; 1]; 1]>, value: Input<[f64; 1]>, sum: Input<[f64; 4]>,
    tape: Input<[[f64; 1]; 1]>, h: Param<f64>,
) -> [f64; 1] {
    let mut gain = matvec(gradients, value);
    gain = softmax(row(gradients, 0));
    let gradients = tanh(0.75);
    let mut forward = max(value);
    forward = sample_std(fully_connected(value, broadcast(gradients, [4, 1]), sum));
    (log_softmax(mean(tape, axis = 1)) - gain) * forward * h
}

#[differentiable]
fn p0018(u: Param<[[f64; 1]; 2]>, p: Param<f64>, exp: Input<[[f64; 2]; 1]>) -> [[f64; 2]; 3] {
    let mut tape = column(u, 0);
    tape = powi(softmax(tape), 5);
    outer(broadcast(p, [3]), exp[0]) - product(tape)
}

#[differentiable]
fn p0019(
    v: Param<[f64; 1]>, d_h: Param<[f64; 2]>, backward: Input<[f64; 2]>, y: Param<[[f64; 2]; 1]>,
) -> f64 {
    let v: [[f64; 1]; 1] = broadcast(v, [1, 1]);
    let t = 3 * d_h;
    let e = softmax_cross_entropy(ln(sigmoid(backward)), stop_gradient(t));
    silu(quadratic_error(broadcast(t, [1, 2]), stop_gradient(y))) * product(v) - e
}

#[differentiable]
fn p0020(
    g: Input<[[f64; 1]; 3]>, norm: Input<f64>, b: Param<[f64; 1]>, y: Input<[[f64; 1]; 1]>,
    e: Param<[f64; 4]>, p: Param<[[f64; 1]; 1]>,
) -> f64 {
    const N: usize = 1;
    let b = scale(g, norm) * outer(broadcast(norm, [3]), b);
    let norm = row(y, 0) / sum(y, axis = 1);
    let mut mean = exp(e);
    mean = 0.25 * select(mean[4 - N] - e <= 2 * mean[N + 2], e + mean, softmax(e));
    let y = tanh(-2 + b);
    let slot = mean(matrix_multiply(broadcast(p, [1, 4]), transpose(p)), axis = 1) + norm[..1];
    let mut a = sin(mean[1 - N]);
    a = sin(a + a);
    let mut sum = matvec(broadcast(b, [3, 3]), e[N - 1..=N + 1]);
    for i in 0..N {
        let g = 0.25 * matmul(b + y, reshape(slot, [1, 1]));
        sum = sigmoid(sum * reshape(g, [3]));
    }
    let mut w = reshape(broadcast(y, [3, 1]), [1, 3]);
    w = broadcast(reshape(a, [1, 1]), [1, 3]);
    (variance(sum(broadcast(a, [4, 1]), axis = 1)) + mean(sum)) * sum(w)
}

#[differentiable]
fn p0021(
    b: Input<[f64; 1]>, norm: Param<[f64; 5]>, gradient: Input<[f64; 1]>, k: Param<[f64; 7]>,
    gain: Input<f64>, h: Param<[[f64; 4]; 2]>,
) -> [f64; 1] {
    let b = sin(square(recip(exp(b))));
    let norm = fully_connected(b, reshape(norm, [5, 1]), softmax(norm))[1..=2];
    let mut params = outer(b, gradient);
    params = matrix_multiply(params / exp(broadcast(gradient, [1, 1])), abs(params));
    let scale = broadcast(k[5], [1]);
    let x = gain / gain;
    let mut limit = outer(norm, norm);
    limit = transpose(broadcast(scale[0], [2, 2]));
    let t: [[f64; 1]; 1] = sigmoid(params);
    let tape: [f64; 7] = k + k;
    let sum = column(outer(norm, k[0..4]), 0);
    let mut d_h = fully_connected(tape, broadcast(k, [7, 7]), tape);
    d_h = 0.25 * log_softmax(log_softmax(tape));
    select(mean(t, axis = 1) >= offset(x, x), -gradient, sqrt(norm[1..])) + norm(limit) - product(sum) + sum(d_h)
}

#[differentiable]
fn p0022(kernel: Input<[f64; 1]>, exp: Input<[f64; 4]>, t: Param<f64>) -> [f64; 4] {
    let exp = log_softmax(outer(kernel, exp)[0]);
    exp * t
}

#[differentiable]
fn p0023(
    q: Param<[f64; 3]>, r: Param<[[f64; 3]; 1]>, forward: Param<[[f64; 3]; 3]>,
    slot: Param<[f64; 1]>, tape: Param<[[f64; 3]; 1]>, s: Param<[[f64; 1]; 1]>,
) -> [[f64; 1]; 1] {
    let rate = outer(q, q) / matmul(reshape(q, [3, 1]), r);
    let mean = (rate / forward)[1];
    let part = -slot;
    let gain = binary_cross_entropy(sigmoid(slot), stop_gradient(part));
    let rate: [[f64; 3]; 1] = matmul(tape, transpose(forward));
    let slot = leaky_relu(broadcast(mean, [3, 3]), 1e-1);
    let score = sigmoid(binary_cross_entropy(sigmoid(matmul(transpose(s), rate)), stop_gradient(rate)));
    let mut gradient = reshape(rate, [3]);
    let mut target = silu(mean);
    for i in 0..=2 {
        gradient = matvec(transpose(tape), square(part));
        target = sin(reshape(tape, [3]) + gradient);
    }
    let params = recip(reshape(gain, [1, 1]));
    let g = matvec(offset(slot, gain), relu(softmax(gradient)));
    matrix_multiply(stop_gradient(reshape(r, [3, 1])), transpose(square(reshape(rate, [3, 1])))) - score - params - norm(g)
}

#[differentiable]
fn p0024(
    limit: Input<[[f64; 1]; 1]>, pass: Input<[[f64; 1]; 4]>, gradient: Param<f64>,
) -> [[f64; 4]; 1] {
    const N: usize = 2;
    let limit = transpose(limit);
    matmul(transpose(matmul(pass, limit)), broadcast(pass, [4, 4])) * gradient
}

pub const MODELS: &[Model] = &[
    model!(matrix p0000(params: [[f64; 1]; 4]) -> [[f64; 1]; 1]),
    model!(matrix p0001(e: [f64; 2]) -> [[f64; 4]; 4]),
    model!(scalar p0002(scale: f64, target: [f64; 3]) -> f64),
    model!(vector p0003(seed: [f64; 3], tape: [[f64; 1]; 3]) -> [f64; 4]),
    model!(matrix p0004(part: [[f64; 4]; 3]) -> [[f64; 4]; 3]),
    model!(scalar p0005(result: [[f64; 3]; 4], hidden: [[f64; 1]; 4]) -> f64),
    model!(vector p0006(slot: [f64; 1]) -> [f64; 3]),
    model!(vector p0007(r: [f64; 3]) -> [f64; 3]),
    model!(vector p0008(x_2: [f64; 3], k: f64) -> [f64; 1]),
    model!(vector p0009(v: [f64; 4], slot: [[f64; 2]; 4], output: [f64; 2]) -> [f64; 2]),
    model!(vector p0010(norm: [[f64; 1]; 3], s: [f64; 3], backward: [[f64; 1]; 3], q: [f64; 1], k: [f64; 2]) -> [f64; 3]),
    model!(matrix p0011(x_2: [f64; 2]) -> [[f64; 2]; 2]),
    model!(vector p0012(k: [[f64; 4]; 4]) -> [f64; 4]),
    model!(scalar p0013(e: [[f64; 1]; 4], part: [[f64; 4]; 2]) -> f64),
    model!(matrix p0014() -> [[f64; 3]; 2]),
    model!(scalar p0015(mean: [f64; 7], result: [[f64; 2]; 4], hidden: f64, scale: f64) -> f64),
    model!(scalar p0016(params: [f64; 2], s: [[f64; 1]; 4]) -> f64),
    model!(vector p0017(gradients: [[f64; 1]; 1], value: [f64; 1], sum: [f64; 4], tape: [[f64; 1]; 1]) -> [f64; 1]),
    model!(matrix p0018(exp: [[f64; 2]; 1]) -> [[f64; 2]; 3]),
    model!(scalar p0019(backward: [f64; 2]) -> f64),
    model!(scalar p0020(g: [[f64; 1]; 3], norm: f64, y: [[f64; 1]; 1]) -> f64),
    model!(vector p0021(b: [f64; 1], gradient: [f64; 1], gain: f64) -> [f64; 1]),
    model!(vector p0022(kernel: [f64; 1], exp: [f64; 4]) -> [f64; 4]),
    model!(matrix p0023() -> [[f64; 1]; 1]),
    model!(matrix p0024(limit: [[f64; 1]; 1], pass: [[f64; 1]; 4]) -> [[f64; 4]; 1]),
];
}

pub mod part_1 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0025(
    h_2: Param<[f64; 1]>, b: Input<[[f64; 1]; 1]>, direction: Param<[[f64; 3]; 1]>,
    weights: Param<f64>,
) -> [[f64; 3]; 3] {
    const N: usize = 2;
    let pass = matrix_multiply(matmul(transpose(select(broadcast(h_2, [1, 1]) >= b, b, b)), direction / (0.5 + weights * weights)), outer(h_2, h_2));
    broadcast(product(h_2), [3, 3]) * norm(pass)
}

#[differentiable]
fn p0026(
    exp: Input<[f64; 2]>, hidden: Param<f64>, w: Param<[[f64; 3]; 3]>, slot: Param<[[f64; 1]; 1]>,
    z: Param<[f64; 3]>, kernel: Param<[[f64; 3]; 3]>,
) -> f64 {
    let hidden = log_softmax(exp) - exp[0] * hidden;
    let result = hypot(w, w);
    let exp = reshape(broadcast(slot + slot, [1, 6]), [2, 3]);
    let q = matmul(outer(log_softmax(z), -z), tanh(transpose(kernel)));
    let d_h = hidden[0];
    let y = transpose(max(softplus(exp), broadcast(reshape(hidden, [2, 1]), [2, 3])));
    let e = logsumexp(log_softmax(sigmoid(row(y, 1))));
    let mut k = row(kernel, 2);
    k = column(q, 1) * (e + k);
    let mut target = offset(d_h, e);
    for i in 0..3 {
        target = target * 0.5 + dot(transpose(reshape(z, [3, 1])), select(3 <= broadcast(slot, [1, 3]), z[0], reshape(slot, [])));
    }
    clamp(e, -2, 0.75) + norm(k) - mean(result)
}

#[differentiable]
fn p0027(
    h: Input<f64>, backward: Param<[[f64; 7]; 1]>, d_x: Input<[[f64; 4]; 7]>,
    direction: Param<f64>, gradient: Param<[[f64; 4]; 4]>, v: Param<[[f64; 16]; 1]>,
) -> [[f64; 4]; 4] {
    let score = broadcast(h, [3]);
    let b = broadcast(h, [7])[4];
    let mut a = reshape(backward, [7]);
    let mut weights = fully_connected(row(d_x, 4), d_x, a);
    for i in 0..2 {
        let g = sigmoid(b);
        a = backward[0];
        weights = matvec(cos(broadcast(g, [7, 3])), leaky_relu(score, b));
    }
    let mut scale = softplus(broadcast(b, [4]));
    scale = min(broadcast(direction, [4]), row(broadcast(b, [3, 4]), 1));
    let mut output = scale;
    output = transpose(gradient)[3];
    let backward = -broadcast(scale, [3, 4]);
    let direction = 0.25 * sum(broadcast(direction, [4, 3]), axis = 0)[..];
    let d_x: [[f64; 4]; 4] = tanh(matmul(reshape(v, [4, 4]), transpose(matmul(broadcast(direction, [4, 3]), backward))));
    (broadcast(broadcast(b, [4, 1]), [4, 4]) + sigmoid(d_x) + sum(a)) * mean(weights) - norm(output)
}

#[differentiable]
fn p0028(rate: Param<[f64; 3]>, part: Param<[f64; 6]>, target: Input<[[f64; 1]; 3]>) -> [f64; 3] {
    let tape = rate;
    let w = sample_std(atan2(part, part));
    let part = row(broadcast(tape, [4, 3]), 2);
    let mut value = tanh(broadcast(w, [1, 4]));
    for i in 0..1 {
        value = value * 0.5 + broadcast(w, [1, 4]);
    }
    mean(target / (0.5 + target * target), axis = 1) * part - norm(value)
}

#[differentiable]
fn p0029(
    gradient: Param<[[f64; 1]; 1]>, rate: Param<[[f64; 1]; 3]>, score: Input<[f64; 12]>,
    x_2: Param<[[f64; 4]; 4]>, value: Param<[[f64; 1]; 4]>, select: Input<[[f64; 3]; 4]>,
) -> f64 {
    let z: [[f64; 1]; 1] = exp(stop_gradient(broadcast(gradient, [1, 1])));
    let gradient = broadcast(tanh(rate), [3, 4]);
    let rate = max(reshape(score, [4, 3]));
    let limit = -matmul(x_2, value);
    let select = mse(select, select);
    let g: [[f64; 3]; 3] = tanh(reshape(broadcast(rate, [1, 9]), [3, 3]));
    let value = mean(hypot(broadcast(z, [1, 6]), broadcast(z, [1, 6])), axis = 0);
    let select = rate - select;
    let score = tanh(score[11..]);
    let x_2 = mean(broadcast(select, [3, 1]), axis = 1);
    let kernel: f64 = select + reshape(z, []);
    let weights = transpose(tanh(limit));
    ((variance(column(g, 1)) - mean(gradient) + norm(value)) * product(score) + sum(x_2)) * kernel - sum(weights)
}

#[differentiable]
fn p0030(
    limit: Param<[[f64; 3]; 4]>, sum: Param<[[f64; 4]; 4]>, d_x: Input<f64>,
    h_2: Param<[[f64; 1]; 4]>, t: Param<[[f64; 1]; 3]>, seed: Input<[f64; 1]>,
) -> [f64; 3] {
    let h = matrix_multiply(square(sum), reshape(limit, [3, 4]));
    let rate = 1 / offset(abs(d_x), 0.25);
    let weights = matvec(h_2, broadcast(d_x, [1]));
    let sum: [[f64; 1]; 3] = select(broadcast(d_x, [3, 1]) > weights[1], broadcast(rate, [3, 1]), t);
    let params = reshape(atan2(broadcast(d_x, [1]), seed), [1, 1]);
    let value = leaky_relu(params, 0.25);
    let h_2 = atan2(-broadcast(params, [1, 3]), clamp(transpose(t), -2, 0.75));
    let w = mean(outer(atan2(seed, reshape(rate, [1])), column(value, 0)), axis = 1);
    let t = tanh(broadcast(exp(transpose(value)), [1, 4]));
    let r: [f64; 3] = silu(select(broadcast(d_x, [3]) >= column(h, 0), column(h, 0), reshape(sum, [3])));
    let pass = abs(rate);
    let hidden: f64 = mse(ln(0.5 + weights / offset(abs(broadcast(d_x, [4])), 0.25) * (weights / offset(abs(broadcast(d_x, [4])), 0.25))), stop_gradient(weights));
    softmax(silu(r)) - norm(h_2) + sum(w) - sum(t) + pass + hidden
}

#[differentiable]
fn p0031(
    hidden: Input<f64>, b: Param<f64>, output: Param<f64>, limit: Param<[f64; 4]>,
    value: Param<f64>, y: Input<[f64; 1]>,
) -> [[f64; 2]; 3] {
    let r = min(scale(hidden, b), variance(broadcast(b, [3])));
    let b = -1.25 * min(b, output);
    let sum = (b / (0.5 + limit * limit))[0..3];
    let rate = tanh(sum(broadcast(value, [3])));
    let mut h_2 = rate + output;
    h_2 = abs(reshape(y, []));
    let q = cross_entropy(sigmoid(broadcast(value, [4])), stop_gradient(limit));
    let k = tanh(matmul(matrix_multiply(transpose(broadcast(value, [2, 2])), matmul(broadcast(q, [2, 2]), broadcast(r, [2, 2]))), outer(hypot(broadcast(q, [2]), broadcast(value, [2])), abs(sum))));
    let hidden = outer(abs(fully_connected(sum, k, broadcast(output, [2]))), clamp(broadcast(output, [3]) / -2, 0.25, 3 + square(0.25)));
    outer(powi(sum, -2), broadcast(h_2, [2]))
}

#[differentiable]
fn p0032(
    norm: Input<[f64; 3]>, part: Input<[[f64; 1]; 4]>, t: Param<[[f64; 1]; 1]>,
    y: Param<[[f64; 9]; 1]>, gradients: Input<[f64; 6]>, direction: Param<[f64; 6]>,
) -> [[f64; 3]; 3] {
    let exp = product(norm) + part;
    let target = ln(softplus(norm) + 0.25);
    let output = cross_entropy(sigmoid(t), stop_gradient(t));
    let slot = reshape(y, [3, 3]) / softmax_cross_entropy(gradients, sigmoid(gradients));
    let gradient = sin(cross_entropy(softmax(0.5 / offset(abs(gradients), 0.25)), stop_gradient(direction)));
    let d_h: [[f64; 1]; 1] = leaky_relu(atan2(abs(t), broadcast(gradient, [1, 1])), gradient);
    let s = log_softmax(stop_gradient(reshape(t, [1])));
    let q = d_h[0];
    let h_2 = exp(t);
    let u = ln(matmul(transpose(broadcast(gradient, [3, 1])), broadcast(target, [3, 3])));
    let seed: [f64; 6] = broadcast(output, [6]);
    let p: f64 = stop_gradient(-gradient);
    matrix_multiply(broadcast(norm, [4, 3]) - broadcast(p, [4, 3]), transpose(stop_gradient(broadcast(target, [4, 3])))) + sum(exp) - slot + sum(s) + norm(q) + norm(u) + mean(seed)
}

#[differentiable]
fn p0033(
    score: Input<f64>, s: Param<[f64; 7]>, y: Param<[f64; 4]>, e: Param<[[f64; 4]; 2]>,
    weights: Param<[f64; 2]>, mean: Input<[f64; 3]>,
) -> [f64; 7] {
    let gradients = tanh(square(exp(score) / (softplus(quadratic_error(s, stop_gradient(s))) + 0.25)));
    let score = outer(y + y, mean(e, axis = 1));
    let y = transpose(outer(weights, mean));
    let u = 0.25 * matvec(matrix_multiply(transpose(broadcast(gradients, [3, 4])), e), broadcast(gradients, [4, 3])[1]);
    let mut slot = mse(broadcast(gradients, [1, 4]), stop_gradient(broadcast(gradients, [1, 4])));
    let mut x = mean(broadcast(gradients, [2, 3]), axis = 0);
    for i in 1..2 {
        let mean = silu(e);
        let mut x_2 = fully_connected(x, broadcast(gradients, [3, 3]), x);
        let mut scale = sin(gradients);
        for j in 1..2 {
            x_2 = mean(reshape(broadcast(gradients, [12, 1]), [3, 4]), axis = 1);
            scale = 0.25 * dot(atan2(broadcast(gradients, [7]), broadcast(gradients, [7])), atan2(s, s));
        }
        slot = offset(broadcast(gradients, [3, 1])[i + 1][i - 1], scale + 0.75);
        x = mean(cos(broadcast(x_2, [3, 3])), axis = 0);
    }
    (stop_gradient(softmax(s)) * norm(score) + sum(y) - sum(u) - slot) * norm(x)
}

#[differentiable]
fn p0034(
    z: Param<[f64; 4]>, p: Param<[f64; 4]>, gradients: Param<[f64; 4]>, exp: Input<[[f64; 3]; 4]>,
    y: Input<[[f64; 2]; 3]>, d_h: Input<[[f64; 1]; 4]>,
) -> [[f64; 4]; 4] {
    let forward = mse(cos(select(p < z[0], p, gradients)), stop_gradient(gradients));
    let weights = column(exp, 0);
    let direction = transpose(y);
    let value = huber(softplus(broadcast(d_h, [4, 1])), sigmoid(d_h), 1.5);
    let seed: [[f64; 1]; 2] = matmul(transpose(reshape(p, [2, 2]) + reshape(z, [2, 2])), transpose(broadcast(value, [1, 2])));
    leaky_relu(transpose(broadcast(p, [4, 4])), value) * product(weights) - product(seed)
}

#[differentiable]
fn p0035(
    g: Param<[[f64; 3]; 3]>, u: Input<[f64; 5]>, z: Param<[f64; 5]>, tape: Param<[f64; 4]>,
    scale: Param<f64>, target: Param<f64>,
) -> f64 {
    let g = row(g, 0);
    let value = dot(select(0.75 >= u, u, u), sqrt(softplus(z) + 0.25));
    let d_x = ln(0.5 + ln(softplus(tape) + 0.25) * ln(softplus(tape) + 0.25));
    let u = d_x * tape;
    let e = max(scale, norm(target));
    let exp = transpose(e - broadcast(value, [3, 3]));
    let direction = 0.25 * quadratic_error(reshape(broadcast(value, [1, 5]), [5]), stop_gradient(z));
    let pass = sin(broadcast(g, [4, 3]));
    let mut backward = broadcast(g, [4, 3]);
    for i in 0..4 {
        backward = broadcast(target, [4, 3]);
    }
    let b = scale * e;
    let tape = silu(u);
    quadratic_error(matmul(broadcast(u, [3, 4]), transpose(broadcast(tape, [4, 4]))), stop_gradient(broadcast(target, [3, 4]))) + sum(exp) + direction - sum(pass) - norm(backward) - b
}

#[differentiable]
fn p0036(score: Input<[[f64; 2]; 1]>, t: Param<f64>) -> [f64; 2] {
    const N: usize = 3;
    let select = matvec(transpose(score), softmax(square(column(score, 4 - N))));
    let d_x = recip(exp(log_softmax(sqrt(offset(abs(reshape(score, [2])), 0.25)))));
    (powi(d_x, 1) - offset(select, -1)) * t
}

#[differentiable]
fn p0037(
    limit: Param<[[f64; 4]; 4]>, tape: Param<[f64; 4]>, h: Param<[f64; 4]>, value: Param<[f64; 2]>,
    sum: Input<[[f64; 5]; 4]>,
) -> [f64; 4] {
    let norm = abs(hypot(mean(limit, axis = 1), tape[..]));
    let mut s = norm * h;
    s = mean(broadcast(s, [4, 4]), axis = 1);
    let a = sin(mse(broadcast(reshape(tape, [4, 1]), [4, 2])[0], stop_gradient(value)));
    let k = s / (softplus(norm) + 0.25);
    sum[0][1..=4] + a + k
}

#[differentiable]
fn p0038(
    v: Input<[f64; 2]>, gain: Param<[[f64; 2]; 2]>, u: Param<[[f64; 2]; 2]>,
    d_h: Param<[[f64; 4]; 7]>, b: Param<[f64; 7]>, e: Input<[[f64; 8]; 1]>,
) -> [[f64; 1]; 3] {
    let x = sin(v);
    let scale = matmul(gain, u);
    let k = scale(sum(d_h, axis = 1), recip(exp(1)));
    let s = min(min(max(column(d_h, 1), k)), binary_cross_entropy(sigmoid(broadcast(k, [4, 7])[3]), stop_gradient(b)));
    let q: [[f64; 2]; 4] = clamp(reshape(e, [4, 2]), -2, 0.75);
    let v: f64 = logsumexp(k[3..=5]);
    let pass = silu(v);
    let d_h = broadcast(v, [3]);
    let score = concat(sum(broadcast(s, [3, 1]), axis = 0), reshape(s, [1]));
    let kernel = sigmoid(exp(pass) / (0.5 + reshape(column(e, 4), []) * reshape(column(e, 4), [])));
    let norm = -d_h;
    let a = sigmoid(matmul(transpose(outer(score, norm)), transpose(u)) - matrix_multiply(q / 1e-1, hypot(broadcast(pass, [3, 4]), broadcast(v, [3, 4]))));
    (stop_gradient(reshape(d_h, [3, 1])) / broadcast(pass, [3, 1]) * product(x) + mean(scale)) * kernel + product(a)
}

#[differentiable]
fn p0039(
    s: Input<[f64; 1]>, rate: Param<[[f64; 1]; 3]>, part: Param<[[f64; 1]; 1]>,
    d_x: Param<[[f64; 1]; 3]>,
) -> [f64; 1] {
    const N: usize = 3;
    let s = sigmoid(s);
    let y = sqrt(exp(rate));
    let mut a = reshape(part, []);
    for i in 0..N {
        a = abs(norm(part));
    }
    let result = ln(sigmoid(d_x[N - 2]));
    let part = hypot(recip(softplus(variance(result)) + 0.25), recip(min(a, 1)));
    (sin(powi(result, 1)) + s) * sum(y) + part
}

#[differentiable]
fn p0040(
    k: Input<[[f64; 3]; 2]>, gradients: Param<[[f64; 2]; 3]>, sum: Param<[[f64; 1]; 2]>,
    score: Param<[[f64; 6]; 1]>, q: Param<[[f64; 2]; 2]>, x_2: Input<[[f64; 3]; 1]>,
) -> [f64; 2] {
    let mut d_h = sum(k, axis = 0);
    d_h = stop_gradient(mean(gradients, axis = 1));
    let mut hidden = k[0][1];
    hidden = min(column(gradients, 0));
    let p = reshape(sum, [2]);
    let target = fully_connected(sigmoid(d_h), reshape(score, [2, 3]), matvec(q, p));
    let direction = atan2(tanh(hidden), atan2(hidden, hidden));
    let limit = matmul(gradients, transpose(q));
    let result = matmul(sum, x_2);
    let y = reshape(broadcast(min(d_h), [4]), [2, 2]);
    let w = clamp(sum(y, axis = 1), -0.5, 0.5);
    let value = softplus(hidden);
    offset(target, value)[0..=1] * norm(limit) + product(result) - w
}

#[differentiable]
fn p0041(
    target: Input<[f64; 2]>, gain: Param<[[f64; 1]; 4]>, y: Param<f64>,
    hidden: Param<[[f64; 1]; 2]>, d_x: Param<[[f64; 1]; 8]>, select: Param<[f64; 2]>,
) -> [[f64; 2]; 2] {
    let rate = quadratic_error(softmax(target), target);
    let exp = transpose(gain) * silu(broadcast(rate, [1, 4]));
    let e = powi(broadcast(exp(y), [2, 1]), 4);
    let mut score = broadcast(hidden, [2, 4]);
    score = tanh(reshape(d_x, [2, 4]));
    let mut p = min(y, rate);
    p = sqrt(sigmoid(logsumexp(select)));
    let sum = select;
    let a = exp;
    let select = broadcast(1.5, [7]);
    let v = log_softmax(sum);
    let t = scale(hypot(exp(square(sum)), square(sqrt(softplus(v) + 0.25))), 1e-1);
    (transpose(matmul(transpose(broadcast(target, [4, 2])), transpose(score))) - norm(e)) * p - norm(a) - product(select) - mean(t)
}

#[differentiable]
fn p0042(
    scale: Param<[f64; 4]>, exp: Param<[[f64; 1]; 1]>, mean: Param<f64>,
    norm: Param<[[f64; 16]; 1]>, tape: Input<[f64; 4]>,
) -> [[f64; 4]; 4] {
    let g: [f64; 4] = ln(sin(softmax(scale)));
    let scale = broadcast(sin(exp), [1, 4]);
    let part = relu(mean);
    let gain = recip(0.5 + matmul(scale, broadcast(part, [4, 1])) * matmul(scale, broadcast(part, [4, 1])));
    matrix_multiply(transpose(outer(g, tape)), reshape(norm, [4, 4])) + mean(gain)
}

#[differentiable]
fn p0043(
    target: Param<[f64; 4]>, limit: Input<f64>, y: Param<f64>, z: Input<[[f64; 4]; 3]>,
) -> f64 {
    let select = max(softplus(reshape(target, [1, 4])), broadcast(tanh(limit), [1, 4]));
    let forward = broadcast(y, [2]);
    let mut direction = leaky_relu(y, sigmoid(limit));
    for i in 0..3 {
        let seed = stop_gradient(offset(limit, forward[1]));
        direction = direction * 0.5 + atan2(exp(seed), mean(seed));
    }
    softmax_cross_entropy(forward, stop_gradient(forward)) + mean(select) + direction
}

#[differentiable]
fn p0044(h: Param<f64>, tape: Param<[[f64; 4]; 1]>) -> [f64; 4] {
    let hidden = -h + silu(h) + exp(tape)[0][1];
    mean(tape, axis = 0)[0..] + hidden
}

#[differentiable]
fn p0045(
    x: Param<f64>, gradient: Param<[[f64; 8]; 1]>, r: Param<[[f64; 3]; 2]>,
    gain: Input<[[f64; 1]; 4]>, select: Param<[f64; 4]>,
) -> f64 {
    let x = transpose(reshape(x * gradient, [2, 4]));
    let mut x_2 = -1.25;
    x_2 = exp(sample_variance(broadcast(x_2, [1, 2])));
    let a = broadcast(x_2, [3, 3]) * x_2;
    let r = mean(matmul(transpose(transpose(r)), a), axis = 0);
    let mut g = broadcast(x_2, [4, 1]) + gain;
    for i in 0..3 {
        g = transpose(matmul(broadcast(x_2, [1, 2]), transpose(x)));
    }
    let select = sigmoid(sin(dot(reshape(g, [4]), select)));
    let mean = tanh(r);
    let x = column(broadcast(x_2, [3, 4]), 1);
    let mut y = reshape(broadcast(x_2, [1, 2]), [2]);
    let mut params = row(a, 2);
    for i in 0..1 {
        y = -broadcast(select, [4])[2 - i..=3 - i];
        params = 1e-1 / sigmoid(row(a, 1) - broadcast(x_2, [3]));
    }
    (select * mean(mean) - product(x) - product(y)) * norm(params)
}

#[differentiable]
fn p0046(part: Param<[[f64; 4]; 4]>) -> [[f64; 4]; 4] {
    let limit = -(-2);
    scale(matmul(part, part), silu(limit))
}

#[differentiable]
fn p0047(
    target: Param<[f64; 2]>, r: Input<[[f64; 4]; 4]>, output: Param<[[f64; 1]; 4]>,
    pass: Input<[[f64; 1]; 1]>, z: Param<[[f64; 1]; 1]>, u: Param<[[f64; 4]; 1]>,
) -> f64 {
    let rate = log_softmax(target[..])[1..];
    let gain: f64 = cross_entropy(sigmoid(rate), stop_gradient(rate));
    let k = row(offset(matrix_multiply(output, r), norm(rate)), 1);
    let t = matvec(3 - pass, clamp(broadcast(gain, [1]), -0.5, 0.5));
    let scale = broadcast(gain, [1]);
    let mut seed = matmul(z, u);
    seed = transpose(output) / offset(abs(tanh(reshape(output, [1, 4]))), 0.25);
    let g = binary_cross_entropy(sigmoid(max(k)), stop_gradient(gain));
    let y = matvec(softplus(pass), concat(t, target)[0..1]);
    let tape: f64 = sum(select(log_softmax(target[0..1]) >= dot(t, row(pass, 0)), stop_gradient(pass[0]), log_softmax(y)));
    sample_variance(scale(broadcast(g, [5]), tape)) - product(scale)
}

#[differentiable]
fn p0048(
    h_2: Input<[[f64; 4]; 4]>, d_x: Param<[[f64; 2]; 4]>, exp: Input<[[f64; 3]; 1]>,
    rate: Param<[[f64; 2]; 2]>, seed: Param<[f64; 3]>, weights: Input<[[f64; 2]; 3]>,
) -> [f64; 3] {
    let mut x = matmul(h_2, d_x);
    for i in 0..2 {
        x = 0.25 * matrix_multiply(reshape(reshape(d_x, [8, 1]), [4, 2]), reshape(reshape(h_2, [1, 16]), [4, 4]));
    }
    let target: [[f64; 3]; 1] = relu(broadcast(reshape(exp, [3]), [1, 3]));
    let p = max(rate);
    let d_h = silu(cos(target[0] * seed));
    let p = hypot(matmul(exp, weights), powi(broadcast(p, [1, 2]), 1));
    let d_x = matrix_multiply(transpose(broadcast(-1.25 + reshape(rate, [4, 1]), [4, 3])), matmul(softplus(rate), broadcast(seed, [2, 3]) * transpose(weights)));
    let direction: f64 = -2;
    let mut e = -2 + rate;
    for i in 1..4 {
        e = tanh(transpose(hypot(e, broadcast(direction, [2, 2]))));
    }
    1e-1 / row(broadcast(direction, [3, 3]), 2) + norm(x) + product(p) - product(d_x) + mean(e)
}

#[differentiable]
fn p0049(
    rate: Param<[f64; 4]>, limit: Param<[[f64; 4]; 4]>, gain: Param<[[f64; 1]; 4]>,
    y: Input<[[f64; 1]; 4]>, slot: Input<[f64; 4]>, sum: Param<[f64; 1]>,
) -> f64 {
    let mut w = outer(rate, rate);
    w = atan2(matmul(limit, w), matrix_multiply(transpose(gain), transpose(reshape(rate, [1, 4]))));
    let rate = dot(sum(gain, axis = 1), mean(y, axis = 1));
    let r = -sigmoid(column(w, 3));
    let y = outer(silu(sqrt(offset(abs(slot), 0.25))), sum);
    let mut a = select(y <= gain, gain, reshape(slot, [4, 1]));
    a = transpose(broadcast(reshape(rate, [1, 1]), [1, 4]));
    let h_2 = huber(broadcast(rate, [5]), stop_gradient(broadcast(rate, [5])), 0.25) + sum;
    let output = offset(broadcast(slot[1..2][0], [5]), sin(rate - rate));
    let exp = atan2(output, output);
    let target = huber(slot, slot, 0.5);
    let mut result = 1e-1 - slot;
    result = powi(sum(broadcast(rate, [1, 4]), axis = 0), 0);
    (stop_gradient(exp[0]) + powi(target, 0)) * sum(a) * sum(h_2) - product(result)
}

pub const MODELS: &[Model] = &[
    model!(matrix p0025(b: [[f64; 1]; 1]) -> [[f64; 3]; 3]),
    model!(scalar p0026(exp: [f64; 2]) -> f64),
    model!(matrix p0027(h: f64, d_x: [[f64; 4]; 7]) -> [[f64; 4]; 4]),
    model!(vector p0028(target: [[f64; 1]; 3]) -> [f64; 3]),
    model!(scalar p0029(score: [f64; 12], select: [[f64; 3]; 4]) -> f64),
    model!(vector p0030(d_x: f64, seed: [f64; 1]) -> [f64; 3]),
    model!(matrix p0031(hidden: f64, y: [f64; 1]) -> [[f64; 2]; 3]),
    model!(matrix p0032(norm: [f64; 3], part: [[f64; 1]; 4], gradients: [f64; 6]) -> [[f64; 3]; 3]),
    model!(vector p0033(score: f64, mean: [f64; 3]) -> [f64; 7]),
    model!(matrix p0034(exp: [[f64; 3]; 4], y: [[f64; 2]; 3], d_h: [[f64; 1]; 4]) -> [[f64; 4]; 4]),
    model!(scalar p0035(u: [f64; 5]) -> f64),
    model!(vector p0036(score: [[f64; 2]; 1]) -> [f64; 2]),
    model!(vector p0037(sum: [[f64; 5]; 4]) -> [f64; 4]),
    model!(matrix p0038(v: [f64; 2], e: [[f64; 8]; 1]) -> [[f64; 1]; 3]),
    model!(vector p0039(s: [f64; 1]) -> [f64; 1]),
    model!(vector p0040(k: [[f64; 3]; 2], x_2: [[f64; 3]; 1]) -> [f64; 2]),
    model!(matrix p0041(target: [f64; 2]) -> [[f64; 2]; 2]),
    model!(matrix p0042(tape: [f64; 4]) -> [[f64; 4]; 4]),
    model!(scalar p0043(limit: f64, z: [[f64; 4]; 3]) -> f64),
    model!(vector p0044() -> [f64; 4]),
    model!(scalar p0045(gain: [[f64; 1]; 4]) -> f64),
    model!(matrix p0046() -> [[f64; 4]; 4]),
    model!(scalar p0047(r: [[f64; 4]; 4], pass: [[f64; 1]; 1]) -> f64),
    model!(vector p0048(h_2: [[f64; 4]; 4], exp: [[f64; 3]; 1], weights: [[f64; 2]; 3]) -> [f64; 3]),
    model!(scalar p0049(y: [[f64; 1]; 4], slot: [f64; 4]) -> f64),
];
}

pub mod part_2 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0050(
    exp: Input<[f64; 1]>, h_2: Input<f64>, d_x: Input<[[f64; 1]; 4]>, rate: Param<[[f64; 2]; 1]>,
) -> [f64; 2] {
    let mut gradient = outer(exp, exp);
    for i in 0..=3 {
        gradient = matrix_multiply(transpose(min(gradient, reshape(exp, [1, 1]))), outer(exp, row(gradient, 0)));
    }
    let h_2 = exp((h_2 - h_2) / offset(abs(sin(h_2)), 0.25));
    let gradients = column(broadcast(h_2, [6, 4]), 2)[2];
    let mut h = d_x + d_x;
    h = broadcast(d_x, [4, 1]);
    let params = cross_entropy(sigmoid(gradients), 0.5);
    let slot = scale(matmul(gradient, rate), clamp(params, 0.25, 3));
    softmax(slot[0]) - product(h)
}

#[differentiable]
fn p0051(
    x_2: Param<[[f64; 1]; 1]>, d_x: Param<f64>, mean: Input<[[f64; 2]; 2]>,
    scale: Param<[[f64; 3]; 4]>, target: Param<f64>, params: Input<[[f64; 2]; 1]>,
) -> [f64; 2] {
    let norm = ln(sigmoid(x_2));
    let forward = d_x;
    let mut gain = sum(mean, axis = 0);
    gain = log_softmax(sum(mean, axis = 0));
    let w = matmul(transpose(mean), transpose(broadcast(forward, [3, 2])));
    let mut score = min(scale);
    let mut select = powi(broadcast(score, [2, 4]), 2);
    for i in 1..4 {
        score = score * 0.5 + powi(scale(forward, forward), 2);
        select = sin(transpose(broadcast(score, [4, 2])) + reshape(norm, []) * select);
    }
    let e = abs(broadcast(target, [4, 4]));
    let h = reshape(params, [2]);
    let a = atan2(select(target <= broadcast(x_2, [1, 2]), params, params), powi(params, -1));
    let limit = logsumexp(h);
    (hypot(row(mean, 0), concat(column(a, 1), reshape(score, [1]))) - gain - norm(w)) * sum(select) + sum(e) + limit
}

#[differentiable]
fn p0052(
    weights: Input<[[f64; 4]; 4]>, scale: Param<[[f64; 2]; 4]>, a: Param<[[f64; 2]; 4]>,
    value: Input<[f64; 2]>,
) -> [f64; 4] {
    let weights = dot(matmul(weights, scale), a + scale);
    let mut result = tanh(value);
    let mut v = variance(column(a, 0));
    for i in 0..1 {
        let mut exp = quadratic_error(weights, stop_gradient(weights));
        let mut score = -0.5;
        for j in 0..1 {
            exp = exp * 0.5 + sin(sample_variance(value));
            score = cos(cos(score));
        }
        result = stop_gradient(broadcast(exp, [2, 2]))[1 - i];
        v = result[i + 1];
    }
    abs(log_softmax(column(a, 0))) * v
}

#[differentiable]
fn p0053(d_h: Input<[f64; 3]>, b: Param<[[f64; 3]; 3]>) -> [f64; 3] {
    let d_h = std(d_h);
    sum(transpose(b), axis = 0) + d_h
}

#[differentiable]
fn p0054(
    b: Param<[[f64; 3]; 4]>, g: Param<[[f64; 1]; 2]>, mean: Param<[[f64; 1]; 1]>,
    p: Param<[f64; 2]>, kernel: Param<f64>, z: Param<[[f64; 3]; 3]>,
) -> [[f64; 2]; 4] {
    let b = sum(b, axis = 1);
    let g = matrix_multiply(g, transpose(g));
    let forward = reshape(abs(reshape(mean, [1])), []);
    let slot = exp(norm(p) * (b[1..4] - kernel));
    let x = sample_std(softplus(mean(z, axis = 1)));
    let mean = sin(outer(slot, slot));
    let tape = -sin(tanh(x));
    let kernel = outer(fully_connected(p, broadcast(kernel, [4, 2]), b), mean(mean, axis = 1));
    (broadcast(p, [4, 2]) * sum(g) - forward) * tape - product(kernel)
}

#[differentiable]
fn p0055(g: Param<[[f64; 1]; 3]>, part: Input<[f64; 2]>, y: Param<[[f64; 3]; 3]>) -> [f64; 1] {
    let h = broadcast(min(g), [1]);
    let u = sigmoid(part[1..]);
    let tape = reshape(u, []) / exp(h[0] * -0.5) + sample_std(transpose(y));
    (u * h)[0..=0] - tape
}

#[differentiable]
fn p0056(
    z: Input<[[f64; 3]; 1]>, x_2: Param<[[f64; 3]; 1]>, select: Param<[[f64; 1]; 2]>,
    exp: Input<f64>, d_h: Param<[f64; 2]>, hidden: Param<[[f64; 2]; 2]>,
) -> [[f64; 2]; 2] {
    let z = max(z, x_2);
    let mut q = reshape(select, [2]);
    q = select(offset(exp, exp) >= broadcast(exp, [2]) / q, softplus(d_h), hidden[1]);
    let norm = row(transpose(reshape(reshape(hidden, [4, 1]), [2, 2])), 0);
    let kernel = matvec(powi(broadcast(exp, [2, 3]), 1), row(z, 0));
    let mut pass = exp(exp);
    pass = sigmoid(abs(mse(broadcast(kernel, [3, 2]), broadcast(pass, [3, 2]))));
    let mut e = square(broadcast(pass, [1, 1]));
    e = matrix_multiply(tanh(reshape(x_2, [3, 1])), transpose(recip(offset(abs(reshape(z, [3, 1])), 0.25))));
    let params = sqrt(softplus(atan2(exp, pass)) + 0.25);
    let kernel: [[f64; 2]; 3] = broadcast(norm, [3, 2]);
    let mut d_x = broadcast(exp, [3]);
    for i in 0..1 {
        let v = softplus(matvec(hidden, hidden[i + 1]));
        d_x = matvec(d_h[i + 1] + kernel, q / sigmoid(v));
    }
    matrix_multiply(matrix_multiply(hidden, transpose(select)), broadcast(pass, [2, 1])) * norm(e) * params + product(d_x)
}

#[differentiable]
fn p0057(
    norm: Input<[f64; 5]>, target: Input<[[f64; 2]; 2]>, gain: Param<[f64; 2]>,
    tape: Param<[f64; 5]>, s: Param<[f64; 2]>, select: Param<[[f64; 8]; 1]>,
) -> [[f64; 2]; 4] {
    let norm = tanh(norm);
    let gain = huber(tanh(sum(target, axis = 0)), stop_gradient(gain), 0.5);
    let v = tape - norm;
    let mut t = sqrt(sigmoid(s));
    t = stop_gradient(log_softmax(t));
    let mut b = gain * gain;
    let mut a = softmax(tape);
    for i in 1..3 {
        b = product(abs(t));
        a = broadcast(b, [5]);
    }
    matmul(transpose(reshape(select, [2, 4])), transpose(ln(offset(abs(target), 0.25)))) + b + product(a)
}

#[differentiable]
fn p0058(
    score: Input<[f64; 1]>, e: Param<[f64; 6]>, rate: Param<[[f64; 6]; 1]>,
    backward: Param<[[f64; 4]; 1]>, mean: Input<[f64; 6]>, kernel: Param<[f64; 6]>,
) -> [f64; 6] {
    const N: usize = 1;
    let h_2 = mean(score);
    let weights = e[0..=5] - sum(rate, axis = 0);
    let x_2 = softplus(backward);
    let mut sum = broadcast(1e-1, [1]);
    sum = silu(recip(exp(sum)));
    let score = reshape(reshape(score, [1, 1])[0], []);
    let d_h = 0.25 * softmax_cross_entropy(mean, stop_gradient(weights));
    let weights = sample_std(transpose(x_2));
    let y: [[f64; 1]; 4] = transpose(backward);
    let mean = abs(sum);
    let mut tape = max(weights, d_h);
    for i in 0..N {
        let output = (-reshape(mean, [1, 1]))[0][N - 1];
        tape = hypot(output, -2);
    }
    ((-0.5 + kernel) * 3 - score) * tape
}

#[differentiable]
fn p0059(
    gradients: Param<[f64; 4]>, part: Param<[f64; 4]>, limit: Param<[[f64; 4]; 6]>,
    target: Param<f64>, b: Param<[[f64; 4]; 4]>, value: Input<[[f64; 4]; 4]>,
) -> [[f64; 4]; 4] {
    let z = outer(gradients, part);
    let h = 0.25 * log_softmax(part);
    let gradients = leaky_relu(h, 0.25);
    let mut kernel = mean(z, axis = 1);
    kernel = softplus(row(z, 0));
    let mut k = sum(limit, axis = 1);
    k = broadcast(relu(target), [6]);
    let a = matmul(z * b * matmul(b, broadcast(kernel, [4, 4])), broadcast(target - target, [4, 1]));
    broadcast(target / sigmoid(part[0]), [4, 4]) * norm(gradients) - mean(k) - sum(a)
}

#[differentiable]
fn p0060(
    sum: Param<[f64; 1]>, w: Input<[[f64; 3]; 1]>, mean: Input<[[f64; 1]; 4]>, output: Param<f64>,
    v: Param<f64>, tape: Param<[[f64; 4]; 1]>,
) -> [[f64; 1]; 1] {
    let score = scale(sum - sum, w[0][2]);
    let direction = min(exp(broadcast(sum, [4, 1]) + broadcast(sum, [4, 1])), leaky_relu(mean, 3) + select(output <= score[0], v, v));
    matrix_multiply(transpose(matrix_multiply(transpose(direction), reshape(output, [1, 1]))), select(tape < v, v, broadcast(v, [1, 4])))
}

#[differentiable]
fn p0061(
    slot: Input<[[f64; 4]; 2]>, direction: Param<[[f64; 2]; 2]>, score: Input<[f64; 7]>,
    part: Input<[f64; 7]>,
) -> f64 {
    let select = matrix_multiply(transpose(direction / (softplus(direction) + 0.25)), transpose(slot / offset(abs(slot), 0.25)));
    abs(dot(score, part)) - norm(select)
}

#[differentiable]
fn p0062(
    direction: Input<[f64; 3]>, t: Param<f64>, h_2: Param<[f64; 4]>, pass: Param<[[f64; 2]; 1]>,
    seed: Input<[[f64; 4]; 3]>, x: Input<[f64; 3]>,
) -> [[f64; 4]; 1] {
    let mut rate = sin(direction);
    let mut r = powi(t, 4);
    for i in 1..3 {
        rate = rate * 0.5 + recip(exp(broadcast(r, [5])))[2..];
        r = exp(mse(rate, stop_gradient(rate)));
    }
    let y = h_2;
    let sum = min(reshape(pass, [2]), direction[1..]);
    let d_h = broadcast(hypot(sigmoid(-2), r), [1, 3]);
    let r = transpose(-broadcast(t, [1, 1]));
    let select = tanh(matvec(matmul(broadcast(t, [3, 2]), broadcast(y, [2, 4])), log_softmax(y) * softmax_cross_entropy(h_2, stop_gradient(y))));
    let pass = hypot(x, x);
    let s = ln(sigmoid(pass)) - sum(broadcast(x, [2, 3]), axis = 0);
    let mut u = reshape(broadcast(t, [12, 1]), [3, 4]);
    let mut scale = tanh(sum);
    for i in 0..=1 {
        u = sigmoid(outer(concat(scale, x[2..3]), exp(y)));
        scale = square(-scale);
    }
    (broadcast(t, [1, 4]) * -0.5 * sum(rate) - sum(r)) * product(select) * product(s) - sum(scale)
}

#[differentiable]
fn p0063(
    weights: Param<f64>, backward: Param<[[f64; 2]; 1]>, w: Param<[f64; 2]>,
    a: Input<[[f64; 1]; 1]>, t: Input<f64>, d_h: Param<[[f64; 1]; 2]>,
) -> [[f64; 1]; 1] {
    let norm = leaky_relu(weights, stop_gradient(weights));
    let weights = row(broadcast(softplus(reshape(norm, [1, 1])), [1, 1]), 0);
    let norm = weights + weights;
    let v = reshape(sigmoid(matrix_multiply(backward, a)), [2]);
    let r = broadcast(weights, [1, 1]);
    let g = select(v[1] > reshape(a, []), t, t);
    let w: [f64; 1] = ln(scale(norm, reshape(a, [])));
    let pass = exp(sigmoid(w));
    let u = pass;
    let direction = hypot(cos(u), softplus(ln(sigmoid(w))));
    let h = stop_gradient(g);
    let gradient: [[f64; 1]; 1] = a / exp(r);
    (matmul(transpose(d_h), broadcast(d_h, [2, 1])) * sum(direction) - h) * gradient
}

#[differentiable]
fn p0064(
    hidden: Input<[[f64; 5]; 4]>, gain: Param<[[f64; 1]; 4]>, params: Param<[[f64; 4]; 4]>,
    x: Param<[[f64; 1]; 2]>, kernel: Param<[[f64; 4]; 4]>, mean: Input<[f64; 2]>,
) -> [f64; 5] {
    let scale = mean(powi(hidden, 0), axis = 0);
    let weights = 1.5 + broadcast(gain, [4, 2]);
    let h = ln(0.5 + scale[2] * scale[2]);
    let scale = sigmoid(matvec(broadcast(gain, [4, 5]), sigmoid(scale)) - binary_cross_entropy(sigmoid(-broadcast(gain, [4, 4])), stop_gradient(params)));
    let w = sigmoid(broadcast(x, [2, 4]));
    let mut s = quadratic_error(params, stop_gradient(kernel));
    s = cross_entropy(sigmoid(row(kernel, 1)), stop_gradient(scale));
    let slot = mean;
    let result = exp(broadcast(h, [5]));
    let rate = 0.25 * offset(matvec(weights - 0.5, log_softmax(slot)), atan2(s + h, binary_cross_entropy(sigmoid(broadcast(s, [4, 4])), stop_gradient(broadcast(scale, [4, 4])))));
    fully_connected(atan2(scale, w[0]), broadcast(broadcast(h, [5, 1]), [5, 4]), scale(result, s)) - product(rate)
}

#[differentiable]
fn p0065(
    rate: Param<[[f64; 1]; 1]>, d_h: Input<[[f64; 1]; 1]>, seed: Param<[[f64; 1]; 4]>,
    scale: Param<[f64; 1]>, params: Param<[[f64; 1]; 4]>, pass: Param<[f64; 3]>,
) -> [f64; 1] {
    let rate = reshape(hypot(rate, rate) - -0.5, []);
    let seed = sin(exp(matmul(transpose(d_h), transpose(seed)) + norm(scale)));
    let mut value = sample_variance(params);
    for i in 0..=1 {
        value = sin(-value);
    }
    let s = value - pass;
    let rate = atan2(value, rate);
    let params = broadcast(value, [3])[2..];
    let mut z = matmul(broadcast(value, [3, 3]), broadcast(value, [3, 1]));
    for i in 1..4 {
        let t = pass[..1][0] * fully_connected(s, broadcast(value, [6, 3]), broadcast(rate, [6]));
        let mut x = broadcast(value, [4, 4]);
        let mut h = reshape(params, [1, 1]) + transpose(d_h);
        for j in 0..=0 {
            x = matrix_multiply(select(seed < broadcast(d_h, [1, 4]), broadcast(d_h, [1, 4]), seed), matrix_multiply(z, transpose(broadcast(rate, [3, 4]))));
            h = broadcast(transpose(h) - 1.5, [1, 1]);
        }
        z = z;
    }
    let norm = norm(-1 + rate);
    let mut forward = ln(offset(abs(norm), 0.25));
    let mut e = broadcast(rate, [3, 3]) / (0.5 + broadcast(s, [3, 3]) * broadcast(s, [3, 3]));
    for i in 0..2 {
        forward = dot(sum(pass[i]), offset(reshape(d_h, []), norm));
        e = transpose(e);
    }
    (log_softmax(atan2(params, params)) - sum(z) + forward) * sum(e)
}

#[differentiable]
fn p0066(
    y: Input<[f64; 7]>, q: Input<[[f64; 3]; 3]>, output: Param<[[f64; 3]; 1]>,
    gradients: Param<[[f64; 3]; 1]>,
) -> [[f64; 1]; 3] {
    let backward = -cos(y);
    matmul(transpose(q), transpose(hypot(output, gradients))) + norm(backward)
}

#[differentiable]
fn p0067(
    kernel: Param<[[f64; 1]; 1]>, p: Input<[[f64; 3]; 1]>, x_2: Input<[f64; 3]>,
    b: Param<[[f64; 2]; 3]>, t: Param<[[f64; 3]; 2]>, q: Input<[f64; 1]>,
) -> [f64; 3] {
    let direction = min(reshape(matmul(kernel, p), [3]), log_softmax(max(p[0], x_2)));
    let d_h = ln(sigmoid(sigmoid(direction)));
    let y = silu(b) * transpose(t);
    let score = column(kernel * x_2[2], 0)[0];
    let direction = variance(transpose(broadcast(score, [2, 2])));
    let score = clamp(q, -0.5, 0.5);
    let part = tanh(direction);
    let limit = tanh(powi(ln(offset(abs(d_h), 0.25)), 3));
    let r = dot(log_softmax(limit), softmax(d_h));
    let u = leaky_relu(atan2(r, 1), stop_gradient(d_h[2]));
    let mut v = p[0][1];
    v = cos(part * v);
    (square(broadcast(part, [3])) + concat(d_h[1..], score) + mean(y)) * u - v
}

#[differentiable]
fn p0068(
    x_2: Input<f64>, pass: Input<[[f64; 3]; 3]>, s: Input<[[f64; 3]; 4]>, w: Param<f64>,
    forward: Param<[f64; 3]>, e: Param<[[f64; 16]; 1]>,
) -> f64 {
    const N: usize = 3;
    let y = silu(select(x_2 >= pass, pass, pass));
    let p = silu(sin(scale(s, w)));
    let s = softplus(forward);
    let exp = sin(log_softmax(fully_connected(reshape(broadcast(x_2, [2, 2]), [4]), reshape(e, [4, 4]), sum(p, axis = 1))));
    let gradients = 0.25 * quadratic_error(-broadcast(x_2, [3, 4]), stop_gradient(transpose(p)));
    let p = min(exp / offset(abs(exp), 0.25));
    let forward = matvec(broadcast(p, [4, 4]), exp);
    let v = square(exp);
    let h_2 = 0.25 * hypot(reshape(forward, [4, 1]), broadcast(gradients, [4, 1]));
    let mut limit = gradients * p;
    for i in 0..N {
        let mut r = square(broadcast(limit, [4]));
        for j in 1..=1 {
            let score = broadcast(s, [4, 3]);
            r = sigmoid(r * 0.5 + column(outer(forward, s), 1 - j));
        }
        limit = softmax_cross_entropy(-broadcast(x_2, [4]), stop_gradient(exp));
    }
    recip(sigmoid(sin(limit))) - product(y) + mean(v) + norm(h_2)
}

#[differentiable]
fn p0069(
    rate: Input<[[f64; 5]; 1]>, k: Input<[[f64; 4]; 4]>, slot: Input<[[f64; 8]; 2]>,
    direction: Input<[f64; 4]>, sum: Param<[[f64; 1]; 1]>, t: Input<[[f64; 5]; 4]>,
    x_2: Param<f64>,
) -> [f64; 4] {
    let d_x = rate[0];
    let d_x: [[f64; 4]; 4] = matmul(transpose(broadcast(d_x[1], [4, 4])), powi(k, 3));
    let mut forward = transpose(d_x);
    forward = sin(matmul(reshape(slot, [4, 4]), broadcast(direction, [4, 4])));
    let seed = broadcast(scale(direction[0..], quadratic_error(sum, stop_gradient(sum))), [4, 4]);
    let value = sigmoid(row(t, 0));
    let mut output = sqrt(sigmoid(direction));
    for i in 0..1 {
        output = softmax(output * column(d_x, i));
    }
    let t = logsumexp(value);
    let mut tape = -1.25 + output;
    tape = offset(broadcast(t, [4]), product(seed));
    let output = sample_variance(tape);
    column(sqrt(exp(forward)), 2) * x_2
}

#[differentiable]
fn p0070(weights: Param<[f64; 1]>) -> [[f64; 1]; 1] {
    let mut tape = logsumexp(weights);
    let mut gradients = broadcast(reshape(weights, [1, 1]), [1, 1]);
    for i in 1..5 {
        tape = mse(matrix_multiply(reshape(tape, [1, 1]), reshape(weights, [1, 1])), stop_gradient(gradients));
        gradients = sigmoid(transpose(reshape(weights, [1, 1])));
    }
    broadcast(select(broadcast(weights, [1, 1]) <= gradients, gradients, gradients), [1, 1]) * tape
}

#[differentiable]
fn p0071(
    limit: Param<[[f64; 2]; 4]>, v: Input<[f64; 4]>, slot: Input<[[f64; 4]; 4]>,
) -> [[f64; 4]; 2] {
    const N: usize = 2;
    let output = transpose(limit);
    let mut result = ln(softplus(v) + 0.25);
    for i in 0..N {
        result = result * 0.5 + mean(matrix_multiply(broadcast(v, [4, 4]), transpose(broadcast(result, [4, 4]))), axis = 0);
    }
    outer(matvec(output, result), fully_connected(v, slot, result))
}

#[differentiable]
fn p0072(hidden: Input<[f64; 8]>, q: Param<f64>) -> [[f64; 4]; 1] {
    let mut rate = hidden[2..=6];
    let mut v = tanh(q);
    for i in 0..3 {
        rate = tanh(rate * 0.5 + hypot(broadcast(v, [2, 5])[1], recip(rate)));
        v = dot(matmul(broadcast(v, [2, 4]), broadcast(v, [4, 1])), broadcast(-0.5, [2, 1]));
    }
    let x: [f64; 5] = mean(broadcast(v, [5, 4]), axis = 1);
    (broadcast(sin(broadcast(q, [1, 1])), [1, 4]) - product(rate)) * sum(x)
}

#[differentiable]
fn p0073(
    rate: Param<f64>, x: Input<[[f64; 4]; 1]>, gradient: Param<[f64; 2]>, g: Param<[f64; 1]>,
    scale: Param<[f64; 4]>, s: Param<[[f64; 1]; 4]>,
) -> [f64; 2] {
    let p = sample_variance(broadcast(rate, [4]));
    let z = x / broadcast(rate, [1, 4]);
    let r = sample_variance(gradient - gradient);
    let h = reshape(g, []);
    let x = binary_cross_entropy(sigmoid(scale), stop_gradient(scale));
    let g = softplus(s) - outer(broadcast(x, [4]), g);
    let x: [f64; 4] = sigmoid(scale);
    let mut u = binary_cross_entropy(softmax(x), stop_gradient(scale));
    u = scale(abs(u), select(h < u, h, u));
    let limit: [[f64; 2]; 2] = reshape(row(z, 0), [2, 2]);
    let pass = broadcast(gradient[0], [4]);
    let s = u * u;
    row(offset(reshape(g, [2, 2]), pass[2]), 0) - sum(limit) - s
}

#[differentiable]
fn p0074(
    slot: Input<[[f64; 3]; 2]>, target: Param<[[f64; 1]; 2]>, forward: Input<[[f64; 4]; 4]>,
    h_2: Param<[[f64; 2]; 1]>, direction: Input<[f64; 5]>, part: Param<[f64; 4]>,
) -> [[f64; 2]; 3] {
    let u = matmul(transpose(slot), target);
    let forward = clamp(softplus(recip(forward)), -2, 0.75);
    let value = reshape(h_2, [2]);
    let mut t = direction[2..];
    let mut d_x = part * part;
    for i in 0..1 {
        t = t * 0.5 + sqrt(offset(abs(t * slot[i]), 0.25));
        d_x = stop_gradient(relu(d_x));
    }
    let s = log_softmax(part);
    let direction = concat(softmax(t[1..2]), -2 / offset(abs(value[..1]), 0.25));
    reshape(atan2(slot, slot), [3, 2]) + product(u) + sum(forward) - sum(d_x) - mean(s) - norm(direction)
}

pub const MODELS: &[Model] = &[
    model!(vector p0050(exp: [f64; 1], h_2: f64, d_x: [[f64; 1]; 4]) -> [f64; 2]),
    model!(vector p0051(mean: [[f64; 2]; 2], params: [[f64; 2]; 1]) -> [f64; 2]),
    model!(vector p0052(weights: [[f64; 4]; 4], value: [f64; 2]) -> [f64; 4]),
    model!(vector p0053(d_h: [f64; 3]) -> [f64; 3]),
    model!(matrix p0054() -> [[f64; 2]; 4]),
    model!(vector p0055(part: [f64; 2]) -> [f64; 1]),
    model!(matrix p0056(z: [[f64; 3]; 1], exp: f64) -> [[f64; 2]; 2]),
    model!(matrix p0057(norm: [f64; 5], target: [[f64; 2]; 2]) -> [[f64; 2]; 4]),
    model!(vector p0058(score: [f64; 1], mean: [f64; 6]) -> [f64; 6]),
    model!(matrix p0059(value: [[f64; 4]; 4]) -> [[f64; 4]; 4]),
    model!(matrix p0060(w: [[f64; 3]; 1], mean: [[f64; 1]; 4]) -> [[f64; 1]; 1]),
    model!(scalar p0061(slot: [[f64; 4]; 2], score: [f64; 7], part: [f64; 7]) -> f64),
    model!(matrix p0062(direction: [f64; 3], seed: [[f64; 4]; 3], x: [f64; 3]) -> [[f64; 4]; 1]),
    model!(matrix p0063(a: [[f64; 1]; 1], t: f64) -> [[f64; 1]; 1]),
    model!(vector p0064(hidden: [[f64; 5]; 4], mean: [f64; 2]) -> [f64; 5]),
    model!(vector p0065(d_h: [[f64; 1]; 1]) -> [f64; 1]),
    model!(matrix p0066(y: [f64; 7], q: [[f64; 3]; 3]) -> [[f64; 1]; 3]),
    model!(vector p0067(p: [[f64; 3]; 1], x_2: [f64; 3], q: [f64; 1]) -> [f64; 3]),
    model!(scalar p0068(x_2: f64, pass: [[f64; 3]; 3], s: [[f64; 3]; 4]) -> f64),
    model!(vector p0069(rate: [[f64; 5]; 1], k: [[f64; 4]; 4], slot: [[f64; 8]; 2], direction: [f64; 4], t: [[f64; 5]; 4]) -> [f64; 4]),
    model!(matrix p0070() -> [[f64; 1]; 1]),
    model!(matrix p0071(v: [f64; 4], slot: [[f64; 4]; 4]) -> [[f64; 4]; 2]),
    model!(matrix p0072(hidden: [f64; 8]) -> [[f64; 4]; 1]),
    model!(vector p0073(x: [[f64; 4]; 1]) -> [f64; 2]),
    model!(matrix p0074(slot: [[f64; 3]; 2], forward: [[f64; 4]; 4], direction: [f64; 5]) -> [[f64; 2]; 3]),
];
}

pub mod part_3 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0075(x_2: Input<[[f64; 3]; 3]>, weights: Input<[f64; 2]>, d_x: Param<[f64; 5]>) -> f64 {
    let mut x = column(x_2, 0);
    x = sqrt(sigmoid(concat(weights, x[..1])));
    softplus(d_x[2]) - sum(x)
}

#[differentiable]
fn p0076(h_2: Input<[f64; 1]>, s: Param<f64>) -> [f64; 1] {
    let score = std(-1 * softmax(h_2));
    let z = hypot(atan2(h_2 * h_2[0], log_softmax(h_2)), h_2 * h_2 * clamp(h_2, -2, 0.75));
    -recip(exp(reshape(score, [1]))) * s
}

#[differentiable]
fn p0077(
    s: Param<[f64; 6]>, p: Input<f64>, hidden: Param<[[f64; 1]; 6]>, a: Param<[[f64; 1]; 1]>,
    y: Param<[f64; 2]>, u: Param<f64>,
) -> [[f64; 1]; 2] {
    let seed = select(s >= p, p, s);
    let p = reshape(hidden, [6]);
    let hidden = matmul(transpose(a), transpose(broadcast(a, [1, 1]))) - a;
    let g = broadcast(0.75, [4, 1]);
    let sum = logsumexp(log_softmax(s[5..]));
    let limit = exp(stop_gradient(-y));
    let output: f64 = u;
    let gradients = select(broadcast(u, [1]) > reshape(sum, [1]), reshape(sum, [1]), row(g, 2));
    atan2(reshape(limit, [2, 1]), cos(reshape(limit, [2, 1]))) - product(seed) - sum(p) + mean(hidden) - product(gradients)
}

#[differentiable]
fn p0078(limit: Param<f64>, mean: Param<[f64; 1]>, value: Param<[[f64; 1]; 1]>) -> [[f64; 1]; 1] {
    let limit = reshape(broadcast(limit, [1, 1]), []);
    let mut weights = mean / limit;
    let mut rate = softplus(value);
    for i in 0..1 {
        let x = broadcast(0.25, [1]);
        weights = row(cos(reshape(weights, [1, 1])), 0);
        rate = rate * 0.5 + silu(matrix_multiply(value, value));
    }
    let value = binary_cross_entropy(sigmoid(limit), stop_gradient(limit));
    let d_h = -reshape(weights, []);
    reshape(max(1.5, d_h), [1, 1]) * value
}

#[differentiable]
fn p0079(t: Param<[[f64; 1]; 4]>, slot: Input<[[f64; 1]; 1]>, e: Input<[[f64; 2]; 4]>) -> f64 {
    let params = abs(t);
    let part = sum(matmul(slot, transpose(broadcast(params, [4, 1]))), axis = 0) / (softplus(offset(mean(e, axis = 1), min(0.75, 1e-1))) + 0.25);
    powi(part[1], 0) / atan2(0.25, part[0])
}

#[differentiable]
fn p0080(q: Param<[[f64; 1]; 2]>, params: Param<[[f64; 2]; 4]>) -> [[f64; 4]; 4] {
    let s = square(0.5);
    let t = transpose(q);
    let backward = stop_gradient(square(tanh(params)));
    reshape(recip(broadcast(s, [2, 8])), [4, 4]) + sum(t) + product(backward)
}

#[differentiable]
fn p0081(
    k: Input<[f64; 1]>, y: Param<[f64; 1]>, x: Input<f64>, gain: Param<[[f64; 1]; 1]>,
    rate: Param<[[f64; 1]; 4]>, scale: Param<[[f64; 4]; 4]>,
) -> [[f64; 4]; 4] {
    let slot = k / (0.5 + y * y);
    let hidden = log_softmax(tanh(slot)[..1]);
    let backward = relu(x);
    let q = (broadcast(backward, [1, 3]) + broadcast(backward, [1, 3]))[0];
    let output = cos(backward);
    let target = ln(0.5 + reshape(sigmoid(gain), []) * reshape(sigmoid(gain), []));
    let a = log_softmax(rate[0]);
    let mut limit = transpose(rate);
    for i in 0..1 {
        limit = transpose(broadcast(broadcast(y, [4, 1]), [4, 1]));
    }
    let tape = mean(broadcast(hypot(x, target), [1, 3]), axis = 0);
    (scale / exp(broadcast(backward, [4, 4])) + product(hidden)) * sum(q) - product(a) + mean(limit) + sum(tape)
}

#[differentiable]
fn p0082(
    b: Param<[[f64; 1]; 4]>, u: Param<[f64; 2]>, a: Input<[[f64; 4]; 4]>,
    pass: Param<[[f64; 2]; 4]>, gain: Param<[[f64; 1]; 2]>,
) -> f64 {
    let part = ln(0.5 + broadcast(b, [4, 4]) * broadcast(b, [4, 4]));
    let exp = column(recip(exp(transpose(part))), 1);
    let b = product(-1 + exp[1..3]);
    let y = column(binary_cross_entropy(sigmoid(u), stop_gradient(u)) - matmul(a, broadcast(b, [4, 2])), 1);
    let s = concat(u, u);
    let hidden = transpose(pass);
    let b = sample_std(y * y);
    let a = cos(b);
    let v = a / exp(min(gain * gain));
    matrix_multiply(pass, part)[3][1] - product(s) + product(hidden) + v
}

#[differentiable]
fn p0083(
    tape: Param<[f64; 4]>, u: Input<[[f64; 4]; 1]>, forward: Param<[[f64; 1]; 1]>,
    b: Input<[[f64; 1]; 1]>, hidden: Param<f64>, gradient: Param<[f64; 1]>,
) -> [[f64; 4]; 1] {
    let mut mean = exp(tape);
    mean = softmax(softmax(mean));
    let gradients = leaky_relu(u[0][2], -1) + matmul(transpose(min(forward, b)), reshape(reshape(b, []), [1, 1]));
    let k = mean(mean[1..3]);
    let select = k * k;
    let mut norm = atan2(select, hidden);
    for i in 0..4 {
        let sum = broadcast(reshape(forward, []), [1, 1]);
        norm = offset(stop_gradient(reshape(gradients, [])), scale(reshape(b, []), -0.5));
    }
    outer(atan2(column(b, 0), gradient), 0.25 - tape) - norm
}

#[differentiable]
fn p0084(
    score: Param<[[f64; 1]; 2]>, x: Param<[f64; 1]>, hidden: Param<f64>, u: Input<f64>,
    r: Param<[[f64; 1]; 1]>, params: Param<[[f64; 1]; 2]>,
) -> f64 {
    let direction = std(softmax(mean(score, axis = 1)));
    let mut scale = cos(x);
    for i in 0..4 {
        let v = direction;
        scale = reshape(scale[0], [1]);
    }
    let score = broadcast(powi(direction, 0), [2]);
    let x = clamp(hidden, -0.5, 0.5 + square(u));
    let weights = offset(r, x);
    let gain = row(recip(broadcast(r, [1, 1])), 0);
    let mean = broadcast(weights, [1, 2]);
    let sum = hypot(transpose(mean - mean), reshape(leaky_relu(broadcast(u, [1, 2]), -1.25), [2, 1]));
    let k = select(broadcast(x, [2]) <= mean[0], x, score);
    let b = softmax_cross_entropy(k, stop_gradient(k));
    (b + mean(scale)) * sum(gain) * sum(sum)
}

#[differentiable]
fn p0085(
    e: Input<[[f64; 3]; 5]>, forward: Param<f64>, backward: Param<[f64; 6]>, rate: Param<[f64; 3]>,
    x: Input<[f64; 1]>, h_2: Input<[[f64; 4]; 3]>,
) -> [f64; 3] {
    let pass = column(broadcast(forward, [5, 3]), 1);
    let norm = softmax_cross_entropy(backward[3..], stop_gradient(rate));
    let gradient = relu(exp(x));
    let mut h = transpose(broadcast(rate, [4, 3]));
    h = tanh(offset(sqrt(0.5 + h_2 * h_2), reshape(gradient, [])));
    let kernel = sin(broadcast(x, [4, 1]));
    let e: [[f64; 3]; 4] = abs(-cos(broadcast(forward, [4, 3])));
    let output = broadcast(outer(h_2[0], gradient), [4, 1]);
    let d_x = product(softmax(pass));
    let weights = broadcast(rate, [4, 3]);
    let slot = silu(transpose(output));
    let value = outer(fully_connected(rate, broadcast(forward, [1, 3]), x), mean(slot, axis = 1));
    (ln(exp(ln(offset(abs(rate), 0.25)))) + norm + mean(h)) * norm(kernel) + product(e) + d_x + norm(weights) - product(value)
}

#[differentiable]
fn p0086(
    rate: Input<[[f64; 2]; 3]>, g: Param<[[f64; 1]; 1]>, p: Input<[f64; 3]>,
    hidden: Input<[f64; 3]>, k: Input<[f64; 2]>, params: Param<[f64; 1]>,
) -> [[f64; 2]; 2] {
    let gradients = min(rate);
    let gradients = gradients;
    let mut output = broadcast(g, [1, 4]);
    output = output;
    let limit = scale(huber(p, hidden, sigmoid(0.75)), product(hidden));
    let result = logsumexp(softmax(k));
    let mut gradient = broadcast(params, [2, 1]);
    for i in 0..=2 {
        gradient = gradient * 0.5 + stop_gradient(powi(broadcast(gradients, [2, 1]), -1));
    }
    let part = broadcast(p, [3, 3]);
    let mut x_2 = matmul(broadcast(result, [3, 1]), output);
    for i in 0..1 {
        let mut select = tanh(broadcast(gradients, [2, 3]));
        for j in 1..3 {
            select = select * 0.5 + broadcast(-hidden, [2, 3]);
        }
        x_2 = exp(matmul(reshape(select, [3, 2]), transpose(broadcast(k, [4, 2]))));
    }
    let mut scale = broadcast(limit, [5]) / (softplus(broadcast(gradients, [5])) + 0.25);
    for i in 0..3 {
        let mut d_h = matmul(broadcast(hidden, [1, 3]), x_2);
        for j in 0..2 {
            d_h = d_h * 0.5 + broadcast(gradients, [1, 4]);
        }
        scale = select(broadcast(scale, [3, 5])[i] > sum(broadcast(result, [5, 4]), axis = 1), broadcast(limit, [5]) * -0.5, max(k));
    }
    transpose(outer(k, k)) + product(gradient) + product(part) - sum(scale)
}

#[differentiable]
fn p0087(a: Param<[[f64; 2]; 2]>, sum: Param<[f64; 2]>, x: Param<[f64; 3]>) -> [f64; 2] {
    let v = fully_connected(sum, a, sum);
    let s = reshape(reshape(v, [2, 1]), [2]);
    let y = softmax(x);
    let params: [f64; 3] = relu(y[..]);
    let g = s[0] / exp(y[0]);
    sigmoid(sum)
}

#[differentiable]
fn p0088(
    limit: Param<[[f64; 1]; 6]>, value: Param<[[f64; 2]; 2]>, hidden: Param<[f64; 16]>,
    x_2: Input<[[f64; 2]; 4]>, v: Input<f64>, a: Param<[f64; 4]>,
) -> [f64; 6] {
    let mut backward = column(limit, 0);
    backward = broadcast(sum(value), [6]);
    let mut result = reshape(hidden, [4, 4]);
    for i in 1..=1 {
        result = abs(result * result);
    }
    let gradient = sum(x_2 / -1, axis = 0);
    let select = hypot(hidden[3], v);
    let h: [f64; 4] = leaky_relu(-silu(a), stop_gradient(select));
    let u = -1 * broadcast(select, [1, 1]) * broadcast(gradient, [1, 2])[0][0];
    let e = h;
    let forward = result;
    let mut direction = reshape(reshape(forward, [16, 1]), [4, 4]);
    let mut output = -reshape(h, [1, 4]);
    for i in 0..=0 {
        let pass = broadcast(v, [5])[i + 1..i + 3] + stop_gradient(gradient);
        direction = sin(softplus(exp(transpose(result))));
        output = broadcast(square(e), [1, 4]);
    }
    (clamp(broadcast(v, [2, 6])[0], -0.5, 0.5 + square(-0.5)) - backward) * sum(u) - sum(direction) - mean(output)
}

#[differentiable]
fn p0089(t: Input<f64>, p: Param<[f64; 3]>, w: Param<f64>) -> [f64; 4] {
    let t = silu(t);
    let p = atan2(p, p);
    let mut limit = broadcast(w, [3]);
    for i in 0..2 {
        limit = column(max(broadcast(t, [3, 4]), broadcast(w, [3, 4])), 0);
    }
    recip(softplus(broadcast(w, [4])) + 0.25) - mean(p) - product(limit)
}

#[differentiable]
fn p0090(
    score: Input<[f64; 2]>, pass: Param<[[f64; 1]; 5]>, a: Param<[[f64; 3]; 1]>,
    z: Input<[f64; 1]>, gain: Param<[f64; 3]>, sum: Input<[[f64; 2]; 2]>,
) -> [[f64; 2]; 1] {
    let target = exp(softmax(score));
    let select = sqrt(sigmoid(scale(column(pass, 0), sin(-0.5))));
    let g = sigmoid(a) + outer(z, gain);
    let w = 0.25 * matvec(sqrt(softplus(sum) + 0.25), leaky_relu(target, stop_gradient(gain[1])));
    let y: f64 = 0.25 * (select(target[1] > gain[1], target[1], -1) / sigmoid(atan2(score[1], gain[0])));
    min(sqrt(broadcast(w, [1, 2])), matmul(reshape(sum, [1, 4]), transpose(broadcast(y, [2, 4])))) - sum(select) + product(g)
}

#[differentiable]
fn p0091(slot: Param<[f64; 4]>, u: Param<[f64; 2]>) -> f64 {
    let w = sin(concat(cos(silu(slot)), powi(u, -2) + (u + u)));
    0 - mean(w)
}

#[differentiable]
fn p0092(
    z: Param<[[f64; 1]; 1]>, weights: Input<[[f64; 1]; 1]>, slot: Param<[f64; 4]>,
    g: Param<[f64; 4]>, kernel: Param<[[f64; 4]; 1]>,
) -> [[f64; 4]; 1] {
    const N: usize = 3;
    let x_2 = reshape(abs(z), [1]);
    let pass = broadcast(-2, [1]);
    let mut target = mse(weights, weights);
    let mut d_x = fully_connected(pass, weights, pass);
    for i in 1..4 {
        target = max(cos(weights));
        d_x = d_x * 0.5 + relu(sigmoid(broadcast(target, [1])));
    }
    let t: f64 = max(logsumexp(pass), cross_entropy(broadcast(target, [4]), stop_gradient(slot)));
    reshape(g, [1, 4]) / (softplus(kernel - t) + 0.25) + mean(x_2)
}

#[differentiable]
fn p0093(
    t: Param<[f64; 2]>, g: Input<[[f64; 2]; 2]>, rate: Input<[[f64; 2]; 1]>,
    gain: Input<[[f64; 7]; 7]>, b: Input<[[f64; 2]; 7]>, scale: Param<[f64; 7]>,
) -> f64 {
    let t = log_softmax(t);
    let mut v = mse(t, stop_gradient(t));
    v = v;
    let mut slot = g * g;
    for i in 0..3 {
        let sum = tanh(slot);
        let mut gradients = column(transpose(g), 0);
        let mut exp = broadcast(column(g, 1), [1, 2]);
        for j in 1..3 {
            gradients = gradients * 0.5 + silu(sum[j - 1]);
            exp = reshape(row(exp, 0), [1, 2]);
        }
        slot = sum - sum - transpose(slot);
    }
    let w = norm(rate);
    let gradient = matvec(sigmoid(gain), fully_connected(t, b, scale));
    let gain = transpose(ln(softplus(reshape(v, [1, 1])) + 0.25) + abs(reshape(w, [1, 1])));
    let forward = recip(leaky_relu(gain, 1e-1));
    let b = 0.25 * (stop_gradient(w) - -3);
    let r = ln(exp(b));
    let hidden = softmax(gradient);
    min(softmax_cross_entropy(t, stop_gradient(t)), broadcast(r, [2, 4])[0][0]) * mean(slot) * sum(forward) - norm(hidden)
}

#[differentiable]
fn p0094(
    part: Param<[[f64; 2]; 2]>, r: Input<[[f64; 4]; 4]>, exp: Param<[[f64; 8]; 2]>, h: Param<f64>,
    d_x: Param<[f64; 7]>,
) -> f64 {
    let part = column(reshape(ln(exp(part)), [4, 1]), 0);
    let mean = scale(matmul(transpose(min(r, broadcast(part, [4, 4]))), reshape(exp, [4, 4])), 1e-1);
    let result = transpose(mean);
    let rate = transpose(result);
    let hidden = log_softmax(part) - atan2(h, h);
    let kernel = min(0.25 * mean(rate, axis = 1));
    let result = broadcast(0.5, [4, 4]);
    let seed = kernel;
    let w = sigmoid(hypot(hidden * hidden, log_softmax(hidden)));
    let gain = d_x[1..5];
    let mut t = row(result, 2);
    t = 1.5 * softmax(t);
    (sigmoid(seed) + tanh(kernel) + mean(w)) * norm(gain)
}

#[differentiable]
fn p0095(
    w: Param<[f64; 1]>, h: Param<[f64; 4]>, result: Param<[[f64; 4]; 1]>, h_2: Param<f64>,
    b: Param<[[f64; 1]; 1]>,
) -> [[f64; 4]; 1] {
    let v: [f64; 1] = sin(w);
    let select = select(broadcast(h, [1, 4]) < select(result <= w[0], h_2, result), matrix_multiply(matmul(b, result), matmul(transpose(broadcast(v, [1, 1])), transpose(b))), abs(mean(result)));
    select
}

#[differentiable]
fn p0096(rate: Param<[f64; 4]>, b: Param<[f64; 4]>) -> [f64; 4] {
    let direction = 0.25 * log_softmax(rate);
    row(broadcast(b, [1, 4]), 0) + direction
}

#[differentiable]
fn p0097(hidden: Input<[[f64; 4]; 4]>, part: Param<[f64; 4]>) -> f64 {
    let mut result = broadcast(part, [4, 4]);
    result = tanh(matmul(exp(result), transpose(sigmoid(hidden))));
    let value = matmul(broadcast(part, [1, 4]), transpose(result));
    let s = softmax(sum(result, axis = 1));
    let mut r = row(value, 0);
    let mut d_h = result;
    for i in 1..3 {
        r = sigmoid(r * 0.5 + matvec(relu(d_h), row(result, 2)));
        d_h = d_h * 0.5 + broadcast(r, [4, 4]);
    }
    (-1.25 - mean(s) + product(r)) * norm(d_h)
}

#[differentiable]
fn p0098(
    params: Param<[f64; 2]>, limit: Param<[[f64; 2]; 2]>, x_2: Param<[[f64; 2]; 1]>,
    hidden: Param<[[f64; 1]; 1]>, h_2: Input<f64>, value: Param<[f64; 2]>,
) -> [[f64; 1]; 3] {
    let params = mean(limit, axis = 1);
    let mut norm = matmul(x_2, limit);
    norm = broadcast(transpose(hidden), [1, 2]);
    let d_h = sigmoid(limit);
    let seed = norm(reshape(hidden, []) * h_2);
    let s = seed;
    let mut t = softmax(params);
    t = cos(t) / sigmoid(softmax(value));
    let kernel: [f64; 2] = mean(transpose(d_h), axis = 1) - seed * h_2;
    let limit = dot(leaky_relu(row(norm, 0), -2), fully_connected(clamp(value, 0.25, 3 + square(0.75)), outer(kernel, t), 0 * kernel));
    let mut w = square(limit);
    let mut u = broadcast(limit, [3, 2]);
    for i in 0..2 {
        w = -powi(s, 3);
        u = clamp(u / (0.5 + u * u), -2, 0.75);
    }
    select(softplus(broadcast(limit, [3, 1])) >= variance(t), matmul(u, broadcast(seed, [2, 1])), ln(0.5 + broadcast(seed, [3, 1]) * broadcast(seed, [3, 1]))) - w
}

#[differentiable]
fn p0099(
    exp: Param<f64>, d_x: Param<[[f64; 1]; 1]>, u: Input<[f64; 1]>, part: Param<[f64; 2]>,
    gradients: Input<[[f64; 2]; 1]>, gain: Param<[[f64; 2]; 1]>,
) -> f64 {
    let exp = exp;
    let hidden = matvec(sqrt(0.5 + d_x * d_x), leaky_relu(u, stop_gradient(exp)));
    let mut x = tanh(part);
    x = row(gradients, 0);
    let gradients = cos(transpose(sigmoid(reshape(hidden, [1, 1]))));
    let t = recip(0.5 + x * x) * part * max(concat(reshape(gradients, [1]), part[0..1]), mean(gain, axis = 0));
    let weights = sigmoid(matvec(-2 / (0.5 + gradients * gradients), -u));
    let mut y = softplus(part);
    y = mean(outer(t, y), axis = 1);
    (exp(scale(exp, exp)) - sum(weights)) * mean(y)
}

pub const MODELS: &[Model] = &[
    model!(scalar p0075(x_2: [[f64; 3]; 3], weights: [f64; 2]) -> f64),
    model!(vector p0076(h_2: [f64; 1]) -> [f64; 1]),
    model!(matrix p0077(p: f64) -> [[f64; 1]; 2]),
    model!(matrix p0078() -> [[f64; 1]; 1]),
    model!(scalar p0079(slot: [[f64; 1]; 1], e: [[f64; 2]; 4]) -> f64),
    model!(matrix p0080() -> [[f64; 4]; 4]),
    model!(matrix p0081(k: [f64; 1], x: f64) -> [[f64; 4]; 4]),
    model!(scalar p0082(a: [[f64; 4]; 4]) -> f64),
    model!(matrix p0083(u: [[f64; 4]; 1], b: [[f64; 1]; 1]) -> [[f64; 4]; 1]),
    model!(scalar p0084(u: f64) -> f64),
    model!(vector p0085(e: [[f64; 3]; 5], x: [f64; 1], h_2: [[f64; 4]; 3]) -> [f64; 3]),
    model!(matrix p0086(rate: [[f64; 2]; 3], p: [f64; 3], hidden: [f64; 3], k: [f64; 2]) -> [[f64; 2]; 2]),
    model!(vector p0087() -> [f64; 2]),
    model!(vector p0088(x_2: [[f64; 2]; 4], v: f64) -> [f64; 6]),
    model!(vector p0089(t: f64) -> [f64; 4]),
    model!(matrix p0090(score: [f64; 2], z: [f64; 1], sum: [[f64; 2]; 2]) -> [[f64; 2]; 1]),
    model!(scalar p0091() -> f64),
    model!(matrix p0092(weights: [[f64; 1]; 1]) -> [[f64; 4]; 1]),
    model!(scalar p0093(g: [[f64; 2]; 2], rate: [[f64; 2]; 1], gain: [[f64; 7]; 7], b: [[f64; 2]; 7]) -> f64),
    model!(scalar p0094(r: [[f64; 4]; 4]) -> f64),
    model!(matrix p0095() -> [[f64; 4]; 1]),
    model!(vector p0096() -> [f64; 4]),
    model!(scalar p0097(hidden: [[f64; 4]; 4]) -> f64),
    model!(matrix p0098(h_2: f64) -> [[f64; 1]; 3]),
    model!(scalar p0099(u: [f64; 1], gradients: [[f64; 2]; 1]) -> f64),
];
}

pub mod part_4 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0100(
    select: Input<[f64; 4]>, sum: Input<[[f64; 4]; 4]>, x: Param<f64>, s: Param<[[f64; 1]; 1]>,
    r: Param<[[f64; 1]; 4]>, gain: Param<[[f64; 3]; 4]>,
) -> [[f64; 4]; 4] {
    let sum: [f64; 4] = sum[1];
    let mut hidden = x - x;
    hidden = huber(sum + select, sigmoid(sum), sigmoid(stop_gradient(hidden)));
    let select = powi(s, 1);
    let x = sin(exp(transpose(r) / -reshape(s, [])));
    let v = tanh(matmul(matrix_multiply(broadcast(sum, [4, 4]), transpose(broadcast(sum, [4, 4]))), reshape(reshape(gain, [12, 1]), [4, 3])));
    let hidden = offset(hidden, hidden);
    let result: [f64; 3] = scale(v, hidden)[0];
    let y = broadcast(hidden, [4, 4]) / offset(abs(broadcast(hidden, [4, 4])), 0.25);
    let mut params = dot(hidden, hidden);
    params = hidden;
    let r = exp(-sigmoid(sum));
    (sqrt(params) * broadcast(transpose(x), [4, 4]) * product(select) + mean(result)) * y + mean(r)
}

#[differentiable]
fn p0101(
    part: Param<[[f64; 1]; 2]>, a: Input<[f64; 6]>, score: Param<[[f64; 2]; 2]>,
    s: Param<[[f64; 2]; 2]>, target: Input<[[f64; 2]; 4]>, forward: Param<[f64; 2]>,
) -> [f64; 2] {
    let part = tanh(reshape(part, [2]));
    let z = abs(a);
    let score = mean(score * s, axis = 1);
    let kernel: [[f64; 4]; 2] = outer(max(select(a[0] <= score, forward, part), scale(forward, score[1])), scale(column(target, 1), 1e-1) / sum(reshape(target, [2, 4]), axis = 0));
    let backward: f64 = product(stop_gradient(broadcast(forward, [1, 2])));
    let mut gradients = square(backward);
    let mut norm = transpose(broadcast(backward, [1, 2]));
    for i in 1..2 {
        let mut k = gradients - z[4];
        let mut h = broadcast(gradients, [3])[..=1];
        for j in 1..3 {
            k = clamp(a[4], -2, 0.75);
            h = relu(concat(broadcast(backward, [1]), score[..=0]));
        }
        gradients = select(norm(broadcast(score, [4, 2])) <= quadratic_error(column(kernel, i + 2), stop_gradient(broadcast(k, [2]))), mean(h), mean(broadcast(k, [4, 1])));
        norm = clamp(broadcast(norm, [2, 1]), -2, 0.75);
    }
    let pass = broadcast(gradients, [2, 4]);
    let target = sqrt(softplus(z) + 0.25);
    let params: [f64; 2] = exp(reshape(norm, [2]));
    let w = score[0] * params;
    1e-1 / reshape(broadcast(gradients, [1, 2]), [2]) * mean(pass) - mean(target) - w
}

#[differentiable]
fn p0102(
    target: Param<[[f64; 1]; 4]>, sum: Param<f64>, w: Param<[[f64; 1]; 1]>, p: Input<[f64; 1]>,
    output: Param<f64>, limit: Input<[f64; 2]>,
) -> [f64; 4] {
    let d_x = transpose(target);
    let mean = ln(exp(sum));
    let gain = 3 * w;
    let hidden = softplus(reshape(broadcast(p, [2, 1]), [1, 2]));
    let mut x_2 = softplus(output);
    for i in 0..1 {
        x_2 = x_2 * 0.5 + sin(norm(broadcast(mean, [4])));
    }
    let scale: [f64; 4] = min(row(d_x, 0), broadcast(output, [4]));
    let h_2 = transpose(broadcast(output, [4, 1]) - target);
    let e = relu(sum(scale));
    let scale = clamp(limit, -0.5, 0.5);
    let s = sigmoid(reshape(w, [1]))[0];
    let mean = silu(p);
    ((stop_gradient(log_softmax(broadcast(sum, [4]))) + norm(gain)) * product(hidden) - x_2) * mean(h_2) + e + mean(scale) - s + norm(mean)
}

#[differentiable]
fn p0103(
    a: Input<f64>, v: Input<f64>, score: Param<[f64; 1]>, forward: Input<[[f64; 1]; 1]>,
) -> [[f64; 1]; 1] {
    let a = atan2(a, v);
    let v = max(broadcast(a, [1]));
    let mut target = broadcast(-1.25, [3, 1]);
    for i in 0..1 {
        target = exp(broadcast(broadcast(v, [3, 1]), [3, 1]));
    }
    max(outer(broadcast(a, [1]), score), -forward) * norm(target)
}

#[differentiable]
fn p0104(hidden: Param<f64>, rate: Input<[[f64; 2]; 1]>, backward: Param<[f64; 1]>) -> [f64; 1] {
    let h = log_softmax(relu(broadcast(hidden, [2])));
    matvec(rate, h) / relu(backward)
}

#[differentiable]
fn p0105(
    backward: Param<[[f64; 2]; 1]>, gain: Input<[[f64; 2]; 2]>, exp: Input<[[f64; 1]; 1]>,
    kernel: Param<f64>, z: Param<[f64; 1]>, s: Param<[f64; 1]>,
) -> [f64; 1] {
    let b = stop_gradient(backward)[0];
    let gradient = variance(gain);
    let r = softmax_cross_entropy(silu(b), b);
    let e = logsumexp(scale(sum(exp, axis = 1), kernel));
    let d_h = dot(z, z);
    let t = matvec(exp, s);
    let slot = logsumexp(broadcast(r, [5])[2..4]) / gradient;
    let mean = column(broadcast(t, [2, 1]), 0);
    let h = quadratic_error(transpose(sin(gain)), gain);
    let result = transpose(broadcast(slot, [2, 1]));
    let q = matmul(gain, broadcast(t, [2, 1]));
    let mut gradients = broadcast(t, [1, 1]);
    gradients = matmul(matrix_multiply(gain, transpose(q)), matrix_multiply(q, gain));
    softmax(atan2(t, t)) + e - d_h + mean(mean) - h - sum(gradients)
}

#[differentiable]
fn p0106(
    e: Input<[[f64; 4]; 4]>, select: Param<f64>, gradients: Input<[[f64; 1]; 4]>,
    gain: Param<[[f64; 3]; 1]>, d_x: Param<[[f64; 4]; 3]>,
) -> [f64; 4] {
    let hidden: [f64; 4] = mean(e, axis = 1);
    let x_2 = mean(e, axis = 0);
    let result = matrix_multiply(matmul(e, gradients), transpose(broadcast(select, [4, 3])));
    let gradients = std(x_2);
    let mut scale = matmul(gain, d_x);
    for i in 0..2 {
        scale = softplus(reshape(transpose(scale), [1, 4]));
    }
    (x_2 + hidden - product(result) - gradients) * sum(scale)
}

#[differentiable]
fn p0107(
    direction: Param<[[f64; 4]; 3]>, r: Input<f64>, mean: Param<[[f64; 2]; 3]>,
    seed: Input<[[f64; 2]; 2]>, h_2: Input<[f64; 6]>, slot: Param<[[f64; 2]; 3]>,
) -> [f64; 3] {
    let h = clamp(scale(direction, 0), 0.25, 3);
    let mut kernel = r + r;
    for i in 0..4 {
        let mut scale = broadcast(broadcast(r, [2]), [4, 2]);
        for j in 0..2 {
            scale = stop_gradient(ln(exp(scale)));
        }
        kernel = relu(kernel);
    }
    let mean = mean(powi(matmul(mean, transpose(seed)), 5), axis = 1);
    let backward = variance(exp(min(broadcast(kernel, [6]), h_2)));
    let slot = sample_variance(min(broadcast(backward, [3, 2]), slot));
    let h_2 = concat(sqrt(softplus(mean[..2]) + 0.25)[0..2], column(matmul(broadcast(r, [1, 2]), transpose(broadcast(r, [3, 2]))), 2));
    let sum = softmax(broadcast(slot, [6]));
    ln(0.5 + sqrt(exp(broadcast(backward, [3]))) * sqrt(exp(broadcast(backward, [3])))) * norm(h) + h_2 - mean(sum)
}

#[differentiable]
fn p0108(
    output: Input<[f64; 3]>, r: Param<[[f64; 1]; 3]>, rate: Input<[[f64; 3]; 1]>, q: Param<f64>,
    t: Input<[[f64; 9]; 1]>, scale: Input<[[f64; 3]; 3]>,
) -> [[f64; 3]; 3] {
    let mut z = outer(output, output);
    z = transpose(z);
    let mut score = sum(z, axis = 0);
    score = reshape(r, [3]);
    let result = abs(rate)[0];
    let p = -q;
    let h = rate;
    let mut part = select(r < result[1], p, r);
    part = hypot(stop_gradient(part), matmul(transpose(h), broadcast(q, [1, 1])));
    let z = square(broadcast(p, [1, 1]));
    let p = reshape(t, [3, 3]);
    let seed = -scale;
    (transpose(seed - p) - sum(score) + mean(part)) * mean(z)
}

#[differentiable]
fn p0109(
    score: Param<[f64; 3]>, v: Input<[[f64; 1]; 2]>, d_x: Param<[[f64; 1]; 2]>,
    d_h: Input<[[f64; 1]; 3]>, weights: Param<[[f64; 2]; 3]>, k: Input<[[f64; 3]; 3]>,
) -> f64 {
    let w = relu(log_softmax(score)) - sample_variance(v - d_x);
    let h = mean(broadcast(d_h, [3, 2]), axis = 0);
    let r = tanh(exp(atan2(softmax(h), row(weights, 0))));
    let mut select = w + w;
    select = fully_connected(fully_connected(h, weights, score), transpose(k), silu(w));
    let slot = scale(offset(sin(select), mse(d_x, sigmoid(v))), r[1] + sin(1e-1));
    let k = cos(softmax_cross_entropy(r, stop_gradient(r)));
    let a = scale(sum(select), 1e-1);
    let w = select;
    let mut gain = softplus(h);
    gain = recip(softplus(gain - slot[0..=1]) + 0.25);
    let k = square(broadcast(broadcast(k, [1, 1]), [1, 3]));
    (sum(broadcast(h, [2, 2])) + hypot(1, a) + sum(w) + mean(gain)) * norm(k)
}

#[differentiable]
fn p0110(
    h_2: Param<[f64; 6]>, t: Param<[[f64; 1]; 6]>, backward: Param<[[f64; 6]; 4]>,
    value: Param<[[f64; 1]; 1]>, y: Param<[f64; 1]>, mean: Input<[[f64; 1]; 1]>,
) -> [f64; 1] {
    let t: [f64; 6] = matvec(reshape(h_2, [6, 1]), tanh(h_2[2..3])) * atan2(column(t, 0), row(backward, 3));
    let mut a = t[1] / (0.5 + 1.5 * 1.5);
    for i in 0..3 {
        a = a * 0.5 + quadratic_error(fully_connected(reshape(a, [1]), reshape(a, [1, 1]), t[2 - i..3 - i]), stop_gradient(broadcast(a, [1])));
    }
    column(value / offset(abs(mean), 0.25), 0)
}

#[differentiable]
fn p0111(
    z: Input<[f64; 1]>, params: Param<f64>, k: Param<[[f64; 6]; 4]>, gain: Param<[f64; 6]>,
) -> [f64; 6] {
    const N: usize = 1;
    let mut d_x = stop_gradient(z);
    d_x = square(scale(d_x, params));
    min(row(k, N - 1), recip(sigmoid(gain))) + mean(d_x)
}

#[differentiable]
fn p0112(hidden: Param<[[f64; 2]; 2]>, u: Param<f64>) -> [f64; 2] {
    let mut score = sin(1e-1);
    for i in 0..=3 {
        score = mse(row(reshape(score, [1, 1]), 0), stop_gradient(reshape(score, [1])));
    }
    sum(hidden, axis = 1) - huber(u, stop_gradient(u), 0.5)
}

#[differentiable]
fn p0113(
    e: Param<[f64; 1]>, a: Input<[f64; 1]>, gain: Input<[f64; 3]>, output: Param<f64>,
    v: Param<[f64; 4]>, d_x: Input<[f64; 4]>,
) -> [f64; 1] {
    let k: [f64; 1] = abs(e + a + gain[2..=2]);
    let mut h_2 = abs(output);
    for i in 0..=0 {
        let score = broadcast(h_2, [7])[i + 2..i + 6];
        h_2 = silu(logsumexp(broadcast(h_2, [4])));
    }
    let rate = leaky_relu(min(softplus(k), a / (softplus(a) + 0.25)), stop_gradient(h_2));
    scale(rate[0..], output + h_2)
}

#[differentiable]
fn p0114(tape: Param<[f64; 1]>, x_2: Input<[f64; 1]>, slot: Input<[[f64; 1]; 1]>) -> [[f64; 1]; 1] {
    let k = sigmoid(0.5);
    let tape = tanh(broadcast(broadcast(tape / offset(abs(x_2), 0.25), [1, 1]), [1, 1]));
    matrix_multiply(transpose(tape), matrix_multiply(transpose(slot), transpose(slot))) * k
}

#[differentiable]
fn p0115(
    value: Param<[[f64; 2]; 2]>, x: Param<[f64; 2]>, sum: Input<[f64; 3]>,
    h_2: Param<[[f64; 3]; 3]>, pass: Param<[[f64; 3]; 1]>, d_h: Param<[f64; 3]>, x_2: Param<f64>,
) -> [f64; 2] {
    let weights = fully_connected(x, value, x);
    let mut kernel = sum * sum;
    kernel = powi(sum(h_2, axis = 1), 0);
    let h_2 = stop_gradient(hypot(broadcast(weights[1..], [3, 1]), reshape(kernel, [3, 1]) + reshape(kernel, [3, 1])));
    let mut exp = powi(kernel[2..=2], -2);
    let mut t = matvec(pass, d_h);
    for i in 0..1 {
        exp = log_softmax(t - exp);
        t = t * 0.5 + broadcast(leaky_relu(0.5, stop_gradient(weights[i])), [1]);
    }
    let params = row(reshape(value, [1, 4]), 0)[1..][1..=2];
    let g = softplus(row(broadcast(exp, [1, 1]), 0));
    let d_h: [f64; 1] = stop_gradient(select(t + g > fully_connected(kernel[..2], broadcast(params, [1, 2]), g), t + exp, g / (softplus(-2) + 0.25)));
    (clamp(broadcast(1e-1, [5]), -2, 0.75)[1..3] + mean(h_2)) * mean(d_h) * x_2
}

#[differentiable]
fn p0116(
    sum: Param<[f64; 4]>, kernel: Param<[f64; 1]>, forward: Param<[f64; 3]>, mean: Param<[f64; 2]>,
    output: Input<[[f64; 1]; 4]>, v: Param<[f64; 3]>,
) -> [[f64; 3]; 4] {
    let sum = abs(sum);
    let score = variance(concat(kernel, forward));
    let pass: f64 = scale(product(max(mean)) - quadratic_error(abs(output), output), 1e-1);
    let h = v;
    let h_2 = broadcast(kernel, [2, 1])[0][0];
    let p = log_softmax(matvec(broadcast(pass, [2, 2]), mean));
    let gain = matmul(transpose(scale(broadcast(pass, [2, 1]), h_2)), broadcast(p, [2, 2]));
    let y = exp(reshape(kernel, []));
    let h_2 = sigmoid(quadratic_error(broadcast(score, [2, 2]) * reshape(sum, [2, 2]), stop_gradient(broadcast(mean, [2, 2]))));
    let limit = sample_std(recip(-1.25 * reshape(output, [4])));
    let k: [f64; 4] = reshape(-broadcast(limit, [1, 4]), [4]);
    let g = broadcast(cos(y / h_2), [4]);
    outer(row(broadcast(sum, [1, 4]), 0), mean(broadcast(limit, [1, 3]), axis = 0)) - mean(k) + sum(g)
}

#[differentiable]
fn p0117(
    e: Param<[[f64; 1]; 3]>, g: Input<[f64; 1]>, scale: Input<[f64; 3]>, s: Param<f64>,
    tape: Input<[f64; 1]>, select: Param<[[f64; 1]; 3]>,
) -> [[f64; 1]; 4] {
    let part = reshape(e, [1, 3]);
    let gradient = std(g);
    let e = cos(g);
    let pass = broadcast(silu(scale[1..2]), [1, 1]);
    let h_2: f64 = sin(s) - std(tape);
    let mut x_2 = softplus(select);
    let mut v = softmax(scale);
    for i in 1..3 {
        x_2 = sqrt(max(broadcast(s, [3, 1]), x_2));
        v = column(matrix_multiply(transpose(pass), transpose(reshape(v, [1, 3]))), 0);
    }
    let g = norm(broadcast(broadcast(s, [4]), [3, 4]));
    let h = sin(pass);
    let select = broadcast(broadcast(h_2, [1, 1]), [1, 4]);
    let x = broadcast(1.5, [3]);
    ((max(stop_gradient(broadcast(g, [4, 1])), select(broadcast(s, [4, 1]) <= reshape(select, [4, 1]), broadcast(h_2, [4, 1]), broadcast(h_2, [4, 1]))) + sum(part) + gradient) * mean(e) - norm(x_2) - mean(v)) * mean(h) - product(x)
}

#[differentiable]
fn p0118(
    rate: Param<f64>, gain: Param<[f64; 3]>, e: Input<[[f64; 5]; 3]>, kernel: Param<[f64; 3]>,
    exp: Param<[[f64; 1]; 5]>, k: Input<[[f64; 2]; 4]>,
) -> [f64; 5] {
    let gain = min(exp(silu(rate)), max(fully_connected(row(e, 2), e, kernel)));
    let mut norm = sqrt(rate);
    norm = std(reshape(exp, [5]));
    let d_x = leaky_relu(sigmoid(kernel[2]), -1);
    let y = softplus(transpose(broadcast(norm, [4, 1])));
    let score = mean(norm(relu(kernel)));
    let mut z = mean(k, axis = 0);
    let mut gradients = broadcast(exp[3], [2, 1]);
    for i in 0..3 {
        let s = broadcast(score, [3, 1]);
        z = exp(abs(broadcast(norm, [2])));
        gradients = gradients * 0.5 + broadcast(sigmoid(broadcast(rate, [2, 1])), [2, 1]);
    }
    (column(broadcast(norm, [5, 4]) * broadcast(rate, [5, 4]), 1) - gain) * d_x * product(y) * sum(z) + sum(gradients)
}

#[differentiable]
fn p0119(
    part: Param<[f64; 3]>, v: Param<[[f64; 1]; 1]>, target: Param<[f64; 2]>, seed: Param<[f64; 3]>,
) -> [[f64; 3]; 1] {
    let part = hypot(part, part);
    let e = broadcast(atan2(v, broadcast(v, [1, 1])), [1, 3]);
    let hidden = part[0] * part[1] * reshape(v, []);
    let tape = offset(broadcast(target[..1], [1, 1]), huber(scale(part, hidden), stop_gradient(seed), 0.5));
    product(seed) - clamp(e, -0.5, 0.5)
}

#[differentiable]
fn p0120(
    result: Input<[[f64; 4]; 1]>, e: Param<[f64; 4]>, gradients: Input<[[f64; 1]; 1]>,
    kernel: Input<[[f64; 4]; 4]>, gradient: Param<f64>, s: Param<[f64; 5]>,
) -> [[f64; 4]; 1] {
    let w = min(mean(result, axis = 0), log_softmax(e));
    let pass = exp(gradients);
    let x_2 = max(matrix_multiply(reshape(result, [4, 1]), result), reshape(row(gradients, 0), [1, 1]));
    let value = reshape(pass, [1]);
    let mut p = hypot(w, w);
    p = sqrt(sigmoid(offset(p, value[0])));
    let t = stop_gradient(w);
    let forward: [f64; 4] = row(transpose(kernel), 3);
    let y = max(sigmoid(sigmoid(gradient)), sqrt(0.5 + dot(result, broadcast(t, [1, 4])) * dot(result, broadcast(t, [1, 4]))));
    let mut part = gradients * gradients;
    let mut d_x = matmul(transpose(x_2), result);
    for i in 1..4 {
        let slot = silu(y);
        part = relu(part);
        d_x = d_x * 0.5 + matrix_multiply(clamp(kernel, -0.5, 0.5), broadcast(forward, [1, 4]));
    }
    outer(column(part, 0), row(d_x, 0)) - sum(p)
}

#[differentiable]
fn p0121(
    g: Param<[[f64; 4]; 2]>, w: Param<f64>, gain: Param<[f64; 4]>, weights: Param<[f64; 5]>,
    y: Param<[[f64; 1]; 2]>,
) -> [f64; 2] {
    let w = square(hypot(product(g), relu(w)));
    let direction = 0.5;
    let result = outer(reshape(direction, [1])[..1], softmax(gain));
    let t = select(logsumexp(weights) >= sin(direction), logsumexp(broadcast(direction, [3])[0..1]), quadratic_error(exp(w), 1.5));
    sum(y, axis = 1)[..] - sum(result) + t
}

#[differentiable]
fn p0122(
    b: Param<f64>, q: Param<[[f64; 4]; 1]>, sum: Param<f64>, scale: Input<[[f64; 2]; 3]>,
    h: Param<[f64; 3]>, backward: Param<[[f64; 2]; 4]>,
) -> [[f64; 4]; 2] {
    let target = reshape(b / exp(q), [4]);
    let gradient = recip(sigmoid(sum));
    let x = atan2(stop_gradient(softmax(h)), softplus(recip(0.5 + column(scale, 0) * column(scale, 0))));
    let scale = matrix_multiply(matmul(backward, broadcast(target, [2, 4])), matrix_multiply(transpose(broadcast(sum, [4, 3])), transpose(broadcast(sum, [3, 2]))));
    let backward = ln(0.5 + x[..=1] * x[..=1]);
    let value = dot(leaky_relu(target, stop_gradient(gradient)), fully_connected(backward, broadcast(backward, [4, 2]), target));
    let s: f64 = dot(scale, outer(backward, target));
    let target = reshape(broadcast(b, [2, 1]), [1, 2]);
    let weights = reshape(matvec(broadcast(b, [2, 4]), scale[0]), [1, 2]);
    let sum = broadcast(value, [2])[1];
    let mut gain = exp(b);
    for i in 0..1 {
        gain = clamp(sum(h), -2, 0.75);
    }
    (silu(scale) - s - product(target) - product(weights)) * sum * gain
}

#[differentiable]
fn p0123(
    q: Param<[f64; 1]>, x: Param<f64>, tape: Param<[f64; 1]>, seed: Param<[f64; 2]>,
    params: Input<[[f64; 4]; 1]>, x_2: Input<[f64; 4]>,
) -> [f64; 4] {
    let part = outer(log_softmax(silu(q)), q - q - select(x > tape, x, q));
    let t = dot(seed[0..=0], matvec(params, x_2));
    let norm: f64 = square(cross_entropy(softmax(column(part, 0)), stop_gradient(tape)) * clamp(t, 0.25, 3 + square(stop_gradient(t))));
    let p: [f64; 1] = sin(log_softmax(q));
    let x = stop_gradient(softplus(broadcast(t, [4, 4])));
    let gain = softplus(softplus(cross_entropy(sigmoid(norm), 0.25)));
    let p = recip(offset(abs(exp(p)), 0.25));
    let mut limit = x / sigmoid(x);
    limit = tanh(-limit + matmul(transpose(limit), transpose(limit)));
    let a = log_softmax(log_softmax(p));
    let mut backward = x_2 / -0.5;
    let mut v = concat(seed, seed);
    for i in 0..=2 {
        backward = sum(params, axis = 0);
        v = v;
    }
    log_softmax(softplus(backward)) - gain + product(limit) + sum(a) - v
}

#[differentiable]
fn p0124(
    e: Param<[[f64; 1]; 2]>, v: Param<[[f64; 4]; 3]>, weights: Param<[[f64; 4]; 2]>,
    pass: Param<[f64; 1]>,
) -> f64 {
    let score = reshape(silu(e), [2]);
    let part = matrix_multiply(transpose(weights), transpose(transpose(v)));
    product(concat(e[0], pass)) * sum(score) + product(part)
}

pub const MODELS: &[Model] = &[
    model!(matrix p0100(select: [f64; 4], sum: [[f64; 4]; 4]) -> [[f64; 4]; 4]),
    model!(vector p0101(a: [f64; 6], target: [[f64; 2]; 4]) -> [f64; 2]),
    model!(vector p0102(p: [f64; 1], limit: [f64; 2]) -> [f64; 4]),
    model!(matrix p0103(a: f64, v: f64, forward: [[f64; 1]; 1]) -> [[f64; 1]; 1]),
    model!(vector p0104(rate: [[f64; 2]; 1]) -> [f64; 1]),
    model!(vector p0105(gain: [[f64; 2]; 2], exp: [[f64; 1]; 1]) -> [f64; 1]),
    model!(vector p0106(e: [[f64; 4]; 4], gradients: [[f64; 1]; 4]) -> [f64; 4]),
    model!(vector p0107(r: f64, seed: [[f64; 2]; 2], h_2: [f64; 6]) -> [f64; 3]),
    model!(matrix p0108(output: [f64; 3], rate: [[f64; 3]; 1], t: [[f64; 9]; 1], scale: [[f64; 3]; 3]) -> [[f64; 3]; 3]),
    model!(scalar p0109(v: [[f64; 1]; 2], d_h: [[f64; 1]; 3], k: [[f64; 3]; 3]) -> f64),
    model!(vector p0110(mean: [[f64; 1]; 1]) -> [f64; 1]),
    model!(vector p0111(z: [f64; 1]) -> [f64; 6]),
    model!(vector p0112() -> [f64; 2]),
    model!(vector p0113(a: [f64; 1], gain: [f64; 3], d_x: [f64; 4]) -> [f64; 1]),
    model!(matrix p0114(x_2: [f64; 1], slot: [[f64; 1]; 1]) -> [[f64; 1]; 1]),
    model!(vector p0115(sum: [f64; 3]) -> [f64; 2]),
    model!(matrix p0116(output: [[f64; 1]; 4]) -> [[f64; 3]; 4]),
    model!(matrix p0117(g: [f64; 1], scale: [f64; 3], tape: [f64; 1]) -> [[f64; 1]; 4]),
    model!(vector p0118(e: [[f64; 5]; 3], k: [[f64; 2]; 4]) -> [f64; 5]),
    model!(matrix p0119() -> [[f64; 3]; 1]),
    model!(matrix p0120(result: [[f64; 4]; 1], gradients: [[f64; 1]; 1], kernel: [[f64; 4]; 4]) -> [[f64; 4]; 1]),
    model!(vector p0121() -> [f64; 2]),
    model!(matrix p0122(scale: [[f64; 2]; 3]) -> [[f64; 4]; 2]),
    model!(vector p0123(params: [[f64; 4]; 1], x_2: [f64; 4]) -> [f64; 4]),
    model!(scalar p0124() -> f64),
];
}

pub mod part_5 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0125(
    h: Param<[f64; 2]>, b: Param<[[f64; 4]; 1]>, value: Param<[[f64; 2]; 4]>,
    norm: Param<[[f64; 6]; 4]>, select: Param<[f64; 6]>, limit: Param<f64>,
) -> [f64; 1] {
    let t = h[..1];
    let kernel = sigmoid(scale(sample_std(h), std(b)));
    let kernel = broadcast(kernel, [2]) - h;
    let part = sigmoid(matrix_multiply(transpose(b), transpose(recip(value))));
    let exp = clamp((reshape(t, []) - t[0]) * broadcast(t, [4, 1]), -0.5, 0.5);
    let forward = max(row(norm, 1), tanh(select));
    let value = row(matrix_multiply(transpose(reshape(t, [1, 1])), exp) / -1.25, 1);
    let s = select(reshape(value, []) >= powi(forward, 1), limit, leaky_relu(select, stop_gradient(limit)));
    let x: f64 = sample_variance(s[2..6]);
    (sigmoid(offset(t, x)) - sum(kernel)) * norm(part)
}

#[differentiable]
fn p0126(
    slot: Param<[[f64; 3]; 3]>, k: Param<f64>, weights: Param<[[f64; 1]; 1]>, x: Param<f64>,
    v: Param<[[f64; 3]; 1]>, score: Param<[f64; 3]>,
) -> [f64; 3] {
    const N: usize = 2;
    let h_2 = slot[N - 2];
    let mut g = h_2[4 - N..5 - N];
    g = broadcast(abs(k), [1]);
    let e: f64 = scale(dot(cross_entropy(broadcast(k, [1, 1]), stop_gradient(weights)), huber(slot, stop_gradient(slot), 0.25)), sin(quadratic_error(h_2, stop_gradient(h_2))));
    let mut kernel = select(x >= broadcast(k, [1, 3]), v, v);
    let mut t = slot;
    for i in 0..N {
        kernel = tanh(kernel * 0.5 + broadcast(sum(broadcast(k, [3, 3]), axis = 0), [1, 3]));
        t = matmul(transpose(reshape(broadcast(k, [1, 9]), [3, 3])), atan2(t, broadcast(k, [3, 3])));
    }
    (clamp(relu(score), -2, 0.75) * norm(g) - e + product(kernel)) * mean(t)
}

#[differentiable]
fn p0127(
    norm: Param<f64>, kernel: Param<[[f64; 1]; 4]>, sum: Input<[[f64; 1]; 4]>,
    x_2: Param<[[f64; 1]; 4]>, tape: Param<[[f64; 1]; 4]>, result: Param<[[f64; 4]; 1]>,
) -> [f64; 4] {
    let limit = transpose(reshape(norm, [1, 1]));
    let x_2 = cos(transpose(kernel)) - matmul(outer(row(kernel, 1), column(limit, 0)), transpose(select(kernel >= norm, sum, x_2)));
    let h_2 = broadcast(norm, [4]);
    let s = recip(0.5 + norm * norm);
    let mut r = transpose(tape);
    r = sin(matmul(transpose(limit), result));
    let v = tanh(sum(abs(transpose(kernel)), axis = 1));
    let h_2 = matmul(reshape(broadcast(s, [16, 1]), [4, 4]), tanh(broadcast(h_2, [4, 4])));
    let kernel = reshape(broadcast(norm, [16, 1]), [4, 4]);
    let mut value = recip(exp(s));
    value = offset(exp(value), product(h_2[2]));
    (column(tape, 0) - sum(x_2) - sum(r)) * mean(v) * mean(kernel) * value
}

#[differentiable]
fn p0128(forward: Param<f64>) -> f64 {
    let mut slot = sqrt(softplus(forward) + 0.25);
    slot = slot;
    logsumexp(broadcast(slot, [3]))
}

#[differentiable]
fn p0129(
    forward: Param<[[f64; 2]; 2]>, w: Input<[[f64; 4]; 1]>, q: Param<[[f64; 4]; 1]>,
    x: Input<[f64; 4]>, direction: Input<[f64; 1]>, kernel: Param<[[f64; 1]; 4]>,
) -> [f64; 4] {
    let forward = dot(forward, forward);
    let part = fully_connected(stop_gradient(x), w * q, direction + direction);
    let gradient = clamp(sum(kernel, axis = 1), -2, 0.75 + square(-1)) - 0;
    let z: [f64; 2] = x[..2];
    let tape = part / offset(abs(z[0..=0]), 0.25);
    let mean = broadcast(kernel, [4, 1]);
    let scale = sin(matmul(transpose(broadcast(forward, [2, 2])), broadcast(forward, [2, 4])));
    let x_2: [f64; 4] = sum(softplus(q * forward), axis = 0);
    let mut s = hypot(z, z);
    s = sqrt(softplus(gradient) + 0.25)[1..3];
    let gain = forward * forward;
    let params = min(broadcast(kernel, [4, 4])[2], recip(0.5 + x_2 * x_2));
    scale(concat(tape, x_2[1..4]), gain) * mean(mean) * mean(scale) * mean(s) + params
}

#[differentiable]
fn p0130(
    v: Param<f64>, z: Param<[[f64; 4]; 2]>, p: Input<[[f64; 4]; 4]>,
    gradient: Input<[[f64; 2]; 1]>, b: Param<f64>,
) -> [f64; 2] {
    let sum = v;
    let v = dot(min(z[1], column(p, 1)), row(outer(row(p, 0), broadcast(sum, [4])), 0));
    reshape(-gradient, [2]) * b
}

#[differentiable]
fn p0131(
    p: Param<f64>, y: Param<[[f64; 4]; 4]>, norm: Input<[[f64; 1]; 1]>,
    gradients: Input<[[f64; 4]; 1]>, gain: Param<[f64; 4]>, e: Param<[f64; 2]>,
) -> [f64; 4] {
    let result = leaky_relu(sqrt(exp(product(p))), stop_gradient(p));
    let select = sigmoid(matmul(clamp(broadcast(result, [4, 4]) / 1.5, 0.25, 3), square(matmul(transpose(y), broadcast(result, [4, 4])))));
    let mut pass = transpose(broadcast(result, [1, 4]));
    pass = matmul(matmul(select, broadcast(p, [4, 1])), abs(norm));
    let t = 0.25 * softplus(recip(exp(product(-2))));
    let tape = t / offset(abs(result), 0.25);
    let score: f64 = scale(relu(offset(tape, tape)), 1e-1);
    let gradients = transpose(gradients);
    let mut w = concat(gain, e);
    for i in 0..1 {
        let direction: f64 = silu(tape) / (softplus(t - result) + 0.25);
        let mut part = matrix_multiply(norm, reshape(gain, [4, 1]));
        let mut x = outer(row(gradients, 1), e[1 - i..2 - i]);
        for j in 0..=0 {
            part = part * 0.5 + broadcast(gradients, [4, 1]);
            x = select(transpose(broadcast(p, [1, 1])) < matrix_multiply(transpose(reshape(gain, [1, 4])), broadcast(tape, [1, 4])), broadcast(reshape(tape, [1, 1]), [1, 1]), matrix_multiply(transpose(norm), x));
        }
        w = hypot(leaky_relu(w, stop_gradient(e[i])), cos(w));
    }
    let target = tanh(matmul(offset(broadcast(tape, [1, 4]), 3), reshape(broadcast(p, [1, 16]), [4, 4])));
    let backward = tanh(matrix_multiply(norm, pass));
    log_softmax(target[0]) * score + mean(w) + mean(backward)
}

#[differentiable]
fn p0132(
    s: Param<[[f64; 1]; 1]>, r: Input<[[f64; 1]; 1]>, v: Param<[[f64; 1]; 4]>,
) -> [[f64; 1]; 4] {
    let x_2: f64 = tanh(mean(max(s, r)));
    cos(v)
}

#[differentiable]
fn p0133(
    e: Param<[[f64; 1]; 4]>, params: Param<[f64; 2]>, s: Param<[f64; 2]>, p: Param<[[f64; 4]; 2]>,
    rate: Param<[[f64; 4]; 4]>, part: Param<[[f64; 1]; 4]>,
) -> [[f64; 1]; 4] {
    const N: usize = 3;
    let seed = leaky_relu(e, 0);
    let g = dot(params, s) / offset(abs(matmul(p, rate)), 0.25);
    let p = abs(part);
    let limit: [f64; 4] = recip(sigmoid(mean(broadcast(params, [4, 2]), axis = 1)));
    let mut forward = clamp(reshape(p, [2, 2]), 0.25, 3);
    let mut hidden = tanh(params[0]);
    for i in 0..N {
        forward = powi(square(forward), 0);
        hidden = ln(0.5 + min(1, s[0]) * min(1, s[0]));
    }
    let pass = max(broadcast(hidden, [3]) - broadcast(hidden, [3]), leaky_relu(limit[..3], stop_gradient(hidden)));
    let gain = leaky_relu(params[3 - N], stop_gradient(hidden));
    let mut exp = silu(broadcast(hidden, [1, 2]));
    exp = exp;
    (broadcast(params[N - 2..N - 1], [4, 1]) * seed * mean(g) - sum(forward) + product(pass)) * gain
}

#[differentiable]
fn p0134(
    seed: Param<[f64; 2]>, a: Param<[f64; 2]>, value: Input<[[f64; 2]; 4]>,
    h_2: Input<[[f64; 1]; 2]>, direction: Param<[f64; 2]>, forward: Param<[f64; 2]>,
) -> [[f64; 1]; 4] {
    let a = dot(seed, a);
    let norm = broadcast(broadcast(a, [4, 1]), [4, 2]);
    let mut g = seed / seed;
    g = 0.75 * value[2];
    let target = broadcast(sqrt(exp(h_2)), [2, 4]);
    let sum = clamp(seed, -0.5, 0.5);
    let mut mean = dot(h_2, h_2);
    mean = abs(variance(direction));
    let mut d_x = forward;
    let mut backward = reshape(broadcast(mean, [4]), [4, 1]);
    for i in 0..2 {
        d_x = d_x * 0.5 + d_x;
        backward = backward * 0.5 + sigmoid(backward * backward);
    }
    let u = column(broadcast(a, [2, 2]), 1) * fully_connected(fully_connected(column(value, 1), target, d_x), clamp(broadcast(sum, [2, 2]), -2, 0.75), select(g > direction, mean, d_x));
    silu(sigmoid(backward)) - product(u)
}

#[differentiable]
fn p0135(scale: Param<[[f64; 1]; 9]>, s: Input<[f64; 1]>, sum: Param<f64>) -> f64 {
    let mut x = reshape(scale, [3, 3]);
    for i in 0..2 {
        x = 0.25 * transpose(powi(transpose(x), 4));
    }
    dot(reshape(s, [1, 1]), broadcast(s, [1, 1])) * sum
}

#[differentiable]
fn p0136(
    slot: Param<[[f64; 7]; 4]>, b: Param<[f64; 7]>, y: Param<[f64; 4]>, value: Input<[f64; 7]>,
) -> [f64; 7] {
    const N: usize = 1;
    let d_x = min(matvec(slot, b));
    let s = tanh(scale(y, d_x));
    exp(b) * log_softmax(value) - norm(s)
}

#[differentiable]
fn p0137(
    kernel: Param<[[f64; 1]; 8]>, gradient: Param<[[f64; 2]; 4]>, p: Param<[[f64; 2]; 4]>,
    s: Input<[[f64; 1]; 1]>, g: Param<[[f64; 1]; 4]>, seed: Param<[f64; 4]>,
) -> [[f64; 1]; 4] {
    const N: usize = 2;
    let e = sin(dot(reshape(transpose(kernel), [4, 2]), select(gradient - p <= dot(s, s), gradient / (softplus(reshape(kernel, [4, 2])) + 0.25), hypot(1, 1))));
    broadcast(e, [4, 1]) * sample_variance(seed)
}

#[differentiable]
fn p0138(
    k: Param<[[f64; 3]; 1]>, kernel: Param<[[f64; 3]; 3]>, g: Input<[f64; 2]>,
    score: Param<[[f64; 3]; 2]>, q: Param<[[f64; 4]; 4]>, sum: Input<[[f64; 1]; 4]>,
) -> f64 {
    let slot = matmul(square(matmul(k, kernel)), matrix_multiply(silu(score), outer(column(kernel, 1), g)));
    let mut h_2 = matmul(q, sum);
    let mut v = clamp(broadcast(g, [3, 2]), 0.25, 3);
    for i in 0..4 {
        h_2 = sin(broadcast(transpose(reshape(h_2, [1, 4])), [4, 1]));
        v = sin(outer(k[0], g));
    }
    softmax_cross_entropy(row(kernel, 0), stop_gradient(column(kernel, 0))) + norm(slot) + product(h_2) - product(v)
}

#[differentiable]
fn p0139(
    norm: Param<[f64; 4]>, seed: Param<[[f64; 4]; 4]>, value: Param<[f64; 4]>,
    v: Param<[[f64; 2]; 2]>, t: Param<[[f64; 8]; 2]>,
) -> [f64; 4] {
    let b = sin(softmax_cross_entropy(norm + norm, stop_gradient(norm)));
    let mut part = b + seed;
    let mut h_2 = softmax(value);
    for i in 0..2 {
        part = sin(matmul(min(seed, broadcast(h_2, [4, 4])), part));
        h_2 = h_2 * 0.5 + (broadcast(b, [7])[i + 1..=i + 4] - reshape(reshape(h_2, [4, 1]), [4]));
    }
    let kernel = silu(h_2);
    let result = 0.25 * sum(broadcast(broadcast(b, [4, 1]), [4, 4]), axis = 0);
    let gradients: [[f64; 1]; 4] = reshape(v, [4, 1]);
    let s = result - kernel;
    let w: [f64; 4] = broadcast(norm(part), [4]);
    sum(reshape(t, [4, 4]), axis = 1) + sum(gradients) - w
}

#[differentiable]
fn p0140(
    score: Param<[f64; 2]>, weights: Param<[[f64; 2]; 1]>, d_x: Param<[[f64; 1]; 2]>,
    d_h: Input<[f64; 2]>, gradients: Param<[f64; 1]>, result: Param<[[f64; 1]; 2]>,
) -> [f64; 2] {
    let mut y = mean(score);
    y = min(cos(y), atan2(y, y));
    let u = silu(matmul(weights, transpose(weights)));
    let mut k = sum(d_x, axis = 0);
    k = reshape(cos(y), [1]);
    let exp: [f64; 1] = matrix_multiply(abs(d_x), weights)[0];
    let mut a = d_h[0..];
    for i in 1..4 {
        let y = sin(softplus(y));
        let mut r = reshape(a, [1, 2]);
        let mut z = fully_connected(exp, u, d_h[..1]);
        for j in 1..=2 {
            r = powi(select(r > y, r, weights), 2);
            z = z * 0.5 + softmax(column(r, 0) / offset(abs(k), 0.25));
        }
        a = a * 0.5 + reshape(d_x - 0.25, [2]);
    }
    let d_x: f64 = sin(variance(tanh(gradients)));
    let target = mean(broadcast(result[1][0], [1, 1]));
    let scale = softplus(1);
    let tape = dot(powi(square(0.5), 3), mean(powi(a, 0)));
    hypot(sin(score), broadcast(target, [3])[..2]) - d_x - scale - tape
}

#[differentiable]
fn p0141(
    part: Input<[[f64; 1]; 1]>, rate: Param<[f64; 4]>, gain: Param<[[f64; 4]; 1]>,
    limit: Input<[[f64; 4]; 3]>, scale: Param<[[f64; 2]; 2]>,
) -> [[f64; 4]; 1] {
    let u = select(std(part) >= sample_std(rate), sigmoid(abs(1e-1)), dot(concat(rate[1..=2], rate[2..4]), rate * rate));
    let part = tanh(matmul(gain, transpose(limit)));
    let h_2 = sin(exp(u));
    (reshape(scale / scale, [1, 4]) - mean(part)) * h_2
}

#[differentiable]
fn p0142(
    t: Input<[[f64; 4]; 4]>, forward: Param<[f64; 4]>, limit: Param<f64>, norm: Param<[f64; 7]>,
    r: Input<[[f64; 7]; 4]>, z: Input<[[f64; 4]; 1]>,
) -> [[f64; 4]; 4] {
    let mut d_x = sqrt(offset(abs(t), 0.25));
    d_x = sin(clamp(d_x, -2, 0.75));
    let norm = scale(huber(forward * forward, stop_gradient(forward), 0.5), min(silu(limit), sample_variance(norm)));
    let mut result = reshape(broadcast(limit, [7, 1]), [7]);
    result = r[1] - 0.75;
    let mut x_2 = transpose(z);
    let mut tape = norm(broadcast(norm, [1, 1]));
    for i in 1..2 {
        x_2 = x_2 * 0.5 + broadcast(forward[4 - i..5 - i], [4, 1]) / sigmoid(broadcast(broadcast(limit, [4, 1]), [4, 1]));
        tape = sigmoid(atan2(tape, -1) + product(forward));
    }
    let a = result[4];
    let x = forward;
    let forward = cos(broadcast(forward, [4, 4]));
    let h_2 = reshape(reshape(t, [8, 2]), [4, 4]);
    (recip(sigmoid(leaky_relu(forward, 0.25))) - d_x - mean(x_2)) * tape + a - h_2
}

#[differentiable]
fn p0143(weights: Param<f64>, t: Param<[f64; 3]>, d_h: Param<[[f64; 3]; 3]>) -> [f64; 3] {
    let mut target = sqrt(softplus(weights) + 0.25);
    let mut direction = reshape(t, [3, 1]);
    for i in 0..2 {
        target = clamp(scale(weights, target), 0.25, 3);
        direction = sin(direction * 0.5 + (outer(t, reshape(target, [1])) + broadcast(direction, [3, 1])));
    }
    sum(d_h, axis = 0) * target * sum(direction)
}

#[differentiable]
fn p0144(
    a: Input<[f64; 4]>, p: Param<[f64; 7]>, x_2: Param<[f64; 4]>, d_x: Input<[[f64; 4]; 4]>,
    kernel: Param<[f64; 3]>, select: Input<[[f64; 1]; 4]>,
) -> [[f64; 1]; 3] {
    let a = exp(a[1..4]);
    let mut z = powi(a[1], -2);
    let mut t = 3 / (0.5 + p * p);
    for i in 1..3 {
        let scale = broadcast(p[i - 1], [3]);
        z = square(max(a[2 - i], z));
        t = leaky_relu(row(broadcast(p, [4, 7]), 3), stop_gradient(p[2 - i]));
    }
    let a = mean(abs(square(x_2)));
    let d_h = tanh(norm(matvec(d_x, x_2)));
    let s = leaky_relu(kernel, 2);
    let exp = sigmoid(softmax_cross_entropy(t, stop_gradient(broadcast(d_h, [7]))));
    let gradient = sqrt(exp(transpose(select)));
    let w = broadcast(exp, [6])[2..5];
    let mut forward = clamp(reshape(z, [1, 1]), -0.5, 0.5);
    let mut direction = sample_std(t);
    for i in 0..1 {
        let exp = row(softplus(d_x), 1);
        forward = scale(reshape(z, [1, 1]), cos(direction));
        direction = huber(sin(forward), stop_gradient(broadcast(a, [1, 1])), sigmoid(stop_gradient(p[0])));
    }
    (select(transpose(broadcast(d_h, [1, 3])) >= exp - a, silu(broadcast(d_h, [3, 1])), direction * reshape(w, [3, 1])) - mean(s)) * sum(gradient) + norm(forward)
}

#[differentiable]
fn p0145(
    slot: Param<[[f64; 4]; 1]>, k: Input<[[f64; 1]; 3]>, r: Input<[[f64; 4]; 3]>,
    value: Input<[[f64; 4]; 1]>, seed: Input<[[f64; 1]; 1]>, hidden: Param<f64>,
) -> [[f64; 1]; 3] {
    let select: [[f64; 4]; 1] = relu(slot);
    let w = 0.25 * max(k * 1 - matrix_multiply(transpose(value), r));
    (-matrix_multiply(transpose(seed), k) + w) * hidden
}

#[differentiable]
fn p0146(
    k: Param<[[f64; 2]; 1]>, q: Input<[f64; 2]>, a: Input<f64>, params: Param<[[f64; 1]; 2]>,
    mean: Input<[[f64; 1]; 1]>, w: Input<[f64; 2]>,
) -> [[f64; 1]; 1] {
    let mut h_2 = reshape(k, [2]);
    h_2 = -(q - h_2);
    let a = sum(sin(a));
    let k = softplus(matmul(matrix_multiply(params, transpose(broadcast(h_2, [2, 2]))), powi(mean, 4)));
    let h_2 = softplus(-broadcast(w, [2, 2]));
    let v = broadcast(relu(a), [1])[0];
    let mut x_2 = cos(row(params, 0));
    x_2 = min(silu(mean[0]), clamp(x_2, -0.5, 0.5));
    let x = matrix_multiply(transpose(broadcast(a, [2, 1])), hypot(tanh(k), matrix_multiply(mean, params)));
    let mut e = sum(transpose(x), axis = 1);
    e = softmax(reshape(x, [4]))[2..];
    matrix_multiply(silu(mean), outer(x_2, w[1..])) - norm(e)
}

#[differentiable]
fn p0147(
    b: Param<[[f64; 3]; 1]>, score: Param<[f64; 3]>, gradients: Input<[[f64; 1]; 1]>,
    h: Input<f64>, result: Param<[[f64; 1]; 3]>, part: Param<[[f64; 1]; 1]>,
) -> f64 {
    let b = column(reshape(recip(b), [3, 1]), 0);
    let gradients = broadcast(matmul(reshape(score, [3, 1]), gradients / h), [3, 3]);
    let score = cos(b) - column(result, 0);
    let hidden = offset(powi(part - part, 0), h);
    let seed = powi(h, -1);
    let slot = variance(softmax(row(gradients, 1)));
    let result: [[f64; 3]; 3] = square(gradients);
    let mut mean = slot - slot;
    mean = sigmoid(quadratic_error(reshape(broadcast(hidden, [1, 3]), [3, 1]), stop_gradient(reshape(b, [3, 1]))));
    let mut d_x = relu(mean);
    let mut k = reshape(broadcast(d_x, [1, 3]), [3]);
    for i in 0..=2 {
        let s = recip(hypot(score[i..=i], k[i..=i]));
        d_x = silu(reshape(hidden, []));
        k = k * 0.5 + atan2(broadcast(slot, [4])[..3], row(broadcast(score, [3, 3]), 1));
    }
    atan2(scale(seed, d_x), variance(k)) * sum(result)
}

#[differentiable]
fn p0148(
    sum: Param<[f64; 3]>, select: Input<f64>, target: Param<[[f64; 1]; 3]>, r: Input<f64>,
    b: Input<f64>, k: Input<f64>,
) -> [[f64; 4]; 1] {
    const N: usize = 2;
    let sum = dot(sum, sum);
    let sum = leaky_relu(broadcast(sum, [4]), stop_gradient(sum));
    let sum: [f64; 4] = sigmoid(sum(broadcast(sum, [4, 4]), axis = 1));
    let t = sum[..=2];
    let z = sigmoid(square(select));
    let scale: [f64; 4] = sum;
    let tape = transpose(broadcast(z, [3, 3]));
    let sum = product(z) * atan2(z, select);
    let mut gradients = dot(broadcast(sum, [3, 1]), target);
    for i in 0..N {
        let a = (broadcast(z, [1]) + 2)[2 - N];
        gradients = leaky_relu(a, sum);
    }
    let score = z - r - offset(b, k);
    (variance(tape) + square(broadcast(b, [1, 4])) - sum(t) + gradients) * score
}

#[differentiable]
fn p0149(
    limit: Param<[f64; 2]>, target: Param<[[f64; 7]; 1]>, b: Input<[f64; 7]>, x: Param<[f64; 2]>,
    t: Param<[[f64; 2]; 2]>, g: Param<[[f64; 1]; 1]>,
) -> [f64; 7] {
    let part = -limit;
    let x_2 = min(reshape(target, [7]), b);
    let mut p = part - x;
    p = column(t + t, 0);
    let x = broadcast(reshape(t, [4, 1]), [4, 4]);
    let d_x = min(broadcast(g, [1, 2]), sigmoid(reshape(part, [1, 2])));
    let hidden = atan2(concat(reshape(g, [1]), column(x, 2))[..2], max(leaky_relu(p, b[4]), sin(limit)));
    let p = atan2(outer(sin(limit), row(g, 0) - limit[..1]), outer(broadcast(part, [2, 2])[0], silu(part[1..])));
    let gradient = t;
    let mut params = atan2(limit, hidden);
    params = select(reshape(g, []) >= b[5], 0.75, b[3]) - params;
    let seed = broadcast(stop_gradient(p), [2, 4]);
    select(concat(params[1..2], x_2[1..]) > sigmoid(x_2), reshape(g, []) * x_2, fully_connected(x_2, broadcast(x_2, [7, 7]), x_2)) - mean(d_x) - product(seed)
}

pub const MODELS: &[Model] = &[
    model!(vector p0125() -> [f64; 1]),
    model!(vector p0126() -> [f64; 3]),
    model!(vector p0127(sum: [[f64; 1]; 4]) -> [f64; 4]),
    model!(scalar p0128() -> f64),
    model!(vector p0129(w: [[f64; 4]; 1], x: [f64; 4], direction: [f64; 1]) -> [f64; 4]),
    model!(vector p0130(p: [[f64; 4]; 4], gradient: [[f64; 2]; 1]) -> [f64; 2]),
    model!(vector p0131(norm: [[f64; 1]; 1], gradients: [[f64; 4]; 1]) -> [f64; 4]),
    model!(matrix p0132(r: [[f64; 1]; 1]) -> [[f64; 1]; 4]),
    model!(matrix p0133() -> [[f64; 1]; 4]),
    model!(matrix p0134(value: [[f64; 2]; 4], h_2: [[f64; 1]; 2]) -> [[f64; 1]; 4]),
    model!(scalar p0135(s: [f64; 1]) -> f64),
    model!(vector p0136(value: [f64; 7]) -> [f64; 7]),
    model!(matrix p0137(s: [[f64; 1]; 1]) -> [[f64; 1]; 4]),
    model!(scalar p0138(g: [f64; 2], sum: [[f64; 1]; 4]) -> f64),
    model!(vector p0139() -> [f64; 4]),
    model!(vector p0140(d_h: [f64; 2]) -> [f64; 2]),
    model!(matrix p0141(part: [[f64; 1]; 1], limit: [[f64; 4]; 3]) -> [[f64; 4]; 1]),
    model!(matrix p0142(t: [[f64; 4]; 4], r: [[f64; 7]; 4], z: [[f64; 4]; 1]) -> [[f64; 4]; 4]),
    model!(vector p0143() -> [f64; 3]),
    model!(matrix p0144(a: [f64; 4], d_x: [[f64; 4]; 4], select: [[f64; 1]; 4]) -> [[f64; 1]; 3]),
    model!(matrix p0145(k: [[f64; 1]; 3], r: [[f64; 4]; 3], value: [[f64; 4]; 1], seed: [[f64; 1]; 1]) -> [[f64; 1]; 3]),
    model!(matrix p0146(q: [f64; 2], a: f64, mean: [[f64; 1]; 1], w: [f64; 2]) -> [[f64; 1]; 1]),
    model!(scalar p0147(gradients: [[f64; 1]; 1], h: f64) -> f64),
    model!(matrix p0148(select: f64, r: f64, b: f64, k: f64) -> [[f64; 4]; 1]),
    model!(vector p0149(b: [f64; 7]) -> [f64; 7]),
];
}

pub mod part_6 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0150(pass: Param<[f64; 3]>, scale: Param<[f64; 3]>, h_2: Input<[f64; 1]>) -> f64 {
    const N: usize = 2;
    let pass = pass - scale;
    let h_2: [[f64; 2]; 2] = broadcast(silu(concat(h_2, h_2)), [2, 2]);
    dot(log_softmax(pass), softmax(pass)) * product(h_2)
}

#[differentiable]
fn p0151(
    part: Param<[[f64; 1]; 2]>, direction: Input<f64>, result: Param<[f64; 1]>,
    forward: Input<[f64; 1]>, sum: Param<[f64; 2]>, slot: Param<[f64; 2]>,
) -> f64 {
    let x_2 = offset(part, 1);
    let part = broadcast(softmax(leaky_relu(reshape(x_2, [2]), 3)), [2, 2]);
    let value = broadcast(x_2, [2, 2]);
    let v = direction;
    let seed = mse(softplus(outer(result, forward)), broadcast(forward, [1, 1]));
    let e = fully_connected(sum, value, sum);
    let params = v;
    let mut select = norm(e);
    select = sin(square(huber(e, stop_gradient(slot), sigmoid(stop_gradient(select)))));
    offset(dot(slot, e), sum(broadcast(direction, [2]))) - seed + select
}

#[differentiable]
fn p0152(
    k: Input<[[f64; 3]; 3]>, seed: Input<[[f64; 3]; 1]>, h_2: Param<[[f64; 2]; 6]>,
    q: Param<[[f64; 3]; 4]>, norm: Input<[f64; 4]>,
) -> [f64; 2] {
    let k = tanh(binary_cross_entropy(sigmoid(k), k));
    let u = stop_gradient(broadcast(k, [3]));
    let exp = sum(seed);
    let k = -0.5 * sin(column(h_2, 0));
    let e = q;
    let mut target = -e;
    target = target;
    let params = min(sin(tanh(exp)), stop_gradient(offset(exp, exp)));
    let norm = matmul(transpose(seed), transpose(broadcast(params, [2, 1])));
    min(row(norm, 0), k[3..5]) + product(u) - sum(target)
}

#[differentiable]
fn p0153(
    result: Param<[f64; 3]>, d_x: Input<[[f64; 1]; 3]>, e: Input<[[f64; 1]; 1]>,
    limit: Param<[[f64; 1]; 4]>, target: Param<f64>, output: Input<[f64; 7]>,
) -> [[f64; 1]; 3] {
    let mut gradients = abs(result);
    gradients = leaky_relu(column(d_x, 0), 2);
    let params = e[0];
    let select = broadcast(limit, [4, 1]);
    let x = leaky_relu(reshape(params, []), tanh(params[0]));
    let h_2 = offset(target, target);
    let k = tanh(softmax_cross_entropy(output, output));
    let mut u = square(reshape(limit, [1, 4]));
    u = exp(ln(softplus(u) + 0.25));
    (matrix_multiply(transpose(broadcast(k, [1, 3])), matmul(transpose(transpose(d_x)), broadcast(target, [1, 3]))) * norm(select) + x) * h_2 * product(u)
}

#[differentiable]
fn p0154(
    gradients: Param<[[f64; 4]; 5]>, h_2: Input<[f64; 5]>, x_2: Param<[[f64; 4]; 4]>,
    a: Input<[[f64; 4]; 4]>, y: Input<[[f64; 5]; 4]>, scale: Input<[f64; 4]>,
) -> [f64; 4] {
    let kernel = fully_connected(row(gradients, 4), gradients, h_2);
    let gain: [[f64; 4]; 4] = scale(matrix_multiply(matrix_multiply(a, a), transpose(abs(x_2))), 1e-1);
    let weights = dot(atan2(matvec(broadcast(h_2, [4, 5]), kernel), scale[2] + scale), scale[0..] / (0.5 + powi(scale, 3) * powi(scale, 3)));
    let limit = transpose(gain);
    let a = tanh(column(clamp(gain, -0.5, 0.5), 3));
    let mut target = binary_cross_entropy(sigmoid(reshape(scale, [4, 1])), stop_gradient(reshape(a, [4, 1])));
    for i in 0..3 {
        target = 0.25 * (target * 0.5 + sigmoid(sum(kernel)));
    }
    fully_connected(weights + a, limit + x_2, scale / 2)
}

#[differentiable]
fn p0155(w: Input<f64>, pass: Param<f64>) -> f64 {
    let score = leaky_relu(broadcast(w / w, [3]), w);
    (w - product(score)) * pass
}

#[differentiable]
fn p0156(
    rate: Param<[[f64; 1]; 1]>, h: Param<[f64; 1]>, t: Param<f64>, mean: Input<[[f64; 1]; 1]>,
    weights: Param<[[f64; 1]; 3]>,
) -> [[f64; 3]; 1] {
    const N: usize = 3;
    let rate = exp(rate);
    let kernel = broadcast(reshape(h, [1, 1]), [1, 1]);
    let score = reshape(t, [1, 1]);
    let score = relu(silu(t) / exp(score[0]));
    3 / (softplus(matmul(mean, transpose(weights))) + 0.25) - mean(rate) - norm(score)
}

#[differentiable]
fn p0157(d_h: Input<[f64; 5]>, select: Param<[f64; 4]>, u: Param<[[f64; 1]; 7]>) -> [f64; 7] {
    let d_h = d_h[1..] / recip(softplus(select) + 0.25);
    reshape(leaky_relu(u, 0.5), [7]) * product(d_h)
}

#[differentiable]
fn p0158(
    d_x: Param<[f64; 4]>, pass: Input<[[f64; 4]; 4]>, q: Input<[[f64; 4]; 4]>,
    gradients: Input<[[f64; 6]; 4]>, h_2: Param<[f64; 1]>, limit: Param<[f64; 6]>,
) -> [[f64; 1]; 1] {
    let d_x = softmax_cross_entropy(abs(d_x), stop_gradient(d_x)) + tanh(sample_variance(d_x));
    let mut w = sqrt(0.5 + pass * pass);
    w = -matmul(transpose(q), w);
    let d_h = matvec(gradients, broadcast(d_x, [6]));
    let target = exp(broadcast(d_x, [4]));
    let part = softmax(h_2);
    let mut r = sum(limit);
    r = quadratic_error(ln(softplus(reshape(d_x, [1])) + 0.25), stop_gradient(part));
    let value = limit;
    let u = log_softmax(matvec(outer(target, h_2), square(part)));
    let e = outer(u, broadcast(r, [4]));
    let mut b = tanh(value);
    for i in 0..2 {
        let mut p = broadcast(d_x, [3])[1..=1];
        for j in 0..=1 {
            p = p * 0.5 + ln(softplus(square(part)) + 0.25);
        }
        b = stop_gradient(relu(value));
    }
    (abs(broadcast(reshape(r, [1, 1]), [1, 1])) * mean(w) * product(d_h) - sum(e)) * norm(b)
}

#[differentiable]
fn p0159(
    g: Input<[[f64; 1]; 4]>, h_2: Param<[f64; 4]>, select: Param<[f64; 4]>, x_2: Param<[f64; 3]>,
    backward: Param<[[f64; 1]; 1]>, norm: Param<[f64; 5]>,
) -> f64 {
    let gain = sigmoid(matmul(transpose(g), broadcast(g, [4, 4])));
    let y = mse(h_2, stop_gradient(select));
    let d_x = max(x_2[0..], sum(broadcast(y, [1, 3]), axis = 0))[1..2];
    let h_2 = variance(matrix_multiply(transpose(gain), gain));
    let tape = reshape(column(broadcast(h_2, [1, 1]), 0), []);
    let target = transpose(ln(sigmoid(broadcast(g, [4, 1]))));
    let limit = quadratic_error(transpose(reshape(y, [1, 1])), stop_gradient(backward));
    let z = softplus(broadcast(sample_std(x_2), [1, 4]));
    let u = matmul(stop_gradient(z), outer(select, select));
    let mut kernel = norm[0..4];
    for i in 0..2 {
        let h_2 = column(broadcast(tape, [4, 4]), i + 1);
        kernel = kernel * 0.5 + cos(ln(0.5 + kernel * kernel));
    }
    let q = matmul(ln(softplus(g) + 0.25) / square(g), matmul(abs(backward), silu(z)));
    stop_gradient(relu(y)) + norm(d_x) - norm(target) + mean(u) + norm(kernel) - product(q)
}

#[differentiable]
fn p0160(
    gradient: Input<[f64; 1]>, kernel: Param<[[f64; 3]; 1]>, direction: Param<[f64; 4]>,
    rate: Param<[[f64; 1]; 3]>, tape: Param<[[f64; 1]; 3]>, d_x: Param<[[f64; 3]; 3]>,
) -> [[f64; 3]; 3] {
    let w = gradient - gradient;
    let t = matvec(reshape(kernel, [3, 1]), direction[1..2]);
    let weights = scale(broadcast(fully_connected(t[2..=2], min(rate, tape), matvec(d_x, t)), [1, 3]), 1e-1);
    let x_2 = matmul(transpose(stop_gradient(weights)), recip(sigmoid(reshape(gradient, [1, 1]))));
    outer(t, t) + 1e-1 + norm(x_2)
}

#[differentiable]
fn p0161(
    q: Param<f64>, z: Input<[[f64; 3]; 1]>, limit: Input<[[f64; 3]; 3]>, s: Param<[[f64; 3]; 4]>,
    sum: Input<[f64; 2]>, seed: Input<[[f64; 4]; 4]>,
) -> [[f64; 4]; 3] {
    let select: [[f64; 4]; 3] = broadcast(hypot(q, q), [3, 4]) / -2;
    let z = sin(z);
    let w = reshape(broadcast(ln(exp(z[0])), [1, 3]), [3]);
    let gain = sqrt(softplus(stop_gradient(limit)) + 0.25) + transpose(transpose(limit));
    let params = relu(row(matmul(s, gain), 3));
    let mut norm = powi(q, 3);
    let mut d_x = concat(w[..=0], sum);
    for i in 0..4 {
        norm = norm * 0.5 + cos(square(norm));
        d_x = tanh(broadcast(norm, [5]))[0..3];
    }
    square(matrix_multiply(seed, select)) * mean(params) + norm
}

#[differentiable]
fn p0162(
    gain: Param<[[f64; 2]; 2]>, part: Input<[[f64; 1]; 2]>, slot: Input<[[f64; 2]; 3]>,
    p: Input<f64>, w: Param<[[f64; 3]; 2]>, d_x: Input<[f64; 3]>,
) -> f64 {
    let u = select(transpose(gain) <= broadcast(part, [2, 2]), matmul(transpose(slot), transpose(transpose(slot))), gain * 0.75);
    let slot = broadcast(p + p, [2, 2]);
    let part = square(min(part + broadcast(part, [2, 1]), part - 1.5));
    let t = outer(matvec(w, d_x), softplus(part[0]));
    let e = concat(column(t, 0) - -1.25, sigmoid(reshape(p, [1])));
    let gain = offset(t, p);
    let w = scale(sigmoid(softplus(d_x[1..2])), mean(square(gain)));
    let v = exp(broadcast(p, [3, 2]));
    let value = max(p * p, std(d_x[..2]));
    let r = hypot(reshape(t, [2]), broadcast(p, [2]));
    let target = fully_connected(sqrt(offset(abs(row(broadcast(gain, [2, 3]), 1)), 0.25)), relu(broadcast(p, [3, 3])), matvec(v, r));
    let mut output = dot(r, r);
    output = dot(reshape(output, [1, 1]) / exp(broadcast(value, [1, 1])), reshape(w, [1, 1]));
    ((stop_gradient(abs(output)) - sum(u)) * sum(slot) - mean(e)) * product(target)
}

#[differentiable]
fn p0163(
    gain: Input<[f64; 6]>, seed: Param<[f64; 1]>, exp: Input<[[f64; 4]; 3]>,
    rate: Param<[[f64; 1]; 4]>, part: Input<[f64; 6]>,
) -> f64 {
    let mut h = product(gain);
    for i in 1..2 {
        h = tanh(product(broadcast(h, [6])));
    }
    let norm: f64 = cross_entropy(sigmoid(max(gain[0..1])), 1.5);
    let x_2 = transpose(sin(outer(seed, seed)));
    let x = sum(broadcast(row(broadcast(norm, [4, 3]), 0), [1, 3]), axis = 0);
    let weights = matmul(broadcast(x_2, [1, 3]), cos(exp));
    let p = max(x_2);
    let mut d_h = softmax(gain);
    for i in 0..1 {
        d_h = d_h * 0.5 + stop_gradient(gain)[0..];
    }
    let backward: [[f64; 1]; 4] = broadcast(rate, [4, 1]);
    let mut d_x = powi(part, 5);
    for i in 0..2 {
        d_x = tanh(broadcast(norm, [6]));
    }
    offset(variance(broadcast(h, [1, 3])), ln(exp(p))) * product(x) - mean(weights) - mean(d_h) - norm(backward)
}

#[differentiable]
fn p0164(
    norm: Input<[[f64; 2]; 1]>, score: Param<[[f64; 1]; 2]>, scale: Param<[[f64; 1]; 1]>,
    sum: Param<[f64; 1]>, v: Param<[f64; 4]>, x_2: Param<[f64; 5]>,
) -> f64 {
    let mut x = reshape(-2, [1, 1]);
    x = broadcast(matmul(norm, score), [1, 1]);
    let part = fully_connected(column(scale, 0), scale, sum);
    let d_h = sigmoid(relu(v) + powi(x_2[..4], 4));
    let x_2 = outer(norm[0], cos(x_2[0..2]));
    let mut backward = leaky_relu(reshape(scale, []), -1);
    for i in 1..2 {
        backward = backward;
    }
    let sum = mean(powi(x, -2), axis = 1);
    let mut rate = dot(norm, norm);
    let mut output = reshape(score, [2]) * reshape(score, [2]);
    for i in 0..1 {
        rate = rate * 0.5 + outer(sum, v)[i][i + 1];
        output = sigmoid(matvec(broadcast(backward, [2, 4]), d_h));
    }
    softmax_cross_entropy(powi(sum, -1), stop_gradient(part)) * sum(x_2) * rate + sum(output)
}

#[differentiable]
fn p0165(
    b: Param<[[f64; 1]; 1]>, y: Param<[[f64; 3]; 1]>, w: Param<[[f64; 3]; 2]>,
    rate: Param<[[f64; 6]; 1]>,
) -> [[f64; 2]; 2] {
    let y = matmul(transpose(matmul(b, b)), broadcast(b, [1, 3]) - y);
    matmul(leaky_relu(w, stop_gradient(reshape(b, []))), transpose(reshape(rate, [2, 3]))) - mean(y)
}

#[differentiable]
fn p0166(
    output: Param<[[f64; 3]; 1]>, scale: Param<[f64; 4]>, backward: Param<[[f64; 4]; 4]>,
    target: Input<[[f64; 3]; 3]>, z: Param<[f64; 3]>, rate: Param<[f64; 3]>,
) -> [f64; 3] {
    let b = tanh(reshape(output, [3]));
    let h_2 = atan2(scale, scale);
    let limit = backward;
    let score = sin(outer(h_2[0..3] + -1.25, fully_connected(scale[0..3], target, z)));
    let backward = square(silu(score));
    let v = sin(reshape(broadcast(scale[0], [1, 3]), [3]));
    let norm = abs(softmax_cross_entropy(mean(backward, axis = 0), stop_gradient(rate)));
    let d_x: f64 = huber(rate, stop_gradient(rate), sigmoid(stop_gradient(norm)));
    let gradient = h_2;
    let mut x = min(v, b);
    for i in 0..2 {
        x = silu(v);
    }
    let b = outer(broadcast(d_x, [4]), abs(scale[2..=2]));
    row(backward, 0) * norm(gradient) + x + sum(b)
}

#[differentiable]
fn p0167(g: Param<[f64; 5]>, gain: Param<[f64; 3]>) -> [f64; 3] {
    let p = logsumexp(cos(g));
    fully_connected(broadcast(p, [3]), broadcast(p, [3, 3]), gain) * tanh(gain)
}

#[differentiable]
fn p0168(
    x: Param<[[f64; 4]; 1]>, x_2: Input<[[f64; 1]; 2]>, h: Param<[f64; 2]>,
    params: Param<[[f64; 1]; 4]>, limit: Input<[[f64; 1]; 1]>, a: Param<[[f64; 1]; 1]>,
) -> [[f64; 1]; 2] {
    let x = 0.25 * reshape(transpose(exp(x)), [4]);
    let w = x_2[1];
    let weights = -h;
    let h = sum(matmul(params, transpose(limit)), axis = 0);
    let part = scale(outer(ln(0.5 + h * h), sum(a, axis = 0)), dot(silu(broadcast(weights, [4, 2])), matmul(transpose(broadcast(x, [2, 4])), transpose(broadcast(x_2, [2, 2])))));
    let b = 0.75 - reshape(h, []);
    let mut sum = broadcast(broadcast(b, [4]), [1, 4]);
    for i in 1..5 {
        let mut select = part[0] * row(params, 0);
        for j in 0..=0 {
            select = x[3..];
        }
        sum = abs(transpose(broadcast(params, [4, 1])));
    }
    let s = softplus(broadcast(b, [6])[0..4] - x);
    let r = clamp(cross_entropy(sigmoid(b * 1e-1), 1.5), 0.25, 3);
    let mut backward = sigmoid(weights);
    backward = atan2(leaky_relu(backward, -2), leaky_relu(backward, stop_gradient(r)));
    (reshape(broadcast(a, [1, 2]), [2, 1]) * matmul(broadcast(r, [2, 2]), transpose(broadcast(a, [1, 2]))) + norm(w)) * norm(sum) * sum(s) + product(backward)
}

#[differentiable]
fn p0169(
    pass: Param<f64>, b: Param<[f64; 2]>, seed: Param<[f64; 2]>, gradient: Input<[[f64; 2]; 2]>,
    d_h: Input<[f64; 2]>, target: Input<f64>,
) -> [f64; 2] {
    let v = hypot(pass, 0.75);
    let pass = scale(fully_connected(b, broadcast(v, [2, 2]), seed), max(b));
    fully_connected(select(pass > v, b, v), broadcast(d_h, [2, 2]), scale(broadcast(v, [2]), target))
}

#[differentiable]
fn p0170(
    k: Param<[[f64; 2]; 2]>, part: Param<[f64; 2]>, backward: Param<[f64; 2]>,
    norm: Param<[[f64; 1]; 2]>, h_2: Param<[[f64; 1]; 4]>, select: Param<[f64; 1]>,
) -> [[f64; 2]; 2] {
    let target = fully_connected(part, k, backward);
    let backward = softmax_cross_entropy(reshape(recip(exp(norm)), [2]), stop_gradient(target));
    let exp = matrix_multiply(leaky_relu(cos(reshape(target, [2, 1])), stop_gradient(backward)), transpose(reshape(clamp(h_2, -2, 0.75), [2, 2])));
    let kernel: f64 = mse(select, stop_gradient(select));
    let select = scale(sin(abs(part)), mean(1e-1 * select));
    let forward = fully_connected(select, silu(k), select(select < target, target, target));
    let pass = clamp(broadcast(backward, [2]), 0.25, 3);
    let h_2 = matmul(norm, transpose(exp));
    (reshape(tanh(reshape(k, [4, 1])), [2, 2]) + sum(forward)) * h_2
}

#[differentiable]
fn p0171(
    rate: Param<[f64; 2]>, gradient: Param<[[f64; 1]; 1]>, sum: Param<[f64; 2]>,
    weights: Input<[f64; 2]>, d_h: Param<[f64; 3]>, z: Param<[f64; 4]>,
) -> f64 {
    const N: usize = 3;
    let mut pass = recip(softplus(rate) + 0.25);
    for i in 0..N {
        pass = pass * 0.5 + softplus(atan2(pass, pass));
    }
    let pass = concat(broadcast(-1.25, [1]), sin(pass[N - 3..N - 2]));
    let h_2 = hypot(recip(exp(gradient)), transpose(gradient))[N - 3][0];
    let rate = relu(sum);
    let weights = log_softmax(weights);
    let d_h = reshape(d_h[N - 1], [1, 1]);
    let slot = clamp(h_2, -0.5, 0.5);
    let h = dot(broadcast(slot, [3, 3]), broadcast(slot, [3, 3]));
    let part: [f64; 3] = offset(z, h)[1..=3][N - 3..N];
    let hidden = matmul(broadcast(h, [3, 1]), broadcast(d_h, [1, 2])) * matmul(reshape(part, [3, 1]), broadcast(slot, [1, 2]));
    leaky_relu(slot, stop_gradient(h)) / exp(slot / exp(slot)) + norm(rate) - product(weights) + mean(hidden)
}

#[differentiable]
fn p0172(
    scale: Input<[[f64; 4]; 4]>, s: Input<[[f64; 4]; 4]>, h: Param<[[f64; 5]; 1]>,
    q: Param<[f64; 4]>, k: Param<[[f64; 4]; 1]>, forward: Input<[[f64; 4]; 1]>,
) -> [f64; 4] {
    let mut part = matrix_multiply(transpose(s), transpose(scale));
    part = matmul(1e-1 / exp(part), reshape(reshape(part, [8, 2]), [4, 4]));
    let hidden = tanh(square(h[0]));
    let mut score = norm(column(part, 3));
    score = sin(exp(binary_cross_entropy(sigmoid(hidden[4]), 1e-1)));
    let backward = sin(q);
    let result = -atan2(square(k), hypot(k, forward));
    let s = select(dot(result, k) >= mean(hidden), norm(broadcast(score, [4, 1])), leaky_relu(score, stop_gradient(score)));
    let b = cos(sample_std(result));
    let mean = matmul(forward, part);
    let mean = softmax(mean[0]);
    let mut x = reshape(mean, [1, 4]);
    x = square(broadcast(row(k, 0), [1, 4]));
    select(-1 / offset(abs(backward), 0.25) >= sqrt(b), log_softmax(mean), reshape(reshape(k, [2, 2]), [4])) - mean(x)
}

#[differentiable]
fn p0173(
    value: Input<[f64; 3]>, hidden: Param<f64>, gradients: Param<[f64; 1]>,
    params: Param<[[f64; 1]; 4]>, q: Input<[[f64; 1]; 3]>, norm: Input<[f64; 4]>,
) -> [[f64; 3]; 4] {
    let hidden = offset(value, hidden);
    let p = scale(hypot(broadcast(gradients, [4, 1]), params), ln(0.5 + reshape(gradients, []) * reshape(gradients, [])));
    let mut x_2 = broadcast(q, [3, 4]);
    for i in 1..2 {
        x_2 = matmul(x_2 - x_2, broadcast(broadcast(gradients, [4, 1]), [4, 4]));
    }
    let exp: [[f64; 4]; 4] = relu(broadcast(params, [4, 4]));
    let slot = select(norm < column(exp, 1), -broadcast(2, [4]), max(tanh(norm), select(norm >= -2, norm, norm)));
    let forward = broadcast(-reshape(gradients, []) - select(1 >= value[0], slot[0], gradients[0]), [4, 4]);
    min(broadcast(hidden, [4, 3]), broadcast(slot[2], [4, 3])) - product(forward)
}

#[differentiable]
fn p0174(
    w: Param<[[f64; 1]; 4]>, weights: Param<[[f64; 1]; 1]>, h_2: Param<f64>,
    forward: Input<[f64; 1]>, seed: Input<[[f64; 2]; 2]>, params: Param<[[f64; 2]; 1]>,
) -> [[f64; 2]; 1] {
    let mut g = transpose(w);
    g = silu(matmul(weights, g));
    let s = max(reshape(weights, []) + 3, 3 * h_2);
    let d_x = mse(forward, forward);
    let mean = sin(exp(max(reshape(forward, []), d_x)));
    let select = 0.25 * matvec(seed, broadcast(s, [2]));
    let select = matvec(matmul(transpose(broadcast(weights, [1, 2])), params), tanh(reshape(seed, [4])[2..]));
    let score = select(min(column(w, 0)) < clamp(s, 0.25, 3), stop_gradient(mean(forward)), scale(ln(0.5 + mean * mean), logsumexp(broadcast(d_x, [4]))));
    let u = select + select;
    let pass = softmax_cross_entropy(u, stop_gradient(u));
    let mut norm = ln(offset(abs(params), 0.25));
    norm = reshape(g[0][2..], [1, 2]);
    silu(matmul(g, broadcast(s, [4, 2]))) - score + pass + norm
}

pub const MODELS: &[Model] = &[
    model!(scalar p0150(h_2: [f64; 1]) -> f64),
    model!(scalar p0151(direction: f64, forward: [f64; 1]) -> f64),
    model!(vector p0152(k: [[f64; 3]; 3], seed: [[f64; 3]; 1], norm: [f64; 4]) -> [f64; 2]),
    model!(matrix p0153(d_x: [[f64; 1]; 3], e: [[f64; 1]; 1], output: [f64; 7]) -> [[f64; 1]; 3]),
    model!(vector p0154(h_2: [f64; 5], a: [[f64; 4]; 4], y: [[f64; 5]; 4], scale: [f64; 4]) -> [f64; 4]),
    model!(scalar p0155(w: f64) -> f64),
    model!(matrix p0156(mean: [[f64; 1]; 1]) -> [[f64; 3]; 1]),
    model!(vector p0157(d_h: [f64; 5]) -> [f64; 7]),
    model!(matrix p0158(pass: [[f64; 4]; 4], q: [[f64; 4]; 4], gradients: [[f64; 6]; 4]) -> [[f64; 1]; 1]),
    model!(scalar p0159(g: [[f64; 1]; 4]) -> f64),
    model!(matrix p0160(gradient: [f64; 1]) -> [[f64; 3]; 3]),
    model!(matrix p0161(z: [[f64; 3]; 1], limit: [[f64; 3]; 3], sum: [f64; 2], seed: [[f64; 4]; 4]) -> [[f64; 4]; 3]),
    model!(scalar p0162(part: [[f64; 1]; 2], slot: [[f64; 2]; 3], p: f64, d_x: [f64; 3]) -> f64),
    model!(scalar p0163(gain: [f64; 6], exp: [[f64; 4]; 3], part: [f64; 6]) -> f64),
    model!(scalar p0164(norm: [[f64; 2]; 1]) -> f64),
    model!(matrix p0165() -> [[f64; 2]; 2]),
    model!(vector p0166(target: [[f64; 3]; 3]) -> [f64; 3]),
    model!(vector p0167() -> [f64; 3]),
    model!(matrix p0168(x_2: [[f64; 1]; 2], limit: [[f64; 1]; 1]) -> [[f64; 1]; 2]),
    model!(vector p0169(gradient: [[f64; 2]; 2], d_h: [f64; 2], target: f64) -> [f64; 2]),
    model!(matrix p0170() -> [[f64; 2]; 2]),
    model!(scalar p0171(weights: [f64; 2]) -> f64),
    model!(vector p0172(scale: [[f64; 4]; 4], s: [[f64; 4]; 4], forward: [[f64; 4]; 1]) -> [f64; 4]),
    model!(matrix p0173(value: [f64; 3], q: [[f64; 1]; 3], norm: [f64; 4]) -> [[f64; 3]; 4]),
    model!(matrix p0174(forward: [f64; 1], seed: [[f64; 2]; 2]) -> [[f64; 2]; 1]),
];
}

pub mod part_7 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0175(
    h_2: Param<[[f64; 4]; 4]>, scale: Param<[f64; 2]>, v: Input<[f64; 5]>,
    weights: Param<[[f64; 1]; 4]>, x_2: Input<[[f64; 4]; 4]>, g: Input<[[f64; 4]; 1]>,
) -> f64 {
    let kernel = matrix_multiply(h_2, h_2);
    let mut tape = variance(scale);
    for i in 1..2 {
        tape = tape * 0.5 + abs(-tape);
    }
    let t = tape - v;
    let mut norm = atan2(weights, broadcast(tape, [4, 1]));
    norm = matrix_multiply(transpose(g), cos(x_2));
    let v = tape;
    let w = abs(clamp(stop_gradient(broadcast(weights, [4, 2])), -2, 0.75));
    let z = powi(t, 4);
    let t = column(w, 1);
    let result = matvec(reshape(t, [2, 2]), sin(scale));
    let hidden = transpose(matmul(transpose(reshape(broadcast(tape, [8, 1]), [4, 2])), sigmoid(transpose(x_2))));
    huber(result, stop_gradient(result), 1.5) + tape * v - mean(kernel) + norm(norm) + mean(z)
}

#[differentiable]
fn p0176(
    direction: Param<[f64; 3]>, mean: Input<[f64; 1]>, kernel: Input<[[f64; 1]; 1]>,
    slot: Param<f64>, e: Param<[[f64; 1]; 4]>,
) -> f64 {
    let direction = sqrt(sigmoid(softmax(direction[1..=1])));
    let d_h = broadcast(3, [1]);
    let mut v = log_softmax(d_h);
    let mut scale = softmax(mean);
    for i in 0..1 {
        v = direction;
        scale = scale * 0.5 + sin(log_softmax(v));
    }
    let q = -sum(broadcast(direction, [1, 1]), axis = 0);
    let hidden: [f64; 1] = softmax(q);
    let b = select(std(kernel) > select(1e-1 > slot, slot, slot), atan2(0.25, slot), mse(e, stop_gradient(e)));
    let p = logsumexp(hidden[0..1]) - mse(broadcast(b, [1]), stop_gradient(hidden));
    let gain = broadcast(p, [1]);
    p * mean(v) * mean(scale) - product(gain)
}

#[differentiable]
fn p0177(x: Param<[[f64; 1]; 1]>, pass: Input<[f64; 4]>) -> [f64; 4] {
    let a = powi(abs(broadcast(x, [1, 1])), 3);
    let h = sin(outer(a[0], pass));
    stop_gradient(pass) * pass - norm(h)
}

#[differentiable]
fn p0178(p: Param<f64>) -> [f64; 1] {
    let mut output = broadcast(p, [1]);
    let mut q = tanh(0.5);
    for i in 0..4 {
        output = output * 0.5 + mean(stop_gradient(reshape(p, [1, 1])), axis = 0);
        q = quadratic_error(quadratic_error(broadcast(output, [1, 1]), stop_gradient(broadcast(p, [1, 1]))), -0.5);
    }
    square(abs(output)) - q
}

#[differentiable]
fn p0179(
    scale: Param<[[f64; 1]; 1]>, tape: Input<f64>, backward: Input<[[f64; 1]; 3]>,
    u: Param<[[f64; 1]; 3]>, d_h: Input<[[f64; 3]; 1]>, direction: Param<[[f64; 4]; 3]>,
) -> f64 {
    let scale: [[f64; 1]; 1] = matrix_multiply(transpose(scale(reshape(tape, [1, 1]), -tape)), transpose(sigmoid(scale)));
    let e = square(hypot(broadcast(tape, [3, 1]), backward));
    let gradients = clamp(u, -0.5, 0.5);
    let x = row(-transpose(d_h), 2);
    let select = column(ln(exp(direction)), 0);
    let d_h = select(cos(tape) >= min(x), sqrt(tape), binary_cross_entropy(sigmoid(select), stop_gradient(select)));
    let t = broadcast(broadcast(d_h, [4, 4])[3][0], [1]);
    let mut w = broadcast(t, [3, 1]);
    w = softplus(min(backward, u));
    let direction = softmax(t);
    let mut forward = norm(w);
    forward = product(clamp(broadcast(forward, [3, 4]), -0.5, 0.5));
    binary_cross_entropy(sigmoid(relu(broadcast(w, [3, 3]))), stop_gradient(broadcast(select, [3, 3]))) * sum(scale) * mean(e) * sum(gradients) + sum(direction) + forward
}

#[differentiable]
fn p0180(target: Param<[[f64; 3]; 3]>, d_x: Param<[[f64; 1]; 1]>) -> [[f64; 1]; 1] {
    let target = transpose(target)[2][0..3];
    broadcast(sin(d_x), [1, 1]) * product(target)
}

#[differentiable]
fn p0181(kernel: Input<[f64; 1]>, z: Param<[f64; 1]>, u: Param<[f64; 7]>) -> [f64; 7] {
    let hidden = offset(0.5, -0.5);
    let value = quadratic_error(kernel, square(broadcast(hidden, [1]))) + reshape(z, []);
    atan2(broadcast(value, [7]), u) - concat(broadcast(hidden, [6]), u[4..=4])
}

#[differentiable]
fn p0182(u: Param<[f64; 1]>, limit: Param<[f64; 2]>) -> [f64; 2] {
    let mut forward = broadcast(-1, [4]);
    forward = concat(clamp(forward[1..4], 0.25, 3 + square(1)), softmax(u));
    powi(atan2(forward[2..], limit), 1)
}

#[differentiable]
fn p0183(scale: Param<f64>, limit: Param<[f64; 2]>) -> [f64; 2] {
    let scale = scale;
    let seed = sigmoid(powi(reshape(scale, [1]), 4));
    sin(softmax(limit))
}

#[differentiable]
fn p0184(norm: Param<f64>, p: Param<[f64; 1]>, weights: Input<[[f64; 3]; 1]>) -> [f64; 1] {
    const N: usize = 1;
    let z = abs(abs(norm));
    let mut rate = sin(broadcast(z, [5]));
    for i in 1..2 {
        rate = atan2(column(broadcast(z, [5, 3]), 0), column(broadcast(norm, [5, 4]), N));
    }
    fully_connected(sum(broadcast(z, [1, 3]), axis = 1), reshape(p, [1, 1]), mean(weights, axis = 1)) + mean(rate)
}

#[differentiable]
fn p0185(
    seed: Param<[[f64; 4]; 3]>, t: Param<[[f64; 1]; 4]>, a: Param<[[f64; 3]; 3]>,
    pass: Param<[[f64; 1]; 1]>, h: Input<[[f64; 1]; 1]>, mean: Param<[f64; 3]>,
) -> f64 {
    let select = seed[1];
    let k = 0.25 * matmul(transpose(reshape(select, [4, 1]) * t), transpose(outer(select, select)));
    let mut gradient = -broadcast(select, [4, 4]);
    for i in 1..4 {
        gradient = tanh(reshape(reshape(gradient, [16, 1]) / 1e-1, [4, 4]));
    }
    let r = silu(a[1]);
    let a: [[f64; 1]; 3] = broadcast(hypot(pass, h)[0], [3, 1]);
    let mut weights = r + mean;
    weights = mean(broadcast(select, [6, 4]), axis = 1)[1..4];
    let hidden: f64 = clamp(reshape(pass, []), 0.25, 3);
    let v = log_softmax(ln(offset(abs(broadcast(hidden, [1])), 0.25)));
    let weights = mean(outer(weights, v), axis = 1);
    let y = clamp(square(hidden), -2, 0.75);
    (std(v) + max(hidden) + mean(k)) * sum(gradient) + norm(a)
}

#[differentiable]
fn p0186(
    target: Param<f64>, x: Param<[[f64; 1]; 1]>, gradients: Param<[[f64; 1]; 5]>,
    t: Input<[[f64; 5]; 1]>, k: Input<[f64; 4]>, z: Param<[f64; 5]>,
) -> [[f64; 1]; 1] {
    let h_2 = offset(target, target);
    let s = std(x);
    let part = x;
    let seed = reshape(softplus(t), [5]);
    let mut kernel = outer(k, k[1..=1]);
    let mut exp = select(seed > z, z, seed);
    for i in 0..1 {
        let value = broadcast(h_2, [2])[i..=i];
        let mut r = value;
        for j in 0..1 {
            let result = r[j..=j];
            r = clamp(log_softmax(result), -2, 0.75);
        }
        kernel = std(exp) + reshape(broadcast(x, [1, 4]), [4, 1]);
        exp = exp * 0.5 + leaky_relu(hypot(exp, broadcast(target, [5])), 2);
    }
    let gradients = clamp(leaky_relu(h_2, stop_gradient(s)) * tanh(exp), -0.5, 0.5);
    let params = row(outer(row(kernel, 1), k[1..=1]), 0) * abs(row(part, 0));
    let mut q = select(z >= h_2, exp, s);
    q = silu(softmax(q));
    let mut mean = stop_gradient(params);
    mean = broadcast(target, [1]);
    reshape(s / sigmoid(h_2), [1, 1]) * mean(gradients) - sum(q) + sum(mean)
}

#[differentiable]
fn p0187(
    output: Input<[[f64; 4]; 5]>, p: Param<[[f64; 1]; 4]>, backward: Param<[f64; 4]>,
    value: Param<[f64; 1]>, hidden: Input<[[f64; 2]; 2]>, gradients: Param<[[f64; 3]; 1]>,
) -> [[f64; 4]; 4] {
    let a = column(matmul(output, p), 0)[..=1];
    let gain = huber(quadratic_error(backward, stop_gradient(backward)), stop_gradient(backward[3]), 0.25);
    let x = matmul(softplus(broadcast(gain, [1, 1])), transpose(outer(a * backward[2], recip(exp(value)))));
    let mut params = exp(hidden);
    params = sigmoid(min(leaky_relu(transpose(params), stop_gradient(gain)), square(params)));
    let a = sum(gradients, axis = 0)[..=1] / (0.5 + select(cos(a) <= offset(a[0], -1), a * backward[2..], stop_gradient(a)) * select(cos(a) <= offset(a[0], -1), a * backward[2..], stop_gradient(a)));
    ((broadcast(gain, [4, 4]) - broadcast(backward, [4, 4])) * mse(broadcast(gain, [7]), stop_gradient(broadcast(gain, [7]))) + sum(params)) * mean(a)
}

#[differentiable]
fn p0188(
    r: Input<[[f64; 4]; 3]>, seed: Param<[f64; 4]>, tape: Param<[f64; 1]>,
    backward: Param<[[f64; 4]; 4]>, output: Input<[f64; 3]>, u: Input<[f64; 3]>,
) -> f64 {
    let w = r - 0;
    let kernel = broadcast(seed * seed, [3, 4]);
    let gain = outer(seed[1..], tape);
    let slot = 0.25 * (quadratic_error(output, u) - recip(offset(abs(seed[1]), 0.25)));
    let v = column(r, 0);
    let direction = recip(sigmoid(slot));
    let mut x = leaky_relu(v, 1.5);
    x = mean(broadcast(seed[0..3], [4, 3]), axis = 0);
    let g = max(softplus(direction), max(-1.25, 2));
    let g = powi(max(x) * (g - -2), -2);
    let norm = transpose(clamp(matrix_multiply(broadcast(seed, [3, 4]), transpose(gain)), 0.25, 3 + square(2)));
    let t = logsumexp(u);
    cross_entropy(sigmoid(broadcast(gain, [3, 4])), stop_gradient(kernel)) + mean(w) - g + sum(norm)
}

#[differentiable]
fn p0189(
    gain: Param<[f64; 3]>, kernel: Param<f64>, direction: Param<[[f64; 1]; 3]>,
    w: Param<[[f64; 1]; 3]>, hidden: Input<[[f64; 3]; 1]>, z: Param<[[f64; 1]; 3]>,
) -> f64 {
    let x_2 = sample_std(tanh(gain));
    let u: [f64; 3] = log_softmax(gain);
    let tape = sqrt(0.5 + abs(matrix_multiply(broadcast(x_2, [1, 3]), transpose(broadcast(u, [1, 3])))) * abs(matrix_multiply(broadcast(x_2, [1, 3]), transpose(broadcast(u, [1, 3])))));
    let y = max(binary_cross_entropy(sigmoid(hypot(x_2, x_2)), 0.25), kernel);
    let params = huber(direction, stop_gradient(w), sigmoid(stop_gradient(y)));
    let limit = -(matmul(hidden, transpose(tape)) - reshape(z, [1, 3]));
    select(params - y > dot(gain, gain), sqrt(y), abs(params)) * sum(limit)
}

#[differentiable]
fn p0190(score: Param<[f64; 4]>, tape: Param<f64>) -> f64 {
    let pass = relu(score)[1..];
    sqrt(sigmoid(0)) * tape - mean(pass)
}

#[differentiable]
fn p0191(t: Param<[f64; 4]>, k: Param<f64>) -> [f64; 2] {
    let d_x = t;
    let t: [f64; 1] = broadcast(k, [1]);
    let k = reshape(d_x[2..4], [2, 1]);
    reshape(reshape(k, [1, 2]), [2])[0..]
}

#[differentiable]
fn p0192(
    a: Param<f64>, x_2: Input<[f64; 1]>, value: Param<[f64; 1]>, limit: Param<[[f64; 4]; 4]>,
    direction: Param<[[f64; 1]; 4]>, gain: Input<[[f64; 1]; 2]>,
) -> [[f64; 2]; 2] {
    let sum = select(mse(x_2, stop_gradient(value)) < matmul(limit, direction), recip(sigmoid(direction)), a - a);
    let w = matmul(gain, reshape(sum, [1, 4]));
    let tape = concat(sigmoid(x_2 - value), softmax(scale(value, a)));
    let gradient = sin(tape[0..1])[..];
    let hidden = concat(concat(leaky_relu(gradient, stop_gradient(a)), hypot(value, x_2)), tape);
    let pass = scale(matmul(reshape(direction, [2, 2]) - -0.5, offset(gain, a)), 1e-1);
    let mut rate = broadcast(value, [4, 1]);
    rate = reshape(square(reshape(hidden, [2, 2])), [4, 1]);
    outer(tape, tape) * softplus(broadcast(gain, [2, 2])) * sum(w) * product(pass) * sum(rate)
}

#[differentiable]
fn p0193(
    p: Input<f64>, result: Param<[f64; 2]>, gain: Param<[[f64; 1]; 2]>, part: Param<[f64; 1]>,
    d_x: Input<[[f64; 2]; 2]>, gradients: Input<[f64; 5]>,
) -> [[f64; 1]; 1] {
    let kernel = silu(min(softplus(p), dot(p, p)));
    let scale = concat(result, result)[0..2];
    let params = softplus(scale);
    let score = broadcast(gain, [2, 2]);
    let gain = result[0];
    let p = outer(part, params);
    let r = mean(relu(score / d_x), axis = 1);
    let mut q = sample_variance(gradients);
    q = huber(broadcast(params, [3, 2]), stop_gradient(broadcast(params, [3, 2])), 1.5);
    let slot = std(q / sigmoid(part));
    let mut y = cos(params);
    let mut d_h = q - slot;
    for i in 0..=1 {
        y = r - mean(d_x, axis = 1);
        d_h = gain;
    }
    outer(column(broadcast(kernel, [1, 1]), 0), broadcast(q, [1, 1])[0]) + norm(y) - d_h
}

#[differentiable]
fn p0194(k: Param<f64>, a: Param<[f64; 1]>) -> f64 {
    let mut d_x = atan2(k, k);
    for i in 0..4 {
        d_x = k;
    }
    let k = transpose(reshape(k, [1, 1]));
    let mean = max((1 - a)[..1], matvec(broadcast(a, [3, 1]), a)[..1]);
    offset(-d_x, d_x + d_x) * norm(k) - norm(mean)
}

#[differentiable]
fn p0195(
    slot: Param<[[f64; 1]; 1]>, weights: Param<[[f64; 1]; 1]>, norm: Input<f64>,
    rate: Param<[[f64; 1]; 3]>, k: Input<[[f64; 3]; 1]>, tape: Param<[f64; 1]>,
) -> [f64; 1] {
    let target = matmul(slot, slot) + weights * broadcast(weights, [1, 1]);
    let exp = clamp(reshape(norm, [1]) + row(rate, 0), -0.5, 0.5);
    let slot = sum(min(max(broadcast(norm, [3, 1]), rate), cos(rate)));
    let limit = matmul(tanh(k), sigmoid(rate));
    let x = sqrt(0.5 + cos(target) * cos(target));
    sigmoid(cos(tape)) - slot - product(limit) + product(x)
}

#[differentiable]
fn p0196(
    w: Param<[f64; 4]>, tape: Param<[f64; 1]>, e: Param<[[f64; 1]; 4]>, u: Param<[[f64; 1]; 1]>,
    t: Param<[[f64; 2]; 2]>, backward: Param<[f64; 1]>,
) -> f64 {
    let seed = sin(log_softmax(log_softmax(w)));
    let norm = stop_gradient(log_softmax(seed));
    let exp: f64 = norm[0];
    let forward = select(stop_gradient(seed) >= broadcast(exp, [4]), concat(tape, w[..3]), select(w < norm, norm, exp));
    let tape = sum(broadcast(e, [4, 1]), axis = 1);
    let pass: [[f64; 4]; 4] = broadcast(sum(matrix_multiply(transpose(e), transpose(reshape(w, [1, 4]))), axis = 0), [4, 4]);
    let scale = hypot(hypot(norm, tape), abs(tape));
    let params = broadcast(transpose(u), [1, 4])[0];
    let d_h = matmul(reshape(e, [1, 4]), transpose(pass));
    let s = fully_connected(reshape(t, [4]) + square(seed), matmul(pass, transpose(pass)), fully_connected(backward, e, forward));
    let value = reshape(scale, [4, 1]) * 0.5;
    let k = sin(forward);
    (select(sample_variance(broadcast(exp, [5])) < sqrt(0.5 + exp * exp), mse(k, stop_gradient(s)), 3 + exp) - norm(params) - sum(d_h)) * sum(value)
}

#[differentiable]
fn p0197(
    direction: Param<[f64; 2]>, seed: Param<[[f64; 2]; 1]>, q: Input<[[f64; 1]; 2]>,
    x_2: Input<f64>, select: Param<[[f64; 1]; 2]>,
) -> [[f64; 1]; 1] {
    let exp = atan2(softmax_cross_entropy(direction, stop_gradient(direction)), direction[1] + direction[1]);
    let x = sqrt(exp(exp));
    let scale = ln(exp(sin(recip(offset(abs(direction[0..1]), 0.25)))));
    let h = max(row(seed, 0), direction[..]) + 1e-1;
    let h_2: [f64; 2] = broadcast(x, [2]) + broadcast(x, [2]);
    let params = min(huber(sum(q, axis = 1), stop_gradient(h), 0.25), logsumexp(h_2) - select(x >= exp, x_2, -2));
    broadcast(reshape(x_2, [1, 1]), [1, 1]) - norm(scale) + params
}

#[differentiable]
fn p0198(
    h_2: Input<[[f64; 3]; 1]>, kernel: Param<[f64; 2]>, slot: Param<[f64; 2]>, forward: Input<f64>,
    part: Input<f64>, p: Param<[f64; 3]>,
) -> f64 {
    let x_2 = scale(mean(h_2, axis = 1), max(column(h_2, 2)));
    let e = concat(atan2(kernel, slot), concat(x_2, x_2));
    let mut r = select(3 >= forward, part, part);
    for i in 1..3 {
        r = r * 0.5 + tanh(-e[0]);
    }
    let pass = sigmoid(exp(broadcast(r, [3, 3])));
    (e[1..4] - p)[1]
}

#[differentiable]
fn p0199(
    hidden: Input<[[f64; 3]; 3]>, result: Input<[[f64; 1]; 3]>, h: Input<[[f64; 3]; 3]>,
    limit: Param<f64>,
) -> f64 {
    let mut sum = mean(hidden, axis = 1);
    for i in 0..2 {
        sum = cos(clamp(sum, -2, 0.75));
    }
    let output = abs(broadcast(result, [3, 3]));
    let x_2 = relu(column(output, 1));
    let mut slot = mse(x_2[0], stop_gradient(sum[1]));
    for i in 0..2 {
        slot = scale(norm(powi(output, 3)), 1e-1);
    }
    let gradients = sigmoid(atan2(reshape(silu(broadcast(x_2, [1, 3])), [3]), column(h, 2)));
    let mut d_h = stop_gradient(gradients);
    for i in 0..3 {
        let v = outer(column(result, 0), column(result, 0)) / exp(max(hidden, h));
        d_h = d_h * 0.5 + (row(v, i) + relu(d_h));
    }
    sigmoid(quadratic_error(hidden, h)) * limit
}

pub const MODELS: &[Model] = &[
    model!(scalar p0175(v: [f64; 5], x_2: [[f64; 4]; 4], g: [[f64; 4]; 1]) -> f64),
    model!(scalar p0176(mean: [f64; 1], kernel: [[f64; 1]; 1]) -> f64),
    model!(vector p0177(pass: [f64; 4]) -> [f64; 4]),
    model!(vector p0178() -> [f64; 1]),
    model!(scalar p0179(tape: f64, backward: [[f64; 1]; 3], d_h: [[f64; 3]; 1]) -> f64),
    model!(matrix p0180() -> [[f64; 1]; 1]),
    model!(vector p0181(kernel: [f64; 1]) -> [f64; 7]),
    model!(vector p0182() -> [f64; 2]),
    model!(vector p0183() -> [f64; 2]),
    model!(vector p0184(weights: [[f64; 3]; 1]) -> [f64; 1]),
    model!(scalar p0185(h: [[f64; 1]; 1]) -> f64),
    model!(matrix p0186(t: [[f64; 5]; 1], k: [f64; 4]) -> [[f64; 1]; 1]),
    model!(matrix p0187(output: [[f64; 4]; 5], hidden: [[f64; 2]; 2]) -> [[f64; 4]; 4]),
    model!(scalar p0188(r: [[f64; 4]; 3], output: [f64; 3], u: [f64; 3]) -> f64),
    model!(scalar p0189(hidden: [[f64; 3]; 1]) -> f64),
    model!(scalar p0190() -> f64),
    model!(vector p0191() -> [f64; 2]),
    model!(matrix p0192(x_2: [f64; 1], gain: [[f64; 1]; 2]) -> [[f64; 2]; 2]),
    model!(matrix p0193(p: f64, d_x: [[f64; 2]; 2], gradients: [f64; 5]) -> [[f64; 1]; 1]),
    model!(scalar p0194() -> f64),
    model!(vector p0195(norm: f64, k: [[f64; 3]; 1]) -> [f64; 1]),
    model!(scalar p0196() -> f64),
    model!(matrix p0197(q: [[f64; 1]; 2], x_2: f64) -> [[f64; 1]; 1]),
    model!(scalar p0198(h_2: [[f64; 3]; 1], forward: f64, part: f64) -> f64),
    model!(scalar p0199(hidden: [[f64; 3]; 3], result: [[f64; 1]; 3], h: [[f64; 3]; 3]) -> f64),
];
}

pub const MODELS: &[&[random_programs::Model]] = &[
    part_0::MODELS,
    part_1::MODELS,
    part_2::MODELS,
    part_3::MODELS,
    part_4::MODELS,
    part_5::MODELS,
    part_6::MODELS,
    part_7::MODELS,
];
