//! Reads and writes puzzles as JSON. `docs/reference/puzzles.md` describes the format.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::solve::{MARGIN, MARGIN_CP};
use super::{Goal, Puzzle, PuzzleSource, PuzzleTheme};
use crate::move_texts::MoveTexts;
use chuhe_engine::board::{FenError, IllegalMove, Position};
use chuhe_engine::types::{Color, Move, PieceType, Score};

/// The first field of the JSON. Its digit is the version of the format.
const FORM: &str = "chuhe-puzzles-1";

/// A set of puzzles.
#[derive(Clone, Debug)]
pub struct PuzzleSet {
    /// The engine that searched, with version and options.
    pub engine: String,
    /// The number of nodes searched for each move of a solution.
    pub nodes: u64,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// Why puzzles cannot be read.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum PuzzleFileError {
    #[error("{}: {}", path.display(), chuhe_util::files::reason(.error))]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: this file does not contain puzzles written by `chuhe puzzles --to json`: {error}", path.display())]
    Json { path: PathBuf, error: serde_json::Error },
    #[error("{}: this file does not contain puzzles written by `chuhe puzzles --to json`: unknown form {form:?}", path.display())]
    OtherForm { path: PathBuf, form: String },
    #[error("{}: this file does not contain puzzles written by `chuhe puzzles --to json`: puzzle {number} has no solution", path.display())]
    NoSolution {
        path: PathBuf,
        /// The number of the puzzle, from 1.
        number: usize,
    },
    #[error("{}: puzzle {number}: {error}", path.display())]
    Fen {
        path: PathBuf,
        /// The number of the puzzle, from 1.
        number: usize,
        error: FenError,
    },
    #[error("{}: puzzle {number}: {error}", path.display())]
    Solution {
        path: PathBuf,
        /// The number of the puzzle, from 1.
        number: usize,
        error: IllegalMove,
    },
    #[error("{}: no puzzles in this file", .0.display())]
    Empty(PathBuf),
}

/// The JSON object.
#[derive(Serialize, Deserialize)]
struct SetReport {
    form: String,
    engine: String,
    nodes: u64,
    margin_points: f64,
    margin_cp: i32,
    puzzles: Vec<PuzzleReport>,
}

#[derive(Serialize, Deserialize)]
struct PuzzleReport {
    fen: String,
    side: Color,
    task: String,
    goal: GoalReport,
    level: u8,
    themes: Vec<PuzzleTheme>,
    solution: Vec<MoveTexts>,
    /// Other moves that mate in place of the last one.
    other_mates: Vec<Move>,
    line: Vec<MoveTexts>,
    /// The score of the best move. This score and `second` are from the point of view of the side to move.
    score: Score,
    second: Score,
    nodes: u64,
    blunder: Option<Move>,
    source: SourceReport,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum GoalReport {
    Mate { moves: u16 },
    Win { won: Vec<String>, lost: Vec<String> },
}

#[derive(Serialize, Deserialize)]
struct SourceReport {
    file: String,
    game: usize,
    ply: usize,
    red: Option<String>,
    black: Option<String>,
    event: Option<String>,
    date: Option<String>,
}

impl PuzzleSet {
    /// Returns the puzzles as a JSON object on one line.
    ///
    /// # Panics
    /// Never: all keys are strings.
    pub fn json(&self) -> String {
        let report = SetReport {
            form: FORM.to_owned(),
            engine: self.engine.clone(),
            nodes: self.nodes,
            margin_points: MARGIN,
            margin_cp: MARGIN_CP,
            puzzles: self.puzzles.iter().map(PuzzleReport::new).collect(),
        };
        serde_json::to_string(&report).expect("all keys are strings")
    }

    /// Reads a file with at least one puzzle.
    ///
    /// # Errors
    /// If the file cannot be read, is not the output of [`PuzzleSet::json`], or a puzzle in it is invalid.
    pub fn read(path: &Path) -> Result<Self, PuzzleFileError> {
        let text = chuhe_util::files::read_text(path)
            .map_err(|error| PuzzleFileError::Io { path: path.into(), error })?;
        let report: SetReport = serde_json::from_str(&text)
            .map_err(|error| PuzzleFileError::Json { path: path.into(), error })?;
        if report.form != FORM {
            return Err(PuzzleFileError::OtherForm { path: path.into(), form: report.form });
        }
        let puzzles = (1..)
            .zip(report.puzzles)
            .map(|(number, puzzle)| puzzle.puzzle(path, number))
            .collect::<Result<Vec<_>, _>>()?;
        if puzzles.is_empty() {
            return Err(PuzzleFileError::Empty(path.into()));
        }
        Ok(Self { engine: report.engine, nodes: report.nodes, puzzles })
    }
}

impl PuzzleReport {
    fn new(puzzle: &Puzzle) -> Self {
        let Puzzle { position, solution, source, .. } = puzzle;
        Self {
            fen: position.fen(),
            side: position.side_to_move(),
            task: puzzle.goal.to_string(),
            goal: match &puzzle.goal {
                Goal::Mate { moves } => GoalReport::Mate { moves: *moves },
                Goal::Win { won, lost } => {
                    GoalReport::Win { won: kind_names(won), lost: kind_names(lost) }
                }
            },
            level: puzzle.level,
            themes: puzzle.themes.clone(),
            solution: MoveTexts::of_line(position, solution),
            other_mates: other_mates(position, solution),
            line: MoveTexts::of_line(position, &puzzle.line),
            score: puzzle.score,
            second: puzzle.second,
            nodes: puzzle.nodes,
            blunder: puzzle.blunder,
            source: SourceReport {
                file: source.file.clone(),
                game: source.game,
                ply: source.ply,
                red: source.players[0].clone(),
                black: source.players[1].clone(),
                event: source.event.clone(),
                date: source.date.clone(),
            },
        }
    }

