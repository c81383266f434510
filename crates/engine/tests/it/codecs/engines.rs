//! Tests of lines written by other engines. The lines come from runs or, where no run was available, from the engines'
//! source code.

use std::time::Duration;

use chuhe_engine::protocol::{Dialect, InfoWords, OfferedKind, OfferedOption, Reply};
use chuhe_engine::search::Bound;
use chuhe_engine::types::Score;

fn info(dialect: Dialect, line: &str) -> InfoWords {
    match dialect.parse_reply(line) {
        Some(Reply::Info(info)) => info,
        other => panic!("{line}: {other:?}"),
    }
}

fn option(dialect: Dialect, line: &str) -> OfferedOption {
    match dialect.parse_reply(line) {
        Some(Reply::Option(option)) => option,
        other => panic!("{line}: {other:?}"),
    }
}

fn offered(name: &str, kind: OfferedKind) -> OfferedOption {
    OfferedOption { name: name.to_owned(), kind }
}

fn spin(default: i64, min: i64, max: i64) -> OfferedKind {
    OfferedKind::Spin { default: Some(default), min: Some(min), max: Some(max) }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn id(field: &str, value: &str) -> Reply {
    Reply::Id { field: field.to_owned(), value: value.to_owned() }
}

fn best_move(mv: &str, ponder: &str, draw: bool, resign: bool) -> Reply {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Reply::BestMove { mv: some(mv), ponder: some(ponder), draw, resign }
}

#[test]
fn pikafish() {
    let read = |line| Dialect::Uci.parse_reply(line);
    assert_eq!(read("PikafishHCE 2026-11-21 by the Pikafish developers (see AUTHORS file)"), None);
    assert_eq!(read("id name PikafishHCE 2026-11-21"), Some(id("name", "PikafishHCE 2026-11-21")));
    assert_eq!(read("uciok"), Some(Reply::GreetingEnd(Dialect::Uci)));
    assert_eq!(
        option(Dialect::Uci, "option name Hash type spin default 16 min 1 max 33554432"),
        offered("Hash", spin(16, 1, 33_554_432))
    );
    assert_eq!(
        option(Dialect::Uci, "option name Debug Log File type string default "),
        offered("Debug Log File", OfferedKind::Text { default: None })
    );
    assert_eq!(
        option(Dialect::Uci, "option name Sixty Move Rule type check default true"),
        offered("Sixty Move Rule", OfferedKind::Check { default: Some(true) })
    );
    assert_eq!(
        option(Dialect::Uci, "option name Clear Hash type button"),
        offered("Clear Hash", OfferedKind::Button)
    );
    assert_eq!(
        info(
            Dialect::Uci,
            "info depth 5 seldepth 4 multipv 1 score cp 83 nodes 1141 nps 570500 hashfull 0 tbhits 0 time 2 pv b2b6 d9e8 b0c2 b7e7 b6e6"
        ),
        InfoWords {
            depth: Some(5),
            seldepth: Some(4),
            multipv: Some(1),
            score: Some(Score::Cp(83)),
            is_bare: false,
            bound: Bound::Exact,
            nodes: Some(1141),
            nps: Some(570_500),
            time: Some(Duration::from_millis(2)),
            hashfull: Some(0),
            wdl: None,
            tb_hits: Some(0),
            pv: words("b2b6 d9e8 b0c2 b7e7 b6e6"),
            text: None,
        }
    );
    let mating = info(
        Dialect::Uci,
        "info depth 20 seldepth 23 multipv 2 score mate 12 nodes 59067 nps 2187666 hashfull 14 tbhits 0 time 27 pv a0a6 c9e7 b0b7",
    );
    assert_eq!((mating.multipv, mating.score), (Some(2), Some(Score::MateIn(23))));
    assert_eq!(info(Dialect::Uci, "info depth 0 score mate 0").score, Some(Score::MatedIn(0)));
    assert_eq!(read("bestmove b2b6 ponder d9e8"), Some(best_move("b2b6", "d9e8", false, false)));
    assert_eq!(read("bestmove (none)"), Some(best_move("", "", false, false)));
}

#[test]
fn fairy_stockfish_in_uci() {
    let read = |line| Dialect::Uci.parse_reply(line);
    assert_eq!(
        option(
            Dialect::Uci,
            "option name Analysis Contempt type combo default Both var Both var Off var White var Black"
        ),
        offered(
            "Analysis Contempt",
            OfferedKind::Combo {
                default: Some("Both".to_owned()),
                values: words("Both Off White Black")
            }
        )
    );
    let ranks_from_1 = info(
        Dialect::Uci,
        "info depth 6 seldepth 6 multipv 1 score cp 57 nodes 7297 nps 260607 tbhits 0 time 28 pv h1g3 h8h6 g4g5 b10c8 g3f5 h10g8",
    );
    assert_eq!(ranks_from_1.pv, words("h1g3 h8h6 g4g5 b10c8 g3f5 h10g8"));
    assert_eq!(ranks_from_1.hashfull, None);
    let variant = "variant xiangqi files 9 ranks 10 pocket 0 template xiangqi";
    assert_eq!(
        info(Dialect::Uci, &format!("info string {variant}")),
        InfoWords { text: Some(variant.to_owned()), ..InfoWords::default() }
    );
    assert_eq!(read("bestmove a1a10"), Some(best_move("a1a10", "", false, false)));
    assert_eq!(read("Unknown command: bye"), None);
}

#[test]
fn fairy_stockfish_in_ucci() {
    let read = |line| Dialect::Ucci.parse_reply(line);
    assert_eq!(read("ucciok"), Some(Reply::GreetingEnd(Dialect::Ucci)));
    assert_eq!(
        option(Dialect::Ucci, "option Skill_Level type spin default 20 min -20 max 20"),
        offered("Skill_Level", spin(20, -20, 20))
    );
    // Older versions of Fairy-Stockfish write `cp`; newer ones do not. Both count mates in moves.
    let old = info(
        Dialect::Ucci,
        "info depth 15 seldepth 22 multipv 1 score cp 211 upperbound nodes 351697 nps 381450 tbhits 0 time 922 pv g0e2",
    );
    assert_eq!((old.score, old.bound), (Some(Score::Cp(211)), Bound::Upper));
    let new = info(
        Dialect::Ucci,
        "info depth 15 seldepth 22 multipv 1 score 211 upperbound nodes 351697 nps 381450 tbhits 0 time 922 pv g0e2",
    );
    assert_eq!(new, InfoWords { is_bare: true, ..old });
    let mate =
        "info depth 1 seldepth 2 multipv 1 score mate 1 nodes 15 nps 5000 tbhits 0 time 3 pv a0a9";
    assert_eq!(info(Dialect::Ucci, mate).score, Some(Score::MateIn(1)));
    assert_eq!(info(Dialect::Ucci, "info depth 0 score mate 0").score, Some(Score::MatedIn(0)));
    assert_eq!(read("bestmove (none)"), Some(best_move("", "", false, false)));
    assert_eq!(read("No such option: usemillisec"), None);
}

#[test]
fn elephant_eye() {
    let read = |line| Dialect::Ucci.parse_reply(line);
    assert_eq!(read("id version 3.31"), Some(id("version", "3.31")));
    assert_eq!(
        read("id copyright 2004-2016 www.xqbase.com"),
        Some(id("copyright", "2004-2016 www.xqbase.com"))
    );
    assert_eq!(
        option(Dialect::Ucci, "option usemillisec type check default true"),
        offered("usemillisec", OfferedKind::Check { default: Some(true) })
    );
    assert_eq!(
        option(Dialect::Ucci, "option hashsize type spin min 16 max 1024 default 16"),
        offered("hashsize", spin(16, 16, 1024))
    );
    assert_eq!(
        option(
            Dialect::Ucci,
            "option pruning type combo var none var small var medium var large default large"
        ),
        offered(
            "pruning",
            OfferedKind::Combo {
                default: Some("large".to_owned()),
                values: words("none small medium large")
            }
        )
    );

    assert_eq!(
        info(Dialect::Ucci, "info time 582 nodes 2308316"),
        InfoWords {
            time: Some(Duration::from_millis(582)),
            nodes: Some(2_308_316),
            ..InfoWords::default()
        }
    );
    assert_eq!(
        info(Dialect::Ucci, "info depth 9 score 7 pv c3c4 h9g7 b0c2 i9i8 a0a1 i8d8 g3g4 e6e5 a1f1"),
        InfoWords {
            depth: Some(9),
            score: Some(Score::Cp(7)),
            is_bare: true,
            pv: words("c3c4 h9g7 b0c2 i9i8 a0a1 i8d8 g3g4 e6e5 a1f1"),
            ..InfoWords::default()
        }
    );
    assert_eq!(info(Dialect::Ucci, "info depth 10").depth, Some(10));
    let mate = info(Dialect::Ucci, "info depth 1 score 9999 pv a0a9");
    assert_eq!(mate.score, Some(Score::MateIn(1)));
    let book = info(Dialect::Ucci, "info depth 0 score 9950 pv h2e2");
    assert_eq!((book.score, book.pv), (None, words("h2e2")));
    let echo = info(Dialect::Ucci, "info idleline [go time 300 movestogo 1 movetime 300]");
    assert_eq!(echo.time, None);

    assert_eq!(read("pophash lowerbound 4 depth 0 upperbound 4 depth 0"), None);
    assert_eq!(read("bestmove c3c4 ponder g6g5"), Some(best_move("c3c4", "g6g5", false, false)));
    assert_eq!(
        read("bestmove c3c4 ponder g6g5 draw"),
        Some(best_move("c3c4", "g6g5", true, false))
    );
    assert_eq!(read("bestmove c3c4 resign"), Some(best_move("c3c4", "", false, true)));
    assert_eq!(read("nobestmove"), Some(best_move("", "", false, false)));
    assert_eq!(read("bye"), Some(Reply::Bye));
}

/// Lines as written by early programs, and by some that follow the standard loosely.
#[test]
fn habits_of_old() {
    let read = |line| Dialect::Ucci.parse_reply(line);
    assert_eq!(read("\u{feff}UCCIOK\r\n"), Some(Reply::GreetingEnd(Dialect::Ucci)));
    assert_eq!(
        read("bestmove H2-E2 ponder H9-G7\r"),
        Some(best_move("H2-E2", "H9-G7", false, false))
    );
    assert_eq!(read("bestmove null"), Some(best_move("", "", false, false)));
    assert_eq!(read("bestmove resign"), Some(best_move("", "", false, true)));
    let spaced = info(Dialect::Ucci, "info  depth 6  score 4  pv  h2e2  h9g7 \r");
    assert_eq!((spaced.score, spaced.pv), (Some(Score::Cp(4)), words("h2e2 h9g7")));
    let message = info(Dialect::Ucci, "info message \u{fffd}\u{fffd} depth 9");
    assert_eq!((message.depth, message.text.unwrap().len()), (None, 14));
    let back_to_front = info(Dialect::Ucci, "info pv h2e2 h9g7 score -12 depth 7 nodes 100 time 1");
    assert_eq!((back_to_front.score, back_to_front.depth), (Some(Score::Cp(-12)), Some(7)));
}
