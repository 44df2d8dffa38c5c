//! Random programs: written by `cargo run -p random-programs -- tests tests/random_programs/programs.rs`.
#![allow(deprecated)]

pub mod part_0 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0000(score: Input<[f64; 2]>, norm: Param<f64>) -> [[f64; 1]; 2] {
    let r = broadcast(-2, [2, 3]);
    let gradient = score[..=1] / (0.5 + broadcast(norm, [2]) * broadcast(norm, [2]));
    reshape(score, [2, 1]) + mean(r) - norm(gradient)
}

#[differentiable]
fn p0001(
    u: Param<[[f64; 2]; 2]>, p: Param<[f64; 3]>, kernel: Param<[[f64; 1]; 1]>,
    score: Input<[[f64; 3]; 3]>, target: Param<[[f64; 3]; 1]>, mean: Param<[[f64; 3]; 2]>,
) -> [f64; 2] {
    let u = softplus(sigmoid(column(u, 0)));
    let x_2 = p;
    let pass = row(transpose(broadcast(u, [2, 2])), 1);
    let e = reshape(square(abs(kernel)), []);
    let mut slot = softmax(broadcast(e, [3]));
    slot = tanh(mean(broadcast(p, [3, 3]), axis = 1));
    let value = broadcast(pass, [2, 2]);
    let gain = square(matmul(transpose(broadcast(slot, [2, 3])), relu(value)));
    let d_h = gain[1];
    let mut hidden = d_h + pass;
    for i in 0..3 {
        let direction = quadratic_error(column(gain, 1), stop_gradient(slot));
        hidden = (broadcast(d_h, [1, 2]) - broadcast(d_h, [1, 2]))[0];
    }
    let a = tanh(mse(recip(score), score));
    mean(matrix_multiply(transpose(mean), target), axis = 0) - hidden + a
}

#[differentiable]
fn p0002(
    g: Param<[f64; 1]>, r: Param<[f64; 3]>, params: Param<[[f64; 3]; 3]>,
    d_h: Param<[[f64; 4]; 4]>, result: Param<f64>, forward: Param<[[f64; 3]; 4]>,
) -> f64 {
    let p = reshape(g, []);
    let s: [[f64; 1]; 3] = reshape(sin(r), [3, 1]);
    let hidden = r;
    let scale = broadcast(p, [1, 1]);
    let t = sum(params);
    let v = abs(params);
    let output = sigmoid(matrix_multiply(d_h, broadcast(t, [3, 4])));
    let r = hidden;
    let hidden = sigmoid(broadcast(stop_gradient(result), [3, 4]));
    let k = matrix_multiply(hidden, forward);
    let seed = fully_connected(r[..3], reshape(reshape(params, [9]), [3, 3]), mean(v, axis = 1));
    let u = mse(reshape(reshape(s, [1, 3]), [3]), stop_gradient(seed));
    g[0] - sum(scale) + product(output) + norm(k) + u
}

#[differentiable]
fn p0003(
    direction: Param<[[f64; 4]; 4]>, slot: Param<f64>, h: Input<[f64; 2]>, z: Input<[f64; 5]>,
    pass: Param<[f64; 4]>, forward: Param<[f64; 2]>,
) -> [[f64; 1]; 4] {
    let h_2 = abs(mean(direction, axis = 0));
    let h_2 = select(relu(h_2[2]) > max(1.5), ln(exp(h_2[2] - h_2[3])), -(-slot));
    let slot = select(relu(h) <= quadratic_error(broadcast(h_2, [5]), square(z)), h + h, h - h);
    let seed = ln(clamp(sigmoid(h_2), 0.25, 3));
    let z = outer(pass, z[..4]);
    let rate = sum(scale(outer(forward, forward), select(seed < 0.75, seed, 1e-1)), axis = 0);
    let t = pass;
    let tape = matrix_multiply(broadcast(h_2, [4, 5]), reshape(t, [1, 4]))[0];
    let limit = matmul(broadcast(transpose(reshape(forward, [1, 2])), [2, 4]), sigmoid(broadcast(h, [4, 2])));
    let rate: f64 = sin(abs(quadratic_error(slot, stop_gradient(rate))));
    exp(silu(broadcast(h_2, [4, 1]))) + sum(z) + mean(limit) + rate
}

#[differentiable]
fn p0004(
    s: Param<[f64; 1]>, hidden: Input<[[f64; 1]; 1]>, direction: Param<[[f64; 1]; 1]>,
    seed: Input<[[f64; 4]; 1]>, part: Param<[[f64; 4]; 1]>, value: Param<[[f64; 1]; 1]>,
) -> [f64; 1] {
    let s = cos(s);
    let hidden = quadratic_error(hidden, stop_gradient(direction));
    let backward = square(silu(seed));
    let part = part + 0.75;
    let direction = column(relu(direction), 0);
    let tape = tanh(stop_gradient(value) + matmul(backward, transpose(part)));
    let value: [[f64; 1]; 4] = recip(0.5 + broadcast(hidden, [4, 1]) * broadcast(hidden, [4, 1]));
    let x_2 = sigmoid(reshape(transpose(tape), []) * recip(direction)[0]);
    let d_h = relu(value / offset(abs(value), 0.25));
    let q = row(tape, 0);
    let v = tape;
    let part: [f64; 1] = exp(select(q >= s, q, s)) * recip(softplus(softplus(direction)) + 0.25);
    (max(part, reshape(tape, [1])) + exp(s)) * norm(d_h) + product(v)
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
) -> [f64; 4] {
    let score = scale(x_2, 1);
    let x_2 = stop_gradient(target);
    let mut s = sum(k);
    s = sin(s * s);
    let w = cross_entropy(sigmoid(outer(e, e)), stop_gradient(w));
    let h = reshape(matmul(transpose(x), x), []);
    let gradient = broadcast(target, [1, 4]);
    let exp = x[0];
    let e = column(outer(matvec(x, x[0]), leaky_relu(x_2, 0.25)), 3);
    (matmul(broadcast(k, [3, 1]), broadcast(target, [1, 4]))[0] + sum(score) + s - w - h) * mean(gradient) + mean(e)
}

#[differentiable]
fn p0009(z: Param<[[f64; 1]; 3]>, target: Input<[f64; 4]>, g: Input<[[f64; 4]; 4]>) -> f64 {
    let pass = recip(offset(abs(1e-1), 0.25));
    let mut y = broadcast(z, [3, 4]);
    y = min(outer(column(z, 0), target), matrix_multiply(g, y));
    let mut scale = reshape(y, [4, 3]);
    for i in 1..3 {
        let p = reshape(target, [4, 1]) / reshape(target, [4, 1]);
        scale = (scale * 0.5 + broadcast(huber(y[0], target, 0.25), [4, 3])) * g[i][i + 1];
    }
    select(sqrt(pass) > square(pass), -pass, softplus(pass)) + norm(scale)
}

#[differentiable]
fn p0010(
    norm: Input<[[f64; 1]; 3]>, s: Input<[f64; 3]>, scale: Param<f64>,
    backward: Input<[[f64; 1]; 3]>, z: Param<[f64; 12]>,
) -> [[f64; 3]; 4] {
    let weights = 0 - norm;
    let select = sigmoid(sum(log_softmax(scale(s, scale))));
    let forward: f64 = norm(softplus(backward));
    let mut gradients = broadcast(select, [2])[1..2];
    for i in 0..3 {
        gradients = sigmoid(gradients) - 0.75 + weights[i][0];
    }
    transpose(reshape(z, [3, 4])) - product(gradients)
}

#[differentiable]
fn p0011(
    x_2: Input<[f64; 2]>, h: Param<[f64; 2]>, forward: Param<[[f64; 1]; 1]>,
    b: Param<[[f64; 2]; 1]>, select: Param<[f64; 1]>,
) -> [f64; 2] {
    let x_2 = sample_std(sigmoid(x_2));
    let mut p = outer(h, h);
    let mut direction = ln(0.5 + x_2 * x_2);
    for i in 1..2 {
        let s = softmax(p[0]);
        p = p * 0.5 + -(p + p) + h[i - 1];
        direction = min(recip(softplus(s) + 0.25));
    }
    let tape = exp(sum(h));
    let slot = tanh(silu(tape));
    let mut t = row(p, 1);
    for i in 0..=3 {
        let x_2 = sample_variance(row(p, 1));
        t = mean(outer(t, t), axis = 1);
    }
    let limit = relu(p[0]);
    let r = broadcast(square(reshape(forward, [])), [2]);
    let forward = cos(sum(matvec(p, r)));
    let g = limit * log_softmax(r);
    (concat(reshape(direction, [1]), fully_connected(g, b, select)) - slot) * t - forward
}

#[differentiable]
fn p0012(
    tape: Param<[f64; 3]>, limit: Param<f64>, s: Param<[f64; 4]>, score: Param<[[f64; 6]; 4]>,
    params: Input<[[f64; 3]; 4]>, b: Param<f64>,
) -> [f64; 4] {
    let limit = scale(tape, limit);
    let tape = scale(softmax_cross_entropy(s, stop_gradient(s)), 1e-1);
    let x = score[0];
    let exp = scale(params[2], b);
    let k = sin(matmul(broadcast(0.75, [4, 4]) + broadcast(b, [4, 4]), transpose(broadcast(tape, [1, 4]))));
    select(product(column(params, 1)) <= reshape(reshape(k, [2, 2]), [4]), powi(s, 5), square(s)) + mean(limit) + sum(exp)
}

#[differentiable]
fn p0013(
    e: Input<[[f64; 1]; 4]>, b: Param<[[f64; 1]; 1]>, v: Param<[[f64; 4]; 1]>,
    u: Param<[[f64; 2]; 4]>, q: Param<[f64; 4]>, target: Param<f64>,
) -> [f64; 1] {
    let backward = matrix_multiply(b, e);
    let b = reshape(matmul(reshape(-2, [1, 1]), transpose(e) * v), [4, 1]);
    let params = variance(square(broadcast(target, [2])));
    let mean: [f64; 2] = softmax(softmax(atan2(q[1..3], row(u, 3))));
    let h_2: [f64; 4] = softmax(q);
    let a = broadcast(column(v, 0)[0], [2]);
    let target = matmul(sin(outer(q[3..4], a)), broadcast(log_softmax(a), [2, 2]));
    let r = select(min(mean, a) > tanh(mean[0]), a, log_softmax(a));
    let mut d_h = stop_gradient(r);
    let mut gradients = params / sigmoid(params);
    for i in 0..=3 {
        d_h = sigmoid(matvec(broadcast(h_2, [2, 4]), h_2) + recip(u[i]));
        gradients = max(recip(q[..2])) * b[i][0];
    }
    softplus(d_h[..1][0..])
}

#[differentiable]
fn p0014(
    weights: Param<[f64; 2]>, x_2: Param<[[f64; 4]; 1]>, v: Param<[[f64; 3]; 3]>,
    select: Input<[[f64; 3]; 4]>, score: Param<[[f64; 2]; 2]>, a: Param<[f64; 7]>,
) -> [f64; 7] {
    const N: usize = 1;
    let tape = tanh(sum(broadcast(weights[N - 1..=N], [3, 2])));
    let d_h = norm(softplus(x_2)) - softplus(recip(0.5 + tape * tape));
    let h_2 = 2 / exp(weights - weights);
    let sum = row(matmul(transpose(v), transpose(select)), 2)[1 - N..=3 - N];
    let slot = sum[N - 1..=N];
    let g = exp(matvec(score, slot));
    let select = silu(softmax(stop_gradient(a)));
    let r = select(square(sum) > select[3], dot(select, select), log_softmax(sum));
    let forward = reshape(reshape(a, [7, 1]), [7]);
    let value = powi(a, N + 2);
    let y: [f64; 7] = square(sigmoid(forward));
    stop_gradient(reshape(reshape(value, [7, 1]), [7])) - d_h + mean(h_2) + mean(g) - product(r) - y
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
    let mut direction = select(broadcast(b, [2, 2]) > broadcast(weights, [2, 2]), weights, broadcast(scale, [2, 2]));
    for i in 0..4 {
        direction = outer(max(q[i..i + 2], result[1]), recip(0.5 + broadcast(scale, [2]) * broadcast(scale, [2]))) + q[i + 2];
    }
    let mut tape = exp(column(direction, 1));
    tape = sin(reshape(transpose(broadcast(tape, [1, 2])), [2]));
    stop_gradient(std(tape)) - mean(output) - product(slot) - sum
}

#[differentiable]
fn p0016(
    params: Input<[f64; 2]>, r: Param<[[f64; 1]; 2]>, p: Param<[[f64; 4]; 1]>,
    rate: Param<[[f64; 1]; 1]>,
) -> [[f64; 3]; 4] {
    let params = params;
    let h = transpose(r);
    let mut tape = broadcast(params[0], [2, 1]);
    for i in 0..2 {
        let mut output = concat(r[0], reshape(r, [2]));
        for j in 0..2 {
            output = softplus(output);
        }
        tape = tape * 0.5 + matmul(transpose(broadcast(reshape(r, [2]), [2, 2])), broadcast(row(r, 1), [2, 1]));
    }
    matmul(transpose(sigmoid(p)), broadcast(rate, [1, 3])) * norm(h) - product(tape)
}

#[differentiable]
fn p0017(weights: Input<[f64; 1]>, part: Param<[[f64; 1]; 2]>) -> f64 {
    let backward = offset(weights, weights[0]);
    logsumexp(matvec(part, row(part, 0))) * norm(backward)
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
    g: Input<[[f64; 1]; 3]>, norm: Input<f64>, sum: Param<[f64; 1]>, v: Input<[[f64; 1]; 1]>,
    seed: Input<[[f64; 3]; 1]>, mean: Input<[[f64; 4]; 4]>,
) -> [[f64; 1]; 4] {
    const N: usize = 1;
    let gradient = scale(g, norm) * outer(broadcast(norm, [3]), sum);
    let v = sin(sum)[N - 1..=N - 1];
    let w: [[f64; 1]; 3] = -2 + gradient;
    let gradient = column(broadcast(reshape(norm, [1, 1]), [1, 1]), N - 1);
    let mut hidden = column(w, 0) + reshape(g, [3]);
    hidden = log_softmax(column(g, 1 - N));
    let pass = matmul(w + w, select(reshape(v, [1, 1]) < norm, norm, reshape(v, [])));
    let mut kernel = mean(seed);
    for i in 0..N {
        kernel = kernel * 0.5 + abs(broadcast(kernel, [4, 1])[1][N - 1]);
    }
    let w = hidden;
    let kernel = matmul(transpose(broadcast(kernel, [1, 4])), broadcast(-0.5, [1, 4]));
    matmul(transpose(silu(broadcast(g, [3, 4]))), transpose(seed * norm)) - mean(pass) + sum(w) + sum(kernel)
}

#[differentiable]
fn p0021(
    b: Input<[f64; 1]>, norm: Param<[f64; 5]>, gradient: Input<[f64; 1]>, k: Param<[f64; 7]>,
    gain: Input<f64>, h: Param<[[f64; 4]; 2]>,
) -> [[f64; 2]; 1] {
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
    let mut value = fully_connected(tape, broadcast(k, [7, 7]), tape);
    value = sin(log_softmax(value) * powi(tape, 3));
    (matmul(outer(gradient, scale), recip(softplus(broadcast(params, [1, 2])) + 0.25)) + x + norm(limit)) * sum(t) + norm(sum) - product(value)
}

#[differentiable]
fn p0022(
    kernel: Input<[[f64; 2]; 4]>, x: Param<[[f64; 2]; 2]>, g: Param<[f64; 7]>,
    k: Input<[[f64; 1]; 4]>, v: Input<[f64; 1]>, score: Param<[f64; 1]>,
) -> [f64; 7] {
    const N: usize = 3;
    let select = broadcast(-1, [2]);
    let b: [[f64; 2]; 4] = sin(matmul(kernel, x) / 0.25);
    let weights = g;
    let mut sum = k;
    let mut backward = broadcast(g[8 - N], [1]);
    for i in 0..N {
        sum = relu(sin(sum)) - k[2 - i][0];
        backward = powi(softmax(row(sum, 2 - i)), -1);
    }
    let x = scale(-outer(hypot(sum[2], score), offset(score, g[N + 2])), 1e-1);
    let e: [f64; 7] = tanh(weights);
    let h = stop_gradient(e);
    let q = scale(softmax_cross_entropy(fully_connected(h, broadcast(e, [7, 7]), h), tanh(h)), 1e-1);
    let r = leaky_relu(select * q, stop_gradient(q)) * 2;
    (exp(h) + 0.75 - product(b) + norm(backward)) * sum(x) - mean(r)
}

#[differentiable]
fn p0023(
    weights: Param<[[f64; 2]; 1]>, pass: Param<[f64; 3]>, result: Input<[[f64; 1]; 3]>,
    u: Input<[f64; 1]>, exp: Input<[[f64; 3]; 3]>, hidden: Param<[[f64; 1]; 2]>,
) -> f64 {
    let a = sum(weights, axis = 0);
    let weights = square(pass);
    let pass = reshape(result, [3]);
    let result: [f64; 3] = silu(mse(result[1], u) + column(exp, 1));
    let limit = transpose(matmul(offset(broadcast(u, [1, 1]), a[0]), matmul(transpose(hidden), hidden)));
    let gain: [[f64; 1]; 2] = broadcast(1, [2, 1]);
    let part = mean(sin(limit));
    let u = limit[0] * ln(exp(u));
    let value = mean(reshape(a, [1, 2]), axis = 1);
    let b = tanh(reshape(broadcast(limit, [1, 6]), [2, 3]));
    let output = log_softmax(result);
    let limit = broadcast(sum(sample_std(broadcast(hidden, [2, 2]))), [2]);
    ((powi(sqrt(sigmoid(part)), 1) + product(weights) - product(pass) + mean(gain) - norm(u)) * sum(value) - product(output)) * sum(limit)
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
    model!(matrix p0000(score: [f64; 2]) -> [[f64; 1]; 2]),
    model!(vector p0001(score: [[f64; 3]; 3]) -> [f64; 2]),
    model!(scalar p0002() -> f64),
    model!(matrix p0003(h: [f64; 2], z: [f64; 5]) -> [[f64; 1]; 4]),
    model!(vector p0004(hidden: [[f64; 1]; 1], seed: [[f64; 4]; 1]) -> [f64; 1]),
    model!(scalar p0005(result: [[f64; 3]; 4], hidden: [[f64; 1]; 4]) -> f64),
    model!(vector p0006(slot: [f64; 1]) -> [f64; 3]),
    model!(vector p0007(r: [f64; 3]) -> [f64; 3]),
    model!(vector p0008(x_2: [f64; 3], k: f64) -> [f64; 4]),
    model!(scalar p0009(target: [f64; 4], g: [[f64; 4]; 4]) -> f64),
    model!(matrix p0010(norm: [[f64; 1]; 3], s: [f64; 3], backward: [[f64; 1]; 3]) -> [[f64; 3]; 4]),
    model!(vector p0011(x_2: [f64; 2]) -> [f64; 2]),
    model!(vector p0012(params: [[f64; 3]; 4]) -> [f64; 4]),
    model!(vector p0013(e: [[f64; 1]; 4]) -> [f64; 1]),
    model!(vector p0014(select: [[f64; 3]; 4]) -> [f64; 7]),
    model!(scalar p0015(mean: [f64; 7], result: [[f64; 2]; 4], hidden: f64, scale: f64) -> f64),
    model!(matrix p0016(params: [f64; 2]) -> [[f64; 3]; 4]),
    model!(scalar p0017(weights: [f64; 1]) -> f64),
    model!(matrix p0018(exp: [[f64; 2]; 1]) -> [[f64; 2]; 3]),
    model!(scalar p0019(backward: [f64; 2]) -> f64),
    model!(matrix p0020(g: [[f64; 1]; 3], norm: f64, v: [[f64; 1]; 1], seed: [[f64; 3]; 1], mean: [[f64; 4]; 4]) -> [[f64; 1]; 4]),
    model!(matrix p0021(b: [f64; 1], gradient: [f64; 1], gain: f64) -> [[f64; 2]; 1]),
    model!(vector p0022(kernel: [[f64; 2]; 4], k: [[f64; 1]; 4], v: [f64; 1]) -> [f64; 7]),
    model!(scalar p0023(result: [[f64; 1]; 3], u: [f64; 1], exp: [[f64; 3]; 3]) -> f64),
    model!(matrix p0024(limit: [[f64; 1]; 1], pass: [[f64; 1]; 4]) -> [[f64; 4]; 1]),
];
}

pub mod part_1 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0025(
    v: Param<f64>, gain: Input<[[f64; 3]; 3]>, q: Param<[[f64; 3]; 1]>,
    weights: Input<[[f64; 3]; 3]>, a: Input<[[f64; 1]; 3]>,
) -> f64 {
    let mut r = tanh(v);
    let mut d_x = hypot(r, r);
    for i in 0..2 {
        r = binary_cross_entropy(sigmoid(sigmoid(broadcast(v, [3]))), stop_gradient(broadcast(v, [3])));
        d_x = ln(offset(abs(reshape(broadcast(v, [1, 1]), [])), 0.25));
    }
    let mut p = sin(gain);
    p = matmul(transpose(matrix_multiply(weights, q)), broadcast(v, [1, 3]));
    let norm = broadcast(d_x, [6])[3..=5];
    softplus(mean(a)) * r * sum(p) - product(norm)
}

#[differentiable]
fn p0026(
    exp: Input<[f64; 2]>, hidden: Param<f64>, w: Param<[[f64; 3]; 3]>, slot: Param<[[f64; 1]; 1]>,
    z: Param<[f64; 3]>, kernel: Param<[[f64; 3]; 3]>,
) -> [f64; 3] {
    let hidden = log_softmax(exp) - exp[0] * hidden;
    let result = hypot(w, w);
    let exp = reshape(broadcast(slot + slot, [1, 6]), [2, 3]);
    let q = matmul(outer(log_softmax(z), -z), tanh(transpose(kernel)));
    let d_h = hidden[0];
    let y = transpose(max(softplus(exp), broadcast(reshape(hidden, [2, 1]), [2, 3])));
    let e = logsumexp(log_softmax(sigmoid(row(y, 1))));
    let mut k = row(kernel, 2);
    k = column(q, 1) * (e + k);
    let mut limit = sqrt(exp(hidden));
    for i in 0..3 {
        limit = sin(limit * 0.5 + fully_connected(transpose(exp)[0], broadcast(hidden, [2, 2]) + broadcast(hidden, [2, 2]), hidden));
    }
    let direction = matvec(broadcast(e, [2, 3]), k);
    (k - max(k, z)) * mean(result) * d_h * product(limit) + product(direction)
}

