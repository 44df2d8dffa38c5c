//! Tells the crate which release of CMSIS-DSP is linked: `cfg(cmsis_dsp_1_17)`.
//!
//! The release stands in Cargo's configuration, beside the path of the library. Without it the
//! bindings download the library of the pack 5.7.0, which lacks a part of the functions.

use std::env;

/// What Cargo makes of `release` in the table `[target.TRIPLE.arm_cortex_math]`.
const RELEASE: &str = "DEP_ARM_CORTEX_MATH_RELEASE";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(cmsis_dsp_1_17)");

    let Ok(release) = env::var(RELEASE) else {
        return;
    };
    let Some(release) = parse(&release) else {
        println!(
            "cargo::error=`release` of `arm_cortex_math` in Cargo's configuration must be a \
             release of CMSIS-DSP such as \"1.17\", found \"{release}\""
        );
        return;
    };
    if release >= (1, 17) {
        println!("cargo::rustc-cfg=cmsis_dsp_1_17");
    }
}

/// Major and minor number.
fn parse(release: &str) -> Option<(u32, u32)> {
    let (major, rest) = release.split_once('.')?;
    let minor = rest.split('.').next()?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
