//! `book explore`: shows a book as a tree.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::super::Ending;
use super::super::args::{NotationArgs, PositionArgs, parse_fen};
use super::super::numbers::whole;
use super::{EMBEDDED, read, wording};
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_lab::book::{TreeLimits, TreeMove, explore};
use chuhe_localize::columns::{left, right, width};
use chuhe_localize::tr;

/// Show the moves in a book as a tree, with their frequency, results and scores
#[derive(Debug, Args)]
pub(in crate::cli) struct ExploreArgs {
    /// Position (局面) as FEN, in quotes [default: the start position]
    #[arg(value_name = "POSITION", value_parser = parse_fen, conflicts_with = "fen")]
    place: Option<Position>,

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
struct Report {
    book: String,
    fen: String,
    moves: Vec<TreeMove>,
}

/// A line of the tree: the move, its depth, and its statistics.
struct TreeLine {
    text: String,
    cells: [String; 4],
}

impl ExploreArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let book = read(&self.book)?;
        let position = self.position.position_from(self.place.as_ref())?;
        let limits = TreeLimits {
            plies: self.plies,
            moves: self.branches,
            share_min: f64::from(self.min_share) / 100.0,
        };
        let moves = explore(&book, &position, limits);
        let is_empty = moves.is_empty();
        if self.json {
            let book = self.book.display().to_string();
            let report = Report { book, fen: position.fen(), moves };
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
    moves: &[TreeMove],
    format: MoveFormat,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut lines = vec![TreeLine {
        text: tr!("book-column-move"),
        cells: [
            tr!("book-column-share"),
            tr!("book-column-games"),
            tr!("book-column-points"),
            tr!("book-column-score"),
        ],
    }];
    add_lines(position, moves, 0, format, &mut lines);
    let widest = lines.iter().map(|line| width(&line.text)).max().unwrap_or(0);
    for line in lines {
        let cells = line.cells.map(|cell| right(&cell, 9)).concat();
        writeln!(out, "{}", format!("{}{cells}", left(&line.text, widest)).trim_end())?;
    }
    Ok(())
}

fn add_lines(
    position: &Position,
    moves: &[TreeMove],
    depth: usize,
    format: MoveFormat,
    lines: &mut Vec<TreeLine>,
) {
    for branch in moves {
        let entry = &branch.entry;
        let text = move_text(position.board(), entry.mv, format);
        lines.push(TreeLine {
            text: format!("{}{text}", "  ".repeat(depth)),
            cells: [
                wording::percent(branch.share),
                entry.games().to_string(),
                wording::points(entry),
                wording::score(entry, position.side_to_move()),
            ],
        });
        let mut after = position.clone();
        if after.play(entry.mv).is_ok() {
            add_lines(&after, &branch.replies, depth + 1, format, lines);
        }
    }
}
