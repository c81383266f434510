//! The commands from hosts, and the parsing shared by both dialects.
//!
//! Parsing is tolerant: words may be in upper or lower case, fields may be in any order, and unknown words are skipped.
//! Moves remain text, since only the session knows how the host numbers ranks.

use std::time::Duration;

use crate::engine::options::truth;
use crate::search::{Clock, Limits};
use crate::types::{Color, parse_count};

/// A command from a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `uci`, `ucicyclone` or `ucci`: makes the engine introduce itself and use this dialect from now on.
    Greet(Greeting),
    /// `isready`: makes the engine answer `readyok` once all earlier commands are done.
    IsReady,
    /// The next position belongs to a new game.
    NewGame,
    /// Turns debug output on or off.
    Debug(bool),
    /// Sets an option.
    SetOption {
        /// The option's name, as spelled by the host.
        name: String,
        /// The rest of the line; empty for a button.
        value: String,
    },
    /// Sets up a position.
    Position {
        /// The position.
        setup: Setup,
        /// Whether the line began with `fen` or `startpos`, without `position`, as Cyclone hosts send it.
        bare: bool,
    },
    /// `banmoves`: root moves that must not be played, until the next position.
    BanMoves(Vec<String>),
    /// Starts a search.
    Go(Go),
    /// The opponent has played the expected move, so pondering becomes a normal search.
    PonderHit {
        /// Whether the opponent has offered a draw with the move.
        draw: bool,
    },
    /// Stops the search, which answers at once.
    Stop,
    /// `probe`: requests the transposition table's entry for a position.
    Probe(Setup),
    /// Ends the conversation.
    Quit,
    /// A command for users at a terminal.
    Console(Console),
}

/// The first word that a host sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// `uci`
    Uci,
    /// `ucicyclone`: UCI with bare `fen` and `startpos` lines and ranks from 0.
    UciCyclone,
    /// `ucci`
    Ucci,
}

/// A position as sent by a host: a FEN and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The moves played from that position, as ICCS coordinates in the host's numbering of ranks.
    pub moves: Vec<String>,
}

/// Commands for users at a terminal; hosts do not send them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Console {
    /// Shows the position.
    Display,
    /// Shows the evaluation, term by term.
    Eval,
    /// Counts the leaves of the move tree at this depth, in plies.
    Perft(u32),
    /// Runs the benchmark, at this depth in plies if given.
    Bench(Option<u32>),
    /// Exchanges the sides.
    Flip,
    /// Shows how the program was built.
    Compiler,
    /// Lists these commands.
    Help,
}

/// The limits and conditions of a search, as in `go`. Without any limit, only `stop` ends the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum number of moves to a mate that ends the search.
    pub mate: Option<u32>,
    /// A fixed time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move, as in UCCI.
    pub mover: ClockWords,
    /// The opponent's clock, as in UCCI. The search does not use it.
    pub opponent: ClockWords,
    /// The clocks of Red and Black, as in UCI.
    pub sides: [ClockWords; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Whether to search until stopped, even if a mate is found.
    pub infinite: bool,
    /// Whether to ponder, that is, to search on the opponent's time, without a clock until `ponderhit`.
    pub ponder: bool,
    /// Whether the opponent offers a draw.
    pub draw: bool,
    /// The only root moves to search; `None` for all.
    pub search_moves: Option<Vec<String>>,
}

/// A side's clock. Values that the host did not send are `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockWords {
    /// The time left.
    pub time: Option<Duration>,
    /// The time added after each move.
    pub increment: Option<Duration>,
}

impl Go {
    /// Sets both clocks, Red's first, in the fields for both dialects: by colour for UCI, by side to move for UCCI.
    ///
    /// A missing increment is set to zero, because a UCCI clock without an increment is the time for a single move. If
    /// the side to move has no clock, neither clock is set, because some engines would take the missing clock for one
    /// with no time left.
    pub fn set_clocks(&mut self, mover: Color, clocks: [ClockWords; 2]) {
        if clocks[mover.index()].time.is_none() {
            return;
        }
        self.sides = clocks.map(|ClockWords { time, increment }| ClockWords {
            time,
            increment: increment.or(time.and(Some(Duration::ZERO))),
        });
        self.mover = self.sides[mover.index()];
        self.opponent = self.sides[(!mover).index()];
    }

