//! The lines of UCCI 3.0.
//!
//! ```
//! use chuhe_engine::protocol::{Command, Unit, ucci};
//!
//! let moves = vec!["h2e2".to_owned()];
//! assert_eq!(
//!     ucci::parse_command("banmoves h2e2", Unit::Milliseconds),
//!     Some(Command::BanMoves(moves))
//! );
//! ```

use std::fmt::Write as _;

use super::command::{self, ClockWords, Command, Go, Unit};
use super::reply::{self, Reply};
use super::request::{self, GoLine};
use super::wording::{self, Wording};
use crate::engine::options::OptionSpec;
use crate::notation::iccs;
use crate::search::{BestMove, Bound, Entry, Event};
use crate::types::{MATE, MATE_BOUND, Score, TABLE_BOUND, is_decided};

/// The value of a horse or a cannon in the evaluation, in centipawns. In UCCI, this is a score of 100.
const MINOR_CP: i32 = 420;

/// The score from which ElephantEye and engines derived from it subtract the plies to mate.
const ELEPHANT_MATE: i32 = 10_000;
/// The highest of ElephantEye's scores that is a win by rule rather than a mate.
const ELEPHANT_RULE_WIN: i32 = 9_900;

/// Parses a line from a host; `None` if the line is not a UCCI command. `unit` is the unit of the clocks.
pub fn parse_command(line: &str, unit: Unit) -> Option<Command> {
    command::parse(line, unit)
}

/// The line that a host sends for a command, with times in milliseconds; if an engine offers the option `usemillisec`,
/// the host must set it first. `None` for commands that UCCI cannot express: [`Command::Console`], [`Command::Debug`]
/// (an option in UCCI), and a [`Command::Go`] that gives clock times only for Red and Black.
///
/// UCCI has no fixed time per move, so such a time is written twice: as a clock for a single move, which every engine
/// understands but some do not use fully, and as `movetime`, which some engines prefer (Fairy-Stockfish, chuhe) and
/// others ignore. With `movetime` alone, ElephantEye would search without a limit. Blanks in option names become
/// underscores.
pub fn format_command(command: &Command) -> Option<String> {
    let line = match command {
        Command::NewGame => "setoption newgame".to_owned(),
        Command::SetOption { name, value } => {
            // Only ASCII blanks separate words when lines are read; other blanks are part of a word.
            let name = name.split_ascii_whitespace().collect::<Vec<_>>().join("_");
            format!("setoption {name} {value}").trim_ascii_end().to_owned()
        }
        Command::BanMoves(moves) => {
            let mut line = "banmoves".to_owned();
            request::push_moves(&mut line, moves);
            line
        }
        Command::Go(go) => format_go(go)?,
        Command::PonderHit { draw: false } => "ponderhit".to_owned(),
        Command::PonderHit { draw: true } => "ponderhit draw".to_owned(),
        Command::Probe(setup) => format!("probe {}", request::format_setup(setup)),
        command => request::format(command)?,
    };
    Some(request::one_line(&line))
}

/// Formats `go`. Some engines use only the first limit they read, so the clock comes first. In the standard, a clock
/// has either an increment or moves to go, so a zero increment is left out if there are moves to go.
fn format_go(go: &Go) -> Option<String> {
    let by_color = go.sides.iter().any(|clock| clock.time.is_some());
    if by_color && go.mover.time.is_none() {
        return None;
    }
    let (mover, moves_to_go) = match (go.mover.time, go.move_time) {
        (None, Some(_)) => (ClockWords { time: go.move_time, increment: None }, Some(1)),
        _ => (go.mover, go.moves_to_go),
    };
    let mut line = GoLine::new();
    line.flag("ponder", go.ponder);
    // In the standard, a draw offer and pondering exclude each other. If a command has both, this order is safe with
    // all known engines.
    line.flag("draw", go.draw && !go.ponder);
    if mover.time.is_some() {
        line.time_left("time", mover.time);
        line.number("movestogo", moves_to_go);
        let increment =
            mover.increment.filter(|increment| moves_to_go.is_none() || !increment.is_zero());
        line.time("increment", increment);
        line.time_left("opptime", go.opponent.time);
        line.time("oppincrement", go.opponent.increment);
    }
    line.time_left("movetime", go.move_time);
    Some(line.finish(go, mover.time.is_some(), go.draw && go.ponder))
}

/// Parses a line from an engine; `None` if the line requires no action by a host.
///
/// UCCI has no mate scores. A number is read as a mate in n plies only if it cannot be a score in hundredths of a
/// horse: 30000 - n, as chuhe writes it, or ElephantEye's 10000 - n. At depth 0 with a move, the number is the weight
/// of a book move, not a score.
pub fn parse_reply(line: &str) -> Option<Reply> {
    let mut reply = reply::parse(line, read_score)?;
    if let Reply::Info(info) = &mut reply
        && info.depth == Some(0)
        && !info.pv.is_empty()
    {
        info.score = None;
    }
    Some(reply)
}

