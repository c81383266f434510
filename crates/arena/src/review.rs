//! A second opinion: another program judges finished games again.
//!
//! The program reads one JSON object per line, `{"number", "fen", "moves", "winner", "reason"}`, and answers each with
//! a line `{"winner": "red" | "black" | null, "over": bool, "reason": text}`: the winner after these moves under the
//! program's rules, and whether the game is over. Instead it may answer `"illegal": n` if move n (counted from 1) is
//! illegal, or `"over_at": n` if the game was over after move n.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::client::EngineInfo;
use super::record::{EndReason, GameRecord, PlayedMove, ending_name};
use chuhe_engine::rules::Reason;
use chuhe_engine::types::{Color, Move};

/// How long the program may take to judge a game.
const ANSWER_MAX: Duration = Duration::from_mins(1);

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
#[allow(missing_docs, reason = "each message documents its error")]
pub enum ReviewError {
    #[error("unclosed quote")]
    Quotes,
    #[error("{}", chuhe_util::files::reason(.0))]
    Io(#[from] std::io::Error),
    #[error("the program exited after judging {} game{}", .0, if *.0 == 1 { "" } else { "s" })]
    Ended(u32),
    #[error("no answer within {} s", .0.as_secs())]
    Silent(Duration),
    /// The program misjudges the test game; its judgement in words.
    #[error("the program misjudges a game that red wins by checkmate: {0}")]
    Misjudged(String),
    #[error("the program returned an invalid answer, {line:?}: {error}")]
    Answer { line: String, error: serde_json::Error },
}

/// A running program that judges games.
#[derive(Debug)]
pub struct Reviewer {
    child: Child,
    /// `None` only while dropping.
    stdin: Option<ChildStdin>,
    lines: Receiver<io::Result<String>>,
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
        let (sender, lines) = mpsc::sync_channel(1);
        thread::Builder::new()
            .spawn(move || BufReader::new(stdout).lines().all(|line| sender.send(line).is_ok()))?;
        Ok(Self { child, stdin, lines, review: Review::default() })
    }

    /// Checks, before the first game of a match, that the program can judge games: it judges one that ends in mate.
    ///
    /// # Errors
    /// If the program does not start, sends no valid answer, or misjudges the game.
    pub fn check(command: &str) -> Result<(), ReviewError> {
        let mut reviewer = Self::start(command)?;
        reviewer.judge(&test_game())?;
        match reviewer.review.disagreements.pop() {
            None => Ok(()),
            Some(Disagreement { theirs, .. }) => Err(ReviewError::Misjudged(theirs)),
        }
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
        let ended = ReviewError::Ended(self.review.games);
        if let Some(stdin) = &mut self.stdin {
            // The program may have exited already, which shows when its answer is read.
            match stdin.write_all(format!("{question}\n").as_bytes()) {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error.into()),
                _ => {}
            }
        }
        let line = match self.lines.recv_timeout(ANSWER_MAX) {
            Ok(line) => line?,
            Err(RecvTimeoutError::Timeout) => return Err(ReviewError::Silent(ANSWER_MAX)),
            Err(RecvTimeoutError::Disconnected) => return Err(ended),
        };
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

/// A game of one move, which mates.
fn test_game() -> GameRecord {
    let mv = "b0b9".parse().expect("the text of a move");
    GameRecord {
        number: 0,
        engines: [0, 1],
        fen: "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1".to_owned(),
        book: Vec::new(),
        moves: vec![PlayedMove { mv, micros: 0, thought: EngineInfo::default() }],
        winner: Some(Color::Red),
        reason: EndReason::Rule(Reason::Checkmate),
        started: 0,
        millis: 0,
        overloaded: false,
    }
}

/// Returns the disagreement on a game, if any. If the rules ended the game in the match, the other program must also
/// find that it ended after the same move, with the same winner. Otherwise, the other program must find that it is not
/// over.
fn disagreement(game: &GameRecord, opinion: &Opinion) -> Option<Disagreement> {
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
            format!("{} after move {number}: {}", outcome_text(opinion.winner), opinion.reason)
        }
        (None, None) if opinion.over => {
            format!("{}: {}", outcome_text(opinion.winner), opinion.reason)
        }
        (None, None) => "goes on".to_owned(),
    };
    let ours = format!("{}: {}", outcome_text(game.winner), ending_name(&game.reason));
    Some(Disagreement { number: game.number, ours, theirs })
}

fn outcome_text(winner: Option<Color>) -> String {
    match winner {
        None => "draw".to_owned(),
        Some(color) => format!("{color} wins"),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use chuhe_engine::board::Position;
    use chuhe_engine::rules::{self, Rules};

    #[test]
    fn the_test_game_ends_in_mate() {
        let game = test_game();
        let mut position = Position::from_fen(&game.fen).unwrap();
        position.play(game.moves[0].mv).unwrap();
        let ending = rules::ending(&position, &Rules::default()).unwrap();
        assert_eq!((ending.winner, EndReason::Rule(ending.reason)), (game.winner, game.reason));
    }

    #[test]
    fn a_judge_is_tried_before_the_first_game() {
        let judge = |script: &str| {
            let command = format!("sh -c '{script}'");
            Reviewer::check(&command).map_err(|error| error.to_string())
        };
        let answer = |answer: &str| judge(&format!("read line; echo {answer:?}"));
        assert_eq!(answer(r#"{"winner": "red", "over": true, "reason": "mate"}"#), Ok(()));
        let wrong = "the program misjudges a game that red wins by checkmate: ";
        let says = |text: &str| Err(format!("{wrong}{text}"));
        assert_eq!(answer(r#"{"over": false}"#), says("goes on"));
        assert_eq!(answer(r#"{"illegal": 1}"#), says("move 1 is illegal"));
        let nonsense = judge("echo nonsense").unwrap_err();
        assert!(nonsense.starts_with("the program returned an invalid answer, \"nonsense\""));
        let exited = Err("the program exited after judging 0 games".to_owned());
        assert_eq!(judge("exit 3"), exited);
        assert!(Reviewer::check("/no/such/judge").is_err());
        assert!(matches!(Reviewer::check("judge '"), Err(ReviewError::Quotes)));
    }
}
