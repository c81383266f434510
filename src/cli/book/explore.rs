//! `book explore`: shows a book as a tree.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::super::Ending;
use super::super::args::NotationArgs;
use super::super::numbers::whole;
use super::super::position::PositionArgs;
use super::super::table::{Side, table};
use super::{EMBEDDED, read, wording};
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_lab::book::{BookTreeMove, TreeLimits, explore};
use chuhe_localize::tr;

/// Show the moves in a book as a tree, with their frequency, results and scores
#[derive(Debug, Args)]
pub(in crate::cli) struct ExploreArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Book file, or `embedded` for the built-in book
    #[arg(long, value_name = "FILE", default_value = EMBEDDED)]
    book: PathBuf,

    /// Depth of the tree in plies
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<usize>(1..=60))]
    plies: usize,

    /// Maximum number of moves to show per position
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<usize>(1..=200))]
    branches: usize,

    /// Leave out moves whose share of the position's weights is below this percentage
    #[arg(long, value_name = "PERCENT", default_value = "1", value_parser = whole::<u32>(0..=100))]
    min_share: u32,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TreeReport {
    book: String,
    fen: String,
    moves: Vec<BookTreeMove>,
}

impl ExploreArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let book = read(&self.book)?;
        let position = self.position.position()?;
        let limits = TreeLimits {
            plies: self.plies,
            moves: self.branches,
            share_min: f64::from(self.min_share) / 100.0,
        };
        let moves = explore(&book, &position, limits);
        let is_empty = moves.is_empty();
        if self.json {
            let book = self.book.display().to_string();
            let report = TreeReport { book, fen: position.fen(), moves };
            outputs::json(out, &report)?;
        } else if is_empty {
            writeln!(out, "{}", tr!("book-unknown-position"))?;
        } else {
            write_tree(&position, &moves, self.notation.format(), out)?;
        }
        Ok(if is_empty { Ending::NoVerdict } else { Ending::Done })
    }
}

fn write_tree(
    position: &Position,
    moves: &[BookTreeMove],
    format: MoveFormat,
    out: &mut impl Write,
) -> io::Result<()> {
    let heads = [
        (tr!("book-column-move"), Side::Left),
        (tr!("book-column-share"), Side::Right),
        (tr!("book-column-games"), Side::Right),
        (tr!("book-column-points"), Side::Right),
        (tr!("book-column-score"), Side::Right),
    ];
    let mut rows = Vec::new();
    add_rows(position, moves, 0, format, &mut rows);
    write!(out, "{}", table(&heads, &rows))
}

fn add_rows(
    position: &Position,
    moves: &[BookTreeMove],
    depth: usize,
    format: MoveFormat,
    rows: &mut Vec<Vec<String>>,
) {
    for branch in moves {
        let entry = &branch.entry;
        let text = move_text(position.board(), entry.mv, format);
        rows.push(vec![
            format!("{}{text}", "  ".repeat(depth)),
            wording::percent(branch.share),
            entry.games().to_string(),
            wording::points(entry),
            wording::score(entry, position.side_to_move()),
        ]);
        let mut after = position.clone();
        if after.play(entry.mv).is_ok() {
            add_rows(&after, &branch.replies, depth + 1, format, rows);
        }
    }
}
