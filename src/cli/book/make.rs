//! `book make`: makes a book from games.

use std::io::Write;
#[cfg(feature = "database")]
use std::ops::ControlFlow;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use super::super::counts::{at_place, problems};
use super::super::inputs::SourceArgs;
use super::super::interrupt::Interrupt;
use super::super::numbers::{from_to, whole};
use super::super::outputs::{self, FreshArgs, refused};
use super::super::{Ending, progress};
use super::wording;
use crate::failure::{self, Context, Failure};
#[cfg(feature = "database")]
use chuhe_database::{Database, DatabaseError, Query};
use chuhe_engine::book::Book;
use chuhe_engine::types::Color;
use chuhe_formats::Outcome;
use chuhe_formats::collection::FileFormat;
use chuhe_formats::game_files::{self, GameFile, GameFileError};
use chuhe_lab::book::{BookBuilder, GameFilter, PLIES, Taken};
use chuhe_lab::data::{self, Blocks};
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_util::files::write_output;

/// Make a book from games (棋谱), with the frequency and results of each move
#[derive(Debug, Args)]
pub(in crate::cli) struct MakeArgs {
    /// Files or folders of games (棋谱) in any format that `convert` reads or `datagen` writes, or databases made by
    /// `db`; - for standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// Book file to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    fresh: FreshArgs,

    #[command(flatten)]
    source: SourceArgs,

    /// Number of plies to use from the start of each game
    #[arg(long, value_name = "N", default_value_t = PLIES, value_parser = whole::<usize>(1..=1000))]
    plies: usize,

    /// Leave out moves that were played in fewer games than this
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u64>(1..))]
    min_games: u64,

    /// Use only the moves of players whose names contain this text
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Use only games with these results (a comma-separated list)
    #[arg(long, value_name = "RESULT", value_enum, value_delimiter = ',')]
    result: Vec<ResultArg>,

    /// Use only games played in these years, such as 2000-2026
    #[arg(long, value_name = "YEARS", value_parser = from_to(9999))]
    years: Option<RangeInclusive<u64>>,
}

/// The result of a game on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResultArg {
    /// Red won
    Red,
    /// A draw
    Draw,
    /// Black won
    Black,
}

impl ResultArg {
    const fn outcome(self) -> Outcome {
        match self {
            Self::Red => Outcome::Win(Color::Red),
            Self::Draw => Outcome::Draw,
            Self::Black => Outcome::Win(Color::Black),
        }
    }
}

/// The state of a book that is being made.
struct Making<'a> {
    filter: GameFilter,
    builder: BookBuilder,
    from: Option<FileFormat>,
    counts: SourceCounts,
    bar: ProgressBar,
    stop: &'a AtomicBool,
}

#[derive(Default)]
struct SourceCounts {
    taken: usize,
    no_outcome: usize,
    not_wanted: usize,
    broken: usize,
    refused: usize,
}

impl MakeArgs {
    pub(super) fn run(self) -> failure::Result<Ending> {
        let path = &self.out;
        self.fresh.file(Some(path))?;
        let inputs = inputs(&self.inputs)?;
        let stop = Interrupt::watch()?;
        let template = tr!(
            "book-make-progress",
            bar = "{bar:40}",
            done = "{pos}",
            all = "{len}",
            games = "{msg}",
            gone = "{elapsed}"
        );
        let mut making = Making {
            filter: self.filter(),
            builder: BookBuilder::default(),
            from: self.source.format(),
            counts: SourceCounts::default(),
            bar: progress::bar(inputs.count() as u64, &template),
            stop: &stop,
        };
        for file in &self.source.decoding(inputs.games) {
            making.add_file(file);
        }
        for file in &inputs.self_play {
            making.add_self_play(file)?;
        }
        #[cfg(feature = "database")]
        for database in &inputs.databases {
            making.add_database(database)?;
        }
        making.bar.finish_and_clear();
        let note = &mut outputs::stderr();
        if stop.acknowledged() {
            writeln!(note, "{}", tr!("book-make-stopped"))?;
            return Ok(Ending::Interrupted);
        }
        let Making { builder, counts, .. } = making;
        if counts.taken == 0 {
            writeln!(note, "{}", counts.sum())?;
            return if counts.refused > 0 {
                Ok(Ending::PartialFailure)
            } else {
                Err(Failure::new(tr!("book-no-games")))
            };
        }
        let bytes = builder.finish(self.min_games)?;
        write_output(path, &bytes).map_err(|error| refused(path, error))?;
        writeln!(note, "{}", wording::written(path, &Book::from_bytes(bytes)?))?;
        writeln!(note, "{}", counts.sum())?;
        Ok(if counts.broken + counts.refused > 0 { Ending::PartialFailure } else { Ending::Done })
    }

    fn filter(&self) -> GameFilter {
        let year = |year: u64| year as u16;
        let outcomes: Vec<Outcome> = self.result.iter().map(|result| result.outcome()).collect();
        let all = GameFilter::default().outcomes;
        GameFilter {
            plies: self.plies,
            player: self.player.clone(),
            outcomes: if outcomes.is_empty() { all } else { outcomes },
            years: self.years.as_ref().map(|years| year(*years.start())..=year(*years.end())),
        }
    }
}

