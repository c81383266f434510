//! `annotate`: grades every move in one or more games.

mod comparison;
mod output;
mod report;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;

use self::output::{Finished, Output};
use super::args::{NotationArgs, OtherEngineArgs, parse_hash_mb, parse_time, rule_set};
use super::inputs::SourceArgs;
use super::interrupt::Interrupt;
use super::numbers::{jobs, positive, whole};
use super::outputs::{FreshArgs, form_by_name, is_folder};
use super::position::{Named, PositionText};
use super::{Ending, UsageError, args, outputs, progress};
use crate::failure::{self, Failure};
use chuhe_engine::engine::config::Config;
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::rules::{RuleSet, Rules};
use chuhe_engine::search::Limits;
use chuhe_formats::Game;
use chuhe_localize::tr;
use chuhe_review::analysis::BATCH_HASH_MB;
use chuhe_review::annotation::{
    AnnotationError, AnnotationSettings, DEFAULT_NODES, GameChoice, GameComparison, GameOrigin,
    GameSource, compare_all,
};

/// Annotate games (复盘): grade every move, show better moves and compute each side's accuracy
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe annotate game.pgn                   print a table of the moves
  chuhe annotate game.pgn -o game.html      write a page for a browser
  chuhe annotate games.pgn --all -o pages/  write a page per game, and an index
  chuhe annotate games.pgn --game 3 --notation chinese -o game3.pgn
  chuhe annotate games/ --all --nodes 20000 -o annotated.pgn
  chuhe annotate h2e2 h9g7 h0g2 i9h9 --depth 12 --to json

Each position is searched separately, and --jobs positions are searched at once. Unless the searches are limited by
time, the result is independent of --jobs. If the output is a folder, running the same command again resumes an
interrupted run and annotates only the games that are missing or have changed. If it is a file, the same command resumes
after the last game in it, from the note FILE.unfinished; FILE.finished records that the file is complete. Scores are in
pawns, from Red's point of view. Moves are graded by the loss in expected score: a loss of 5 percentage points makes a
move an inaccuracy, 10 a mistake, and 15 a blunder.
\"Annotations\" in the handbook describes the formulas, the tags and comments in PGN, and the JSON output.")]
pub(super) struct AnnotateArgs {
    /// Files or folders of games (棋谱), in any format that `convert` reads, - for standard input; or one game: moves,
    /// or startpos or a FEN followed by moves
    #[arg(value_name = "GAME")]
    inputs: Vec<OsString>,

    #[command(flatten)]
    source: SourceArgs,

    /// Annotate every game in each file, not only the first
    #[arg(long, requires = "inputs")]
    all: bool,

    /// Number of the game to annotate in each file, counted from 1
    #[arg(long, value_name = "N", requires = "inputs", conflicts_with = "all",
          value_parser = positive)]
    game: Option<NonZero<usize>>,

    #[command(flatten)]
    position: PositionText,

    /// Output format [default: from the file name; otherwise text, or html if OUT is a folder]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<AnnotationFormat>,

    /// Output file, or a folder (an existing one, or a name that ends in /) for one file per game and an index
    #[arg(short = 'o', long, value_name = "OUT")]
    out: Option<PathBuf>,

    #[command(flatten)]
    fresh: FreshArgs,

    #[command(flatten)]
    notation: NotationArgs,

    #[command(flatten)]
    effort: EffortArgs,

    /// Repetition rules (规则): asian, chinese or computer
    #[arg(long, value_name = "SET", default_value_t = RuleSet::default(), ignore_case = true, value_parser = rule_set())]
    rules: RuleSet,

    /// Declare a draw after this many full moves without a capture; 0 for never
    #[arg(long, value_name = "N", default_value_t = u32::from(Rules::default().draw_plies / 2),
          value_parser = whole::<u32>(0..=500))]
    draw_moves: u32,
}

/// The search limits for each position.
#[derive(Debug, Args)]
struct EffortArgs {
    /// Stop a search at this depth, in plies
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..))]
    depth: Option<u32>,

    /// Stop a search after this many nodes [default: 200000 if no limit is set]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,

    /// Stop a search after this time, in milliseconds or with a unit, such as 500ms, 5s or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,

    /// Number of positions to search at once [default: one per core]
    #[arg(short, long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = jobs)]
    jobs: NonZero<usize>,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value_t = BATCH_HASH_MB, value_parser = parse_hash_mb)]
    hash: u32,

    /// Folders of endgame tables (残局库), separated by `;`
    #[arg(long, value_name = "FOLDERS", default_value = "", hide_default_value = true)]
    #[cfg_attr(feature = "arena", arg(conflicts_with = "engine"))]
    tables: String,

    #[command(flatten)]
    engine: OtherEngineArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnnotationFormat {
    /// A table of the moves, for the terminal
    Text,
    /// The game with comments, glyphs and variations
    Pgn,
    /// A JSON object for each game, one per line
    Json,
    /// A page for a browser
    Html,
}