#[differentiable]
fn p0027(
    h: Input<f64>, sum: Param<[f64; 7]>, hidden: Param<[f64; 1]>, gain: Input<[[f64; 4]; 4]>,
    norm: Input<[[f64; 1]; 4]>, v: Input<[[f64; 1]; 4]>,
) -> f64 {
    let score = broadcast(h, [3]);
    let b = sum[6];
    let forward = reshape(reshape(broadcast(hidden, [4, 1]), [2, 2]), [4]);
    let rate = sin(2 + exp(matrix_multiply(norm, gain)));
    let seed: [[f64; 1]; 4] = min(exp(rate), leaky_relu(v, 0.75));
    let limit = score;
    let output = clamp(clamp(hypot(b, b), 0.25, 3 + square(0.25)), -2, 0.75 + square(stop_gradient(b)));
    let result = matmul(matmul(gain, v), transpose(recip(softplus(reshape(forward, [4, 1])) + 0.25)));
    let r = norm(broadcast(h, [3, 4]) * broadcast(h, [3, 4]));
    let mut u = fully_connected(sum, broadcast(b, [3, 7]), limit);
    u = log_softmax(u + u);
    let score = sigmoid(cross_entropy(sigmoid(sum), stop_gradient(sum)) - offset(output, limit[0]));
    binary_cross_entropy(sigmoid(tanh(sum)), stop_gradient(sum)) * norm(result) * r - product(u) + score
}

#[differentiable]
fn p0028(
    direction: Input<f64>, hidden: Input<f64>, x: Param<[f64; 2]>, r: Input<[f64; 4]>,
    e: Param<[[f64; 4]; 1]>, q: Param<[[f64; 4]; 4]>,
) -> [f64; 4] {
    let r = hypot(scale(direction, hidden), logsumexp(x)) * softplus(softmax_cross_entropy(r, r));
    let b = product(broadcast(hidden, [1, 1]));
    let w = row(broadcast(hidden, [1, 4]), 0);
    let gain = relu(reshape(broadcast(hidden, [2, 1]), [2]));
    let target = tanh(matmul(e, transpose(q)))[0];
    let h = exp(broadcast(r, [2, 4]));
    let slot = outer(select(target >= b, w, broadcast(direction, [4])), column(broadcast(gain, [4, 2]), 0));
    let b = quadratic_error(broadcast(b, [4, 1])[1][0], stop_gradient(r));
    let forward = broadcast(sqrt(0.5 + reshape(gain, [2, 1])[1] * reshape(gain, [2, 1])[1]), [2, 1]);
    let mut t = transpose(forward) * reshape(forward, [1, 2]);
    for i in 0..=2 {
        let kernel = scale(broadcast(1, [5])[2 - i..4 - i], mse(broadcast(x, [1, 2]), stop_gradient(t)));
        t = t * 0.5 + reshape(w, [2, 2])[1][1] * broadcast(b, [1, 2]);
    }
    reshape(broadcast(direction, [4, 1]), [1, 4])[0] - product(h) - sum(t)
}

#[differentiable]
fn p0029(
    gradient: Param<[[f64; 1]; 1]>, rate: Param<[[f64; 1]; 3]>, score: Input<[f64; 12]>,
    x_2: Param<[[f64; 4]; 4]>, value: Param<[[f64; 1]; 4]>, select: Input<[[f64; 3]; 4]>,
) -> [f64; 6] {
    let z: [[f64; 1]; 1] = exp(stop_gradient(broadcast(gradient, [1, 1])));
    let gradient = broadcast(tanh(rate), [3, 4]);
    let rate = max(reshape(score, [4, 3]));
    let limit = -matmul(x_2, value);
    let select = mse(select, select);
    let kernel = tanh(reshape(broadcast(z, [1, 9]), [3, 3]));
    let z = logsumexp(log_softmax(broadcast(select, [3])));
    let gain = broadcast(z, [1]);
    let mut d_x = offset(broadcast(z, [3]), select);
    for i in 0..=0 {
        let mut h_2 = max(broadcast(z, [1, 4]), transpose(limit));
        for j in 0..2 {
            h_2 = broadcast(rate, [1, 4]) * gradient[j][1];
        }
        d_x = d_x * 0.5 + concat(d_x[i + 1] * limit[0], score[6] - score[2..=3]) + gradient[i][i + 2];
    }
    let u = scale(sin(select), -1 * select);
    let seed = score[5..11];
    softmax(column(broadcast(rate, [6, 3]), 0)) * mean(kernel) - sum(gain) - sum(d_x) - u - seed
}

#[differentiable]
fn p0030(
    limit: Param<[[f64; 3]; 4]>, sum: Param<[[f64; 4]; 4]>, d_x: Input<f64>,
    h_2: Param<[[f64; 1]; 4]>, b: Input<[[f64; 1]; 3]>, y: Param<[[f64; 1]; 3]>,
) -> [f64; 3] {
    let h = matrix_multiply(square(sum), reshape(limit, [3, 4]));
    let rate = 1 / offset(abs(d_x), 0.25);
    let weights = matvec(h_2, broadcast(d_x, [1]));
    let score = b * y;
    let mut target = transpose(reshape(d_x, [1, 1]));
    target = 2 * reshape(d_x, [1, 1]);
    let rate = scale(-logsumexp(fully_connected(row(y, 2), target, weights[3..4])), 1e-1);
    let w = silu(powi(rate, 0));
    let weights = tanh(broadcast(exp(transpose(target)), [1, 4]));
    let h_2: [f64; 3] = silu(select(column(h, 0) >= reshape(y, [3]), row(limit, 0), broadcast(d_x, [3])));
    let gain = recip(exp(softmax(mean(transpose(y), axis = 1))));
    let mut params = d_x - w;
    params = relu(std(y));
    (matrix_multiply(limit, weights)[0] - product(score) + h_2) * params
}

#[differentiable]
fn p0031(
    hidden: Input<f64>, b: Param<f64>, forward: Param<[f64; 4]>, mean: Param<f64>,
    k: Input<[f64; 1]>, score: Param<[[f64; 4]; 4]>,
) -> [[f64; 3]; 2] {
    let u = min(scale(hidden, b), variance(broadcast(hidden, [3])));
    let e: f64 = u - b;
    let y = stop_gradient(forward) - stop_gradient(forward);
    let sum = powi(1e-1, 0);
    let result = tanh(sum(broadcast(mean, [3])));
    let mut x_2 = result + u;
    x_2 = abs(reshape(k, []));
    let gradient = cross_entropy(broadcast(sum, [4]), y);
    let mut exp = huber(score, stop_gradient(score), 0.25);
    for i in 0..3 {
        exp = clamp(broadcast(exp, [1, 4])[0][i + 1], -0.5, 0.5) - forward[i + 1];
    }
    (transpose(broadcast(gradient, [3, 2]) / (softplus(broadcast(gradient, [3, 2])) + 0.25)) - x_2) * exp
}

#[differentiable]
fn p0032(
    norm: Input<[f64; 3]>, part: Input<[[f64; 1]; 4]>, t: Param<[[f64; 1]; 1]>,
    y: Param<[[f64; 9]; 1]>, gradients: Input<[f64; 6]>, direction: Param<[f64; 6]>,
) -> [f64; 1] {
    let exp = product(norm) + part;
    let target = ln(softplus(norm) + 0.25);
    let output = cross_entropy(sigmoid(t), stop_gradient(t));
    let slot = reshape(y, [3, 3]) / softmax_cross_entropy(gradients, sigmoid(gradients));
    let gradient = sin(cross_entropy(softmax(0.5 / offset(abs(gradients), 0.25)), stop_gradient(direction)));
    let d_h: [[f64; 1]; 1] = leaky_relu(atan2(abs(t), broadcast(gradient, [1, 1])), gradient);
    let s = log_softmax(stop_gradient(reshape(t, [1])));
    let q = d_h[0];
    let h_2 = exp(t);
    let d_x = -matmul(h_2, reshape(target, [1, 3]));
    let hidden = abs(broadcast(output, [4, 4]));
    let hidden = -hidden;
    outer(norm, q)[2] + sum(exp) + norm(d_x) + mean(hidden)
}

#[differentiable]
fn p0033(
    r: Input<[f64; 2]>, tape: Input<[f64; 2]>, seed: Input<[f64; 2]>, d_x: Input<[[f64; 3]; 2]>,
    w: Input<[f64; 3]>, s: Input<[[f64; 2]; 2]>, forward: Param<f64>,
) -> [[f64; 2]; 2] {
    const N: usize = 3;
    let a = quadratic_error(stop_gradient(r), sigmoid(tape));
    let rate: [[f64; 2]; 2] = relu(broadcast(tape, [2, 2]));
    let tape = sigmoid(seed);
    let e = norm(tape) * seed[..2];
    let d_h = cos(d_x);
    let u: [[f64; 2]; 2] = abs(outer(e, tape));
    let norm = reshape(outer(seed[N - 2..=N - 2], seed[N - 3..N - 2]), []);
    let mut params = outer(w, seed);
    for i in 0..N {
        params = powi(reshape(d_h, [3, 2]) / -1.25, 1) - params[i][4 - N];
    }
    (matmul(reshape(reshape(u, [4]), [2, 2]), u - s) * a + norm) * forward
}

#[differentiable]
fn p0034(
    z: Param<[f64; 4]>, p: Param<[f64; 4]>, gradients: Param<[f64; 4]>, exp: Input<[[f64; 3]; 4]>,
    y: Input<[[f64; 2]; 3]>, d_h: Input<[[f64; 1]; 4]>,
) -> [f64; 3] {
    let forward = mse(cos(select(p < z[0], p, gradients)), stop_gradient(gradients));
    let weights = column(exp, 0);
    let direction = transpose(y);
    let value = huber(softplus(broadcast(d_h, [4, 1])), sigmoid(d_h), 1.5);
    let backward = sin(quadratic_error(weights[1..], tanh(column(y, 1))));
    let g = atan2(z[0..2] / 1, cos(gradients[..2])[..]);
    let kernel = variance(recip(offset(gradients, backward)));
    broadcast(mse(g, stop_gradient(g)), [3]) + forward + value + kernel
}

#[differentiable]
fn p0035(
    g: Param<[[f64; 3]; 3]>, u: Input<[f64; 5]>, tape: Param<[f64; 4]>, norm: Param<f64>,
    score: Param<f64>, d_h: Input<f64>,
) -> [f64; 3] {
    let g = row(g, 0);
    let weights = dot(-u, scale(u, -0.5));
    let params = ln(0.5 + ln(softplus(tape) + 0.25) * ln(softplus(tape) + 0.25));
    let u = params * tape;
    let e = max(norm, norm(score));
    let norm = transpose(d_h - broadcast(e, [3, 3]));
    let e = (broadcast(score, [5]) - broadcast(weights, [5]))[2..];
    let limit = exp(u);
    let s = cos(reshape(broadcast(weights, [5, 1]), [5]));
    let sum = sigmoid(reshape(limit, [4, 1]));
    sin(-e) * g - sum(s)
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
fn p0038(value: Param<[[f64; 1]; 1]>, y: Input<[f64; 3]>, mean: Param<[f64; 1]>) -> f64 {
    let u = matmul(transpose(value), broadcast(value, [1, 3]));
    let backward = broadcast(softmax(fully_connected(y, u, mean)), [1, 1]);
    let mut g = sum(backward, axis = 0);
    g = recip(0.5 + transpose(u)[0] * transpose(u)[0]);
    let mut s = variance(u);
    let mut x = relu(y);
    for i in 0..3 {
        s = cross_entropy(softmax(row(broadcast(mean, [3, 1]), 2 - i)), stop_gradient(row(backward, 0)));
        x = sigmoid(x * 0.5 + column(broadcast(mean, [5, 1]), 0)[2..] + y[2 - i]);
    }
    -g[0] * norm(x)
}

#[differentiable]
fn p0039(
    pass: Param<[[f64; 1]; 4]>, g: Param<[[f64; 1]; 1]>, select: Param<[f64; 1]>,
    kernel: Input<[[f64; 4]; 1]>, forward: Param<f64>, score: Param<[[f64; 4]; 4]>,
) -> f64 {
    let g = matmul(pass, g);
    let mut target = min(select);
    target = mean(silu(kernel));
    let scale: [f64; 1] = exp(broadcast(target, [1]));
    let mut params = 1 + forward;
    let mut d_h = matmul(transpose(score), score);
    for i in 0..2 {
        let output = ln(sigmoid(broadcast(params, [7])));
        let mut h = reshape(reshape(d_h, [8, 2]), [4, 4]);
        for j in 0..=0 {
            h = sin(hypot(matmul(score, score), broadcast(params, [4, 4])));
        }
        params = binary_cross_entropy(sigmoid(sigmoid(scale)), stop_gradient(broadcast(forward, [1]))) - score[i + 2][0];
        d_h = broadcast(2 / offset(abs(params), 0.25), [4, 4]);
    }
    scale(logsumexp(kernel[0]), variance(d_h)) * mean(g) - params
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
    target: Input<[f64; 2]>, gain: Param<[[f64; 1]; 4]>, x: Input<[[f64; 1]; 1]>,
    norm: Param<[[f64; 2]; 4]>, select: Param<[[f64; 2]; 1]>, h_2: Param<[f64; 4]>,
) -> [[f64; 2]; 1] {
    let rate = quadratic_error(softmax(target), target);
    let gradient = transpose(gain) * silu(transpose(gain));
    let v = scale(powi(relu(target)[0], 4), 1e-1);
    let y: [[f64; 4]; 1] = broadcast(matrix_multiply(x, reshape(rate, [1, 1])), [1, 4]);
    let gain = sum(sin(row(norm, 3)));
    let g = target;
    let h = y;
    let norm = broadcast(1.5, [7]);
    let s = log_softmax(g);
    let k = scale(hypot(exp(square(g)), square(sqrt(softplus(s) + 0.25))), 1e-1);
    let x = transpose(-select);
    let q = transpose(outer(ln(sigmoid(h_2)), row(reshape(h_2, [2, 2]), 0)));
    matmul(broadcast(h_2, [1, 4]), transpose(max(q, broadcast(x, [2, 4])))) - mean(gradient) + v - gain + product(h) + mean(norm) - product(k)
}

#[differentiable]
fn p0042(
    scale: Param<[f64; 4]>, exp: Param<[[f64; 1]; 1]>, mean: Param<f64>, score: Input<[f64; 7]>,
) -> [f64; 4] {
    let g: [f64; 4] = ln(sin(softmax(scale)));
    let scale = broadcast(sin(exp), [1, 4]);
    let part = relu(mean);
    let p = recip(softplus(matmul(scale, broadcast(part, [4, 1]))) + 0.25);
    fully_connected(g, broadcast(g, [4, 4]), g) / sigmoid(score[3..7]) + mean(p)
}

#[differentiable]
fn p0043(
    params: Param<[f64; 2]>, s: Input<[[f64; 1]; 2]>, d_x: Param<[[f64; 1]; 3]>,
    x: Param<[[f64; 3]; 1]>, gain: Input<f64>,
) -> [f64; 2] {
    let params = softmax(params);
    let mut value = matmul(transpose(s), s);
    for i in 1..3 {
        value = clamp(matmul(broadcast(params, [1, 2]), s), -2, 0.75);
    }
    let mean = tanh(matrix_multiply(x, d_x));
    let y: [[f64; 1]; 2] = scale(s, reshape(value, []));
    let t = cos(sqrt(0.5 + reshape(x, [3]) * reshape(x, [3])));
    let params = matrix_multiply(d_x, x);
    let k = silu(reshape(sin(t), [3, 1]));
    let output = leaky_relu(t[1..], -1.25);
    let q = transpose(offset(k, output[0]));
    let limit = row(broadcast(gain, [3, 1]), 0);
    let h = exp(broadcast(t - t, [1, 3]));
    (concat(gain * limit, fully_connected(limit, params, limit)) - product(mean) + norm(y) + mean(q)) * norm(h)
}

#[differentiable]
fn p0044(h: Param<f64>, tape: Param<[[f64; 4]; 1]>) -> [f64; 4] {
    let hidden = -h + silu(h) + exp(tape)[0][1];
    mean(tape, axis = 0)[0..] + hidden
}

#[differentiable]
fn p0045(
    x: Param<f64>, gradient: Param<[[f64; 8]; 1]>, direction: Input<[[f64; 2]; 1]>,
    e: Input<[f64; 2]>, g: Param<[f64; 4]>, v: Param<[f64; 3]>,
) -> [f64; 3] {
    let x = transpose(reshape(x * gradient, [2, 4]));
    let mut x_2 = -1.25;
    x_2 = exp(sample_variance(direction));
    let score: f64 = sqrt(0.5 + sin(relu(x_2)) * sin(relu(x_2)));
    let slot = broadcast(dot(softmax(e), recip(e)), [4]);
    let p = score / (0.5 + sum(exp(x_2)) * sum(exp(x_2)));
    let e = clamp(broadcast(relu(p), [2]), -0.5, 0.5 + square(0.75));
    let g = sigmoid(sin(dot(slot, g)));
    let scale = tanh(v);
    let d_h = sample_variance(scale(broadcast(slot, [3, 4]), x_2)) / sigmoid(softplus(dot(slot, slot)));
    let z = -(d_h / exp(slot[1..][0]));
    let mut result = broadcast(slot, [1, 4]);
    for i in 0..4 {
        result = result - x[i][0];
    }
    (offset(broadcast(0.75, [4, 3]), z)[2] - product(e)) * g * scale
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
) -> [f64; 1] {
    let rate = log_softmax(target[..])[1..];
    let gain: f64 = cross_entropy(sigmoid(rate), stop_gradient(rate));
    let k = row(offset(matrix_multiply(output, r), norm(rate)), 1);
    let t = matvec(3 - pass, clamp(broadcast(gain, [1]), -0.5, 0.5));
    let scale = broadcast(gain, [1]);
    let mut seed = matmul(z, u);
    seed = transpose(output) / offset(abs(tanh(reshape(output, [1, 4]))), 0.25);
    let g = binary_cross_entropy(sigmoid(max(k)), stop_gradient(gain));
    let y = matvec(softplus(pass), concat(t, target)[0..1]);
    let mut tape = z[0];
    for i in 1..4 {
        let gradients = sin(dot(broadcast(g, [6]), broadcast(g, [6])));
        tape = tape + r[4 - i][i - 1];
    }
    let params = tape / -1;
    (atan2(params, params) * powi(tape, 1) - scale) * norm(seed) - y
}

#[differentiable]
fn p0048(
    h_2: Param<[[f64; 1]; 6]>, score: Param<[f64; 2]>, limit: Input<[f64; 1]>,
    b: Param<[[f64; 4]; 2]>, mean: Input<[f64; 4]>, pass: Param<f64>,
) -> [f64; 3] {
    let mut e = reshape(h_2, [2, 3]);
    for i in 1..4 {
        e = e * 0.5 + e;
    }
    let tape = abs(concat(score, limit));
    let h_2: [[f64; 2]; 4] = transpose(b);
    let u = mean / 1.5;
    let select = sigmoid(broadcast(pass / (0.5 + pass * pass), [2]));
    let mean = 0.25 * recip(sigmoid(pass));
    let score: [f64; 2] = min(select - mean, sigmoid(select));
    let seed = square(tape);
    let mut target = sqrt(offset(abs(pass), 0.25));
    let mut gradient = ln(softplus(broadcast(pass, [1, 1])) + 0.25);
    for i in 1..3 {
        let part = sin(sqrt(0.5 + target * target));
        let mut direction = concat(score, limit);
        let mut g = matmul(broadcast(part, [2, 2]), b);
        for j in 1..3 {
            direction = cos(fully_connected(direction, broadcast(target, [3, 3]), tape));
            g = outer(tape[1..], broadcast(mean, [7])[j..j + 4]) * direction[j];
        }
        target = (0.25 - softmax_cross_entropy(u, sigmoid(u))) * tape[i - 1];
        gradient = reshape(reshape(part, [1, 1])[0], [1, 1]);
    }
    sqrt(0.5 + row(e, 0) * row(e, 0)) - product(h_2) + seed - target + mean(gradient)
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
    result = powi(sum(broadcast(result, [1, 4]), axis = 0), 2);
    (target + mean(r) + mean(a) + norm(h_2)) * norm(exp) - sum(result)
}

pub const MODELS: &[Model] = &[
    model!(scalar p0025(gain: [[f64; 3]; 3], weights: [[f64; 3]; 3], a: [[f64; 1]; 3]) -> f64),
    model!(vector p0026(exp: [f64; 2]) -> [f64; 3]),
    model!(scalar p0027(h: f64, gain: [[f64; 4]; 4], norm: [[f64; 1]; 4], v: [[f64; 1]; 4]) -> f64),
    model!(vector p0028(direction: f64, hidden: f64, r: [f64; 4]) -> [f64; 4]),
    model!(vector p0029(score: [f64; 12], select: [[f64; 3]; 4]) -> [f64; 6]),
    model!(vector p0030(d_x: f64, b: [[f64; 1]; 3]) -> [f64; 3]),
    model!(matrix p0031(hidden: f64, k: [f64; 1]) -> [[f64; 3]; 2]),
    model!(vector p0032(norm: [f64; 3], part: [[f64; 1]; 4], gradients: [f64; 6]) -> [f64; 1]),
    model!(matrix p0033(r: [f64; 2], tape: [f64; 2], seed: [f64; 2], d_x: [[f64; 3]; 2], w: [f64; 3], s: [[f64; 2]; 2]) -> [[f64; 2]; 2]),
    model!(vector p0034(exp: [[f64; 3]; 4], y: [[f64; 2]; 3], d_h: [[f64; 1]; 4]) -> [f64; 3]),
    model!(vector p0035(u: [f64; 5], d_h: f64) -> [f64; 3]),
    model!(vector p0036(score: [[f64; 2]; 1]) -> [f64; 2]),
    model!(vector p0037(sum: [[f64; 5]; 4]) -> [f64; 4]),
    model!(scalar p0038(y: [f64; 3]) -> f64),
    model!(scalar p0039(kernel: [[f64; 4]; 1]) -> f64),
    model!(vector p0040(k: [[f64; 3]; 2], x_2: [[f64; 3]; 1]) -> [f64; 2]),
    model!(matrix p0041(target: [f64; 2], x: [[f64; 1]; 1]) -> [[f64; 2]; 1]),
    model!(vector p0042(score: [f64; 7]) -> [f64; 4]),
    model!(vector p0043(s: [[f64; 1]; 2], gain: f64) -> [f64; 2]),
    model!(vector p0044() -> [f64; 4]),
    model!(vector p0045(direction: [[f64; 2]; 1], e: [f64; 2]) -> [f64; 3]),
    model!(matrix p0046() -> [[f64; 4]; 4]),
    model!(vector p0047(r: [[f64; 4]; 4], pass: [[f64; 1]; 1]) -> [f64; 1]),
    model!(vector p0048(limit: [f64; 1], mean: [f64; 4]) -> [f64; 3]),
    model!(scalar p0049(y: [[f64; 1]; 4], slot: [f64; 4]) -> f64),
];
}

