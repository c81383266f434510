//! Messages for errors in the command line.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::suggestions;
use chuhe_localize::tr;

/// The message for an error that clap does not detect.
pub(super) fn message(reason: &str) -> String {
    format!("{}\n\n{}\n", tr!("error-line", text = reason), tr!("grammar-see-help"))
}

/// The message for an error that clap reports in these words.
pub(super) fn complaint(error: &clap::Error, grammar: &Command, words: &[OsString]) -> String {
    let mut text = tr!("error-line", text = reason(error)) + "\n";
    for name in alternatives(error, grammar, words) {
        text.push_str("  ");
        text.push_str(&tr!("grammar-suggestion", name = name));
        text.push('\n');
    }
    text + &format!("\n{}\n", tr!("grammar-see-help"))
}

/// What the user may have meant, best first.
fn alternatives(error: &clap::Error, grammar: &Command, words: &[OsString]) -> Vec<String> {
    let one = |kind| values(error, kind).concat();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            suggestions::commands(grammar, words, &one(ContextKind::InvalidSubcommand))
        }
        ErrorKind::UnknownArgument => {
            suggestions::flags(grammar, words, &one(ContextKind::InvalidArg))
        }
        ErrorKind::InvalidValue => {
            let valid = values(error, ContextKind::ValidValue);
            suggestions::values(&valid, &one(ContextKind::InvalidValue))
        }
        _ => Vec::new(),
    }
}

fn reason(error: &clap::Error) -> String {
    let one = |kind| values(error, kind).join(" ");
    let arg = one(ContextKind::InvalidArg);
    let value = one(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error).map(ToString::to_string).unwrap_or_default();
            tr!("grammar-value", value = value, arg = arg, why = why)
        }
        ErrorKind::InvalidValue if value.is_empty() => tr!("grammar-needs-value", arg = arg),
        ErrorKind::InvalidValue => {
            let valid = list(error, ContextKind::ValidValue);
            tr!("grammar-not-one-of", value = value, arg = arg, valid = valid)
        }
        ErrorKind::UnknownArgument => tr!("grammar-unknown", arg = arg),
        ErrorKind::InvalidSubcommand => {
            tr!("grammar-no-command", name = one(ContextKind::InvalidSubcommand))
        }
        ErrorKind::ArgumentConflict => {
            let other = list(error, ContextKind::PriorArg);
            if other == arg || other.is_empty() {
                tr!("grammar-twice", arg = arg)
            } else {
                tr!("grammar-conflict", arg = arg, other = other)
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let args = values(error, ContextKind::InvalidArg);
            let (count, args) = (args.len(), args.join(&tr!("list-separator")));
            tr!("grammar-missing", args = args, count = count)
        }
        ErrorKind::TooManyValues => tr!("grammar-too-many", value = value, arg = arg),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            tr!("grammar-too-few", arg = arg)
        }
        ErrorKind::NoEquals => tr!("grammar-no-equals", arg = arg),
        ErrorKind::InvalidUtf8 => tr!("grammar-not-utf8"),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let valid = list(error, ContextKind::ValidSubcommand);
            tr!("grammar-needs-command", valid = valid)
        }
        // For other kinds of error, such as a failed write, clap's own text is clear.
        kind => kind.as_str().unwrap_or_default().to_owned(),
    }
}

/// Part of an error's context, as a list in one text.
fn list(error: &clap::Error, kind: ContextKind) -> String {
    values(error, kind).join(&tr!("list-separator"))
}

/// Part of an error's context, as separate texts.
fn values(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::Number(number)) => vec![number.to_string()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::{Cli, Interlude};

    /// The message for a command line, with its lines joined.
    fn answer(line: &str) -> String {
        let words = line.split(' ').map(OsString::from);
        match Cli::read(words).unwrap_err() {
            Interlude::Complaint(text) => text.replace('\n', " "),
            Interlude::Help(page, _) => panic!("{line}: {page}"),
        }
    }

    #[test]
    fn errors_name_the_argument_and_the_cause() {
        for (line, expected) in [
            ("chuhe --lang en bench --no-such", "'--no-such'"),
            ("chuhe --lang en bnech", "(did you mean 'bench'?)"),
            ("chuhe --lang en analyze --node 5", "(did you mean '--nodes'?)"),
            ("chuhe --lang en analyze --notation chines", "(did you mean 'chinese'?)"),
            ("chuhe --lang en judge --rules asiann", "(did you mean 'asian'?)"),
            ("chuhe --lang en judge --rules fantasy", "fantasy"),
            ("chuhe --lang en perft", "<"),
            ("chuhe --lang en train a", "missing required argument --out <FILE>"),
            (
                "chuhe --lang en net",
                "missing command: expected one of show, compare, convert, help ",
            ),
            ("chuhe --lang zh net", "缺少命令，应为 show、compare、convert、help 之一"),
            ("chuhe --lang zh bench --no-such", "没有 '--no-such' 这个选项"),
            ("chuhe --lang zh bnech", "没有 'bnech' 这个命令"),
            ("chuhe --lang zh judge --rules fantasy", "应为 asian、chinese、computer 之一"),
            ("chuhe --lang zh play --side green", "应为 red、black、random 之一"),
            (
                "chuhe --lang zh datagen",
                "缺少必需的参数：--out <FOLDER>、<--games <N>|--files <A..B>",
            ),
            ("chuhe --lang xx bench", "--lang"),
        ] {
            let answer = answer(line);
            assert!(answer.contains(expected), "{line}: {answer}");
        }
    }
}
