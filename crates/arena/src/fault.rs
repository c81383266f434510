//! What can go wrong with an engine: faults, which lose a game, and programs that do not start.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::offers::OptionProblem;
use super::process::ExitReport;

/// A fault of an engine, which loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// The engine could not be started or did not finish its greeting, for this reason.
    Start(String),
    /// The engine did not send `readyok` in time.
    NotReady,
    /// The engine exited or closed its output; the text describes how and quotes the last lines of its stderr.
    Crash(String),
    /// The engine answered too late, by this many milliseconds.
    TimeLoss(u64),
    /// The engine did not answer at all, not even to `stop`.
    Hang,
    /// The engine played this illegal move.
    IllegalMove(String),
    /// The engine answered without a move although it had legal ones.
    NoMove,
}

/// The name of a fault, in a few words.
pub fn fault_name(fault: &Fault) -> &'static str {
    match fault {
        Fault::Start(_) => "does not start",
        Fault::NotReady => "not ready",
        Fault::Crash(_) => "crash",
        Fault::TimeLoss(_) => "time loss",
        Fault::Hang => "hang",
        Fault::IllegalMove(_) => "illegal move",
        Fault::NoMove => "no move",
    }
}

/// What is known about a fault beyond its name, after a colon; empty if nothing is.
pub(super) fn fault_details(fault: &Fault) -> String {
    match fault {
        Fault::Start(why) | Fault::Crash(why) => format!(": {why}"),
        Fault::TimeLoss(over) => format!(": {over} ms over"),
        Fault::IllegalMove(text) => format!(": {text:?}"),
        Fault::NotReady | Fault::Hang | Fault::NoMove => String::new(),
    }
}

/// Why a game with an engine cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Failure {
    #[error("{}{}", fault_name(.0), fault_details(.0))]
    Fault(Fault),
    #[error(transparent)]
    Start(StartFailure),
    #[error("interrupted")]
    Interrupted,
    /// The system cannot start another process; the engine is not to blame.
    #[error(transparent)]
    Machine(LaunchError),
}

/// Why a program cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot start {command}: {}", chuhe_util::files::reason(&self.error()))]
pub struct LaunchError {
    /// The program.
    pub command: String,
    kind: io::ErrorKind,
    code: Option<i32>,
    /// The text of an error that is not the system's own.
    text: Option<String>,
}

impl LaunchError {
    pub(super) fn new(command: &Path, error: &io::Error) -> Self {
        let text = error.get_ref().map(ToString::to_string);
        let (command, kind) = (command.display().to_string(), error.kind());
        Self { command, kind, code: error.raw_os_error(), text }
    }

    /// The system's error.
    pub fn error(&self) -> io::Error {
        match (&self.text, self.code) {
            (Some(text), _) => io::Error::new(self.kind, text.clone()),
            (None, Some(code)) => io::Error::from_raw_os_error(code),
            (None, None) => self.kind.into(),
        }
    }
}

/// Why an engine does not start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum StartFailure {
    #[error(transparent)]
    Launch(#[from] LaunchError),
    #[error("no complete greeting within {} s", .0.as_secs_f64())]
    NoGreeting(Duration),
    #[error("{0}")]
    Ended(ExitReport),
    #[error("speaks CECP, the protocol of xboard; only UCI and UCCI engines can play")]
    Cecp,
    #[error(transparent)]
    Option(#[from] Box<OptionProblem>),
    #[error("{}", fault_name(.0))]
    Fault(Fault),
    #[error("interrupted")]
    Interrupted,
    #[error("{0}")]
    Recorded(String),
}

impl From<StartFailure> for Failure {
    fn from(why: StartFailure) -> Self {
        Self::Start(why)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launch_error_keeps_its_reason() {
        let own = "cannot be bound to processors [3]";
        for error in [io::Error::other(own), io::Error::from_raw_os_error(2)] {
            let launch = LaunchError::new(Path::new("engine"), &error);
            assert_eq!(launch.error().to_string(), error.to_string());
        }
    }
}