pub mod part_2 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0050(
    params: Param<[f64; 1]>, d_h: Param<[f64; 6]>, sum: Input<[f64; 6]>, seed: Param<[f64; 6]>,
    mean: Input<[[f64; 6]; 4]>, norm: Input<f64>,
) -> f64 {
    let mut y = concat(params, params);
    for i in 0..2 {
        let scale = mse(y, stop_gradient(y));
        y = clamp(abs(y), -2, 0.75) - y[i];
    }
    let hidden = select(d_h <= 0.5, sum, seed);
    let part = y - y;
    let mut x_2 = mean[0];
    for i in 0..4 {
        let r = -reshape(part, [1, 2]) * 0.25;
        x_2 = recip(exp(row(mean, 3 - i))) * seed[i + 2];
    }
    let sum = silu(hypot(norm, -2));
    let norm = log_softmax(sum(broadcast(norm, [2, 4]), axis = 1));
    let q = -std(x_2);
    softplus(exp(q)) - sum(hidden) + sum + sum(norm)
}

#[differentiable]
fn p0051(
    x_2: Param<[[f64; 1]; 1]>, d_x: Param<f64>, mean: Input<[[f64; 2]; 2]>,
    sum: Param<[[f64; 2]; 3]>, value: Param<[f64; 1]>, part: Input<[[f64; 2]; 4]>,
) -> [f64; 4] {
    let norm = ln(sigmoid(x_2));
    let forward = d_x;
    let mut gain = sum(mean, axis = 0);
    gain = log_softmax(sum(mean, axis = 0));
    let r: [[f64; 3]; 2] = matmul(transpose(mean), transpose(sum));
    let pass = concat(value, value) * row(sum, 1);
    let params = part;
    let mut p = dot(r[0], broadcast(forward, [3]));
    p = variance(matvec(params, pass));
    let sum = mean(tanh(mean(broadcast(p, [1, 4]), axis = 0)));
    let w = -broadcast(sum, [2])[0..];
    let r = broadcast(dot(softmax(broadcast(d_x, [4])), recip(sigmoid(broadcast(p, [4])))), [2, 2]);
    square(mean(reshape(r, [4, 1]), axis = 1)) + product(norm) + sum(w)
}

#[differentiable]
fn p0052(
    weights: Input<[[f64; 4]; 4]>, scale: Param<[[f64; 2]; 4]>, a: Param<[[f64; 2]; 4]>,
    part: Param<[[f64; 2]; 2]>, select: Param<[f64; 2]>, h_2: Input<[f64; 2]>,
) -> [f64; 2] {
    let weights = dot(matmul(weights, scale), a + scale);
    let mut forward = fully_connected(select, part, h_2);
    let mut w = scale[0];
    for i in 1..=4 {
        forward = broadcast(1, [5])[..5][4 - i..6 - i];
        w = concat(broadcast(weights, [1]) - h_2[1..2], broadcast(weights, [4, 1])[4 - i]);
    }
    exp(forward) * w
}

#[differentiable]
fn p0053(d_h: Input<[f64; 3]>, b: Param<[[f64; 3]; 3]>) -> [f64; 3] {
    let d_h = std(d_h);
    sum(transpose(b), axis = 0) + d_h
}

#[differentiable]
fn p0054(
    value: Param<[f64; 2]>, backward: Input<[f64; 3]>, params: Input<[[f64; 4]; 3]>,
    seed: Param<[f64; 4]>, y: Param<[[f64; 1]; 3]>, k: Param<[f64; 4]>,
) -> [[f64; 3]; 4] {
    let z = sqrt(offset(abs(atan2(value, value)), 0.25));
    let target: f64 = mse(backward, backward);
    let t = -0.5 * z;
    let z = log_softmax(fully_connected(seed, params, backward));
    let forward = broadcast(broadcast(target, [2, 1]), [2, 4]);
    let result = tanh(cross_entropy(sigmoid(broadcast(target, [3])), stop_gradient(z)));
    let seed = softplus(target);
    let value = matmul(broadcast(seed, [4, 1]), transpose(y))[0][0..=1];
    let mut x_2 = hypot(k, k);
    for i in 0..2 {
        x_2 = mean(broadcast(reshape(t, [2, 1]), [2, 4]), axis = 0);
    }
    select(reshape(reshape(params, [2, 6]), [4, 3]) <= product(result), transpose(params), offset(transpose(params), seed)) + sum(forward) - sum(value) + norm(x_2)
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
    rate: Param<[f64; 2]>, direction: Param<[f64; 3]>, backward: Param<[f64; 4]>,
    kernel: Param<[f64; 2]>, p: Param<[f64; 6]>,
) -> [f64; 6] {
    let gradient = rate / rate;
    let u = sample_std(direction) + mean(rate[1]);
    let h = scale(sum(recip(outer(backward, kernel)), axis = 0), 1e-1);
    relu(u) - softmax(p) + norm(gradient) - norm(h)
}

#[differentiable]
fn p0057(
    norm: Input<[f64; 5]>, target: Input<[[f64; 2]; 2]>, gain: Param<[f64; 2]>,
    tape: Param<[f64; 5]>, s: Param<[f64; 2]>, limit: Param<[[f64; 4]; 1]>,
) -> f64 {
    let norm = tanh(norm);
    let gain = huber(tanh(sum(target, axis = 0)), stop_gradient(gain), 0.5);
    let v = tape - norm;
    let mut t = sqrt(sigmoid(s));
    t = stop_gradient(log_softmax(t));
    let mut u = abs(limit);
    for i in 1..3 {
        u = u * 0.5 + 1e-1 / broadcast(broadcast(gain, [1, 1]), [1, 4]) + v[4 - i];
    }
    min(s[0..]) * product(t) * product(u)
}

#[differentiable]
fn p0058(
    score: Input<[f64; 1]>, e: Param<[f64; 6]>, rate: Param<[[f64; 6]; 1]>,
    backward: Param<[[f64; 4]; 1]>, mean: Input<[f64; 6]>, select: Input<[f64; 4]>,
) -> [[f64; 4]; 1] {
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
    let mut v = sample_variance(e);
    let mut d_x = mean;
    for i in 0..N {
        v = sigmoid(exp(v) + product(v) - d_x[0 - i]);
        d_x = exp(y)[N - 1] + d_x[i];
    }
    outer(d_x[N - 1..N], powi(select, 2)) - h_2 - score - d_h + weights + v
}

#[differentiable]
fn p0059(
    gradients: Param<[f64; 4]>, part: Param<[f64; 4]>, limit: Param<[[f64; 4]; 6]>,
    target: Param<f64>, b: Param<[[f64; 4]; 4]>, forward: Param<[[f64; 4]; 4]>,
) -> [f64; 4] {
    let z = outer(gradients, part);
    let h = 0.25 * log_softmax(part);
    let gradients = leaky_relu(h, 0.25);
    let mut kernel = mean(z, axis = 1);
    kernel = softplus(row(z, 0));
    let mut k = sum(limit, axis = 1);
    k = broadcast(relu(target), [6]);
    let a = matmul(z * b * matmul(b, broadcast(h, [4, 4])), transpose(0.75 - broadcast(k[0], [1, 4])));
    sum(matmul(forward, transpose(z)), axis = 0) * gradients * kernel * sum(a)
}

#[differentiable]
fn p0060(
    scale: Param<[f64; 2]>, seed: Param<[f64; 2]>, select: Param<[[f64; 4]; 1]>,
    forward: Input<[[f64; 1]; 2]>, weights: Input<[f64; 3]>, u: Input<[[f64; 6]; 2]>,
) -> f64 {
    let rate = sum(matvec(broadcast(scale, [2, 2]), seed));
    let params = broadcast(rate, [6]);
    let q = broadcast(rate, [2, 4]);
    let d_x = mean(matrix_multiply(transpose(forward), transpose(select)));
    let backward: f64 = sum(outer(select[0], row(q, 0)));
    let h = stop_gradient(silu(stop_gradient(params[3..=4])));
    let mut gradients = tanh(backward);
    gradients = hypot(h[1] * backward, softmax_cross_entropy(params[1..4], weights));
    let gain = softmax(row(leaky_relu(u, -1.25), 0));
    let params = variance(q);
    let mut value = gain - 1;
    for i in 0..4 {
        value = 0.25 * exp(exp(row(u, 0)));
    }
    (softplus(logsumexp(h)) + gradients) * product(value)
}

#[differentiable]
fn p0061(part: Param<[f64; 4]>) -> [[f64; 1]; 1] {
    let d_h = binary_cross_entropy(sigmoid(part[..2] + scale(part[1..3], 1e-1)), stop_gradient(part[2..]));
    offset(sqrt(sigmoid(broadcast(d_h, [1, 1]))), d_h)
}

#[differentiable]
fn p0062(
    rate: Param<[f64; 1]>, b: Input<[[f64; 4]; 1]>, output: Param<[f64; 4]>,
    x_2: Param<[[f64; 1]; 1]>, h_2: Param<[f64; 4]>, exp: Param<[f64; 3]>,
) -> [[f64; 3]; 3] {
    let d_h: [f64; 1] = max(fully_connected(output, b, rate), mean(x_2, axis = 1));
    let mut x = h_2[..];
    let mut backward = broadcast(1.5, [1, 1]);
    for i in 0..3 {
        x = hypot(sin(row(b, 0)), mean(broadcast(backward, [1, 4]), axis = 0));
        backward = silu(transpose(reshape(d_h, [1, 1])));
    }
    let score = clamp(exp, -0.5, 0.5 + square(-2));
    let params = min(output[1..4]);
    let a = norm(ln(sigmoid(broadcast(score, [1, 3]))));
    let params = (broadcast(params, [3]) + a)[1..=1];
    let mut value = -x;
    value = square(broadcast(a, [5]))[..4];
    let seed = relu(b);
    let z = matmul(backward, seed);
    matmul(matmul(reshape(exp, [3, 1]), b), -broadcast(exp, [4, 3])) - norm(params) + product(value) - sum(z)
}

#[differentiable]
fn p0063(
    weights: Param<f64>, backward: Param<[[f64; 2]; 1]>, w: Param<[f64; 2]>,
    a: Input<[[f64; 1]; 1]>, t: Input<f64>, scale: Input<f64>,
) -> f64 {
    let norm = leaky_relu(weights, stop_gradient(weights));
    let weights = row(broadcast(softplus(reshape(norm, [1, 1])), [1, 1]), 0);
    let norm = weights + weights;
    let v = reshape(sigmoid(matrix_multiply(backward, a)), [2]);
    let r = broadcast(weights, [1, 1]);
    let hidden = max(scale, t);
    let limit = mean(matrix_multiply(backward, transpose(a)));
    let output = -2 / (0.5 + softplus(norm + norm) * softplus(norm + norm));
    let norm = mean(weights) / sigmoid(output / (softplus(norm) + 0.25));
    limit - hidden + norm(norm)
}

#[differentiable]
fn p0064(
    value: Param<[[f64; 3]; 2]>, e: Param<[f64; 6]>, tape: Param<[f64; 3]>,
    z: Input<[[f64; 4]; 2]>, q: Input<[[f64; 2]; 2]>, a: Param<[f64; 1]>,
) -> [[f64; 4]; 1] {
    let mut scale = sum(value);
    scale = relu(scale) / (softplus(std(e)) + 0.25);
    let kernel = huber(sqrt(exp(tape + tape)), stop_gradient(tape), 1.5);
    let direction = clamp(z, -2, 0.75);
    let q = matvec(sigmoid(q), cos(e[..2]));
    let g = matmul(broadcast(kernel, [2, 1]), outer(a, row(direction, 0)));
    let slot = atan2(transpose(broadcast(kernel, [2, 2])), broadcast(q, [2, 2]));
    outer(a, direction[0]) / ln(offset(abs(kernel), 0.25)) - scale + sum(g) + sum(slot)
}

#[differentiable]
fn p0065(
    rate: Param<[[f64; 1]; 1]>, d_h: Input<[[f64; 1]; 1]>, seed: Param<[[f64; 1]; 4]>,
    scale: Param<[f64; 1]>, output: Param<[f64; 3]>, result: Param<[f64; 6]>,
) -> f64 {
    let rate = reshape(hypot(rate, rate) - -0.5, []);
    let seed = sin(exp(matmul(transpose(d_h), transpose(seed)) + norm(scale)));
    let h = output;
    let mut a = broadcast(h, [1, 3]);
    let mut y = cos(result);
    for i in 0..2 {
        a = a * 0.5 + offset(atan2(a, a), exp(0.25)) - h[i];
        y = (y * 0.5 + y) * y[i + 2];
    }
    softmax_cross_entropy(broadcast(y, [3, 6])[0], stop_gradient(y)) + rate + sum(seed) - norm(a)
}

#[differentiable]
fn p0066(
    direction: Param<[f64; 7]>, gradient: Param<[[f64; 3]; 7]>, d_h: Param<[f64; 3]>,
    z: Param<f64>, g: Input<[[f64; 3]; 4]>, weights: Param<[[f64; 7]; 3]>,
) -> [f64; 2] {
    let mut sum = fully_connected(d_h, gradient, column(gradient, 1));
    for i in 1..2 {
        let gradient = softmax(sum);
        let mut backward = abs(gradient[2..=3]);
        for j in 0..=1 {
            backward = backward * 0.5 + cos(backward + backward) - backward[j];
        }
        sum = mean(clamp(broadcast(d_h, [7, 3]), 0.25, 3), axis = 1) + gradient[i + 3];
    }
    let d_h = sum(d_h) + (sum[5] + z);
    let gradient = sin(matrix_multiply(weights, g)[3]);
    let seed = broadcast(dot(broadcast(d_h, [2, 4]), broadcast(0.25, [2, 4])), [2]);
    seed * norm(gradient)
}

#[differentiable]
fn p0067(
    score: Param<f64>, sum: Param<[f64; 5]>, params: Param<[[f64; 4]; 4]>, b: Param<[f64; 7]>,
    exp: Param<[[f64; 4]; 1]>, a: Input<[f64; 1]>,
) -> f64 {
    let x = broadcast(score, [1, 1]);
    let e: f64 = sin(-1);
    let x_2 = tanh(dot(sum, sum));
    let output = b[3..];
    let mut w = sample_variance(output);
    w = mse(exp, stop_gradient(exp));
    let slot = dot(broadcast(score, [1]), a);
    let b = exp - exp;
    let mut mean = max(b, exp);
    for i in 1..5 {
        mean = stop_gradient(broadcast(output, [1, 4])) - sum[4 - i];
    }
    let b = matmul(transpose(params), transpose(b));
    let params: [[f64; 1]; 1] = broadcast(log_softmax(a) - silu(a), [1, 1]);
    sin(square(slot)) * sum(x) * e + x_2 - w - norm(mean) + mean(b) + mean(params)
}

#[differentiable]
fn p0068(
    q: Input<[f64; 7]>, d_h: Input<[[f64; 4]; 1]>, tape: Param<[f64; 5]>,
    value: Param<[[f64; 1]; 1]>, b: Param<[f64; 5]>,
) -> [[f64; 2]; 4] {
    let mut z = q[3..7];
    z = reshape(d_h, [4]) * d_h[0];
    let d_h: [f64; 4] = (tape / tape)[0..=3];
    let tape = tape[4..];
    let q = reshape(tape, []);
    let d_x = q;
    let e = sin(reshape(powi(matmul(broadcast(tape, [8, 1]), value), -2), [2, 4]));
    let mut h_2 = tape;
    for i in 0..=2 {
        h_2 = tanh(hypot(h_2, h_2)) * d_h[i];
    }
    let tape: [f64; 4] = sin(z);
    let slot = 0.25 * matvec(offset(broadcast(q, [4, 4]), d_x), b[0..4]);
    let y = sigmoid(-1);
    (matmul(transpose(sqrt(broadcast(d_h, [4, 4]))), transpose(broadcast(y, [2, 4]))) + norm(e)) * mean(h_2) * mean(tape) + product(slot)
}

#[differentiable]
fn p0069(
    rate: Input<[[f64; 5]; 1]>, k: Input<[[f64; 4]; 4]>, slot: Input<[[f64; 8]; 2]>,
    direction: Input<[f64; 4]>, sum: Param<[[f64; 1]; 1]>, t: Input<[[f64; 5]; 4]>,
    params: Param<f64>,
) -> [f64; 5] {
    let d_x = rate[0];
    let d_x: [[f64; 4]; 4] = matmul(transpose(broadcast(d_x[1], [4, 4])), powi(k, 3));
    let mut forward = transpose(d_x);
    forward = sin(matmul(reshape(slot, [4, 4]), broadcast(direction, [4, 4])));
    let seed = broadcast(scale(direction[0..], quadratic_error(sum, stop_gradient(sum))), [4, 4]);
    let value = sigmoid(row(t, 0));
    let mut output = sqrt(sigmoid(direction));
    for i in 0..3 {
        let mut tape = output[i + 1] * output[i];
        let mut e = select(reshape(sum, []) < direction, direction, tape);
        for j in i..3 {
            tape = tape * 0.5 + norm(-value[1..5]);
            e = concat(e[1..3], -0.5 - direction[i..i + 2]) * direction[j];
        }
        output = broadcast(sigmoid(value[1]), [4]);
    }
    (matvec(relu(reshape(t, [5, 4])), log_softmax(direction)) + sum(forward)) * params
}

#[differentiable]
fn p0070(b: Input<[[f64; 1]; 1]>, hidden: Param<[f64; 3]>, mean: Input<[f64; 3]>) -> f64 {
    let mut seed = cos(b);
    for i in 0..4 {
        seed = seed * 0.5 + matmul(square(seed), outer(seed[0], column(b, 0)));
    }
    (hidden - mean)[0] - product(seed)
}

#[differentiable]
fn p0071(
    limit: Param<[[f64; 2]; 4]>, h_2: Param<[f64; 4]>, v: Param<[[f64; 4]; 4]>, x: Input<[f64; 4]>,
) -> f64 {
    const N: usize = 2;
    let output = transpose(limit);
    let sum = std(h_2);
    let result = exp(v);
    let select = sum;
    let h_2 = select(output > select, output, select);
    let mut slot = sum(x);
    for i in 0..N {
        let params = sin(broadcast(select, [2, 1]));
        slot = softplus(cross_entropy(sigmoid(1), stop_gradient(slot))) * output[i][N];
    }
    clamp(slot, 0.25, 3) + norm(h_2)
}

#[differentiable]
fn p0072(
    kernel: Param<f64>, exp: Param<[f64; 4]>, sum: Param<[[f64; 2]; 1]>, b: Input<[[f64; 1]; 2]>,
    e: Input<[[f64; 8]; 1]>, d_h: Param<[[f64; 1]; 4]>,
) -> [f64; 1] {
    let mut r = scale(kernel, kernel);
    r = sum(0) * sample_variance(broadcast(kernel, [5]));
    let output = broadcast(reshape(powi(broadcast(kernel, [2]), 1), [2, 1]), [2, 4]);
    let gradient = silu(exp) / exp(broadcast(kernel, [1, 4])[0]);
    let slot = matmul(-sum, broadcast(b, [2, 1]));
    let u = mean(matrix_multiply(b, transpose(b)), axis = 1);
    let value = sigmoid(exp(variance(gradient)) + min(reshape(e, [4, 2])));
    let seed = softplus(clamp(reshape(b, [2]), 0.25, 3));
    let q = fully_connected(exp[3..4], reshape(gradient, [4, 1]) + d_h, hypot(gradient, column(d_h, 0)));
    let mut h_2 = u;
    h_2 = stop_gradient(softmax(h_2));
    let sum = powi(column(broadcast(gradient, [1, 4]), 1), 4);
    reshape(value, [1]) * (sum - r) * mean(output) * product(seed) * sum(q) + h_2
}

#[differentiable]
fn p0073(
    rate: Param<f64>, x: Input<[[f64; 4]; 1]>, s: Input<[[f64; 4]; 1]>, u: Param<[[f64; 4]; 1]>,
    hidden: Param<[[f64; 2]; 1]>, score: Param<[[f64; 2]; 2]>,
) -> [f64; 2] {
    let p = sample_variance(broadcast(rate, [4]));
    let a = s + u;
    let y = sin(product(a));
    let e = reshape(hidden, [2]);
    let u = mean(s, axis = 0);
    let exp = norm(abs(e));
    let mut d_h = abs(broadcast(exp, [2, 4]));
    for i in 0..2 {
        let sum = offset(e, y);
        let mut h = matrix_multiply(score, score);
        for j in i..2 {
            h = broadcast(quadratic_error(reshape(score, [4]), u), [2, 2]) + d_h[1 - j][1];
        }
        d_h = d_h;
    }
    let mut weights = std(u);
    weights = tanh(norm(exp));
    let mut gradient = max(e);
    gradient = square(quadratic_error(u, u));
    sum(broadcast(u, [3, 4]), axis = 1)[..2] * product(d_h) + weights + gradient
}

#[differentiable]
fn p0074(g: Param<[[f64; 4]; 6]>, kernel: Input<[f64; 4]>) -> f64 {
    const N: usize = 3;
    let g = -leaky_relu(mean(g, axis = 1), 1e-1);
    let w = exp(ln(offset(abs(g[3..5]), 0.25)));
    max(outer(kernel, w))
}

