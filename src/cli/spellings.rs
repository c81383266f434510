//! Words of the command line that are understood though they are not ours: what flags were called before, and the flags
//! of fastchess for `match`. They are turned into today's words before the command line is read.

use std::ffi::{OsStr, OsString};

use clap::ValueEnum;

use super::args::Notation;
use super::matches::fastchess;
use chuhe_locale::tr;

/// Today's words, and what the person who wrote others should know.
#[derive(Debug, Default)]
pub(super) struct Translation {
    pub(super) words: Vec<OsString>,
    pub(super) notes: Vec<String>,
}

/// A flag that was called otherwise before. The old name works for one version more.
struct OldFlag {
    /// The commands that had it.
    commands: &'static [&'static str],
    old: &'static str,
    new: &'static str,
    /// Which values had the old name, where the name is in use still.
    values: fn(&str) -> bool,
}

const OLD_FLAGS: &[OldFlag] = &[
    OldFlag { commands: &["", "analyze", "play"], old: "-o", new: "--option", values: is_setting },
    OldFlag { commands: &["analyze"], old: "--format", new: "--to", values: any },
    OldFlag { commands: &["convert"], old: "--moves", new: "--notation", values: is_notation },
    OldFlag { commands: &["annotate", "datagen"], old: "--threads", new: "--jobs", values: any },
    OldFlag { commands: &["play"], old: "--color", new: "--side", values: is_side },
];

fn any(_: &str) -> bool {
    true
}

fn is_setting(value: &str) -> bool {
    value.contains('=')
}

fn is_notation(value: &str) -> bool {
    Notation::from_str(value, true).is_ok()
}

fn is_side(value: &str) -> bool {
    matches!(value, "red" | "black")
}

/// Other names of commands.
fn canonical(command: &str) -> &str {
    if command == "analyse" { "analyze" } else { command }
}

/// Translates a command line, the program's name in front.
///
/// # Errors
/// If a flag of fastchess asks for what cannot be done; the reason.
pub(super) fn translate(words: Vec<OsString>) -> Result<Translation, String> {
    let command_at = command_at(&words);
    let command = command_at.and_then(|at| words[at].to_str()).map_or("", canonical).to_owned();
    let mut translation = Translation::default();
    let mut words = words.into_iter();
    let head = command_at.map_or(1, |at| at + 1);
    if command == "match" {
        translation.words.extend(words.by_ref().take(head));
        fastchess::translate(words, &mut translation)?;
        return Ok(translation);
    }
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        // What follows is no flag.
        if word == "--" {
            translation.words.push(word);
            translation.words.extend(words);
            break;
        }
        match renamed(&command, &word, words.peek().map(OsString::as_os_str)) {
            Some((flag, new)) => {
                let note = tr!("flag-renamed", old = flag.old, new = flag.new);
                if !translation.notes.contains(&note) {
                    translation.notes.push(note);
                }
                translation.words.push(new);
            }
            None => translation.words.push(word),
        }
    }
    Ok(translation)
}

/// The place of the command's name: the first word that is neither a flag nor the value of one.
fn command_at(words: &[OsString]) -> Option<usize> {
    const WITH_VALUE: [&str; 4] = ["-o", "--option", "--log-file", "--lang"];
    let mut at = 1;
    while let Some(word) = words.get(at) {
        match word.to_str() {
            Some(flag) if WITH_VALUE.contains(&flag) => at += 2,
            Some(flag) if flag.starts_with('-') => at += 1,
            _ => return Some(at),
        }
    }
    None
}

/// The old flag that a word is, with today's word in its place.
fn renamed(
    command: &str,
    word: &OsStr,
    next: Option<&OsStr>,
) -> Option<(&'static OldFlag, OsString)> {
    let word = word.to_str()?;
    OLD_FLAGS.iter().filter(|flag| flag.commands.contains(&command)).find_map(|flag| {
        let rest = word.strip_prefix(flag.old)?;
        let value = if rest.is_empty() {
            next?.to_str()?
        } else if flag.old.starts_with("--") {
            rest.strip_prefix('=')?
        } else {
            rest
        };
        let joined = if rest.is_empty() { String::new() } else { format!("={value}") };
        (flag.values)(value).then(|| (flag, format!("{}{joined}", flag.new).into()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> (String, usize) {
        let words = ["chuhe"].into_iter().chain(line.split_whitespace()).map(OsString::from);
        let translation = translate(words.collect()).unwrap();
        let words: Vec<_> =
            translation.words[1..].iter().map(|word| word.to_str().unwrap()).collect();
        (words.join(" "), translation.notes.len())
    }

    #[test]
    fn old_names_become_new_ones_with_a_note() {
        for (old, new) in [
            ("-o Threads=4", "--option Threads=4"),
            ("-v analyze -o Hash=8 -oThreads=2", "-v analyze --option Hash=8 --option=Threads=2"),
            ("analyse --format csv a.fen", "analyse --to csv a.fen"),
            ("analyze --format=csv a.fen", "analyze --to=csv a.fen"),
            ("convert a.pgn --to moves --moves wxf", "convert a.pgn --to moves --notation wxf"),
            ("datagen --threads 2", "datagen --jobs 2"),
            ("--lang zh datagen --threads 2", "--lang zh datagen --jobs 2"),
            ("play --color black -o Hash=1", "play --side black --option Hash=1"),
        ] {
            let (words, notes) = translated(old);
            assert_eq!(words, new);
            assert!(notes > 0, "{old}");
        }
        // What stands before the command does not hide it.
        let (words, _) = translated("--lang zh match -rounds 2");
        assert_eq!(words, "--lang zh match --rounds 2");
    }

    #[test]
    fn words_of_today_stay_as_they_are() {
        for line in [
            "",
            "analyze -o results.csv --to csv",
            "analyze --color always --threads 2",
            "annotate -o page.html",
            "perft 3 --moves h2e2 --threads 2",
            "eval --moves 炮二平五",
            "analyze -- -o a=b",
        ] {
            assert_eq!(translated(line), (line.to_owned(), 0));
        }
    }
}
