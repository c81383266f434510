//! The lines of UCI for xiangqi.
//!
//! ```
//! use chuhe_engine::protocol::{Command, Greeting, uci};
//!
//! assert_eq!(uci::parse_command("uci"), Some(Command::Greet(Greeting::Uci)));
//! ```

use super::command::{self, Command, Go, Unit};
use super::reply::{self, Reply};
use super::request::{self, GoLine};
use super::wording::{self, Wording};
use crate::engine::config::Config;
use crate::engine::options::OptionSpec;
use crate::search::{BestMove, Event};
use crate::types::Score;

/// Parses a line from a host; `None` if the line is not a UCI command. UCI has neither draw offers nor table probes.
pub fn parse_command(line: &str) -> Option<Command> {
    match command::parse(line, Unit::Milliseconds)? {
        Command::Probe(_) => None,
        Command::PonderHit { .. } => Some(Command::PonderHit { draw: false }),
        Command::Go(mut go) => {
            go.draw = false;
            // `depth 0` exists only in UCCI; a UCI host would get no move.
            go.depth = go.depth.map(|depth| depth.max(1));
            Some(Command::Go(go))
        }
        command => Some(command),
    }
}

/// The line that a host sends for a command. `None` for commands that UCI cannot express: [`Command::BanMoves`],
/// [`Command::Probe`], [`Command::Console`], and a [`Command::Go`] that gives clock times only for the side to move and
/// its opponent, not for Red and Black. Draw offers are omitted.
pub fn format_command(command: &Command) -> Option<String> {
    let line = match command {
        Command::NewGame => "ucinewgame".to_owned(),
        Command::Debug(on) => format!("debug {}", if *on { "on" } else { "off" }),
        Command::SetOption { name, value } if value.is_empty() => format!("setoption name {name}"),
        Command::SetOption { name, value } => format!("setoption name {name} value {value}"),
        Command::Position { setup, bare: true } => request::format_setup(setup),
        Command::Go(go) => format_go(go)?,
        Command::PonderHit { .. } => "ponderhit".to_owned(),
        command => request::format(command)?,
    };
    Some(request::one_line(&line))
}

fn format_go(go: &Go) -> Option<String> {
    let [red, black] = go.sides;
    let has_clock = red.time.or(black.time).is_some();
    if !has_clock && go.mover.time.is_some() {
        return None;
    }
    let mut line = GoLine::new();
    line.flag("ponder", go.ponder);
    line.time_left("wtime", red.time);
    line.time_left("btime", black.time);
    line.time("winc", red.increment);
    line.time("binc", black.increment);
    line.number("movestogo", go.moves_to_go);
    line.time_left("movetime", go.move_time);
    Some(line.finish(go, has_clock, false))
}

/// Parses a line from an engine; `None` if the line requires no action by a host. A score without a unit is taken as
/// centipawns.
pub fn parse_reply(line: &str) -> Option<Reply> {
    reply::parse(line, Score::Cp)
}

/// The line that announces an option; `None` if the option has no UCI name.
pub fn format_option(spec: &OptionSpec) -> Option<String> {
    let name = spec.uci?;
    let kind = wording::option_kind(spec, |default, min, max| {
        // Hosts show the size of the table in megabytes and expect at least one, so the automatic size is announced.
        let is_automatic = default == 0 && spec.takes_zero();
        let default =
            if is_automatic { Config::default().effective_hash_mb() } else { default as usize };
        format!("default {default} min {min} max {max}")
    });
    Some(format!("option name {name} type {kind}"))
}

/// The line that an engine sends for an event of the search.
pub fn format_event(event: &Event, wording: Wording) -> String {
    match event {
        Event::Info(info) => {
            let hits = format!(" tbhits {}", info.tb_hits.unwrap_or(0));
            wording.info_line(info, &format_score(info.score), &hits)
        }
        Event::Budget { target, most } => format_text(&wording::budget(*target, *most)),
        Event::Effort { nodes, time, hashfull } => wording::effort_line(*nodes, *time, *hashfull),
        Event::CurrentMove { mv, number, depth } => wording.current_move_line(*mv, *number, *depth),
        Event::BestMove(BestMove { mv: None, .. }) => "bestmove (none)".to_owned(),
        Event::BestMove(BestMove { mv: Some(mv), ponder, .. }) => {
            wording.best_move_line(*mv, *ponder)
        }
    }
}

