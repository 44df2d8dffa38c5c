//! Trains a 4-8-3 classifier on Fisher's Iris data.
//!
//!     cargo run --release --example iris

use autodiff_runtime::prelude::*;

/// Two layers, relu between them; the cross entropy of the class probabilities.
#[differentiable]
pub fn iris(
    x: Input<[f32; 4]>,
    w1: Param<[[f32; 4]; 8]>,
    b1: Param<[f32; 8]>,
    w2: Param<[[f32; 8]; 3]>,
    b2: Param<[f32; 3]>,
    target: Input<[f32; 3]>,
) -> f32 {
    let hidden = relu(fully_connected(x, w1, b1));
    let probability = softmax(fully_connected(hidden, w2, b2));
    cross_entropy(probability, target)
}

/// First line: flowers, features and the class names; then one flower a line.
const DATA: &str = include_str!("data/iris.csv");
/// The targets: row `c` is the distribution that is certain of class `c`.
const ONE_HOT: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

const EPOCHS: usize = 100;
const BATCH: usize = 12;
const LEARNING_RATE: f32 = 0.1;

#[derive(Clone, Copy)]
struct Flower {
    features: [f32; 4],
    class: usize,
}

fn main() {
    let (names, flowers) = parse(DATA);

    // The file lists fifty flowers of each class in turn, so every fifth one makes
    // a held-out set with ten of each.
    let (mut held_out, mut train) = (Vec::new(), Vec::new());
    for (i, &flower) in flowers.iter().enumerate() {
        if i % 5 == 0 {
            held_out.push(flower);
        } else {
            train.push(flower);
        }
    }
    standardize(&mut train, &mut held_out);

    let mut rng = oorandom::Rand32::new(1936);
    let mut params = initial_params(&mut rng);
    println!(
        "{} flowers to train, {} held out; parameters {} bytes, tape {} bytes",
        train.len(),
        held_out.len(),
        iris::Params::SIZE,
        iris::Tape::SIZE,
    );

    let mut tape = iris::Tape::new();
    // `accumulate` sums over a batch, the step wants the mean.
    let sgd = Sgd::new(LEARNING_RATE / BATCH as f32);

    println!("epoch  train loss  held out");
    for epoch in 1..=EPOCHS {
        shuffle(&mut train, &mut rng);
        let mut loss = 0.0;
        for batch in train.chunks(BATCH) {
            let mut gradients = iris::Gradients::ZERO;
            for flower in batch {
                let mut pass = tape.forward(&flower.features, &ONE_HOT[flower.class], &params);
                loss += pass.output();
                pass.accumulate(&mut gradients);
            }
            sgd.step(&mut params, &gradients);
        }
        if epoch == 1 || epoch % 10 == 0 {
            let mean = loss / train.len() as f32;
            let right = correct(&held_out, &params);
            println!("{epoch:5}  {mean:10.4}  {right:5}/{}", held_out.len());
        }
    }

    print_confusion(&names, &held_out, &params);
    let right = correct(&held_out, &params);
    println!("{right} of {} held-out flowers are right", held_out.len());
    assert!(right >= 28, "training went wrong: {right} right");
}

/// The class whose cross entropy is least is the one of the largest probability.
/// The plain function computes values only: it records nothing and needs no tape.
fn predict(features: &[f32; 4], params: &iris::Params) -> usize {
    let loss = |class: &usize| iris(features, &ONE_HOT[*class], params);
    (0..ONE_HOT.len())
        .min_by(|a, b| loss(a).total_cmp(&loss(b)))
        .expect("there are classes")
}

fn correct(flowers: &[Flower], params: &iris::Params) -> usize {
    flowers
        .iter()
        .filter(|flower| predict(&flower.features, params) == flower.class)
        .count()
}

fn print_confusion(names: &[&str], flowers: &[Flower], params: &iris::Params) {
    let mut counts = [[0; 3]; 3];
    for flower in flowers {
        counts[flower.class][predict(&flower.features, params)] += 1;
    }
    println!("\n{:12}{:>36}", "", "predicted");
    println!(
        "{:12}{:>12}{:>12}{:>12}",
        "actual", names[0], names[1], names[2]
    );
    for (name, row) in names.iter().zip(counts) {
        println!("{name:12}{:12}{:12}{:12}", row[0], row[1], row[2]);
    }
    println!();
}

/// Weights uniform in ±√(6/fan-in), which keeps the variance through a relu layer
/// (He et al., 2015); biases zero.
fn initial_params(rng: &mut oorandom::Rand32) -> iris::Params {
    let mut uniform = |bound: f32| (2.0 * rng.rand_float() - 1.0) * bound;
    let mut params = iris::Params::ZERO;
    for row in &mut params.w1 {
        row.fill_with(|| uniform((6.0_f32 / 4.0).sqrt()));
    }
    for row in &mut params.w2 {
        row.fill_with(|| uniform((6.0_f32 / 8.0).sqrt()));
    }
    params
}

/// Gives each feature mean 0 and deviation 1 over the training set. The held-out
/// flowers go through the same map: their own statistics are not known in advance.
fn standardize(train: &mut [Flower], held_out: &mut [Flower]) {
    let count = train.len() as f32;
    for k in 0..4 {
        let mean = train.iter().map(|f| f.features[k]).sum::<f32>() / count;
        let variance = train
            .iter()
            .map(|f| (f.features[k] - mean).powi(2))
            .sum::<f32>()
            / count;
        for flower in train.iter_mut().chain(held_out.iter_mut()) {
            flower.features[k] = (flower.features[k] - mean) / variance.sqrt();
        }
    }
}

/// Fisher-Yates.
fn shuffle(flowers: &mut [Flower], rng: &mut oorandom::Rand32) {
    for i in (1..flowers.len()).rev() {
        let j = rng.rand_range(0..i as u32 + 1) as usize;
        flowers.swap(i, j);
    }
}

fn parse(data: &'static str) -> (Vec<&'static str>, Vec<Flower>) {
    let mut lines = data.lines();
    let names = lines.next().expect("a header").split(',').skip(2).collect();
    let flowers = lines
        .map(|line| {
            let (features, class) = line.rsplit_once(',').expect("features, class");
            let mut cells = features
                .split(',')
                .map(|cell| cell.parse().expect("a number"));
            Flower {
                features: std::array::from_fn(|_| cells.next().expect("four features")),
                class: class.parse().expect("a class"),
            }
        })
        .collect();
    (names, flowers)
}
