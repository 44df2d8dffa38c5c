//! What the build script makes of the keys `release` and `helium` of Cargo's configuration.

#[allow(dead_code, reason = "the script itself does not run")]
#[path = "../build.rs"]
mod build;
use build::Library;

const M4F: &str = "thumbv7em-none-eabihf";
const M55: &str = "thumbv8m.main-none-eabihf";

#[test]
fn releases_are_those_of_cmsis_dsp() {
    for release in ["1.17", "1.17.0", "1.18", "2.0"] {
        let recent = |helium| {
            Ok(Library {
                recent: true,
                helium,
            })
        };
        assert_eq!(
            Library::of(Some(release), None, M4F),
            recent(false),
            "{release}"
        );
        assert_eq!(
            Library::of(Some(release), None, M55),
            recent(true),
            "{release}"
        );
        assert_eq!(
            Library::of(Some(release), Some("false"), M55),
            recent(false)
        );
        assert_eq!(Library::of(Some(release), Some("true"), M55), recent(true));
    }
    // A source tree may have been compiled for Helium.
    let old = |helium| {
        Ok(Library {
            recent: false,
            helium,
        })
    };
    assert_eq!(Library::of(Some("1.16.2"), None, M4F), old(false));
    assert_eq!(Library::of(Some("1.9"), None, M55), old(true));
}

/// The release of a pack means what no release means.
#[test]
fn packs_are_old() {
    for target in [M4F, M55] {
        for helium in [None, Some("false"), Some("true")] {
            let unknown = Library::of(None, helium, target);
            for pack in ["4.5.0", "5.7.0", "5.9.0", "5.17"] {
                assert_eq!(Library::of(Some(pack), helium, target), unknown, "{pack}");
            }
            let helium = helium == Some("true");
            assert_eq!(
                unknown,
                Ok(Library {
                    recent: false,
                    helium
                })
            );
        }
    }
}

#[test]
fn other_values_are_refused() {
    for release in ["", "1", "new", "0.9", "6.1.0", "57.0", "1.x", "v1.17"] {
        let message = Library::of(Some(release), None, M4F).unwrap_err();
        assert!(
            message.contains("`release`") && message.contains("\"1.17\""),
            "{message}"
        );
        assert!(
            message.ends_with(&format!("found \"{release}\"")),
            "{message}"
        );
    }
    for helium in ["", "yes", "True"] {
        let message = Library::of(Some("1.17"), Some(helium), M4F).unwrap_err();
        assert!(message.contains("`helium`"), "{message}");
        assert!(
            message.ends_with(&format!("found \"{helium}\"")),
            "{message}"
        );
    }
}
