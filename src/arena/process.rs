//! An engine as a child process: lines in, lines out, each with the time it came.
//!
//! Nothing here knows a protocol. Whatever the child does (floods, falls silent, closes its pipes, dies), a call
//! returns by its deadline and memory stays bounded.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::settings::EngineSettings;

/// Lines waiting to be taken; beyond them the pipe fills, and a flood waits there.
const QUEUE_LINES: usize = 4096;
/// Longer lines are cut: no protocol has any that long.
const LINE_BYTES_MAX: u64 = 65_536;
/// How often a wait looks whether it is to be given up.
const WAKE_UP: Duration = Duration::from_millis(50);
/// How long a child may take to end after it was told to.
const FAREWELL: Duration = Duration::from_millis(500);
/// Lines of stderr kept for the report of a crash.
const LAST_WORDS: usize = 5;

/// A line of the child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// When it was read.
    pub(super) at: Instant,
    /// Without its end; bytes that are no UTF-8 are replaced.
    pub(super) text: String,
    /// Whether it came from stderr.
    pub(super) is_error: bool,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// Not in time.
    Late,
    /// The child closed its output or is gone.
    Closed,
    /// The wait was given up because everything is to stop.
    Interrupted,
}

/// A running child.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// None once it was closed.
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    last_words: VecDeque<String>,
}

impl Process {
    /// Starts an engine's program, on some processors only if any are named.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn start(engine: &EngineSettings, processors: &[usize]) -> io::Result<Self> {
        let mut command = Command::new(&engine.command);
        command.args(&engine.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &engine.directory {
            command.current_dir(directory);
        }
        // A group of its own: Ctrl-C is for the arena alone, and a wrapper script dies with all it started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        system::pin(&child, processors)?;
        let stdin = child.stdin.take();
        let (sender, lines) = mpsc::sync_channel(QUEUE_LINES);
        if let Some(stderr) = child.stderr.take() {
            let sender = sender.clone();
            thread::Builder::new().spawn(move || forward(stderr, &sender, true))?;
        }
        if let Some(stdout) = child.stdout.take() {
            thread::Builder::new().spawn(move || forward(stdout, &sender, false))?;
        }
        Ok(Self { child, stdin, lines, last_words: VecDeque::new() })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the child no longer reads.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        // In one piece: a line in two writes wakes the reader twice.
        stdin.write_all(format!("{line}\n").as_bytes())
    }

    /// The next line, waiting for it until the deadline or until `stop` is set.
    ///
    /// # Errors
    /// If none comes.
    pub(super) fn receive(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Line, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(WAKE_UP)) {
                Ok(line) => {
                    self.listen(&line);
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    return Err(Silence::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if left <= WAKE_UP => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A line that is there already.
    pub(super) fn pending(&mut self) -> Option<Line> {
        let line = self.lines.try_recv().ok()?;
        self.listen(&line);
        Some(line)
    }

    fn listen(&mut self, line: &Line) {
        if line.is_error {
            if self.last_words.len() == LAST_WORDS {
                self.last_words.pop_front();
            }
            self.last_words.push_back(line.text.clone());
        }
    }

    /// Processor time used so far, by all threads, if the system tells.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        system::processor_time(&self.child)
    }

    /// Ends the child: waits a moment for it to go by itself if it was told to, then kills it and all it started.
    /// Tells how it ended.
    pub(super) fn end(&mut self, told: bool) -> Option<ExitStatus> {
        self.stdin = None;
        let deadline = Instant::now() + if told { FAREWELL } else { Duration::ZERO };
        let mut status = self.child.try_wait().ok().flatten();
        while status.is_none() && Instant::now() < deadline {
            // Its last lines must not keep it from ending.
            while self.pending().is_some() {}
            thread::sleep(Duration::from_millis(2));
            status = self.child.try_wait().ok().flatten();
        }
        system::kill(&mut self.child);
        status.or_else(|| self.child.wait().ok())
    }

    /// How a child that closed its pipes came to its end: exit status, and what it last said on stderr.
    pub(super) fn obituary(&mut self) -> String {
        // The end of the pipes and the end of the process are two events.
        let deadline = Instant::now() + FAREWELL;
        let mut status = None;
        while status.is_none() && Instant::now() < deadline {
            while self.pending().is_some() {}
            status = self.child.try_wait().ok().flatten();
            thread::sleep(Duration::from_millis(2));
        }
        let mut text = match status {
            Some(status) => status.to_string(),
            None => "closed its output but still runs".to_owned(),
        };
        for line in &self.last_words {
            text.push_str("; ");
            text.push_str(line);
        }
        text
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(false);
    }
}

/// Hands lines on until the stream ends or nobody takes them.
fn forward(stream: impl Read, sender: &SyncSender<Line>, is_error: bool) {
    let mut stream = BufReader::with_capacity(65_536, stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut stream).take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\n', '\r']).to_owned();
        if sender.send(Line { at, text, is_error }).is_err() {
            return;
        }
    }
}

/// What Linux can do and the standard library cannot.
#[cfg(target_os = "linux")]
mod system {
    use std::io;
    use std::process::Child;
    use std::time::Duration;

