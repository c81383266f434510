//! What the first words of a command line mean if they are not a command: words of other programs, protocol commands,
//! positions and files. They become words that the grammar accepts, or lines of a conversation.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use clap::Command as Grammar;

use super::features::missing;
#[cfg(feature = "arena")]
use chuhe_arena::JOURNAL_FILE;
use chuhe_engine::board::START_FEN;
use chuhe_engine::notation::is_move;
use chuhe_engine::protocol::{Command, Dialect, Setup, Unit};
use chuhe_engine::types::Color;
use chuhe_formats::collection::FileFormat;
use chuhe_formats::position_text::looks_like_position;
use chuhe_localize::tr;

/// A command line in the words of the grammar, and the conversation that it starts if it contains no command.
#[derive(Debug)]
pub(super) struct Intent {
    pub(super) words: Vec<OsString>,
    pub(super) talk: Talk,
}

/// The part of a conversation that the command line contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Talk {
    /// The lines to execute first.
    pub(super) lines: Vec<String>,
    /// Whether the conversation then continues on standard input.
    pub(super) continues: bool,
}

impl Default for Talk {
    fn default() -> Self {
        Self { lines: Vec::new(), continues: true }
    }
}

/// Words that stand for others. A word that is a command stands for itself and is not listed.
pub(super) const SYNONYMS: &[(&str, &str)] = &[
    ("version", "--version"),
    ("-version", "--version"),
    ("--v", "--version"),
    ("about", "--version"),
    ("/?", "--help"),
    ("-?", "--help"),
    ("/h", "--help"),
    ("/help", "--help"),
    ("-help", "--help"),
    ("?", "--help"),
    ("analysis", "analyze"),
    ("review", "annotate"),
    ("report", "annotate"),
    ("benchmark", "bench"),
    ("speedtest", "bench"),
    ("show", "board"),
    ("books", "book"),
    ("database", "db"),
    ("import", "db import"),
    ("search", "db search"),
    ("evaluate", "eval"),
    ("tournament", "match"),
    ("versus", "match"),
    ("vs", "match"),
    ("network", "net"),
    ("option", "options"),
    ("coach", "play --coach"),
    ("game", "play"),
    ("puzzle", "puzzles"),
    ("server", "serve"),
    ("browser", "serve --open"),
    ("gui", "serve --open"),
    ("open", "serve --open"),
    ("ui", "serve --open"),
    ("web", "serve --open"),
    ("egtb", "tables"),
    ("tablebase", "tables"),
    ("tablebases", "tables"),
    ("版本", "--version"),
    ("帮助", "--help"),
    ("分析", "analyze"),
    ("复盘", "annotate"),
    ("对弈", "play"),
    ("习题", "puzzles"),
    ("网页", "serve --open"),
];

/// The commands for files that are not game files, by how the file begins. A file of another kind goes to `annotate`.
const CONTENTS: &[(&[u8], FileUse)] = &[
    (b"SQLite format 3\0", FileUse::Command("db info")),
    (b"chuhebk", FileUse::Command("book explore --book")),
    (b"chuhenn", FileUse::Command("net show")),
    (b"\x7fELF", FileUse::Hint(engine_hint)),
    (b"MZ", FileUse::Hint(engine_hint)),
    (b"\xcf\xfa\xed\xfe", FileUse::Hint(engine_hint)),
    (b"#!", FileUse::Hint(engine_hint)),
];

/// The commands for files that are not game files, by extension. They take precedence, because other programs' books
/// are databases too.
const EXTENSIONS: &[(&str, FileUse)] = &[
    ("toml", FileUse::Hint(match_hint)),
    ("dat", FileUse::Command("book explore --book")),
    ("obk", FileUse::Command("book explore --book")),
    ("xqb", FileUse::Command("book explore --book")),
];

