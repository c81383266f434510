//! `annotate`: grades every move of a game.

mod report;

use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::args::{Notation, PositionArgs, parse_hash_mb, parse_time};
use super::interrupt::interrupt_flag;
use super::{Ending, UsageError, outputs, progress};
use crate::annotation::{self, Annotation, AnnotationError, AnnotationSettings};
use crate::engine::config::Config;
use crate::notation::Game;
use crate::notation::game_files::GameFile;
use crate::rules::{RuleSet, Rules};
use crate::search::Limits;

/// What each position gets where nothing limits the search.
const DEFAULT_NODES: u64 = 200_000;

/// Annotate a game (复盘): the worth of every move, better ones, mistakes, accuracy
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe annotate game.pgn                                 a table of the moves in the terminal
  chuhe annotate game.pgn --to html --out game.html       a page for any browser, works without a network
  chuhe annotate games.pgn --game 3 --to pgn --notation chinese --out game3.pgn
  chuhe annotate --moves 'h2e2 h9g7 h0g2 i9h9' --depth 12 --to json
  chuhe annotate game.xqf --movetime 5s --threads 4 --out game.html

Every position is searched by itself, --threads of them at a time. With limits other than time, the
result does not depend on the number of threads. Scores are in pawns from Red's view. The classes of
moves come from what a side can expect: 5 points of 100 lost are an inaccuracy, 10 a mistake, 15 a
blunder. docs/annotation.md has the formulas and the JSON.")]
pub(super) struct AnnotateArgs {
    /// The game (棋谱), in a file of games of any format that `convert` reads; - for standard input
    #[arg(value_name = "GAME", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,

    /// Which game of the file, 1 for the first
    #[arg(long, value_name = "N", default_value = "1", requires = "file")]
    game: NonZero<usize>,

    #[command(flatten)]
    position: PositionArgs,

    /// The form of the output; by the name of the file if left out, else text
    #[arg(long, value_name = "FORM", value_enum)]
    to: Option<AnnotationFormat>,

    /// Write to a file; - for standard output, where the annotation goes if this is left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How text and PGN write moves
    #[arg(long, value_name = "NOTATION", value_enum, default_value_t = Notation::Iccs)]
    notation: Notation,

    #[command(flatten)]
    effort: EffortArgs,

    /// The law of repetition (规则): asian, chinese or computer
    #[arg(long, value_name = "SET", default_value_t = RuleSet::default())]
    rules: RuleSet,

    /// Full moves without a capture after which a game is drawn; 0 for never
    #[arg(long, value_name = "N", default_value_t = u32::from(Rules::default().draw_plies / 2),
          value_parser = clap::value_parser!(u32).range(0..=500))]
    move_limit: u32,
}

/// How hard every position is looked at.
#[derive(Debug, Args)]
struct EffortArgs {
    /// Stop each search after iteration PLIES
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Stop each search after N nodes; 200000 where nothing else is set
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Stop each search after TIME: milliseconds, or with a unit as in 500ms, 5s, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,

    /// Positions searched at a time [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Size of the transposition table of each thread in MB
    #[arg(long, value_name = "MB", default_value = "64", value_parser = parse_hash_mb)]
    hash: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnnotationFormat {
    /// A table of moves for the terminal
    Text,
    /// The game with comments, glyphs and variations
    Pgn,
    /// One JSON object
    Json,
    /// One page for a browser
    Html,
}

impl AnnotationFormat {
    /// The form that a file's name asks for.
    fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match &ending[..] {
            "txt" => Self::Text,
            "pgn" => Self::Pgn,
            "json" => Self::Json,
            "html" | "htm" => Self::Html,
            _ => return None,
        })
    }
}

impl EffortArgs {
    fn settings(&self, rules: Rules) -> AnnotationSettings {
        let unlimited = self.depth.is_none() && self.movetime.is_none();
        let one = NonZero::<usize>::MIN;
        let config = Config { hash_mb: self.hash, ..Config::default() };
        AnnotationSettings {
            limits: Limits {
                depth: self.depth,
                nodes: self.nodes.or(unlimited.then_some(DEFAULT_NODES)),
                move_time: self.movetime,
                ..Limits::none()
            },
            threads: self.threads.or(std::thread::available_parallelism().ok()).unwrap_or(one),
            config: config.with_rules(rules),
        }
    }
}

impl AnnotateArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Ending> {
        let form = self.form()?;
        outputs::file(self.out.as_deref())?;
        let rules = Rules { set: self.rules, draw_plies: (2 * self.move_limit) as u16 };
        let game = self.read_game()?;
        let settings = self.effort.settings(rules);
        let stop = interrupt_flag()?;
        let positions = game.line.moves.len() as u64 + 1;
        let template = "{bar:40} {pos}/{len} positions, {elapsed} gone, {eta} to go";
        let bar = progress::bar(positions, template);
        let annotated = annotation::annotate(game, &settings, &stop, &|| bar.inc(1));
        bar.finish_and_clear();
        let annotation = match annotated {
            Err(AnnotationError::Interrupted) => return Ok(Ending::Interrupted),
            annotated => annotated?,
        };
        let text = self.render(&annotation, form)?;
        outputs::write(self.out.as_deref(), text.as_bytes(), out)?;
        Ok(Ending::Done)
    }

    /// What was asked for, or else what the name of the file means.
    fn form(&self) -> Result<AnnotationFormat, UsageError> {
        let path = self.out.as_deref().filter(|path| *path != Path::new("-"));
        match (self.to, path) {
            (Some(form), _) => Ok(form),
            (None, None) => Ok(AnnotationFormat::Text),
            (None, Some(path)) => AnnotationFormat::of_name(path).ok_or_else(|| {
                let name = path.display();
                UsageError(format!(
                    "the name {name} does not say the form: add --to html, pgn, json or text"
                ))
            }),
        }
    }

    fn read_game(&self) -> anyhow::Result<Game> {
        let Some(path) = &self.file else {
            let position = self.position.position()?;
            return Ok(played(position)?);
        };
        let place = || path.display().to_string();
        let collection = GameFile::new(path).read(None).with_context(place)?;
        let number = self.game.get();
        let mut count = 0;
        for game in collection.games() {
            count += 1;
            if count == number {
                return game.with_context(|| format!("{}, game {number}", place()));
            }
        }
        bail!("{}: there is no game {number}, only {count}", place())
    }

    fn render(&self, annotation: &Annotation, form: AnnotationFormat) -> anyhow::Result<String> {
        let format = self.notation.format();
        Ok(match form {
            AnnotationFormat::Text => report::text(annotation, format),
            AnnotationFormat::Pgn => annotation.pgn(format)?,
            AnnotationFormat::Json => annotation.json() + "\n",
            AnnotationFormat::Html => annotation.page(),
        })
    }
}

/// The game that led to a position.
fn played(mut position: crate::board::Position) -> Result<Game, UsageError> {
    let moves: Vec<_> = position.history().iter().filter_map(|undo| undo.mv).collect();
    if moves.is_empty() {
        return Err(UsageError("there is no game: name a file, or give --moves".to_owned()));
    }
    for _ in &moves {
        position.unmake(&mut ());
    }
    let mut game = Game::new(position);
    for mv in moves {
        game.line.push(mv);
    }
    Ok(game)
}