/// The line with which an engine shows a text to the user.
pub fn format_text(text: &str) -> String {
    wording::text_line("info string", text)
}

/// Formats a score, with mates in moves, not plies. If the side to move is already mated, the score is `mate 0`.
fn format_score(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("cp {cp}"),
        Score::MateIn(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::MatedIn(plies) => format!("mate {}", -i32::from(plies.div_ceil(2))),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::engine::options::{OPTIONS, find};
    use crate::notation::iccs::{self, Ranks};
    use crate::protocol::{ClockWords, Console, Setup};
    use crate::search::{Bound, SearchInfo};
    use crate::types::{Color, Move};

    const PLAIN: Wording = Wording { ranks: Ranks::FromZero, wdl: false };

    fn info(score: Score, pv: &[&str]) -> SearchInfo {
        SearchInfo {
            depth: 5,
            seldepth: 9,
            multipv: 1,
            score,
            bound: Bound::Exact,
            known_wdl: None,
            nodes: 12_345,
            time: Duration::from_millis(10),
            hashfull: 7,
            tb_hits: None,
            pv: pv.iter().map(|text| text.parse().unwrap()).collect(),
        }
    }

    #[test]
    fn options_as_hosts_read_them() {
        let line = |name| format_option(find(name).unwrap());
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(line("hash"), some("option name Hash type spin default 64 min 1 max 65536"));
        assert_eq!(line("clear hash"), some("option name Clear Hash type button"));
        assert_eq!(line("ponder"), some("option name Ponder type check default false"));
        assert_eq!(
            line("uci_variant"),
            some("option name UCI_Variant type combo default xiangqi var xiangqi")
        );
        assert_eq!(line("usemillisec"), None);
        assert!(OPTIONS.iter().filter_map(format_option).all(|line| !line.contains("draw")));
    }

    #[test]
    fn iterations_are_complete() {
        let event = Event::Info(info(Score::Cp(-35), &["h2e2", "h9g7"]));
        assert_eq!(
            format_event(&event, PLAIN),
            "info depth 5 seldepth 9 multipv 1 score cp -35 nodes 12345 nps 1234500 hashfull 7 tbhits 0 time 10 pv h2e2 h9g7"
        );
        let wording = Wording { ranks: Ranks::FromOne, wdl: true };
        let event =
            Event::Info(SearchInfo { bound: Bound::Lower, ..info(Score::MateIn(3), &["h9h0"]) });
        let line = format_event(&event, wording);
        assert!(line.contains(" score mate 2 lowerbound wdl 1000 0 0 nodes "), "{line}");
        assert!(line.ends_with(" pv h10h1"), "{line}");
    }

    #[test]
    fn mates_count_moves() {
        let text = |score| format_score(score);
        assert_eq!(text(Score::MateIn(1)), "mate 1");
        assert_eq!(text(Score::MateIn(5)), "mate 3");
        assert_eq!(text(Score::MatedIn(2)), "mate -1");
        let none = Event::Info(SearchInfo { depth: 0, ..info(Score::MatedIn(0), &[]) });
        assert_eq!(format_event(&none, PLAIN), "info depth 0 score mate 0");
    }

    #[test]
    fn answers() {
        let mv: Move = "h2e2".parse().unwrap();
        let answer = |mv, ponder| {
            format_event(&Event::BestMove(BestMove { mv, ponder, accept_draw: true }), PLAIN)
        };
        assert_eq!(answer(None, None), "bestmove (none)");
        assert_eq!(answer(Some(mv), None), "bestmove h2e2");
        assert_eq!(answer(Some(mv), Some(mv.flip())), "bestmove h2e2 ponder h7e7");
    }

    #[test]
    fn no_offers_no_probes_no_depth_0() {
        assert_eq!(parse_command("probe startpos"), None);
        assert_eq!(parse_command("ponderhit draw"), Some(Command::PonderHit { draw: false }));
        let Some(Command::Go(go)) = parse_command("go draw depth 0") else { panic!() };
        assert_eq!((go.draw, go.depth), (false, Some(1)));
    }

    #[test]
    fn commands_as_engines_read_them() {
        let text = |command: &Command| format_command(command).unwrap_or_default();
        let set = |name: &str, value: &str| Command::SetOption {
            name: name.to_owned(),
            value: value.to_owned(),
        };
        assert_eq!(text(&Command::NewGame), "ucinewgame");
        assert_eq!(text(&Command::Debug(true)), "debug on");
        assert_eq!(text(&set("Clear Hash", "")), "setoption name Clear Hash");
        assert_eq!(text(&set("Skill Level", "3")), "setoption name Skill Level value 3");
        assert_eq!(text(&Command::PonderHit { draw: true }), "ponderhit");
        let setup = Setup { fen: Some("F r".to_owned()), moves: vec!["h2e2".to_owned()] };
        let position = |bare| Command::Position { setup: setup.clone(), bare };
        assert_eq!(text(&position(false)), "position fen F r moves h2e2");
        assert_eq!(text(&position(true)), "fen F r moves h2e2");
        let none =
            [Command::BanMoves(Vec::new()), Command::Probe(setup), Command::Console(Console::Eval)];
        assert!(none.iter().all(|command| format_command(command).is_none()));
    }

    #[test]
    fn searches_as_engines_read_them() {
        let text = |go: Go| format_command(&Command::Go(go));
        let some = |text: &str| Some(text.to_owned());
        let clock = |time, increment| ClockWords {
            time: Some(Duration::from_millis(time)),
            increment: Some(Duration::from_millis(increment)),
        };
        let mut go = Go { ponder: true, draw: true, moves_to_go: Some(9), ..Go::default() };
        go.set_clocks(Color::Black, [clock(600, 3), clock(500, 2)]);
        assert_eq!(
            text(go),
            some("go ponder wtime 600 btime 500 winc 3 binc 2 movestogo 9"),
            "UCI has no draw offers, and no clocks by side to move"
        );
        let move_time = Some(Duration::from_millis(200));
        assert_eq!(text(Go { move_time, ..Go::default() }), some("go movetime 200"));
        assert_eq!(text(Go::default()), some("go infinite"));
        assert_eq!(
            text(Go {
                depth: Some(4),
                nodes: Some(5000),
                search_moves: Some(vec!["h2e2".to_owned(), "b2e2".to_owned()]),
                ..Go::default()
            }),
            some("go depth 4 nodes 5000 searchmoves h2e2 b2e2")
        );
        assert_eq!(text(Go { mover: clock(600, 3), ..Go::default() }), None);
    }

    #[test]
    fn bare_scores_are_centipawns() {
        let Some(Reply::Info(info)) = parse_reply("info depth 0 score 29990 pv h2e2") else {
            panic!()
        };
        assert_eq!(info.score, Some(Score::Cp(29_990)));
    }

    proptest! {
        #[test]
        fn lines_stay_short_and_moves_can_be_read_back(
            count in 1usize..400, one in any::<bool>(), cp in -28_000i32..28_000,
        ) {
            let ranks = if one { Ranks::FromOne } else { Ranks::FromZero };
            let pv = vec!["h9i9"; count];
            let line = format_event(
                &Event::Info(info(Score::Cp(cp), &pv)),
                Wording { ranks, wdl: true },
            );
            prop_assert!(line.len() < wording::LINE_MAX);
            let (_, moves) = line.split_once(" pv ").unwrap();
            for text in moves.split(' ') {
                prop_assert_eq!(iccs::parse(text, ranks), Ok("h9i9".parse().unwrap()));
            }
            prop_assert!(moves.split(' ').count() == count || line.len() > wording::LINE_MAX - 10);
        }

        #[test]
        fn no_line_is_too_strange(line in ".*") {
            let _ = parse_command(&line);
            let _ = parse_reply(&line);
        }
    }
}
