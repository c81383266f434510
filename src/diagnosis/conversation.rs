//! A test conversation with this program, which is started as a separate process, just as a host would start it.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// The timeout for an answer. A machine in working order answers sooner, however busy it is.
const PATIENCE: Duration = Duration::from_secs(10);

/// The lines of a conversation.
pub(super) struct Conversation {
    greeting: &'static str,
    greeting_end: &'static str,
    /// The line with which the engine ends the conversation, if the dialect has one.
    farewell: Option<&'static str>,
}

impl Conversation {
    pub(super) const UCCI: Self =
        Self { greeting: "ucci", greeting_end: "ucciok", farewell: Some("bye") };
    pub(super) const UCI: Self = Self { greeting: "uci", greeting_end: "uciok", farewell: None };
}

/// Why a conversation fails.
#[derive(Debug, thiserror::Error)]
pub(super) enum ConversationError {
    #[error("{}", tr!("doctor-cannot-start", path = .path.clone(), error = .error.localize()))]
    Start { path: String, error: io::Error },
    #[error("{}", tr!("doctor-cannot-write", line = format!("{:?}", .line), error = .error.localize()))]
    Write { line: String, error: io::Error },
    #[error("{}", tr!("doctor-silent", word = .0.clone(), seconds = PATIENCE.as_secs()))]
    Silent(String),
    #[error("{}", tr!("doctor-bad-move", answer = format!("{:?}", .0)))]
    BadMove(String),
    #[error("{}", tr!("doctor-status", status = .0.to_string()))]
    Status(ExitStatus),
    #[error("{}", tr!("doctor-stays"))]
    Stays,
    #[error("{}", .0.localize())]
    Io(#[from] io::Error),
}

/// Starts the engine, greets it, requests a move and quits.
pub(super) fn hold(binary: &Path, talk: &Conversation) -> Result<String, ConversationError> {
    let start = Instant::now();
    let mut engine = ConversationPeer::start(binary)?;
    engine.send(talk.greeting)?;
    engine.wait_for(talk.greeting_end)?;
    let greeted = start.elapsed();
    engine.send("isready")?;
    engine.wait_for("readyok")?;
    engine.send("position startpos moves h2e2")?;
    engine.send("go depth 5")?;
    let answer = engine.wait_for("bestmove")?;
    let mut position = Position::startpos();
    for text in ["h2e2", answer.split(' ').nth(1).unwrap_or_default()] {
        let mv = iccs::parse(text, Ranks::FromZero).ok();
        if mv.is_none_or(|mv| position.play(mv).is_err()) {
            return Err(ConversationError::BadMove(answer.clone()));
        }
    }
    engine.send("quit")?;
    if let Some(farewell) = talk.farewell {
        engine.wait_for(farewell)?;
    }
    engine.wait()?;
    Ok(tr!(
        "doctor-greeted",
        word = talk.greeting_end,
        millis = greeted.as_millis() as u64,
        answer = answer
    ))
}

/// The engine's process, which is ended when this value is dropped.
struct ConversationPeer {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

impl ConversationPeer {
    fn start(binary: &Path) -> Result<Self, ConversationError> {
        let mut child = Command::new(binary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| ConversationError::Start {
                path: binary.display().to_string(),
                error,
            })?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.expect("both pipes were requested");
        let (sender, lines) = mpsc::channel();
        let read = move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        if let Err(error) = thread::Builder::new().spawn(read) {
            let _ = child.kill();
            let _ = child.wait();
            return Err(error.into());
        }
        Ok(Self { child, stdin, lines })
    }

    fn send(&mut self, line: &str) -> Result<(), ConversationError> {
        writeln!(self.stdin, "{line}")
            .map_err(|error| ConversationError::Write { line: line.to_owned(), error })
    }

    /// Waits for a line that begins with a word.
    fn wait_for(&self, word: &str) -> Result<String, ConversationError> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.split(' ').next() == Some(word) => return Ok(line),
                Ok(_) => {}
                Err(_) => return Err(ConversationError::Silent(word.to_owned())),
            }
        }
    }

    /// Waits for the process to exit successfully.
    fn wait(&mut self) -> Result<(), ConversationError> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => return Err(ConversationError::Status(status)),
                Err(error) => return Err(error.into()),
            }
        }
        Err(ConversationError::Stays)
    }
}

impl Drop for ConversationPeer {
    fn drop(&mut self) {
        // These calls fail only if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_no_engine_fails() {
        let error = hold(Path::new("/bin/true"), &Conversation::UCCI).unwrap_err().to_string();
        assert!(error.contains("ucci"), "{error}");
        let error = hold(Path::new("/nowhere/chuhe"), &Conversation::UCI).unwrap_err().to_string();
        assert!(error.contains("cannot start /nowhere/chuhe"), "{error}");
    }
}
