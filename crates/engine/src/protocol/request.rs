//! The formatting of a host's commands that is common to both dialects.

use std::fmt::{Display, Write as _};
use std::time::Duration;

use super::command::{Command, Go, Greeting, Setup};

/// The line for a command that both dialects write alike; `None` for other commands.
pub(super) fn format(command: &Command) -> Option<String> {
    let word = match command {
        Command::Greet(Greeting::Uci) => "uci",
        Command::Greet(Greeting::UciCyclone) => "ucicyclone",
        Command::Greet(Greeting::Ucci) => "ucci",
        Command::IsReady => "isready",
        Command::Stop => "stop",
        Command::Quit => "quit",
        Command::Position { setup, .. } => {
            return Some(format!("position {}", format_setup(setup)));
        }
        _ => return None,
    };
    Some(word.to_owned())
}

/// Formats `startpos` or `fen F`, followed by the moves, if any.
pub(super) fn format_setup(setup: &Setup) -> String {
    let mut text = match &setup.fen {
        Some(fen) => format!("fen {fen}"),
        None => "startpos".to_owned(),
    };
    if !setup.moves.is_empty() {
        text.push_str(" moves");
        push_moves(&mut text, &setup.moves);
    }
    text
}

/// Appends moves, each after a single blank, because some engines expect moves at fixed columns.
pub(super) fn push_moves(text: &mut String, moves: &[String]) {
    for mv in moves {
        text.push(' ');
        text.push_str(mv);
    }
}

/// Replaces control characters with blanks, so that nothing in a command ends its line.
pub(super) fn one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// A `go` line under construction.
pub(super) struct GoLine(String);

impl GoLine {
    pub(super) fn new() -> Self {
        Self("go".to_owned())
    }

    pub(super) fn flag(&mut self, word: &str, set: bool) {
        if set {
            self.0.push(' ');
            self.0.push_str(word);
        }
    }

    pub(super) fn number(&mut self, key: &str, number: Option<impl Display>) {
        if let Some(number) = number {
            // Writing to a string cannot fail.
            let _ = write!(self.0, " {key} {number}");
        }
    }

    /// Adds a time in milliseconds.
    pub(super) fn time(&mut self, key: &str, time: Option<Duration>) {
        self.number(key, time.map(|time| time.as_millis()));
    }

    /// Adds the time left on a clock, at least 1 ms, because many engines take 0 to mean that there is no clock.
    pub(super) fn time_left(&mut self, key: &str, time: Option<Duration>) {
        self.number(key, time.map(|time| time.as_millis().max(1)));
    }

    /// Adds the part common to both dialects and returns the line. A search without limits gets `infinite`, because
    /// some engines ignore a bare `go`. Root moves come last, because some engines take all words after `searchmoves`
    /// for moves.
    pub(super) fn finish(mut self, go: &Go, has_clock: bool, draw: bool) -> String {
        self.number("depth", go.depth);
        self.number("nodes", go.nodes);
        self.number("mate", go.mate);
        let limited = has_clock
            || go.depth.is_some()
            || go.nodes.is_some()
            || go.mate.is_some()
            || go.move_time.is_some();
        self.flag("infinite", go.infinite || !limited);
        self.flag("draw", draw);
        if let Some(moves) = &go.search_moves {
            self.flag("searchmoves", true);
            push_moves(&mut self.0, moves);
        }
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_left_is_not_no_clock() {
        let mut line = GoLine::new();
        line.time_left("time", Some(Duration::from_micros(700)));
        line.time("increment", Some(Duration::ZERO));
        line.time_left("opptime", None);
        assert_eq!(line.0, "go time 1 increment 0");
    }

    #[test]
    fn commands_stay_on_their_line() {
        let fen = Some("F w\nquit\r".to_owned());
        let setup = Setup { fen, moves: vec!["h2e2".to_owned(), "h9g7".to_owned()] };
        assert_eq!(one_line(&format_setup(&setup)), "fen F w quit  moves h2e2 h9g7");
        assert_eq!(format_setup(&Setup::default()), "startpos");
    }
}