    /// Converts a report to a puzzle and checks the solution. `path` and `number` identify the puzzle in errors.
    fn puzzle(self, path: &Path, number: usize) -> Result<Puzzle, PuzzleFileError> {
        let position = Position::from_fen(&self.fen).map_err(|error| PuzzleFileError::Fen {
            path: path.into(),
            number,
            error,
        })?;
        let solution: Vec<Move> = self.solution.iter().map(|texts| texts.mv).collect();
        let mut check = position.clone();
        for &mv in &solution {
            check.play(mv).map_err(|error| PuzzleFileError::Solution {
                path: path.into(),
                number,
                error,
            })?;
        }
        if solution.is_empty() {
            return Err(PuzzleFileError::NoSolution { path: path.into(), number });
        }
        let SourceReport { file, game, ply, red, black, event, date } = self.source;
        Ok(Puzzle {
            position,
            solution,
            line: self.line.iter().map(|texts| texts.mv).collect(),
            goal: match &self.goal {
                GoalReport::Mate { moves } => Goal::Mate { moves: *moves },
                GoalReport::Win { won, lost } => {
                    Goal::Win { won: kinds_named(won), lost: kinds_named(lost) }
                }
            },
            themes: self.themes,
            level: self.level.clamp(1, Puzzle::LEVEL_MAX),
            score: self.score,
            second: self.second,
            nodes: self.nodes,
            blunder: self.blunder,
            source: PuzzleSource { file, game, ply, players: [red, black], event, date },
        })
    }
}

fn kinds_named(names: &[String]) -> Vec<PieceType> {
    names
        .iter()
        .filter_map(|name| PieceType::ALL.into_iter().find(|kind| kind.name() == name))
        .collect()
}

fn kind_names(kinds: &[PieceType]) -> Vec<String> {
    kinds.iter().map(|kind| kind.name().to_owned()).collect()
}

/// If the solution ends with mate, returns the other moves that mate in place of its last move.
fn other_mates(start: &Position, solution: &[Move]) -> Vec<Move> {
    let Some((&last, before)) = solution.split_last() else { return Vec::new() };
    let mut position = start.clone();
    if before.iter().any(|&mv| position.play(mv).is_err()) {
        return Vec::new();
    }
    let mut mates: Vec<Move> = position.legal_moves().into_iter().collect();
    mates.retain(|&mv| {
        position.make_unchecked(mv, &mut ());
        let is_mate = position.legal_moves().is_empty();
        position.unmake(&mut ());
        is_mate && mv != last
    });
    mates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> Puzzle {
        let solution = vec!["b1b9".parse().unwrap()];
        Puzzle {
            position: Position::from_fen("3k5/8R/9/p8/9/9/9/9/1R7/4K4 w - - 0 1").unwrap(),
            line: solution.clone(),
            solution,
            goal: Goal::Win { won: vec![PieceType::Rook], lost: vec![PieceType::Pawn] },
            themes: vec![PuzzleTheme::Check],
            level: 2,
            score: Score::MateIn(1),
            second: Score::Cp(300),
            nodes: 77,
            blunder: Some("a7a6".parse().unwrap()),
            source: PuzzleSource {
                file: "a.pgn".into(),
                game: 3,
                ply: 9,
                players: [Some("Li".into()), None],
                ..PuzzleSource::default()
            },
        }
    }

    #[test]
    fn puzzles_are_read_as_they_were_written() {
        let folder = std::env::temp_dir().join(format!("chuhe-puzzles-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.json");
        let set = PuzzleSet { engine: "chuhe".into(), nodes: 1000, puzzles: vec![puzzle()] };
        std::fs::write(&path, set.json()).unwrap();
        assert!(set.json().contains(r#""other_mates":["b1d1"]"#), "{}", set.json());
        let again = PuzzleSet::read(&path).unwrap();
        assert_eq!(again.json(), set.json());

        for (from, to, reason) in [
            ("b1b9", "b1c3", "puzzle 1: the red rook on b1"),
            ("3k5/8R", "3k5/8", "puzzle 1: "),
            (FORM, "chuhe-puzzles-9", "chuhe-puzzles-9"),
        ] {
            std::fs::write(&path, set.json().replace(from, to)).unwrap();
            let error = PuzzleSet::read(&path).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
        std::fs::write(
            &path,
            PuzzleSet { engine: "chuhe".into(), nodes: 1, puzzles: Vec::new() }.json(),
        )
        .unwrap();
        assert!(matches!(PuzzleSet::read(&path), Err(PuzzleFileError::Empty(_))));
        std::fs::write(&path, "[]").unwrap();
        assert!(matches!(PuzzleSet::read(&path), Err(PuzzleFileError::Json { .. })));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(PuzzleSet::read(&path), Err(PuzzleFileError::Io { .. })));
    }
}
