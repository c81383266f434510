//! The exit codes, all defined in one table. The help of each command and docs/reference/exit-codes.md show it.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Command;

use super::UsageError;
use crate::failure;
use chuhe_files::ReaderGone;
use chuhe_localize::tr;

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

/// A function that returns a text in the language of the thread.
type Words = fn() -> String;

/// All endings with their general meanings, in the order in which the help lists them.
const ENDINGS: [(Ending, Words); 7] = [
    (Ending::Done, || tr!("ending-done")),
    (Ending::Failed, || tr!("ending-failed")),
    (Ending::Usage, || tr!("ending-usage")),
    (Ending::PartialFailure, || tr!("ending-partial-failure")),
    (Ending::NoVerdict, || tr!("ending-no-verdict")),
    (Ending::Interrupted, || tr!("ending-interrupted")),
    (Ending::ReaderGone, || tr!("ending-reader-gone")),
];

/// The meanings of endings for individual commands. A command can end in a way that is not common to all commands only
/// if it is listed here.
const OF_COMMANDS: &[(&str, Ending, Words)] = &[
    ("analyze", Ending::Done, || tr!("ending-analyze-done")),
    ("analyze", Ending::PartialFailure, || tr!("ending-analyze-partial-failure")),
    ("annotate", Ending::Done, || tr!("ending-annotate-done")),
    ("annotate", Ending::PartialFailure, || tr!("ending-annotate-partial-failure")),
    ("book", Ending::PartialFailure, || tr!("ending-book-partial-failure")),
    ("book", Ending::NoVerdict, || tr!("ending-book-no-verdict")),
    ("book", Ending::Interrupted, || tr!("ending-book-interrupted")),
    ("check-engine", Ending::Done, || tr!("ending-check-engine-done")),
    ("check-engine", Ending::Failed, || tr!("ending-check-engine-failed")),
    ("check-engine", Ending::PartialFailure, || tr!("ending-check-engine-partial-failure")),
    ("cloud", Ending::Done, || tr!("ending-cloud-done")),
    ("cloud", Ending::NoVerdict, || tr!("ending-cloud-no-verdict")),
    ("convert", Ending::Done, || tr!("ending-convert-done")),
    ("convert", Ending::PartialFailure, || tr!("ending-convert-partial-failure")),
    ("convert", Ending::Interrupted, || tr!("ending-convert-interrupted")),
    ("datagen", Ending::Done, || tr!("ending-datagen-done")),
    ("datagen", Ending::Interrupted, || tr!("ending-datagen-interrupted")),
    ("db", Ending::Done, || tr!("ending-db-done")),
    ("db", Ending::PartialFailure, || tr!("ending-db-partial-failure")),
    ("db", Ending::Interrupted, || tr!("ending-db-interrupted")),
    ("doctor", Ending::Done, || tr!("ending-doctor-done")),
    ("doctor", Ending::PartialFailure, || tr!("ending-doctor-partial-failure")),
    ("judge", Ending::Done, || tr!("ending-judge-done")),
    ("judge", Ending::PartialFailure, || tr!("ending-judge-partial-failure")),
    ("match", Ending::Done, || tr!("ending-match-done")),
    ("match", Ending::PartialFailure, || tr!("ending-match-partial-failure")),
    ("match", Ending::NoVerdict, || tr!("ending-match-no-verdict")),
    ("match", Ending::Interrupted, || tr!("ending-match-interrupted")),
    ("play", Ending::Done, || tr!("ending-play-done")),
    ("play", Ending::Failed, || tr!("ending-play-failed")),
    ("puzzles", Ending::Done, || tr!("ending-puzzles-done")),
    ("puzzles", Ending::PartialFailure, || tr!("ending-puzzles-partial-failure")),
    ("puzzles", Ending::Interrupted, || tr!("ending-puzzles-interrupted")),
    ("serve", Ending::Done, || tr!("ending-serve-done")),
    ("tables", Ending::Done, || tr!("ending-tables-done")),
    ("tables", Ending::PartialFailure, || tr!("ending-tables-partial-failure")),
    ("tables", Ending::Interrupted, || tr!("ending-tables-interrupted")),
    ("train", Ending::Done, || tr!("ending-train-done")),
    ("train", Ending::Failed, || tr!("ending-train-failed")),
    ("train", Ending::Interrupted, || tr!("ending-train-interrupted")),
    ("tune", Ending::Done, || tr!("ending-tune-done")),
    ("tune", Ending::Failed, || tr!("ending-tune-failed")),
    ("tune", Ending::Interrupted, || tr!("ending-tune-interrupted")),
];

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
    help(before, &ENDINGS)
}

