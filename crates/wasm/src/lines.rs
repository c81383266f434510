//! The door of lines: UCI and UCCI, as at the pipes of the program.

use std::cell::RefCell;
use std::io::{self, Write};

use chuhe_engine::engine::Engine;
use chuhe_engine::protocol::Conversation;

use crate::{host, turns};

/// Sends every whole line to the script.
#[derive(Debug, Default)]
struct Lines(Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        for line in String::from_utf8_lossy(&std::mem::take(&mut self.0)).lines() {
            host::line(line);
        }
        Ok(())
    }
}

thread_local! {
    /// The conversation, from the first line on.
    static CONVERSATION: RefCell<Option<Conversation<Lines>>> = RefCell::default();
}

/// Hears a line of the script. Returns whether the conversation goes on.
#[must_use]
pub fn hear(line: &str) -> bool {
    turns::hearing(|| {
        CONVERSATION.with_borrow_mut(|conversation| {
            let begin = || Conversation::new(Engine::new(), Lines::default());
            // What goes to the script is always written.
            let goes_on = conversation.get_or_insert_with(begin).hear(line).unwrap_or(false);
            if !goes_on {
                *conversation = None;
            }
            goes_on
        })
    })
}

/// Sends what a search has said.
pub(crate) fn go_on() {
    CONVERSATION.with_borrow_mut(|conversation| {
        if let Some(talk) = conversation
            && !talk.go_on().unwrap_or(false)
        {
            *conversation = None;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_is_found_and_the_conversation_ends() {
        assert!(hear("uci") && hear("position fen 4k4/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1"));
        assert!(hear("go depth 3"));
        if turns::has_work() {
            turns::work();
        }
        // With threads the answer comes when it comes.
        while !host::SENT.with_borrow(|sent| sent.iter().any(|line| line == "bestmove a0a9")) {
            go_on();
        }
        assert!(!hear("quit"));
        let sent = host::SENT.take();
        assert!(sent.contains(&"uciok".to_owned()) && sent.iter().all(|line| !line.contains('\n')));
    }
}
