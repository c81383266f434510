//! Annotates games: grades every move, shows better moves, and finds the turning points.
//!
//! [`annotate`] searches the positions in a game and grades its moves; the result can be written as
//! [PGN](Annotation::pgn), [JSON](Annotation::json), or a [page](Annotation::page) for a browser. [`annotate_all`]
//! annotates many games, such as those of a [`GameSource`]; an [`AnnotationFolder`] stores them with an index.
//! `docs/reference/annotation.md` lists the formulas.
//!
//! ```
//! use std::num::NonZero;
//! use std::sync::atomic::AtomicBool;
//!
//! use chuhe_review::annotation::{AnnotationSettings, annotate};
//! use chuhe_engine::engine::EngineSource;
//! use chuhe_engine::engine::config::Config;
//! use chuhe_formats::pgn;
//! use chuhe_engine::search::Limits;
//! use chuhe_engine::types::Color;
//!
//! let game = pgn::read("1. H2-E2 H9-G7 2. H0-G2 I9-H9 *").next().expect("there is a game")?;
//! let settings = AnnotationSettings {
//!     limits: Limits::nodes(500),
//!     jobs: NonZero::<usize>::MIN,
//!     config: Config::default(),
//!     engines: EngineSource::default(),
//! };
//! let stop = AtomicBool::new(false); // another thread may set it
//! let annotation = annotate(game, &settings, &stop, &|| {})?;
//!
//! assert_eq!(annotation.moves.len(), 4);
//! let accuracy = annotation.sides[Color::Red.index()].accuracy;
//! assert!(accuracy.is_some_and(|percent| percent > 0.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod comparison;
mod folder;
pub mod grade;
mod index;
mod moments;
mod packed;
mod page;
mod record;
mod remarks;
mod report;
mod source;
mod study;
mod terms;
mod wording;

use std::sync::atomic::AtomicBool;

pub use self::batch::annotate_all;
pub use self::comparison::{DisputedGrade, GameComparison, compare_all};
pub use self::folder::AnnotationFolder;
pub use self::index::{IndexEntry, IndexSide};
pub use self::moments::{Moment, MomentEvent, Sentence, Standing};
pub use self::packed::{AnnotationResults, PackedAnnotation};
pub use self::page::{PageWords, Reasons};
pub use self::source::{GameChoice, GameOrigin, GameSource, QueuedGame};
pub use self::study::AnnotationSettings;
pub use self::terms::AnnotationTerms;
pub use self::wording::{Gap, Verdict};
use chuhe_formats::opening::{OpeningName, opening};

use self::grade::Class;
use self::study::PositionAnalysis;
use chuhe_engine::board::{Board, Position};
use chuhe_engine::engine::EngineError;
use chuhe_engine::rules::{self, Ending, Judgement, Rules};
use chuhe_engine::search::Wdl;
use chuhe_engine::types::{Color, Move, Score};
use chuhe_formats::collection::ReadError;
use chuhe_formats::game_files::GameReadError;
use chuhe_formats::{Game, IllegalGameMove};

/// The number of nodes searched for each position if no limit is set.
pub const DEFAULT_NODES: u64 = 200_000;

/// Why [`annotate`] may assume that moves are legal.
const LEGAL: &str = "the moves of an annotated game are legal";
/// The program's name in signatures.
const PROGRAM_NAME: &str = "chuhe ";
/// The program with its version.
const PROGRAM: &str = concat!("chuhe ", env!("CARGO_PKG_VERSION"));

/// An annotated game.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// The given game, without the remarks of an earlier annotation by this program.
    pub game: Game,
    /// Why part of the game is missing, if it is.
    pub unread: Option<ReadError>,
    /// The opening, if it has a name.
    pub opening: Option<OpeningName>,
    /// The start position, and the position after each move.
    pub points: Vec<Point>,
    /// The moves in the game.
    pub moves: Vec<GradedMove>,
    /// The summaries for Red and Black.
    pub sides: [SideSummary; 2],
    /// The verdict of the rules on the last position.
    pub judgement: Judgement,
    /// The rules that were applied.
    pub rules: Rules,
    /// The total number of nodes searched.
    pub nodes: u64,
    /// The engine that searched, with version and options.
    pub engine: String,
}

/// A position in the game.
#[derive(Clone, Debug)]
pub struct Point {
    /// The position without its history, which [`Annotation::position`] adds.
    pub board: Board,
    /// The score, from the point of view of the side to move. If the rules decide the game in the last position, their
    /// verdict replaces the search score.
    pub score: Score,
    /// The chances of the side to move, if the engine reported others than those that follow from the score.
    pub wdl: Option<Wdl>,
    /// The depth of the last complete iteration, in plies.
    pub depth: u32,
    /// The best line, at most 16 plies; empty if there is no legal move.
    pub line: Vec<Move>,
    /// How the rules end the game here, if they do. The players may have continued nevertheless.
    pub ending: Option<Ending>,
}

