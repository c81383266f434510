//! The message loop of a conversation with a host.
//!
//! Three senders share one channel: the thread that reads lines, the search, and sometimes a long task (perft, bench).
//! Only the session reads the channel and writes to the host. It handles one message at a time and blocks on nothing
//! else, so it can handle a `stop` at any time. Searches are numbered when their lines arrive. A `stop` covers all
//! searches numbered so far, whether or not they have begun.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use super::backlog::LineBacklog;
use super::message::{End, HostLine, Message};
use super::session::{Busy, Session, turns_batch_on};
use super::{Command, Dialect};
use crate::clock::Instant;
use crate::engine::Engine;

/// How long to wait for the answer of a running search when the conversation ends. A search stops within milliseconds,
/// but on an overloaded machine its thread may have to wait for a processor.
const FAREWELL: Duration = Duration::from_secs(2);
/// The maximum length of a line in bytes, enough for the moves of any game.
const LINE_BYTES_MAX: usize = 1 << 20;

/// Serves a host with an engine until the host sends `quit`, closes its end of `input`, or no longer reads `output`.
///
/// A separate thread reads `input`. This function returns after `quit`, but that thread ends only when `input` does.
///
/// ```
/// use std::io::Cursor;
///
/// let mut output = Vec::new();
/// let engine = chuhe_engine::engine::Engine::new();
/// chuhe_engine::protocol::serve(Cursor::new("ucci\nquit\n"), &mut output, engine)?;
/// assert!(String::from_utf8(output)?.ends_with("ucciok\nbye\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the reading thread cannot be started, or `output` cannot be written. A host that closes its pipes is not an
/// error.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write,
    engine: Engine,
) -> io::Result<()> {
    let (mailbox, inbox) = mpsc::channel();
    let backlog = Arc::<LineBacklog>::default();
    let (reader, room) = (mailbox.clone(), Arc::clone(&backlog));
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || read_lines(input, &reader, &room))?;
    Session::new(engine, output, mailbox, inbox, backlog).run()
}

/// Sends every line to the session. Lines are read as bytes, because some hosts write paths in encodings other than
/// UTF-8.
fn read_lines(input: impl Read, mailbox: &Sender<Message>, backlog: &Arc<LineBacklog>) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    while matches!(read_line(&mut input, &mut bytes), Ok(length) if length > 0) {
        let read_at = Instant::now();
        let text = String::from_utf8_lossy(bytes.trim_ascii()).into_owned();
        log::debug!(target: "protocol", "> {text}");
        let room = backlog.enter(text.len());
        let line = HostLine { text, read_at, search: None, _room: room };
        if mailbox.send(Message::Line(line)).is_err() {
            return;
        }
        bytes.clear();
    }
    // The session may have ended already.
    let _ = mailbox.send(Message::EndOfInput);
}

/// Reads a line and returns the number of bytes kept, 0 at the end of the input. If a line is too long, only the first
/// word is kept, followed by a mark that no command contains, so that the part is not taken for a whole command.
fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<usize> {
    input.take(LINE_BYTES_MAX as u64).read_until(b'\n', bytes)?;
    if bytes.len() == LINE_BYTES_MAX && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        let line = bytes.trim_ascii_start();
        let word =
            line.iter().position(u8::is_ascii_whitespace).map_or(&[][..], |end| &line[..end]);
        *bytes = [word, " …".as_bytes()].concat();
    }
    Ok(bytes.len())
}

impl<W: Write> Session<W> {
    /// Runs the conversation to its end.
    fn run(mut self) -> io::Result<()> {
        let end = loop {
            // The session itself has a sender, so the channel stays open.
            match self.turn(|inbox| inbox.recv().ok()) {
                Ok(true) => self.set_bound(),
                Ok(false) => break End::InputClosed,
                Err(end) => break end,
            }
        };
        let end = match end {
            End::Quit | End::InputClosed => self.shutdown(&end).err(),
            end => Some(end),
        };
        match end {
            Some(End::Unwritable(error)) => Err(error),
            // The host may be gone by now.
            _ => Ok(()),
        }
    }