impl AnnotationFormat {
    /// The file extensions of each format.
    const EXTENSIONS: [(&str, Self); 5] = [
        ("html", Self::Html),
        ("htm", Self::Html),
        ("pgn", Self::Pgn),
        ("json", Self::Json),
        ("txt", Self::Text),
    ];

    const fn extension(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Pgn => "pgn",
            Self::Json => "json",
            Self::Html => "html",
        }
    }
}

impl EffortArgs {
    /// The settings for each engine, which are otherwise the same.
    fn settings(&self, rules: Rules) -> failure::Result<Vec<AnnotationSettings>> {
        let unlimited = self.depth.is_none() && self.movetime.is_none();
        let (table_path, memory) = (self.tables.clone(), MemoryLimit::of_control_groups());
        let config = Config { hash_mb: self.hash, table_path, memory, ..Config::default() };
        let config = config.with_rules(rules);
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes.or(unlimited.then_some(DEFAULT_NODES)),
            move_time: self.movetime,
            ..Limits::none()
        };
        let settings = |engines| AnnotationSettings {
            limits: limits.clone(),
            jobs: self.jobs,
            config: config.clone(),
            engines,
        };
        Ok(self.engine.sources()?.into_iter().map(settings).collect())
    }
}

impl AnnotateArgs {
    pub(super) fn run(self, stdout: &mut impl Write) -> failure::Result<Ending> {
        let err = &mut outputs::stderr();
        let rules = Rules { set: self.rules, draw_plies: (2 * self.draw_moves) as u16 };
        let settings = self.effort.settings(rules)?;
        let games = self.games()?;
        let is_one = self.is_one(&games);
        let source = self.game_source(&games)?;
        let mut output = self.output(&settings, &games, &source, stdout)?;
        let finished = output.finished_file().map(Path::to_owned);
        let stop = Interrupt::watch()?;
        let is_known = output.known();
        let bar = progress_bar(&source, &is_known, settings.len());
        let mut tally = Tally::default();
        let [kept, kept_broken] = [0; 2].map(AtomicUsize::new);
        let games = source.games().map_err(args::thread_error)?.filter(|queued| {
            let is_kept = queued.game.is_ok() && is_known(&queued.origin);
            kept.fetch_add(usize::from(is_kept), Ordering::Relaxed);
            let is_broken = is_kept && queued.unread.is_some();
            kept_broken.fetch_add(usize::from(is_broken), Ordering::Relaxed);
            !is_kept
        });
        let done = compare_all(games, &settings, &stop, &|| bar.inc(1), |origin, outcome| {
            if !output.is_next(&origin) {
                return Ok(());
            }
            let told = match &outcome {
                Ok(found) => {
                    let annotation = found.annotations.first();
                    annotation.and_then(|it| report::annotated(&origin, it, self.game.is_some()))
                }
                Err(error) if is_one => {
                    return Err(Failure::new(report::refused(&origin, error)));
                }
                Err(error) => Some(report::refused(&origin, error)),
            };
            if let Some(told) = told {
                bar.suspend(|| writeln!(outputs::stderr(), "{told}"))?;
            }
            tally.count(&outcome);
            outcome.map_or(Ok(()), |found| output.add(&origin, &found))
        });
        let is_interrupted = stop.acknowledged();
        bar.finish_and_clear();
        // Even if the work failed, the results so far are kept.
        let finished_now = output.finish(done.is_ok() && !is_interrupted);
        let Finished { folder, unfinished } = match (done, finished_now) {
            (Ok(()), finished) => finished?,
            (Err(error), finished) => {
                if let Some(unfinished) = finished.ok().and_then(|finished| finished.unfinished) {
                    writeln!(err, "{unfinished}")?;
                }
                return Err(error);
            }
        };
        tally.kept = kept.into_inner();
        tally.broken += kept_broken.into_inner();
        let told = match finished.filter(|_| !is_interrupted) {
            Some(path) => Some(report::finished(&path)),
            None => report::end(&tally, folder.as_deref(), is_interrupted),
        };
        for told in told.into_iter().chain(unfinished) {
            writeln!(err, "{told}")?;
        }
        if is_interrupted {
            return Ok(Ending::Interrupted);
        }
        if tally.annotated + tally.kept == 0 {
            return Err(Failure::new(tr!("annotate-none")));
        }
        Ok(if tally.is_whole() { Ending::Done } else { Ending::PartialFailure })
    }

    /// The games that the command line names.
    fn games(&self) -> Result<NamedGames, UsageError> {
        let mut paths = Vec::new();
        let mut game = None;
        for named in self.position.named(&self.inputs)? {
            match named {
                Named::File(path) => paths.push(path),
                Named::Position(_) if game.is_some() => {
                    return Err(UsageError(tr!("annotate-one-game")));
                }
                Named::Position(named) => game = Some(named.game),
            }
        }
        match game {
            None if paths.is_empty() => Err(UsageError(tr!("annotate-no-game"))),
            None => Ok(NamedGames::Files(paths)),
            Some(_) if !paths.is_empty() => Err(UsageError(tr!("annotate-one-game"))),
            Some(_) if self.game.is_some() => Err(UsageError(tr!("position-game-of-file"))),
            Some(game) if game.line.moves.is_empty() => Err(UsageError(tr!("annotate-no-game"))),
            Some(game) => Ok(NamedGames::Game(Box::new(game))),
        }
    }

