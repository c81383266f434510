//! UCCI 3.0, as text.

use std::fmt::Write as _;

use super::command::{self, Command, Unit};
use super::wording::{self, Wording};
use crate::engine::options::OptionSpec;
use crate::notation::iccs;
use crate::search::{BestMove, Bound, Entry, Event};
use crate::types::{MATE, Score, is_decided};

/// The line that ends the announcements.
pub const GREETING_END: &str = "ucciok";

/// What a horse or a cannon is worth in the evaluation's centipawns; UCCI wants that to read as 100.
const MINOR_CP: i32 = 420;

/// Reads a line; none if it says nothing in UCCI.
#[must_use]
pub fn parse_command(line: &str, unit: Unit) -> Option<Command> {
    command::parse(line, unit)
}

/// The line that announces an option; none if UCCI has no name for it.
#[must_use]
pub fn format_option(spec: &OptionSpec) -> Option<String> {
    let name = spec.ucci?;
    let kind = wording::option_kind(spec, |default, min, max| {
        // Here 0 is announced where it means automatic.
        let min = if spec.takes_zero() { 0 } else { min };
        format!("min {min} max {max} default {default}")
    });
    Some(format!("option {name} type {kind}"))
}

/// The line for what a search says. ` draw` is added to a move whenever the event accepts one, so it must only do so
/// if there was an offer.
#[must_use]
pub fn format_event(event: &Event, wording: Wording) -> String {
    match event {
        Event::Info(info) => wording.info_line(info, &format_score(info.score).to_string(), ""),
        Event::Budget { target, most } => format_text(&wording::budget(*target, *most)),
        Event::CurrentMove { mv, number, depth } => wording.current_move_line(*mv, *number, *depth),
        Event::BestMove(BestMove { mv: None, .. }) => "nobestmove".to_owned(),
        Event::BestMove(BestMove { mv: Some(mv), ponder, accept_draw }) => {
            let mut line = wording.best_move_line(*mv, *ponder);
            if *accept_draw {
                line.push_str(" draw");
            }
            line
        }
    }
}

/// The line for a message to people.
#[must_use]
pub fn format_text(text: &str) -> String {
    wording::text_line("info message", text)
}

/// The answer to `probe`: what the transposition table knows of a position. An exact score is both bounds at once.
#[must_use]
pub fn format_pop_hash(entry: Option<Entry>, wording: Wording) -> String {
    let mut line = "pophash".to_owned();
    let Some(Entry { mv, value, depth, bound, .. }) = entry else { return line };
    let score = format_score(Score::from(value));
    // Writing to a string cannot fail.
    if let Some(mv) = mv {
        let _ = write!(line, " bestmove {}", iccs::text(mv, wording.ranks));
    }
    if matches!(bound, Some(Bound::Lower | Bound::Exact)) {
        let _ = write!(line, " lowerbound {score} depth {depth}");
    }
    if matches!(bound, Some(Bound::Upper | Bound::Exact)) {
        let _ = write!(line, " upperbound {score} depth {depth}");
    }
    line
}

/// A bare number: a minor piece is 100, mate in n plies 30000 - n, a win by rule a little below every mate.
fn format_score(score: Score) -> i32 {
    match score {
        Score::Cp(cp) if is_decided(cp) => cp,
        Score::Cp(cp) => cp * 100 / MINOR_CP,
        Score::MateIn(plies) => MATE - i32::from(plies),
        Score::MatedIn(plies) => i32::from(plies) - MATE,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::engine::options::{OPTIONS, find};
    use crate::notation::iccs::Ranks;
    use crate::search::SearchInfo;
    use crate::types::Move;

    const PLAIN: Wording = Wording { ranks: Ranks::FromZero, wdl: false };

    #[test]
    fn options_as_hosts_read_them() {
        let line = |name| format_option(find(name).unwrap());
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(line("usemillisec"), some("option usemillisec type check default true"));
        assert_eq!(line("hashsize"), some("option hashsize type spin min 0 max 65536 default 16"));
        assert_eq!(line("newgame"), some("option newgame type button"));
        assert_eq!(
            line("pruning"),
            some("option pruning type combo default large var large var medium var small var none")
        );
        assert_eq!(line("uci_variant"), None);
        assert!(OPTIONS.iter().filter_map(format_option).all(|line| !line.contains("draw")));
    }

    #[test]
    fn scores_are_bare_numbers() {
        assert_eq!(format_score(Score::Cp(MINOR_CP)), 100);
        assert_eq!(format_score(Score::Cp(-2 * MINOR_CP)), -200);
        assert_eq!(format_score(Score::MateIn(1)), 29_999);
        assert_eq!(format_score(Score::MatedIn(4)), -29_996);
        assert_eq!(format_score(Score::Cp(27_990)), 27_990);
    }

    #[test]
    fn iterations_are_complete() {
        let info = SearchInfo {
            depth: 3,
            seldepth: 4,
            multipv: 1,
            score: Score::MateIn(1),
            bound: Bound::Exact,
            nodes: 44,
            time: Duration::ZERO,
            hashfull: 0,
            pv: vec!["a0a9".parse().unwrap()],
        };
        assert_eq!(
            format_event(&Event::Info(info.clone()), PLAIN),
            "info depth 3 seldepth 4 multipv 1 score 29999 nodes 44 nps 44000 hashfull 0 time 0 pv a0a9"
        );
        let leaf = SearchInfo { depth: 0, score: Score::Cp(42), pv: Vec::new(), ..info };
        assert_eq!(format_event(&Event::Info(leaf), PLAIN), "info depth 0 score 10");
    }

    #[test]
    fn answers() {
        let mv: Move = "h2e2".parse().unwrap();
        let answer = |mv, ponder, accept_draw| {
            format_event(&Event::BestMove(BestMove { mv, ponder, accept_draw }), PLAIN)
        };
        assert_eq!(answer(None, None, true), "nobestmove");
        assert_eq!(answer(Some(mv), None, true), "bestmove h2e2 draw");
        assert_eq!(answer(Some(mv), Some(mv.flip()), false), "bestmove h2e2 ponder h7e7");
    }

    #[test]
    fn exact_entries_are_both_bounds() {
        let found = |bound| {
            let mv = "h2e2".parse().ok();
            format_pop_hash(Some(Entry { mv, value: -MINOR_CP, eval: 0, depth: 6, bound }), PLAIN)
        };
        assert_eq!(format_pop_hash(None, PLAIN), "pophash");
        assert_eq!(found(None), "pophash bestmove h2e2");
        assert_eq!(found(Some(Bound::Lower)), "pophash bestmove h2e2 lowerbound -100 depth 6");
        assert_eq!(
            found(Some(Bound::Exact)),
            "pophash bestmove h2e2 lowerbound -100 depth 6 upperbound -100 depth 6"
        );
    }

    proptest! {
        #[test]
        fn better_scores_read_better(a in -30_000i32..=30_000, b in -30_000i32..=30_000) {
            if a < b {
                prop_assert!(format_score(Score::from(a)) <= format_score(Score::from(b)));
            }
        }

        #[test]
        fn no_line_is_too_strange(line in ".*") {
            let _ = parse_command(&line, Unit::Seconds);
        }
    }
}
