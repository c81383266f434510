//! An engine as a child process: sends lines, and receives lines with the times at which they were read.
//!
//! This module knows no protocol. Whatever the child does (flood its output, fall silent, close its pipes, die), every
//! call returns by its deadline, and memory stays bounded.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::phrase::{Phrase, phrase};
use super::settings::EngineSettings;

/// The maximum number of lines read ahead. Further lines stay in the pipe.
const QUEUE_LINES: usize = 4096;
/// The maximum length of a line in bytes; longer ones, which no protocol has, are truncated.
const LINE_BYTES_MAX: u64 = 16_384;
/// How often a waiting call checks its stop flag.
const WAKE_UP: Duration = Duration::from_millis(50);
/// How long a child may take to exit after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);
/// How long to wait until the pipes of an exited child close.
const PIPE_END: Duration = Duration::from_millis(100);
/// The number of stderr lines kept for crash reports.
const LAST_WORDS: usize = 5;

/// The signal that no process can ignore.
#[cfg(unix)]
const SIGKILL: i32 = 9;
/// `CREATE_NEW_PROCESS_GROUP`.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;

/// A line from the child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutputLine {
    /// When the line was read.
    pub(super) at: Instant,
    /// The line without its line ending; bytes that are not UTF-8 are replaced.
    pub(super) text: String,
    /// Whether the line came from stderr, or was cut off by the end of the stream.
    pub(super) is_error: bool,
}

/// An event sent by a reading thread.
#[derive(Debug)]
enum StreamEvent {
    Line(OutputLine),
    /// The end of stdout; stderr may continue.
    End,
}

/// Why no line was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// No line came by the deadline.
    Late,
    /// The child closed its stdout or has exited.
    Closed,
    /// The stop flag was set.
    Interrupted,
}

/// A running child process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// `None` once closed.
    stdin: Option<ChildStdin>,
    received: Receiver<StreamEvent>,
    /// A line that came after the deadline of the last call.
    held: Option<OutputLine>,
    /// Whether the child's stdout has ended.
    is_closed: bool,
    /// Whether both streams have ended and all their lines have been received.
    is_drained: bool,
    /// When the child was first seen to have exited with its stdout still open.
    gone_since: Option<Instant>,
    last_words: VecDeque<String>,
}

impl Process {
    /// Starts an engine's program, bound to `processors` unless that is empty.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub(super) fn start(engine: &EngineSettings, processors: &[usize]) -> io::Result<Self> {
        let mut command = Command::new(engine.program());
        command.args(&engine.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &engine.directory {
            command.current_dir(directory);
        }
        // The child gets its own process group: Ctrl-C does not reach it, and a wrapper script is killed with its
        // children.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_PROCESS_GROUP);
        system::end_with_parent(&mut command);
        let mut child = command.spawn()?;
        if let Err(error) = system::pin(&child, processors) {
            system::kill(&mut child);
            let what = format!("cannot be bound to processors {processors:?}: {error}");
            return Err(io::Error::other(what));
        }
        let stdin = child.stdin.take();
        let (sender, received) = mpsc::sync_channel(QUEUE_LINES);
        if let Some(stderr) = child.stderr.take() {
            let sender = sender.clone();
            thread::Builder::new().spawn(move || forward(stderr, &sender, true))?;
        }
        if let Some(stdout) = child.stdout.take() {
            thread::Builder::new().spawn(move || forward(stdout, &sender, false))?;
        }
        Ok(Self {
            child,
            stdin,
            received,
            held: None,
            is_closed: false,
            is_drained: false,
            gone_since: None,
            last_words: VecDeque::new(),
        })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the child no longer reads its input.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        // A single write is used because two would wake the reader twice.
        stdin.write_all(format!("{line}\n").as_bytes())
    }

