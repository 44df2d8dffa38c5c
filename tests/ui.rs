//! What does not compile, and what it says: one mistake per file, named for the mistake.
//!
//! `TRYBUILD=overwrite cargo test --test ui` rewrites the `.stderr` files; read them afterwards.

#[test]
fn user_messages() {
    let tests = trybuild::TestCases::new();
    tests.pass("tests/ui/pass/*.rs");
    for phase in [
        "parse", "args", "op", "op2", "shape", "diff", "view", "lang",
    ] {
        tests.compile_fail(format!("tests/ui/{phase}/*.rs"));
    }
}
