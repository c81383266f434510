//! Suggestions for mistyped commands, flags and values, best first.

use std::ffi::OsString;
use std::iter;

use clap::{Arg, Command};

use super::features::missing;
use super::intent::SYNONYMS;

/// The minimum likeness of a suggestion.
const LIKENESS_MIN: f64 = 0.75;
/// How much less alike than the best a suggestion may be.
const LIKENESS_MARGIN: f64 = 0.1;
/// The minimum likeness of a flag that is suggested for a word without dashes.
const LIKENESS_OF_BARE_FLAG_MIN: f64 = 0.9;
const SUGGESTIONS_MAX: usize = 3;

/// Commands similar to an unknown one.
pub(super) fn commands(grammar: &Command, words: &[OsString], name: &str) -> Vec<String> {
    let command = *path(grammar, words).last().unwrap_or(&grammar);
    let children = command.get_subcommands().flat_map(|child| {
        child.get_name_and_visible_aliases().into_iter().map(|name| (name, name.to_owned()))
    });
    if command.get_name() != grammar.get_name() {
        return nearest(name, children.collect(), LIKENESS_MIN);
    }
    let is_command = |meant: &str| {
        !meant.starts_with('-') && meant.split(' ').all(|word| missing(word).is_none())
    };
    let synonyms = SYNONYMS.iter().filter(|(_, meant)| is_command(meant));
    let synonyms = synonyms.map(|(name, meant)| (*name, (*meant).to_owned()));
    let below = grammar.get_subcommands().flat_map(|command| {
        let full = move |child: &Command| format!("{} {}", command.get_name(), child.get_name());
        command.get_subcommands().map(move |child| (child.get_name(), full(child)))
    });
    nearest(name, children.chain(synonyms).chain(below).collect(), LIKENESS_MIN)
}

/// Flags similar to an unknown argument. Outside a command, the flags of all commands are suggested with their commands.
pub(super) fn flags(grammar: &Command, words: &[OsString], argument: &str) -> Vec<String> {
    let path = path(grammar, words);
    let words: Vec<_> = words.iter().skip(1).map(|word| word.to_string_lossy()).collect();
    let is_flag = argument.starts_with('-');
    let mut whole = argument;
    for (at, word) in words.iter().enumerate() {
        // For `-depth`, clap reports only `-d`.
        if is_flag && argument.len() == 2 && word.starts_with(argument) {
            whole = word;
        }
        // For `level 3`, clap reports only `3`.
        if !is_flag && words.get(at + 1).is_some_and(|next| next == argument) && at > 0 {
            whole = word;
        }
    }
    let name = whole.trim_start_matches('-').split('=').next().unwrap_or_default();
    let least = if is_flag { LIKENESS_MIN } else { LIKENESS_OF_BARE_FLAG_MIN };
    let common = grammar.get_arguments().filter(|flag| flag.is_global_set());
    let own = path.last().unwrap_or(&grammar).get_arguments();
    let mut known: Vec<(&str, String)> = own
        .chain(common)
        .filter_map(Arg::get_long_and_visible_aliases)
        .flatten()
        .chain(["help", "version"])
        .map(|long| (long, format!("--{long}")))
        .collect();
    if path.is_empty() {
        for command in grammar.get_subcommands() {
            let longs = command.get_arguments().filter_map(Arg::get_long);
            known.extend(longs.map(|long| (long, format!("{} --{long}", command.get_name()))));
        }
    }
    nearest(name, known, least)
}

/// Values similar to an invalid one.
pub(super) fn values(valid: &[String], value: &str) -> Vec<String> {
    nearest(value, valid.iter().map(|it| (it.as_str(), it.clone())).collect(), LIKENESS_MIN)
}

/// The command that the words select, after the commands above it; empty without a command.
fn path<'a>(grammar: &'a Command, words: &[OsString]) -> Vec<&'a Command> {
    let mut names = words.iter().skip(1).map(|word| word.to_string_lossy());
    let mut last = grammar;
    iter::from_fn(|| {
        let found = names.find_map(|name| last.find_subcommand(&*name))?;
        last = found;
        Some(found)
    })
    .collect()
}

/// The suggestions whose names are most similar to a word, best first.
fn nearest(word: &str, known: Vec<(&str, String)>, least: f64) -> Vec<String> {
    let word = word.to_lowercase();
    let likeness =
        |(name, shown): (&str, String)| (strsim::jaro(&word, &name.to_lowercase()), shown);
    let mut rated: Vec<(f64, String)> = known.into_iter().map(likeness).collect();
    // The sort is stable, so equals stay in the order of the grammar.
    rated.sort_by(|one, other| other.0.total_cmp(&one.0));
    let best = rated.first().map_or(least, |(best, _)| *best);
    let mut suggestions: Vec<String> = Vec::new();
    for (likeness, shown) in rated {
        if likeness >= least.max(best - LIKENESS_MARGIN) && !suggestions.contains(&shown) {
            suggestions.push(shown);
        }
    }
    suggestions.truncate(SUGGESTIONS_MAX);
    suggestions
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Cli;
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn the_most_similar_command_comes_first() {
        for (line, expected) in [
            ("annottate", "annotate"),
            ("analyzee", "analyze"),
            ("analyzse", "analyze"),
            ("analyyse", "analyse"),
            ("bnech", "bench"),
            ("pefrt", "perft"),
            ("mtach", "match"),
            ("conevrt", "convert"),
            ("revieww", "annotate"),
            ("tabelbase", "tables"),
            ("records", "tables records"),
            ("explore", "book explore"),
            ("db seaarch", "search"),
            ("book shw", "show"),
        ] {
            let name = line.split(' ').next_back().unwrap();
            let found = commands(&Cli::command(), &words(&format!("chuhe {line}")), name);
            assert_eq!(found.first().map(String::as_str), Some(expected), "{line}: {found:?}");
        }
        assert_eq!(commands(&Cli::command(), &words("chuhe frobnicate"), "frobnicate"), [""; 0]);
    }

    #[test]
    fn flags_are_those_of_the_command() {
        for (line, argument, expected) in [
            ("analyze --node 5", "--node", "--nodes"),
            ("analyze --dpeth 5", "--dpeth", "--depth"),
            ("analyze --node=5", "--node", "--nodes"),
            ("analyze -depth 5", "-d", "--depth"),
            ("play level 3", "3", "--level"),
            ("serve open", "open", "--open"),
            ("db search --playr x", "--playr", "--player"),
            ("bench --verbos", "--verbos", "--verbose"),
            ("--depth 5", "--depth", "analyze --depth"),
            ("-depth 5", "-d", "analyze --depth"),
            ("--sprt", "--sprt", "match --sprt"),
        ] {
            let found = flags(&Cli::command(), &words(&format!("chuhe {line}")), argument);
            assert_eq!(found.first().map(String::as_str), Some(expected), "{line}: {found:?}");
        }
        let bare = flags(&Cli::command(), &words("chuhe play knights"), "knights");
        assert_eq!(bare, [""; 0]);
    }
}
