//! `book check`: checks the moves in a book with the engine.

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use serde::Serialize;

use super::super::args::{NotationArgs, OtherEngineArgs};
use super::super::interrupt::Interrupt;
use super::super::numbers::{jobs, whole};
use super::super::outputs::{self, FreshArgs, refused};
use super::super::{Ending, UsageError, progress};
use super::{read, wording};
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::book::{Book, BookMove};
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::types::{Color, Move, Score};
use chuhe_lab::book::BookRevision;
use chuhe_localize::tr;
use chuhe_review::analysis::{BookCheck, CheckedMove, CheckedPosition};
use chuhe_util::files::write_output;

/// Check the moves in a book with the engine: list the blunders, or write a book with scores and without blunders
#[derive(Debug, Args)]
pub(in crate::cli) struct CheckBookArgs {
    /// Book file, or `embedded` for the built-in book
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Number of nodes to search per move
    #[arg(long, value_name = "N", default_value = "200000",
          value_parser = whole::<u64>(1000..=1_000_000_000))]
    nodes: u64,

    /// A move is a blunder if it scores at least this many centipawns less than the best move
    #[arg(long, value_name = "CP", default_value = "80", value_parser = whole::<u16>(1..=10_000))]
    margin: u16,

    /// Skip positions in which all moves already have scores
    #[arg(long)]
    unscored: bool,

    /// Number of positions to search at once [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    /// Write the book with scores to this file, which may be the input file
    ///
    /// Blunders get a weight of 0. The worse any other move is, the lower its weight.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    engine: OtherEngineArgs,

    #[command(flatten)]
    fresh: FreshArgs,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print one JSON object per position instead of one line per blunder
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PositionCheck<'a> {
    line: &'a [Move],
    fen: String,
    best: Move,
    best_score: i32,
    moves: &'a [CheckedMove],
}

/// Counts for the summary.
#[derive(Default)]
struct CheckCounts {
    positions: usize,
    moves: usize,
    blunders: usize,
}

impl CheckBookArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let is_input = |path: &&PathBuf| outputs::place(path) == outputs::place(&self.file);
        outputs::file(self.out.as_deref())?;
        self.fresh.file(self.out.as_ref().filter(|path| !is_input(path)).map(PathBuf::as_path))?;
        let book = read(&self.file)?;
        let mut revision = match &self.out {
            Some(_) if !book.is_own() => {
                let path = self.file.display().to_string();
                return Err(UsageError(tr!("book-not-own", path = path)).into());
            }
            Some(_) => Some(BookRevision::new(&book)?),
            None => None,
        };
        let stop = Interrupt::watch_patiently()?;
        let check = BookCheck {
            nodes: self.nodes,
            margin: self.margin,
            jobs: self.jobs,
            only_unscored: self.unscored,
            engines: self.engine.source()?,
        };
        let template = tr!(
            "book-check-progress",
            bar = "{bar:40}",
            done = "{pos}",
            all = "{len}",
            gone = "{elapsed}",
            left = "{eta}"
        );
        let bar = progress::bar(book.position_count().unwrap_or_default() as u64, &template);
        let mut counts = CheckCounts::default();
        let mut written = Ok(());
        let start = Position::startpos();
        let reached = check.run(&book, &start, &stop, |checked| {
            bar.inc(1);
            let Some(checked) = checked else { return };
            counts.add(&checked);
            if let Some(revision) = &mut revision {
                let moves: Vec<BookMove> = checked.moves.iter().map(|it| it.entry).collect();
                revision.set(&checked.board, &moves);
            }
            if written.is_ok() {
                written = bar.suspend(|| self.report(&start, &checked, out));
                if written.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        })?;
        let is_stopped = stop.acknowledged();
        bar.finish_and_clear();
        written?;
        let note = &mut outputs::stderr();
        if let (Some(path), Some(revision)) = (&self.out, revision) {
            let bytes = revision.finish()?;
            write_output(path, &bytes).map_err(|error| refused(path, error))?;
            writeln!(note, "{}", wording::written(path, &Book::from_bytes(bytes)?))?;
        }
        let CheckCounts { positions, moves, blunders } = counts;
        let sum = tr!("book-check-sum", positions = positions, moves = moves, blunders = blunders);
        writeln!(note, "{sum}")?;
        if is_stopped {
            return Ok(Ending::Interrupted);
        }
        let (all, left) = (book.move_count(), book.move_count() - reached);
        if left > 0 {
            writeln!(note, "{}", tr!("book-check-not-reached", left = left, all = all))?;
        }
        Ok(if blunders + left > 0 { Ending::PartialFailure } else { Ending::Done })
    }

    fn report(
        &self,
        start: &Position,
        checked: &CheckedPosition,
        out: &mut impl Write,
    ) -> failure::Result<()> {
        if self.json {
            let report = PositionCheck {
                line: &checked.line,
                fen: format!("{} - - 0 1", checked.board),
                best: checked.best,
                best_score: checked.best_score,
                moves: &checked.moves,
            };
            outputs::json(out, &report)?;
            return Ok(());
        }
        for blunder in checked.moves.iter().filter(|it| it.is_blunder) {
            writeln!(out, "{}", sentence(start, checked, blunder, self.notation.format()))?;
        }
        Ok(())
    }
}

impl CheckCounts {
    fn add(&mut self, checked: &CheckedPosition) {
        self.positions += 1;
        self.moves += checked.moves.len();
        self.blunders += checked.moves.iter().filter(|it| it.is_blunder).count();
    }
}

/// The message for a blunder: the line of play that ends with it, its score, and the best move. Scores are from Red's
/// point of view.
fn sentence(
    start: &Position,
    checked: &CheckedPosition,
    blunder: &CheckedMove,
    format: MoveFormat,
) -> String {
    let line = |mv: Move| {
        let moves: Vec<Move> = checked.line.iter().copied().chain([mv]).collect();
        wording::line(start, &moves, format)
    };
    let mover = checked.board.side_to_move();
    let best =
        Score::Cp(if mover == Color::Red { checked.best_score } else { -checked.best_score });
    let better = line(checked.best);
    tr!(
        "book-blunder",
        line = line(blunder.entry.mv),
        score = wording::score(&blunder.entry, mover),
        best = better.rsplit(' ').next().unwrap_or_default(),
        best_score = best.in_pawns()
    )
}
