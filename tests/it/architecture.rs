//! The shape of the source tree, held by a machine: which room may know which, and how long files get.

use std::fs;
use std::path::{Path, PathBuf};

/// Every room of `src/` and its layer. A room uses only rooms of lower layers.
const LAYERS: &[(&str, u32)] = &[
    ("locale", 0),
    ("platform", 0),
    ("sync", 0),
    ("types", 0),
    ("board", 1),
    ("files", 1),
    ("rules", 2),
    ("notation", 2),
    ("picture", 2),
    ("eval", 2),
    ("tables", 2),
    ("cloud", 2),
    ("book", 3),
    ("search", 3),
    ("engine", 4),
    ("protocol", 5),
    ("analysis", 5),
    ("annotation", 5),
    ("casual", 5),
    ("puzzles", 5),
    ("arena", 6),
    ("database", 6),
    ("diagnosis", 6),
    ("lab", 6),
    ("tui", 6),
    ("serve", 7),
    ("cli", 8),
];

/// Macros, which stand at the crate's root, each with the room it belongs to.
const MACROS: [(&str, &str); 1] = [("tr", "locale")];

/// The roots, which see all rooms: the library's tour and the binary.
const ROOTS: [&str; 2] = ["lib.rs", "main.rs"];

/// More lines than this in a file mean two subjects.
const FILE_LINES_MAX: usize = 600;
/// Files that may be longer, each with its reason.
const LONG_FILES: &[(&str, &str)] = &[];
const MAIN_LINES_MAX: usize = 40;

fn layer(room: &str) -> Option<u32> {
    LAYERS.iter().find(|(name, _)| *name == room).map(|&(_, layer)| layer)
}

/// Every Rust file below a folder of the package, as a path from there.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path.strip_prefix(&root).unwrap().to_owned());
            }
        }
    }
    files.sort();
    files
}

fn read(folder: &str, file: &Path) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(file)).unwrap()
}

/// The room a file of `src/` belongs to.
fn room_of(file: &Path) -> String {
    let first = Path::new(file.iter().next().unwrap());
    first.file_stem().unwrap().to_str().unwrap().to_owned()
}

/// The code of a file: comments give way to blanks, so that places stay what they are.
fn without_comments(text: &str) -> String {
    text.lines()
        .map(|line| line.split_once("//").map_or(line, |(code, _)| code))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The rooms named in paths from the crate's root, each with its line: `crate::room`, `crate::{room::.., room}`, and
/// `super::room` where `super` is the root.
fn rooms_used(file: &Path, text: &str) -> Vec<(usize, String)> {
    let code = without_comments(text);
    let line_of = |at: usize| code[..at].matches('\n').count() + 1;
    let mut used = Vec::new();
    for (at, prefix) in code.match_indices("crate::") {
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            None => used.push((line_of(at), word(rest).to_owned())),
            Some(group) => used
                .extend(group_heads(group).into_iter().map(|head| (line_of(at), head.to_owned()))),
        }
    }
    // A module of the room itself may have a room's name; `super` then means that one.
    let is_room_root =
        file.iter().count() == 1 || file.ends_with("mod.rs") && file.iter().count() == 2;
    for (at, prefix) in code.match_indices("super::") {
        let name = word(&code[at + prefix.len()..]);
        let has_own = code.contains(&format!("mod {name};"));
        if is_room_root && layer(name).is_some() && !has_own {
            used.push((line_of(at), name.to_owned()));
        }
    }
    used
}

