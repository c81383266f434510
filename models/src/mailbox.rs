//! A model of a conversation's mailbox, `crates/engine/src/protocol/serve.rs`. One session takes the host's lines and
//! the search's events from one queue, with the real signals and the real limit on waiting lines; searches end by
//! themselves or after a stop.

use std::collections::VecDeque;

use loom::sync::Arc;
use loom::thread;

use crate::backlog::{BYTES_MAX, LineBacklog, Room};
use crate::channel::{Receiver, Sender, channel};
use crate::signals::Signals;

/// A line from the host.
#[derive(Clone, Copy)]
enum Line {
    /// A search that ends by itself.
    Go,
    GoInfinite,
    Stop,
    /// A command that waits for the end of a search, and is so long that no other line fits into the backlog beside it.
    Long,
}

enum Message {
    Line(Line, Room),
    EndOfInput,
    BestMove(u64),
}

struct Task {
    id: u64,
    is_endless: bool,
}

/// A search thread, which answers each task once its search has ended.
fn search(tasks: &Receiver<Task>, signals: &Signals, mailbox: &Sender<Message>) {
    while let Some(Task { id, is_endless }) = tasks.receive() {
        if is_endless {
            signals.wait_until(|| signals.is_stopped(id));
        }
        mailbox.send(Message::BestMove(id));
    }
}

/// The reading thread, which reads only when the backlog has room.
fn read(lines: &[Line], mailbox: &Sender<Message>, backlog: &std::sync::Arc<LineBacklog>) {
    for &line in lines {
        let bytes = if matches!(line, Line::Long) { BYTES_MAX } else { 0 };
        mailbox.send(Message::Line(line, backlog.enter(bytes)));
    }
    mailbox.send(Message::EndOfInput);
}

struct Session {
    signals: Arc<Signals>,
    tasks: Sender<Task>,
    backlog: std::sync::Arc<LineBacklog>,
    is_boundless: bool,
    waiting: VecDeque<(Line, u64, Room)>,
    /// The number of the running search, and whether only a command from the host ends it.
    busy: Option<(u64, bool)>,
    newest: u64,
    stopped: u64,
    is_over: bool,
}

impl Session {
    fn receive(&mut self, line: Line, room: Room) {
        if matches!(line, Line::Go | Line::GoInfinite) {
            self.newest += 1;
        }
        match line {
            _ if self.busy.is_none() => self.execute(line, self.newest),
            Line::Stop => {
                self.signals.stop(self.newest);
                self.stopped = self.newest;
            }
            _ => self.waiting.push_back((line, self.newest, room)),
        }
    }

    fn execute(&mut self, line: Line, id: u64) {
        if let Line::Go | Line::GoInfinite = line {
            let is_endless = matches!(line, Line::GoInfinite);
            self.busy = Some((id, is_endless));
            self.tasks.send(Task { id, is_endless });
            if self.is_over {
                self.signals.stop(id);
            }
        }
    }

    fn set_bound(&mut self) {
        let waits = self.busy.is_some_and(|(id, is_endless)| is_endless && id > self.stopped);
        if waits != self.is_boundless {
            self.is_boundless = waits;
            self.backlog.set_boundless(waits);
        }
    }
}

/// Runs a session on some lines and returns the numbers of the searches that it answered.
fn converse(lines: &'static [Line]) -> Vec<u64> {
    let signals = Arc::new(Signals::default());
    let (mailbox, inbox) = channel();
    let (tasks, work) = channel();
    let backlog = std::sync::Arc::<LineBacklog>::default();
    let searcher = {
        let (signals, mailbox) = (Arc::clone(&signals), mailbox.clone());
        thread::spawn(move || search(&work, &signals, &mailbox))
    };
    let reader = {
        let backlog = std::sync::Arc::clone(&backlog);
        thread::spawn(move || read(lines, &mailbox, &backlog))
    };
    let waiting = VecDeque::new();
    let (busy, newest, stopped, is_over) = (None, 0, 0, false);
    let mut session = Session {
        signals,
        tasks,
        backlog,
        is_boundless: false,
        waiting,
        busy,
        newest,
        stopped,
        is_over,
    };
    let mut answered = Vec::new();
    while !session.is_over || session.busy.is_some() || !session.waiting.is_empty() {
        if session.busy.is_none()
            && let Some((line, id, _room)) = session.waiting.pop_front()
        {
            session.execute(line, id);
        } else {
            match inbox.receive().expect("the searcher has a sender") {
                Message::Line(line, room) => session.receive(line, room),
                Message::EndOfInput => {
                    session.is_over = true;
                    session.signals.stop(session.newest);
                }
                Message::BestMove(id) => {
                    session.busy = None;
                    answered.push(id);
                }
            }
        }
        session.set_bound();
    }
    drop(session);
    searcher.join().unwrap();
    reader.join().unwrap();
    answered
}

/// `go infinite`, then `stop`: exactly one answer.
pub(crate) fn stop_while_busy() {
    assert_eq!(converse(&[Line::GoInfinite, Line::Stop]), [1]);
}

/// `go infinite`, then the end of input.
pub(crate) fn end_of_input() {
    assert_eq!(converse(&[Line::GoInfinite]), [1]);
}

/// A stop that follows more lines than the backlog can hold, sent while another search is running.
pub(crate) fn stop_behind_many_lines() {
    assert_eq!(converse(&[Line::Go, Line::GoInfinite, Line::Long, Line::Stop]), [1, 2]);
}
