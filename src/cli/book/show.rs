//! `book show`: shows a position in a book.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::super::Ending;
use super::super::args::NotationArgs;
use super::super::position::PositionArgs;
use super::{EMBEDDED, read, wording};
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::book::{BookMove, shares};
use chuhe_localize::tr;

/// Show the book moves in a position, with their frequency and results
#[derive(Debug, Args)]
pub(in crate::cli) struct ShowBookArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Book file, or `embedded` for the built-in book
    #[arg(long, value_name = "FILE", default_value = EMBEDDED)]
    book: PathBuf,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BookReport {
    book: String,
    fen: String,
    moves: Vec<BookRow>,
}

#[derive(Serialize)]
struct BookRow {
    #[serde(flatten)]
    entry: BookMove,
    games: u64,
    points: Option<f64>,
    share: f64,
}

impl ShowBookArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let book = read(&self.book)?;
        let position = self.position.position()?;
        let moves = shares(&book, &position);
        if self.json {
            let row = |&(entry, share): &(BookMove, f64)| BookRow {
                entry,
                games: entry.games(),
                points: entry.points(),
                share,
            };
            let report = BookReport {
                book: self.book.display().to_string(),
                fen: position.fen(),
                moves: moves.iter().map(row).collect(),
            };
            outputs::json(out, &report)?;
        } else if moves.is_empty() {
            writeln!(out, "{}", tr!("book-unknown-position"))?;
        } else {
            write!(out, "{}", wording::table(&position, &moves, self.notation.format()))?;
        }
        Ok(if moves.is_empty() { Ending::NoVerdict } else { Ending::Done })
    }
}