pub const MODELS: &[Model] = &[
    model!(scalar p0050(sum: [f64; 6], mean: [[f64; 6]; 4], norm: f64) -> f64),
    model!(vector p0051(mean: [[f64; 2]; 2], part: [[f64; 2]; 4]) -> [f64; 4]),
    model!(vector p0052(weights: [[f64; 4]; 4], h_2: [f64; 2]) -> [f64; 2]),
    model!(vector p0053(d_h: [f64; 3]) -> [f64; 3]),
    model!(matrix p0054(backward: [f64; 3], params: [[f64; 4]; 3]) -> [[f64; 3]; 4]),
    model!(vector p0055(part: [f64; 2]) -> [f64; 1]),
    model!(vector p0056() -> [f64; 6]),
    model!(scalar p0057(norm: [f64; 5], target: [[f64; 2]; 2]) -> f64),
    model!(matrix p0058(score: [f64; 1], mean: [f64; 6], select: [f64; 4]) -> [[f64; 4]; 1]),
    model!(vector p0059() -> [f64; 4]),
    model!(scalar p0060(forward: [[f64; 1]; 2], weights: [f64; 3], u: [[f64; 6]; 2]) -> f64),
    model!(matrix p0061() -> [[f64; 1]; 1]),
    model!(matrix p0062(b: [[f64; 4]; 1]) -> [[f64; 3]; 3]),
    model!(scalar p0063(a: [[f64; 1]; 1], t: f64, scale: f64) -> f64),
    model!(matrix p0064(z: [[f64; 4]; 2], q: [[f64; 2]; 2]) -> [[f64; 4]; 1]),
    model!(scalar p0065(d_h: [[f64; 1]; 1]) -> f64),
    model!(vector p0066(g: [[f64; 3]; 4]) -> [f64; 2]),
    model!(scalar p0067(a: [f64; 1]) -> f64),
    model!(matrix p0068(q: [f64; 7], d_h: [[f64; 4]; 1]) -> [[f64; 2]; 4]),
    model!(vector p0069(rate: [[f64; 5]; 1], k: [[f64; 4]; 4], slot: [[f64; 8]; 2], direction: [f64; 4], t: [[f64; 5]; 4]) -> [f64; 5]),
    model!(scalar p0070(b: [[f64; 1]; 1], mean: [f64; 3]) -> f64),
    model!(scalar p0071(x: [f64; 4]) -> f64),
    model!(vector p0072(b: [[f64; 1]; 2], e: [[f64; 8]; 1]) -> [f64; 1]),
    model!(vector p0073(x: [[f64; 4]; 1], s: [[f64; 4]; 1]) -> [f64; 2]),
    model!(scalar p0074(kernel: [f64; 4]) -> f64),
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
fn p0078(
    limit: Param<f64>, d_h: Param<[[f64; 1]; 1]>, e: Param<[f64; 1]>, mean: Input<[f64; 1]>,
) -> [[f64; 1]; 1] {
    let limit = reshape(broadcast(limit, [1, 1]), []);
    let sum = row(d_h, 0)[0];
    let h_2 = 1e-1 * matvec(d_h, e);
    let output = mse(d_h, stop_gradient(d_h));
    let y = broadcast(sum, [3])[1..2] * h_2[0..=0];
    let mut b = scale(output, limit);
    for i in 0..2 {
        b = cos(sqrt(0.5 + reshape(d_h, []) * reshape(d_h, [])));
    }
    let hidden = select(b > reshape(output, [1, 1]), sum, d_h);
    broadcast(exp(mean), [1, 1]) + norm(y) - hidden
}

#[differentiable]
fn p0079(
    t: Param<[[f64; 1]; 4]>, hidden: Param<[[f64; 4]; 1]>, z: Input<[[f64; 1]; 4]>,
    w: Param<[f64; 2]>, q: Param<[[f64; 2]; 4]>,
) -> f64 {
    let params = abs(t);
    let mut weights = sum(hidden, axis = 0);
    weights = column(t, 0);
    let r = -2;
    let w = mse(reshape(z, [1, 4]), tanh(transpose(z))) * softmax_cross_entropy(sin(w), stop_gradient(w));
    relu(dot(q, q)) * norm(params) + w
}

#[differentiable]
fn p0080(
    score: Param<[f64; 3]>, target: Param<f64>, seed: Param<[[f64; 3]; 1]>,
    b: Input<[[f64; 5]; 4]>, hidden: Param<[f64; 5]>, u: Param<f64>,
) -> [[f64; 3]; 3] {
    const N: usize = 1;
    let p = sin(score);
    let h_2: [f64; 3] = broadcast(target * target, [3]);
    let r = column(broadcast(reshape(seed, [3, 1]), [3, 3]), N - 1);
    let hidden = sum(b, axis = 0) - softmax(hidden);
    let mut direction = relu(u);
    for i in 0..N {
        direction = variance(broadcast(u, [4, 1]));
    }
    let scale = hidden;
    let hidden = reshape(broadcast(score, [4, 3]), [3, 4]);
    let select: f64 = mean(sample_variance(reshape(p, [3, 1]))) - direction;
    let part = 0.25 * fully_connected(h_2, broadcast(select, [3, 3]), h_2);
    let mut y = mean(b, axis = 0);
    y = mean(broadcast(u, [3, 5]), axis = 0);
    (relu(broadcast(part, [3, 3]) + broadcast(p, [3, 3])) * mean(r) - product(scale)) * sum(hidden) - norm(y)
}

#[differentiable]
fn p0081(
    k: Input<[f64; 1]>, y: Param<[f64; 1]>, x: Input<f64>, gradients: Input<[[f64; 3]; 1]>,
    value: Param<[f64; 7]>, rate: Param<[[f64; 1]; 4]>,
) -> f64 {
    let slot = k / (0.5 + y * y);
    let hidden = log_softmax(tanh(slot)[..1]);
    let backward = relu(x);
    let y = (broadcast(x, [1, 3]) + gradients)[0];
    let mean = clamp(reshape(reshape(k, [1, 1]), []), 0.25, 3);
    let x: [f64; 1] = clamp(log_softmax(rate[0]), -2, 0.75);
    let backward = 1 * outer(hidden, k) + reshape(backward / (0.5 + x * x), [1, 1]);
    dot(reshape(mean, [1]), value[2..=3][0..1]) + sum(backward)
}

#[differentiable]
fn p0082(
    b: Param<[[f64; 1]; 4]>, u: Param<[f64; 2]>, a: Input<[[f64; 4]; 4]>, e: Param<[[f64; 2]; 4]>,
    score: Param<[[f64; 4]; 2]>, h: Input<[[f64; 4]; 2]>,
) -> [f64; 4] {
    let part = ln(0.5 + broadcast(b, [4, 4]) * broadcast(b, [4, 4]));
    let exp = column(recip(exp(transpose(part))), 1);
    let b = product(-1 + exp[1..3]);
    let exp = 0.25 * column(binary_cross_entropy(sigmoid(u), stop_gradient(u)) - matmul(a, e), 0);
    let rate = exp[2];
    let q = mean(transpose(e), axis = 1);
    let v = sin(max(exp) * cross_entropy(sigmoid(score), stop_gradient(score)));
    let a = matvec(reshape(reshape(part, [2, 8]), [4, 4]), matrix_multiply(a, transpose(a))[3]);
    let t = sum(sigmoid(matvec(part, a)));
    let select = h;
    let output = matmul(sin(e + t), transpose(softplus(e + reshape(score, [4, 2]))));
    let hidden: [f64; 4] = softmax(reshape(reshape(a, [4, 1]), [4]));
    (hidden * b - rate - mean(q)) * v - product(output)
}

#[differentiable]
fn p0083(
    tape: Param<[f64; 4]>, u: Input<[[f64; 4]; 1]>, forward: Param<[[f64; 1]; 1]>,
    b: Input<[[f64; 1]; 1]>, p: Input<[f64; 1]>, limit: Param<[f64; 2]>,
) -> [f64; 4] {
    let mut mean = exp(tape);
    mean = softmax(softmax(mean));
    let gradients = leaky_relu(u[0][2], -1) + matmul(transpose(min(forward, b)), reshape(reshape(b, []), [1, 1]));
    let k = mean(mean[1..3]);
    let select = k * k;
    let mut g = log_softmax(p);
    let mut q = scale(limit, -0.5);
    for i in 0..2 {
        g = leaky_relu(row(reshape(q, [2, 1]), 1 - i), stop_gradient(tape[i + 2])) - limit[1 - i];
        q = sin(limit);
    }
    matvec(offset(broadcast(0.5, [4, 2]), select), q[..]) + sum(gradients) - product(g)
}

#[differentiable]
fn p0084(
    score: Param<[[f64; 1]; 2]>, pass: Param<[f64; 1]>, w: Param<[[f64; 2]; 1]>,
) -> [[f64; 1]; 2] {
    let direction = std(softmax(mean(score, axis = 1)));
    let mut d_h = direction + direction;
    for i in 0..1 {
        d_h = d_h * 0.5 + softmax_cross_entropy(fully_connected(broadcast(direction, [1]), reshape(d_h, [1, 1]), broadcast(d_h, [1])), stop_gradient(reshape(d_h, [1]))) - score[i + 1][0];
    }
    let mut k = score - score;
    for i in 0..4 {
        k = k * 0.5 + powi(tanh(k), 2);
    }
    transpose(square(w)) + k
}

#[differentiable]
fn p0085(p: Input<[f64; 5]>, norm: Param<f64>, target: Param<[[f64; 16]; 1]>) -> [[f64; 4]; 4] {
    const N: usize = 3;
    let result = relu(p) + (norm + p);
    let mut s = broadcast(norm, [1, 1]);
    for i in 0..N {
        let norm = leaky_relu(p[1..=4], -0.5);
        s = scale(s * 0.5 + powi(matmul(s, transpose(s)), 3), 1e-1);
    }
    reshape(silu(target), [4, 4]) - product(result) + product(s)
}

#[differentiable]
fn p0086(
    rate: Input<[[f64; 2]; 3]>, forward: Param<[[f64; 1]; 5]>, pass: Input<f64>,
    part: Param<[[f64; 4]; 2]>, y: Param<[[f64; 2]; 1]>, w: Param<[f64; 5]>,
) -> [[f64; 4]; 1] {
    let gradients = min(rate);
    let rate = logsumexp(reshape(forward, [5]));
    let mut tape = offset(pass, rate);
    tape = abs(abs(gradients));
    let params = recip(offset(abs(matrix_multiply(transpose(y), transpose(part))), 0.25));
    let z = mean(broadcast(tape, [7])[1..6][0..=4]);
    let u = w;
    let mut direction = broadcast(z, [3, 1]);
    direction = sample_variance(u[..=1]) + reshape(broadcast(gradients, [1, 3]), [3, 1]);
    let a = atan2(broadcast(pass, [4, 3]), broadcast(params, [4, 3]));
    let params = dot(z, z);
    let z = min(reshape(outer(broadcast(pass, [9]), row(forward, 3)), [3, 3]), powi(broadcast(-2, [3, 3]), 0));
    (sqrt(sigmoid(outer(reshape(pass, [1]), row(part, 1)))) - norm(direction) + mean(a)) * params * sum(z)
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
    w: Param<[f64; 4]>, output: Param<[f64; 4]>, sum: Input<[f64; 4]>,
) -> [f64; 6] {
    let mut backward = column(limit, 0);
    backward = broadcast(sum(value), [6]);
    let mut result = reshape(hidden, [4, 4]);
    for i in 1..2 {
        result = transpose(stop_gradient(result)) * value[i][0];
    }
    let h_2 = broadcast(backward[0], [2]);
    let y = powi(w, 1);
    let value = sin(quadratic_error(broadcast(0.25, [6]), stop_gradient(backward)));
    let backward: [f64; 2] = w[0..2];
    let r = softplus(value);
    let r = 0.25 * dot(hypot(stop_gradient(y), scale(y, r)), stop_gradient(atan2(y, output)));
    broadcast(r, [6]) + concat(backward, sum) + mean(result)
}

#[differentiable]
fn p0089(
    d_h: Input<[f64; 2]>, target: Param<[f64; 1]>, pass: Input<[[f64; 1]; 4]>,
    value: Param<[f64; 1]>,
) -> [[f64; 1]; 4] {
    let target = offset(d_h[1..2], mean(target))[..1];
    matrix_multiply(transpose(broadcast(value, [1, 1])), 1 + pass) * mean(target)
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
    min(sqrt(broadcast(w, [1, 2])), matmul(reshape(sum, [1, 4]), transpose(broadcast(-0.5, [2, 4])))) + mean(select) - sum(g) + y
}

#[differentiable]
fn p0091(slot: Param<[f64; 4]>, u: Param<[f64; 2]>) -> f64 {
    let w = sin(concat(cos(silu(slot)), powi(u, -2) + (u + u)));
    0 - mean(w)
}

#[differentiable]
fn p0092(
    z: Param<[[f64; 1]; 1]>, a: Param<[f64; 4]>, s: Input<[f64; 4]>, q: Input<[f64; 1]>,
    d_x: Param<[f64; 1]>, scale: Param<[f64; 1]>,
) -> f64 {
    const N: usize = 3;
    let x_2 = reshape(abs(z), [1]);
    let pass = broadcast(-2, [1]);
    let a = softmax_cross_entropy(offset(a, -1.25), square(s));
    let d_h: [f64; 1] = select(mean(z, axis = 1) > clamp(q, -2, 0.75), matvec(z, pass), sum(z));
    let mut output = recip(reshape(pass, []));
    output = sum(mse(d_h, stop_gradient(x_2)));
    let tape = reshape(pass / offset(abs(d_h), 0.25), [1, 1]);
    let norm = mean(softplus(d_h));
    let s = log_softmax(broadcast(norm, [4]));
    let exp: [f64; 1] = min(reshape(sin(tape), [1]), stop_gradient(broadcast(norm, [1])));
    let p = select(d_x + d_x <= output + norm, -scale, hypot(norm, norm));
    variance(broadcast(norm, [4])) * sum(s) + sum(exp) + mean(p)
}

#[differentiable]
fn p0093(
    t: Param<[f64; 2]>, g: Input<[[f64; 2]; 2]>, norm: Param<[[f64; 2]; 7]>,
    forward: Param<[f64; 1]>, exp: Param<[f64; 1]>, p: Input<[f64; 1]>,
) -> [f64; 2] {
    let t = log_softmax(t);
    let mut v = mse(t, stop_gradient(t));
    v = v;
    let mut slot = g * g;
    for i in 0..=2 {
        slot = broadcast(t, [2, 2]);
    }
    let norm = matvec(norm, t);
    let params = tanh(concat(atan2(forward, t[1..2]), v * exp));
    let part = concat(reshape(-1.25, [1]), hypot(p, p));
    let d_h = scale(reshape(matrix_multiply(reshape(slot, [4, 1]) / 0.25, exp(reshape(slot, [1, 4]))), []), 1e-1);
    let mut output = scale(reshape(slot, [4, 1]), t[0]);
    output = matrix_multiply(transpose(recip(softplus(broadcast(d_h, [1, 2])) + 0.25)), transpose(broadcast(broadcast(d_h, [4]), [2, 4])));
    clamp(cos(part), -0.5, 0.5) - norm(norm) + product(output)
}

#[differentiable]
fn p0094(
    h_2: Param<[[f64; 1]; 2]>, s: Input<[[f64; 2]; 1]>, u: Input<[f64; 2]>,
    part: Param<[[f64; 2]; 2]>, gain: Param<[[f64; 1]; 1]>,
) -> [[f64; 1]; 1] {
    let q = max(row(h_2, 1));
    let h_2: f64 = huber(h_2, stop_gradient(h_2), 0.5);
    let select = powi(square(sigmoid(s)), 3);
    let w: f64 = recip(0.5 + logsumexp(part[0]) * logsumexp(part[0]));
    let kernel = broadcast(broadcast(q, [1, 1]), [1, 2])[0];
    let mut rate = softplus(u[0]);
    rate = min(leaky_relu(rate, 1), clamp(w, 0.25, 3 + square(rate)));
    (gain + product(kernel)) * rate
}

#[differentiable]
fn p0095(
    w: Param<[f64; 1]>, h_2: Input<[f64; 1]>, params: Input<[f64; 2]>, gradient: Input<[f64; 1]>,
    output: Input<[f64; 1]>, t: Param<[f64; 3]>,
) -> [f64; 3] {
    let w = softmax_cross_entropy(w, stop_gradient(w));
    let norm = broadcast(w, [1, 1]);
    let k = -transpose(norm);
    let e = -2 * h_2;
    let gradient = log_softmax(scale(params[0..1], cross_entropy(sigmoid(gradient), square(output))));
    let params = broadcast(h_2, [3, 1]);
    let r: [[f64; 1]; 1] = broadcast(relu(e[0]) * variance(gradient), [1, 1]);
    let params = recip(column(reshape(params, [1, 3]), 2));
    let rate = matrix_multiply(transpose(k), transpose(r));
    let b = binary_cross_entropy(sigmoid(rate + w), stop_gradient(rate)) - std(cos(t));
    log_softmax(concat(params, t[0..2])) - b
}

#[differentiable]
fn p0096(rate: Param<[f64; 4]>, b: Param<[f64; 4]>) -> [f64; 4] {
    let direction = 0.25 * log_softmax(rate);
    row(broadcast(b, [1, 4]), 0) + direction
}

#[differentiable]
fn p0097(
    hidden: Input<[[f64; 4]; 4]>, part: Param<[f64; 4]>, k: Param<[f64; 16]>,
    q: Param<[[f64; 4]; 4]>,
) -> [[f64; 4]; 4] {
    let mut result = broadcast(part, [4, 4]);
    result = tanh(matmul(exp(result), transpose(sigmoid(hidden))));
    let value = matmul(broadcast(part, [1, 4]), transpose(result));
    let s = softmax(sum(result, axis = 1));
    let seed = row(value, 0);
    let gain = 0.25;
    let backward = tanh(square(gain));
    let gain = min(result, hidden)[1];
    let mut mean = reshape(k, [4, 4]);
    mean = atan2(clamp(mean, 0.25, 3), square(transpose(mean)));
    let mut g = seed / offset(abs(gain), 0.25);
    g = leaky_relu(sqrt(offset(abs(part), 0.25)), backward);
    matmul(transpose(mean), matrix_multiply(transpose(q), mean)) * sum(s) - product(g)
}

#[differentiable]
fn p0098(
    params: Param<[f64; 2]>, limit: Param<[[f64; 2]; 2]>, x_2: Param<[[f64; 2]; 1]>,
    hidden: Param<[[f64; 1]; 1]>, h_2: Input<f64>, value: Param<[f64; 2]>,
) -> [[f64; 2]; 2] {
    let params = mean(limit, axis = 1);
    let mut norm = matmul(x_2, limit);
    norm = broadcast(transpose(hidden), [1, 2]);
    let d_h = sigmoid(limit);
    let seed = norm(reshape(hidden, []) * h_2);
    let s = seed;
    let mut t = softmax(params);
    t = cos(t) / sigmoid(softmax(value));
    let kernel: [f64; 2] = mean(transpose(d_h), axis = 1) - seed * h_2;
    let d_h = s;
    let mut gain = mean(limit, axis = 0);
    gain = column(outer(gain, kernel), 1);
    reshape(sin(broadcast(s, [4, 1])), [2, 2]) - sum(norm) - norm(t) + d_h + product(gain)
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
    model!(matrix p0078(mean: [f64; 1]) -> [[f64; 1]; 1]),
    model!(scalar p0079(z: [[f64; 1]; 4]) -> f64),
    model!(matrix p0080(b: [[f64; 5]; 4]) -> [[f64; 3]; 3]),
    model!(scalar p0081(k: [f64; 1], x: f64, gradients: [[f64; 3]; 1]) -> f64),
    model!(vector p0082(a: [[f64; 4]; 4], h: [[f64; 4]; 2]) -> [f64; 4]),
    model!(vector p0083(u: [[f64; 4]; 1], b: [[f64; 1]; 1], p: [f64; 1]) -> [f64; 4]),
    model!(matrix p0084() -> [[f64; 1]; 2]),
    model!(matrix p0085(p: [f64; 5]) -> [[f64; 4]; 4]),
    model!(matrix p0086(rate: [[f64; 2]; 3], pass: f64) -> [[f64; 4]; 1]),
    model!(vector p0087() -> [f64; 2]),
    model!(vector p0088(sum: [f64; 4]) -> [f64; 6]),
    model!(matrix p0089(d_h: [f64; 2], pass: [[f64; 1]; 4]) -> [[f64; 1]; 4]),
    model!(matrix p0090(score: [f64; 2], z: [f64; 1], sum: [[f64; 2]; 2]) -> [[f64; 2]; 1]),
    model!(scalar p0091() -> f64),
    model!(scalar p0092(s: [f64; 4], q: [f64; 1]) -> f64),
    model!(vector p0093(g: [[f64; 2]; 2], p: [f64; 1]) -> [f64; 2]),
    model!(matrix p0094(s: [[f64; 2]; 1], u: [f64; 2]) -> [[f64; 1]; 1]),
    model!(vector p0095(h_2: [f64; 1], params: [f64; 2], gradient: [f64; 1], output: [f64; 1]) -> [f64; 3]),
    model!(vector p0096() -> [f64; 4]),
    model!(matrix p0097(hidden: [[f64; 4]; 4]) -> [[f64; 4]; 4]),
    model!(matrix p0098(h_2: f64) -> [[f64; 2]; 2]),
    model!(scalar p0099(u: [f64; 1], gradients: [[f64; 2]; 1]) -> f64),
];
}

pub mod part_4 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0100(hidden: Param<[[f64; 1]; 4]>, z: Input<f64>) -> [[f64; 2]; 2] {
    let kernel = transpose(hidden);
    broadcast(softplus(z), [2, 2]) - sum(kernel)
}

#[differentiable]
fn p0101(
    g: Param<[[f64; 5]; 4]>, limit: Param<f64>, q: Input<[f64; 4]>, x: Param<[[f64; 5]; 4]>,
    s: Input<[f64; 5]>, exp: Param<[f64; 5]>,
) -> [[f64; 4]; 4] {
    let rate = sample_variance(leaky_relu(g[2], stop_gradient(limit)));
    let d_x = leaky_relu(q / q, 1.5) + fully_connected(exp - exp, offset(x, rate), q);
    let mut a = matrix_multiply(transpose(broadcast(d_x, [4, 4])), transpose(broadcast(d_x, [4, 4])));
    let mut y = leaky_relu(s, -0.5);
    for i in 0..2 {
        let mut t = broadcast(reshape(d_x, [4, 1]), [4, 1]);
        for j in i..2 {
            t = scale((t * 0.5 + -atan2(reshape(q, [4, 1]), reshape(q, [4, 1]))) * d_x[j + 2], 1e-1);
        }
        a = scale(a / sigmoid(a) - q[i + 1], 1e-1);
        y = atan2(row(x, 1), fully_connected(y, broadcast(s, [5, 5]), y));
    }
    (a + matmul(broadcast(rate, [4, 3]), broadcast(rate, [3, 4]))) * mean(y)
}