    /// Whether at most one game is annotated.
    fn is_one(&self, games: &NamedGames) -> bool {
        match games {
            NamedGames::Game(_) => true,
            NamedGames::Files(paths) => !self.all && matches!(&paths[..], [path] if !path.is_dir()),
        }
    }

    fn game_source(&self, games: &NamedGames) -> failure::Result<GameSource> {
        let paths = match games {
            NamedGames::Game(game) => return Ok(GameSource::from((**game).clone())),
            NamedGames::Files(paths) => paths,
        };
        let choice = match self.game {
            _ if self.all => GameChoice::All,
            Some(number) => GameChoice::Nth(number),
            None => GameChoice::First,
        };
        Ok(GameSource::new(self.source.find(paths)?, self.source.format(), choice))
    }

    /// Opens the destination of the annotations, and determines their format.
    fn output<'a, W: Write>(
        &self,
        settings: &[AnnotationSettings],
        games: &NamedGames,
        source: &GameSource,
        stdout: &'a mut W,
    ) -> failure::Result<Output<'a, W>> {
        let out = self.out.as_deref().filter(|path| *path != Path::new("-"));
        let folder = out.filter(|path| is_folder(path));
        let form = match (self.to, out) {
            (Some(form), _) => form,
            (None, None) => AnnotationFormat::Text,
            (None, Some(_)) if folder.is_some() => AnnotationFormat::Html,
            (None, Some(path)) => form_by_name(path, &AnnotationFormat::EXTENSIONS, "--to")?
                .unwrap_or(AnnotationFormat::Text),
        };
        check_inputs(games, out, form)?;
        let is_compared = matches!(form, AnnotationFormat::Text | AnnotationFormat::Json);
        if settings.len() > 1 && (!is_compared || folder.is_some()) {
            return Err(UsageError(tr!("annotate-compare")).into());
        }
        let notation = match form {
            AnnotationFormat::Pgn => self.notation.pgn_format(),
            _ => self.notation.format(),
        };
        if let Some(root) = folder {
            return Output::folder(root, self.fresh, form, notation, settings, source);
        }
        if form == AnnotationFormat::Html && !self.is_one(games) {
            return Err(UsageError(tr!("annotate-one-page")).into());
        }
        Ok(match out {
            Some(path) => Output::file(path, self.fresh, form, notation, settings, source)?,
            None => Output::stream(stdout, form, notation),
        })
    }
}

/// The games that a command line names.
enum NamedGames {
    Files(Vec<PathBuf>),
    Game(Box<Game>),
}

/// Refuses an output that would overwrite an input, or that the next run would read as input.
fn check_inputs(
    games: &NamedGames,
    out: Option<&Path>,
    form: AnnotationFormat,
) -> Result<(), UsageError> {
    let NamedGames::Files(paths) = games else { return Ok(()) };
    let Some((out, real)) = out.and_then(|path| Some((path, path.canonicalize().ok()?))) else {
        return Ok(());
    };
    let is_read = matches!(form, AnnotationFormat::Pgn | AnnotationFormat::Text);
    let mut inputs = paths.iter().filter_map(|path| path.canonicalize().ok());
    if inputs.any(|input| real == input && !real.is_dir() || is_read && real.starts_with(input)) {
        let path = out.display().to_string();
        return Err(UsageError(tr!("annotate-is-read", path = path)));
    }
    Ok(())
}

/// The number of games with each outcome.
#[derive(Debug, Default)]
struct Tally {
    annotated: usize,
    /// Games annotated by an earlier run.
    kept: usize,
    /// Games annotated now or earlier, but read only in part.
    broken: usize,
    refused: usize,
}

impl Tally {
    fn count(&mut self, outcome: &Result<GameComparison, AnnotationError>) {
        match outcome {
            Ok(GameComparison { annotations, .. }) => {
                self.annotated += 1;
                let is_broken = annotations.iter().any(|annotation| annotation.unread.is_some());
                self.broken += usize::from(is_broken);
            }
            Err(_) => self.refused += 1,
        }
    }

    const fn is_whole(&self) -> bool {
        self.broken + self.refused == 0
    }
}

/// A progress bar over the positions of all games that are not known yet. It is shown only on a terminal, because counting the positions in many games
/// takes time.
fn progress_bar(
    source: &GameSource,
    is_known: &impl Fn(&GameOrigin) -> bool,
    engines: usize,
) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = tr!(
        "annotate-progress",
        bar = "{bar:40}",
        pos = "{pos}",
        len = "{len}",
        elapsed = "{elapsed}",
        eta = "{eta}",
    );
    progress::bar(source.positions(|origin| !is_known(origin)) * engines as u64, &template)
}