/// What to do with a file.
#[derive(Clone, Copy, Debug)]
enum FileUse {
    /// Run this command; the file follows its words.
    Command(&'static str),
    /// Run nothing, because the file names or is a program; explain how to run it.
    Hint(fn(&str) -> String),
}

/// Finds out what a command line means, which starts with the program's name.
///
/// # Errors
/// If the user has to choose the command, or a file is missing. The error says what to do.
pub(super) fn of(mut words: Vec<OsString>, grammar: &Grammar) -> Result<Intent, String> {
    let talk = Talk::default();
    let Some(at) = first_word(&words) else { return Ok(Intent { words, talk }) };
    let lower = words[at].to_string_lossy().to_lowercase();
    let is_command = |name: &str| {
        name == "help" || grammar.find_subcommand(name).is_some() || missing(name).is_some()
    };
    if let Some(meant) = Some(&*lower).filter(|it| is_command(it)).or_else(|| synonym(&lower)) {
        words.splice(at..=at, meant.split(' ').map(OsString::from));
        if meant == "help" {
            let asked = words.get(at + 1).map(|word| word.to_string_lossy().to_lowercase());
            if let Some(meant) = asked.and_then(|asked| synonym(&asked)) {
                words.splice(at + 1..=at + 1, meant.split(' ').next().map(OsString::from));
            }
        }
        return Ok(Intent { words, talk });
    }
    if let Some(greeting) = greeting(&lower) {
        words.remove(at);
        return Ok(Intent { words, talk: Talk { lines: vec![greeting.to_owned()], ..talk } });
    }
    let flags = (at..words.len()).find(|&at| is_flag(&words[at])).unwrap_or(words.len());
    let texts: Option<Vec<&str>> = words[at..flags].iter().map(|word| word.to_str()).collect();
    match texts.map_or(Ok(None), |texts| spoken(&texts))? {
        Some(Spoken::Talk(talk)) => {
            words.drain(at..flags);
            Ok(Intent { words, talk })
        }
        Some(Spoken::Position(meant)) => {
            words.splice(at..flags, meant.into_iter().map(OsString::from));
            Ok(Intent { words, talk })
        }
        None => {
            let meant = for_file(Path::new(&words[at]))?.unwrap_or_default();
            words.splice(at..at, meant.split_whitespace().map(OsString::from));
            Ok(Intent { words, talk })
        }
    }
}

/// The index of the first word that may be a command: one that is neither a flag nor a flag's value.
pub(super) fn first_word(words: &[OsString]) -> Option<usize> {
    const WITH_VALUE: [&str; 3] = ["--option", "--log-file", "--lang"];
    let mut at = 1;
    while let Some(word) = words.get(at) {
        match word.to_str() {
            Some(flag) if WITH_VALUE.contains(&flag) => at += 2,
            Some(flag) if is_flag(word) && synonym(flag).or_else(|| greeting(flag)).is_none() => {
                at += 1;
            }
            _ => return Some(at),
        }
    }
    None
}

fn is_flag(word: &OsStr) -> bool {
    word.to_string_lossy().starts_with('-') && word != "-"
}

fn synonym(word: &str) -> Option<&'static str> {
    SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, meant)| *meant)
}

/// The greeting in a word, which some programs expect as a flag.
fn greeting(word: &str) -> Option<&'static str> {
    let word = word.trim_start_matches('-');
    ["uci", "ucci", "ucicyclone"].into_iter().find(|greeting| *greeting == word)
}

/// The meaning of words that a host or a person would say to an engine.
#[derive(Debug)]
enum Spoken {
    Talk(Talk),
    /// The words of a command that searches the position.
    Position(Vec<String>),
}

fn spoken(words: &[&str]) -> Result<Option<Spoken>, String> {
    let parse = |line: &str| Dialect::Uci.parse_command(line, Unit::Milliseconds);
    // As several engines do, each argument is taken as a line if one of them contains spaces.
    let is_script = words.len() > 1
        && words.iter().any(|word| word.contains(' '))
        && words.iter().all(|word| parse(word).is_some());
    if is_script {
        return Ok(Some(Spoken::Talk(once(words.iter().map(|&word| word.to_owned()).collect()))));
    }
    // People leave out the word `moves`, without which a host's line would have none.
    let mut line = words.join(" ");
    if let Some((before, moves)) = line.split_once("startpos ")
        && !moves.starts_with("moves")
    {
        line = format!("{before}startpos moves {moves}");
    }
    let first = words.first().copied().unwrap_or_default();
    let command = match parse(&line) {
        None if looks_like_position(&line) => parse(&format!("fen {line}")),
        None if is_move(first) => parse(&format!("position startpos moves {line}")),
        command => command,
    };
    Ok(match command {
        None => None,
        Some(Command::Position { setup, .. }) => Some(Spoken::Position(analysis(setup))),
        Some(Command::SetOption { .. }) => return Err(tr!("intent-option")),
        Some(_) => Some(Spoken::Talk(once(vec![line]))),
    })
}

/// A conversation of these lines alone. It continues on standard input if a search has no limit, because otherwise
/// nothing could stop it.
fn once(lines: Vec<String>) -> Talk {
    let is_endless = |line: &String| match Dialect::Uci.parse_command(line, Unit::Milliseconds) {
        Some(Command::Go(go)) => go.limits(Color::Red).infinite,
        _ => false,
    };
    let continues = lines.iter().any(is_endless);
    Talk { lines, continues }
}

