//! Tests that each end reads what the other writes, with the same meaning.

use std::time::Duration;

use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::options::{Kind, OPTIONS};
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{
    ClockWords, Command, Dialect, Go, Greeting, InfoWords, OfferedKind, Reply, Setup, Unit, Wording,
};
use chuhe_engine::rules::RuleSet;
use chuhe_engine::search::{BestMove, Bound, Event, SearchInfo};
use chuhe_engine::types::{Color, Move, Score, Square, is_decided};
use proptest::option;
use proptest::prelude::*;

/// The value of a horse or cannon in centipawns, which is a score of 100 in UCCI.
const MINOR_CP: i32 = 420;

fn dialects() -> impl Strategy<Value = Dialect> {
    prop_oneof![Just(Dialect::Uci), Just(Dialect::Ucci)]
}

fn moves() -> impl Strategy<Value = Move> {
    let square = (0u8..9, 0u8..10).prop_map(|(file, rank)| Square::new(file, rank));
    (square.clone(), square).prop_map(|(from, to)| Move::new(from, to))
}

fn move_texts() -> impl Strategy<Value = Vec<String>> {
    let texts = moves().prop_map(|mv| iccs::text(mv, Ranks::FromZero).to_string());
    proptest::collection::vec(texts, 0..5)
}

fn setups() -> impl Strategy<Value = Setup> {
    let fens = "[rnbakcpRNBAKCP1-9/]{1,40} [wb]( - - [0-9]{1,3} [0-9]{1,3})?";
    (option::of(fens), move_texts()).prop_map(|(fen, moves)| Setup { fen, moves })
}

/// Times in whole milliseconds, as the protocols write them, and never 0, because a clock without time left is written
/// as 1 ms.
fn times() -> impl Strategy<Value = Duration> {
    (1u64..10_000_000).prop_map(Duration::from_millis)
}

prop_compose! {
    fn clocks()(time in option::of(times()), increment in option::of(0u64..60_000)) -> ClockWords {
        // A clock without time has no increment.
        ClockWords { time, increment: time.and(increment).map(Duration::from_millis) }
    }
}

prop_compose! {
    fn searches()(
        depth in option::of(1u32..100),
        nodes in option::of(any::<u32>().prop_map(u64::from)),
        mate in option::of(1u32..50),
        move_time in option::of(times()),
        mover in any::<bool>(),
        clocks in option::of([clocks(), clocks()]),
        moves_to_go in option::of(1u32..60),
        infinite in any::<bool>(),
        (ponder, draw) in (any::<bool>(), any::<bool>()),
        search_moves in option::of(move_texts()),
    ) -> (Color, Go) {
        let mover = if mover { Color::Red } else { Color::Black };
        let mut go = Go {
            depth, nodes, mate, move_time, moves_to_go, infinite, ponder, draw, search_moves,
            ..Go::default()
        };
        if let Some(clocks) = clocks {
            go.set_clocks(mover, clocks);
        }
        (mover, go)
    }
}

/// The commands that are read back unchanged in either dialect.
fn plain_commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        prop_oneof![Just(Greeting::Uci), Just(Greeting::UciCyclone), Just(Greeting::Ucci)]
            .prop_map(Command::Greet),
        Just(Command::IsReady),
        Just(Command::Stop),
        Just(Command::Quit),
        ("[A-Za-z_]{1,12}", "([a-z0-9]{1,5}( [a-z0-9]{1,5}){0,2})?").prop_filter_map(
            "these words are the form itself",
            |(name, value)| {
                let form = |word: &str| ["name", "value"].contains(&word.to_lowercase().as_str());
                (!form(&name) && !value.split(' ').any(form))
                    .then_some(Command::SetOption { name, value })
            }
        ),
        setups().prop_map(|setup| Command::Position { setup, bare: false }),
    ]
}

fn read(dialect: Dialect, command: &Command) -> Option<Command> {
    dialect.parse_command(&dialect.format_command(command)?, Unit::Milliseconds)
}

/// The draw offer after a round trip; UCI drops it.
fn without_offer(dialect: Dialect, draw: bool) -> bool {
    draw && dialect == Dialect::Ucci
}

