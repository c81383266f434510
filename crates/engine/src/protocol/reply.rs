//! The replies from engines, and the parsing shared by both dialects.
//!
//! Parsing is tolerant: words may be in upper or lower case, fields may be in any order, values may be missing, and
//! unknown words are skipped. Moves remain text, since only the host knows how the engine numbers ranks and whether a
//! move is legal.

use std::time::Duration;

use super::command::{Unit, count, number, owned, time};
use super::dialect::Dialect;
use crate::engine::options::truth;
use crate::notation::iccs::{self, Ranks};
use crate::search::{Bound, Wdl};
use crate::types::Score;

/// A reply from an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `id`: the engine's name, author and so on.
    Id {
        /// The field, in lower case: `name`, `author`, or in UCCI also `version`, `copyright` or `user`.
        field: String,
        /// The rest of the line.
        value: String,
    },
    /// An option that the host can set.
    Option(OfferedOption),
    /// `uciok` or `ucciok`: the end of the introduction.
    GreetingEnd(Dialect),
    /// `readyok`: all commands before `isready` are done.
    ReadyOk,
    /// `info`: information about the running search.
    Info(InfoWords),
    /// `bestmove` or `nobestmove`: the result of a search.
    BestMove {
        /// The move to play; `None` if the engine reports that it has none.
        mv: Option<String>,
        /// The reply that the engine expects and would ponder on.
        ponder: Option<String>,
        /// Whether the engine offers or accepts a draw.
        draw: bool,
        /// Whether the engine resigns.
        resign: bool,
    },
    /// `bye`: the engine is about to exit.
    Bye,
}

/// An option as announced by an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedOption {
    /// The name, as spelled by the engine.
    pub name: String,
    /// The values that the option accepts.
    pub kind: OfferedKind,
}

/// The type of an announced option, with its default and range. Missing or invalid values are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfferedKind {
    /// `check`: true or false.
    Check {
        /// The default.
        default: Option<bool>,
    },
    /// `spin`: a whole number.
    Spin {
        /// The default.
        default: Option<i64>,
        /// The minimum.
        min: Option<i64>,
        /// The maximum.
        max: Option<i64>,
    },
    /// `combo`: one of several values.
    Combo {
        /// The default.
        default: Option<String>,
        /// The values.
        values: Vec<String>,
    },
    /// `button`: triggers an action and takes no value.
    Button,
    /// `string`: any text.
    Text {
        /// The default; `None` if it is empty.
        default: Option<String>,
    },
}

/// The fields of an `info` line. Missing or invalid fields are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InfoWords {
    /// The depth of the iteration, in plies.
    pub depth: Option<u32>,
    /// The selective depth, in plies.
    pub seldepth: Option<u32>,
    /// The rank of the line among several (`MultiPV`); 1 for the best.
    pub multipv: Option<u32>,
    /// The score, from the side to move's point of view. A number without a unit, as in UCCI, is not converted; see
    /// [`ucci::in_centipawns`](super::ucci::in_centipawns).
    pub score: Option<Score>,
    /// Whether the score is a number without a unit.
    pub is_bare: bool,
    /// Whether the score is exact or a bound; exact unless the line says otherwise.
    pub bound: Bound,
    /// The chances of a win, a draw and a loss, from the side to move's point of view; `None` unless they add up.
    pub wdl: Option<Wdl>,
    /// The number of nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second, as counted by the engine.
    pub nps: Option<u64>,
    /// The time spent, by the engine's clock.
    pub time: Option<Duration>,
    /// How full the transposition table is, per mille.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub tb_hits: Option<u64>,
    /// The principal variation, up to the first word that is not a move.
    pub pv: Vec<String>,
    /// Free text.
    pub text: Option<String>,
}

impl Default for InfoWords {
    /// No fields are set.
    fn default() -> Self {
        Self {
            depth: None,
            seldepth: None,
            multipv: None,
            score: None,
            is_bare: false,
            bound: Bound::Exact,
            wdl: None,
            nodes: None,
            nps: None,
            time: None,
            hashfull: None,
            tb_hits: None,
            pv: Vec::new(),
            text: None,
        }
    }
}

/// Parses the part common to both dialects; `None` if the line is not a reply. `bare_score` converts a score without a
/// unit.
pub(super) fn parse(line: &str, bare_score: fn(i32) -> Score) -> Option<Reply> {
    let line = line.trim_start_matches('\u{feff}');
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (first, rest) = words.split_first()?;
    Some(match first.to_ascii_lowercase().as_str() {
        "id" => {
            let (field, value) = rest.split_first()?;
            Reply::Id { field: field.to_ascii_lowercase(), value: value.join(" ") }
        }
        "option" => Reply::Option(parse_option(rest)?),
        "readyok" => Reply::ReadyOk,
        "info" => Reply::Info(parse_info(rest, bare_score)?),
        "bestmove" => parse_best_move(rest.first().copied(), rest),
        "nobestmove" => parse_best_move(None, rest),
        "bye" => Reply::Bye,
        word => Reply::GreetingEnd(Dialect::of_greeting_end(word)?),
    })
}

