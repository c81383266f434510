//! The engine's prompt: what a person types in a terminal is answered, or becomes lines of a protocol. Hosts never see
//! it, because they talk through pipes, and protocols demand silence on unknown lines.

use std::ffi::OsString;
use std::io::{self, BufRead, Cursor, Read, Write};
use std::process::Command as Program;

use clap::CommandFactory;

use super::features::missing;
use super::intent::{self, Intent};
use super::{Cli, own_program, suggestions};
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::{is_move, play_words, position_after};
use chuhe_engine::protocol::{Command, Console, Dialect, Unit};
use chuhe_engine::types::Color;
use chuhe_formats::position_text::{looks_like_position, position_from_text};
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The protocol commands that a person may have mistyped.
const COMMANDS: [&str; 14] = [
    "bench",
    "compiler",
    "d",
    "eval",
    "flip",
    "go",
    "help",
    "isready",
    "position",
    "quit",
    "setoption",
    "stop",
    "ucci",
    "uci",
];

/// Reads the lines that a person types and passes protocol lines on.
#[derive(Debug)]
pub(super) struct Prompt<R> {
    typed: R,
    /// The lines to pass on.
    lines: Cursor<Vec<u8>>,
    desk: Desk,
    language: Language,
}

/// What a person sees: the position on the board, unless only the engine knows it.
#[derive(Debug)]
struct Desk(Option<Position>);

/// What to do with a line.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    /// Pass these lines on.
    Lines(String),
    /// Pass the line on after this remark.
    After(String),
    /// Answer with this text.
    Text(String),
    /// Run this program with these arguments.
    Run(Vec<OsString>),
}

impl<R: BufRead> Prompt<R> {
    pub(super) fn new(typed: R, language: Language) -> Self {
        let desk = Desk(Some(Position::startpos()));
        Self { typed, lines: Cursor::default(), desk, language }
    }

    fn handle(&mut self, line: &str) -> io::Result<()> {
        let told = match self.desk.answer(line) {
            Answer::Lines(lines) => {
                self.lines = Cursor::new(lines.into_bytes());
                return Ok(());
            }
            Answer::After(text) => {
                self.lines = Cursor::new(format!("{line}\n").into_bytes());
                text
            }
            Answer::Text(text) => text,
            Answer::Run(words) => match run(&words) {
                Ok(()) => return Ok(()),
                Err(error) => tr!("error-line", text = error.localize()),
            },
        };
        writeln!(io::stderr(), "{told}")
    }
}

impl<R: BufRead> Read for Prompt<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let length = self.lines.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            let mut line = Vec::new();
            if self.typed.read_until(b'\n', &mut line)? == 0 {
                return Ok(0);
            }
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            locale::with(self.language, || self.handle(&line))?;
        }
    }
}

/// Runs this program with other arguments, in the same terminal.
fn run(words: &[OsString]) -> io::Result<()> {
    let program = own_program().ok_or(io::ErrorKind::NotFound)?;
    Program::new(program).args(words).status().map(drop)
}

impl Desk {
    fn answer(&mut self, line: &str) -> Answer {
        let pass = || Answer::Lines(format!("{line}\n"));
        match Dialect::Uci.parse_command(line, Unit::Milliseconds) {
            Some(Command::Position { setup, .. }) => {
                let moves = setup.moves.iter().map(String::as_str);
                let ranks = Ranks::shown_by(moves.clone()).unwrap_or_default();
                self.0 = position_after(setup.fen.as_deref(), moves, ranks).ok();
                pass()
            }
            Some(Command::Console(Console::Flip)) => {
                self.0 = None;
                pass()
            }
            Some(Command::Go(go)) if go.limits(Color::Red).infinite => {
                Answer::After(tr!("prompt-endless"))
            }
            Some(_) => pass(),
            None if line.is_empty() => Answer::Lines(String::new()),
            None => self.answer_person(line),
        }
    }

    /// Answers a line that no protocol contains.
    fn answer_person(&mut self, line: &str) -> Answer {
        let first = line.split_whitespace().next().unwrap_or_default();
        let set_up = if looks_like_position(line) {
            position_from_text(line).map_err(|error| error.localize())
        } else if !is_move(first) {
            return command(line).unwrap_or_else(|| unknown(first));
        } else if let Some(position) = &self.0 {
            play_words(position, line, None).map_err(|error| {
                tr!("prompt-refused", word = error.word.as_str(), reason = error.reason.localize())
            })
        } else {
            Err(tr!("prompt-no-position"))
        };
        match set_up {
            Ok(position) => {
                let lines = format!("{}\nd\n", line_of(position.clone()));
                self.0 = Some(position);
                Answer::Lines(lines)
            }
            Err(text) => Answer::Text(text),
        }
    }
}

