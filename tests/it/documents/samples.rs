//! Tests sample output: every `console` block runs in a shell and must print what the page shows.
//!
//! A line after `$ ` is a command; a trailing backslash continues it. The lines after it are the expected standard
//! output. Commands run in an empty folder, with the built program on the path and the repository's `tests` folder.

use std::fmt::Write;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{blocks, hold, page, pages, path};

/// Headings of columns whose values differ from run to run.
const VARYING: [&str; 9] =
    ["knps", "time", "ms/move", "slowest", "千/秒", "时间", "千节点/秒", "毫秒/着", "最慢"];
/// The languages of blocks that are not output: input, examples in other languages, and text that other tests read.
const OTHER_LANGUAGES: [&str; 7] = ["rust", "sh", "toml", "json", "pgn", "san", "text"];

/// A folder in which commands run, deleted when dropped.
struct Folder {
    path: PathBuf,
    /// Pages in Chinese show the program's output in Chinese.
    language: &'static str,
}

impl Folder {
    fn new(page: &str) -> Self {
        let language = if page.contains("zh-CN") { "zh" } else { "en" };
        let name = format!("chuhe-documents-{}-{}", std::process::id(), page.replace('/', "-"));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        symlink(path("tests"), folder.join("tests")).unwrap();
        Self { path: folder, language }
    }

    fn run(&self, command: &str) -> String {
        let programs = Path::new(env!("CARGO_BIN_EXE_chuhe")).parent().unwrap().to_owned();
        let others = std::env::var_os("PATH").unwrap();
        let search = std::iter::once(programs).chain(std::env::split_paths(&others));
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(&self.path)
            .env("PATH", std::env::join_paths(search).unwrap())
            .env("LC_ALL", "C.UTF-8")
            .env("CHUHE_LANG", self.language)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The commands of a block, each with the output shown below it.
fn commands(block: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut is_open = false;
    for line in block.lines() {
        if is_open {
            let (command, _) = commands.last_mut().unwrap();
            write!(command, "\n{line}").unwrap();
        } else if let Some(command) = line.strip_prefix("$ ") {
            commands.push((command.to_owned(), String::new()));
        } else {
            let (_, output) = commands.last_mut().expect("a block begins with a command");
            writeln!(output, "{line}").unwrap();
            continue;
        }
        is_open = line.ends_with('\\');
    }
    commands
}

/// Output without the parts that vary from run to run: certain columns, identified by their headings, and the
/// milliseconds before the lines of a dialogue.
fn steady(output: &str) -> Vec<String> {
    let mut ends: Vec<usize> = Vec::new();
    let mut lines = Vec::new();
    for line in output.trim_end().lines() {
        let chars: Vec<char> = line.trim_end().chars().collect();
        let words = words(&chars);
        let heads: Vec<usize> = words
            .iter()
            .filter(|(_, word)| VARYING.contains(&word.as_str()))
            .map(|&(end, _)| end)
            .collect();
        if !heads.is_empty() {
            ends = heads;
        } else if words.is_empty() {
            ends.clear();
        }
        let is_said = words.len() > 1
            && words[0].1.parse::<u64>().is_ok()
            && matches!(words[1].1.as_str(), ">" | "<");
        if ends.is_empty() && !is_said {
            lines.push(chars.into_iter().collect());
            continue;
        }
        let kept = words.iter().enumerate().map(|(i, (end, word))| {
            let varies = is_said && i == 0 || ends.contains(end) && word.parse::<Varying>().is_ok();
            if varies { "…" } else { word.as_str() }
        });
        lines.push(kept.collect::<Vec<_>>().join(" "));
    }
    lines
}

/// A number or a time in seconds, which varies from run to run.
struct Varying;

impl std::str::FromStr for Varying {
    type Err = std::num::ParseFloatError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        word.trim_end_matches('s').parse::<f64>().map(|_| Self)
    }
}

/// The words of a line, each with the column after its end; Chinese characters take two columns.
fn words(line: &[char]) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    let (mut column, mut before) = (0, ' ');
    for &character in line {
        column += if character >= '\u{2e80}' { 2 } else { 1 };
        match (character, words.last_mut()) {
            (' ', _) => {}
            (_, Some((end, word))) if before != ' ' => {
                *end = column;
                String::push(word, character);
            }
            _ => words.push((column, character.to_string())),
        }
        before = character;
    }
    words
}

#[test]
fn sample_output_matches_the_program() {
    let mut checked = 0;
    for name in pages() {
        let folder = Folder::new(&name);
        let text = page(&name);
        let mut truth = text.clone();
        for block in blocks(&text).iter().filter(|block| block.language == "console") {
            let mut printed = String::new();
            for (command, shown) in commands(block.text) {
                let output = folder.run(&command);
                assert!(!output.trim().is_empty(), "{name}: {command} prints nothing");
                let same = steady(&output) == steady(&shown);
                let output = if same { shown } else { format!("{}\n", output.trim_end()) };
                write!(printed, "$ {command}\n{output}").unwrap();
                checked += 1;
            }
            truth = truth.replace(block.text, &printed);
        }
        hold(&name, &truth);
    }
    assert!(checked > 10, "{checked}");
}

#[test]
fn every_block_has_a_language() {
    for name in pages() {
        for block in blocks(&page(&name)) {
            let is_known = block.language == "console" || OTHER_LANGUAGES.contains(&block.language);
            assert!(is_known, "{name}: {:?} before {:?}", block.language, block.text);
        }
    }
}

#[test]
fn only_variable_parts_are_elided() {
    let table = "depth   knps   time  moves\n  1/3     46  0.01s  b0c2\n";
    assert_eq!(steady(table), steady(&table.replace("46", "77").replace("0.01", "0.93")));
    assert_ne!(steady(table), steady(&table.replace("1/3", "1/4")));
    assert_ne!(steady(table), steady(&table.replace("b0c2", "h0g2")));
    let table = "  千/秒      时间  着法\n     50     0.00s  马二进三\n";
    assert_eq!(steady(table), steady(&table.replace("50", "77").replace("0.00", "0.93")));
    assert_ne!(steady(table), steady(&table.replace("马二", "炮二")));
    assert_eq!(steady("    1 > ucci"), steady("  300 > ucci"));
    assert_ne!(steady("    1 > ucci"), steady("    1 > uci"));
    assert_ne!(steady("1 game"), steady("2 game"));
}