/// The words that analyse a position.
fn analysis(setup: Setup) -> Vec<String> {
    // `position` without arguments has an empty FEN.
    let fen = setup.fen.filter(|fen| !fen.is_empty()).unwrap_or_else(|| START_FEN.to_owned());
    let mut words = vec!["analyze".to_owned(), "--fen".to_owned(), fen];
    if !setup.moves.is_empty() {
        words.push("--moves".to_owned());
        words.extend(setup.moves);
    }
    words
}

/// The words that belong before a file; `None` if the word is neither a file nor looks like one.
fn for_file(path: &Path) -> Result<Option<&'static str>, String> {
    const HEAD_BYTES: u64 = 1 << 16;
    if path == Path::new("-") {
        return Ok(Some("annotate"));
    }
    let place = path.display().to_string();
    let Ok(kind) = fs::metadata(path) else {
        return if looks_like_path(path) {
            Err(tr!("intent-no-file", file = place))
        } else {
            Ok(None)
        };
    };
    if kind.is_dir() {
        #[cfg(feature = "arena")]
        if path.join(JOURNAL_FILE).exists() {
            return Ok(Some("serve --open --watch"));
        }
        return Ok(Some("annotate"));
    }
    let mut head = Vec::new();
    // The command reports an error in reading.
    if kind.is_file() {
        let _ = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let named = EXTENSIONS.iter().find(|(other, _)| *other == extension).map(|(_, it)| *it);
    let found = CONTENTS.iter().find(|(begin, _)| head.starts_with(begin)).map(|(_, it)| *it);
    match named.or(found) {
        Some(FileUse::Command(words)) => Ok(Some(words)),
        Some(FileUse::Hint(hint)) => Err(hint(&quoted(&place))),
        None if FileFormat::guess(&place, &head) == Some(FileFormat::Fen) => Ok(Some("analyze")),
        None => Ok(Some("annotate")),
    }
}

/// Whether a word names a place or ends in an extension.
fn looks_like_path(path: &Path) -> bool {
    let is_extension = |it: &str| it.len() <= 7 && it.chars().all(char::is_alphanumeric);
    path.components().count() > 1
        || path.extension().and_then(OsStr::to_str).is_some_and(is_extension)
}

/// A word as a shell needs it.
fn quoted(word: &str) -> String {
    if word.contains(' ') { format!("\"{word}\"") } else { word.to_owned() }
}

fn match_hint(file: &str) -> String {
    tr!("intent-match-file", file = file)
}