#[differentiable]
fn p0102(
    k: Param<[f64; 3]>, h: Param<[[f64; 3]; 1]>, a: Param<[[f64; 3]; 1]>, p: Param<[[f64; 1]; 3]>,
    v: Input<[f64; 3]>, exp: Input<[f64; 3]>,
) -> [f64; 1] {
    let seed = logsumexp(k);
    let k = mse(k, stop_gradient(k));
    let limit = fully_connected(broadcast(k, [4, 3])[3], h * a, reshape(reshape(seed, [1, 1]), [1]));
    let a = sigmoid(broadcast(k, [1, 1]));
    let seed = sigmoid(matmul(h / sigmoid(h), clamp(p, -0.5, 0.5)));
    let r = relu(reshape(a, []));
    let p: f64 = dot(broadcast(k, [4])[..3], recip(sigmoid(exp))) * r;
    let tape = sigmoid(broadcast(p, [3, 3]));
    let v = log_softmax((exp - exp) * atan2(exp, v));
    let mut part = sum(broadcast(p, [3, 1]), axis = 0);
    let mut t = sample_variance(broadcast(r, [1, 4]));
    for i in 0..2 {
        let pass: [[f64; 1]; 1] = broadcast(exp[i + 1], [1, 1]);
        part = softmax(clamp(part, 0.25, 3));
        t = t * 0.5 + mse(column(broadcast(exp, [6, 3]), 0), stop_gradient(broadcast(t, [6])));
    }
    seed[0] + limit - product(tape) + norm(v)
}

#[differentiable]
fn p0103(
    sum: Input<f64>, tape: Param<[f64; 6]>, rate: Input<[[f64; 3]; 2]>,
    direction: Param<[[f64; 4]; 4]>, norm: Param<[[f64; 2]; 8]>, mean: Param<[[f64; 4]; 4]>,
) -> [[f64; 4]; 4] {
    let gradient = min(sqrt(softplus(sum) + 0.25), sum / (0.5 + sum * sum));
    let tape = reshape(rate, [6]);
    let sum = sigmoid(ln(softplus(tape) + 0.25));
    let tape: [f64; 4] = sigmoid(sum[1..5][..4]);
    let t = stop_gradient(powi(atan2(gradient, gradient), -1));
    let q = sigmoid(broadcast(gradient, [4, 4]) / sigmoid(direction));
    let part = column(q, 2);
    let kernel = silu(offset(tape[0], t * t));
    let r = select(tanh(kernel) > powi(q, -2), silu(reshape(norm, [4, 4])), sigmoid(q + 0.25));
    let s = relu(kernel);
    let forward = mean(sum);
    let mut seed = scale(forward, t);
    seed = scale(dot(matmul(transpose(r), r), matrix_multiply(mean, transpose(r))), 1e-1);
    reshape(tanh(broadcast(kernel, [16])), [4, 4]) + sum(part) + seed
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
) -> [[f64; 2]; 1] {
    let b = stop_gradient(backward)[0];
    let gradient = variance(gain);
    let r = softmax_cross_entropy(silu(b), b);
    let e = logsumexp(scale(sum(exp, axis = 1), kernel));
    let d_h = dot(z, z);
    let t = matvec(exp, s);
    let kernel = row(backward, 0);
    let hidden = relu(softmax(kernel));
    let kernel = backward;
    let part = huber(reshape(e, [1]), stop_gradient(t), 1.5);
    let score = min(gain * part, outer(hidden, hidden));
    let scale = recip(offset(abs(norm(hidden)), 0.25));
    (square(powi(kernel, -1)) * gradient - r + d_h) * mean(score) + scale
}

#[differentiable]
fn p0106(
    e: Input<[[f64; 4]; 4]>, select: Param<f64>, gradients: Input<[[f64; 1]; 4]>,
    value: Param<[f64; 3]>, w: Param<f64>, r: Param<[f64; 1]>,
) -> [f64; 4] {
    let hidden: [f64; 4] = mean(e, axis = 1);
    let x_2 = mean(e, axis = 0);
    let result = matrix_multiply(matmul(e, gradients), transpose(broadcast(select, [4, 3])));
    let gradients = std(x_2);
    let mut weights = ln(offset(abs(value), 0.25));
    for i in 0..2 {
        weights = relu(broadcast(value, [1, 3])[0]);
    }
    let rate = abs(w);
    let select = concat(r, weights);
    let r = variance(broadcast(select, [3, 4]));
    let y = tanh(reshape(x_2, [4, 1])) * tanh(reshape(select, [4, 1]));
    ((mean(y - y, axis = 1) + hidden) * sum(result) - gradients) * r
}

#[differentiable]
fn p0107(
    direction: Param<[[f64; 4]; 3]>, value: Param<[f64; 2]>, gradient: Param<f64>,
) -> [f64; 3] {
    let h = clamp(scale(direction, 0), 0.25, 3);
    let mut sum = softmax_cross_entropy(value, stop_gradient(value));
    for i in 0..=3 {
        sum = sum * 0.5 + huber(cos(broadcast(sum, [2])), stop_gradient(value), 0.25);
    }
    sum(broadcast(gradient, [3, 4]), axis = 1) - product(h) - sum
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
    (sum(broadcast(h, [2, 2])) + variance(r)) * a * sum(w) - norm(gain) + sum(k)
}

#[differentiable]
fn p0110(
    h_2: Param<[f64; 6]>, t: Param<[[f64; 1]; 6]>, backward: Param<[[f64; 6]; 4]>,
    limit: Input<f64>, u: Param<[[f64; 1]; 6]>, e: Param<[f64; 6]>,
) -> [f64; 6] {
    let t: [f64; 6] = matvec(reshape(h_2, [6, 1]), tanh(h_2[2..3])) * atan2(column(t, 0), row(backward, 3));
    let mut z = max(limit);
    let mut seed = reshape(limit, [1, 1])[0];
    for i in 0..3 {
        z = sqrt(sigmoid(relu(limit))) + t[4 - i];
        seed = seed * 0.5 + product(seed) / (0.5 + seed / (0.5 + reshape(limit, [1]) * reshape(limit, [1])) * (seed / (0.5 + reshape(limit, [1]) * reshape(limit, [1]))));
    }
    min(log_softmax(t), square(e))
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
fn p0112(
    norm: Param<[[f64; 2]; 2]>, d_h: Param<[[f64; 2]; 1]>, a: Input<[[f64; 2]; 1]>,
) -> [[f64; 2]; 1] {
    let mut z = matrix_multiply(transpose(d_h), norm);
    for i in 1..5 {
        z = z * 0.5 + transpose(softplus(d_h));
    }
    hypot(square(reshape(z, [1, 2])), a)
}

#[differentiable]
fn p0113(
    e: Param<[f64; 1]>, a: Input<[f64; 1]>, gain: Input<[f64; 3]>, pass: Param<[[f64; 4]; 4]>,
    backward: Param<[f64; 4]>,
) -> f64 {
    let k: [f64; 1] = abs(e + a + gain[2..=2]);
    let mut output = product(pass);
    let mut value = sample_std(backward);
    for i in 0..4 {
        output = mse(column(pass, i)[0..], stop_gradient(column(pass, 1)));
        value = hypot(offset(value, gain[1]), sqrt(gain[0]));
    }
    (logsumexp(row(reshape(backward, [4, 1]), 2)) + mean(k)) * output
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
    h_2: Param<[[f64; 3]; 3]>, pass: Param<f64>, rate: Param<[[f64; 1]; 1]>,
) -> [f64; 1] {
    let weights = fully_connected(x, value, x);
    let mut kernel = sum * sum;
    kernel = powi(sum(h_2, axis = 1), 0);
    let h_2 = pass;
    let backward = rate + rate;
    let x_2 = recip(mean(log_softmax(sum)));
    let q = reshape(leaky_relu(broadcast(x_2, [1]), x_2), []);
    let x_2 = kernel[1..=1] / -1;
    let norm = reshape(min(softplus(reshape(kernel, [1, 3])), sigmoid(broadcast(backward, [1, 3]))), [3, 1]);
    let v = mse(kernel, stop_gradient(column(norm, 0))) + cos(q);
    let target = x_2[0..=0];
    let s = q;
    sin(matvec(reshape(kernel, [1, 3]), kernel)) + product(weights) + v - target - s
}

#[differentiable]
fn p0116(
    sum: Param<[f64; 4]>, kernel: Param<[f64; 1]>, forward: Param<[f64; 3]>, mean: Param<[f64; 2]>,
    output: Input<[[f64; 1]; 4]>, v: Param<[f64; 3]>,
) -> f64 {
    let sum = abs(sum);
    let score = variance(concat(kernel, forward));
    let pass: f64 = scale(product(max(mean)) - quadratic_error(abs(output), output), 1e-1);
    let h = v;
    let h_2 = broadcast(kernel, [2, 1])[0][0];
    let slot: [f64; 2] = log_softmax(matvec(reshape(sum, [2, 2]), mean));
    let weights = h_2;
    let q = stop_gradient(column(broadcast(sum, [4, 4]), 3) * leaky_relu(sum, stop_gradient(weights)));
    let exp = broadcast(pass - weights, [2, 2]);
    let direction = recip(0.5 + -1.25 * broadcast(pass, [4]) * (-1.25 * broadcast(pass, [4])));
    let kernel = softmax(sum);
    let y = mean(leaky_relu(cos(broadcast(h_2, [2, 3])), stop_gradient(h_2)), axis = 1);
    square(weights * pass) + norm(slot) - mean(q) - sum(direction) - sum(y)
}

#[differentiable]
fn p0117(
    kernel: Param<[f64; 4]>, a: Param<f64>, z: Param<[f64; 3]>, weights: Param<[[f64; 4]; 3]>,
    k: Param<f64>, mean: Param<[[f64; 3]; 3]>,
) -> [[f64; 1]; 3] {
    let kernel = tanh(stop_gradient(kernel));
    let t = broadcast(silu(a), [1, 3]);
    let gradient = relu(kernel[..3] - z) / (softplus(sample_variance(broadcast(a, [3, 4]) + weights)) + 0.25);
    let kernel = row(weights, 1) * a;
    let a = kernel;
    let mut x_2 = abs(k);
    x_2 = mean(atan2(z, gradient));
    let s = sin(log_softmax(weights[2]));
    let norm = min(fully_connected(z, mean, z)) - (-1 / exp(x_2) - square(x_2));
    (tanh(-reshape(z, [3, 1])) * product(t) + norm(a) - mean(s)) * norm
}

#[differentiable]
fn p0118(
    rate: Param<f64>, gain: Param<[f64; 3]>, e: Input<[[f64; 5]; 3]>, kernel: Param<[f64; 3]>,
    exp: Param<[[f64; 1]; 5]>, pass: Param<[[f64; 2]; 1]>,
) -> [f64; 5] {
    let gain = min(exp(silu(rate)), max(fully_connected(row(e, 2), e, kernel)));
    let mut norm = sqrt(rate);
    norm = std(reshape(exp, [5]));
    let d_x = leaky_relu(sigmoid(kernel[2]), -1);
    let exp = softplus(transpose(broadcast(d_x, [4, 1])));
    let gradient = pass / exp(pass);
    let pass = binary_cross_entropy(sigmoid(sin(kernel)), stop_gradient(kernel)) + atan2(exp(3), atan2(norm, d_x));
    let norm = offset(kernel, pass);
    let h: f64 = kernel[1] / pass;
    let mut sum = broadcast(pass, [2])[1];
    sum = reshape(-kernel[0..1], []);
    let d_h = cos(concat(broadcast(pass, [1]), reshape(d_x, [1])));
    (concat(hypot(d_h, d_h), log_softmax(kernel)) - gain) * sum(exp) + product(gradient) - sum(norm) + h
}

#[differentiable]
fn p0119(
    pass: Param<[[f64; 1]; 1]>, b: Input<[f64; 1]>, backward: Param<[[f64; 2]; 3]>,
    w: Param<[[f64; 2]; 1]>, value: Param<[[f64; 2]; 2]>,
) -> f64 {
    let a = stop_gradient(pass);
    let u = huber(reshape(pass, [1]), tanh(b), 0.5);
    let k = max(backward);
    let pass = stop_gradient(column(backward, 1));
    let r = sigmoid(matmul(atan2(broadcast(u, [1, 2]), w), transpose(transpose(value))));
    ((ln(k) - cos(u)) * sum(a) - norm(pass)) * mean(r)
}

#[differentiable]
fn p0120(
    result: Input<[[f64; 4]; 1]>, e: Param<[f64; 4]>, gradients: Input<[[f64; 1]; 1]>,
    kernel: Input<[[f64; 4]; 4]>, gradient: Param<f64>, s: Param<[f64; 5]>,
) -> [f64; 5] {
    let w = min(mean(result, axis = 0), log_softmax(e));
    let pass = exp(gradients);
    let x_2 = max(matrix_multiply(reshape(result, [4, 1]), result), reshape(row(gradients, 0), [1, 1]));
    let value = reshape(pass, [1]);
    let mut p = hypot(w, w);
    p = sqrt(sigmoid(offset(p, value[0])));
    let t = stop_gradient(w);
    let forward: [f64; 4] = row(transpose(kernel), 3);
    let hidden: f64 = max(sigmoid(sigmoid(gradient)), cross_entropy(softmax(log_softmax(s)), stop_gradient(s)));
    let mut gain = hidden - gradient;
    gain = scale(mse(gain, stop_gradient(gradient)) * max(hidden, gradient), 1e-1);
    let d_x = softmax(broadcast(gradient, [5]) * s * softmax(s));
    min(select(d_x >= gain, broadcast(gradient, [5]), d_x), hypot(d_x, d_x)) * sum(x_2) - sum(p) - sum(t) + norm(forward)
}

#[differentiable]
fn p0121(g: Param<[[f64; 4]; 2]>, w: Param<f64>, gain: Param<[f64; 4]>) -> [f64; 1] {
    let w = square(hypot(product(g), relu(w)));
    let direction = 0.5;
    let result = outer(reshape(direction, [1])[..1], softmax(gain));
    let gain = square(log_softmax(recip(offset(abs(reshape(w, [1])), 0.25))));
    sin(column(result, 3) + gain)
}

#[differentiable]
fn p0122(
    b: Param<f64>, q: Param<[[f64; 4]; 1]>, sum: Param<f64>, scale: Input<[[f64; 2]; 3]>,
    h: Param<[f64; 3]>, weights: Param<[[f64; 1]; 4]>,
) -> [f64; 2] {
    let target = reshape(b / exp(q), [4]);
    let gradient = recip(sigmoid(sum));
    let x = atan2(stop_gradient(softmax(h)), softplus(recip(0.5 + column(scale, 0) * column(scale, 0))));
    let u = mean(x) - sample_std(weights * weights);
    let q = matmul(transpose(broadcast(h[1], [3, 4])), stop_gradient(reshape(x, [3, 1])));
    let rate = 0.25 * (weights - 2);
    let mut z = mean(transpose(weights), axis = 0);
    z = broadcast(b, [5])[..=4][..=3];
    let mut gradients = square(z);
    gradients = broadcast(softplus(u), [4]);
    let part = cross_entropy(sigmoid(target[2..4]), stop_gradient(z[2..=3]));
    let sum = concat(scale(gradients[1..3], part), reshape(broadcast(gradient, [2, 1]), [2]));
    column(broadcast(broadcast(part, [2, 1]), [2, 1]), 0) * norm(q) * norm(rate) - mean(sum)
}

#[differentiable]
fn p0123(
    q: Param<[f64; 1]>, x: Param<f64>, tape: Param<[f64; 1]>, seed: Param<[f64; 2]>,
    params: Input<[[f64; 4]; 1]>, x_2: Input<[f64; 4]>,
) -> [[f64; 4]; 4] {
    let part = outer(log_softmax(silu(q)), q - q - select(x > tape, x, q));
    let t = dot(seed[0..=0], matvec(params, x_2));
    let mut limit = reshape(broadcast(tape, [4, 1]), [1, 4]);
    let mut sum = matrix_multiply(transpose(broadcast(x_2, [4, 4])), broadcast(3, [4, 4]));
    for i in 0..=0 {
        let b = t / (softplus(0.75) + 0.25);
        limit = (limit * 0.5 + clamp(outer(tape, row(params, 0 - i)), -2, 0.75 + square(-2))) * part[0 - i][0 - i];
        sum = 0.25 * (broadcast(b, [4, 4]) * sum * reshape(broadcast(b, [16]), [4, 4]) - params[0 - i][1]);
    }
    let scale = softplus(q);
    let mut r = cos(t);
    r = sample_variance(square(seed));
    let norm: [f64; 1] = clamp(scale, -2, 0.75);
    let scale = broadcast(r, [4]);
    let forward = mean(limit, axis = 0);
    let slot = forward + 0.75;
    (offset(outer(slot, slot), softplus(r)) - sum + product(norm)) * product(scale)
}

#[differentiable]
fn p0124(
    norm: Input<[[f64; 3]; 3]>, target: Input<[[f64; 3]; 4]>, u: Param<[f64; 4]>,
    direction: Param<[f64; 3]>, gradients: Param<[f64; 1]>,
) -> [f64; 4] {
    const N: usize = 3;
    let u = matmul(matmul(norm, transpose(target)), outer(u, u));
    concat(direction, gradients) + 0.25 + mean(u)
}

pub const MODELS: &[Model] = &[
    model!(matrix p0100(z: f64) -> [[f64; 2]; 2]),
    model!(matrix p0101(q: [f64; 4], s: [f64; 5]) -> [[f64; 4]; 4]),
    model!(vector p0102(v: [f64; 3], exp: [f64; 3]) -> [f64; 1]),
    model!(matrix p0103(sum: f64, rate: [[f64; 3]; 2]) -> [[f64; 4]; 4]),
    model!(vector p0104(rate: [[f64; 2]; 1]) -> [f64; 1]),
    model!(matrix p0105(gain: [[f64; 2]; 2], exp: [[f64; 1]; 1]) -> [[f64; 2]; 1]),
    model!(vector p0106(e: [[f64; 4]; 4], gradients: [[f64; 1]; 4]) -> [f64; 4]),
    model!(vector p0107() -> [f64; 3]),
    model!(matrix p0108(output: [f64; 3], rate: [[f64; 3]; 1], t: [[f64; 9]; 1], scale: [[f64; 3]; 3]) -> [[f64; 3]; 3]),
    model!(scalar p0109(v: [[f64; 1]; 2], d_h: [[f64; 1]; 3], k: [[f64; 3]; 3]) -> f64),
    model!(vector p0110(limit: f64) -> [f64; 6]),
    model!(vector p0111(z: [f64; 1]) -> [f64; 6]),
    model!(matrix p0112(a: [[f64; 2]; 1]) -> [[f64; 2]; 1]),
    model!(scalar p0113(a: [f64; 1], gain: [f64; 3]) -> f64),
    model!(matrix p0114(x_2: [f64; 1], slot: [[f64; 1]; 1]) -> [[f64; 1]; 1]),
    model!(vector p0115(sum: [f64; 3]) -> [f64; 1]),
    model!(scalar p0116(output: [[f64; 1]; 4]) -> f64),
    model!(matrix p0117() -> [[f64; 1]; 3]),
    model!(vector p0118(e: [[f64; 5]; 3]) -> [f64; 5]),
    model!(scalar p0119(b: [f64; 1]) -> f64),
    model!(vector p0120(result: [[f64; 4]; 1], gradients: [[f64; 1]; 1], kernel: [[f64; 4]; 4]) -> [f64; 5]),
    model!(vector p0121() -> [f64; 1]),
    model!(vector p0122(scale: [[f64; 2]; 3]) -> [f64; 2]),
    model!(matrix p0123(params: [[f64; 4]; 1], x_2: [f64; 4]) -> [[f64; 4]; 4]),
    model!(vector p0124(norm: [[f64; 3]; 3], target: [[f64; 3]; 4]) -> [f64; 4]),
];
}

pub mod part_5 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0125(
    h: Param<[f64; 2]>, b: Param<[[f64; 4]; 1]>, a: Param<[f64; 2]>, sum: Input<[f64; 7]>,
    exp: Param<[[f64; 1]; 1]>,
) -> [[f64; 1]; 4] {
    let t = h[..1];
    let kernel = sigmoid(scale(sample_std(h), std(b)));
    let gradient: [f64; 2] = broadcast(kernel, [2]) - h;
    let x = gradient / offset(abs(broadcast(kernel, [2])), 0.25);
    let rate = select(logsumexp(t) >= kernel * kernel, sin(sample_variance(a)), std(sum[..=5]));
    let value = min(x);
    let mut q = sum(exp, axis = 1);
    let mut slot = sin(broadcast(value, [4, 4]));
    for i in 0..1 {
        q = q * 0.5 + ln(offset(abs(a[i + 1..i + 2]), 0.25)) * stop_gradient(column(exp, 0));
        slot = slot * 0.5 + transpose(slot);
    }
    broadcast(softplus(rate), [4, 1]) * sum(q) - mean(slot)
}

#[differentiable]
fn p0126(
    slot: Param<[[f64; 3]; 3]>, k: Param<f64>, gain: Input<[[f64; 3]; 1]>, z: Input<[f64; 4]>,
) -> [f64; 1] {
    const N: usize = 2;
    let h_2 = slot[N - 2];
    let mut g = h_2[4 - N..5 - N];
    g = broadcast(abs(k), [1]);
    let mut gradients = powi(gain, 5);
    for i in 0..=N - 1 {
        let mean = log_softmax(g);
        gradients = (gradients * 0.5 + select(gradients > abs(broadcast(h_2, [1, 3])), -1 - gradients, softmax_cross_entropy(reshape(k, [1]), stop_gradient(mean)))) * slot[2 - i][i];
    }
    atan2(z[1..2], sqrt(g)) - sum(gradients)
}

#[differentiable]
fn p0127(
    norm: Param<f64>, result: Param<[[f64; 4]; 1]>, backward: Input<[f64; 4]>,
    pass: Param<[f64; 1]>, tape: Param<[[f64; 1]; 1]>,
) -> [[f64; 1]; 1] {
    let limit = transpose(reshape(norm, [1, 1]));
    let norm = product(row(broadcast(norm, [4, 4]), 1));
    let u = recip(softplus(norm) + 0.25);
    let weights = transpose(softplus(result) * 1.5);
    let h = square(abs(reshape(backward, [4, 1])));
    let v = matmul(broadcast(backward[3..4], [1, 1]), tanh(result));
    let gradient: f64 = max(softmax_cross_entropy(backward, tanh(backward)), dot(broadcast(u, [1]), pass));
    (scale(matrix_multiply(tape, tape), clamp(gradient, -0.5, 0.5)) - limit + norm(weights)) * mean(h) + product(v)
}

