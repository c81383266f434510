//! A game judged after each of its moves.

use serde::Serialize;

use crate::board::Position;
use crate::notation::{Game, IllegalGameMove};
use crate::rules::{self, Ending, Judgement, JudgementReport, Reason, Rules};
use crate::types::Move;

/// A game with the judgement on each of its positions.
///
/// ```
/// use chuhe::analysis::JudgedGame;
/// use chuhe::notation::pgn;
/// use chuhe::rules::{Reason, Rules};
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
    /// The judgements on the start and after each move, so that there is one more than there are moves.
    pub judgements: Vec<Judgement>,
}

/// A judged game, to be serialised.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedGameReport<'a> {
    game: usize,
    red: Option<&'a str>,
    black: Option<&'a str>,
    /// The result that the file gives.
    recorded: &'static str,
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
    /// Judges a game at every point.
    ///
    /// # Errors
    /// If a move of the game is not legal.
    pub fn new(game: Game, rules: &Rules) -> Result<Self, IllegalGameMove> {
        let mut judgements = Vec::new();
        let end = game.replay(|position| judgements.push(rules::judge(position, rules)))?;
        Ok(Self { game, end, judgements })
    }

    /// The judgement on the last position.
    ///
    /// # Panics
    /// If there is no judgement.
    #[must_use]
    pub fn last(&self) -> &Judgement {
        self.judgements.last().expect("the start is judged")
    }

    /// The report on the game, which has this number in its file.
    #[must_use]
    pub fn report(&self, number: usize) -> JudgedGameReport<'_> {
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
            game: number,
            red: self.game.tag("Red"),
            black: self.game.tag("Black"),
            recorded: self.game.outcome.text(),
            end: JudgementReport::new(self.last(), self.end.fen()),
            points: points.collect(),
        }
    }
}