proptest! {
    #[test]
    fn commands(dialect in dialects(), command in plain_commands()) {
        prop_assert_eq!(read(dialect, &command), Some(command));
    }

    #[test]
    fn commands_of_one_dialect(setup in setups(), moves in move_texts(), flag in any::<bool>()) {
        let bare = Command::Position { setup: setup.clone(), bare: true };
        prop_assert_eq!(read(Dialect::Uci, &bare), Some(bare));
        let debug = Command::Debug(flag);
        prop_assert_eq!(read(Dialect::Uci, &debug), Some(debug));
        for command in
            [Command::Probe(setup), Command::BanMoves(moves), Command::PonderHit { draw: flag }]
        {
            prop_assert_eq!(read(Dialect::Ucci, &command), Some(command));
        }
    }

    /// In either dialect, the search gets the intended limits.
    #[test]
    fn requests_to_think(dialect in dialects(), (mover, go) in searches()) {
        let Some(Command::Go(read)) = read(dialect, &Command::Go(go.clone())) else {
            return Err(TestCaseError::fail("not read"));
        };
        let (meant, found) = (go.limits(mover), read.limits(mover));
        prop_assert_eq!(found.depth, meant.depth);
        prop_assert_eq!(found.nodes, meant.nodes);
        prop_assert_eq!(found.mate, meant.mate);
        prop_assert_eq!(found.move_time, meant.move_time);
        prop_assert_eq!(found.clock, meant.clock);
        prop_assert_eq!(found.infinite, meant.infinite);
        prop_assert_eq!(found.ponder, meant.ponder);
        prop_assert_eq!(found.draw_offered, without_offer(dialect, meant.draw_offered));
        prop_assert_eq!(&read.search_moves, &go.search_moves);
        if dialect == Dialect::Ucci && go.mover.time.is_some() {
            prop_assert_eq!(read.opponent.time, go.opponent.time);
        }
    }

    #[test]
    fn iterations(
        dialect in dialects(),
        depth in 0u32..200,
        score in prop_oneof![
            (-28_000i32..=28_000).prop_map(Score::Cp),
            // The mating side makes the last move, so the plies are odd for our mates and even for the opponent's.
            (1u16..128).prop_map(|moves| Score::MateIn(2 * moves - 1)),
            (0u16..128).prop_map(|moves| Score::MatedIn(2 * moves)),
        ],
        bound in prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)],
        nodes in any::<u32>(),
        millis in 0u64..1_000_000,
        pv in proptest::collection::vec(moves(), 0..250),
        one in any::<bool>(),
        wdl in any::<bool>(),
    ) {
        // Depth is 0 exactly if there is no line of play.
        prop_assume!((depth == 0) == pv.is_empty());
        let info = SearchInfo {
            depth,
            seldepth: depth + 3,
            multipv: 2,
            score,
            bound,
            nodes: u64::from(nodes),
            time: Duration::from_millis(millis),
            known_wdl: None,
            hashfull: 7,
            tb_hits: None,
            pv,
        };
        let ranks = if one { Ranks::FromOne } else { Ranks::FromZero };
        let line = dialect.format_event(&Event::Info(info.clone()), Wording { ranks, wdl });
        let Some(Reply::Info(read)) = dialect.parse_reply(&line) else {
            return Err(TestCaseError::fail(line));
        };
        let score = match score {
            Score::Cp(cp) if dialect == Dialect::Ucci && !is_decided(cp) => {
                Score::Cp(cp * 100 / MINOR_CP)
            }
            score => score,
        };
        let is_bare = dialect == Dialect::Ucci;
        let leaf =
            InfoWords { depth: Some(depth), score: Some(score), is_bare, ..InfoWords::default() };
        if info.pv.is_empty() {
            prop_assert_eq!(read, leaf);
            return Ok(());
        }
        let pv: Vec<String> = info.pv.iter().map(|&mv| iccs::text(mv, ranks).to_string()).collect();
        // Long principal variations are cut.
        prop_assert!(pv.starts_with(&read.pv) && (read.pv.len() == pv.len() || line.len() > 900));
        let expected = InfoWords {
            seldepth: Some(info.seldepth),
            multipv: Some(info.multipv),
            bound,
            nodes: Some(info.nodes),
            nps: Some(info.nps()),
            time: Some(info.time),
            hashfull: Some(info.hashfull),
            wdl: wdl.then(|| info.wdl()),
            tb_hits: (dialect == Dialect::Uci).then_some(0),
            pv: read.pv.clone(),
            ..leaf
        };
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn answers(
        dialect in dialects(), mv in option::of(moves()), ponder in option::of(moves()), draw in any::<bool>(),
    ) {
        let event = Event::BestMove(BestMove { mv, ponder, accept_draw: draw });
        let line = dialect.format_event(&event, Wording::default());
        let text = |mv: Option<Move>| mv.map(|mv| iccs::text(mv, Ranks::FromZero).to_string());
        let expected = Reply::BestMove {
            mv: text(mv),
            ponder: text(mv.and(ponder)),
            draw: mv.is_some() && without_offer(dialect, draw),
            resign: false,
        };
        prop_assert_eq!(dialect.parse_reply(&line), Some(expected));
    }

    #[test]
    fn remarks(dialect in dialects(), mv in moves(), number in 1u32..100, depth in 1u32..100, text in "[a-c]{1,9}( [a-c]{1,9}){0,4}") {
        let said = |text: String| InfoWords { text: Some(text), ..InfoWords::default() };
        let read = |line: &str| dialect.parse_reply(line);
        prop_assert_eq!(read(&dialect.format_text(&text)), Some(Reply::Info(said(text))));

        let event = Event::CurrentMove { mv, number, depth };
        let line = dialect.format_event(&event, Wording::default());
        let at_hand = InfoWords { depth: Some(depth), ..InfoWords::default() };
        prop_assert_eq!(read(&line), Some(Reply::Info(at_hand)));

        let event = Event::Effort { nodes: 2000, time: Duration::from_millis(500), hashfull: 3 };
        let effort = InfoWords {
            nodes: Some(2000),
            nps: Some(4000),
            hashfull: Some(3),
            time: Some(Duration::from_millis(500)),
            ..InfoWords::default()
        };
        prop_assert_eq!(read(&dialect.format_event(&event, Wording::default())), Some(Reply::Info(effort)));

        let event = Event::Budget { target: None, most: Some(Duration::from_millis(5)) };
        let budget = said("time budget: target none, at most 5 ms".to_owned());
        prop_assert_eq!(read(&dialect.format_event(&event, Wording::default())), Some(Reply::Info(budget)));
    }
}