#[differentiable]
fn p0128(forward: Param<f64>) -> f64 {
    let mut slot = sqrt(softplus(forward) + 0.25);
    slot = slot;
    logsumexp(broadcast(slot, [3]))
}

#[differentiable]
fn p0129(
    gradient: Param<[[f64; 3]; 2]>, tape: Param<[f64; 3]>, x_2: Param<[f64; 2]>,
    forward: Param<[[f64; 1]; 2]>, b: Param<f64>, scale: Input<[[f64; 1]; 6]>,
) -> [[f64; 2]; 3] {
    let x_2 = fully_connected(tape, gradient, x_2);
    let gradient: [f64; 2] = sum(leaky_relu(forward, 0.75), axis = 1);
    let y = 0.25 * exp(b);
    let w = norm(tape);
    let value = reshape(scale(scale, softplus(w)), [3, 2]);
    let q = reshape(tape, [1, 3]);
    let mut score = reshape(reshape(gradient, [1, 2]), [2]);
    score = reshape(broadcast(gradient[1..], [2, 1]), [2]);
    let params = broadcast(forward, [2, 3]);
    let mut limit = powi(y, 4);
    for i in 0..3 {
        limit = sum(matvec(value, gradient));
    }
    let mut exp = params + params;
    let mut rate = quadratic_error(broadcast(x_2, [2, 2]), stop_gradient(broadcast(score, [2, 2])));
    for i in 0..2 {
        exp = scale(transpose(reshape(params, [3, 2])), x_2[i] / (0.5 + y * y)) * params[i][1];
        rate = min(-gradient) * exp[i][1];
    }
    transpose(matmul(forward, transpose(reshape(tape, [3, 1])))) + sum(q) - norm(exp)
}

#[differentiable]
fn p0130(
    v: Param<f64>, z: Param<[[f64; 4]; 2]>, p: Input<[[f64; 4]; 4]>, output: Param<[[f64; 4]; 2]>,
    x: Input<[[f64; 2]; 1]>,
) -> [[f64; 2]; 4] {
    let sum = v;
    let u = dot(min(z[1], column(p, 1)), row(outer(row(p, 0), z[0]), 1));
    matmul(transpose(matmul(broadcast(v, [1, 2]), output)), 1.5 / x) + u
}

#[differentiable]
fn p0131(value: Input<[f64; 3]>, u: Param<[[f64; 4]; 3]>, q: Input<[[f64; 1]; 4]>) -> f64 {
    const N: usize = 3;
    let s = product(value);
    let mut part = fully_connected(u[N - 3], u, value);
    for i in 0..N {
        part = scale(softmax(part), ln(0.5 + 0 * 0)) - part[i];
    }
    product(broadcast(q, [4, 3])) + product(part)
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
    select: Param<f64>, d_h: Param<[[f64; 4]; 1]>, g: Param<[f64; 3]>, part: Param<[f64; 1]>,
    output: Param<[[f64; 4]; 1]>, k: Param<[[f64; 1]; 1]>,
) -> [f64; 1] {
    let pass = select;
    let mut backward = mse(d_h, stop_gradient(d_h));
    let mut d_x = mean(g);
    for i in 0..3 {
        backward = pass;
        d_x = norm(sigmoid(broadcast(select, [3, 3]))) * g[2 - i];
    }
    let score = column(matrix_multiply(output + output, broadcast(part, [1, 1])), 3);
    let slot = clamp(matvec(k, score), 0.25, 3 + square(0.75));
    let p: [f64; 3] = row(broadcast(k, [1, 3]), 0);
    let scale = tanh(mean(reshape(d_h, [4, 1]), axis = 1));
    let limit = reshape(softmax(row(output, 0) / offset(abs(scale), 0.25)), [1, 4]);
    let gradient = relu(mean(broadcast(select, [3, 3]), axis = 0)[1]);
    let b = reshape(reshape(log_softmax(scale), [4, 1]), [1, 4]);
    let kernel = clamp(exp(row(broadcast(select, [4, 3]), 0)), 0.25, 3);
    column(-k, 0) * backward * d_x + slot + sum(p) - mean(limit) - gradient - norm(b) + product(kernel)
}

#[differentiable]
fn p0134(
    a: Input<f64>, gradients: Param<[f64; 2]>, value: Param<[f64; 9]>, d_h: Input<[f64; 7]>,
    s: Param<[[f64; 2]; 1]>, t: Param<[[f64; 1]; 1]>,
) -> [f64; 2] {
    let norm = hypot(a, a);
    let u = std(gradients / 1) * norm(value[2..]);
    let mut rate = value[..7] + value[..7];
    rate = tanh(d_h - rate);
    let result = powi(stop_gradient(s), 1);
    let select: [f64; 1] = column(matrix_multiply(t, t), 0);
    let z = scale(1.5 / sigmoid(gradients), 1e-1);
    let value = 0.25 * matvec(matrix_multiply(broadcast(u, [4, 1]), broadcast(1.5, [7, 4])), select + 2);
    let p = clamp(tanh(value), -0.5, 0.5 + square(stop_gradient(u)));
    let mut w = norm;
    w = hypot(leaky_relu(u, tanh(w)), sigmoid(a));
    let b = cross_entropy(p, stop_gradient(p));
    (z - norm(rate)) * product(result) + w - b
}

#[differentiable]
fn p0135(
    w: Param<[[f64; 1]; 4]>, limit: Param<[[f64; 3]; 1]>, value: Input<[[f64; 3]; 1]>,
    slot: Param<[[f64; 1]; 3]>,
) -> [[f64; 1]; 4] {
    let backward = tanh(cross_entropy(sigmoid(atan2(w, w)), stop_gradient(w)) + dot(limit - value, transpose(slot)));
    silu(silu(w)) - backward
}

#[differentiable]
fn p0136(
    tape: Param<[[f64; 7]; 4]>, scale: Param<[[f64; 3]; 4]>, a: Param<[[f64; 3]; 4]>,
    gradients: Param<[f64; 16]>,
) -> f64 {
    let tape = tanh(norm(tape[3]) + sample_std(atan2(scale, a)));
    let gradient = reshape(sigmoid(gradients), [4, 4]);
    let a = silu(sample_std(gradients[4..=10]));
    let params = ln(softplus(broadcast(tape, [1, 4])) + 0.25);
    reshape(gradients[2..3], []) * product(gradient) - a - product(params)
}

#[differentiable]
fn p0137(g: Input<[f64; 1]>, part: Param<[[f64; 1]; 1]>) -> [[f64; 1]; 1] {
    let mut gradient = recip(sigmoid(g));
    for i in 0..4 {
        let mut forward = atan2(reshape(g, [1, 1]), broadcast(g, [1, 1]));
        for j in 0..1 {
            let b = mean(forward, axis = 0);
            forward = forward * 0.5 + transpose(reshape(forward, []) + transpose(forward));
        }
        gradient = tanh(sigmoid(gradient));
    }
    transpose(clamp(part, -0.5, 0.5))
}

#[differentiable]
fn p0138(
    k: Param<[[f64; 3]; 1]>, kernel: Param<[[f64; 3]; 3]>, g: Input<[f64; 2]>,
    score: Param<[[f64; 3]; 2]>, result: Input<f64>, exp: Param<[f64; 4]>,
) -> [f64; 3] {
    let slot = matmul(square(matmul(k, kernel)), matrix_multiply(silu(score), outer(column(kernel, 1), g)));
    let mut backward = sin(result);
    let mut h_2 = hypot(exp, exp);
    for i in 0..3 {
        backward = max(sigmoid(g)) + kernel[i][i];
        h_2 = h_2 * 0.5 + atan2(log_softmax(h_2), log_softmax(broadcast(result, [4])));
    }
    broadcast(reshape(result, [1, 1]), [1, 3])[0] - sum(slot) + backward - sum(h_2)
}

#[differentiable]
fn p0139(
    scale: Param<[[f64; 2]; 1]>, a: Param<[f64; 2]>, sum: Input<f64>, seed: Param<[[f64; 1]; 1]>,
    r: Input<f64>, part: Param<[f64; 5]>,
) -> f64 {
    const N: usize = 1;
    let exp = hypot(scale, scale);
    let x_2 = sigmoid(exp(atan2(sample_variance(a), offset(sum, 1.5))));
    let gain = -sin(a);
    let s = outer(reshape(sum, [1]), broadcast(x_2, [4]));
    let mut pass = gain;
    for i in 0..N {
        pass = reshape(stop_gradient(broadcast(gain, [1, 2])), [2]) * s[i][0];
    }
    let slot = transpose(offset(square(seed), recip(sigmoid(x_2))));
    let mut mean = pass * r;
    mean = max(relu(mean), part[3..5]);
    let a = abs(max(mean));
    let x_2 = recip(offset(abs(reshape(s, [2, 2])), 0.25));
    (variance(fully_connected(mean, x_2, pass)) - sum(exp)) * mean(slot) - a
}

#[differentiable]
fn p0140(
    score: Param<[f64; 2]>, weights: Param<[[f64; 2]; 1]>, d_x: Param<[[f64; 1]; 2]>,
    p: Input<[f64; 5]>, forward: Param<[f64; 2]>, w: Param<f64>,
) -> f64 {
    let mut y = mean(score);
    y = min(cos(y), atan2(y, y));
    let u = silu(matmul(weights, transpose(weights)));
    let mut k = sum(d_x, axis = 0);
    k = reshape(cos(y), [1]);
    let exp: [f64; 1] = matrix_multiply(abs(d_x), weights)[0];
    let mut b = p[..2];
    let mut d_h = sample_variance(p);
    for i in 1..2 {
        b = p[i..i + 2] - score[i];
        d_h = min(exp(y), exp[1 - i]) * score[i - 1];
    }
    let mut target = matvec(d_x, exp);
    target = sqrt(exp(b));
    let mut hidden = sample_std(forward);
    let mut h = broadcast(w, [2]);
    for i in 0..2 {
        let v: [f64; 1] = sin(column(u, 0));
        let mut s = matvec(broadcast(score, [2, 2]), h);
        for j in 0..2 {
            s = s * 0.5 + leaky_relu(row(broadcast(s, [1, 2]), 0), -1.25);
        }
        hidden = hidden * 0.5 + 1;
        h = h * 0.5 + softmax(mean(d_x, axis = 1));
    }
    (hidden + d_h) * binary_cross_entropy(softmax(b), stop_gradient(b)) + mean(k) - product(target)
}

#[differentiable]
fn p0141(
    value: Input<[[f64; 4]; 1]>, score: Param<[[f64; 1]; 1]>, target: Input<f64>,
    p: Param<[[f64; 3]; 3]>,
) -> [f64; 3] {
    let mut u = 0.75 + value;
    u = broadcast(min(score), [1, 4]);
    let score = offset(sigmoid(-0.5), ln(softplus(huber(0, target, 0.5)) + 0.25));
    matmul(p, p)[1] * score
}

#[differentiable]
fn p0142(
    t: Input<[[f64; 4]; 4]>, gradients: Param<[[f64; 2]; 2]>, z: Param<[f64; 1]>,
    score: Input<[[f64; 1]; 1]>, pass: Param<f64>, gain: Param<[[f64; 1]; 4]>,
) -> [[f64; 4]; 1] {
    let mut d_x = sqrt(offset(abs(t), 0.25));
    d_x = sin(clamp(d_x, -2, 0.75));
    let limit = relu(reshape(gradients, [1, 4])[0][2]);
    let limit = matmul(score, score)[0];
    let d_x = ln(0.5 + (row(d_x, 2) - 0.5) * (row(d_x, 2) - 0.5))[0..];
    let mut hidden = limit[0];
    hidden = leaky_relu(pass * hidden, 0.75);
    let mut g = broadcast(gain, [4, 1]);
    g = matrix_multiply(cos(reshape(pass, [1, 1])), matmul(transpose(transpose(g)), transpose(score)));
    let kernel: [[f64; 4]; 4] = sin(matmul(t, t));
    let e = matmul(broadcast(gain, [4, 4]), clamp(g, -2, 0.75 + square(1)));
    let v = ln(offset(abs(hidden), 0.25));
    ln(exp(reshape(e, [1, 4]))) + product(d_x) - product(kernel) - v
}

#[differentiable]
fn p0143(weights: Param<f64>, t: Param<[f64; 3]>) -> f64 {
    let mut target = sqrt(softplus(weights) + 0.25);
    let mut direction = reshape(t, [3, 1]);
    for i in 0..3 {
        target = sin(target * 0.5 + quadratic_error(square(target), stop_gradient(t[2 - i])) - direction[2 - i][0]);
        direction = scale(transpose(reshape(t, [1, 3]) + transpose(direction)) * direction[i][0], 1e-1);
    }
    square(t[2]) + target + sum(direction)
}

#[differentiable]
fn p0144(z: Param<[f64; 4]>, slot: Param<[f64; 4]>, output: Param<[f64; 5]>) -> [[f64; 4]; 4] {
    let z = tanh(z / (softplus(row(broadcast(z, [4, 4]), 1)) + 0.25));
    let norm = dot(z * slot, output[0..4]);
    ln(sigmoid(broadcast(slot, [4, 4])))
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
    k: Param<[[f64; 2]; 1]>, q: Input<[f64; 2]>, a: Input<f64>, g: Param<[[f64; 2]; 2]>,
    e: Param<[[f64; 1]; 2]>, x_2: Input<[[f64; 1]; 1]>,
) -> [[f64; 2]; 2] {
    let mut h_2 = reshape(k, [2]);
    h_2 = -(q - h_2);
    let a = sum(sin(a));
    let r = softplus(matmul(matrix_multiply(e, transpose(g)), transpose(matmul(x_2, x_2))));
    let select = matmul(transpose(broadcast(transpose(x_2), [1, 1])), softplus(matmul(k, r)));
    let d_x = tanh(a * reshape(select, []) - tanh(a));
    let mut s = column(select, 0) + reshape(select, [1]);
    for i in 1..4 {
        s = max(cos(column(k, 0)), fully_connected(s, reshape(a, [1, 1]), s));
    }
    softplus(cos(g)) * norm(h_2) + d_x + sum(s)
}

#[differentiable]
fn p0147(
    b: Param<[[f64; 3]; 1]>, score: Param<[f64; 3]>, gradients: Input<[[f64; 1]; 1]>,
    h: Input<f64>, result: Param<[[f64; 1]; 3]>, part: Param<[[f64; 1]; 1]>,
) -> [f64; 1] {
    let b = column(reshape(recip(b), [3, 1]), 0);
    let gradients = broadcast(matmul(reshape(score, [3, 1]), gradients / h), [3, 3]);
    let score = cos(b) - column(result, 0);
    let hidden = offset(powi(part - part, 0), h);
    let seed = powi(h, -1);
    let slot = variance(softmax(row(gradients, 1)));
    let result: [[f64; 3]; 3] = square(gradients);
    let mut mean = slot - slot;
    mean = quadratic_error(reshape(broadcast(b, [1, 3]), [3, 1]), stop_gradient(reshape(b, [3, 1])));
    let w = b[1..2][0];
    let direction = variance(broadcast(score, [1, 3]));
    let a = silu(direction);
    (sum(broadcast(reshape(slot, [1]), [3, 1]), axis = 0) + product(result)) * w - a
}

#[differentiable]
fn p0148(output: Input<f64>, kernel: Input<[f64; 7]>, weights: Param<f64>) -> f64 {
    let v = exp(sample_variance(broadcast(output, [3])));
    variance(kernel * kernel) * weights
}

#[differentiable]
fn p0149(
    limit: Param<[f64; 2]>, target: Param<[[f64; 7]; 1]>, b: Input<[f64; 7]>, x: Param<[f64; 2]>,
    t: Param<[[f64; 2]; 2]>, g: Param<[[f64; 1]; 1]>,
) -> [[f64; 1]; 1] {
    let part = -limit;
    let x_2 = min(reshape(target, [7]), b);
    let mut p = part - x;
    p = column(t + t, 0);
    let x = broadcast(reshape(t, [4, 1]), [4, 4]);
    let d_x = min(broadcast(g, [1, 2]), sigmoid(reshape(part, [1, 2])));
    let hidden = atan2(concat(reshape(g, [1]), column(x, 2))[..2], max(leaky_relu(p, b[4]), sin(limit)));
    let k = atan2(outer(sin(limit), row(g, 0) - limit[..1]), outer(transpose(t)[1], exp(p[..1])));
    let h_2 = sigmoid(offset(matvec(t, hidden), norm(x)));
    let norm = outer(limit[1..], h_2);
    let pass = broadcast(sample_std(reshape(reshape(t, [4, 1]), [2, 2])), [2, 1]);
    let v = abs(hypot(sigmoid(pass), matrix_multiply(pass, t)));
    (sqrt(sigmoid(broadcast(row(k, 1), [1, 1]))) - norm(x_2)) * product(d_x) + product(norm) + mean(v)
}

