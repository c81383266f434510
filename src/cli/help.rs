//! The texts of `--help`.

use clap::Command;

/// A command, with all below it, whose texts are paragraphs that clap breaks to the width of the terminal. In the source
/// they are broken already, which would show as a ragged edge.
pub(super) fn with_paragraphs(command: Command) -> Command {
    let text = command.get_after_help().map(|text| paragraphs(&text.to_string()));
    let command = match text {
        Some(text) => command.after_help(text),
        None => command,
    };
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_paragraphs))
}

/// Joins the lines of each paragraph. Lines with a blank at the front, such as examples, stay as they are, and so does a
/// line that ends in a colon.
fn paragraphs(text: &str) -> String {
    let mut joined = String::new();
    let mut before = "";
    for line in text.lines() {
        let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
        let goes_on = is_text(line) && is_text(before) && !before.ends_with(':');
        if !joined.is_empty() {
            // Chinese has no blanks between words.
            let is_chinese = before.ends_with(|c: char| !c.is_ascii());
            joined.push_str(if !goes_on {
                "\n"
            } else if is_chinese {
                ""
            } else {
                " "
            });
        }
        joined.push_str(line);
        before = line;
    }
    joined
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Cli;
    use super::*;

    /// The columns of a plain terminal.
    const WIDTH: usize = 80;

    #[test]
    fn only_paragraphs_are_joined() {
        assert_eq!(
            paragraphs("Examples:\n  a \\\n    b\n\nOne\ntwo\nthree.\n\nEnd:\nx"),
            "Examples:\n  a \\\n    b\n\nOne two three.\n\nEnd:\nx"
        );
    }

    #[test]
    fn examples_can_be_copied_from_a_terminal() {
        let command = with_paragraphs(Cli::command());
        for command in command.get_subcommands().chain([&command]) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with(' ')) {
                let columns: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
                assert!(columns <= WIDTH, "{}, {columns} columns: {line}", command.get_name());
            }
        }
    }
}
