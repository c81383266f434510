//! Runs the fuzz targets on their committed inputs: seeds, and inputs found by fuzzing. The fuzzers need a nightly
//! compiler; this test keeps their targets consistent with the library.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

#[path = "../../fuzz/src/subjects/mod.rs"]
mod subjects;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(name)
}

fn names_in(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_committed_input_keeps_its_promise() {
    let mut broken = Vec::new();
    for (target, run) in subjects::TARGETS {
        let seeds = folder("seeds").join(target);
        let names = names_in(&seeds);
        assert!(!names.is_empty(), "{target} has no seeds");
        for name in names {
            let bytes = fs::read(seeds.join(&name)).unwrap();
            if catch_unwind(AssertUnwindSafe(|| run(&bytes))).is_err() {
                broken.push(format!("{target}/{name}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn every_target_is_built_and_no_other() {
    let mut targets: Vec<&str> = subjects::TARGETS.iter().map(|(name, _)| *name).collect();
    targets.sort_unstable();
    let manifest = fs::read_to_string(folder("Cargo.toml")).unwrap();
    let mut built: Vec<&str> =
        manifest.split("[[bin]]").skip(1).map(|bin| bin.split('"').nth(1).unwrap()).collect();
    built.sort_unstable();
    assert_eq!(built, targets);
    assert_eq!(names_in(&folder("seeds")), targets);
    for target in targets {
        let file = folder("fuzz_targets").join(format!("{target}.rs"));
        assert!(fs::read_to_string(file).unwrap().contains(&format!("target(\"{target}\")")));
    }
}
