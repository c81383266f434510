//! The mailbox of a conversation, `src/protocol/serve.rs`: one session that takes lines of the host and events of the
//! search from one queue, with the real signals and a search that only a stop ends.

use loom::sync::Arc;
use loom::thread;

use crate::channel::{Receiver, Sender, channel};
use crate::signals::Signals;

enum Message {
    Go,
    Stop,
    EndOfInput,
    BestMove(u64),
}

/// A search thread: it answers each number once that is stopped.
fn search(tasks: &Receiver<u64>, signals: &Signals, mailbox: &Sender<Message>) {
    while let Some(id) = tasks.receive() {
        signals.wait_until(|| signals.is_stopped(id));
        mailbox.send(Message::BestMove(id));
    }
}

/// Has a session read some lines, and returns the numbers of the searches that it answered.
fn converse(lines: Vec<Message>) -> Vec<u64> {
    let signals = Arc::new(Signals::default());
    let (mailbox, inbox) = channel();
    let (tasks, work) = channel();
    let searcher = {
        let (signals, mailbox) = (Arc::clone(&signals), mailbox.clone());
        thread::spawn(move || search(&work, &signals, &mailbox))
    };
    let reader = thread::spawn(move || lines.into_iter().for_each(|line| mailbox.send(line)));
    let (mut newest, mut busy, mut is_over) = (0, false, false);
    let mut answered = Vec::new();
    while !is_over || busy {
        match inbox.receive().expect("the searcher has a sender") {
            Message::Go => {
                newest += 1;
                busy = true;
                tasks.send(newest);
            }
            Message::Stop => signals.stop(newest),
            Message::EndOfInput => {
                is_over = true;
                signals.stop(newest);
            }
            Message::BestMove(id) => {
                busy = false;
                answered.push(id);
            }
        }
    }
    drop(tasks);
    searcher.join().unwrap();
    reader.join().unwrap();
    answered
}

/// `go infinite`, `stop`: one answer.
pub(crate) fn stop_while_busy() {
    assert_eq!(converse(vec![Message::Go, Message::Stop, Message::EndOfInput]), [1]);
}

/// `go infinite` and then nothing more.
pub(crate) fn end_of_input() {
    assert_eq!(converse(vec![Message::Go, Message::EndOfInput]), [1]);
}
