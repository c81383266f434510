//! What the terminal can display, and what the options ask for.

use std::env;
use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

use chuhe_engine::notation::diagram::{Diagram, Pieces};

/// The look of boards.
#[derive(Debug, Args)]
pub(super) struct BoardArgs {
    /// Draw pieces as Chinese characters or as letters
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = PieceStyle::Auto)]
    pieces: PieceStyle,

    /// Colour the board
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = ColorWhen::Auto)]
    color: ColorWhen,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum PieceStyle {
    /// Characters as on the pieces: 車 馬 象 (two columns wide)
    Chinese,
    /// FEN letters, lower case for Black
    Letters,
    /// Characters if the locale is UTF-8
    Auto,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Always, even into pipes and files
    Always,
    /// Never
    Never,
}

impl BoardArgs {
    /// Sets up a drawing as the options say, as far as stdout can show it.
    pub(super) fn style<'a>(&self, diagram: Diagram<'a>) -> Diagram<'a> {
        let color = match self.color {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => stdout_has_colors(),
        };
        Diagram { pieces: self.pieces.pieces(), color, ..diagram }
    }

    /// Whether letters were chosen explicitly. Pictures use Chinese characters otherwise, whatever the terminal can
    /// show.
    pub(super) const fn wants_letters(&self) -> bool {
        matches!(self.pieces, PieceStyle::Letters)
    }
}

impl PieceStyle {
    /// The pieces that the locale can show.
    pub(super) fn pieces(self) -> Pieces {
        match self {
            Self::Chinese => Pieces::Chinese,
            Self::Auto if locale_is_utf8(|name| env::var(name).ok()) => Pieces::Chinese,
            Self::Auto | Self::Letters => Pieces::Letters,
        }
    }
}

/// Whether stdout shows colours and `NO_COLOR` is unset.
pub(super) fn stdout_has_colors() -> bool {
    io::stdout().is_terminal()
        && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && !is_dumb()
}

/// The width of the terminal on stdout; none if it is not a terminal.
pub(super) fn out_columns() -> Option<usize> {
    let size = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size)?.ok()?;
    Some(usize::from(size.0)).filter(|&columns| columns > 0)
}

/// The maximum width of prose; longer lines are hard to read.
const PROSE_COLUMNS_MAX: usize = 100;

/// The width for prose on stdout: that of the terminal, else `COLUMNS`, up to the maximum.
pub(super) fn prose_columns() -> usize {
    let said = || env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0);
    out_columns().or_else(said).unwrap_or(PROSE_COLUMNS_MAX).min(PROSE_COLUMNS_MAX)
}

/// Whether the terminal can only print.
pub(super) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// As everywhere, the first variable that is set decides.
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