/// The protocol line that sets up a position with its history.
fn line_of(mut position: Position) -> String {
    let moves: Vec<String> =
        position.history().iter().filter_map(|undo| Some(undo.mv?.to_string())).collect();
    for _ in 0..position.history().len() {
        position.unmake(&mut ());
    }
    let moves =
        if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!("position fen {}{moves}", position.fen())
}

/// The command of this program that a line contains, with or without the program's name.
fn command(line: &str) -> Option<Answer> {
    let mut words: Vec<OsString> = shlex::split(line)?.into_iter().map(OsString::from).collect();
    if words.first().is_none_or(|word| word != "chuhe") {
        words.insert(0, "chuhe".into());
    }
    let grammar = Cli::command();
    let Intent { words, talk } = match intent::of(words, &grammar) {
        Ok(intent) => intent,
        Err(text) => return Some(Answer::Text(text)),
    };
    let first = words.get(1)?.to_str()?;
    let is_command = ["--help", "--version"].contains(&first)
        || grammar.find_subcommand(first).is_some()
        || missing(first).is_some();
    (is_command && talk.lines.is_empty()).then(|| Answer::Run(words[1..].to_vec()))
}

fn unknown(word: &str) -> Answer {
    let known: Vec<String> = COMMANDS.map(str::to_owned).into();
    let near = suggestions::values(&known, word);
    let mut text = tr!("prompt-unknown", word = word);
    if let Some(near) = near.first() {
        text = format!("{text} {}", tr!("grammar-suggestion", name = near.as_str()));
    }
    Answer::Text(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answers to some lines, one after the other.
    fn answers(lines: &[&str]) -> Vec<String> {
        let mut desk = Desk(Some(Position::startpos()));
        let mut answer = |line: &&str| match desk.answer(line) {
            Answer::Lines(lines) => lines,
            Answer::After(text) => format!("{text}\n{line}\n"),
            Answer::Text(text) => text,
            Answer::Run(words) => {
                let words: Vec<_> = words.iter().map(|word| word.to_str().unwrap()).collect();
                format!("run {}", words.join(" "))
            }
        };
        locale::with(Language::English, || lines.iter().map(&mut answer).collect())
    }

    fn answer(line: &str) -> String {
        answers(&[line]).concat()
    }

    #[test]
    fn protocol_lines_pass() {
        for line in
            ["ucci", "uci", "go depth 3", "d", "help", "?", "exit", "setoption Hash 8", "bench 3"]
        {
            assert_eq!(answer(line), format!("{line}\n"));
        }
        assert_eq!(answer(""), "");
    }

    #[test]
    fn a_search_without_a_limit_is_announced() {
        for line in ["go", "go infinite", "go dept 3"] {
            let answer = answer(line);
            assert!(
                answer.contains("`stop`") && answer.ends_with(&format!("\n{line}\n")),
                "{answer}"
            );
        }
    }

    #[test]
    fn moves_are_played_from_the_position() {
        const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let rook = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        let told = answers(&[
            "h2e2",
            "马8进7 h0g2",
            "h2h3",
            &format!("position fen {rook}"),
            "a0a1",
            "flip",
            "a0a1",
        ]);
        assert_eq!(told[0], format!("position fen {START} moves h2e2\nd\n"));
        assert_eq!(told[1], format!("position fen {START} moves h2e2 h9g7 h0g2\nd\n"));
        assert!(told[2].contains("h2h3"), "{}", told[2]);
        assert_eq!(told[4], format!("position fen {rook} moves a0a1\nd\n"));
        assert!(told[6].contains("position startpos"), "{}", told[6]);
        assert_eq!(answer(rook), format!("position fen {rook}\nd\n"));
    }

    #[test]
    fn commands_of_the_program_run() {
        for (line, expected) in [
            ("serve --open", "run serve --open"),
            ("chuhe serve --open", "run serve --open"),
            ("chuhe play --level 3", "run play --level 3"),
            ("gui", "run serve --open"),
            ("version", "run --version"),
            ("--help", "run --help"),
            ("chuhe bench 3", "run bench 3"),
        ] {
            assert_eq!(answer(line), expected);
        }
        assert!(answer("no/such.pgn").contains("no such file"));
    }

    #[test]
    fn unknown_words_get_an_answer() {
        for (line, near) in
            [("goo depth 5", "'go'"), ("posiition startpos", "'position'"), ("quti", "'quit'")]
        {
            let answer = answer(line);
            assert!(answer.starts_with("unknown command") && answer.contains(near), "{answer}");
        }
        let answer = answer("frobnicate");
        assert!(answer.contains("`help`") && !answer.contains("did you mean"), "{answer}");
    }

    #[test]
    fn a_reader_gets_protocol_lines_only() {
        let typed: &[u8] = b"h2e2\nfrobnicate\n\ngo depth 2\n";
        let mut text = String::new();
        Prompt::new(typed, Language::English).read_to_string(&mut text).unwrap();
        assert!(text.ends_with(" moves h2e2\nd\ngo depth 2\n"), "{text}");
    }
}
