//! Tells the crate which CMSIS-DSP is linked: `cfg(cmsis_dsp_1_17)` for its release, and
//! `cfg(cmsis_dsp_helium)` if its functions may use Helium's vectors.
//!
//! Both stand in Cargo's configuration, beside the path of the library. Without a release the
//! bindings download the library of the pack 5.7.0, which lacks a part of the functions.

use std::env;

/// What Cargo makes of `release` in the table `[target.TRIPLE.arm_cortex_math]`.
const RELEASE: &str = "DEP_ARM_CORTEX_MATH_RELEASE";

/// What Cargo makes of `helium` there.
const HELIUM: &str = "DEP_ARM_CORTEX_MATH_HELIUM";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(cmsis_dsp_1_17, cmsis_dsp_helium)");

    let release = env::var(RELEASE);
    let helium = match env::var(HELIUM).as_deref() {
        Ok("true") => true,
        Ok("false") => false,
        Ok(other) => {
            println!(
                "cargo::error=`helium` of `arm_cortex_math` in Cargo's configuration must be \
                 \"true\" or \"false\", found \"{other}\""
            );
            return;
        }
        // May have it, and exponentials with it need a check; the library of 5.7.0 has not.
        Err(_) => {
            release.is_ok() && env::var("TARGET").is_ok_and(|target| target.starts_with("thumbv8"))
        }
    };
    if helium {
        println!("cargo::rustc-cfg=cmsis_dsp_helium");
    }

    let Ok(release) = release else {
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