    /// The limits of the search for the side to move, without a restriction of root moves. A search without limits is
    /// infinite.
    pub fn limits(&self, mover: Color) -> Limits {
        // UCCI hosts send a fixed time per move twice: as `movetime`, and as a clock for a single move.
        let clock = self
            .clock(mover)
            .filter(|clock| clock.moves_to_go != Some(1) || self.move_time != Some(clock.time));
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || clock.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            clock,
            mate: self.mate,
            infinite: self.infinite || !limited,
            ponder: self.ponder,
            draw_offered: self.draw,
            ..Limits::none()
        }
    }

    fn clock(&self, mover: Color) -> Option<Clock> {
        let side = self.sides[mover.index()];
        let time = self.mover.time.or(side.time)?;
        let increment = self.mover.increment.or(side.increment);
        // As in ElephantEye, `time` without an increment is the time for this move alone.
        let one_move = self.mover.time.is_some() && increment.is_none();
        Some(Clock {
            time,
            increment: increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go.or(one_move.then_some(1)),
        })
    }
}

/// The unit of UCCI's `time`, `increment`, `opptime` and `oppincrement`. All other times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Milliseconds.
    Milliseconds,
    /// Seconds.
    Seconds,
}

/// Parses the part common to both dialects; `None` if the line is not a command.
pub(super) fn parse(line: &str, unit: Unit) -> Option<Command> {
    let line = line.trim_start_matches('\u{feff}');
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (first, rest) = words.split_first()?;
    Some(match first.to_ascii_lowercase().as_str() {
        "uci" => Command::Greet(Greeting::Uci),
        "ucicyclone" => Command::Greet(Greeting::UciCyclone),
        "ucci" => Command::Greet(Greeting::Ucci),
        "isready" => Command::IsReady,
        "ucinewgame" | "uccinewgame" | "uxinewgame" | "newgame" => Command::NewGame,
        "debug" => Command::Debug(truth(rest.first()?)?),
        "setoption" => parse_option(rest)?,
        "position" => Command::Position { setup: parse_setup(rest), bare: false },
        "fen" | "startpos" => Command::Position { setup: parse_setup(&words), bare: true },
        "banmoves" => Command::BanMoves(owned(rest)),
        "go" => parse_go(rest, unit),
        "ponderhit" => {
            Command::PonderHit { draw: rest.iter().any(|word| word.eq_ignore_ascii_case("draw")) }
        }
        "stop" => Command::Stop,
        "probe" => Command::Probe(parse_setup(rest)),
        "quit" | "exit" => Command::Quit,
        "d" => Command::Console(Console::Display),
        "eval" => Command::Console(Console::Eval),
        "bench" => {
            Command::Console(Console::Bench(rest.first().and_then(|word| number(word)).map(count)))
        }
        "flip" => Command::Console(Console::Flip),
        "compiler" => Command::Console(Console::Compiler),
        "help" | "?" => Command::Console(Console::Help),
        _ => return None,
    })
}

pub(super) fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Parses both forms in both dialects: `name X value Y`, in which X and Y may contain blanks, and `X Y`, in which only
/// Y may.
fn parse_option(words: &[&str]) -> Option<Command> {
    let (name, value) = match words {
        [word, rest @ ..] if word.eq_ignore_ascii_case("name") => {
            let end = rest.iter().position(|word| word.eq_ignore_ascii_case("value"));
            let name = &rest[..end.unwrap_or(rest.len())];
            (name.join(" "), end.map_or_else(String::new, |end| rest[end + 1..].join(" ")))
        }
        // No option can be called `value`: in `name value value 3`, the name would be empty.
        [word, ..] if word.eq_ignore_ascii_case("value") => return None,
        [name, rest @ ..] => ((*name).to_owned(), rest.join(" ")),
        [] => return None,
    };
    // Nor can an option be called `name`: `name 3` sets the option `3`.
    (!name.is_empty() && !name.eq_ignore_ascii_case("name"))
        .then_some(Command::SetOption { name, value })
}