#[test]
fn a_new_game_is_an_option_in_ucci() {
    assert_eq!(read(Dialect::Uci, &Command::NewGame), Some(Command::NewGame));
    let option = Command::SetOption { name: "newgame".to_owned(), value: String::new() };
    assert_eq!(read(Dialect::Ucci, &Command::NewGame), Some(option));
}

#[test]
fn introductions() {
    for dialect in [Dialect::Uci, Dialect::Ucci] {
        let mut offered = Vec::new();
        let lines = dialect.introduction(true);
        for line in &lines {
            match dialect.parse_reply(line).unwrap() {
                Reply::Option(option) => offered.push(option),
                Reply::Id { field, value } => {
                    assert!(!value.is_empty() && ["name", "author"].contains(&field.as_str()));
                }
                end => assert_eq!(
                    (end, line),
                    (Reply::GreetingEnd(dialect), lines.last().unwrap()),
                    "nothing else is announced"
                ),
            }
        }
        let name = |dialect| match dialect {
            Dialect::Uci => |spec: &chuhe_engine::engine::options::OptionSpec| spec.uci,
            Dialect::Ucci => |spec: &chuhe_engine::engine::options::OptionSpec| spec.ucci,
        };
        let announced: Vec<_> =
            OPTIONS.iter().filter_map(|spec| Some((name(dialect)(spec)?, &spec.kind))).collect();
        assert_eq!(offered.len(), announced.len());
        for (option, (name, kind)) in offered.into_iter().zip(announced) {
            assert_eq!(option.name, name);
            let fits = match (&option.kind, kind) {
                (OfferedKind::Check { default }, Kind::Check(field)) => {
                    *default == Some(*field(&mut Config::default()))
                }
                (OfferedKind::Spin { default, min, max }, Kind::Spin { max: most, field, .. }) => {
                    let value = i64::from(*field(&mut Config::default()));
                    // UCI announces what an automatic size is.
                    (*default == Some(value) || (value == 0 && dialect == Dialect::Uci))
                        && *max == Some((*most).into())
                        && min <= default
                }
                (OfferedKind::Combo { default, values }, Kind::Grade { values: grades, .. }) => {
                    default.as_ref() == values.first() && values.len() == grades.len()
                }
                (OfferedKind::Combo { default, values }, Kind::RuleSet(field)) => {
                    default.as_deref() == Some(field(&mut Config::default()).name())
                        && values.len() == RuleSet::ALL.len()
                }
                (OfferedKind::Text { default }, Kind::EvalFile(field) | Kind::BookFile(field)) => {
                    default.as_ref() == Some(field(&mut Config::default()))
                }
                // The word for no folder is read as `None`.
                (OfferedKind::Text { default }, Kind::TablePath(_)) => default.is_none(),
                (OfferedKind::Combo { values, .. }, Kind::Variant) => *values == ["xiangqi"],
                (OfferedKind::Button, Kind::Button(_)) => true,
                _ => false,
            };
            assert!(fits, "{name}: {:?}", option.kind);
        }
        // Without a book, the book options are not announced, and nothing else is left out.
        let without = dialect.introduction(false);
        let left_out: Vec<&String> = lines.iter().filter(|line| !without.contains(line)).collect();
        let is_about_books = |line: &&String| line.to_lowercase().contains("book");
        assert!(left_out.len() == 3 && left_out.iter().all(is_about_books), "{left_out:?}");
    }
}
