//! Annotated games.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use chuhe_engine::engine::EngineSource;
use chuhe_engine::engine::config::Config;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::search::Limits;
use chuhe_engine::types::Color;
use chuhe_review::analysis::BATCH_HASH_MB;
use chuhe_review::annotation::{self, AnnotationError, AnnotationSettings};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::board::{Board, Judgement};
use crate::convert::{JOBS_MAX, Notation, color_name, json, milliseconds, parallel, rules};
use crate::engine::defaults;
use crate::engine_process::EngineProcess;
use crate::errors::{bad_config, bad_value, class, engine_error, unwritable};
use crate::game::NativeGame;
use crate::interrupt::{Progress, interruptible};
use crate::moves::Move;
use crate::score::Score;

/// An annotated game: the grades of its moves, and scores and best lines for its positions.
#[pyclass(frozen, module = "chuhe")]
pub(crate) struct Annotation(annotation::Annotation);

/// A move in an annotated game, with its grade and scores.
#[pyclass(frozen, module = "chuhe")]
pub(crate) struct GradedMove(annotation::GradedMove);

/// Annotates the main line of a game. See `chuhe.annotate`.
#[pyfunction]
#[pyo3(signature = (game, *, depth, nodes, movetime, jobs, rules, draw_moves, hash, engine,
                    progress))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn annotate(
    py: Python<'_>,
    game: &NativeGame,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<f64>,
    jobs: usize,
    rules: &str,
    draw_moves: u16,
    hash: Option<u32>,
    engine: Option<PyRef<'_, EngineProcess>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Annotation> {
    let movetime: Option<Duration> =
        movetime.map(|time| milliseconds("movetime", time)).transpose()?;
    if let (Some(engine), Some(hash)) = (&engine, hash) {
        engine.check_option("hash", hash)?;
    }
    let config = defaults();
    let hash_mb = hash.unwrap_or(BATCH_HASH_MB);
    let config = Config { hash_mb, ..config }.with_rules(self::rules(rules, draw_moves)?);
    config.check().map_err(|error| bad_config(&error))?;
    let settings = AnnotationSettings {
        limits: Limits { depth, nodes, move_time: movetime, ..Limits::none() },
        jobs: parallel("jobs", jobs, JOBS_MAX)?,
        config,
        engines: engine.map_or_else(EngineSource::default, |engine| engine.source()),
    };
    let game = (*game.0).clone();
    let total = game.line.moves.len() + 1;
    let done = AtomicUsize::new(0);
    let progress = Progress::new(progress);
    let outcome = interruptible(py, |stop| {
        let tell = || progress.report(stop, (done.fetch_add(1, Ordering::Relaxed) + 1, total));
        Ok(annotation::annotate(game, &settings, stop, &tell))
    })?;
    progress.check()?;
    outcome.map(Annotation).map_err(|error| match error {
        AnnotationError::Illegal(error) => class::IllegalMoveError::new_err((
            error.to_string(),
            error.mv.to_string(),
            None::<String>,
        )),
        AnnotationError::NoMoves => bad_value(error.to_string()),
        error => engine_error(error),
    })
}

#[pymethods]
impl Annotation {
    /// The moves played, with their grades.
    #[getter]
    fn moves(&self) -> Vec<GradedMove> {
        self.0.moves.iter().cloned().map(GradedMove).collect()
    }

    /// The scores of the start position and of the position after each move, from Red's point of view.
    #[getter]
    fn red_scores(&self) -> Vec<Score> {
        let score = |point: &annotation::Point| {
            annotation::grade::for_red(point.score, point.board.side_to_move())
        };
        self.0.points.iter().map(|point| Score(score(point))).collect()
    }

    /// The best line from the position after ``plies`` plies; 0 is the start position. Raises :class:`IndexError`
    /// beyond the end of the game.
    fn best_line(&self, plies: usize) -> PyResult<Vec<Move>> {
        let point = self.point(plies)?;
        Ok(point.line.iter().copied().map(Move).collect())
    }