/// Parses `startpos`, `fen F` or just `F`, optionally followed by `moves` and moves. Without words, the FEN is empty
/// and thus invalid.
fn parse_setup(words: &[&str]) -> Setup {
    let end = words.iter().position(|word| word.eq_ignore_ascii_case("moves"));
    let (start, moves) = match end {
        Some(end) => (&words[..end], owned(&words[end + 1..])),
        None => (words, Vec::new()),
    };
    let fen = match start {
        [word, ..] if word.eq_ignore_ascii_case("startpos") => None,
        [word, rest @ ..] if word.eq_ignore_ascii_case("fen") => Some(rest.join(" ")),
        rest => Some(rest.join(" ")),
    };
    Setup { fen, moves }
}

fn parse_go(words: &[&str], unit: Unit) -> Command {
    let mut go = Go::default();
    let mut rest = words;
    while let [word, tail @ ..] = rest {
        rest = tail;
        let key = word.to_ascii_lowercase();
        match key.as_str() {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "draw" => go.draw = true,
            "searchmoves" => go.search_moves = Some(Vec::new()),
            _ => match tail.first().and_then(|word| number(word)) {
                Some(depth) if key == "perft" => {
                    return Command::Console(Console::Perft(count(depth)));
                }
                Some(number) if go.set(&key, number, unit) => rest = &tail[1..],
                // A limit without a value is ignored and not taken for a move.
                _ if key == "perft" || Go::default().set(&key, 0, unit) => {}
                _ => go.search_moves.iter_mut().for_each(|moves| moves.push((*word).to_owned())),
            },
        }
    }
    Command::Go(go)
}

impl Go {
    /// Sets the field that `key` names; returns `false` if no such field takes a number.
    fn set(&mut self, key: &str, number: i64, unit: Unit) -> bool {
        let millis = Some(time(number, Unit::Milliseconds));
        match key {
            "depth" => self.depth = Some(count(number)),
            "nodes" => self.nodes = Some(number.max(0) as u64),
            "mate" => self.mate = Some(count(number)),
            "movestogo" => self.moves_to_go = Some(count(number)).filter(|&moves| moves > 0),
            "movetime" => self.move_time = millis,
            "time" => self.mover.time = Some(time(number, unit)),
            "increment" => self.mover.increment = Some(time(number, unit)),
            "opptime" => self.opponent.time = Some(time(number, unit)),
            "oppincrement" => self.opponent.increment = Some(time(number, unit)),
            "wtime" => self.sides[0].time = millis,
            "btime" => self.sides[1].time = millis,
            "winc" => self.sides[0].increment = millis,
            "binc" => self.sides[1].increment = millis,
            _ => return false,
        }
        true
    }
}

