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

    let variable = |name| env::var(name).ok();
    let (release, helium) = (variable(RELEASE), variable(HELIUM));
    let target = variable("TARGET").unwrap_or_default();
    match Library::of(release.as_deref(), helium.as_deref(), &target) {
        Ok(library) => {
            if library.recent {
                println!("cargo::rustc-cfg=cmsis_dsp_1_17");
            }
            if library.helium {
                println!("cargo::rustc-cfg=cmsis_dsp_helium");
            }
        }
        Err(message) => println!("cargo::error={message}"),
    }
}

/// What is known of the library.
#[derive(Debug, PartialEq, Eq)]
pub struct Library {
    /// CMSIS-DSP 1.17 or newer.
    pub recent: bool,
    pub helium: bool,
}

impl Library {
    /// From the keys `release` and `helium`, or a message that says what is wrong with one.
    pub fn of(release: Option<&str>, helium: Option<&str>, target: &str) -> Result<Self, String> {
        let number = match release.map(|release| (release, parse(release))) {
            // The packs CMSIS 4 and 5 number otherwise; theirs is CMSIS-DSP 1.4 to 1.10.
            None | Some((_, Some((4 | 5, _)))) => None,
            Some((_, Some(number @ (1..=3, _)))) => Some(number),
            Some((release, _)) => {
                return Err(format!(
                    "`release` of `arm_cortex_math` in Cargo's configuration must be a release of \
                     CMSIS-DSP such as \"1.17\", found \"{release}\""
                ));
            }
        };
        let helium = match helium {
            Some("true") => true,
            Some("false") => false,
            Some(other) => {
                return Err(format!(
                    "`helium` of `arm_cortex_math` in Cargo's configuration must be \"true\" or \
                     \"false\", found \"{other}\""
                ));
            }
            // May have it, and exponentials with it need a check; the library of 5.7.0 has not.
            None => number.is_some() && target.starts_with("thumbv8"),
        };
        Ok(Self {
            recent: number >= Some((1, 17)),
            helium,
        })
    }
}

/// Major and minor number.
fn parse(release: &str) -> Option<(u32, u32)> {
    let (major, rest) = release.split_once('.')?;
    let minor = rest.split('.').next()?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
