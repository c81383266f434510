//! Tests that `docs/inside/crates.svg`, the picture of the crates, matches the manifests.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use super::{hold, path};

const WIDTH: usize = 960;
const BOX_WIDTH: usize = 150;
const BOX_HEIGHT: usize = 44;
const ROW_HEIGHT: usize = 84;

/// The text in each crate's box, below its name.
const SUBJECTS: [(&str, &str); 17] = [
    ("chuhe", "command line, terminal"),
    ("python", "the Python package"),
    ("serve", "web server, engine pool"),
    ("session", "what a page does"),
    ("localize", "English and Chinese"),
    ("play", "a game with a person"),
    ("review", "analysis, puzzles"),
    ("arena", "matches, statistics"),
    ("database", "games in SQLite"),
    ("lab", "data, tuner, trainer"),
    ("formats", "files of games"),
    ("engine", "rules, search, UCCI"),
    ("util", "clock, files, threads"),
    ("wasm", "browsers and Node"),
    ("web", "files of the pages"),
    ("gomoku", "gomoku"),
    ("draughts", "draughts"),
];

/// The short name of each crate, with the workspace crates that it uses.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let short = |name: &str| name.strip_prefix("chuhe-").unwrap_or(name).to_owned();
    let mut folders =
        vec![path("."), path("python"), path("games/gomoku"), path("games/draughts"), path("web")];
    folders.extend(fs::read_dir(path("crates")).unwrap().map(|entry| entry.unwrap().path()));
    let mut uses = BTreeMap::new();
    for folder in folders {
        let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let manifest: toml::Table = toml::from_str(&text).unwrap();
        let name = short(manifest["package"]["name"].as_str().unwrap());
        let used = manifest.get("dependencies").and_then(toml::Value::as_table);
        let used = used.into_iter().flat_map(toml::Table::keys);
        let ours = used.filter(|name| name.starts_with("chuhe")).map(|name| short(name));
        uses.insert(name, ours.filter(|name| name != "game-core").collect());
    }
    uses
}

/// Whether one crate depends on another, directly or through others.
fn reaches(uses: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    uses[from].iter().any(|next| next == to || reaches(uses, next, to))
}

/// The row of a crate, counted from the top: one below that of its lowest user.
fn row(uses: &BTreeMap<String, BTreeSet<String>>, name: &str) -> usize {
    let users = uses.iter().filter(|(_, used)| used.contains(name));
    users.map(|(user, _)| row(uses, user) + 1).max().unwrap_or(0)
}

fn draw() -> String {
    let uses = uses();
    let mut rows: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for name in uses.keys() {
        rows.entry(row(&uses, name)).or_default().push(name);
    }
    let mut places = BTreeMap::new();
    for (row, names) in &rows {
        for (i, name) in names.iter().enumerate() {
            let x = WIDTH * (2 * i + 1) / (2 * names.len());
            places.insert(*name, (x, row * ROW_HEIGHT + 8));
        }
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" \
         aria-label=\"The crates of chuhe; each uses those below it\">\n\
         <style>text{{font:12px sans-serif;text-anchor:middle;fill:#222}}.name{{font-weight:bold;font-size:15px}}\
         rect{{fill:#f4ead8;stroke:#8a6a3a}}path{{stroke:#9a8a70;fill:none}}\
         @media(prefers-color-scheme:dark){{text{{fill:#eee}}rect{{fill:#3a3226;stroke:#b89a6a}}path{{stroke:#8a7f6a}}}}</style>\n",
        (rows.len() - 1) * ROW_HEIGHT + BOX_HEIGHT + 16
    );
    for (name, used) in &uses {
        for to in used {
            // Crates reached through another arrow need no separate arrow.
            if used.iter().any(|other| other != to && reaches(&uses, other, to)) {
                continue;
            }
            let ((x, y), (to_x, to_y)) = (places[&name[..]], places[&to[..]]);
            let (from, bend) = (y + BOX_HEIGHT, usize::midpoint(y + BOX_HEIGHT, to_y));
            let curve = format!("M{x} {from}C{x} {bend} {to_x} {bend} {to_x} {to_y}");
            writeln!(svg, "<path d=\"{curve}\"><title>{name} uses {to}</title></path>").unwrap();
        }
    }
    for (name, (x, y)) in &places {
        let subject = SUBJECTS.iter().find(|(known, _)| known == name);
        let (_, subject) = subject.unwrap_or_else(|| panic!("no subject for the crate {name}"));
        let left = x - BOX_WIDTH / 2;
        writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{y}\" width=\"{BOX_WIDTH}\" height=\"{BOX_HEIGHT}\" rx=\"6\"/>\
             <text class=\"name\" x=\"{x}\" y=\"{}\">{name}</text><text x=\"{x}\" y=\"{}\">{subject}</text>",
            y + 19,
            y + 36
        )
        .unwrap();
    }
    svg + "</svg>\n"
}

#[test]
fn the_picture_of_the_crates_is_true() {
    hold("docs/inside/crates.svg", &draw());
}