    /// Waits for the next line until the deadline, or until `stop` is set. A line that came after the deadline is left
    /// for the next call.
    ///
    /// # Errors
    /// If there is no such line.
    pub(super) fn receive(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<OutputLine, Silence> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Silence::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.next(left.min(WAKE_UP)) {
                Some(line) if line.at > deadline => {
                    self.held = Some(line);
                    return Err(Silence::Late);
                }
                Some(line) => {
                    self.listen(&line);
                    return Ok(line);
                }
                None if self.is_closed || self.is_abandoned() => return Err(Silence::Closed),
                None if left <= WAKE_UP => return Err(Silence::Late),
                None => {}
            }
        }
    }

    /// The next line, if it came by `until`. Does not wait.
    pub(super) fn pending(&mut self, until: Instant) -> Option<OutputLine> {
        let line = self.next(Duration::ZERO)?;
        if line.at > until {
            self.held = Some(line);
            return None;
        }
        self.listen(&line);
        Some(line)
    }

    fn next(&mut self, wait: Duration) -> Option<OutputLine> {
        if let Some(line) = self.held.take() {
            return Some(line);
        }
        match self.received.recv_timeout(if self.is_closed { Duration::ZERO } else { wait }) {
            Ok(StreamEvent::Line(line)) => Some(line),
            Ok(StreamEvent::End) => {
                self.is_closed = true;
                None
            }
            Err(RecvTimeoutError::Disconnected) => {
                (self.is_closed, self.is_drained) = (true, true);
                None
            }
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Whether the child exited some time ago while its stdout is still open, inherited by a process that it started.
    fn is_abandoned(&mut self) -> bool {
        if self.gone_since.is_none() && matches!(self.child.try_wait(), Ok(Some(_))) {
            self.gone_since = Some(Instant::now());
        }
        self.gone_since.is_some_and(|since| since.elapsed() >= FAREWELL)
    }

    /// Takes all lines received so far.
    fn drain(&mut self) {
        let now = Instant::now();
        while self.pending(now).is_some() {}
    }

    fn listen(&mut self, line: &OutputLine) {
        if line.is_error {
            if self.last_words.len() == LAST_WORDS {
                self.last_words.pop_front();
            }
            self.last_words.push_back(line.text.clone());
        }
    }

    /// Processor time used so far, summed over all threads; `None` if unknown.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        system::processor_time(&self.child)
    }

    /// Closes the child's stdin and ends the child. If `quit_sent`, waits up to [`FAREWELL`] first; then kills its
    /// process group. Returns the child's exit status.
    pub(super) fn end(&mut self, quit_sent: bool) -> Option<ExitStatus> {
        self.stdin = None;
        let deadline = Instant::now() + if quit_sent { FAREWELL } else { Duration::ZERO };
        let mut status = self.child.try_wait().ok().flatten();
        while status.is_none() && Instant::now() < deadline {
            // A full pipe must not keep the child from exiting.
            self.drain();
            thread::sleep(Duration::from_millis(2));
            status = self.child.try_wait().ok().flatten();
        }
        system::kill(&mut self.child);
        status.or_else(|| self.child.wait().ok())
    }

    /// Waits briefly for a child that closed its pipes to exit. Returns its exit status, and its last lines on stderr.
    pub(super) fn exit_report(&mut self) -> ExitReport {
        // The pipes may close before the process exits.
        let deadline = Instant::now() + FAREWELL;
        let mut status = None;
        while status.is_none() && Instant::now() < deadline {
            self.drain();
            status = self.child.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(2));
        }
        let deadline = Instant::now() + PIPE_END;
        while !self.is_drained && Instant::now() < deadline {
            self.drain();
            thread::sleep(Duration::from_millis(1));
        }
        ExitReport { status, last_words: self.last_words.iter().cloned().collect() }
    }
}

/// How a child exited, or that it only closed a pipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitReport {
    /// The exit status; `None` if the child still runs.
    pub status: Option<ExitStatus>,
    /// The child's last lines on stderr.
    pub last_words: Vec<String>,
}

impl ExitReport {
    /// Whether the child was killed from outside, by a person or for lack of memory.
    pub(super) fn was_killed(&self) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::process::ExitStatusExt;
            self.status.and_then(|status| status.signal()) == Some(SIGKILL)
        }
        #[cfg(not(unix))]
        false
    }

    /// The report in both languages.
    pub fn phrase(&self) -> Phrase {
        let words: String = self.last_words.iter().flat_map(|line| ["; ", line]).collect();
        match self.status {
            Some(status) => format!("{status}{words}").into(),
            None => phrase!(
                "closed a pipe but is still running{words}",
                "关闭了管道，但仍在运行{words}",
            ),
        }
    }
}

impl fmt::Display for ExitReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phrase().fmt(f)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(false);
    }
}

