//! Runs the engine as a client does: as a process with two pipes.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use regex_lite::Regex;

/// The number of dialogue lines shown after a failure: enough to find the cause, but not a whole search.
const SHOWN_LINES: usize = 120;

/// The factor by which upper time bounds are multiplied, because they are written for an otherwise idle machine.
///
/// `CHUHE_TEST_PATIENCE` sets it; otherwise it is 3 on a CI machine (if the variable `CI` is set) and 1 elsewhere. It
/// grows with the load if the machine is overloaded.
pub(crate) fn patience() -> u32 {
    let wish = std::env::var("CHUHE_TEST_PATIENCE").ok().and_then(|text| text.parse().ok());
    let wish: u32 = wish.unwrap_or(if std::env::var_os("CI").is_some() { 3 } else { 1 });
    // Only Linux reports the load in this way.
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    let processors = thread::available_parallelism().map_or(1, usize::from) as f64;
    // The match tests alone make up to three processes wait for each processor.
    wish * (load / processors / 3.0).clamp(1.0, 10.0).ceil() as u32
}

/// The author of an [`Entry`] of the dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaker {
    /// This test.
    Client,
    /// The engine under test.
    Engine,
}

/// One line of the dialogue.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Time since the process was started.
    pub(crate) at: Duration,
    /// The author of the line.
    pub(crate) speaker: Speaker,
    /// The line without its end; raw input is shown with escapes.
    pub(crate) text: String,
}

/// A running engine and its dialogue so far.
#[derive(Debug)]
pub(crate) struct EngineProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Receiver<(Instant, String)>,
    stderr: Option<JoinHandle<String>>,
    started: Instant,
    dialogue: Vec<Entry>,
}

impl EngineProcess {
    /// Starts the binary of this package, or the one named by `CHUHE_TEST_BINARY`.
    pub(crate) fn start() -> Self {
        let binary = std::env::var("CHUHE_TEST_BINARY")
            .unwrap_or_else(|_| env!("CARGO_BIN_EXE_chuhe").to_owned());
        let started = Instant::now();
        let mut child = Command::new(&binary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {binary}: {error}"));
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.split(b'\n').map_while(Result::ok) {
                let text = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
                if sender.send((Instant::now(), text)).is_err() {
                    break;
                }
            }
        });
        let stderr = thread::spawn(move || {
            let mut text = Vec::new();
            // If the pipe cannot be read, the missing text shows in the failure report.
            let _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let dialogue = Vec::new();
        Self { child, stdin, stdout: lines, stderr: Some(stderr), started, dialogue }
    }

    /// Sends one line.
    ///
    /// # Errors
    /// If the engine no longer reads its input.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), String> {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    /// Sends bytes unchanged.
    ///
    /// # Errors
    /// If the engine no longer reads its input.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), String> {
        let at = self.started.elapsed();
        let lines = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        self.dialogue.extend(lines.split(|&byte| byte == b'\n').map(|line| Entry {
            at,
            speaker: Speaker::Client,
            text: line.escape_ascii().to_string(),
        }));
        let stdin = self.stdin.as_mut().ok_or("the input is already closed")?;
        stdin
            .write_all(bytes)
            .and_then(|()| stdin.flush())
            .map_err(|error| format!("the engine does not read its input: {error}"))
    }

    /// Closes the engine's input, like a client that exits.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for a matching line and returns it with its arrival time; other lines are skipped.
    ///
    /// # Errors
    /// If no line matches within `within`, or the engine closes its output first.
    pub(crate) fn expect(
        &mut self,
        pattern: &Regex,
        within: Duration,
    ) -> Result<(Instant, String), String> {
        let deadline = Instant::now() + within;
        loop {
            match self.next_line(deadline) {
                Ok((at, line)) if pattern.is_match(&line) => return Ok((at, line)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no line matches /{pattern}/ within {within:?}"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("the output ended before a line matched /{pattern}/"));
                }
            }
        }
    }

    /// Checks that no line matches for the time `during`.
    ///
    /// # Errors
    /// If a line matches, or the output ends.
    pub(crate) fn refuse(&mut self, pattern: &Regex, during: Duration) -> Result<(), String> {
        let deadline = Instant::now() + during;
        loop {
            match self.next_line(deadline) {
                Ok((_, line)) if pattern.is_match(&line) => {
                    return Err(format!("a line matches /{pattern}/: {line}"));
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => {
                    // Silence after the end of the output must not count, or a crash would pass.
                    return Err("the output ended".to_owned());
                }
            }
        }
    }

    /// Waits for the process to exit and returns its exit code.
    ///
    /// # Errors
    /// If the process is still running after `within`, or was killed by a signal.
    pub(crate) fn wait_for_exit(&mut self, within: Duration) -> Result<i32, String> {
        let deadline = Instant::now() + within;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    self.drain();
                    return status.code().ok_or_else(|| format!("ended by {status}"));
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Ok(None) => return Err(format!("still running after {within:?}")),
                Err(error) => return Err(format!("cannot wait for the process: {error}")),
            }
        }
    }

    /// Kills the process if it is still running. Returns the dialogue and the text on stderr.
    pub(crate) fn finish(mut self) -> (Vec<Entry>, String) {
        self.kill();
        self.drain();
        let stderr = self.stderr.take().and_then(|reader| reader.join().ok()).unwrap_or_default();
        (std::mem::take(&mut self.dialogue), stderr)
    }

    fn next_line(&mut self, deadline: Instant) -> Result<(Instant, String), RecvTimeoutError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let (at, text) = self.stdout.recv_timeout(left)?;
        self.record(at, &text);
        Ok((at, text))
    }

    /// Reads what an exited process left in the pipe.
    fn drain(&mut self) {
        while let Ok((at, text)) = self.stdout.recv_timeout(Duration::from_secs(1)) {
            self.record(at, &text);
        }
    }

    fn record(&mut self, at: Instant, text: &str) {
        let at = at.saturating_duration_since(self.started);
        self.dialogue.push(Entry { at, speaker: Speaker::Engine, text: text.to_owned() });
    }

    fn kill(&mut self) {
        // Both calls fail only if the process has already been waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The end of a dialogue, one line per entry, with times in milliseconds.
pub(crate) fn render(dialogue: &[Entry]) -> String {
    let skipped = dialogue.len().saturating_sub(SHOWN_LINES);
    let mut text = String::new();
    if skipped > 0 {
        text.push_str("    (earlier lines left out)\n");
    }
    for entry in &dialogue[skipped..] {
        let arrow = if entry.speaker == Speaker::Client { '>' } else { '<' };
        writeln!(text, "    {:6} {arrow} {}", entry.at.as_millis(), entry.text)
            .expect("writing to a string cannot fail");
    }
    text
}