/// A move and its grade.
#[derive(Clone, Debug, PartialEq)]
pub struct GradedMove {
    /// The move.
    pub mv: Move,
    /// The side that played the move.
    pub side: Color,
    /// The score of the best move, from the mover's point of view.
    pub before: Score,
    /// The score of this move, from the mover's point of view. It equals `before` for the engine's choice and for an
    /// only move.
    pub after: Score,
    /// The mover's expectations, 0 to 100, that belong to `before` and `after`.
    pub expectations: [f64; 2],
    /// The loss in points of expectation, 0 to 100.
    pub loss: f64,
    /// The loss in centipawns, with scores limited to ±2000.
    pub loss_cp: i32,
    /// The class of the move.
    pub class: Class,
    /// Whether the move was the only legal one.
    pub is_forced: bool,
    /// Whether the move is a mistake or worse, and changes which side, if any, is better.
    pub is_turning_point: bool,
}

/// A summary of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideSummary {
    /// The number of moves, including forced ones.
    pub moves: usize,
    /// The mean accuracy of the unforced moves, 0 to 100, weighted by [`grade::weight`]; `None` without such moves.
    pub accuracy: Option<f64>,
    /// The mean loss of the unforced moves, in centipawns; `None` without such moves.
    pub mean_loss_cp: Option<f64>,
    /// The number of moves of each class, in the order of [`Class::ALL`].
    pub classes: [usize; Class::ALL.len()],
}

