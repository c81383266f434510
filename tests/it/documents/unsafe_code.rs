//! Tests that `docs/inside/trust.md` lists the files and folders that contain `unsafe` code.

use std::fs;
use std::path::Path;

use super::{hold, page, path, with_table};

/// The sources of the program, the packages and the pages, but not their tests.
const FOLDERS: [&str; 5] = ["crates", "games", "python", "src", "web"];

/// Adds a row for each file that lifts the ban on unsafe code, and checks that each manifest imposes it.
fn list(folder: &Path, rows: &mut Vec<Vec<String>>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_str().unwrap();
        if entry.is_dir() && !["tests", "target", "node_modules"].contains(&name) {
            list(&entry, rows);
        } else if name == "Cargo.toml" {
            let manifest: toml::Table = fs::read_to_string(&entry).unwrap().parse().unwrap();
            let lints = &manifest["lints"];
            let own = lints.get("rust").and_then(|rust| rust["unsafe_code"].as_str());
            let denied = matches!(own, Some("deny" | "forbid"))
                || lints.get("workspace") == Some(&true.into());
            assert!(denied, "{}", entry.display());
        } else if entry.extension().is_some_and(|it| it == "rs") {
            let text = fs::read_to_string(&entry).unwrap();
            let Some((_, lifted)) = text.split_once("unsafe_code,") else { continue };
            let reason = lifted.split('"').nth(1).unwrap();
            // The permission of a module extends to the files in its folder.
            let (place, all) = match name {
                "mod.rs" => (folder, texts(folder)),
                _ => (&*entry, text.clone()),
            };
            let blocks = ["unsafe {", "unsafe extern"].map(|it| all.matches(it).count());
            let file = place.strip_prefix(path(".")).unwrap().display();
            let purpose = reason.split(';').next().unwrap();
            let blocks = blocks.iter().sum::<usize>().to_string();
            rows.push(vec![format!("`{file}`"), blocks, purpose.to_owned()]);
        }
    }
}

/// The files in a folder.
fn texts(folder: &Path) -> String {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn the_list_of_unsafe_code_is_complete() {
    let mut rows = Vec::new();
    for folder in FOLDERS {
        list(&path(folder), &mut rows);
    }
    rows.sort();
    let trust = "docs/inside/trust.md";
    hold(trust, &with_table(&page(trust), "| file or folder with `unsafe` code", &rows));
}
