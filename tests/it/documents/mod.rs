//! Tests that the documents agree with the program: sample output, computed figures, and examples of notations and
//! files.
//!
//! `UPDATE_DOCUMENTS=1 cargo test --test it documents:: -- --test-threads 1` writes the computed text into the pages
//! instead of failing.

mod annotation;
mod books;
mod crates;
mod data_format;
mod exit_codes;
mod flags;
mod ledger;
mod links;
mod notation;
mod samples;
mod settings;
mod statistics;
mod unsafe_code;
mod versioning;

use std::fs;
use std::path::{Path, PathBuf};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn page(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

/// The pages of the handbook, and the pages in the root folder that show output.
fn pages() -> Vec<String> {
    let mut pages = ["README.md", "README.zh-CN.md", "CONTRIBUTING.md"].map(String::from).to_vec();
    let mut folders = vec!["docs".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(path(&folder)).unwrap().map(Result::unwrap) {
            let name = format!("{folder}/{}", entry.file_name().into_string().unwrap());
            if entry.file_type().unwrap().is_dir() {
                folders.push(name);
            } else if Path::new(&name).extension().is_some_and(|it| it == "md")
                && name != "docs/SUMMARY.md"
            {
                pages.push(name);
            }
        }
    }
    pages
}

/// Compares a page with the expected text, or updates the page on request.
fn hold(name: &str, truth: &str) {
    let text = page(name);
    if text == truth {
        return;
    }
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(path(name), truth).unwrap();
        return;
    }
    let lines = text.lines().zip(truth.lines()).enumerate();
    let differing = lines.filter(|(_, (found, expected))| found != expected);
    let shown: Vec<String> = differing
        .take(5)
        .map(|(i, (found, expected))| format!("{name}:{}\n- {found}\n+ {expected}", i + 1))
        .collect();
    panic!("not up to date; see the head of tests/it/documents/mod.rs:\n{}", shown.join("\n"));
}

/// A fenced block: the word after its opening fence, and its lines.
struct Block<'a> {
    language: &'a str,
    text: &'a str,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    // Fences come in pairs, so every second piece is inside one.
    let inside = page.split("```").skip(1).step_by(2);
    inside
        .map(|block| {
            let (language, text) = block.split_once('\n').unwrap();
            Block { language, text }
        })
        .collect()
}

/// The cells in a table's rows. `heading` is the start of its heading row.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let begin = page.lines().skip_while(|line| !line.starts_with(heading));
    let rows: Vec<Vec<String>> = begin
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim_matches('|').split(" | ");
            cells.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect();
    assert!(!rows.is_empty(), "no table {heading:?}");
    rows
}

/// The page with the rows of a table replaced.
fn with_table(page: &str, heading: &str, rows: &[Vec<String>]) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let begin = lines.iter().position(|line| line.starts_with(heading)).unwrap() + 2;
    let end = begin + lines[begin..].iter().take_while(|line| line.starts_with('|')).count();
    let rows = rows.iter().map(|row| format!("| {} |", row.join(" | ")));
    let all = lines[..begin].iter().map(|&line| line.to_owned());
    let text: Vec<String> =
        all.chain(rows).chain(lines[end..].iter().map(|&line| line.to_owned())).collect();
    text.join("\n") + "\n"
}

/// The words in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