    use nix::sched::{CpuSet, sched_setaffinity};
    use nix::sys::signal::{Signal, killpg};
    use nix::time::{clock_getcpuclockid, clock_gettime};
    use nix::unistd::Pid;

    fn pid(child: &Child) -> Pid {
        Pid::from_raw(child.id() as i32)
    }

    /// Binds a process and the threads it will start to processors, if any are named.
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
        // The group may be gone already, and so may the child: both are what is wanted.
        let _ = killpg(pid(child), Signal::SIGKILL);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Elsewhere engines run where they like and clocks are on the wall.
#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;
    use std::process::Child;
    use std::time::Duration;

    pub(super) fn pin(_: &Child, processors: &[usize]) -> io::Result<()> {
        if processors.is_empty() { Ok(()) } else { Err(io::ErrorKind::Unsupported.into()) }
    }

    pub(super) fn processor_time(_: &Child) -> Option<Duration> {
        None
    }

    pub(super) fn kill(child: &mut Child) {
        // It may be gone already, which is what is wanted.
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
        Process::start(&engine, &[]).unwrap()
    }

    fn next(process: &mut Process, millis: u64) -> Result<String, Silence> {
        let deadline = Instant::now() + Duration::from_millis(millis);
        process.receive(deadline, &AtomicBool::new(false)).map(|line| line.text)
    }

    #[test]
    fn lines_go_both_ways() {
        let mut process = shell("read line; echo \"got $line\"; printf 'caf\\351\\r\\nend'");
        process.send("it").unwrap();
        assert_eq!(next(&mut process, 5000).as_deref(), Ok("got it"));
        assert_eq!(next(&mut process, 5000).as_deref(), Ok("caf\u{fffd}"));
        assert_eq!(next(&mut process, 5000).as_deref(), Ok("end"));
        assert_eq!(next(&mut process, 5000), Err(Silence::Closed));
        assert_eq!(process.obituary(), "exit status: 0");
    }

    #[test]
    fn a_death_is_told_with_its_last_words() {
        let mut process = shell("echo sorry >&2; kill -9 $$");
        while next(&mut process, 5000).is_ok() {}
        assert_eq!(process.obituary(), "signal: 9 (SIGKILL); sorry");
        assert!(process.send("hello?").is_err());
    }

    #[test]
    fn silence_ends_at_the_deadline_or_when_given_up() {
        let mut process = shell("sleep 60");
        let start = Instant::now();
        assert_eq!(next(&mut process, 120), Err(Silence::Late));
        assert!((120..2000).contains(&start.elapsed().as_millis()));
        let far = Instant::now() + Duration::from_mins(1);
        assert_eq!(process.receive(far, &AtomicBool::new(true)), Err(Silence::Interrupted));
    }

    #[test]
    fn floods_stay_bounded_and_children_of_children_die() {
        let mut process = shell("yes | tr -d '\\n'");
        for _ in 0..3 {
            assert_eq!(next(&mut process, 5000).unwrap().len() as u64, LINE_BYTES_MAX);
        }
        let start = Instant::now();
        assert!(process.end(false).is_some_and(|status| !status.success()));
        assert!(start.elapsed() < Duration::from_secs(5));
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