/// Parses an option, with or without the word `name` before its name; `None` for a label or an unknown type.
fn parse_option(words: &[&str]) -> Option<OfferedOption> {
    let words = match words {
        [word, rest @ ..] if word.eq_ignore_ascii_case("name") => rest,
        words => words,
    };
    let name_end = place(words, "type")?;
    let (kind, fields) = words[name_end + 1..].split_first()?;
    let after = |key| place(fields, key).and_then(|at| fields.get(at + 1).copied());
    let kind = match kind.to_ascii_lowercase().as_str() {
        "check" => OfferedKind::Check { default: after("default").and_then(truth) },
        "spin" => OfferedKind::Spin {
            default: after("default").and_then(number),
            min: after("min").and_then(number),
            max: after("max").and_then(number),
        },
        "combo" => parse_combo(fields),
        "button" => OfferedKind::Button,
        "string" => {
            let default = place(fields, "default").map(|at| fields[at + 1..].join(" "));
            OfferedKind::Text {
                default: default.filter(|text| !text.is_empty() && text != "<empty>"),
            }
        }
        _ => return None,
    };
    let name = words[..name_end].join(" ");
    (!name.is_empty()).then_some(OfferedOption { name, kind })
}

/// The index of a keyword.
fn place(words: &[&str], key: &str) -> Option<usize> {
    words.iter().position(|word| word.eq_ignore_ascii_case(key))
}

/// Parses the fields of a combo. A value may contain blanks, and its first word may be `default` or `var`.
fn parse_combo(fields: &[&str]) -> OfferedKind {
    let (mut default, mut values) = (None, Vec::new());
    let mut rest = fields;
    while let [key, first, tail @ ..] = rest {
        let end = tail
            .iter()
            .position(|word| ["default", "var"].iter().any(|key| word.eq_ignore_ascii_case(key)));
        let length = end.unwrap_or(tail.len());
        let mut value = (*first).to_owned();
        for word in &tail[..length] {
            value.push(' ');
            value.push_str(word);
        }
        if key.eq_ignore_ascii_case("default") {
            default = Some(value);
        } else if key.eq_ignore_ascii_case("var") {
            values.push(value);
        }
        rest = &tail[length..];
    }
    OfferedKind::Combo { default, values }
}

/// Parses the fields of an `info` line; `None` if no field is valid.
fn parse_info(words: &[&str], bare_score: fn(i32) -> Score) -> Option<InfoWords> {
    let mut info = InfoWords::default();
    let mut rest = words;
    while let [word, tail @ ..] = rest {
        rest = tail;
        let key = word.to_ascii_lowercase();
        match key.as_str() {
            // ElephantEye echoes its input as `idleline` and `busyline`.
            "string" | "message" | "idleline" | "busyline" => {
                info.text = Some(tail.join(" ")).filter(|text| !text.is_empty());
                break;
            }
            "pv" => {
                let (moves, others) =
                    tail.split_at(tail.iter().take_while(|word| is_move(word)).count());
                info.pv = owned(moves);
                rest = others;
            }
            "score" => {
                if let Some((score, length)) = parse_score(tail, bare_score) {
                    info.score = Some(score);
                    info.is_bare = length == 1;
                    rest = &tail[length..];
                }
            }
            "wdl" => {
                if let Some(wdl) = parse_wdl(tail) {
                    info.wdl = Some(wdl);
                    rest = &tail[3..];
                }
            }
            "lowerbound" => info.bound = Bound::Lower,
            "upperbound" => info.bound = Bound::Upper,
            key => {
                if let Some(number) = tail.first().and_then(|word| number(word))
                    && info.set(key, number)
                {
                    rest = &tail[1..];
                }
            }
        }
    }
    (info != InfoWords::default()).then_some(info)
}

impl InfoWords {
    /// Sets the field that `key` names; returns `false` if no such field takes a number.
    fn set(&mut self, key: &str, number: i64) -> bool {
        match key {
            "depth" => self.depth = Some(count(number)),
            "seldepth" => self.seldepth = Some(count(number)),
            "multipv" => self.multipv = Some(count(number)),
            "nodes" => self.nodes = Some(number.max(0) as u64),
            "nps" => self.nps = Some(number.max(0) as u64),
            "time" => self.time = Some(time(number, Unit::Milliseconds)),
            "hashfull" => self.hashfull = Some(count(number)),
            "tbhits" => self.tb_hits = Some(number.max(0) as u64),
            _ => return false,
        }
        true
    }
}