/// The identifier a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The first word of each path in a `use` group whose brace has been opened.
fn group_heads(group: &str) -> Vec<&str> {
    let mut heads = Vec::new();
    let mut depth = 1;
    let mut expects_head = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => expects_head = true,
            c if depth == 1 && expects_head && !c.is_whitespace() => {
                heads.push(word(&group[at..]));
                expects_head = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    heads
}

/// Every breach of the layers in a file, as `file:line: what`.
fn breaches(file: &Path, text: &str) -> Vec<String> {
    let room = room_of(file);
    let Some(own) = layer(&room) else {
        return vec![format!("{}:1: the room {room} has no layer", file.display())];
    };
    rooms_used(file, text)
        .into_iter()
        .map(|(line, used)| match MACROS.iter().find(|(name, _)| *name == used) {
            Some((_, room)) => (line, (*room).to_owned()),
            None => (line, used),
        })
        .filter(|(_, used)| *used != room)
        .filter_map(|(line, used)| {
            let what = match layer(&used) {
                None => format!("crate::{used} is no room"),
                Some(other) if other >= own => {
                    format!("{room} (layer {own}) uses {used} (layer {other})")
                }
                Some(_) => return None,
            };
            Some(format!("{}:{line}: {what}", file.display()))
        })
        .collect()
}

#[test]
fn rooms_use_lower_rooms_only() {
    let files = rust_files("src");
    let found: Vec<String> = files
        .iter()
        .filter(|file| ROOTS.iter().all(|root| !file.ends_with(root) || file.iter().count() > 1))
        .flat_map(|file| breaches(file, &read("src", file)))
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
    for (room, _) in LAYERS {
        assert!(files.iter().any(|file| room_of(file) == *room), "there is no room {room}");
    }
}

#[test]
fn files_have_one_subject_and_main_is_thin() {
    let mut found = Vec::new();
    for folder in ["src", "tests", "benches"] {
        for file in rust_files(folder) {
            let lines = read(folder, &file).lines().count();
            let name = format!("{folder}/{}", file.display());
            let excused = LONG_FILES.iter().any(|(long, _)| *long == name);
            if lines > FILE_LINES_MAX && !excused {
                found.push(format!("{name}:{lines}: longer than {FILE_LINES_MAX} lines"));
            }
            if lines <= FILE_LINES_MAX && excused {
                found.push(format!("{name}:1: no longer needs its exception"));
            }
            if name == "src/main.rs" && lines > MAIN_LINES_MAX {
                found.push(format!("{name}:{lines}: longer than {MAIN_LINES_MAX} lines"));
            }
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// The table of rooms in `docs/architecture.md` is the one above.
#[test]
fn the_page_has_the_same_rooms() {
    let page = read("docs", Path::new("architecture.md"));
    let mut rooms: Vec<(&str, u32)> = page
        .lines()
        .filter_map(|line| {
            let (layer, rest) = line.strip_prefix("| ")?.split_once(" | `")?;
            Some((rest.split_once('`')?.0, layer.parse().ok()?))
        })
        .collect();
    let mut known = LAYERS.to_vec();
    known.sort_unstable();
    rooms.sort_unstable();
    assert_eq!(rooms, known);
}

/// The checks above must be able to fail.
#[test]
fn breaches_are_seen() {
    let seen = |file: &str, text: &str| breaches(Path::new(file), text);
    assert_eq!(seen("board/see.rs", "use crate::types::Move;\nuse super::Board;"), [""; 0]);
    assert_eq!(
        seen("board/see.rs", "use std::fmt;\nuse crate::eval::Hce;"),
        ["board/see.rs:2: board (layer 1) uses eval (layer 2)"]
    );
    assert_eq!(
        seen("eval/mod.rs", "fn f() { crate::rules::judge() }"),
        ["eval/mod.rs:1: eval (layer 2) uses rules (layer 2)"]
    );
    assert_eq!(
        seen("search/tt.rs", "\nuse crate::{board::{Board, Position}, protocol, types::Move};"),
        ["search/tt.rs:2: search (layer 3) uses protocol (layer 5)"]
    );
    assert_eq!(
        seen("types/mod.rs", "use super::board::Board;"),
        ["types/mod.rs:1: types (layer 0) uses board (layer 1)"]
    );
    assert_eq!(seen("types/mod.rs", "// see crate::board\n/// [`crate::eval`]"), [""; 0]);
    assert_eq!(
        seen("types/mod.rs", "use crate::Thing;"),
        ["types/mod.rs:1: crate::Thing is no room"]
    );
    assert_eq!(seen("new/mod.rs", ""), ["new/mod.rs:1: the room new has no layer"]);
}
