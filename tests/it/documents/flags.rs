//! Tests the table of flags in `docs/reference/flags.md`.

use std::collections::BTreeMap;

use chuhe::cli::Cli;
use clap::{Arg, Command, CommandFactory};

use super::{hold, page, with_table};
use crate::common::command::with_all_below;

const PAGE: &str = "docs/reference/flags.md";

/// A flag with one meaning, and the commands in which it has this meaning.
struct Row {
    short: Option<char>,
    value: String,
    /// The first paragraph of the help, without the default.
    meaning: String,
    /// The default that the help states.
    default: String,
    commands: Vec<String>,
}

/// The value of a flag, as help shows it.
fn value(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let takes = arg.get_action().takes_values();
    let names: Vec<&str> = names.iter().filter(|_| takes).map(clap::builder::Str::as_str).collect();
    if names.is_empty() { String::new() } else { format!(" {}", names.join(" ")) }
}

fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| arg.get_long().is_some() && !arg.is_hide_set())
}

/// All flags by long name, each with a row for every meaning.
fn flags() -> BTreeMap<String, Vec<Row>> {
    let mut command = Cli::command();
    command.build();
    let mut flags: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for (name, command) in with_all_below("", &command) {
        for arg in shown(command).filter(|arg| name.is_empty() || !arg.is_global_set()) {
            let long = arg.get_long().unwrap();
            if matches!(long, "help" | "version") && !name.is_empty() {
                continue;
            }
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let at = help.find(" [default").unwrap_or(help.len());
            let (meaning, default) = help.split_at(at);
            let command = match (name.as_str(), arg.is_global_set()) {
                ("", true) => "all".to_owned(),
                ("", false) => "`chuhe` alone".to_owned(),
                (name, _) => format!("`{name}`"),
            };
            let value = value(arg);
            let rows = flags.entry(long.to_owned()).or_default();
            let known = rows.iter_mut().find(|row| row.meaning == meaning && row.value == value);
            if let Some(row) = known {
                if row.default != default {
                    row.default.clear();
                }
                row.commands.push(command);
                continue;
            }
            let (meaning, default) = (meaning.to_owned(), default.to_owned());
            let (short, commands) = (arg.get_short(), vec![command]);
            rows.push(Row { short, value, meaning, default, commands });
        }
    }
    flags
}

#[test]
fn the_page_lists_every_flag_and_its_commands() {
    let flags = flags();
    let rows = flags.iter().flat_map(|(long, rows)| rows.iter().map(move |row| (long, row)));
    let rows: Vec<Vec<String>> = rows
        .map(|(long, row)| {
            let short = row.short.map(|short| format!("`-{short}`, ")).unwrap_or_default();
            let name = format!("{short}`--{long}{}`", row.value);
            let cells = [name, format!("{}{}", row.meaning, row.default), row.commands.join(", ")];
            cells.map(|cell| cell.replace('|', "\\|")).to_vec()
        })
        .collect();
    assert!(rows.len() > 60, "{}", rows.len());
    hold(PAGE, &with_table(&page(PAGE), "| Flag | Meaning |", &rows));
}

/// A short flag stands for the same long flag in all commands.
#[test]
fn one_word_means_one_thing() {
    let mut shorts: BTreeMap<char, String> = BTreeMap::new();
    let command = Cli::command();
    for (_, command) in with_all_below("", &command) {
        for arg in shown(command) {
            let long = arg.get_long().unwrap().to_owned();
            if let Some(short) = arg.get_short() {
                let known = shorts.entry(short).or_insert_with(|| long.clone());
                assert_eq!(*known, long, "-{short} of {}", command.get_name());
            }
            if ["out", "jobs"].contains(&&*long) {
                assert!(arg.get_short().is_some(), "--{long} of {}", command.get_name());
            }
        }
    }
    assert_eq!(shorts.get(&'o').map(String::as_str), Some("out"));
}