/// Why a game cannot be annotated.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum AnnotationError {
    #[error(transparent)]
    File(#[from] GameReadError),
    #[error(transparent)]
    Game(#[from] ReadError),
    #[error("no game {number}; the file has only {count}")]
    NoSuchGame { number: usize, count: usize },
    #[error(transparent)]
    Illegal(#[from] IllegalGameMove),
    #[error("the game has no moves")]
    NoMoves,
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("interrupted")]
    Interrupted,
}

/// Annotates the moves in a game, but not its variations. `progress` is called after each position; there is one more
/// position than moves. Unless time is a limit, the same game and settings give the same annotation.
///
/// # Errors
/// If the game has no moves or an illegal one, a search fails, or `stop` is set.
pub fn annotate(
    game: Game,
    settings: &AnnotationSettings,
    stop: &AtomicBool,
    progress: &(impl Fn() + Sync),
) -> Result<Annotation, AnnotationError> {
    let mut annotated = Err(AnnotationError::Interrupted);
    let games = std::iter::once(QueuedGame::from(game));
    annotate_all(games, settings, stop, progress, |_, outcome| {
        annotated = outcome;
        Ok::<(), AnnotationError>(())
    })?;
    annotated
}

impl Annotation {
    /// Grades the moves in a game, which must be legal, from the search results for its positions.
    fn new(
        game: Game,
        unread: Option<ReadError>,
        analyses: Vec<PositionAnalysis>,
        rules: Rules,
        engine: String,
    ) -> Self {
        let nodes = analyses.iter().map(|analysis| analysis.nodes).sum();
        let last = game.line.moves.len();
        let mut points = Vec::with_capacity(analyses.len());
        let mut analyses = analyses.into_iter();
        let end = game.replay(|position| {
            let is_last = points.len() == last;
            points.extend(analyses.next().map(|found| Point::new(position, found, rules, is_last)));
        });
        let end = end.expect(LEGAL);
        let judgement = rules::judge(&end, &rules);
        let mut moves: Vec<GradedMove> = game
            .moves()
            .zip(points.windows(2))
            .map(|(mv, pair)| GradedMove::new(mv, &pair[0], &pair[1]))
            .collect();
        mark_turning_points(&mut moves);
        Self {
            opening: opening(&game.start, game.moves()),
            sides: Color::ALL.map(|color| SideSummary::new(color, &moves)),
            moves,
            points,
            judgement,
            rules,
            nodes,
            engine,
            unread,
            game,
        }
    }

    /// The position after `moves` moves, or after the last one if there are fewer, with the earlier moves as its
    /// history.
    ///
    /// # Panics
    /// Never: the moves of an annotated game are legal.
    pub fn position(&self, moves: usize) -> Position {
        let mut position = self.game.start.clone();
        self.game.moves().take(moves).for_each(|mv| position.play(mv).expect(LEGAL));
        position
    }
}

impl Point {
    fn new(position: &Position, analysis: PositionAnalysis, rules: Rules, is_last: bool) -> Self {
        let ending = rules::ending(position, &rules);
        let us = position.side_to_move();
        // If the players continued after the rules ended the game, the search score is kept.
        let ruled = ending.filter(|_| is_last && !position.legal_moves().is_empty());
        let score = match ruled.map(|ending| ending.winner) {
            None => analysis.score,
            Some(None) => Score::Cp(0),
            Some(Some(winner)) if winner == us => Score::Cp(chuhe_engine::types::RULE_WIN),
            Some(Some(_)) => Score::Cp(-chuhe_engine::types::RULE_WIN),
        };
        let PositionAnalysis { wdl, depth, line, .. } = analysis;
        let wdl = wdl.filter(|_| ruled.is_none());
        Self { board: position.board().clone(), score, wdl, depth, line, ending }
    }

    /// The expectation of the side to move, 0 to 100.
    pub fn expectation(&self) -> f64 {
        self.wdl.map_or_else(|| grade::expectation(self.score), |wdl| 100.0 * wdl.expected())
    }

    /// Red's expectation, 0 to 100.
    pub fn red_expectation(&self) -> f64 {
        let side = self.board.side_to_move();
        match self.wdl {
            None => grade::expectation(grade::for_red(self.score, side)),
            Some(_) if side == Color::Red => self.expectation(),
            Some(_) => 100.0 - self.expectation(),
        }
    }

    /// The search result, without the number of nodes.
    fn into_analysis(self) -> PositionAnalysis {
        let Self { score, wdl, depth, line, .. } = self;
        PositionAnalysis { score, wdl, depth, nodes: 0, line }
    }
}

impl GradedMove {
    fn new(mv: Move, here: &Point, next: &Point) -> Self {
        let (before, side) = (here.score, here.board.side_to_move());
        let is_forced = here.board.legal_moves(here.board.is_in_check(side)).len() == 1;
        let is_choice = here.line.first() == Some(&mv);
        let after = next.score.for_mover();
        // The best move loses nothing, even if the search after it returns a lower score than the search before it.
        let best = here.expectation();
        let (after, expectations) = if is_choice || is_forced {
            (before, [best; 2])
        } else {
            let known = next.wdl.map(|_| 100.0 - next.expectation());
            (after, [best, known.unwrap_or_else(|| grade::expectation(after))])
        };
        let loss = grade::loss(expectations);
        Self {
            mv,
            side,
            before,
            after,
            expectations,
            loss,
            loss_cp: grade::loss_cp(before, after),
            class: if is_choice || is_forced {
                Class::Best
            } else {
                Class::of(before, after, loss)
            },
            is_forced,
            is_turning_point: false,
        }
    }

    /// Red's expectations before and after the move, 0 to 100.
    fn expectations_of_red(&self) -> [f64; 2] {
        self.expectations.map(|mover| if self.side == Color::Red { mover } else { 100.0 - mover })
    }
}

/// The side that is better, given Red's expectation, 0 to 100.
fn better(expectation_of_red: f64) -> Option<Color> {
    if expectation_of_red >= grade::BETTER {
        Some(Color::Red)
    } else if expectation_of_red <= 100.0 - grade::BETTER {
        Some(Color::Black)
    } else {
        None
    }
}

fn mark_turning_points(moves: &mut [GradedMove]) {
    for graded in moves {
        let [before, after] = graded.expectations_of_red().map(better);
        graded.is_turning_point = before != after && graded.loss >= grade::MISTAKE;
    }
}

impl SideSummary {
    /// The number of mistakes, blunders and missed mates.
    pub fn mistakes(&self) -> usize {
        let classes = Class::ALL.iter().zip(self.classes);
        classes.filter(|(class, _)| **class >= Class::Mistake).map(|(_, count)| count).sum()
    }

    fn new(color: Color, moves: &[GradedMove]) -> Self {
        let own: Vec<&GradedMove> = moves.iter().filter(|graded| graded.side == color).collect();
        let chosen: Vec<&GradedMove> =
            own.iter().copied().filter(|graded| !graded.is_forced).collect();
        let mean = |sum: f64, weight: f64| (!chosen.is_empty()).then(|| sum / weight);
        Self {
            moves: own.len(),
            accuracy: mean(
                chosen.iter().map(|graded| weighted_accuracy(graded)).sum(),
                chosen.iter().map(|graded| weigh(graded)).sum(),
            ),
            mean_loss_cp: mean(
                chosen.iter().map(|graded| f64::from(graded.loss_cp)).sum(),
                chosen.len() as f64,
            ),
            classes: Class::ALL
                .map(|class| own.iter().filter(|graded| graded.class == class).count()),
        }
    }
}

fn weighted_accuracy(graded: &GradedMove) -> f64 {
    weigh(graded) * grade::accuracy(graded.loss)
}

fn weigh(graded: &GradedMove) -> f64 {
    grade::weight(graded.expectations)
}
