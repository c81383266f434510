//! How to display boards and text, according to the options and the terminal.

use std::env;
use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use console::Term;

use chuhe_engine::notation::diagram::{Diagram, Pieces};

/// How boards are drawn.
#[derive(Debug, Args)]
pub(super) struct BoardArgs {
    /// Whether to draw pieces as Chinese characters or as letters
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = PieceStyle::Auto)]
    pieces: PieceStyle,

    /// When to colour the board
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorWhen::Auto)]
    color: ColorWhen,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum PieceStyle {
    /// Chinese characters as on real pieces: 車 馬 象 (two columns wide)
    Chinese,
    /// FEN letters, lower case for Black
    Letters,
    /// Chinese characters if the locale is UTF-8, otherwise letters
    Auto,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always, even in pipes and files
    Always,
    /// Never
    Never,
}

impl BoardArgs {
    /// Applies the options to a diagram, as far as stdout can display them.
    pub(super) fn style<'a>(&self, diagram: Diagram<'a>) -> Diagram<'a> {
        let color = match self.color {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => stdout_has_colors(),
        };
        Diagram { pieces: self.pieces.pieces(), color, ..diagram }
    }

    /// Whether letters were chosen explicitly. If not, picture files show Chinese characters, whatever the terminal can
    /// display.
    pub(super) const fn wants_letters(&self) -> bool {
        matches!(self.pieces, PieceStyle::Letters)
    }
}

impl PieceStyle {
    /// The chosen form of the pieces; `Auto` depends on the locale.
    pub(super) fn pieces(self) -> Pieces {
        match self {
            Self::Chinese => Pieces::Chinese,
            Self::Auto if locale_is_utf8(|name| env::var(name).ok()) => Pieces::Chinese,
            Self::Auto | Self::Letters => Pieces::Letters,
        }
    }
}

/// Whether stdout displays colours and `NO_COLOR` is unset.
pub(super) fn stdout_has_colors() -> bool {
    io::stdout().is_terminal()
        && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && !is_dumb()
}

/// The width of the terminal on stdout in columns; `None` if stdout is not a terminal.
pub(super) fn out_columns() -> Option<usize> {
    let (_, columns) = Term::stdout().size_checked()?;
    Some(columns.into())
}

/// The maximum width of prose in columns; longer lines are hard to read.
const PROSE_COLUMNS_MAX: usize = 100;

/// The width for prose on stdout: the terminal's width, otherwise `COLUMNS`, but at most [`PROSE_COLUMNS_MAX`].
pub(super) fn prose_columns() -> usize {
    let said = || env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0);
    out_columns().or_else(said).unwrap_or(PROSE_COLUMNS_MAX).min(PROSE_COLUMNS_MAX)
}

/// Whether the terminal can only print text, without moving the cursor.
pub(super) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Whether the locale uses UTF-8, according to the first locale variable that is set, as is usual on Unix.
fn locale_is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| variable(name).filter(|value| !value.is_empty()))
        .is_some_and(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_variable_names_the_locale() {
        let with = |set: &'static [(&str, &str)]| {
            move |name: &str| {
                set.iter().find(|(other, _)| *other == name).map(|(_, value)| (*value).to_owned())
            }
        };
        assert!(locale_is_utf8(with(&[("LANG", "zh_CN.UTF-8")])));
        assert!(locale_is_utf8(with(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8"), ("LANG", "C")])));
        assert!(!locale_is_utf8(with(&[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")])));
        assert!(!locale_is_utf8(with(&[("LANG", "zh_CN.GBK")])));
        assert!(!locale_is_utf8(with(&[])));
    }
}
