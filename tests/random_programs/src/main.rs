//! Writes random programs as source.
//!
//!     random-programs tests FILE                            the programs of `cargo test`
//!     random-programs crates FOLDER COUNT SEED PER_CRATE    a workspace of programs that check themselves
//!
//! The second is what scripts/random-programs.sh builds and runs.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use random_programs::{Program, draw, source};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["tests", file] => {
            let programs = source::drawn_for_tests();
            Ok(fs::write(file, source::of_the_tests(&programs))?)
        }
        ["crates", folder, count, seed, per_crate] => crates(
            Path::new(folder),
            count.parse()?,
            seed.parse()?,
            per_crate.parse()?,
        ),
        _ => Err("usage: random-programs tests FILE | crates FOLDER COUNT SEED PER_CRATE".into()),
    }
}

fn crates(folder: &Path, count: u64, seed: u64, per_crate: u64) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    fs::write(
        folder.join("Cargo.toml"),
        "[workspace]\nmembers = [\"programs_*\"]\nresolver = \"3\"\n\n[profile.dev]\ndebug = false\n",
    )?;
    let root = fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))?;
    let root = root.display();
    for first in (0..count).step_by(per_crate as usize) {
        let numbers = first..(first + per_crate).min(count);
        let programs: Vec<Program> = numbers.clone().map(|number| draw(seed, number)).collect();
        let name = format!("programs_{first:05}");
        let own = folder.join(&name).join("src");
        fs::create_dir_all(&own)?;
        fs::write(
            own.with_file_name("Cargo.toml"),
            format!(
                "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[dependencies]\nautodiff-runtime = {{ path = \"{root}/autodiff-runtime\" }}\nrandom-programs = {{ path = \"{root}/tests/random_programs\" }}\n"
            ),
        )?;
        fs::write(
            own.join("programs.rs"),
            source::file(source::HEAD, &programs),
        )?;
        fs::write(
            own.join("main.rs"),
            format!(
                "mod programs;\n\nfn main() {{\n    random_programs::check::main(programs::MODELS, {seed}, {numbers:?});\n}}\n"
            ),
        )?;
    }
    Ok(())
}