    /// Handles a message that had to wait or, if there is none, the next message in the inbox. Returns whether there
    /// was a message.
    pub(super) fn turn(
        &mut self,
        next: impl FnOnce(&Receiver<Message>) -> Option<Message>,
    ) -> Result<bool, End> {
        if self.busy.is_none()
            && let Some(message) = self.waiting.pop_front()
        {
            self.resume(message)?;
        } else if let Some(message) = next(&self.inbox) {
            self.receive(message)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Handles a message that has just arrived.
    fn receive(&mut self, message: Message) -> Result<(), End> {
        match message {
            Message::Event(event) => self.report(event),
            Message::TaskDone(text) => {
                self.busy = None;
                self.send(&text)
            }
            Message::EndOfInput if self.busy.is_none() || !self.reads_nothing_while_busy() => {
                Err(End::InputClosed)
            }
            Message::EndOfInput => {
                self.leave_later();
                self.waiting.push_back(Message::EndOfInput);
                Ok(())
            }
            Message::Line(mut line) => {
                let command = self.parse(&line.text);
                if let Some(Command::Go(_)) = command {
                    self.newest = self.engine.number();
                    line.search = Some(self.newest);
                }
                match (&self.busy, command) {
                    (_, None) => Ok(()),
                    (None, Some(command)) => self.execute(command, &line),
                    (Some(_), Some(command)) => self.interrupt(command, line),
                }
            }
        }
    }

    /// Handles a command that arrives during a search or task. A command that concerns the running search or task is
    /// executed at once; others are queued.
    fn interrupt(&mut self, command: Command, line: HostLine) -> Result<(), End> {
        if !self.reads_nothing_while_busy() {
            match command {
                Command::Stop => {
                    self.engine.stop();
                    self.stopped = self.newest;
                    return Ok(());
                }
                Command::PonderHit { draw } => {
                    if draw {
                        self.offered_with_hit = Some(self.newest);
                    }
                    self.engine.ponder_hit();
                    return Ok(());
                }
                Command::IsReady | Command::Probe(_) | Command::Quit => {
                    return self.execute(command, &line);
                }
                command => self.batch_ahead |= turns_batch_on(&command),
            }
        } else if command == Command::Quit {
            self.leave_later();
        }
        self.waiting.push_back(Message::Line(line));
        Ok(())
    }

    /// Ends the conversation after the commands already received. A search without limits is stopped, because it would
    /// never end.
    fn leave_later(&mut self) {
        self.is_leaving = true;
        if matches!(self.busy, Some(Busy::Search { endless: true, .. })) {
            self.engine.stop();
        }
    }

    /// Whether the running search can only be ended by a line not yet read or by the end of the input.
    fn waits_for_host(&self) -> bool {
        matches!(self.busy, Some(Busy::Search { id, patient: true, .. }) if id > self.stopped)
    }

    /// Lifts the limit of the backlog while the line that ends the search has not been read, and restores it
    /// afterwards.
    fn set_bound(&mut self) {
        if self.waits_for_host() != self.is_boundless {
            self.is_boundless = !self.is_boundless;
            self.backlog.set_boundless(self.is_boundless);
        }
    }

    /// Handles a queued message.
    fn resume(&mut self, message: Message) -> Result<(), End> {
        match message {
            Message::Line(line) => match self.parse(&line.text) {
                Some(command) => self.execute(command, &line),
                None => Ok(()),
            },
            Message::EndOfInput => Err(End::InputClosed),
            message @ (Message::Event(_) | Message::TaskDone(_)) => self.receive(message),
        }
    }

    /// Stops a running search, waits for its answer, and sends `bye` in UCCI after `quit`.
    fn shutdown(&mut self, end: &End) -> Result<(), End> {
        self.engine.stop();
        let deadline = Instant::now() + FAREWELL;
        while let Some(Busy::Search { .. }) = self.busy {
            match self.inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Message::Event(event)) => self.report(event)?,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        self.send_goodbye(end)
    }

    pub(super) fn send_goodbye(&mut self, end: &End) -> Result<(), End> {
        if matches!(end, End::Quit) && self.dialect == Dialect::Ucci {
            self.send("bye")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{Receiver, Sender};

    use proptest::prelude::*;

    use super::*;

    const MATE_IN_ONE: &str = "position fen 4k4/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1";

    /// The output for a whole script in batch mode, in which no line is read during a search.
    fn answers(script: &str) -> Vec<String> {
        let mut output = Vec::new();
        let script = format!("setoption name batch value true\n{script}");
        serve(io::Cursor::new(script), &mut output, Engine::new()).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    /// The output without `info` lines and announcements.
    fn replies(script: &str) -> Vec<String> {
        let noise = ["info ", "option ", "id "];
        let mut lines = answers(script);
        lines.retain(|line| !noise.iter().any(|noise| line.starts_with(noise)));
        lines
    }

    /// A host connected by two pipes.
    struct Host {
        input: Option<Sender<Vec<u8>>>,
        output: Receiver<String>,
        session: thread::JoinHandle<io::Result<()>>,
    }

    struct Pipe<T> {
        end: T,
        rest: Vec<u8>,
    }

    impl Read for Pipe<Receiver<Vec<u8>>> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.rest.is_empty() {
                self.rest = self.end.recv().unwrap_or_default();
            }
            let length = self.rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&self.rest[..length]);
            self.rest.drain(..length);
            Ok(length)
        }
    }

    impl Write for Pipe<Sender<String>> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.rest.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            for line in String::from_utf8(std::mem::take(&mut self.rest)).unwrap().lines() {
                self.end.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe)?;
            }
            Ok(())
        }
    }

    impl Host {
        fn new() -> Self {
            let (input, lines) = mpsc::channel();
            let (said, output) = mpsc::channel();
            let input_end = Pipe { end: lines, rest: Vec::new() };
            let output_end = Pipe { end: said, rest: Vec::new() };
            let session = thread::spawn(move || serve(input_end, output_end, Engine::new()));
            Self { input: Some(input), output, session }
        }

        fn send(&self, text: &str) {
            self.input.as_ref().unwrap().send(format!("{text}\n").into_bytes()).unwrap();
        }

        /// The next line that is neither `info` nor an announcement.
        fn reply(&self) -> String {
            loop {
                let line = self.output.recv_timeout(Duration::from_secs(5)).unwrap();
                if !["info ", "option ", "id "].iter().any(|noise| line.starts_with(noise)) {
                    return line;
                }
            }
        }

        fn is_silent_for(&self, millis: u64) -> bool {
            let deadline = Instant::now() + Duration::from_millis(millis);
            while let Ok(line) =
                self.output.recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                if !line.starts_with("info ") {
                    return false;
                }
            }
            true
        }

        /// Closes the input and waits for the end.
        fn leave(mut self) {
            self.input = None;
            self.session.join().unwrap().unwrap();
        }
    }

    #[test]
    fn the_last_greeting_chooses_the_dialect() {
        let stalemate = "position fen 3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1\ngo depth 1\n";
        assert_eq!(
            replies(&format!("uci\nucci\n{stalemate}quit")),
            ["uciok", "ucciok", "nobestmove", "bye"]
        );
        assert_eq!(
            replies(&format!("ucci\nuci\n{stalemate}quit")),
            ["ucciok", "uciok", "bestmove (none)"]
        );
        assert_eq!(replies(&format!("xboard\n{stalemate}isready")), ["bestmove (none)", "readyok"]);
    }

    #[test]
    fn quit_ends_a_search_without_limits_in_batch_mode() {
        let host = Host::new();
        host.send("ucci\nsetoption batch true\nposition startpos\ngo depth infinite");
        assert_eq!(host.reply(), "ucciok");
        assert!(host.is_silent_for(50));
        host.send("quit");
        assert!(host.reply().starts_with("bestmove "));
        assert_eq!(host.reply(), "bye");
    }

    #[test]
    fn without_a_legal_move_among_them_searchmoves_says_nothing() {
        for words in ["a0a9", "0000", "x", ""] {
            let script = format!("uci\n{MATE_IN_ONE}\ngo depth 2 searchmoves {words}");
            let expected = "bestmove a0a9";
            assert_eq!(replies(&script), ["uciok", expected], "{words:?}");
        }
    }

    #[test]
    fn unknown_options_are_reported_over_uci_only() {
        let remark = |greeting: &str| {
            let lines = answers(&format!("{greeting}\nsetoption name Foo value 1\nisready"));
            lines.iter().any(|line| line.starts_with("info string unknown option"))
        };
        assert!(remark("uci"));
        assert!(!remark("ucci"));
    }

    #[test]
    fn a_file_is_worked_off_to_its_end() {
        let script = format!(
            "ucci\n{MATE_IN_ONE}\ngo depth 3\nposition startpos\ngo depth 1 searchmoves h2e2\nstop\n\
             {MATE_IN_ONE}\ngo infinite\ngo ponder depth 2"
        );
        assert_eq!(
            replies(&script),
            ["ucciok", "bestmove a0a9", "bestmove h2e2", "bestmove a0a9", "bestmove a0a9"]
        );
    }

    #[test]
    fn a_bad_position_is_none_until_the_next_one() {
        let script = format!(
            "ucci\nposition fen xyzzy draw\ngo depth 1\nposition startpos moves h2e2 a0a5\ngo\nd\n{MATE_IN_ONE}\ngo depth 2\nposition\ngo depth 1"
        );
        let lines = answers(&script);
        let texts: Vec<_> = lines.iter().filter(|line| line.starts_with("info message")).collect();
        assert_eq!(texts.len(), 4, "{texts:?}");
        assert!(texts[1].contains("move 2, \"a0a5\", is illegal"), "{}", texts[1]);
        assert_eq!(
            replies(&script),
            ["ucciok", "nobestmove", "nobestmove", "bestmove a0a9", "nobestmove"]
        );
    }

    #[test]
    fn bans_last_until_the_next_position() {
        let two = "position fen 4k4/9/9/9/9/9/9/4p4/9/3K5 w - - 0 1";
        let script = format!(
            "ucci\n{two}\nbanmoves d0d1 zzzz a0a1\ngo depth 2\nbanmoves d0e0\ngo depth 2\n\
             banmoves d0d1 d0e0\ngo depth 2\n{two}\ngo depth 1 searchmoves d0d1"
        );
        let replies = replies(&script);
        let moves: Vec<_> = replies.iter().map(|line| line.get(..13).unwrap_or(line)).collect();
        assert_eq!(
            moves,
            ["ucciok", "bestmove d0e0", "bestmove d0d1", "nobestmove", "bestmove d0d1"]
        );
    }

    #[test]
    fn ranks_follow_the_host() {
        let go = "go depth 1 searchmoves";
        let script = |opening: &str| {
            replies(&format!("{opening}\n{go} h2e2 h3e3\nposition startpos moves b0c2\n{go} h9g7"))
        };
        let first = |lines: Vec<String>| -> Vec<String> {
            lines.iter().map(|line| line.get(..13).unwrap_or(line).to_owned()).collect()
        };
        let zero = ["uciok", "bestmove h2e2", "bestmove h9g7"];
        assert_eq!(first(script("uci")), zero);
        let variant = "setoption name UCI_Variant value xiangqi";
        // Each of the two moves is legal in only one numbering, and a rank 0 makes the session count ranks from 0
        // again.
        assert_eq!(
            first(script(&format!("uci\n{variant}"))),
            ["uciok", "bestmove h3e3", "bestmove h9g7"]
        );
        assert_eq!(first(script(&format!("uci\nstartpos\n{variant}"))), zero);
        assert_eq!(first(script(&format!("ucicyclone\n{variant}"))), zero);
        assert_eq!(first(script(&format!("ucci\n{variant}")))[1..], zero[1..]);
        let shown = "uci\nposition startpos moves h3e3 h10g8\ngo depth 1 searchmoves b1c3";
        assert_eq!(first(replies(shown)), ["uciok", "bestmove b1c3"]);
    }

    #[test]
    fn depth_0_is_for_ucci() {
        let lines = answers("ucci\ngo depth 0");
        assert!(lines[lines.len() - 2].starts_with("info depth 0 score "), "{lines:?}");
        assert_eq!(lines[lines.len() - 1], "nobestmove");
        assert!(replies("uci\ngo depth 0")[1].starts_with("bestmove "));
    }

    #[test]
    fn debugging_says_more() {
        let count = |script: &str| {
            answers(script).iter().filter(|line| line.starts_with("info string")).count()
        };
        assert_eq!(count("uci\ngo wtime 100 winc 0 depth 2"), 0);
        assert!(count("uci\ndebug on\ngo wtime 100 winc 0 depth 2") >= 1);
    }

    #[test]
    fn stop_takes_effect_behind_a_full_queue() {
        let host = Host::new();
        host.send("ucci\ngo nodes 100000\ngo infinite");
        // These lines exceed the backlog while the first search runs; only the second search needs the line after them.
        for _ in 0..36 {
            host.send(&"x".repeat(500_000));
        }
        host.send("stop");
        assert_eq!(host.reply(), "ucciok");
        for _ in 0..2 {
            assert!(host.reply().starts_with("bestmove "));
        }
        host.leave();
    }

    #[test]
    fn requests_queue_and_a_stop_ends_them_all() {
        let host = Host::new();
        host.send("ucci\nposition startpos\ngo infinite");
        assert_eq!(host.reply(), "ucciok");
        host.send(&format!("{MATE_IN_ONE}\ngo infinite\nisready"));
        assert_eq!(host.reply(), "readyok");
        assert!(host.is_silent_for(100));
        host.send("probe startpos");
        assert!(host.reply().starts_with("pophash"));
        host.send("stop");
        assert!(host.reply().starts_with("bestmove "));
        assert_eq!(host.reply(), "bestmove a0a9");
        host.leave();
    }

    #[test]
    fn a_stop_in_idle_is_answered_unless_it_crossed_the_answer() {
        let host = Host::new();
        host.send("stop\nucci\nstop");
        assert_eq!((host.reply(), host.reply()), ("ucciok".to_owned(), "nobestmove".to_owned()));
        host.send(&format!("{MATE_IN_ONE}\ngo depth 1"));
        assert_eq!(host.reply(), "bestmove a0a9");
        // Only the first `stop` may have crossed the answer, however late it arrives.
        assert!(host.is_silent_for(150));
        host.send("stop");
        assert!(host.is_silent_for(100));
        host.send("stop\nstop");
        assert_eq!(
            (host.reply(), host.reply()),
            ("nobestmove".to_owned(), "nobestmove".to_owned())
        );
        host.leave();
    }

    #[test]
    fn a_ponder_hit_releases_the_answer() {
        let host = Host::new();
        host.send(&format!("ponderhit\n{MATE_IN_ONE}\ngo ponder depth 2"));
        assert!(host.is_silent_for(100));
        host.send("ponderhit draw");
        assert_eq!(host.reply(), "bestmove a0a9");
        host.leave();
    }

    #[test]
    fn long_counts_do_not_deafen() {
        let host = Host::new();
        host.send("ucci\ngo perft 7\nisready");
        assert_eq!((host.reply(), host.reply()), ("ucciok".to_owned(), "readyok".to_owned()));
        let start = Instant::now();
        host.send("quit");
        assert_eq!(host.reply(), "bye");
        host.leave();
        // The whole count would take far longer on any machine.
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn the_end_comes_in_the_middle_of_a_search() {
        for (last, reply) in [("quit", Some("bye")), ("", None)] {
            let host = Host::new();
            host.send(&format!("ucci\ngo infinite\n{last}"));
            assert_eq!(host.reply(), "ucciok");
            if let Some(reply) = reply {
                assert!(host.reply().starts_with("bestmove "));
                assert_eq!(host.reply(), reply);
            }
            host.leave();
        }
    }

    #[test]
    fn a_deaf_host_ends_the_session() {
        let Host { input, output, session } = Host::new();
        drop(output);
        let input = input.unwrap();
        input.send(b"go infinite\n".to_vec()).unwrap();
        session.join().unwrap().unwrap();
    }

    /// An endless stream of text that counts the bytes read.
    struct Flood {
        line: &'static [u8],
        read: Arc<AtomicUsize>,
    }

    impl Read for Flood {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let whole = buffer.len() / self.line.len() * self.line.len();
            for (byte, &next) in buffer[..whole].iter_mut().zip(self.line.iter().cycle()) {
                *byte = next;
            }
            self.read.fetch_add(whole, Ordering::Relaxed);
            Ok(whole)
        }
    }

    /// A pipe that nobody reads until it is closed.
    struct FullPipe(Receiver<()>);

    impl Write for FullPipe {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Output that fails with a given error.
    struct Refusal(io::ErrorKind);

    impl Write for Refusal {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn a_full_disk_is_an_error_and_a_host_that_left_is_none() {
        for script in ["uci\nquit\n", "ucci\n", "uci\ngo depth 1\nquit\n"] {
            let talk = |kind| serve(io::Cursor::new(script), Refusal(kind), Engine::new());
            talk(io::ErrorKind::BrokenPipe).unwrap();
            let error = talk(io::ErrorKind::StorageFull).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{script}");
        }
    }

    #[test]
    fn unread_lines_stay_in_the_pipe() {
        let (read, (reader, full)) = (Arc::<AtomicUsize>::default(), mpsc::channel());
        let flood = Flood { line: b"isready\n", read: Arc::clone(&read) };
        let session = thread::spawn(move || serve(flood, FullPipe(full), Engine::new()));
        let mut last = (0, Instant::now());
        while last.0 == 0 || last.1.elapsed() < Duration::from_millis(300) {
            let now = read.load(Ordering::Relaxed);
            assert!(now < 4 << 20, "{now} bytes of lines were taken in");
            if now > last.0 {
                last = (now, Instant::now());
            }
            thread::sleep(Duration::from_millis(1));
        }
        drop(reader);
        session.join().unwrap().unwrap();
    }

    #[test]
    fn stop_takes_effect_behind_any_number_of_lines() {
        let host = Host::new();
        host.send("ucci\ngo infinite");
        assert_eq!(host.reply(), "ucciok");
        // These lines exceed the backlog of a search that ends by itself.
        for _ in 0..20 {
            host.send(&"position startpos moves h2e2\n".repeat(10_000));
        }
        host.send("stop\nisready");
        let replies = [host.reply(), host.reply()];
        assert!(replies.iter().any(|reply| reply.starts_with("bestmove ")), "{replies:?}");
        assert!(replies.iter().any(|reply| reply == "readyok"), "{replies:?}");
        host.leave();
    }

    #[test]
    fn of_a_line_that_is_too_long_nothing_is_believed() {
        let gap = " ".repeat(LINE_BYTES_MAX);
        let script = format!(
            "uci\nposition startpos moves h2e2{gap} h9g7\ngo depth 1\n{}\nisready\n{MATE_IN_ONE}\ngo depth 2",
            "x".repeat(3 * LINE_BYTES_MAX)
        );
        assert_eq!(replies(&script), ["uciok", "bestmove (none)", "readyok", "bestmove a0a9"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn nothing_sent_ends_the_session(
            lines in proptest::collection::vec(
                "(position|go depth 1|setoption|stop|probe|banmoves|ponderhit|fen|uci|ucci|d|eval|flip|debug on)( (startpos|fen|moves|name|value|h2e2|[a-z]{1,6}|-?[0-9]{1,4}|.{0,5})){0,4}",
                0..12,
            ),
        ) {
            let lines: Vec<String> = lines.into_iter().filter(|line| !line.contains("perft")).collect();
            let replies = replies(&format!("{}\nucci\nisready", lines.join("\n")));
            prop_assert_eq!(replies.last().map(String::as_str), Some("readyok"));
        }
    }
}