/// Parses a whole number, clamped to the range of the type. Users at the prompt may write `1M` or `1e6`.
pub(super) fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return parse_count(word).map(|number| number.try_into().unwrap_or(i64::MAX));
    }
    Some(word.parse().unwrap_or(if word.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// A whole number as `u32`, clamped.
pub(super) fn count(number: i64) -> u32 {
    number.clamp(0, i32::MAX.into()) as u32
}

/// The maximum time in milliseconds, about three years, which keeps sums of times from overflowing.
const TIME_MAX_MS: u64 = 100_000_000_000;

/// The time for a number; zero for negative numbers.
pub(super) fn time(number: i64, unit: Unit) -> Duration {
    let factor = match unit {
        Unit::Milliseconds => 1,
        Unit::Seconds => 1000,
    };
    Duration::from_millis((number.max(0) as u64).saturating_mul(factor).min(TIME_MAX_MS))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn go(line: &str) -> Go {
        match parse(line, Unit::Milliseconds) {
            Some(Command::Go(go)) => go,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn clock(line: &str, mover: Color) -> Option<(u64, u64, Option<u32>)> {
        let clock = go(line).limits(mover).clock?;
        let millis = |time: Duration| time.as_millis() as u64;
        Some((millis(clock.time), millis(clock.increment), clock.moves_to_go))
    }

    #[test]
    fn words_come_in_any_case_and_spacing() {
        assert_eq!(parse("\u{feff}UCCI\r", Unit::Seconds), Some(Command::Greet(Greeting::Ucci)));
        assert_eq!(parse("  \t IsReady \r", Unit::Seconds), Some(Command::IsReady));
        for nothing in
            ["", "   ", "uciok", "positions startpos", "xboard", "setoption", "debug maybe"]
        {
            assert_eq!(parse(nothing, Unit::Seconds), None, "{nothing}");
        }
    }

    #[test]
    fn options_come_in_both_forms() {
        let set = |name: &str, value: &str| {
            Some(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
        };
        let read = |line| parse(line, Unit::Milliseconds);
        assert_eq!(read("setoption name Clear Hash"), set("Clear Hash", ""));
        assert_eq!(read("setoption name Skill Level value 3 "), set("Skill Level", "3"));
        assert_eq!(read("setoption pruning  large"), set("pruning", "large"));
        assert_eq!(read("setoption newgame"), set("newgame", ""));
        assert_eq!(
            read("setoption bookfiles C:\\My Books\\a.dat"),
            set("bookfiles", "C:\\My Books\\a.dat")
        );
        assert_eq!(read("setoption name value 3"), None);
        assert_eq!(read("setoption value 3"), None);
        assert_eq!(read("setoption name name value 3"), None);
    }

    #[test]
    fn positions_come_in_all_forms() {
        let setup = |fen: Option<&str>, moves: &[&str]| Setup {
            fen: fen.map(str::to_owned),
            moves: owned(moves),
        };
        let cases = [
            ("position startpos", setup(None, &[]), false),
            ("position startpos moves h2e2", setup(None, &["h2e2"]), false),
            ("position fen F w -- 0 1  moves ", setup(Some("F w -- 0 1"), &[]), false),
            ("position fen F r Moves a0a1 b0c2", setup(Some("F r"), &["a0a1", "b0c2"]), false),
            ("position", setup(Some(""), &[]), false),
            ("position fen", setup(Some(""), &[]), false),
            ("position F b", setup(Some("F b"), &[]), false),
            ("fen F r moves h2e2", setup(Some("F r"), &["h2e2"]), true),
            ("startpos moves h2e2", setup(None, &["h2e2"]), true),
        ];
        for (line, setup, bare) in cases {
            assert_eq!(
                parse(line, Unit::Milliseconds),
                Some(Command::Position { setup, bare }),
                "{line}"
            );
        }
    }

    #[test]
    fn clocks_are_the_movers() {
        assert_eq!(clock("go wtime 600 btime 500 winc 3 binc 2", Color::Red), Some((600, 3, None)));
        assert_eq!(
            clock("go btime 500 wtime 600 movestogo 4", Color::Black),
            Some((500, 0, Some(4)))
        );
        assert_eq!(
            clock("go opptime 9 oppincrement 8 time 70 increment 6", Color::Black),
            Some((70, 6, None))
        );
        assert_eq!(clock("go time 70", Color::Red), Some((70, 0, Some(1))));
        assert_eq!(clock("go time -70 increment -1", Color::Red), Some((0, 0, None)));
        assert_eq!(clock("go btime 500", Color::Red), None);
    }

    #[test]
    fn seconds_are_for_ucci_times_only() {
        let Some(Command::Go(go)) = parse("go time 3 increment 1 movetime 200", Unit::Seconds)
        else {
            panic!()
        };
        assert_eq!(go.mover.time, Some(Duration::from_secs(3)));
        assert_eq!(go.mover.increment, Some(Duration::from_secs(1)));
        assert_eq!(go.move_time, Some(Duration::from_millis(200)));
    }

    #[test]
    fn a_repeated_fixed_time_counts_once() {
        let limits = |line| go(line).limits(Color::Red);
        let twice = limits("go time 300 movestogo 1 movetime 300");
        assert_eq!((twice.clock, twice.move_time), (None, Some(Duration::from_millis(300))));
        assert!(!twice.infinite);
        for line in ["go time 300 movestogo 2 movetime 300", "go time 400 movestogo 1 movetime 300"]
        {
            assert!(limits(line).clock.is_some(), "{line}");
        }
    }

    #[test]
    fn clocks_are_kept_from_every_view() {
        let words = |time, increment| ClockWords {
            time: Some(Duration::from_millis(time)),
            increment: Some(Duration::from_millis(increment)),
        };
        let read = go("go time 70 increment 6 opptime 9 oppincrement 8");
        assert_eq!((read.mover, read.opponent), (words(70, 6), words(9, 8)));
        let Some(Command::Go(read)) = parse("go opptime 2 oppincrement 1", Unit::Seconds) else {
            panic!()
        };
        assert_eq!(read.opponent, words(2000, 1000));

        let mut go = Go::default();
        let red = ClockWords { increment: None, ..words(500, 0) };
        go.set_clocks(Color::Black, [red, words(600, 3)]);
        assert_eq!((go.mover, go.opponent), (words(600, 3), words(500, 0)));
        assert_eq!(go.sides, [words(500, 0), words(600, 3)]);

        let mut go = Go::default();
        go.set_clocks(Color::Red, [ClockWords::default(), words(600, 3)]);
        assert_eq!(go, Go::default());
    }

    #[test]
    fn junk_numbers_are_no_limits_and_no_limit_is_infinite() {
        for line in ["go", "go draw", "go depth abc", "go time", "go btime 500", "go wibble 7"] {
            assert!(go(line).limits(Color::Red).infinite, "{line}");
        }
        assert_eq!(go("go depth depth depth 1").depth, Some(1));
        assert_eq!(go("go depth 99999999999999999999 x").depth, Some(i32::MAX as u32));
        assert_eq!(go("go nodes -4").nodes, Some(0));
        assert_eq!(go("go nodes 1.5M depth 1e1").nodes, Some(1_500_000));
        assert!(!go("go mate 3").limits(Color::Red).infinite);
    }

    #[test]
    fn root_moves_end_where_the_next_key_begins() {
        let go = go("go searchmoves a0a1 0000 depth 3 ponder b0c2");
        assert_eq!(go.search_moves, Some(owned(&["a0a1", "0000", "b0c2"])));
        assert_eq!((go.depth, go.ponder), (Some(3), true));
        let go = self::go("go searchmoves movetime time 1 5 a0a1 perft Depth");
        assert_eq!(go.search_moves, Some(owned(&["5", "a0a1"])));
        assert_eq!((go.mover.time, go.move_time), (Some(Duration::from_millis(1)), None));
        assert_eq!(
            parse("go perft 5", Unit::Milliseconds),
            Some(Command::Console(Console::Perft(5)))
        );
    }

    proptest! {
        #[test]
        fn no_line_is_too_strange(line in ".*", seconds in any::<bool>()) {
            let _ = parse(&line, if seconds { Unit::Seconds } else { Unit::Milliseconds });
        }

        #[test]
        fn no_mixture_of_words_is_too_strange(
            words in proptest::collection::vec(
                "go|setoption|name|value|position|fen|moves|time|increment|depth|-?[0-9]{1,40}|probe|[a-i0-9]{4}",
                0..12,
            ),
            black in any::<bool>(),
        ) {
            let mover = if black { Color::Black } else { Color::Red };
            for unit in [Unit::Seconds, Unit::Milliseconds] {
                if let Some(Command::Go(go)) = parse(&words.join(" "), unit) {
                    let limits = go.limits(mover);
                    prop_assert!(limits.clock.is_none_or(|clock| clock.time.as_millis() <= TIME_MAX_MS.into()));
                }
            }
        }
    }
}
