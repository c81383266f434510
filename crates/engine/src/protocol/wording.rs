//! The formatting of an engine's lines that is common to both dialects.

use std::fmt::Write as _;
use std::time::Duration;

use crate::engine::config::Config;
use crate::engine::options::{Kind, NO_FOLDER, OptionSpec, VARIANT};
use crate::notation::iccs::{self, Ranks};
use crate::rules::RuleSet;
use crate::search::{Bound, SearchInfo, Wdl, nodes_per_second};
use crate::types::Move;

/// The maximum length of a line in bytes; some hosts have buffers of 1024 bytes.
pub(super) const LINE_MAX: usize = 1000;

/// The form in which an engine writes its lines in a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// The numbering of ranks.
    pub ranks: Ranks,
    /// Whether scores include the chances of a win, draw and loss (`wdl`).
    pub wdl: bool,
}

impl Wording {
    /// The `info` line for a report of the search. `score` is already formatted for the dialect; `extra` is inserted
    /// before the time. If the line becomes too long, the principal variation is cut short. Without a principal
    /// variation, only depth and score are written.
    pub(super) fn info_line(self, info: &SearchInfo, score: &str, extra: &str) -> String {
        if info.pv.is_empty() {
            return format!("info depth {} score {score}", info.depth);
        }
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let wdl = if self.wdl {
            let Wdl { win, draw, loss } = info.wdl();
            format!(" wdl {win} {draw} {loss}")
        } else {
            String::new()
        };
        let mut line = format!(
            "info depth {} seldepth {} multipv {} score {score}{bound}{wdl} nodes {} nps {} hashfull {}{extra} time {} pv",
            info.depth,
            info.seldepth,
            info.multipv,
            info.nodes,
            info.nps(),
            info.hashfull,
            info.time.as_millis(),
        );
        for &mv in &info.pv {
            let length = line.len();
            // Writing to a string cannot fail.
            let _ = write!(line, " {}", iccs::text(mv, self.ranks));
            if line.len() >= LINE_MAX {
                line.truncate(length);
                break;
            }
        }
        line
    }

    pub(super) fn current_move_line(self, mv: Move, number: u32, depth: u32) -> String {
        let mv = iccs::text(mv, self.ranks);
        format!("info depth {depth} currmove {mv} currmovenumber {number}")
    }

    pub(super) fn best_move_line(self, mv: Move, ponder: Option<Move>) -> String {
        let mut line = format!("bestmove {}", iccs::text(mv, self.ranks));
        if let Some(ponder) = ponder {
            let _ = write!(line, " ponder {}", iccs::text(ponder, self.ranks));
        }
        line
    }
}

/// A line about the search as a whole, without a line of play.
pub(super) fn effort_line(nodes: u64, time: Duration, hashfull: u32) -> String {
    let nps = nodes_per_second(nodes, time);
    format!("info nodes {nodes} nps {nps} hashfull {hashfull} time {}", time.as_millis())
}

/// The type and values of an option, as announced; `spin` formats the default, minimum and maximum of a number.
pub(super) fn option_kind(spec: &OptionSpec, spin: impl Fn(u32, u32, u32) -> String) -> String {
    let mut defaults = Config::default();
    match spec.kind {
        Kind::Check(field) => format!("check default {}", field(&mut defaults)),
        Kind::Spin { min, max, field, .. } => {
            format!("spin {}", spin(*field(&mut defaults), min, max))
        }
        Kind::Grade { values, .. } => combo(values.iter().map(|grade| grade.name())),
        Kind::RuleSet(_) => combo(RuleSet::ALL.map(RuleSet::name)),
        // UCCI also has the type `file`, but few hosts support it.
        Kind::TablePath(_) => format!("string default {NO_FOLDER}"),
        Kind::EvalFile(field) | Kind::BookFile(field) => {
            format!("string default {}", field(&mut defaults))
        }
        Kind::Variant => combo([VARIANT]),
        Kind::Button(_) => "button".to_owned(),
    }
}

/// The values of a combo, the default first, because some hosts treat the first value as the default.
fn combo(values: impl IntoIterator<Item = &'static str> + Clone) -> String {
    let mut text = "combo default".to_owned();
    text.extend(values.clone().into_iter().take(1).map(|default| format!(" {default}")));
    text.extend(values.into_iter().map(|value| format!(" var {value}")));
    text
}

/// A text about the time planned for a move.
pub(super) fn budget(target: Option<Duration>, most: Option<Duration>) -> String {
    format!("time budget: target {}, at most {}", time_text(target), time_text(most))
}

fn time_text(time: Option<Duration>) -> String {
    match time {
        Some(time) => format!("{} ms", time.as_millis()),
        None => "none".to_owned(),
    }
}

/// A line of free text, which may quote the host. Some hosts search all output for certain words and end the game when
/// they find one, so an underscore is inserted into each of these words.
pub(super) fn text_line(prefix: &str, text: &str) -> String {
    const TELLING: [&str; 3] = ["draw", "resign", "bestmove"];
    let mut line = format!("{prefix} {text}").replace(|c: char| c.is_control(), " ");
    for word in TELLING {
        while let Some(at) = line.to_ascii_lowercase().find(word) {
            line.insert(at + 1, '_');
        }
    }
    if line.len() >= LINE_MAX {
        line.truncate(line.floor_char_boundary(LINE_MAX - 4));
        line.push_str("...");
    }
    line
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_of_other_programs_are_broken() {
        assert_eq!(
            text_line("info string", "\"Draw\tnobestmove resign\" is no move"),
            "info string \"D_raw nob_estmove r_esign\" is no move"
        );
    }

    proptest! {
        #[test]
        fn text_is_one_short_harmless_line(text in "(.|draw|DRAW|resign|\n|\r|象){0,900}") {
            let line = text_line("info message", &text);
            prop_assert!(line.len() < LINE_MAX && !line.contains(['\n', '\r']));
            let line = line.to_ascii_lowercase();
            prop_assert!(!line.contains("draw") && !line.contains("resign"));
        }
    }
}