/// Whether a word is a move in either numbering of the ranks.
fn is_move(word: &str) -> bool {
    [Ranks::FromZero, Ranks::FromOne].into_iter().any(|ranks| iccs::parse(word, ranks).is_ok())
}

/// Parses `cp N`, `mate N` in moves, or a bare number; returns the score and the number of words read.
fn parse_score(words: &[&str], bare_score: fn(i32) -> Score) -> Option<(Score, usize)> {
    let (first, rest) = words.split_first()?;
    if let Some(bare) = number(first) {
        return Some((bare_score(narrow(bare)), 1));
    }
    let value = number(rest.first()?)?;
    match first.to_ascii_lowercase().as_str() {
        "cp" => Some((Score::Cp(narrow(value)), 2)),
        "mate" => Some((mate_in_moves(value), 2)),
        _ => None,
    }
}

/// Parses chances, per mille.
fn parse_wdl(words: &[&str]) -> Option<Wdl> {
    let chance = |word: &&str| word.parse::<u16>().ok().filter(|&chance| chance <= 1000);
    let [win, draw, loss] = words.first_chunk::<3>()?.each_ref().map(chance);
    let wdl = Wdl { win: win?, draw: draw?, loss: loss? };
    (wdl.win + wdl.draw + wdl.loss == 1000).then_some(wdl)
}

/// A number as `i32`, clamped so that it can be negated.
fn narrow(number: i64) -> i32 {
    number.clamp((-i32::MAX).into(), i32::MAX.into()) as i32
}

/// The score for a mate in `moves` moves: by the side to move if positive, by its opponent if negative; 0 if the side
/// to move is already mated.
fn mate_in_moves(moves: i64) -> Score {
    if moves > 0 {
        // The mating move has no reply, so `n` moves are `2n - 1` plies.
        Score::MateIn(plies(moves.unsigned_abs()).saturating_sub(1))
    } else {
        Score::MatedIn(plies(moves.unsigned_abs()))
    }
}

fn plies(moves: u64) -> u16 {
    moves.saturating_mul(2).min(u16::MAX.into()) as u16
}

/// Parses a move, optionally followed by `ponder` and a move, `draw` or `resign`. Words such as `(none)` stand for no
/// move; any other word is a move.
fn parse_best_move(first: Option<&str>, words: &[&str]) -> Reply {
    let ponder = place(words, "ponder").and_then(|at| words.get(at + 1).copied());
    Reply::BestMove {
        mv: first.and_then(move_named),
        ponder: ponder.and_then(move_named),
        draw: place(words, "draw").is_some(),
        resign: place(words, "resign").is_some(),
    }
}