pub const MODELS: &[Model] = &[
    model!(matrix p0125(sum: [f64; 7]) -> [[f64; 1]; 4]),
    model!(vector p0126(gain: [[f64; 3]; 1], z: [f64; 4]) -> [f64; 1]),
    model!(matrix p0127(backward: [f64; 4]) -> [[f64; 1]; 1]),
    model!(scalar p0128() -> f64),
    model!(matrix p0129(scale: [[f64; 1]; 6]) -> [[f64; 2]; 3]),
    model!(matrix p0130(p: [[f64; 4]; 4], x: [[f64; 2]; 1]) -> [[f64; 2]; 4]),
    model!(scalar p0131(value: [f64; 3], q: [[f64; 1]; 4]) -> f64),
    model!(matrix p0132(r: [[f64; 1]; 1]) -> [[f64; 1]; 4]),
    model!(vector p0133() -> [f64; 1]),
    model!(vector p0134(a: f64, d_h: [f64; 7]) -> [f64; 2]),
    model!(matrix p0135(value: [[f64; 3]; 1]) -> [[f64; 1]; 4]),
    model!(scalar p0136() -> f64),
    model!(matrix p0137(g: [f64; 1]) -> [[f64; 1]; 1]),
    model!(vector p0138(g: [f64; 2], result: f64) -> [f64; 3]),
    model!(scalar p0139(sum: f64, r: f64) -> f64),
    model!(scalar p0140(p: [f64; 5]) -> f64),
    model!(vector p0141(value: [[f64; 4]; 1], target: f64) -> [f64; 3]),
    model!(matrix p0142(t: [[f64; 4]; 4], score: [[f64; 1]; 1]) -> [[f64; 4]; 1]),
    model!(scalar p0143() -> f64),
    model!(matrix p0144() -> [[f64; 4]; 4]),
    model!(matrix p0145(k: [[f64; 1]; 3], r: [[f64; 4]; 3], value: [[f64; 4]; 1], seed: [[f64; 1]; 1]) -> [[f64; 1]; 3]),
    model!(matrix p0146(q: [f64; 2], a: f64, x_2: [[f64; 1]; 1]) -> [[f64; 2]; 2]),
    model!(vector p0147(gradients: [[f64; 1]; 1], h: f64) -> [f64; 1]),
    model!(scalar p0148(output: f64, kernel: [f64; 7]) -> f64),
    model!(matrix p0149(b: [f64; 7]) -> [[f64; 1]; 1]),
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
fn p0151(part: Param<[[f64; 1]; 2]>, direction: Input<f64>) -> f64 {
    let x_2 = offset(part, 1);
    let part = broadcast(softmax(leaky_relu(reshape(x_2, [2]), 3)), [2, 2]);
    let k = transpose(part);
    direction + norm(k)
}

#[differentiable]
fn p0152(
    k: Input<[[f64; 3]; 3]>, select: Param<[[f64; 4]; 4]>, output: Input<[[f64; 1]; 1]>,
    h: Param<[[f64; 4]; 3]>, part: Input<[[f64; 4]; 1]>, hidden: Param<[[f64; 1]; 2]>,
) -> [f64; 2] {
    let k = tanh(binary_cross_entropy(sigmoid(k), k));
    let q = select(max(select) <= k * k, min(output), mean(h));
    let part = softplus(part);
    let d_x = -matmul(select, reshape(h, [4, 3]))[2];
    let gradient = column(hidden, 0);
    let forward = logsumexp(d_x);
    let mut a = matvec(reshape(part, [2, 2]), broadcast(k, [2]));
    a = column(transpose(transpose(hidden)), 0);
    let s = sqrt(offset(abs(a), 0.25));
    let t = column(tanh(broadcast(forward, [3, 2])), 1);
    column(matmul(hidden, output), 0) - gradient - s + mean(t)
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
    matrix_multiply(matmul(broadcast(target, [3, 4]), broadcast(params, [4, 1])), matmul(transpose(transpose(d_x)), reshape(result, [1, 3]))) * norm(gradients) + mean(select) + x + h_2 - k + sum(u)
}

#[differentiable]
fn p0154(
    gradients: Param<[[f64; 4]; 5]>, h_2: Input<[f64; 5]>, x_2: Param<[[f64; 4]; 4]>,
    a: Input<[[f64; 4]; 4]>, select: Param<[f64; 3]>, scale: Param<[f64; 1]>,
) -> f64 {
    let kernel = fully_connected(row(gradients, 4), gradients, h_2);
    let gain: [[f64; 4]; 4] = scale(matrix_multiply(matrix_multiply(a, a), transpose(abs(x_2))), 1e-1);
    let d_h = cos(column(gain, 1));
    let a = tanh(dot(reshape(d_h, [4, 1]), reshape(d_h, [4, 1])));
    let hidden = sum(gain * 0.5, axis = 0);
    let z = leaky_relu(concat(select, scale), 0.25);
    let pass = min(kernel[..=3] * z, z - 0);
    let select = pass / offset(abs(broadcast(a, [4])), 0.25);
    let pass = a + a;
    let result = 0.25 * matrix_multiply(reshape(reshape(d_h, [2, 2]), [4, 1]), recip(sigmoid(gain)));
    let mut tape = select;
    tape = softplus(sin(z));
    reshape(leaky_relu(reshape(scale, [1, 1]), stop_gradient(pass)), []) - sum(hidden) + mean(result) + norm(tape)
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
fn p0157(
    hidden: Input<[[f64; 1]; 2]>, kernel: Input<[[f64; 2]; 4]>, h_2: Param<[f64; 2]>,
    pass: Param<[[f64; 1]; 2]>, b: Param<[f64; 2]>, t: Param<[f64; 4]>,
) -> [[f64; 4]; 2] {
    let mut u = abs(2);
    for i in 0..4 {
        u = variance(softmax(broadcast(u, [2])));
    }
    let mut e = broadcast(hidden, [2, 4]);
    e = sin(transpose(recip(sigmoid(kernel))));
    let s = sample_std(reshape(e[1], [2, 2]));
    let backward = -reshape(broadcast(s, [4, 1]), [1, 4]);
    let mut score = broadcast(u, [4])[..=1];
    for i in 1..4 {
        let mut select = stop_gradient(s);
        for j in 0..i + 1 {
            select = select * 0.5 + atan2(row(kernel, 1), h_2)[0] - kernel[j][0];
        }
        score = -fully_connected(kernel[2], reshape(backward, [2, 2]), column(hidden, 0)) + kernel[3 - i][1];
    }
    let scale = reshape(pass, [2]) + (score + b);
    let result = outer(t[0..], broadcast(u, [2])) + (matrix_multiply(reshape(backward, [2, 2]), transpose(e)) - s);
    let s = sigmoid(cross_entropy(broadcast(3, [6]), broadcast(s, [6])));
    let rate: [f64; 6] = stop_gradient(reshape(broadcast(broadcast(0.25, [6]), [1, 6]), [6]));
    matmul(transpose(broadcast(s, [2, 2]) / (0.5 + h_2[1] * h_2[1])), transpose(result)) - sum(scale) - sum(rate)
}

#[differentiable]
fn p0158(
    d_x: Param<[f64; 4]>, pass: Input<[[f64; 4]; 4]>, q: Input<[[f64; 4]; 4]>,
    gradients: Input<[[f64; 6]; 4]>, g: Param<[[f64; 1]; 1]>, target: Input<[[f64; 4]; 1]>,
) -> [f64; 4] {
    let d_x = softmax_cross_entropy(abs(d_x), stop_gradient(d_x)) + tanh(sample_variance(d_x));
    let mut w = sqrt(0.5 + pass * pass);
    w = -matmul(transpose(q), w);
    let norm = tanh(matvec(gradients, row(gradients, 2)));
    let q = leaky_relu(d_x, 0.75);
    let target = ln(exp(max(matrix_multiply(target, g), -target)));
    let z = reshape(target, [4, 1]);
    let g = scale(norm[1], q) / (0.5 + norm[0] * norm[0]);
    let mean = row(gradients, 0);
    let h_2 = concat(mean[2..5], norm[1..4]);
    let gain = -recip(softplus(reshape(q, [1, 1])) + 0.25);
    let mut exp = tanh(g);
    exp = select(mean(exp) > silu(q), relu(d_x), logsumexp(norm));
    matvec(leaky_relu(reshape(norm, [4, 1]), stop_gradient(exp)), stop_gradient(z[2])) * norm(w) - product(h_2) + sum(gain)
}

#[differentiable]
fn p0159(
    g: Input<[[f64; 1]; 4]>, h_2: Param<[f64; 4]>, select: Param<[f64; 4]>, x_2: Param<[f64; 3]>,
    e: Input<[[f64; 1]; 1]>, scale: Param<[[f64; 1]; 1]>,
) -> [[f64; 4]; 1] {
    let gain = sigmoid(matmul(transpose(g), broadcast(g, [4, 4])));
    let y = mse(h_2, stop_gradient(select));
    let score = row(reshape(x_2, [1, 3]), 0)[1..=1];
    let direction = tanh(sqrt(offset(abs(select), 0.25)));
    let s = variance(direction);
    let direction = softplus(column(ln(0.5 + e * e), 0));
    let forward = matmul(transpose(leaky_relu(scale, stop_gradient(s))), -matmul(gain, broadcast(y, [4, 4])));
    let z = stop_gradient(sum(outer(select, select)));
    let mut output = softmax(direction);
    for i in 0..3 {
        let mut gradients = concat(broadcast(z, [2]), x_2[1..=2]);
        let mut exp = reshape(reshape(output, [1, 1]), []);
        for j in 0..=1 {
            let value = min(product(h_2), quadratic_error(output, stop_gradient(select[j + 1..j + 2])));
            gradients = row(broadcast(select[j], [4, 4]), 1) - g[j + 2][0];
            exp = mse(broadcast(s, [1]) / offset(abs(value), 0.25), stop_gradient(score));
        }
        output = (1e-1 + (column(gain, i) + broadcast(s, [1]))) * h_2[i + 1];
    }
    gain / (softplus(forward) + 0.25) * hypot(forward, reshape(h_2, [1, 4])) - mean(output)
}

#[differentiable]
fn p0160(
    gradient: Param<[f64; 3]>, mean: Param<[[f64; 3]; 3]>, sum: Input<[[f64; 3]; 1]>,
    z: Param<[f64; 4]>, exp: Input<[[f64; 2]; 4]>, result: Param<[[f64; 3]; 4]>,
) -> [f64; 2] {
    let limit = recip(0.5 + abs(gradient) * abs(gradient)) * -concat(gradient[1..=1], gradient[1..]);
    let select = sigmoid(matmul(transpose(hypot(mean, mean)), transpose(sum)));
    let gradient = gradient[1];
    let params = gradient + cross_entropy(sigmoid(hypot(z, z)), stop_gradient(z));
    let mut output = transpose(reshape(exp, [2, 4]));
    output = tanh(matrix_multiply(broadcast(gradient, [3, 2]), result));
    let mut x_2 = broadcast(params, [4]);
    for i in 0..4 {
        let mut v = broadcast(params, [4]);
        for j in i..4 {
            v = v;
        }
        x_2 = row(cos(broadcast(gradient, [2, 4])), 0);
    }
    let mut x = reshape(broadcast(params, [1, 1]), []);
    for i in 0..4 {
        x = norm(sum * sum);
    }
    let gradient = log_softmax(row(exp, 0));
    let r: [f64; 3] = row(clamp(reshape(reshape(mean, [9]), [3, 3]), 0.25, 3), 2);
    select(softmax_cross_entropy(limit[..2], tanh(gradient)) >= reshape(broadcast(gradient, [1, 2]), [2]), broadcast(x, [2]), matvec(broadcast(params, [2, 4]), z)) + sum(select) + mean(output) + sum(x_2) - sum(r)
}

#[differentiable]
fn p0161(
    q: Param<f64>, z: Input<[[f64; 3]; 1]>, limit: Input<[[f64; 3]; 3]>, s: Param<[[f64; 3]; 4]>,
    a: Param<f64>, norm: Param<[f64; 7]>,
) -> [f64; 7] {
    let select: [[f64; 4]; 3] = broadcast(hypot(q, q), [3, 4]) / -2;
    let z = sin(z);
    let w = reshape(broadcast(ln(exp(z[0])), [1, 3]), [3]);
    let gain = sqrt(softplus(stop_gradient(limit)) + 0.25) + transpose(transpose(limit));
    let params = relu(row(matmul(s, gain), 3));
    let mut h = tanh(select);
    for i in 0..2 {
        h = reshape(s, [3, 4]);
    }
    let q = tanh(a);
    let mut score = norm(params);
    let mut weights = log_softmax(norm);
    for i in 0..1 {
        let y = softmax(weights);
        score = powi(q, 1) * select[i + 2][3];
        weights = reshape(reshape(weights, [7, 1]), [7]) * y[i..i + 7];
    }
    abs(sum(broadcast(a, [7, 4]), axis = 1)) * norm(w) + product(h) - score + weights
}

#[differentiable]
fn p0162(
    x: Input<[[f64; 1]; 2]>, x_2: Input<[f64; 1]>, slot: Param<[[f64; 2]; 1]>,
    kernel: Param<[[f64; 4]; 1]>, g: Param<[[f64; 2]; 1]>, d_h: Input<[[f64; 2]; 1]>,
    b: Param<f64>,
) -> [[f64; 1]; 1] {
    let x = clamp(logsumexp(x[1]), -0.5, 0.5);
    let x_2 = variance(x_2);
    let slot = reshape(slot, [2, 1]);
    let gradients: [f64; 2] = fully_connected((d_h * x_2)[0], reshape(kernel, [2, 2]), broadcast(x_2, [2]) - g[0]);
    let weights = slot;
    let d_h: f64 = d_h[0][0];
    let scale = d_h;
    let limit = 1e-1 - softplus(hypot(weights, weights));
    let value = stop_gradient(min(sum(g, axis = 1), scale(row(limit, 0), x_2)));
    let s = softplus(reshape(d_h, [1, 1]));
    let output = softmax_cross_entropy(value, value);
    let p = reshape(binary_cross_entropy(sigmoid(scale), scale), [1]);
    (reshape(-broadcast(output, [1]), [1, 1]) + s - mean(p)) * b
}

#[differentiable]
fn p0163(
    params: Param<[f64; 2]>, q: Input<[f64; 1]>, hidden: Param<[f64; 6]>, w: Param<[f64; 1]>,
    tape: Param<[[f64; 1]; 1]>,
) -> [f64; 3] {
    let mut sum = concat(params, q);
    for i in 0..2 {
        sum = transpose(broadcast(sum, [3, 3]))[1 - i];
    }
    let d_x = softmax(recip(sum));
    let output = stop_gradient(ln(0.5 + -1.25 * -1.25)) - silu(sin(d_x[1]));
    let mut rate = hidden[2..=4];
    rate = -(rate + sum);
    let weights = abs(hypot(rate, sum));
    let q = -weights;
    let gradients = square(sigmoid(w));
    let a = cos(broadcast(rate, [1, 3])) - matmul(tape, reshape(rate, [1, 3]));
    let mut mean = mse(hidden, stop_gradient(hidden));
    mean = powi(variance(hidden), 3);
    log_softmax(mean(broadcast(output, [3, 4]), axis = 1)) * q
}

#[differentiable]
fn p0164(
    p: Param<[[f64; 2]; 1]>, w: Param<[f64; 2]>, u: Input<f64>, result: Param<f64>,
    d_x: Input<f64>, forward: Input<[f64; 4]>,
) -> [[f64; 1]; 1] {
    let kernel = outer(reshape(p - p, [2]), offset(w, w[1])[0..]);
    let weights = u + u;
    let mut rate = clamp(weights, 0.25, 3 + square(stop_gradient(result)));
    rate = d_x;
    let mut exp = powi(p, 3);
    exp = reshape(softmax(w), [1, 2]);
    let mut score = abs(forward);
    for i in 1..4 {
        score = matvec(clamp(broadcast(result, [4, 4]), -2, 0.75), abs(score)) - forward[i - 1];
    }
    let e = broadcast(d_x, [1, 1]);
    let mut gain = broadcast(e[0], [1, 1]);
    gain = sigmoid(reshape(d_x, [1, 1]));
    let mut output = broadcast(score[..1], [1, 1]);
    output = scale(abs(matmul(transpose(output), transpose(reshape(result, [1, 1])))), 1e-1);
    -tanh(reshape(rate, [1, 1])) - sum(kernel) + sum(exp) - gain - output
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
) -> [f64; 4] {
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
        x = softmax(z);
    }
    let exp = huber(row(broadcast(v, [4, 3]), 2), stop_gradient(x), 0.25);
    offset(abs(gradient), sqrt(exp)) + d_x
}

#[differentiable]
fn p0167(g: Param<[f64; 5]>) -> [f64; 3] {
    let p = logsumexp(cos(g));
    fully_connected(g[..3], broadcast(p, [3, 3]), g[1..=3]) * tanh(g[..=2])
}

#[differentiable]
fn p0168(
    x: Param<[[f64; 4]; 1]>, x_2: Input<[[f64; 1]; 2]>, h: Param<[f64; 2]>,
    params: Param<[[f64; 1]; 4]>, limit: Input<[[f64; 1]; 1]>, u: Param<[[f64; 2]; 2]>,
) -> [f64; 1] {
    let x = 0.25 * reshape(transpose(exp(x)), [4]);
    let w = x_2[1];
    let weights = -h;
    let h = sum(matmul(params, transpose(limit)), axis = 0);
    let u = tanh(u);
    let t = sigmoid(-0.5);
    let t = exp(t);
    let limit: [f64; 2] = tanh(weights);
    let e = sqrt(offset(abs(matrix_multiply(broadcast(x, [4, 4]), reshape(params, [1, 4]))), 0.25));
    let mut b = broadcast(t, [4, 1]);
    for i in 0..3 {
        let mut y = sqrt(softplus(limit[0]) + 0.25);
        for j in i..3 {
            y = y * 0.5 + mean(broadcast(y, [6])[j..j + 4]);
        }
        b = sigmoid(softplus(broadcast(params, [4, 1])));
    }
    let result = tanh(exp(t) / (softplus(reshape(broadcast(0.25, [8, 1]), [4, 2])) + 0.25));
    (row(outer(h, h), 0) - norm(b)) * sum(result)
}

#[differentiable]
fn p0169(pass: Param<f64>) -> f64 {
    let v = hypot(pass, 0.75);
    let d_x = scale(fully_connected(broadcast(pass, [2]), broadcast(pass, [2, 2]), broadcast(v, [2])), square(v));
    recip(offset(abs(product(d_x)), 0.25))
}

#[differentiable]
fn p0170(
    k: Param<[[f64; 2]; 2]>, part: Param<[f64; 2]>, backward: Param<[f64; 2]>,
    norm: Param<[[f64; 1]; 2]>, rate: Param<[[f64; 2]; 1]>, g: Param<[f64; 1]>,
) -> [[f64; 1]; 1] {
    let target = fully_connected(part, k, backward);
    let backward = softmax_cross_entropy(reshape(recip(exp(norm)), [2]), stop_gradient(target));
    let b = sigmoid(target / exp(reshape(norm, [2])));
    let d_h = (rate / 3)[0];
    let z: [f64; 2] = reshape(rate, [2]);
    let params = transpose(outer(z, reshape(norm, [2])));
    let pass = tanh(backward);
    let r = mean(norm, axis = 0) + cos(g);
    let norm = sum(column(norm, 0));
    let hidden = powi(matmul(cos(transpose(rate)), max(reshape(g, [1, 1]), broadcast(pass, [1, 1]))), 0);
    (matmul(broadcast(reshape(norm, [1, 1]), [1, 1]), reshape(norm, [1, 1]) / exp(reshape(pass, [1, 1]))) + product(b) - norm(d_h) - mean(params)) * sum(r)
}

#[differentiable]
fn p0171(
    r: Input<[[f64; 3]; 6]>, result: Input<[f64; 2]>, value: Param<[[f64; 1]; 4]>,
    b: Input<[[f64; 1]; 3]>, gradient: Input<[[f64; 1]; 3]>, w: Param<f64>,
) -> [[f64; 3]; 3] {
    const N: usize = 3;
    let mean = mean(transpose(r), axis = 0)[N - 3..=N - 1];
    let gain = stop_gradient(result);
    let value = reshape(value * -2, [2, 2]);
    let x = broadcast(reshape(mean, [3, 1]), [3, 3]);
    let b = dot(-abs(b), broadcast(-gradient, [3, 1]));
    let e = outer(tanh(mean), scale(gain, w));
    let u = matvec(e, gain);
    let scale: [[f64; 1]; 2] = reshape(gain, [2, 1]);
    let gradients = sum(u);
    let exp = 0.25 * (hypot(gradients, b) + dot(transpose(x), x));
    let u = 0.25 * outer(silu(value[N - 2]), abs(log_softmax(mean)));
    outer(fully_connected(mean, x, mean), sum(e, axis = 1)) * product(scale) * exp - product(u)
}

#[differentiable]
fn p0172(
    target: Input<[f64; 2]>, exp: Input<[[f64; 1]; 3]>, output: Param<[f64; 7]>,
    scale: Input<[f64; 7]>, e: Input<[f64; 3]>, rate: Param<[[f64; 7]; 3]>,
) -> f64 {
    let kernel = broadcast(target, [1, 2]);
    let mut gradients = exp[0][0];
    gradients = tanh(offset(dot(output, output), min(scale)));
    let e: [f64; 3] = abs(e[..]);
    let weights: f64 = variance(column(clamp(broadcast(target, [3, 2]), -2, 0.75), 1));
    let v = product(scale + output);
    let select = output[1..5][..3];
    let mut z = min(reshape(weights, [1, 1]), reshape(v, [1, 1]));
    for i in 0..2 {
        let score = logsumexp(target / target);
        z = matmul(matmul(kernel, broadcast(gradients, [2, 2])), scale(reshape(target, [2, 1]), weights)) * scale[i + 5];
    }
    let d_h = recip(0.5 + broadcast(gradients, [2, 1]) * broadcast(gradients, [2, 1]));
    let mut p = dot(output, scale);
    let mut r = transpose(broadcast(weights, [1, 3]));
    for i in 0..2 {
        p = quadratic_error(column(exp, 0), stop_gradient(select)) / sigmoid(stop_gradient(1.5));
        r = r * 0.5 + select(reshape(select, [3, 1]) <= cos(r), sigmoid(scale[4]), outer(select, select[i..=i]));
    }
    (recip(softplus(sum(select)) + 0.25) + mean(z)) * mean(d_h) + p
}

#[differentiable]
fn p0173(
    value: Input<[f64; 3]>, hidden: Param<f64>, gain: Param<f64>, x_2: Param<[[f64; 1]; 7]>,
    kernel: Param<[[f64; 7]; 1]>, w: Input<[[f64; 4]; 1]>,
) -> [[f64; 4]; 4] {
    let hidden = offset(value, hidden);
    let gain = gain;
    let y = reshape(silu(x_2) * transpose(kernel), [7]);
    let mean = sample_std(ln(0.5 + (w + w) * (w + w)));
    let x_2: [f64; 4] = recip(exp(fully_connected(hidden, broadcast(mean, [4, 3]), row(w, 0))));
    outer(sum(transpose(w), axis = 1), x_2) + product(y)
}

#[differentiable]
fn p0174(
    h_2: Param<[[f64; 1]; 4]>, k: Input<[[f64; 4]; 4]>, forward: Input<f64>,
    s: Param<[[f64; 1]; 4]>, part: Param<[f64; 6]>, select: Input<[f64; 4]>,
) -> [[f64; 1]; 4] {
    let h_2 = h_2;
    let target = cos(k)[2];
    let t: [[f64; 4]; 4] = outer(min(target + k[1], column(k, 0)), reshape(-h_2, [4]));
    let mut value = forward;
    value = sample_std(matmul(transpose(transpose(k)), t));
    let pass = broadcast(s, [4, 4]);
    let kernel = offset(part, value);
    let q = sigmoid(binary_cross_entropy(sigmoid(target), tanh(select)) - softmax_cross_entropy(select, select));
    let sum = sigmoid(scale(matmul(k, pass), exp(q)));
    broadcast(part[2..=2] * broadcast(value, [1]), [4, 1]) + norm(kernel) - product(sum)
}

pub const MODELS: &[Model] = &[
    model!(scalar p0150(h_2: [f64; 1]) -> f64),
    model!(scalar p0151(direction: f64) -> f64),
    model!(vector p0152(k: [[f64; 3]; 3], output: [[f64; 1]; 1], part: [[f64; 4]; 1]) -> [f64; 2]),
    model!(matrix p0153(d_x: [[f64; 1]; 3], e: [[f64; 1]; 1], output: [f64; 7]) -> [[f64; 1]; 3]),
    model!(scalar p0154(h_2: [f64; 5], a: [[f64; 4]; 4]) -> f64),
    model!(scalar p0155(w: f64) -> f64),
    model!(matrix p0156(mean: [[f64; 1]; 1]) -> [[f64; 3]; 1]),
    model!(matrix p0157(hidden: [[f64; 1]; 2], kernel: [[f64; 2]; 4]) -> [[f64; 4]; 2]),
    model!(vector p0158(pass: [[f64; 4]; 4], q: [[f64; 4]; 4], gradients: [[f64; 6]; 4], target: [[f64; 4]; 1]) -> [f64; 4]),
    model!(matrix p0159(g: [[f64; 1]; 4], e: [[f64; 1]; 1]) -> [[f64; 4]; 1]),
    model!(vector p0160(sum: [[f64; 3]; 1], exp: [[f64; 2]; 4]) -> [f64; 2]),
    model!(vector p0161(z: [[f64; 3]; 1], limit: [[f64; 3]; 3]) -> [f64; 7]),
    model!(matrix p0162(x: [[f64; 1]; 2], x_2: [f64; 1], d_h: [[f64; 2]; 1]) -> [[f64; 1]; 1]),
    model!(vector p0163(q: [f64; 1]) -> [f64; 3]),
    model!(matrix p0164(u: f64, d_x: f64, forward: [f64; 4]) -> [[f64; 1]; 1]),
    model!(matrix p0165() -> [[f64; 2]; 2]),
    model!(vector p0166(target: [[f64; 3]; 3]) -> [f64; 4]),
    model!(vector p0167() -> [f64; 3]),
    model!(vector p0168(x_2: [[f64; 1]; 2], limit: [[f64; 1]; 1]) -> [f64; 1]),
    model!(scalar p0169() -> f64),
    model!(matrix p0170() -> [[f64; 1]; 1]),
    model!(matrix p0171(r: [[f64; 3]; 6], result: [f64; 2], b: [[f64; 1]; 3], gradient: [[f64; 1]; 3]) -> [[f64; 3]; 3]),
    model!(scalar p0172(target: [f64; 2], exp: [[f64; 1]; 3], scale: [f64; 7], e: [f64; 3]) -> f64),
    model!(matrix p0173(value: [f64; 3], w: [[f64; 4]; 1]) -> [[f64; 4]; 4]),
    model!(matrix p0174(k: [[f64; 4]; 4], forward: f64, select: [f64; 4]) -> [[f64; 1]; 4]),
];
}