/// Adds the exit codes to the help of a command.
pub(super) fn with_codes(command: Command) -> Command {
    let before = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let endings = of_command(command.get_name());
    // A missing subcommand is an error to explain, not a request for help.
    command.after_help(help(&before, &endings)).arg_required_else_help(false)
}

/// The exit codes of a command and their meanings.
fn of_command(name: &str) -> Vec<(Ending, Words)> {
    let meaning = |ending: Ending, usual: Words| {
        let own = OF_COMMANDS.iter().find(|(command, own, _)| (*command, *own) == (name, ending));
        own.map(|(.., own)| *own).or(ending.is_common().then_some(usual))
    };
    ENDINGS
        .into_iter()
        .filter_map(|(ending, usual)| Some((ending, meaning(ending, usual)?)))
        .collect()
}

fn help(before: &str, endings: &[(Ending, Words)]) -> String {
    let mut text = format!("{before}\n\n{}", tr!("ending-heading"));
    for (ending, meaning) in endings {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {:<3}  {}", *ending as u8, meaning());
    }
    text
}

/// Prints the error on stderr, if there is one, and returns how the program ends.
#[must_use]
pub fn conclude(outcome: failure::Result<Ending>) -> Ending {
    let error = match outcome {
        Ok(ending) => return ending,
        Err(error) => error,
    };
    if error.find_io(|error| error.get_ref()?.downcast_ref::<ReaderGone>().copied()).is_some() {
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
    use super::*;
    use crate::failure::Failure;
    use chuhe_localize as locale;
    use chuhe_localize::Language;

    #[test]
    fn the_tables_name_commands_and_endings_once() {
        let command = Cli::command();
        for (at, (name, ending, _)) in OF_COMMANDS.iter().enumerate() {
            assert!(command.find_subcommand(name).is_some(), "{name}");
            let again = OF_COMMANDS[..at].iter().any(|row| (row.0, row.1) == (*name, *ending));
            assert!(!again, "{name} {ending:?}");
        }
        let codes = ENDINGS.map(|(ending, _)| ending as u8);
        assert!(codes.is_sorted_by(|one, next| one < next), "{codes:?}");
    }

    #[test]
    fn meanings_are_there_in_chinese() {
        let help = |language| locale::with(language, || program_help(""));
        assert!(help(Language::English).contains("\n  0    success\n"));
        let chinese = help(Language::Chinese);
        assert!(chinese.contains("退出码：\n  0    成功\n"), "{chinese}");
        for (.., words) in OF_COMMANDS {
            let text = locale::with(Language::Chinese, words);
            assert!(!text.is_ascii(), "{text}");
        }
    }

    #[test]
    fn control_characters_of_files_are_not_shown() {
        let error = Failure::new("x\u{0}\u{1b}[2J".to_string()).context("line 1\n\t^");
        assert_eq!(error.to_string(), "line 1\n\t^: x\u{fffd}\u{fffd}[2J");
    }

    #[test]
    fn causes_are_told_in_the_language_of_the_thread() {
        let missing = || std::fs::read("no such file").unwrap_err();
        let failure = || Failure::from(missing()).context("a.pgn").to_string();
        let told = |language| locale::with(language, failure);
        assert!(told(Language::English).starts_with("a.pgn: "));
        assert!(told(Language::Chinese).starts_with("a.pgn：没有这个文件或文件夹"));
    }

    #[test]
    fn only_a_reader_that_left_is_no_failure() {
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        let gone = io::Error::new(io::ErrorKind::BrokenPipe, ReaderGone);
        let gone = Failure::from(gone).context("writing");
        assert_eq!(conclude(Err(gone)), Ending::ReaderGone);
        // A pipe to an engine, for instance.
        assert_eq!(conclude(Err(broken().into())), Ending::Failed);
        assert_eq!(conclude(Err(UsageError("no".to_owned()).into())), Ending::Usage);
        assert_eq!(conclude(Ok(Ending::PartialFailure)), Ending::PartialFailure);
    }
}
