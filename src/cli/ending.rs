//! The exit codes, all defined in one table. The help of each command and docs/reference/exit-codes.md show it.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Command;

use super::UsageError;
use super::features::without_missing;
use crate::failure;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;
use chuhe_util::files::FileProblem;

/// How a command ended, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ending {
    /// Success.
    Done = 0,
    /// The command failed.
    Failed = 1,
    /// The command line is invalid.
    Usage = 2,
    /// The command finished, but some input was unusable, a check failed or a sequential test accepted H0.
    PartialFailure = 3,
    /// The command finished without an answer.
    NoVerdict = 4,
    /// The command was interrupted, for instance by Ctrl-C, and left something undone. Shells report the same code for
    /// a program that SIGINT ends.
    Interrupted = 130,
    /// The reader closed the output before everything was written. Shells report the same code for a program that
    /// SIGPIPE ends.
    ReaderGone = 141,
}

/// All endings, in the order in which the help lists them.
const ENDINGS: [Ending; 7] = [
    Ending::Done,
    Ending::Failed,
    Ending::Usage,
    Ending::PartialFailure,
    Ending::NoVerdict,
    Ending::Interrupted,
    Ending::ReaderGone,
];

/// The rows of the table: the command (`*` for all), the code, and its meaning in the languages of [`Language::ALL`].
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let lines = include_str!("endings.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split(" | ").collect::<Vec<_>>().try_into().ok())
}

/// What an ending means for a command, in the language of the thread, if the table lists it.
fn meaning(command: &str, ending: Ending) -> Option<&'static str> {
    let code = (ending as u8).to_string();
    let row = rows().find(|row| row[..2] == [command, &code])?;
    Some(row[2 + locale::current() as usize])
}

impl Ending {
    /// Whether every command can end this way.
    const fn is_common(self) -> bool {
        !matches!(self, Self::PartialFailure | Self::NoVerdict)
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        Self::from(ending as u8)
    }
}

/// The end of the program's help: `before`, then all exit codes.
pub(super) fn program_help(before: &str) -> String {
    help(&without_missing(before), "*")
}

/// Adds the exit codes to the help of a command.
pub(super) fn with_codes(command: Command) -> Command {
    let before = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let help = help(&before, command.get_name());
    // A missing subcommand is an error to explain, not a request for help.
    command.after_help(help).arg_required_else_help(false)
}

/// `before`, then the exit codes of a command and their meanings.
fn help(before: &str, command: &str) -> String {
    let heading = match locale::current() {
        Language::English => "Exit codes:",
        Language::Chinese => "退出码：",
    };
    let mut text = format!("{before}\n\n{heading}");
    for ending in ENDINGS {
        let usual = || meaning("*", ending).filter(|_| ending.is_common());
        if let Some(meaning) = meaning(command, ending).or_else(usual) {
            // Writing to a string cannot fail.
            let _ = write!(text, "\n  {:<3}  {meaning}", ending as u8);
        }
    }
    text
}

/// Prints the error on stderr, if there is one, and returns how the program ends.
#[must_use]
pub(super) fn conclude(outcome: failure::Result<Ending>) -> Ending {
    let error = match outcome {
        Ok(ending) => return ending,
        Err(error) => error,
    };
    let is_gone = |error: &_| FileProblem::of(error) == Some(&FileProblem::ReaderGone);
    if error.find_io(|error| is_gone(error).then_some(())).is_some() {
        return Ending::ReaderGone;
    }
    // If stderr is closed too, the exit code is all that can be reported.
    let _ = writeln!(io::stderr(), "{}", tr!("error-line", text = error.to_string()));
    if error.cause::<UsageError>().is_some() {
        let _ = writeln!(io::stderr(), "\n{}", tr!("grammar-see-help"));
        return Ending::Usage;
    }
    Ending::Failed
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Cli;
    use super::super::features::missing;
    use super::*;
    use crate::failure::Failure;

    #[test]
    fn the_table_lists_endings_once() {
        let lines = include_str!("endings.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(rows().count(), lines.count(), "a line without four fields");
        let all: Vec<_> = rows().collect();
        for (at, [command, code, english, chinese]) in all.iter().enumerate() {
            assert!(ENDINGS.iter().any(|ending| (*ending as u8).to_string() == *code), "{code}");
            let is_command = Cli::command().find_subcommand(command).is_some();
            assert!(is_command || missing(command).is_some() || *command == "*", "{command}");
            assert!(!all[..at].iter().any(|row| row[..2] == [*command, *code]), "{command} {code}");
            assert!(english.is_ascii() && !chinese.is_ascii(), "{english} {chinese}");
        }
        assert!(ENDINGS.iter().all(|ending| meaning("*", *ending).is_some()));
    }

    #[test]
    fn help_explains_exit_codes_in_both_languages() {
        let help = |language| locale::with(language, || program_help(""));
        assert!(help(Language::English).contains("\n  0    success\n"));
        assert!(help(Language::Chinese).contains("退出码：\n  0    成功\n"));
    }

    #[test]
    fn control_characters_of_files_are_not_shown() {
        let error = Failure::new("x\u{0}\u{1b}[2J".to_string()).context("line 1\n\t^");
        assert_eq!(error.to_string(), "line 1\n\t^: x\u{fffd}\u{fffd}[2J");
    }

    #[test]
    fn causes_are_in_the_language_of_the_thread() {
        let missing = || std::fs::read("no such file").unwrap_err();
        let failure = || Failure::from(missing()).context("a.pgn").to_string();
        let told = |language| locale::with(language, failure);
        assert!(told(Language::English).starts_with("a.pgn: "));
        assert!(told(Language::Chinese).starts_with("a.pgn：没有这个文件或文件夹"));
    }

    #[test]
    fn only_a_reader_that_left_is_no_failure() {
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        let gone = io::Error::new(io::ErrorKind::BrokenPipe, FileProblem::ReaderGone);
        let gone = Failure::from(gone).context("writing");
        assert_eq!(conclude(Err(gone)), Ending::ReaderGone);
        // A pipe to an engine, for instance.
        assert_eq!(conclude(Err(broken().into())), Ending::Failed);
        assert_eq!(conclude(Err(UsageError("no".to_owned()).into())), Ending::Usage);
        assert_eq!(conclude(Ok(Ending::PartialFailure)), Ending::PartialFailure);
    }
}