/// The processors to which engines can be bound, as the system numbers them.
///
/// # Errors
/// On systems other than Linux, or if the system call fails.
pub fn processors() -> io::Result<Vec<usize>> {
    system::processors()
}

/// Sends lines until the stream ends or the receiver is gone.
fn forward(stream: impl Read, sender: &SyncSender<StreamEvent>, is_error: bool) {
    let mut stream = BufReader::with_capacity(65_536, stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut stream).take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        let at = Instant::now();
        let is_cut = bytes.len() as u64 == LINE_BYTES_MAX && !bytes.ends_with(b"\n");
        // A last line without a line ending may look complete. It is not taken for an answer, but it is worth
        // reporting.
        let is_broken = !is_cut && !bytes.ends_with(b"\n");
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\n', '\r']).to_owned();
        let line = OutputLine { at, text, is_error: is_error || is_broken };
        if sender.send(StreamEvent::Line(line)).is_err() {
            return;
        }
        if is_cut && stream.skip_until(b'\n').is_err() {
            break;
        }
    }
    if !is_error {
        // The receiver may be gone.
        let _ = sender.send(StreamEvent::End);
    }
}

/// Linux system calls that the standard library lacks.
#[cfg(target_os = "linux")]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::time::Duration;

    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::sys::prctl::set_pdeathsig;
    use nix::sys::signal::{Signal, killpg};
    use nix::time::{clock_getcpuclockid, clock_gettime};
    use nix::unistd::Pid;

    /// Makes the system kill the process that the command starts when the thread that starts it ends, which it does at
    /// the latest when this process is killed.
    #[allow(unsafe_code, reason = "ends engines with this program; the block says why it is sound")]
    pub(super) fn end_with_parent(command: &mut Command) {
        let request = || Ok(set_pdeathsig(Signal::SIGKILL)?);
        // SAFETY: between fork and exec, the closure only makes a system call, which touches no memory.
        unsafe { command.pre_exec(request) };
    }

    fn pid(child: &Child) -> Pid {
        Pid::from_raw(child.id() as i32)
    }

    /// The processors that this process may use.
    pub(super) fn processors() -> io::Result<Vec<usize>> {
        let set = sched_getaffinity(Pid::from_raw(0))?;
        Ok((0..CpuSet::count()).filter(|&processor| set.is_set(processor) == Ok(true)).collect())
    }

    /// Binds a process, and the threads that it starts later, to `processors` unless that is empty.
    pub(super) fn pin(child: &Child, processors: &[usize]) -> io::Result<()> {
        if processors.is_empty() {
            return Ok(());
        }
        let mut set = CpuSet::new();
        for &processor in processors {
            set.set(processor)?;
        }
        Ok(sched_setaffinity(pid(child), &set)?)
    }

    pub(super) fn processor_time(child: &Child) -> Option<Duration> {
        let time = clock_gettime(clock_getcpuclockid(pid(child)).ok()?).ok()?;
        Some(Duration::new(time.tv_sec() as u64, time.tv_nsec() as u32))
    }

    pub(super) fn kill(child: &mut Child) {
        // Both calls fail if the child is gone, which does no harm.
        let _ = killpg(pid(child), Signal::SIGKILL);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Other systems neither bind engines to processors nor report processor time.
#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;
    use std::process::{Child, Command};
    use std::time::Duration;

    pub(super) fn end_with_parent(_: &mut Command) {}

    pub(super) fn processors() -> io::Result<Vec<usize>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn pin(_: &Child, processors: &[usize]) -> io::Result<()> {
        if processors.is_empty() { Ok(()) } else { Err(io::ErrorKind::Unsupported.into()) }
    }

    pub(super) fn processor_time(_: &Child) -> Option<Duration> {
        None
    }

    pub(super) fn kill(child: &mut Child) {
        // This fails if the child is gone, which does no harm.
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let mut engine = EngineSettings::new("sh");
        engine.arguments = vec!["-c".to_owned(), script.to_owned()];
        Process::start(&engine, &[]).expect("the shell starts")
    }

    fn next(process: &mut Process, millis: u64) -> Result<String, Silence> {
        let deadline = Instant::now() + Duration::from_millis(millis);
        process.receive(deadline, &AtomicBool::new(false)).map(|line| line.text)
    }

    #[test]
    fn lines_go_both_ways() {
        let mut process = shell("read line; echo \"got $line\"; printf 'caf\\351\\r\\nend\\n'");
        process.send("it").unwrap();
        assert_eq!(next(&mut process, 5000).as_deref(), Ok("got it"));
        assert_eq!(next(&mut process, 5000).as_deref(), Ok("caf\u{fffd}"));
        assert_eq!(next(&mut process, 5000).as_deref(), Ok("end"));
        assert_eq!(next(&mut process, 5000), Err(Silence::Closed));
        assert_eq!(process.exit_report().to_string(), "exit status: 0");
    }

    #[test]
    fn exit_reports_quote_the_last_words() {
        let mut process = shell("echo sorry >&2; kill -9 $$");
        while next(&mut process, 5000).is_ok() {}
        assert_eq!(process.exit_report().to_string(), "signal: 9 (SIGKILL); sorry");
        assert!(process.send("hello?").is_err());
    }

    #[test]
    fn silence_ends_at_the_deadline_or_when_given_up() {
        let mut process = shell("sleep 60");
        let start = Instant::now();
        assert_eq!(next(&mut process, 120), Err(Silence::Late));
        assert!((120..20_000).contains(&start.elapsed().as_millis()));
        let far = Instant::now() + Duration::from_mins(1);
        assert_eq!(process.receive(far, &AtomicBool::new(true)), Err(Silence::Interrupted));
    }

    #[test]
    fn half_a_line_is_no_line_but_a_last_word() {
        let mut process = shell("printf 'bestmove a1a1'");
        let far = Instant::now() + Duration::from_secs(5);
        let line = process.receive(far, &AtomicBool::new(false)).unwrap();
        assert!(line.is_error);
        assert_eq!(next(&mut process, 5000), Err(Silence::Closed));
        assert_eq!(process.exit_report().to_string(), "exit status: 0; bestmove a1a1");
    }

    #[test]
    fn of_a_long_line_the_beginning_is_taken() {
        let mut process = shell("head -c 1000000 /dev/zero | tr '\\0' x; echo; echo next");
        assert_eq!(next(&mut process, 5000).unwrap().len() as u64, LINE_BYTES_MAX);
        assert_eq!(next(&mut process, 5000).as_deref(), Ok("next"));
    }

    #[test]
    fn a_flood_ends_at_the_deadline_and_when_given_up() {
        let mut process = shell("yes");
        let deadline = Instant::now() + Duration::from_millis(200);
        let never = AtomicBool::new(false);
        while process.receive(deadline, &never).is_ok() {}
        assert!(deadline.elapsed() < Duration::from_secs(20));
        // Lines that came later are left for the next call.
        assert_eq!(next(&mut process, 5000).as_deref(), Ok("y"));
        let far = Instant::now() + Duration::from_mins(1);
        assert_eq!(process.receive(far, &AtomicBool::new(true)), Err(Silence::Interrupted));
        let start = Instant::now();
        process.drain();
        assert!(process.end(true).is_some_and(|status| !status.success()));
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_closed_pipe_is_noticed_while_others_are_open() {
        let mut process = shell("exec >&-; echo still here >&2; sleep 60");
        // The line may be read before or after the end of stdout.
        let silence = loop {
            if let Err(silence) = next(&mut process, 5000) {
                break silence;
            }
        };
        assert_eq!(silence, Silence::Closed);
        assert_eq!(
            process.exit_report().to_string(),
            "closed a pipe but is still running; still here"
        );
        let mut parent = shell("sleep 60 & exit 3");
        assert_eq!(next(&mut parent, 20_000), Err(Silence::Closed));
        assert_eq!(parent.exit_report().to_string(), "exit status: 3");
    }

    #[test]
    fn children_of_children_die() {
        let mut process = shell("yes | tr -d '\\n'");
        assert_eq!(next(&mut process, 5000).unwrap().len() as u64, LINE_BYTES_MAX);
        let start = Instant::now();
        assert!(process.end(false).is_some_and(|status| !status.success()));
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn processor_time_is_not_wall_time() {
        let mut idle = shell("echo; sleep 60");
        assert!(next(&mut idle, 5000).is_ok());
        assert!(idle.processor_time().is_some_and(|time| time < Duration::from_millis(100)));
        let mut busy = shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo; sleep 60");
        assert!(next(&mut busy, 30_000).is_ok());
        assert!(busy.processor_time() > idle.processor_time());
    }
}