/// Converts a score without a unit.
fn read_score(number: i32) -> Score {
    let mate = match number.saturating_abs() {
        MATE_BOUND..=MATE => MATE,
        size if size > ELEPHANT_RULE_WIN && size <= ELEPHANT_MATE => ELEPHANT_MATE,
        _ => return Score::Cp(number),
    };
    let plies = (mate - number.abs()) as u16;
    match (number > 0, plies) {
        // A mate in 0 plies has no move.
        (true, 0) => Score::Cp(number),
        (true, plies) => Score::MateIn(plies),
        (false, plies) => Score::MatedIn(plies),
    }
}

/// The line that announces an option; `None` if the option has no UCCI name.
pub fn format_option(spec: &OptionSpec) -> Option<String> {
    let name = spec.ucci?;
    let kind = wording::option_kind(spec, |default, min, max| {
        // In UCCI, the announced range includes 0 if 0 means automatic.
        let min = if spec.takes_zero() { 0 } else { min };
        format!("min {min} max {max} default {default}")
    });
    Some(format!("option {name} type {kind}"))
}

/// The line that an engine sends for an event of the search. The word `draw` follows the best move if the event accepts
/// a draw; the caller must clear that flag if no draw was offered.
pub fn format_event(event: &Event, wording: Wording) -> String {
    match event {
        Event::Info(info) => {
            let hits = info.tb_hits.map(|hits| format!(" tbhits {hits}")).unwrap_or_default();
            wording.info_line(info, &format_score(info.score).to_string(), &hits)
        }
        Event::Budget { target, most } => format_text(&wording::budget(*target, *most)),
        Event::Effort { nodes, time, hashfull } => wording::effort_line(*nodes, *time, *hashfull),
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

/// The line with which an engine shows a text to the user.
pub fn format_text(text: &str) -> String {
    wording::text_line("info message", text)
}

/// The answer to `probe`, with the entry of the transposition table, if any. An exact score is written as both bounds.
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

/// Converts a score to a number without a unit: a horse is worth 100, a mate in n plies is 30000 - n, and wins by rule
/// or according to the endgame tables lie below every mate.
fn format_score(score: Score) -> i32 {
    match score {
        Score::Cp(cp) if is_decided(cp) => cp,
        Score::Cp(cp) => cp * 100 / MINOR_CP,
        Score::MateIn(plies) => MATE - i32::from(plies),
        Score::MatedIn(plies) => i32::from(plies) - MATE,
    }
}

/// Converts a score in hundredths of a horse, the unit of UCCI, to centipawns. A decided score stays as it is.
pub fn in_centipawns(score: Score) -> Score {
    match score {
        Score::Cp(number) if !is_decided(number) => {
            let most = TABLE_BOUND - 1;
            Score::Cp((number * MINOR_CP / 100).clamp(-most, most))
        }
        decided => decided,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::engine::options::{OPTIONS, find};
    use crate::notation::iccs::Ranks;
    use crate::protocol::{Console, Setup};
    use crate::search::SearchInfo;
    use crate::types::{Color, Move};

    const PLAIN: Wording = Wording { ranks: Ranks::FromZero, wdl: false };

    #[test]
    fn options_as_hosts_read_them() {
        let line = |name| format_option(find(name).unwrap());
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(line("usemillisec"), some("option usemillisec type check default true"));
        assert_eq!(line("hashsize"), some("option hashsize type spin min 0 max 65536 default 0"));
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
            known_wdl: None,
            nodes: 44,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: None,
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
            format_pop_hash(
                Some(Entry { mv, value: -MINOR_CP, eval: 0, depth: 6, bound, was_pv: false }),
                PLAIN,
            )
        };
        assert_eq!(format_pop_hash(None, PLAIN), "pophash");
        assert_eq!(found(None), "pophash bestmove h2e2");
        assert_eq!(found(Some(Bound::Lower)), "pophash bestmove h2e2 lowerbound -100 depth 6");
        assert_eq!(
            found(Some(Bound::Exact)),
            "pophash bestmove h2e2 lowerbound -100 depth 6 upperbound -100 depth 6"
        );
    }

    #[test]
    fn commands_as_engines_read_them() {
        let text = |command: &Command| format_command(command).unwrap_or_default();
        let set = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(text(&Command::NewGame), "setoption newgame");
        assert_eq!(text(&set("newgame", "")), "setoption newgame");
        assert_eq!(
            text(&set("bookfiles", "C:\\My Books\\a.dat")),
            "setoption bookfiles C:\\My Books\\a.dat"
        );
        assert_eq!(text(&set("Skill Level", "3")), "setoption Skill_Level 3");
        // Engines do not read these as blanks.
        assert_eq!(text(&set("a\u{a0}b", "\u{a0}")), "setoption a\u{a0}b \u{a0}");
        assert_eq!(text(&Command::PonderHit { draw: true }), "ponderhit draw");
        let moves = vec!["h2e2".to_owned(), "b2e2".to_owned()];
        assert_eq!(text(&Command::BanMoves(moves.clone())), "banmoves h2e2 b2e2");
        let setup = Setup { fen: None, moves };
        assert_eq!(text(&Command::Probe(setup.clone())), "probe startpos moves h2e2 b2e2");
        assert_eq!(
            text(&Command::Position { setup, bare: true }),
            "position startpos moves h2e2 b2e2",
            "there is no Cyclone form"
        );
        for none in [Command::Debug(true), Command::Console(Console::Eval)] {
            assert_eq!(format_command(&none), None);
        }
    }

    #[test]
    fn searches_as_engines_read_them() {
        let text = |go: Go| format_command(&Command::Go(go));
        let some = |text: &str| Some(text.to_owned());
        let clock = |time, increment| ClockWords {
            time: Some(Duration::from_millis(time)),
            increment: Some(Duration::from_millis(increment)),
        };
        let mut go = Go { draw: true, depth: Some(9), ..Go::default() };
        go.set_clocks(Color::Black, [clock(600, 3), clock(500, 0)]);
        assert_eq!(
            text(go.clone()),
            some("go draw time 500 increment 0 opptime 600 oppincrement 3 depth 9")
        );
        let go = Go { moves_to_go: Some(4), ponder: true, ..go };
        assert_eq!(
            text(go),
            some("go ponder time 500 movestogo 4 opptime 600 oppincrement 3 depth 9 draw")
        );
        let move_time = Some(Duration::from_millis(200));
        assert_eq!(
            text(Go { move_time, ..Go::default() }),
            some("go time 200 movestogo 1 movetime 200")
        );
        assert_eq!(text(Go { draw: true, ..Go::default() }), some("go draw infinite"));
        assert_eq!(
            text(Go { depth: Some(4), opponent: clock(600, 3), ..Go::default() }),
            some("go depth 4"),
            "the opponent's clock alone means nothing"
        );
        assert_eq!(text(Go { sides: [clock(600, 3); 2], ..Go::default() }), None);
    }

    #[test]
    fn bare_scores_are_mates_only_where_that_is_certain() {
        assert_eq!(read_score(29_999), Score::MateIn(1));
        assert_eq!(read_score(-30_000), Score::MatedIn(0));
        assert_eq!(read_score(9_997), Score::MateIn(3));
        assert_eq!(read_score(-9_996), Score::MatedIn(4));
        for number in [0, 35, -9_900, 9_850, 10_000, 10_001, 27_999, 29_743, 30_000, i32::MIN] {
            assert_eq!(read_score(number), Score::Cp(number));
        }
    }

    #[test]
    fn scores_are_converted_unless_the_game_is_decided() {
        assert_eq!(in_centipawns(Score::Cp(-100)), Score::Cp(-MINOR_CP));
        for score in [Score::Cp(27_990), Score::Cp(-26_990), Score::MateIn(3), Score::MatedIn(0)] {
            assert_eq!(in_centipawns(score), score);
        }
        // A foreign engine's win by rule stays an evaluation.
        assert_eq!(in_centipawns(Score::Cp(9_900)), Score::Cp(TABLE_BOUND - 1));
    }

    #[test]
    fn book_moves_have_no_score() {
        let read = |line| match parse_reply(line) {
            Some(Reply::Info(info)) => (info.score, info.pv.len()),
            other => panic!("{other:?}"),
        };
        assert_eq!(read("info depth 0 score 29990 pv h2e2"), (None, 1));
        assert_eq!(read("info depth 0 score -30000"), (Some(Score::MatedIn(0)), 0));
    }

    proptest! {
        #[test]
        fn better_scores_read_better(a in -30_000i32..=30_000, b in -30_000i32..=30_000) {
            if a < b {
                prop_assert!(format_score(Score::from(a)) <= format_score(Score::from(b)));
            }
        }

        #[test]
        fn centipawns_are_written_back_as_nearly_the_same_number(number in -6_000i32..=6_000) {
            let back = format_score(in_centipawns(Score::Cp(number)));
            prop_assert!((back - number).abs() <= 1);
        }

        #[test]
        fn mates_are_read_back(plies in 1u16..256) {
            for score in [Score::MateIn(plies), Score::MatedIn(plies)] {
                prop_assert_eq!(read_score(format_score(score)), score);
            }
        }

        #[test]
        fn no_line_is_too_strange(line in ".*") {
            let _ = parse_command(&line, Unit::Seconds);
            let _ = parse_reply(&line);
        }
    }
}