fn engine_hint(file: &str) -> String {
    tr!("intent-engine", file = file)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Cli;
    use super::*;
    use chuhe_localize as locale;
    use chuhe_localize::Language;

    /// The meaning of a command line: the words after the program's name, then the lines of the conversation after `|`,
    /// then `…` if it continues.
    fn meant(line: &str) -> Result<String, String> {
        let words: Vec<OsString> = shlex::split(&format!("chuhe {line}"))
            .unwrap()
            .into_iter()
            .map(OsString::from)
            .collect();
        let Intent { words, talk } =
            locale::with(Language::English, || of(words, &Cli::command()))?;
        let words: Vec<&str> = words[1..].iter().map(|word| word.to_str().unwrap()).collect();
        let mut text = words.join(" ");
        if talk != Talk::default() {
            text += "| ";
            text += &talk.lines.join("; ");
            text += if talk.continues { " …" } else { "" };
        }
        Ok(text)
    }

    #[test]
    fn the_words_of_the_grammar_stay() {
        for line in [
            "",
            "--option Threads=4",
            "-v",
            "-V",
            "--help",
            "analyze startpos",
            "analyse -h",
            "--lang zh bench 5",
            "help match",
            "frobnicate",
            "match -engine cmd=a -version",
        ] {
            assert_eq!(meant(line).as_deref(), Ok(line));
        }
    }

    #[test]
    fn greetings_begin_a_conversation() {
        for (line, expected) in [
            ("uci", "| uci …"),
            ("UCCI", "| ucci …"),
            ("--uci", "| uci …"),
            ("-ucci --log-file a.log", "--log-file a.log| ucci …"),
            ("--option Threads=2 uci --option Hash=8", "--option Threads=2 --option Hash=8| uci …"),
        ] {
            assert_eq!(meant(line).as_deref(), Ok(expected), "{line}");
        }
    }

    #[test]
    fn protocol_commands_are_executed_once() {
        for (line, expected) in [
            ("go depth 10", "| go depth 10"),
            ("'go depth 10'", "| go depth 10"),
            ("d", "| d"),
            ("go perft 3 --option Threads=2", "--option Threads=2| go perft 3"),
            ("isready", "| isready"),
            // Only the user can stop such a search.
            ("go", "| go …"),
            ("go infinite", "| go infinite …"),
            (
                "'position startpos moves h2e2' 'go nodes 500' d",
                "| position startpos moves h2e2; go nodes 500; d",
            ),
            (
                "'setoption name Hash value 8' 'go depth 2'",
                "| setoption name Hash value 8; go depth 2",
            ),
        ] {
            assert_eq!(meant(line).as_deref(), Ok(expected), "{line}");
        }
        assert!(meant("setoption name Hash value 8").unwrap_err().contains("--option NAME=VALUE"));
    }

    #[test]
    fn positions_are_analysed() {
        let start = format!("analyze --fen {START_FEN}");
        let rook = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
        for (line, expected) in [
            ("startpos", start.clone()),
            ("position", start.clone()),
            ("position startpos moves h2e2 h9g7", format!("{start} --moves h2e2 h9g7")),
            ("startpos h2e2", format!("{start} --moves h2e2")),
            ("h2e2 h9g7 --depth 3", format!("{start} --moves h2e2 h9g7 --depth 3")),
            ("炮二平五", format!("{start} --moves 炮二平五")),
            (rook, format!("analyze --fen {rook}")),
            (&format!("'{rook}'"), format!("analyze --fen {rook}")),
            (&format!("fen {rook} moves a0a1"), format!("analyze --fen {rook} --moves a0a1")),
        ] {
            assert_eq!(meant(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn words_of_other_programs_are_understood() {
        for (line, expected) in [
            ("version", "--version"),
            ("--v", "--version"),
            ("/?", "--help"),
            ("-help", "--help"),
            ("Review game.pgn --all", "annotate game.pgn --all"),
            ("BENCH 12", "bench 12"),
            ("coach --level 3", "play --coach --level 3"),
            ("import a.pgn b.db", "db import a.pgn b.db"),
            ("--lang en 复盘 a.pgn", "--lang en annotate a.pgn"),
            ("help review", "help annotate"),
            ("Help import", "help db"),
        ] {
            assert_eq!(meant(line).as_deref(), Ok(expected), "{line}");
        }
    }

    #[test]
    fn synonyms_are_no_commands_and_lead_to_commands() {
        let grammar = Cli::command();
        for (word, meant) in SYNONYMS {
            assert!(grammar.find_subcommand(word).is_none(), "{word}");
            let first = meant.split(' ').next().unwrap();
            let is_flag = ["--version", "--help"].contains(&first);
            assert!(is_flag || grammar.find_subcommand(first).is_some(), "{word}");
        }
    }

    #[test]
    fn files_go_to_the_command_for_their_content() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name).display().to_string();
        let write = |name: &str, bytes: &[u8]| fs::write(place(name), bytes).unwrap();
        write("game.pgn", b"[Red \"A\"]\n\n1. h2e2 h9g7 *\n");
        write("no extension", b"1. h2e2 h9g7 *\n");
        write("positions.fen", b"3k5/9/9/9/9/9/9/9/9/R3K4 w\n");
        write("games.db", b"SQLite format 3\0....");
        write("book.obk", b"SQLite format 3\0....");
        write("my.book", b"chuhebk1....");
        write("net.nn", b"chuhenn2....");
        write("gauntlet.toml", b"rounds = 3\n");
        write("engine", b"\x7fELF....");
        fs::create_dir(place("match")).unwrap();
        fs::write(folder.path().join("match").join(JOURNAL_FILE), "").unwrap();
        for (name, expected) in [
            ("game.pgn", "annotate"),
            ("no extension", "annotate"),
            ("positions.fen", "analyze"),
            ("games.db", "db info"),
            ("book.obk", "book explore --book"),
            ("my.book", "book explore --book"),
            ("net.nn", "net show"),
            ("match", "serve --open --watch"),
            ("", "annotate"),
        ] {
            let path = place(name);
            let more = "--depth 3";
            let meant = meant(&format!("'{path}' {more}"));
            assert_eq!(meant, Ok(format!("{expected} {path} {more}")));
        }
        for (name, command) in [("gauntlet.toml", "chuhe match "), ("engine", "chuhe match chuhe ")]
        {
            let error = meant(&place(name)).unwrap_err();
            assert!(error.contains(&format!("`{command}{}`", place(name))), "{error}");
        }
        assert_eq!(meant("-").as_deref(), Ok("annotate -"));
        for missing in ["gmae.pgn", "no/such", "./x"] {
            assert!(meant(missing).unwrap_err().contains(missing), "{missing}");
        }
    }
}
