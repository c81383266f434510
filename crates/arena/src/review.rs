//! A second opinion: another program judges finished games again.
//!
//! The program reads one JSON object per line, `{"number", "fen", "moves", "winner", "reason"}`, and answers each with
//! a line `{"winner": "red" | "black" | null, "over": bool, "reason": text}`: the winner after these moves under the
//! program's rules, and whether the game is over. Instead it may answer `"illegal": n` if move n (counted from 1) is
//! illegal, or `"over_at": n` if the game was over after move n.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::record::{EndReason, GameRecord, ending_name};
use chuhe_engine::types::{Color, Move};

/// The other program's judgement of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opinion {
    /// The winner; `None` for a draw or a game that is not over.
    #[serde(default)]
    pub winner: Option<Color>,
    /// Whether the rules end the game after its last move.
    #[serde(default)]
    pub over: bool,
    /// The reason, in the other program's words.
    #[serde(default)]
    pub reason: String,
    /// The number of the first illegal move, from 1.
    #[serde(default)]
    pub illegal: Option<u32>,
    /// The number of the move after which the game was over, if this was not the last move.
    #[serde(default)]
    pub over_at: Option<u32>,
}

/// A game on which the judgements differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The game's number in the schedule, from 0.
    pub number: u32,
    /// The ending in the match, in words.
    pub ours: String,
    /// The ending according to the other program, in words.
    pub theirs: String,
}

/// The result of a review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Review {
    /// The number of games judged.
    pub games: u32,
    /// The number of games on which both judgements agree.
    pub agreed: u32,
    /// The other games.
    pub disagreements: Vec<Disagreement>,
}

/// Why a second opinion is not available.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// An unclosed quote in the command.
    #[error("unclosed quote")]
    Quotes,
    /// The program cannot be started, or a pipe to it fails.
    #[error("{}", chuhe_files::reason(.0))]
    Io(#[from] std::io::Error),
    /// The program ended before it had judged every game.
    #[error("the program exited after judging {} game{}", .0, if *.0 == 1 { "" } else { "s" })]
    Ended(u32),
    /// An answer cannot be parsed.
    #[error("the program returned an invalid answer, {line:?}: {error}")]
    Answer {
        /// The answer.
        line: String,
        /// The error.
        error: serde_json::Error,
    },
}

/// A running program that judges games.
#[derive(Debug)]
pub struct Reviewer {
    child: Child,
    /// `None` only while dropping.
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    review: Review,
}

impl Reviewer {
    /// Starts the program. `command` contains its name and arguments, quoted as for a shell.
    ///
    /// # Errors
    /// If a quote is not closed, or the program cannot be started.
    pub fn start(command: &str) -> Result<Self, ReviewError> {
        let words = shlex::split(command).ok_or(ReviewError::Quotes)?;
        let mut words = words.into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().ok_or(ReviewError::Ended(0))?;
        Ok(Self { child, stdin, stdout: BufReader::new(stdout), review: Review::default() })
    }

    /// Sends a game to the program and compares the judgements.
    ///
    /// # Errors
    /// If the program sends no valid answer.
    pub fn judge(&mut self, game: &GameRecord) -> Result<(), ReviewError> {
        let moves: Vec<Move> =
            game.book.iter().copied().chain(game.moves.iter().map(|played| played.mv)).collect();
        let question = json!({
            "number": game.number,
            "fen": game.fen,
            "moves": moves,
            "winner": game.winner,
            "reason": ending_name(&game.reason),
        });
        if let Some(stdin) = &mut self.stdin {
            stdin.write_all(format!("{question}\n").as_bytes())?;
            stdin.flush()?;
        }
        let mut line = String::new();
        if self.stdout.read_line(&mut line)? == 0 {
            return Err(ReviewError::Ended(self.review.games));
        }
        let opinion: Opinion = serde_json::from_str(&line)
            .map_err(|error| ReviewError::Answer { line: line.trim().to_owned(), error })?;
        self.review.games += 1;
        match disagreement(game, &opinion) {
            None => self.review.agreed += 1,
            Some(disagreement) => self.review.disagreements.push(disagreement),
        }
        Ok(())
    }

    /// The result so far.
    #[must_use]
    pub fn review(&self) -> &Review {
        &self.review
    }
}

impl Drop for Reviewer {
    fn drop(&mut self) {
        self.stdin = None;
        // The program has nothing left to do, so it may be killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the disagreement on a game, if any. If the rules ended the game in the match, the other program must also
/// find that it ended after the same move, with the same winner. Otherwise, the other program must find that it is not
/// over.
fn disagreement(game: &GameRecord, opinion: &Opinion) -> Option<Disagreement> {
    let side = |winner: Option<Color>| match winner {
        None => "draw".to_owned(),
        Some(color) => format!("{color} wins"),
    };
    let by_rule = matches!(game.reason, EndReason::Rule(_));
    let agrees = opinion.illegal.is_none()
        && opinion.over_at.is_none()
        && opinion.over == by_rule
        && (!by_rule || opinion.winner == game.winner);
    if agrees {
        return None;
    }
    let theirs = match (opinion.illegal, opinion.over_at) {
        (Some(number), _) => format!("move {number} is illegal"),
        (None, Some(number)) => {
            format!("{} after move {number}: {}", side(opinion.winner), opinion.reason)
        }
        (None, None) if opinion.over => format!("{}: {}", side(opinion.winner), opinion.reason),
        (None, None) => "goes on".to_owned(),
    };
    let ours = format!("{}: {}", side(game.winner), ending_name(&game.reason));
    Some(Disagreement { number: game.number, ours, theirs })
}
