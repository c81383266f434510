//! `puzzles`: makes puzzles from the blunders in games.

use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Args, ValueEnum};

use super::args::{NotationArgs, OtherEngineArgs};
use super::interrupt::Interrupt;
use super::numbers::{jobs, whole};
use super::outputs::{FreshArgs, form_by_name};
use super::{Ending, UsageError, outputs, progress};
use crate::failure;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::Move;
use chuhe_formats::game_files;
use chuhe_localize::Localize;
use chuhe_localize::score::InPawns;
use chuhe_localize::tr;
use chuhe_review::puzzles::{Puzzle, PuzzleHunt, PuzzleSet, RefusedSource, SourceFiles};

/// Make puzzles (习题) from the blunders in games
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe puzzles games.pgn                  print the puzzles as text
  chuhe puzzles games/ -o puzzles.html     write a page for solving them
  chuhe puzzles games.pgn -o puzzles.json  … or solve them in the terminal:
  chuhe play --puzzles puzzles.json
  chuhe puzzles my-games.pgn --nodes 500000 --jobs 4 -o puzzles.json

A puzzle is a position that follows a blunder and has one clearly best move: that move mates or wins at least an
advisor, and every other move lowers the expected score by at least 20 percentage points. A search with four times as
many nodes as --nodes must confirm this. \"Puzzles\" in the handbook explains each puzzle's themes and level, and the
JSON output. Games may be in any format that `convert` reads.")]
pub(super) struct PuzzlesArgs {
    /// Files or folders of games (棋谱); - for standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// Output format [default: from the file name, otherwise text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<PuzzleFormat>,

    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    fresh: FreshArgs,

    #[command(flatten)]
    notation: NotationArgs,

    /// Number of nodes to search for each move in a solution
    #[arg(long, value_name = "N", default_value = "200000",
          value_parser = whole::<u64>(1000..=1_000_000_000))]
    nodes: u64,

    /// Number of games to search at once [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    #[command(flatten)]
    engine: OtherEngineArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PuzzleFormat {
    /// A few lines for each puzzle
    Text,
    /// A JSON object, for `chuhe play --puzzles`
    Json,
    /// A page for a browser
    Html,
}

impl PuzzleFormat {
    /// The file extensions of each format.
    const EXTENSIONS: [(&str, Self); 4] =
        [("txt", Self::Text), ("json", Self::Json), ("html", Self::Html), ("htm", Self::Html)];
}

impl PuzzlesArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let form = self.form()?;
        self.fresh.file(self.out.as_deref())?;
        let engines = self.engine.source()?;
        let engine = engines.name().to_owned();
        let refused = AtomicUsize::new(0);
        let tell = |source: RefusedSource| {
            refused.fetch_add(1, Ordering::Relaxed);
            // If stderr is closed, the exit code still reports the problem.
            let _ = writeln!(outputs::stderr(), "{}", source.localize());
        };
        let files = SourceFiles::read(&game_files::find(&self.inputs)?, tell);
        let stop = Interrupt::watch_patiently()?;
        let template = tr!(
            "puzzles-progress",
            bar = "{bar:40}",
            done = "{pos}",
            all = "{len}",
            puzzles = "{msg}",
            gone = "{elapsed}",
            left = "{eta}"
        );
        let bar = progress::bar(files.count() as u64, &template).with_message("0");
        let count = AtomicUsize::new(0);
        let tell_above_bar = |source| bar.suspend(|| tell(source));
        let found = PuzzleHunt { nodes: self.nodes, jobs: self.jobs, engines }.run(
            files.games(&tell_above_bar),
            &stop,
            &|puzzles| {
                let count = count.fetch_add(puzzles, Ordering::Relaxed) + puzzles;
                bar.set_message(count.to_string());
                bar.inc(1);
            },
        )?;
        // If it was stopped, the puzzles found are still written.
        stop.acknowledged();
        bar.finish_and_clear();
        let set = PuzzleSet { engine, nodes: self.nodes, puzzles: found.puzzles };
        let text = match form {
            PuzzleFormat::Text => text(&set, self.notation.format()),
            PuzzleFormat::Json => set.json() + "\n",
            PuzzleFormat::Html => set.page(chuhe_localize::current().tag()),
        };
        outputs::write(self.out.as_deref(), text.as_bytes(), out)?;
        let refused = refused.into_inner();
        let _ = writeln!(outputs::stderr(), "{}", summary(&set, found.games, refused));
        Ok(if found.was_stopped {
            Ending::Interrupted
        } else if refused > 0 {
            Ending::PartialFailure
        } else {
            Ending::Done
        })
    }

    /// The chosen output format or, without a choice, the one that the file name implies.
    fn form(&self) -> Result<PuzzleFormat, UsageError> {
        let path = self.out.as_deref().filter(|path| *path != Path::new("-"));
        let by_name = match (self.to, path) {
            (None, Some(path)) => form_by_name(path, &PuzzleFormat::EXTENSIONS, "--to")?,
            _ => None,
        };
        Ok(self.to.or(by_name).unwrap_or(PuzzleFormat::Text))
    }
}

/// The summary, printed on stderr.
fn summary(set: &PuzzleSet, games: usize, refused: usize) -> String {
    let puzzles = set.puzzles.len();
    match refused {
        0 => tr!("puzzles-sum", puzzles = puzzles, games = games),
        _ => tr!("puzzles-sum-refused", puzzles = puzzles, games = games, refused = refused),
    }
}

/// The text output: a few lines for each puzzle.
fn text(set: &PuzzleSet, format: MoveFormat) -> String {
    let mut text = String::new();
    for (number, puzzle) in (1..).zip(&set.puzzles) {
        let themes: Vec<String> = puzzle.themes.iter().map(Localize::localize).collect();
        let themes = themes.join(&tr!("list-separator"));
        let themes = match puzzle.themes[..] {
            [] => themes,
            _ => tr!("puzzles-entry-themes", themes = themes),
        };
        let entry = tr!(
            "puzzles-entry",
            number = number,
            side = puzzle.position.side_to_move().to_string(),
            task = puzzle.goal.localize(),
            level = puzzle.level,
            max = Puzzle::LEVEL_MAX,
            themes = themes
        );
        let solution = tr!(
            "puzzles-entry-solution",
            solution = moves(puzzle, &puzzle.solution, format),
            score = InPawns(puzzle.score).localize(),
            second = InPawns(puzzle.second).localize()
        );
        let source = tr!("puzzles-entry-source", source = puzzle.source.localize());
        let fen = puzzle.position.fen();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{entry}\n   {fen}\n   {solution}\n   {source}");
    }
    text
}

/// The text of a line of play from the position of a puzzle.
fn moves(puzzle: &Puzzle, line: &[Move], format: MoveFormat) -> String {
    let mut position = puzzle.position.clone();
    let text = |&mv: &Move| {
        let text = move_text(position.board(), mv, format).to_string();
        position.play(mv).is_ok().then_some(text)
    };
    line.iter().map_while(text).collect::<Vec<_>>().join(" ")
}