pub mod part_7 {
use autodiff_runtime::prelude::*;
use random_programs::{Model, model};

#[differentiable]
fn p0175(
    h_2: Param<[[f64; 4]; 4]>, x: Param<[[f64; 1]; 4]>, exp: Input<[f64; 2]>,
    part: Param<[[f64; 4]; 2]>, limit: Param<[[f64; 1]; 2]>, q: Param<[f64; 5]>,
) -> [[f64; 1]; 4] {
    let kernel = matrix_multiply(h_2, h_2);
    let mut tape = reshape(x, [4]);
    for i in 0..4 {
        tape = (1 + h_2[i] + sigmoid(tape)) * x[i][0];
    }
    let mut h = mse(tape[2..], exp);
    h = min(sqrt(sigmoid(exp)));
    let part = (min(broadcast(h, [2, 4]), part) / sigmoid(broadcast(limit, [2, 4])))[1];
    let limit = cos(h);
    let mut r = exp(q);
    let mut gradient = exp(exp);
    for i in 0..2 {
        r = r * 0.5 + cos(softmax(q));
        gradient = scale(square(broadcast(gradient, [1, 2])[0]) - x[1 - i][0], 1e-1);
    }
    let output = tanh(atan2(leaky_relu(part, -1)[2..], column(ln(offset(abs(reshape(gradient, [2, 1])), 0.25)), 0)));
    (ln(offset(abs(broadcast(x, [4, 1])), 0.25)) + sum(kernel)) * limit - norm(r) - sum(output)
}

#[differentiable]
fn p0176(direction: Param<[f64; 3]>, r: Param<[[f64; 1]; 1]>) -> [[f64; 1]; 1] {
    let direction = sqrt(sigmoid(softmax(direction[1..=1])));
    let d_h = broadcast(3, [1]);
    let mut rate = dot(r, r);
    let mut v = d_h * rate;
    for i in 1..3 {
        rate = rate / (softplus(reshape(r, [])) + 0.25) / sigmoid(direction[0]);
        v = rate * (d_h - column(r, 0));
    }
    tanh(rate / r) + sum(v)
}

#[differentiable]
fn p0177(x: Param<[[f64; 1]; 1]>, pass: Input<[f64; 4]>) -> [f64; 4] {
    let a = powi(abs(broadcast(x, [1, 1])), 3);
    let h = sin(outer(a[0], pass));
    stop_gradient(pass) * pass - norm(h)
}

#[differentiable]
fn p0178(
    tape: Input<f64>, score: Param<[[f64; 1]; 4]>, params: Param<[f64; 6]>,
    h: Param<[[f64; 1]; 1]>, gradient: Param<[[f64; 2]; 1]>, x: Param<[[f64; 2]; 1]>,
) -> [f64; 6] {
    let mut rate = cos(tape);
    rate = sample_variance(exp(score));
    let params = std(params + params);
    let limit = column(h, 0);
    let q = gradient - x;
    let mut b = params - rate;
    b = atan2(cos(b), recip(sigmoid(b)));
    let e = broadcast(rate, [6]);
    let gradient = square(dot(max(row(q, 0), gradient[0]), reshape(x, [2])));
    let q = row(softplus(broadcast(b, [2, 1])), 1);
    let y = mean(broadcast(rate, [3, 4]), axis = 1)[2..3];
    let mut scale = abs(broadcast(gradient, [2, 2]));
    for i in 0..3 {
        scale = reshape(max(e[i..i + 4], reshape(scale, [4])), [2, 2]);
    }
    (mean(reshape(broadcast(tape, [12, 2]), [6, 4]), axis = 1) * product(limit) - mean(q)) * product(y) - mean(scale)
}

#[differentiable]
fn p0179(
    scale: Param<[[f64; 1]; 1]>, tape: Input<f64>, backward: Input<[[f64; 1]; 3]>,
    u: Param<[[f64; 1]; 3]>, d_h: Input<[[f64; 3]; 1]>, direction: Param<[[f64; 4]; 3]>,
) -> [f64; 4] {
    let scale: [[f64; 1]; 1] = matrix_multiply(transpose(scale(reshape(tape, [1, 1]), -tape)), transpose(sigmoid(scale)));
    let e = square(hypot(broadcast(tape, [3, 1]), backward));
    let gradients = clamp(u, -0.5, 0.5);
    let x = row(-transpose(d_h), 2);
    let select = column(ln(exp(direction)), 0);
    let x_2 = softplus(softplus(tape));
    let w = std(d_h) * hypot(x_2, x_2);
    let mut score = broadcast(w, [4, 3]);
    let mut mean = cos(w);
    for i in 1..5 {
        score = hypot(broadcast(column(u, 0), [4, 3]), broadcast(broadcast(x, [4, 1]), [4, 3]));
        mean = ln(leaky_relu(w, -1));
    }
    let slot = sigmoid(mean(x));
    let mut gain = matmul(d_h, transpose(score));
    let mut gradient = broadcast(slot, [4])[0..=3];
    for i in 1..4 {
        gain = silu(clamp(gain, -2, 0.75));
        gradient = relu(hypot(gradient, direction[1]));
    }
    (row(broadcast(select[0], [1, 4]), 0) + product(scale) - sum(e) + product(gradients) + mean - mean(gain)) * gradient
}

#[differentiable]
fn p0180(target: Param<[[f64; 3]; 3]>, d_x: Param<[[f64; 1]; 1]>) -> [[f64; 1]; 1] {
    let target = transpose(target)[2][0..3];
    broadcast(sin(d_x), [1, 1]) * product(target)
}

#[differentiable]
fn p0181(
    score: Input<f64>, direction: Param<[f64; 3]>, e: Param<[f64; 3]>, t: Param<[f64; 1]>,
) -> [[f64; 1]; 3] {
    let b = stop_gradient(score) / exp(hypot(score, score));
    let h_2 = transpose(broadcast(b, [1, 3]));
    let d_x = broadcast(logsumexp(select(b < direction, direction, direction[1])), [1, 3]);
    let direction = matmul(broadcast(score, [1, 1]), transpose(h_2));
    let t = huber(matvec(direction, e), stop_gradient(t), 0.5);
    atan2(broadcast(h_2[2], [3, 1]), transpose(d_x)) + t
}

#[differentiable]
fn p0182(
    target: Param<[[f64; 4]; 1]>, d_x: Param<[f64; 4]>, norm: Param<[[f64; 4]; 4]>,
    h_2: Input<[f64; 5]>, x: Param<[[f64; 1]; 1]>, exp: Input<[f64; 1]>,
) -> [f64; 1] {
    let pass = scale(fully_connected(square(d_x), recip(sigmoid(target)), softmax(column(target, 0))), 1e-1);
    let w = mean(square(norm), axis = 1);
    let b: f64 = stop_gradient(logsumexp(h_2));
    let select = reshape(min(norm), [1, 1])[0];
    let tape = clamp(target, 0.25, 3 + square(b));
    let s: [[f64; 4]; 1] = recip(sigmoid(tape));
    let k = tanh((reshape(x, [1]) + softmax(pass)) / sigmoid(atan2(select / (0.5 + select * select), abs(exp))));
    let mut mean = tape + target;
    for i in 0..3 {
        let seed = mean(mean, axis = 0);
        mean = stop_gradient(max(broadcast(x, [1, 4]), target));
    }
    let mut p = broadcast(b, [1, 1]);
    let mut gain = transpose(mean)[0];
    for i in 0..3 {
        let t: [f64; 1] = ln(column(s, i));
        p = abs(matmul(transpose(reshape(exp, [1, 1])), x));
        gain = t + h_2[4 - i];
    }
    (matvec(atan2(s, tape), ln(w)) - k - mean(p)) * gain
}

#[differentiable]
fn p0183(scale: Param<f64>, limit: Param<[f64; 2]>) -> [f64; 2] {
    let scale = scale;
    let seed = sigmoid(powi(reshape(scale, [1]), 4));
    sin(softmax(limit))
}

#[differentiable]
fn p0184(
    tape: Param<[[f64; 2]; 4]>, pass: Input<[[f64; 1]; 4]>, b: Input<[[f64; 1]; 2]>,
    sum: Param<[[f64; 4]; 4]>, z: Input<[[f64; 1]; 1]>, h_2: Param<[f64; 2]>,
) -> [f64; 2] {
    let target = exp(matmul(transpose(tape), pass) + b);
    let weights = quadratic_error(matmul(matmul(transpose(pass), sum), broadcast(0.5, [4, 1])), square(z));
    let gain = transpose(outer(column(pass, 0), reshape(b, [2])));
    let tape = softplus(reshape(h_2, [1, 2]));
    let seed = relu(weights);
    let slot: [[f64; 4]; 1] = broadcast(ln(broadcast(weights, [1, 1])), [1, 4]);
    let mut scale = dot(seed, seed);
    scale = stop_gradient(relu(-1.25));
    let h_2 = sin(exp(gain[1])[..=0]);
    let params = sin(dot(exp(row(gain, 1)), broadcast(weights, [4]) + broadcast(weights, [4])));
    let k = scale(powi(matvec(gain, row(slot, 0)) - 0.75, -2), 1e-1);
    let v = matvec(broadcast(params, [1, 1]), atan2(column(slot, 0), sin(h_2)));
    log_softmax(sigmoid(k)) - norm(target) + sum(tape) + scale + product(v)
}

#[differentiable]
fn p0185(
    seed: Param<[[f64; 4]; 3]>, t: Param<[[f64; 1]; 4]>, y: Input<[[f64; 1]; 1]>,
    gradient: Param<[[f64; 3]; 1]>, forward: Param<[f64; 1]>, gradients: Param<[f64; 1]>,
) -> f64 {
    let select = seed[1];
    let k = 0.25 * matmul(transpose(reshape(select, [4, 1]) * t), transpose(outer(select, select)));
    let mut e = matmul(y, gradient);
    let mut d_h = concat(column(gradient, 0), select[2..]);
    for i in 0..=3 {
        e = min(square(e), broadcast(3, [1, 3])) + select[i];
        d_h = 3 * column(broadcast(select, [3, 4]), 3);
    }
    let y = matvec(clamp(t, -0.5, 0.5), sum(outer(reshape(y, [1]), forward), axis = 0));
    let exp = softplus(sin(gradients));
    let rate: [[f64; 3]; 1] = relu(sin(e));
    let mut s = product(rate);
    s = std(square(reshape(select, [1, 4])));
    let p = 0.25 * ((d_h + d_h) * (d_h * exp[0]));
    (sqrt(0.5 + mean(k) * mean(k)) + product(y)) * s - mean(p)
}

#[differentiable]
fn p0186(
    target: Param<f64>, x: Param<[[f64; 1]; 1]>, gradients: Param<[[f64; 1]; 5]>,
    t: Input<[[f64; 5]; 1]>, tape: Input<[[f64; 1]; 4]>, a: Input<[f64; 1]>,
) -> [f64; 5] {
    let h_2 = offset(target, target);
    let s = std(x);
    let part = x;
    let seed = reshape(softplus(t), [5]);
    let target = 0.25 * norm(log_softmax(seed) / 0.25);
    let z = transpose(tape);
    let mut sum = silu(part);
    let mut r = a[0];
    for i in 1..=3 {
        let hidden = scale(sigmoid(reshape(sum, [])), target * reshape(a, []));
        sum = silu(sum) - part;
        r = r * 0.5 + softplus(std(a));
    }
    let x = tanh(silu(scale(sum, r)));
    let w = tanh(fully_connected(softmax(a), broadcast(sum, [1, 1]), mean(x, axis = 0)));
    let seed = outer(w, seed[..4]);
    (square(-1 / (0.5 + broadcast(s, [5]) * broadcast(s, [5]))) + h_2 - sum(z)) * mean(seed)
}

#[differentiable]
fn p0187(
    backward: Param<[[f64; 1]; 2]>, v: Input<[f64; 1]>, pass: Input<[f64; 2]>, r: Param<f64>,
    mean: Param<[f64; 1]>, e: Input<[f64; 2]>,
) -> f64 {
    let v: [f64; 2] = min(matvec(backward, v), pass);
    let u = silu(r);
    let q = scale(exp(column(backward, 0)) * 1.5, 1e-1);
    let mut a = mean[0];
    a = scale(a, silu(u));
    let mean = column(backward, 0);
    let seed = sigmoid(u + broadcast(mean, [2, 2]));
    let mean = abs(exp(reshape(a, [1, 1])));
    let d_x = broadcast(u, [2]);
    let mut b = mean / 0.25;
    b = tanh(abs(max(b, mean)));
    let a = product(hypot(scale(e, a), concat(reshape(b, [1]), broadcast(u, [1]))));
    product(softplus(mean)) - sum(v) - norm(q) - sum(seed) - norm(d_x) + a
}

#[differentiable]
fn p0188(
    u: Input<[[f64; 4]; 4]>, result: Param<[[f64; 3]; 4]>, output: Param<[f64; 6]>,
    b: Param<[[f64; 4]; 1]>,
) -> [[f64; 4]; 1] {
    let q: [[f64; 4]; 4] = u - 0.25;
    let d_x = abs(result);
    let d_h = sin(recip(offset(abs(output), 0.25)));
    stop_gradient(b) * product(q) + mean(d_x) - norm(d_h)
}

#[differentiable]
fn p0189(
    gain: Param<[f64; 3]>, direction: Input<[[f64; 3]; 3]>, gradient: Param<[[f64; 3]; 3]>,
    forward: Param<f64>, s: Input<[[f64; 1]; 3]>, z: Param<[[f64; 1]; 3]>,
) -> [f64; 3] {
    let x_2 = sample_std(tanh(gain));
    let u: [f64; 3] = log_softmax(gain);
    let x_2 = broadcast(broadcast(x_2, [1, 1]), [1, 3]);
    let mut p = softplus(u);
    p = (broadcast(gain, [3, 3]) - direction)[1];
    let q = huber(transpose(gradient), stop_gradient(gradient), 0.25);
    let forward = sin(sum(p / -0.5));
    let score = softmax(p);
    let p = tanh(sum(softmax_cross_entropy(score, stop_gradient(p))));
    let h = norm(matmul(transpose(gradient), s));
    let mut seed = -x_2;
    seed = tanh(matmul(transpose(matmul(z, reshape(q, [1, 1]))), transpose(broadcast(h, [3, 3]))));
    (scale(sum(transpose(gradient), axis = 0), silu(forward)) - p) * norm(seed)
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
    outer(tape, tape) * softplus(reshape(direction, [2, 2])) * norm(w) + product(pass) + norm(rate)
}

#[differentiable]
fn p0193(
    p: Input<f64>, result: Param<[f64; 2]>, gain: Param<[[f64; 1]; 2]>, part: Param<[f64; 1]>,
    d_x: Input<[[f64; 2]; 2]>, gradients: Input<[f64; 5]>,
) -> [f64; 2] {
    let kernel = silu(min(softplus(p), dot(p, p)));
    let scale = concat(result, result)[0..2];
    let params = softplus(scale);
    let score = broadcast(gain, [2, 2]);
    let gain = result[0];
    let p = outer(part, params);
    let r = mean(relu(score / d_x), axis = 1);
    let mut q = sample_variance(gradients);
    q = huber(broadcast(r, [3, 2]), stop_gradient(broadcast(params, [3, 2])), 1.5);
    let mut pass = row(reshape(gain, [1, 1]), 0);
    pass = pass / -1.25 / offset(abs(mean(broadcast(kernel, [1, 1]), axis = 1)), 0.25);
    let exp = matmul(transpose(d_x), transpose(broadcast(result, [3, 2])));
    (row(broadcast(q, [2, 2]) / d_x, 1) + norm(p)) * product(pass) - norm(exp)
}

#[differentiable]
fn p0194(value: Param<[[f64; 1]; 1]>) -> [f64; 1] {
    let sum = column(value, 0)[..];
    let value = mean(value, axis = 0);
    let gradient = -min(reshape(value, [1, 1]));
    softmax(square(value)) + sum
}

#[differentiable]
fn p0195(
    b: Param<f64>, mean: Param<f64>, w: Param<[f64; 7]>, h: Param<[f64; 7]>, rate: Input<[f64; 7]>,
    k: Param<[[f64; 7]; 1]>,
) -> [f64; 7] {
    const N: usize = 3;
    let h_2 = silu(binary_cross_entropy(sigmoid(select(b <= mean, 2, b)), stop_gradient(mean)));
    let mut x = matmul(broadcast(b, [4, 1]), broadcast(h_2, [1, 1]));
    for i in 0..N {
        let a = square(broadcast(mean, [7]));
        x = silu(relu(broadcast(b, [4, 1])));
    }
    let mut r = powi(w, 5);
    r = sqrt(exp(mean(reshape(w, [7, 1]), axis = 1)));
    let w = column(broadcast(mean, [7, 1]), 0);
    let g = broadcast(huber(-h, rate, 0.25), [1, 1]);
    let z = variance(matmul(g / exp(h_2), matmul(g, transpose(x))));
    max(reshape(k, [7]), clamp(w, -2, 0.75)) - r + z
}

#[differentiable]
fn p0196(
    w: Param<[f64; 4]>, g: Param<[[f64; 1]; 4]>, k: Input<[[f64; 4]; 4]>, sum: Param<f64>,
    y: Param<[f64; 16]>, rate: Param<[f64; 1]>,
) -> [f64; 1] {
    let seed = sin(log_softmax(log_softmax(w)));
    let norm = stop_gradient(log_softmax(seed));
    let exp: f64 = norm[0];
    let w = hypot(broadcast(g, [4, 4]), tanh(k))[0];
    let slot = min(sum, exp) * variance(w);
    let part = broadcast(stop_gradient(exp), [4]);
    let w = tanh(sum(reshape(y, [4, 4]), axis = 1));
    let d_h = min(matvec(reshape(sum, [1, 1]), rate), column(reshape(g, [1, 4]), 0));
    let direction = sqrt(softplus(norm(norm)) + 0.25);
    let hidden = part[1..=1] * direction;
    let exp = leaky_relu(part[3], stop_gradient(slot));
    let mut gain = hidden * hidden;
    let mut output = exp - sum;
    for i in 0..=1 {
        let mut gradient = norm[i + 2];
        for j in i..2 {
            let tape = offset(gradient, 2);
            gradient = silu(std(transpose(g))) + y[j + 9];
        }
        gain = sigmoid(hidden) / offset(abs(gain), 0.25);
        output = tanh(mse(k, stop_gradient(reshape(y, [4, 4])))) * norm[i];
    }
    row(broadcast(0.25, [1, 3]), 0)[1..=1] * sum(w) + d_h + gain - output
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
    h_2: Input<[[f64; 3]; 1]>, kernel: Param<[f64; 2]>, slot: Param<[f64; 2]>,
    s: Param<[[f64; 1]; 4]>, a: Param<[[f64; 1]; 1]>, k: Param<[[f64; 3]; 1]>,
) -> f64 {
    let x_2 = scale(mean(h_2, axis = 1), max(column(h_2, 2)));
    let e = concat(atan2(kernel, slot), concat(x_2, x_2));
    let slot = broadcast(min(s), [4, 4]);
    let z = clamp(a, -0.5, 0.5 + square(-1.25));
    let h_2 = exp(softmax(fully_connected(x_2, z, x_2)));
    let rate: [[f64; 3]; 1] = -k;
    let mut v = transpose(reshape(s, [1, 4]));
    for i in 0..2 {
        v = -broadcast(reshape(e, [4, 1]), [4, 1]) * slot[i][0];
    }
    let u = column(transpose(sin(broadcast(e, [3, 4]))), 0);
    let norm = tanh(sum(square(rate), axis = 1));
    let h = row(transpose(rate), 2);
    let k = outer(ln(exp(h)), cos(norm)) + 0.25;
    softplus(select(x_2[0] < h_2[0], reshape(z, []), reshape(k, []))) - sum(v)
}

#[differentiable]
fn p0199(
    result: Input<[[f64; 2]; 8]>, u: Param<[[f64; 2]; 1]>, rate: Input<[[f64; 8]; 1]>,
    direction: Input<f64>, value: Param<[[f64; 1]; 1]>, sum: Input<f64>,
) -> f64 {
    let h = sigmoid(reshape(transpose(result) / offset(abs(matmul(transpose(u), rate)), 0.25), [4, 4]));
    let gradient: [f64; 4] = softmax(broadcast(direction, [4]) * square(0.75));
    let q = sigmoid(offset(exp(direction) / min(value), sum / offset(abs(sum), 0.25) * sum(h)));
    clamp(sum, -2, 0.75) * silu(0.75) * product(gradient) + q
}

pub const MODELS: &[Model] = &[
    model!(matrix p0175(exp: [f64; 2]) -> [[f64; 1]; 4]),
    model!(matrix p0176() -> [[f64; 1]; 1]),
    model!(vector p0177(pass: [f64; 4]) -> [f64; 4]),
    model!(vector p0178(tape: f64) -> [f64; 6]),
    model!(vector p0179(tape: f64, backward: [[f64; 1]; 3], d_h: [[f64; 3]; 1]) -> [f64; 4]),
    model!(matrix p0180() -> [[f64; 1]; 1]),
    model!(matrix p0181(score: f64) -> [[f64; 1]; 3]),
    model!(vector p0182(h_2: [f64; 5], exp: [f64; 1]) -> [f64; 1]),
    model!(vector p0183() -> [f64; 2]),
    model!(vector p0184(pass: [[f64; 1]; 4], b: [[f64; 1]; 2], z: [[f64; 1]; 1]) -> [f64; 2]),
    model!(scalar p0185(y: [[f64; 1]; 1]) -> f64),
    model!(vector p0186(t: [[f64; 5]; 1], tape: [[f64; 1]; 4], a: [f64; 1]) -> [f64; 5]),
    model!(scalar p0187(v: [f64; 1], pass: [f64; 2], e: [f64; 2]) -> f64),
    model!(matrix p0188(u: [[f64; 4]; 4]) -> [[f64; 4]; 1]),
    model!(vector p0189(direction: [[f64; 3]; 3], s: [[f64; 1]; 3]) -> [f64; 3]),
    model!(scalar p0190() -> f64),
    model!(vector p0191() -> [f64; 2]),
    model!(matrix p0192(x_2: [f64; 1], gain: [[f64; 1]; 2]) -> [[f64; 2]; 2]),
    model!(vector p0193(p: f64, d_x: [[f64; 2]; 2], gradients: [f64; 5]) -> [f64; 2]),
    model!(vector p0194() -> [f64; 1]),
    model!(vector p0195(rate: [f64; 7]) -> [f64; 7]),
    model!(vector p0196(k: [[f64; 4]; 4]) -> [f64; 1]),
    model!(matrix p0197(q: [[f64; 1]; 2], x_2: f64) -> [[f64; 1]; 1]),
    model!(scalar p0198(h_2: [[f64; 3]; 1]) -> f64),
    model!(scalar p0199(result: [[f64; 2]; 8], rate: [[f64; 8]; 1], direction: f64, sum: f64) -> f64),
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