fn move_named(word: &str) -> Option<String> {
    const NO_MOVES: [&str; 7] = ["(none)", "none", "null", "0000", "ponder", "draw", "resign"];
    let none = NO_MOVES.iter().any(|none| word.eq_ignore_ascii_case(none));
    (!none).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(line: &str) -> Option<Reply> {
        parse(line, Score::Cp)
    }

    fn info(line: &str) -> InfoWords {
        match read(line) {
            Some(Reply::Info(info)) => info,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn kind(line: &str) -> OfferedKind {
        match read(line) {
            Some(Reply::Option(option)) => option.kind,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// The move, the expected reply, and whether the engine offers a draw or resigns.
    fn best_move(line: &str) -> (Option<String>, Option<String>, bool, bool) {
        match read(line) {
            Some(Reply::BestMove { mv, ponder, draw, resign }) => (mv, ponder, draw, resign),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn words_come_in_any_case_and_spacing() {
        assert_eq!(read("\u{feff}UCCIOK\r"), Some(Reply::GreetingEnd(Dialect::Ucci)));
        assert_eq!(read(" \t uciok\r\n"), Some(Reply::GreetingEnd(Dialect::Uci)));
        assert_eq!(read("ReadyOk"), Some(Reply::ReadyOk));
        assert_eq!(read("bye"), Some(Reply::Bye));
        let id = Reply::Id { field: "name".to_owned(), value: "Old Horse 2".to_owned() };
        assert_eq!(read("ID Name  Old Horse 2 \r"), Some(id));
        for nothing in [
            "",
            "  ",
            "id",
            "info",
            "option",
            "info wibble 7",
            "uciokay",
            "position startpos",
            "象",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn numbers_may_be_missing_or_too_large() {
        let words = info("info depth seldepth x nodes 99999999999999999999999 score cp time -5");
        let expected = InfoWords {
            nodes: Some(i64::MAX as u64),
            time: Some(Duration::ZERO),
            ..InfoWords::default()
        };
        assert_eq!(words, expected);
        let score = |line| info(line).score;
        assert_eq!(score("info score cp -99999999999"), Some(Score::Cp(-i32::MAX)));
        assert_eq!(score("info score mate 99999999999"), Some(Score::MateIn(u16::MAX - 1)));
        assert_eq!(score("info score mate -99999999999"), Some(Score::MatedIn(u16::MAX)));
        assert_eq!(score("info depth 3 score mate"), None);
    }

    #[test]
    fn all_score_forms_are_read() {
        let score = |line| info(line).score;
        assert_eq!(score("info score 35"), Some(Score::Cp(35)));
        assert_eq!(score("info score cp -35"), Some(Score::Cp(-35)));
        assert_eq!(score("info score MATE 2"), Some(Score::MateIn(3)));
        assert_eq!(score("info score mate +1"), Some(Score::MateIn(1)));
        assert_eq!(score("info score mate -2"), Some(Score::MatedIn(4)));
        assert_eq!(score("info score mate 0"), Some(Score::MatedIn(0)));
    }

    #[test]
    fn fields_come_in_any_order() {
        let words = info(
            "info pv H2E2 h9-g7 a10a9 hashfull 7 upperbound score cp 5 wdl 300 400 300 Depth 4 \
             string pv of 2",
        );
        let expected = InfoWords {
            depth: Some(4),
            score: Some(Score::Cp(5)),
            bound: Bound::Upper,
            wdl: Some(Wdl { win: 300, draw: 400, loss: 300 }),
            hashfull: Some(7),
            pv: owned(&["H2E2", "h9-g7", "a10a9"]),
            text: Some("pv of 2".to_owned()),
            ..InfoWords::default()
        };
        assert_eq!(words, expected);
        assert_eq!(info("info depth 1 pv (none) nodes 3").nodes, Some(3));
        assert_eq!(info("info currmove h2e2 currmovenumber 1 depth 9").depth, Some(9));
    }

    #[test]
    fn no_move_has_many_names() {
        for line in [
            "nobestmove",
            "bestmove",
            "bestmove (none)",
            "bestmove 0000",
            "bestmove NULL ponder (none)",
            "bestmove none",
        ] {
            assert_eq!(best_move(line), (None, None, false, false), "{line}");
        }
        assert_eq!(best_move("bestmove resign"), (None, None, false, true));
        assert_eq!(best_move("BestMove H2-E2"), (Some("H2-E2".to_owned()), None, false, false));
        assert_eq!(
            best_move("bestmove h2e2 ponder h9g7 draw"),
            (Some("h2e2".to_owned()), Some("h9g7".to_owned()), true, false)
        );
        let junk = Some("castle".to_owned());
        assert_eq!(best_move("bestmove castle ponder"), (junk, None, false, false));
    }

    #[test]
    fn options_may_lack_anything_but_a_name_and_a_type() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            kind("option name Skill Level type spin max x min -20"),
            OfferedKind::Spin { default: None, min: Some(-20), max: None }
        );
        assert_eq!(kind("option batch type CHECK"), OfferedKind::Check { default: None });
        assert_eq!(kind("option newgame type button"), OfferedKind::Button);
        for empty in ["", " default", " default <empty>"] {
            let line = format!("option name Book type string{empty}");
            assert_eq!(kind(&line), OfferedKind::Text { default: None });
        }
        assert_eq!(
            kind("option bookfiles type string default C:\\My Books\\min max.dat"),
            OfferedKind::Text { default: text("C:\\My Books\\min max.dat") }
        );
        assert_eq!(
            kind("option name Style type combo default default var default var very risky"),
            OfferedKind::Combo {
                default: text("default"),
                values: owned(&["default", "very risky"])
            }
        );
        for nothing in [
            "option name type string",
            "option name X",
            "option name X type",
            "option about type label",
        ] {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

    proptest! {
        #[test]
        fn no_line_is_too_strange(line in ".*") {
            let _ = read(&line);
        }

        #[test]
        fn no_mixture_of_words_is_too_strange(
            first in "info|option|bestmove|nobestmove|id",
            words in proptest::collection::vec(
                "score|cp|mate|pv|depth|time|name|type|combo|spin|default|var|ponder|string|-?[0-9]{1,40}|[a-i0-9]{4}|象",
                0..12,
            ),
        ) {
            let _ = read(&format!("{first} {}", words.join(" ")));
        }
    }
}
