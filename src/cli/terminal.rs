//! What the terminal can show, and what the options ask for.

use std::env;
use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

use chuhe_engine::notation::diagram::{Diagram, Pieces};

/// How boards are to look.
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
    /// Characters as on the discs: 車 馬 象 (two columns wide)
    Chinese,
    /// FEN letters: R N B, lower case for Black
    Letters,
    /// Characters where the locale is UTF-8
    Auto,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorWhen {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// Also into pipes and files
    Always,
    /// Nowhere
    Never,
}

impl BoardArgs {
    /// Sets up a drawing as the options ask for, as far as stdout can show it.
    pub(super) fn style<'a>(&self, diagram: Diagram<'a>) -> Diagram<'a> {
        let color = match self.color {
            ColorWhen::Always => true,
            ColorWhen::Never => false,
            ColorWhen::Auto => stdout_has_colors(),
        };
        Diagram { pieces: self.pieces.pieces(), color, ..diagram }
    }

    /// Whether letters were asked for by name. Pictures have Chinese characters otherwise, whatever the terminal can
    /// show.
    pub(super) const fn wants_letters(&self) -> bool {
        matches!(self.pieces, PieceStyle::Letters)
    }
}

impl PieceStyle {
    /// What the locale can show of it.
    pub(super) fn pieces(self) -> Pieces {
        match self {
            Self::Chinese => Pieces::Chinese,
            Self::Auto if locale_is_utf8(|name| env::var(name).ok()) => Pieces::Chinese,
            Self::Auto | Self::Letters => Pieces::Letters,
        }
    }
}

/// Whether stdout shows colours and `NO_COLOR` does not forbid them.
pub(super) fn stdout_has_colors() -> bool {
    io::stdout().is_terminal()
        && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && !is_dumb()
}

/// The columns of the terminal that stdout is; none if it is none.
pub(super) fn out_columns() -> Option<usize> {
    let size = io::stdout().is_terminal().then(ratatui::crossterm::terminal::size)?.ok()?;
    Some(usize::from(size.0)).filter(|&columns| columns > 0)
}

/// The most columns of a line of prose, which is hard to read if it is longer.
const PROSE_COLUMNS_MAX: usize = 100;

/// The columns for prose on stdout: as the terminal has them, else as `COLUMNS` says, up to what reads well.
pub(super) fn prose_columns() -> usize {
    let said = || env::var("COLUMNS").ok()?.parse().ok().filter(|&columns| columns > 0);
    out_columns().or_else(said).unwrap_or(PROSE_COLUMNS_MAX).min(PROSE_COLUMNS_MAX)
}

/// Whether the terminal can do no more than print.
pub(super) fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// The first of these that is set decides, as everywhere.
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
