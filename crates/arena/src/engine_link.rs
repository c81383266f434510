//! A conversation with an engine: its process, its dialect, and a transcript of both sides.
//!
//! Callers interpret the conversation: matches count faults, and the protocol checks record findings.

use std::collections::VecDeque;
use std::io;
use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::process::{ExitReport, OutputLine, Process, Silence};
use super::settings::EngineSettings;
use chuhe_engine::protocol::{Dialect, Reply};

/// The maximum size of a kept conversation, in bytes. The oldest lines are dropped, since the last ones show what went
/// wrong.
const TRANSCRIPT_BYTES: usize = 4 << 20;

/// The transcript entry for the end of the engine's input.
pub(super) const END_OF_INPUT: &str = "(end of input)";

#[derive(Clone, Debug)]
pub(super) struct TranscriptLine {
    /// When the line was sent or read.
    pub(super) at: Instant,
    /// `>` to the engine, `<` from it, `!` from its stderr.
    pub(super) direction: char,
    /// The line without its line ending.
    pub(super) text: String,
}

impl TranscriptLine {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.len()
    }
}

/// The last lines of a conversation, in order.
#[derive(Debug, Default)]
struct Transcript {
    lines: VecDeque<TranscriptLine>,
    bytes: usize,
}

impl Transcript {
    fn push(&mut self, line: TranscriptLine) {
        log::trace!("{} {}", line.direction, line.text);
        self.bytes += line.bytes();
        self.lines.push_back(line);
        while self.bytes > TRANSCRIPT_BYTES
            && let Some(first) = self.lines.pop_front()
        {
            self.bytes -= first.bytes();
        }
    }
}

/// A line from the engine, with its meaning in the dialect.
#[derive(Clone, Debug)]
pub(super) struct EngineLine {
    /// When the line was read.
    pub(super) at: Instant,
    /// The line without its line ending.
    pub(super) text: String,
    /// Whether the line came from stderr, or was cut off by the end of the output.
    pub(super) is_error: bool,
    /// The parsed line; `None` if it means nothing to a host.
    pub(super) reply: Option<Reply>,
}

/// A running engine, its dialect, and the conversation.
#[derive(Debug)]
pub(super) struct EngineLink {
    process: Process,
    dialect: Dialect,
    transcript: Transcript,
}

impl EngineLink {
    /// Starts an engine's program, bound to `processors` unless that is empty. Sends nothing.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub(super) fn start(
        engine: &EngineSettings,
        processors: &[usize],
        dialect: Dialect,
    ) -> io::Result<Self> {
        let process = Process::start(engine, processors)?;
        Ok(Self { process, dialect, transcript: Transcript::default() })
    }

    /// The dialect of the conversation.
    pub(super) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Sends a line. Returns the time just before sending.
    ///
    /// # Errors
    /// If the engine no longer reads its input. The transcript then contains its last lines.
    pub(super) fn send(&mut self, line: &str) -> io::Result<Instant> {
        let at = Instant::now();
        self.record('>', at, line);
        if let Err(error) = self.process.send(line) {
            self.skip_pending(Instant::now());
            return Err(error);
        }
        Ok(at)
    }

    /// The next line from the engine. A line that came after the deadline is left for the next call.
    ///
    /// # Errors
    /// If no line comes by the deadline, the engine has closed its output, or `stop` is set meanwhile.
    pub(super) fn receive(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<EngineLine, Silence> {
        let OutputLine { at, text, is_error } = self.process.receive(deadline, stop)?;
        self.record(if is_error { '!' } else { '<' }, at, &text);
        let reply = if is_error { None } else { self.dialect.parse_reply(&text) };
        Ok(EngineLine { at, text, is_error, reply })
    }

    /// Receives lines until `pick` returns something.
    ///
    /// # Errors
    /// Like [`EngineLink::receive`].
    pub(super) fn wait_for<T>(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
        mut pick: impl FnMut(EngineLine) -> Option<T>,
    ) -> Result<T, Silence> {
        loop {
            if let Some(picked) = pick(self.receive(deadline, stop)?) {
                return Ok(picked);
            }
        }
    }

    /// Moves the lines that came by `until` into the transcript, so they are not taken for answers to later requests.
    pub(super) fn skip_pending(&mut self, until: Instant) {
        while let Some(line) = self.process.pending(until) {
            self.record(if line.is_error { '!' } else { '<' }, line.at, &line.text);
        }
    }

    /// Processor time used so far, summed over all threads; `None` if unknown.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        self.process.processor_time()
    }

    /// Waits briefly for the engine to exit. Returns how it exited, and its last lines on stderr.
    pub(super) fn exit_report(&mut self) -> ExitReport {
        self.process.exit_report()
    }

    /// Closes the engine's input and ends the process, like [`Process::end`].
    pub(super) fn end(&mut self, quit_sent: bool) -> Option<ExitStatus> {
        self.process.end(quit_sent)
    }

    /// Closes the engine's input, as a dying host would, and ends the engine as if `quit` had been sent.
    pub(super) fn hang_up(&mut self) -> Option<ExitStatus> {
        self.record('>', Instant::now(), END_OF_INPUT);
        self.end(true)
    }

    /// The conversation, oldest line first.
    pub(super) const fn transcript(&self) -> &VecDeque<TranscriptLine> {
        &self.transcript.lines
    }

    /// The conversation since the last call, oldest line first.
    pub(super) fn take_transcript(&mut self) -> Vec<TranscriptLine> {
        std::mem::take(&mut self.transcript).lines.into()
    }

    fn record(&mut self, direction: char, at: Instant, text: &str) {
        self.transcript.push(TranscriptLine { at, direction, text: text.to_owned() });
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::thread;

    use super::*;

    fn shell(script: &str) -> EngineLink {
        let mut engine = EngineSettings::new("sh");
        engine.arguments = vec!["-c".to_owned(), script.to_owned()];
        EngineLink::start(&engine, &[], Dialect::Uci).unwrap()
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(20)
    }

    fn transcript_of(link: &mut EngineLink) -> Vec<String> {
        let lines = link.take_transcript();
        lines.iter().map(|line| format!("{} {}", line.direction, line.text)).collect()
    }

    #[test]
    fn both_sides_are_recorded() {
        let mut link = shell("read line; echo trouble >&2; sleep 0.1; echo readyok");
        link.send("isready").unwrap();
        let never = AtomicBool::new(false);
        let ready = link.wait_for(soon(), &never, |line| line.reply);
        assert_eq!(ready, Ok(Reply::ReadyOk));
        assert_eq!(transcript_of(&mut link), ["> isready", "! trouble", "< readyok"]);
        assert!(transcript_of(&mut link).is_empty());
    }

    #[test]
    fn last_lines_of_an_exited_engine_are_kept() {
        let mut link = shell("echo out of memory; sleep 0.5; exec <&-; sleep 60");
        let end = soon();
        while link.send("isready").is_ok() && Instant::now() < end {
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(transcript_of(&mut link).last().map(String::as_str), Some("< out of memory"));
    }

    #[test]
    fn a_transcript_keeps_its_end() {
        let mut transcript = Transcript::default();
        let line = |text: String| TranscriptLine { at: Instant::now(), direction: '<', text };
        for i in 0..1000 {
            transcript.push(line(format!("{i:>16384}")));
        }
        assert!(transcript.bytes <= TRANSCRIPT_BYTES);
        assert!(transcript.lines.len() > 200);
        assert!(transcript.lines.back().is_some_and(|line| line.text.ends_with(" 999")));
    }
}
