//! The line interface: handles UCI and UCCI, as on the program's stdin and stdout.

use std::cell::RefCell;
use std::io::{self, Write};

use chuhe_engine::engine::Engine;
use chuhe_engine::protocol::Conversation;

use crate::{script, turns};

/// Sends every complete line to the script.
#[derive(Debug, Default)]
struct LineSink(Vec<u8>);

impl Write for LineSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        for line in String::from_utf8_lossy(&std::mem::take(&mut self.0)).lines() {
            script::line(line);
        }
        Ok(())
    }
}

thread_local! {
    /// The protocol session, which begins with the first line.
    static CONVERSATION: RefCell<Option<Conversation<LineSink>>> = RefCell::default();
}

/// Handles a line from the script. Returns whether the session continues.
#[must_use]
pub fn handle_line(line: &str) -> bool {
    turns::as_if_idle(|| {
        CONVERSATION.with_borrow_mut(|conversation| {
            let begin = || Conversation::new(Engine::new(), LineSink::default());
            // Writing to the script cannot fail.
            let goes_on = conversation.get_or_insert_with(begin).handle_line(line).unwrap_or(false);
            if !goes_on {
                *conversation = None;
            }
            goes_on
        })
    })
}

/// Sends the output of a search.
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
        assert!(
            handle_line("uci") && handle_line("position fen 4k4/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1")
        );
        assert!(handle_line("go depth 3"));
        if turns::has_work() {
            turns::work();
        }
        // If the search has its own thread, the answer arrives later.
        while !script::SENT.with_borrow(|sent| sent.iter().any(|line| line == "bestmove a0a9")) {
            go_on();
        }
        assert!(!handle_line("quit"));
        let sent = script::SENT.take();
        assert!(sent.contains(&"uciok".to_owned()) && sent.iter().all(|line| !line.contains('\n')));
    }
}