    /// The board after ``plies`` plies. Raises :class:`IndexError` beyond the end of the game.
    fn board(&self, plies: usize) -> PyResult<Board> {
        self.point(plies)?;
        Ok(Board::new_of(self.0.position(plies)))
    }

    /// Red's and Black's accuracy in percent; ``None`` for a side whose moves, if any, were all forced.
    #[getter]
    fn accuracy(&self) -> (Option<f64>, Option<f64>) {
        let [red, black] = Color::ALL.map(|color| self.0.sides[color.index()].accuracy);
        (red, black)
    }

    /// The name of the opening in English and in Chinese; ``None`` if it has no name.
    #[getter]
    fn opening(&self) -> Option<(String, String)> {
        self.0.opening.clone().map(|name| (name.english, name.chinese))
    }

    /// The verdict of the rules on the final position.
    #[getter]
    fn judgement(&self) -> Judgement {
        Judgement::of(&self.0.judgement, self.0.position(self.0.moves.len()).fen())
    }

    /// The total number of nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// The whole annotation as plain values, as described in ``docs/reference/annotation.md``.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, &self.0.json())
    }

    /// The game as PGN, with scores, glyphs, comments, and better lines as variations.
    #[pyo3(signature = (notation = Notation(MoveFormat::Iccs)), text_signature = "($self, notation='iccs')")]
    fn pgn(&self, notation: Notation) -> PyResult<String> {
        self.0.pgn(notation.0).map_err(|error| unwritable(&error))
    }

    /// The game as a web page with board, graph and lines. The page loads no other files.
    fn html(&self) -> String {
        self.0.page(&chuhe_localize::review::page_words(&self.0))
    }

    fn __repr__(&self) -> String {
        let percent = |value: Option<f64>| value.map_or("-".to_owned(), |it| format!("{it:.1}"));
        let (red, black) = self.accuracy();
        format!(
            "<Annotation of {} moves, accuracy of Red {} and Black {}>",
            self.0.moves.len(),
            percent(red),
            percent(black)
        )
    }
}

impl Annotation {
    fn point(&self, plies: usize) -> PyResult<&annotation::Point> {
        let last = self.0.moves.len();
        let point = self.0.points.get(plies);
        point
            .ok_or_else(|| PyIndexError::new_err(format!("the game has {last} plies, not {plies}")))
    }
}

#[pymethods]
impl GradedMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move(self.0.mv)
    }

    /// The side that played the move.
    #[getter]
    fn side(&self) -> &'static str {
        color_name(self.0.side)
    }

    /// The score of the best move, from the mover's point of view.
    #[getter]
    fn before(&self) -> Score {
        Score(self.0.before)
    }

    /// The score of the move played, from the mover's point of view.
    #[getter]
    fn after(&self) -> Score {
        Score(self.0.after)
    }

    /// The expectation lost by the move, in percentage points, 0 to 100.
    #[getter]
    fn loss(&self) -> f64 {
        self.0.loss
    }

    /// The centipawns lost by the move, with scores capped at ±2000 and mates counted as ±2000.
    #[getter]
    fn loss_cp(&self) -> i32 {
        self.0.loss_cp
    }

    /// The grade: ``'best'``, ``'good'``, ``'inaccuracy'``, ``'mistake'``, ``'blunder'`` or ``'missed mate'``.
    #[getter]
    fn grade(&self) -> &'static str {
        self.0.class.name()
    }

    /// Whether it was the only legal move.
    #[getter]
    fn is_forced(&self) -> bool {
        self.0.is_forced
    }

    /// Whether the move is at least a mistake and changes which side, if either, is better.
    #[getter]
    fn is_turning_point(&self) -> bool {
        self.0.is_turning_point
    }

    fn __repr__(&self) -> String {
        format!("<GradedMove {} {} {}>", self.side(), self.0.mv, self.grade())
    }
}
