//! Judges games after each of their moves.

use std::io;
use std::path::Path;

use serde::Serialize;

use chuhe_engine::board::Position;
use chuhe_engine::rules::{self, Ending, Judgement, JudgementReport, Reason, Rules};
use chuhe_engine::types::Move;
use chuhe_formats::collection::{FileFormat, ReadError};
use chuhe_formats::game_files::{GameFile, GameReadError};
use chuhe_formats::{Game, IllegalGameMove};

/// A game with the judgement on each of its positions.
///
/// ```
/// use chuhe_review::analysis::JudgedGame;
/// use chuhe_formats::pgn;
/// use chuhe_engine::rules::{Reason, Rules};
///
/// let text = "[FEN \"3k5/8R/9/9/9/9/9/9/R8/4K4 w - - 0 1\"]\n\n1. A1-A9 *";
/// let game = pgn::read(text).next().expect("there is a game")?;
/// let judged = JudgedGame::new(game, &Rules::default())?;
/// assert_eq!(judged.judgements.len(), 2);
/// assert_eq!(judged.last().ending.map(|ending| ending.reason), Some(Reason::Checkmate));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct JudgedGame {
    /// The game.
    pub game: Game,
    /// The position after the last move.
    pub end: Position,
    /// The judgements on the start position and on the position after each move.
    pub judgements: Vec<Judgement>,
}

/// An event that occurs while files are judged. Games are counted from 1 in each file.
#[derive(Debug)]
pub enum JudgeEvent<'a> {
    /// A file found in a folder contains no games.
    FileSkipped,
    /// A file cannot be read at all.
    FileRefused(&'a GameReadError),
    /// No part of a game can be read.
    GameUnreadable {
        /// Its number.
        game: usize,
        /// The reason.
        error: &'a ReadError,
    },
    /// A game has an illegal move.
    GameIllegal {
        /// Its number.
        game: usize,
        /// The reason.
        error: &'a IllegalGameMove,
    },
    /// A game was judged.
    GameJudged {
        /// Its number.
        game: usize,
        /// The readable part of the game.
        judged: &'a JudgedGame,
        /// Why the rest of the game could not be read.
        broken: Option<&'a ReadError>,
    },
}

/// The totals of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JudgeSummary {
    /// The number of files read, including unreadable ones.
    pub files: usize,
    /// Files that could not be read.
    pub files_refused: usize,
    /// The number of games judged, including partly readable ones.
    pub games: usize,
    /// The number of partly readable games.
    pub games_broken: usize,
    /// The number of unreadable games.
    pub games_refused: usize,
}

/// A judged game, for serialization.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedGameReport<'a> {
    source: String,
    game: usize,
    red: Option<&'a str>,
    black: Option<&'a str>,
    /// The result recorded in the file.
    recorded: &'static str,
    /// Why the rest of the game could not be read.
    broken: Option<String>,
    #[serde(flatten)]
    end: JudgementReport,
    points: Vec<JudgedPoint>,
}

#[derive(Clone, Debug, Serialize)]
struct JudgedPoint {
    after_move: usize,
    #[serde(rename = "move")]
    mv: Option<Move>,
    verdict: &'static str,
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

impl JudgedGame {
    /// Judges a game at each of its positions.
    ///
    /// # Errors
    /// If a move in the game is illegal.
    pub fn new(game: Game, rules: &Rules) -> Result<Self, IllegalGameMove> {
        let mut judgements = Vec::new();
        let end = game.replay(|position| judgements.push(rules::judge(position, rules)))?;
        Ok(Self { game, end, judgements })
    }

    /// The judgement on the last position.
    ///
    /// # Panics
    /// If there is no judgement.
    pub fn last(&self) -> &Judgement {
        self.judgements.last().expect("the start is judged")
    }

    /// Returns the report on a game. `source` is the file, and `number` the game's number in it; `broken` is the error
    /// that ended the reading of the game.
    pub fn report(
        &self,
        source: &Path,
        number: usize,
        broken: Option<&ReadError>,
    ) -> JudgedGameReport<'_> {
        let moves = std::iter::once(None).chain(self.game.moves().map(Some));
        let points = self.judgements.iter().zip(moves).enumerate();
        let points = points.map(|(after_move, (judgement, mv))| JudgedPoint {
            after_move,
            mv,
            verdict: Ending::word(judgement.ending.as_ref()),
            reason: judgement.ending.map(|ending| ending.reason),
            text: judgement.ending.map(|_| judgement.to_string()),
        });
        JudgedGameReport {
            source: source.display().to_string(),
            game: number,
            red: self.game.known_tag("Red"),
            black: self.game.known_tag("Black"),
            recorded: self.game.outcome.text(),
            broken: broken.map(ToString::to_string),
            end: JudgementReport::new(self.last(), self.end.fen()),
            points: points.collect(),
        }
    }
}

impl JudgeSummary {
    /// Whether every file and game was read completely.
    pub const fn all_judged(&self) -> bool {
        self.files_refused + self.games_refused + self.games_broken == 0
    }

    fn count(&mut self, event: &JudgeEvent<'_>) {
        match event {
            JudgeEvent::FileSkipped => self.files -= 1,
            JudgeEvent::FileRefused(_) => self.files_refused += 1,
            JudgeEvent::GameUnreadable { .. } | JudgeEvent::GameIllegal { .. } => {
                self.games_refused += 1;
            }
            JudgeEvent::GameJudged { broken, .. } => {
                self.games += 1;
                self.games_broken += usize::from(broken.is_some());
            }
        }
    }
}

/// Judges all games in files, including the readable parts of broken games. Calls `observe` with each event.
///
/// # Errors
/// If `observe` fails.
pub fn judge_files(
    files: &[GameFile],
    from: Option<FileFormat>,
    rules: &Rules,
    mut observe: impl FnMut(&GameFile, &JudgeEvent<'_>) -> io::Result<()>,
) -> io::Result<JudgeSummary> {
    let mut summary = JudgeSummary::default();
    for file in files {
        summary.files += 1;
        let mut tell = |event: JudgeEvent<'_>| {
            summary.count(&event);
            observe(file, &event)
        };
        let games = match file.open_if_games(from) {
            Ok(Some(games)) => games,
            Ok(None) => {
                tell(JudgeEvent::FileSkipped)?;
                continue;
            }
            Err(error) => {
                tell(JudgeEvent::FileRefused(&error))?;
                continue;
            }
        };
        for (number, read) in (1..).zip(games) {
            let broken = read.as_ref().err();
            let Some(game) = read.as_ref().ok().or_else(|| broken?.salvaged()) else {
                if let Some(error) = broken {
                    tell(JudgeEvent::GameUnreadable { game: number, error })?;
                }
                continue;
            };
            match JudgedGame::new(game.clone(), rules) {
                Ok(judged) => {
                    tell(JudgeEvent::GameJudged { game: number, judged: &judged, broken })?;
                }
                Err(error) => tell(JudgeEvent::GameIllegal { game: number, error: &error })?,
            }
        }
    }
    Ok(summary)
}
