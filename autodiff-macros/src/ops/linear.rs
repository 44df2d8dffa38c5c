//! Products of matrices and vectors.

use super::{Kernel, Operator, Parameter::Value, WRITE, adjoint_kernel, example, write};
use crate::differentiate::Tangent;
use crate::graph::NodeId;
use crate::infer::Infer;
use crate::program::Call;
use crate::shape::Shape;

const COLUMNS_ROWS: &str = "as many columns on the left as rows on the right";
const COLUMNS_LENGTH: &str = "as many columns in the matrix as elements in the vector";

/// Tangent of a kernel that is linear in each of its two operands.
pub(super) fn bilinear(t: &mut Tangent<'_>, z: NodeId, kernel: &'static Kernel) -> Option<NodeId> {
    let (a, b) = (t.input(z, 0), t.input(z, 1));
    let by_a = t.of_input(z, 0).map(|da| t.kernel(kernel, &[da, b], z));
    let by_b = t.of_input(z, 1).map(|db| t.kernel(kernel, &[a, db], z));
    t.sum([by_a, by_b])
}

pub(crate) static FULLY_CONNECTED: Operator = Operator {
    name: "fully_connected",
    usage: "fully_connected(x, W, b)",
    arguments: &[Value("x"), Value("W"), Value("b")],
    shape: |infer, call| {
        let x = infer.vector(call, 0);
        let w = infer.matrix(call, 1);
        let b = infer.vector(call, 2);
        let (Some(x), Some((rows, columns)), Some(b)) = (x, w, b) else {
            return Shape::Unknown;
        };
        let inputs = infer.match_dims(
            call,
            (0, &x),
            (1, &columns),
            "as many columns in `W` as elements in `x`",
        );
        let outputs = infer.match_dims(call, (1, &rows), (2, &b), "one bias per row of `W`");
        if inputs && outputs {
            Shape::Vector(rows)
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| b.all(call, &FULLY_CONNECTED_KERNEL),
    forward: "`Wx+b`, `W: [[f32; C]; R]`",
    backward: "`dW = g⊗x`, `db = g`, `dx = Wᵀg`",
    notes: "",
    examples: &[
        example(
            "fn f(x: Param<[E; 5]>, w: Param<[[E; 5]; 6]>, b: Param<[E; 6]>) -> [E; 6] { fully_connected(x, w, b) }",
        ),
        example(
            "fn f(x: Param<[E; 3]>, w: Param<[[E; 3]; 3]>, b: Param<[E; 3]>) -> E { sum(tanh(fully_connected(fully_connected(x, w, b), w, x))) }",
        ),
    ],
};

pub(crate) static FULLY_CONNECTED_KERNEL: Kernel = write(
    "fully_connected",
    "aaa",
    |r, z, g| {
        let (x, w, b) = (r.input(z, 0), r.input(z, 1), r.input(z, 2));
        let mat_vec_transposed =
            r.guard(z, &MAT_VEC_TRANSPOSED_KERNEL, &GUARDED_MAT_VEC_TRANSPOSED);
        let outer = r.guard(z, &OUTER_KERNEL, &GUARDED_OUTER);
        r.give(x, mat_vec_transposed, &[w, g]);
        r.give(w, outer, &[g, x]);
        r.give_value(b, g);
    },
    |t, z| {
        let (x, w) = (t.input(z, 0), t.input(z, 1));
        let by_x = t
            .of_input(z, 0)
            .map(|dx| t.kernel(&MAT_VEC_KERNEL, &[w, dx], z));
        let by_w = t
            .of_input(z, 1)
            .map(|dw| t.kernel(&MAT_VEC_KERNEL, &[dw, x], z));
        let by_b = t.of_input(z, 2);
        t.sum([by_x, by_w, by_b])
    },
);

pub(crate) static MATVEC: Operator = Operator {
    name: "matvec",
    usage: "matvec(W, x)",
    arguments: &[Value("W"), Value("x")],
    shape: |infer, call| {
        let w = infer.matrix(call, 0);
        let x = infer.vector(call, 1);
        let (Some((rows, columns)), Some(x)) = (w, x) else {
            return Shape::Unknown;
        };
        if infer.match_dims(call, (0, &columns), (1, &x), COLUMNS_LENGTH) {
            Shape::Vector(rows)
        } else {
            Shape::Unknown
        }
    },
    build: |b, call| b.all(call, &MAT_VEC_KERNEL),
    forward: "`Wx`",
    backward: "`dW = g⊗x`, `dx = Wᵀg`",
    notes: "a transposed matrix is not copied",
    examples: &[example(
        "fn f(w: Param<[[E; 5]; 7]>, x: Param<[E; 5]>) -> [E; 7] { matvec(w, x) }",
    )],
};

pub(crate) static MAT_VEC_KERNEL: Kernel = write(
    "mat_vec",
    "aa",
    |r, z, g| {
        let (w, x) = (r.input(z, 0), r.input(z, 1));
        let outer = r.guard(z, &OUTER_KERNEL, &GUARDED_OUTER);
        let mat_vec_transposed =
            r.guard(z, &MAT_VEC_TRANSPOSED_KERNEL, &GUARDED_MAT_VEC_TRANSPOSED);
        r.give(w, outer, &[g, x]);
        r.give(x, mat_vec_transposed, &[w, g]);
    },
    |t, z| bilinear(t, z, &MAT_VEC_KERNEL),
);

/// `Wᵀg`
pub(crate) static MAT_VEC_TRANSPOSED_KERNEL: Kernel = write(
    "mat_vec_transposed",
    "aa",
    |r, z, g| {
        let (w, x) = (r.input(z, 0), r.input(z, 1));
        let outer = r.guard(z, &OUTER_KERNEL, &GUARDED_OUTER);
        let mat_vec = r.guard(z, &MAT_VEC_KERNEL, &GUARDED_MAT_VEC);
        r.give(w, outer, &[x, g]);
        r.give(x, mat_vec, &[w, g]);
    },
    |t, z| bilinear(t, z, &MAT_VEC_TRANSPOSED_KERNEL),
);

/// `x⊗y`: rows from `x`, columns from `y`.
pub(crate) static OUTER_KERNEL: Kernel = write(
    "outer",
    "aa",
    |r, z, g| {
        let (x, y) = (r.input(z, 0), r.input(z, 1));
        let mat_vec = r.guard(z, &MAT_VEC_KERNEL, &GUARDED_MAT_VEC);
        let mat_vec_transposed =
            r.guard(z, &MAT_VEC_TRANSPOSED_KERNEL, &GUARDED_MAT_VEC_TRANSPOSED);
        r.give(x, mat_vec, &[g, y]);
        r.give(y, mat_vec_transposed, &[g, x]);
    },
    |t, z| bilinear(t, z, &OUTER_KERNEL),
);

pub(crate) static OUTER: Operator = Operator {
    name: "outer",
    usage: "outer(x, y)",
    arguments: &[Value("x"), Value("y")],
    shape: |infer, call| match (infer.vector(call, 0), infer.vector(call, 1)) {
        (Some(rows), Some(columns)) => Shape::Matrix(rows, columns),
        _ => Shape::Unknown,
    },
    build: |b, call| b.all(call, &OUTER_KERNEL),
    forward: "`x⊗y`: the matrix of all products, rows from `x`",
    backward: "`dx = gy`, `dy = gᵀx`",
    notes: "",
    examples: &[
        example("fn f(x: Param<[E; 5]>, y: Param<[E; 3]>) -> [[E; 3]; 5] { outer(x, y) }"),
        example("fn f(x: Param<[E; 3]>) -> E { sum(exp(outer(x, x * x))) }"),
    ],
};

/// Shape rule of `left · right`, given as argument indices.
fn product(infer: &mut Infer<'_>, call: &Call, left: usize, right: usize) -> Shape {
    let a = infer.matrix(call, left);
    let b = infer.matrix(call, right);
    let (Some((rows, inner)), Some((other, columns))) = (a, b) else {
        return Shape::Unknown;
    };
    if infer.match_dims(call, (left, &inner), (right, &other), COLUMNS_ROWS) {
        Shape::Matrix(rows, columns)
    } else {
        Shape::Unknown
    }
}

pub(crate) static MATMUL: Operator = Operator {
    name: "matmul",
    usage: "matmul(A, B)",
    arguments: &[Value("A"), Value("B")],
    shape: |infer, call| product(infer, call, 0, 1),
    build: |b, call| b.all(call, &MAT_MUL_KERNEL),
    forward: "`AB`",
    backward: "`dA = gBᵀ`, `dB = Aᵀg`",
    notes: "a transposed operand is not copied",
    examples: &[
        example(
            "fn f(a: Param<[[E; 3]; 2]>, b: Param<[[E; 4]; 3]>) -> [[E; 4]; 2] { matmul(a, b) }",
        ),
        example(
            "fn f(a: Param<[[E; 2]; 3]>, b: Param<[[E; 4]; 3]>) -> [[E; 4]; 2] { matmul(transpose(a), b) }",
        ),
        example(
            "fn f(a: Param<[[E; 3]; 2]>, b: Param<[[E; 3]; 4]>) -> [[E; 4]; 2] { matmul(a, transpose(b)) }",
        ),
        example("fn f(a: Param<[[E; 3]; 3]>) -> [[E; 3]; 3] { matmul(a, matmul(a, a)) }"),
    ],
};

pub(crate) static MATRIX_MULTIPLY: Operator = Operator {
    name: "matrix_multiply",
    usage: "matrix_multiply(X, W)",
    arguments: &[Value("X"), Value("W")],
    shape: |infer, call| product(infer, call, 1, 0),
    build: |b, call| {
        let (x, w) = (b.argument(call, 0), b.argument(call, 1));
        b.kernel(&MAT_MUL_KERNEL, &[w, x])
    },
    forward: "`WX`: the data first, the weights second",
    backward: "`dX = Wᵀg`, `dW = gXᵀ`",
    notes: "the argument order of the CMSIS-DSP autodiff",
    examples: &[example(
        "fn f(x: Param<[[E; 4]; 3]>, w: Param<[[E; 3]; 2]>) -> [[E; 4]; 2] { matrix_multiply(x, w) }",
    )],
};

pub(crate) static MAT_MUL_KERNEL: Kernel = write(
    "mat_mul",
    "aa",
    |r, z, g| {
        let (a, b) = (r.input(z, 0), r.input(z, 1));
        let mat_mul_nt = r.guard(z, &MAT_MUL_NT_KERNEL, &GUARDED_MAT_MUL_NT);
        let mat_mul_tn = r.guard(z, &MAT_MUL_TN_KERNEL, &GUARDED_MAT_MUL_TN);
        r.give(a, mat_mul_nt, &[g, b]);
        r.give(b, mat_mul_tn, &[a, g]);
    },
    |t, z| bilinear(t, z, &MAT_MUL_KERNEL),
);

/// `A·Bᵀ`
pub(crate) static MAT_MUL_NT_KERNEL: Kernel = write(
    "mat_mul_nt",
    "aa",
    |r, z, g| {
        let (a, b) = (r.input(z, 0), r.input(z, 1));
        let mat_mul = r.guard(z, &MAT_MUL_KERNEL, &GUARDED_MAT_MUL);
        let mat_mul_tn = r.guard(z, &MAT_MUL_TN_KERNEL, &GUARDED_MAT_MUL_TN);
        r.give(a, mat_mul, &[g, b]);
        r.give(b, mat_mul_tn, &[g, a]);
    },
    |t, z| bilinear(t, z, &MAT_MUL_NT_KERNEL),
);

/// `Aᵀ·B`
pub(crate) static MAT_MUL_TN_KERNEL: Kernel = write(
    "mat_mul_tn",
    "aa",
    |r, z, g| {
        let (a, b) = (r.input(z, 0), r.input(z, 1));
        let mat_mul_nt = r.guard(z, &MAT_MUL_NT_KERNEL, &GUARDED_MAT_MUL_NT);
        let mat_mul = r.guard(z, &MAT_MUL_KERNEL, &GUARDED_MAT_MUL);
        r.give(a, mat_mul_nt, &[b, g]);
        r.give(b, mat_mul, &[a, g]);
    },
    |t, z| bilinear(t, z, &MAT_MUL_TN_KERNEL),
);

// What an adjoint of exactly 0 is multiplied by may be infinite: products that are 0 where a factor
// is.
static GUARDED_MAT_VEC: Kernel = adjoint_kernel("guarded_mat_vec", "aa", WRITE);
static GUARDED_MAT_VEC_TRANSPOSED: Kernel =
    adjoint_kernel("guarded_mat_vec_transposed", "aa", WRITE);
static GUARDED_OUTER: Kernel = adjoint_kernel("guarded_outer", "aa", WRITE);
static GUARDED_MAT_MUL: Kernel = adjoint_kernel("guarded_mat_mul", "aa", WRITE);
static GUARDED_MAT_MUL_NT: Kernel = adjoint_kernel("guarded_mat_mul_nt", "aa", WRITE);
static GUARDED_MAT_MUL_TN: Kernel = adjoint_kernel("guarded_mat_mul_tn", "aa", WRITE);
