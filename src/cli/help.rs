//! The layout of `--help`.
//!
//! Clap lays out the help, but this module wraps the lines: clap breaks lines only at spaces, which Chinese text lacks,
//! and counts a Chinese character as one column.

use clap::Command;

use chuhe_localize::{columns, prose};

/// Joins the source lines of each paragraph in the help of a command and its subcommands. Without this, wrapping the
/// lines to the width of the terminal would leave a ragged edge.
pub(super) fn with_paragraphs(command: Command) -> Command {
    let text = command.get_after_help().map(|text| paragraphs(&text.to_string()));
    let command = match text {
        Some(text) => command.after_help(text),
        None => command,
    };
    let names: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_paragraphs))
}

/// Joins the lines of each paragraph. Lines that start with a space, such as examples, and lines that end in a colon
/// stay separate.
fn paragraphs(text: &str) -> String {
    let mut joined = String::new();
    let mut before = "";
    for line in text.lines() {
        let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
        let goes_on = is_text(line) && is_text(before) && !before.ends_with(':');
        if !joined.is_empty() {
            joined.push_str(if !goes_on {
                "\n"
            } else if prose::is_without_blank(before, line) {
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

/// Formats a page of help, which clap returns as an error, for lines of `width` columns.
pub(super) fn page(page: &clap::Error, width: usize, has_colors: bool) -> String {
    let plain = page.render().to_string();
    #[cfg(feature = "help")]
    let ansi = page.render().ansi().to_string();
    #[cfg(not(feature = "help"))]
    let ansi = plain.clone();
    let styled = if has_colors { ansi } else { plain.clone() };
    wrapped(&chinese_colons(&plain), &chinese_colons(&styled), width)
}

/// Replaces the colon that clap puts after Chinese headings with a Chinese one.
fn chinese_colons(page: &str) -> String {
    let mut chinese = String::new();
    for line in page.split_inclusive('\n') {
        match line.split_once(':') {
            // After the colon, only the end of the heading's style and of the line may follow.
            Some((heading, end))
                if heading.ends_with(|c: char| columns::char_width(c) == 2)
                    && matches!(end.trim_end(), "" | "\u{1b}[0m") =>
            {
                chinese.extend([heading, "：", end]);
            }
            _ => chinese.push_str(line),
        }
    }
    chinese
}

/// Wraps a page to lines of at most `width` columns. `plain` is the page without escape sequences, `styled` the page
/// with them.
fn wrapped(plain: &str, styled: &str, width: usize) -> String {
    let mut page = String::new();
    for (plain, styled) in plain.lines().zip(styled.lines()) {
        let indent = hanging_indent(plain).min(width / 2);
        page.push_str(&prose::fill(styled.trim_end(), width, indent));
        page.push('\n');
    }
    page
}

/// The indentation of continuation lines, which align with the explanation to the right of a name.
fn hanging_indent(line: &str) -> usize {
    let text = line.trim_start_matches(' ');
    let margin = line.len() - text.len();
    if margin == 0 {
        return 0;
    }
    let name = match text.strip_prefix("- ").and_then(|value| value.find(": ")) {
        // An item of a list: a value and its meaning.
        Some(colon) => "- ".len() + colon + ": ".len(),
        None => text.find("  ").unwrap_or_default(),
    };
    let blanks = text[name..].len() - text[name..].trim_start_matches(' ').len();
    margin + columns::width(&text[..name + blanks])
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::Cli;
    use super::*;

    /// The width of a plain terminal.
    const WIDTH: usize = 80;

    #[test]
    fn only_paragraphs_are_joined() {
        assert_eq!(
            paragraphs("Examples:\n  a \\\n    b\n\nOne\ntwo\nthree.\n\nEnd:\nx"),
            "Examples:\n  a \\\n    b\n\nOne two three.\n\nEnd:\nx"
        );
        assert_eq!(
            paragraphs("读入\nPGN，\nXQF，用\n-o 写出。\n完"),
            "读入 PGN，XQF，用 -o 写出。完"
        );
    }

    #[test]
    fn examples_can_be_copied_from_a_terminal() {
        let command = with_paragraphs(Cli::command());
        for command in command.get_subcommands().chain([&command]) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with(' ')) {
                let columns = columns::width(line);
                assert!(columns <= WIDTH, "{}, {columns} columns: {line}", command.get_name());
            }
        }
    }

    #[test]
    fn lines_are_broken_below_their_text() {
        let plain = "  -j, --jobs <N>  Games at a time, as many as there are cores\n\n          \
                     - all: every one of them all\nProse of many words.\n";
        assert_eq!(
            wrapped(plain, plain, 36),
            "  -j, --jobs <N>  Games at a time,\n                  as many as there\n                  \
             are cores\n\n          - all: every one of them\n                 all\nProse of many words.\n"
        );
    }

    #[test]
    fn chinese_is_not_broken_before_closing_punctuation() {
        let text =
            "  --out  写入文件（已存在，或以 / 结尾）：每局一个文件，用 --nodes 时另有索引\n";
        assert_eq!(
            wrapped(text, text, 28),
            "  --out  写入文件（已存在，\n         或以 / 结尾）：每局\n         一个文件，用\n         --nodes 时另有索引\n"
        );
    }

    #[test]
    fn chinese_headings_end_in_a_chinese_colon() {
        let page = "\u{1b}[1m选项:\u{1b}[0m\n  --tc  分:秒\nOptions:\n命令:\n";
        let expected = "\u{1b}[1m选项：\u{1b}[0m\n  --tc  分:秒\nOptions:\n命令：\n";
        assert_eq!(chinese_colons(page), expected);
    }

    #[test]
    fn escape_sequences_take_no_columns() {
        let plain = "  --out  one two three four";
        let styled = "  \u{1b}[1m--out\u{1b}[0m  one two three four";
        let without = |text: &str| text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert_eq!(without(&wrapped(plain, styled, 20)), wrapped(plain, plain, 20));
    }
}
