//! A match as a TOML file: the command line in another form.
//!
//! `rounds = 100` is `--rounds 100`, a table is a group of words, `[[engine]]` is one `--engine`. So a file can say
//! what the command line can, no more and no less, and is refused with the same words.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use toml::{Table, Value};

use super::args::MatchArgs;
use crate::failure::{self, Context, Failure};
use chuhe_localize::tr;

/// Reads a file's text.
pub(super) fn read(text: &str) -> failure::Result<MatchArgs> {
    let table: Table = text.parse().map_err(Failure::foreign)?;
    let words = words(&table)?;
    MatchArgs::from_words(words).map_err(|error| Failure::new(in_keys(&error)))
}

/// What is wrong with a setting, in the words of a file: with keys for flags.
fn in_keys(error: &clap::Error) -> String {
    let context = |kind| match error.get(kind) {
        // A flag is shown with the value it takes.
        Some(ContextValue::String(text)) => {
            text.split([' ', '=']).next().unwrap_or_default().trim_start_matches('-').to_owned()
        }
        _ => String::new(),
    };
    let key = context(ContextKind::InvalidArg);
    let value = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    match error.kind() {
        ErrorKind::UnknownArgument => match error.get(ContextKind::SuggestedArg) {
            Some(_) => {
                let other = context(ContextKind::SuggestedArg);
                tr!("match-file-suggestion", key = key, other = other)
            }
            None => tr!("match-file-unknown", key = key),
        },
        ErrorKind::TooManyValues => tr!("match-file-truth", key = key, value = value),
        ErrorKind::InvalidValue => match error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(known)) => {
                let valid = known.join(&tr!("list-separator"));
                tr!("match-file-one-of", key = key, value = value, valid = valid)
            }
            _ => tr!("match-file-needs", key = key),
        },
        ErrorKind::ValueValidation => {
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            tr!("match-file-refused", key = key, value = value, reason = reason)
        }
        // Without the usage line, which is about the command line.
        _ => {
            let text = error.to_string();
            text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
        }
    }
}

/// What is a group of words; everything else is one value.
const GROUPS: [&str; 6] = ["engine", "each", "openings", "sprt", "resign", "draw"];

fn words(table: &Table) -> failure::Result<Vec<String>> {
    let mut words = Vec::new();
    for (key, value) in table {
        let flag = format!("--{key}");
        let is_group = matches!(value, Value::Table(_) | Value::Array(_));
        match (is_group, GROUPS.contains(&key.as_str())) {
            (true, false) => return Err(Failure::new(tr!("match-file-value", key = key.as_str()))),
            (false, true) => return Err(Failure::new(tr!("match-file-table", key = key.as_str()))),
            _ => {}
        }
        match value {
            Value::Boolean(false) => {}
            Value::Boolean(true) => words.push(flag),
            Value::Table(group) => {
                words.push(flag);
                words.extend(pairs(group).with_context(|| format!("[{key}]"))?);
            }
            Value::Array(groups) => {
                for group in groups {
                    let Value::Table(group) = group else {
                        return Err(Failure::new(tr!("match-file-tables", key = key.as_str())));
                    };
                    words.push(flag.clone());
                    words.extend(pairs(group).with_context(|| format!("[[{key}]]"))?);
                }
            }
            // In one word, lest a value be taken for something else.
            value => words.push(format!("{flag}={}", scalar(key, value)?)),
        }
    }
    Ok(words)
}

/// A table as words `key=value`; a table in it as `key.name=value`, a list as words, quoted where need be.
fn pairs(group: &Table) -> failure::Result<Vec<String>> {
    let mut words = Vec::new();
    for (key, value) in group {
        match value {
            Value::Table(inner) => {
                for (name, value) in inner {
                    words.push(format!("{key}.{name}={}", scalar(name, value)?));
                }
            }
            Value::Array(values) => {
                let values: Vec<String> =
                    values.iter().map(|value| scalar(key, value)).collect::<Result<_, _>>()?;
                let values = shlex::try_join(values.iter().map(String::as_str))
                    .map_err(Failure::foreign)
                    .with_context(|| key.to_owned())?;
                words.push(format!("{key}={values}"));
            }
            value => words.push(format!("{key}={}", scalar(key, value)?)),
        }
    }
    Ok(words)
}

fn scalar(key: &str, value: &Value) -> failure::Result<String> {
    Ok(match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(truth) => truth.to_string(),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
            return Err(Failure::new(tr!("match-file-scalar", key = key)));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_says_what_the_command_line_says() {
        let args = read(
            "rounds = 5\nnoswap = true\njson = false\nout = 'here'\n\
             [openings]\nfile = 'book.fen'\norder = 'random'\n\
             [each]\ntc = '1+0.01'\n[each.option]\nHash = 16\n\
             [[engine]]\ncmd = 'a b'\nargs = ['-x', 'y']\nponder = true\n\
             [[engine]]\ncmd = 'c'\nnodes = 5",
        )
        .unwrap();
        assert_eq!((args.rounds, args.noswap, args.json), (Some(5), true, false));
        assert_eq!(args.openings, ["file=book.fen", "order=random"]);
        assert_eq!(args.each, ["tc=1+0.01", "option.Hash=16"]);
        assert_eq!(
            args.engines.0,
            [vec!["cmd=a b", "args=-x y", "ponder=true"], vec!["cmd=c", "nodes=5"]]
        );
    }

    #[test]
    fn the_command_line_goes_over_the_file() {
        let file = read("rounds = 5\nsrand = 7\n[sprt]\nelo0 = 0\nelo1 = 5").unwrap();
        let words = ["--rounds", "9", "--sprt", "elo0=1", "elo1=2"];
        let line = MatchArgs::from_words(words.map(str::to_owned).to_vec()).unwrap();
        let args = line.over(file);
        assert_eq!((args.rounds, args.srand), (Some(9), Some(7)));
        assert_eq!(args.sprt, ["elo0=1", "elo1=2"]);
    }

    #[test]
    fn refusals_name_the_place() {
        let refusal = |text: &str| format!("{:#}", read(text).unwrap_err());
        let expected = "expected a whole number from 1 to 10000000";
        assert_eq!(refusal("rounds = 'many'"), format!("rounds = many: {expected}"));
        assert_eq!(refusal("rounds = -1"), format!("rounds = -1: {expected}"));
        assert_eq!(refusal("noswap = 'perhaps'"), "noswap = perhaps: expected true or false");
        assert!(refusal("wheels = 4").starts_with("unknown key 'wheels'"));
        assert_eq!(refusal("round = 4"), "unknown key 'round'; did you mean 'rounds'?");
        assert!(refusal("clock = 'sand'").starts_with("clock = sand: expected one of wall, cpu"));
        assert!(refusal("engine = 5").contains("engine: expected a table"));
        assert!(refusal("[noswap]\nx = 1").contains("noswap: expected one value"));
        assert!(refusal("[openings]\nfile = 1979-05-27").contains("[openings]: file: expected"));
        assert!(refusal("rounds 5").contains("line 1"));
    }
}
