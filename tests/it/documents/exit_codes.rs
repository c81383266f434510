//! Tests that the page on exit codes lists the same codes as the help for every command.

use super::{hold, page, with_table};
use crate::common::command::{Run, chuhe};

const PAGE: &str = "docs/reference/exit-codes.md";

fn help(command: &[&str]) -> String {
    let words = [command, &["--help"]].concat();
    Run::from(chuhe(&words).output().unwrap()).quiet(&words)
}

/// The lines in the help under a heading.
fn paragraph<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = help.lines().skip_while(|line| *line != heading);
    let lines = lines.skip(1).take_while(|line| !line.is_empty());
    // A deeper indent continues the previous line.
    lines.filter_map(|line| line.strip_prefix("  ").filter(|text| !text.starts_with(' '))).collect()
}

/// The codes in a help text, each with its meaning.
fn codes(help: &str) -> Vec<Vec<String>> {
    let lines = paragraph(help, "Exit codes:").into_iter();
    let codes = lines.map(|line| {
        let (code, meaning) = line.split_once("  ").unwrap();
        vec![code.to_owned(), meaning.trim().to_owned()]
    });
    codes.collect()
}

#[test]
fn help_and_page_agree() {
    let program = help(&[]);
    let general = codes(&program);
    let commands: Vec<&str> = paragraph(&program, "Commands:")
        .into_iter()
        .filter_map(|line| line.split(' ').next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 15, "{commands:?}");
    let mut rows = Vec::new();
    for command in commands {
        let own = codes(&help(&[command]));
        let names: Vec<&str> = own.iter().map(|row| row[0].as_str()).collect();
        let is_optional = |code: &&str| ["3", "4"].contains(code);
        let common: Vec<&str> = names.into_iter().filter(|code| !is_optional(code)).collect();
        assert_eq!(common, ["0", "1", "2", "130", "141"], "{command}");
        let special = own.into_iter().filter(|row| !general.contains(row));
        rows.extend(special.map(|row| [vec![format!("`{command}`")], row].concat()));
    }
    let truth = with_table(&page(PAGE), "| code |", &general);
    hold(PAGE, &with_table(&truth, "| command |", &rows));
}