/// The sources of a book.
#[derive(Default)]
struct Inputs {
    games: Vec<GameFile>,
    /// Files written by `datagen`.
    self_play: Vec<PathBuf>,
    #[cfg(feature = "database")]
    databases: Vec<Database>,
}

impl Inputs {
    fn count(&self) -> usize {
        let count = self.games.len() + self.self_play.len();
        #[cfg(feature = "database")]
        let count = count + self.databases.len();
        count
    }
}

/// Separates the inputs by kind. A database is used only if it is named, because one found in a folder was probably
/// made from the games next to it.
fn inputs(paths: &[PathBuf]) -> failure::Result<Inputs> {
    let is_data = |path: &Path| path.extension().is_some_and(|ending| ending == data::EXTENSION);
    let mut inputs = Inputs::default();
    for path in paths {
        if is_data(path) && !path.is_dir() {
            inputs.self_play.push(path.clone());
            continue;
        }
        #[cfg(feature = "database")]
        if !path.is_dir() && chuhe_database::is_sqlite(path) {
            inputs.databases.push(Database::open(path)?);
            continue;
        }
        if !path.is_dir() {
            inputs.games.extend(game_files::find([path])?);
            continue;
        }
        let inside = data::files(std::slice::from_ref(path));
        let inside = inside.with_context(|| path.display().to_string())?;
        match game_files::find([path]) {
            Ok(found) => inputs.games.extend(found),
            Err(GameFileError::EmptyFolder(_)) if !inside.is_empty() => {}
            Err(error) => return Err(error.into()),
        }
        inputs.self_play.extend(inside);
    }
    Ok(inputs)
}

impl Making<'_> {
    /// Reports an input that was skipped.
    fn report_skipped(&self, path: &Path, text: &str) {
        // If stderr is closed, the exit code still reports the problem.
        self.bar.suspend(|| drop(writeln!(outputs::stderr(), "{}", at_place(path, text))));
    }

    fn count(&mut self, taken: Taken) {
        match taken {
            Taken::NoOutcome => self.counts.no_outcome += 1,
            Taken::NotWanted => self.counts.not_wanted += 1,
            Taken::Moves(_) => self.counts.taken += 1,
        }
        if self.counts.taken.is_multiple_of(64) {
            self.bar.set_message(self.counts.taken.to_string());
        }
    }

    fn add_file(&mut self, file: &GameFile) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let read = file.open_if_games(self.from);
        self.bar.inc(1);
        let games = match read {
            Ok(Some(games)) => games,
            Ok(None) => return,
            Err(error) => {
                self.counts.refused += 1;
                return self.report_skipped(&file.path, &error.localize());
            }
        };
        for (number, game) in (1..).zip(games) {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    let text = tr!("game-refused", game = number, error = error.localize());
                    self.report_skipped(&file.path, &text);
                    // The moves before the error are used.
                    let Some(game) = error.into_salvaged() else {
                        self.counts.refused += 1;
                        continue;
                    };
                    self.counts.broken += 1;
                    game
                }
            };
            let taken = self.filter.take(&game, &mut self.builder);
            self.count(taken);
        }
    }

    #[cfg(feature = "database")]
    fn add_database(&mut self, database: &Database) -> failure::Result<()> {
        let mut unreadable: Option<DatabaseError> = None;
        let _ = database.visit(&Query::default(), |stored| {
            if self.stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            match stored.game() {
                Ok(game) => {
                    let taken = self.filter.take(&game, &mut self.builder);
                    self.count(taken);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    unreadable = Some(error);
                    ControlFlow::Break(())
                }
            }
        })?;
        self.bar.inc(1);
        unreadable.map_or(Ok(()), |error| Err(error.into()))
    }

    fn add_self_play(&mut self, path: &Path) -> failure::Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.bar.inc(1);
        let blocks = match Blocks::open(path, 0) {
            Ok(blocks) => blocks,
            Err(error) => {
                self.counts.refused += 1;
                self.report_skipped(path, &error.localize());
                return Ok(());
            }
        };
        for game in blocks.all_games() {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    self.counts.refused += 1;
                    self.report_skipped(path, &error.localize());
                    continue;
                }
            };
            let start = game.position().with_context(|| path.display().to_string())?;
            // Moves without a score belong to the opening from which the game was played; the engine did not choose
            // them.
            let moves = game.plies.iter().map(|ply| (ply.mv, ply.score.is_some()));
            let outcome = game.winner.map_or(Outcome::Draw, Outcome::Win);
            let taken = self.filter.take_self_play(&start, moves, outcome, &mut self.builder);
            self.count(taken);
        }
        Ok(())
    }
}

impl SourceCounts {
    fn sum(&self) -> String {
        let mut parts = vec![tr!("book-games-taken", count = self.taken)];
        if self.not_wanted > 0 {
            parts.push(tr!("book-games-not-wanted", count = self.not_wanted));
        }
        if self.no_outcome > 0 {
            parts.push(tr!("book-games-no-outcome", count = self.no_outcome));
        }
        parts.extend(problems(self.broken, self.refused));
        parts.join(&tr!("list-separator"))
    }
}
