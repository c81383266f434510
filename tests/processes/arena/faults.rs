//! Tests matches with misbehaving engines, in both protocols and with both colours, in two games for each fault.

use std::sync::LazyLock;
use std::time::Duration;

use chuhe_arena::{EndReason, GameRecord};
use chuhe_engine::types::Move;

use super::harness::{Match, detail, each, endings, fault};
use crate::engine_process::patience;

/// The expected outcome of a mode.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// The faulty engine loses every game for this reason; the report contains these words.
    Loses(&'static str, &'static str),
    /// The faulty engine loses one game for this reason: the one played by the faulty process.
    LosesOne(&'static str),
    /// The faulty engine resigns every game, in its own wording.
    Resigns,
    /// Every game continues as if nothing had happened.
    Nothing,
}

use Outcome::{Loses, LosesOne, Nothing, Resigns};

/// One opening, played once with each colour.
const GAMES: u32 = 2;

const DEPTH: &str = "depth=1";
/// A clock for modes that do not use up time.
const CLOCK: &str = "tc=PLENTY";
/// A short clock for modes that exceed it, with a margin for delays on a busy machine.
const SHORT: &str = "st=0.2 timemargin=MARGIN";

/// The faulty engine's arguments, both engines' limits, and the expected outcome.
const CASES: &[(&str, &str, Outcome)] = &[
    ("exit-at-start --at 2", DEPTH, LosesOne("does not start")),
    ("hang-at-start --at 2", DEPTH, LosesOne("does not start")),
    ("exit-on-greeting --at 2", DEPTH, LosesOne("does not start")),
    ("slow-start --ms 1500", DEPTH, Nothing),
    ("noise-at-start", DEPTH, Nothing),
    // The first `isready` arrives when the arena first starts the engine; the second arrives when a game begins.
    ("exit-on-ready --from 2", DEPTH, Loses("crash", "exit status: 4")),
    ("hang-on-ready --from 2", DEPTH, Loses("not ready", "")),
    ("skip-ready --from 2", DEPTH, Loses("not ready", "")),
    ("exit-on-newgame", DEPTH, Loses("crash", "exit status: 5")),
    ("exit-on-go", DEPTH, Loses("crash", "exit status: 1; out of memory")),
    ("exit-on-go --at 3", CLOCK, Loses("crash", "exit status: 1; out of memory")),
    ("abort-on-go", CLOCK, Loses("crash", "SIGABRT")),
    ("abort-on-go --at 2", DEPTH, Loses("crash", "SIGABRT")),
    ("exit-within-answer", DEPTH, Loses("crash", "exit status: 0")),
    ("exit-after-answer --at 2", DEPTH, Loses("crash", "exit status: 7")),
    ("exit-after-answer", CLOCK, Loses("crash", "exit status: 7")),
    ("hang-on-go", DEPTH, Loses("hang", "")),
    ("hang-on-go --at 3", SHORT, Loses("hang", "")),
    ("late --ms LATE", SHORT, Loses("time loss", "")),
    ("late --ms LATE --at 2", "tc=0.2+0.1 timemargin=MARGIN", Loses("time loss", "")),
    ("answer-after-stop", SHORT, Loses("time loss", "")),
    ("answer-after-stop", DEPTH, Loses("time loss", "")),
    ("nonsense", DEPTH, Loses("illegal move", "castle")),
    ("nonsense --at 2", CLOCK, Loses("illegal move", "castle")),
    ("opponents-piece", DEPTH, Loses("illegal move", "a")),
    ("own-piece", DEPTH, Loses("illegal move", "a0a0")),
    ("off-board", DEPTH, Loses("illegal move", "j3j4")),
    ("suicide", DEPTH, Loses("illegal move", "")),
    ("null", DEPTH, Loses("no move", "")),
    ("empty", DEPTH, Loses("no move", "")),
    ("none", CLOCK, Loses("no move", "")),
    ("nobestmove", CLOCK, Loses("no move", "")),
    ("flood-lines", CLOCK, Nothing),
    ("long-line", CLOCK, Nothing),
    ("endless-line", DEPTH, Loses("hang", "")),
    ("endless-lines", DEPTH, Loses("hang", "")),
    ("endless-lines --at 2", SHORT, Loses("hang", "")),
    ("endless-idle --at 2", DEPTH, Loses("hang", "")),
    ("binary", CLOCK, Nothing),
    ("flood-stderr", CLOCK, Nothing),
    ("flood-idle", CLOCK, Nothing),
    ("twice", DEPTH, Nothing),
    ("unsolicited", DEPTH, Nothing),
    ("trailing-garbage", DEPTH, Nothing),
    ("ponder-garbage", "depth=1 ponder=on", Nothing),
    ("crlf", DEPTH, Nothing),
    ("uppercase", DEPTH, Nothing),
    ("close-stdout", DEPTH, Loses("crash", "still running")),
    ("close-stdin --at 2", DEPTH, Loses("crash", "still running")),
    ("ignore-quit", DEPTH, Nothing),
    ("orphan", DEPTH, Loses("crash", "exit status: 0")),
    ("resign --at 2", DEPTH, Resigns),
    ("draw-word", DEPTH, Nothing),
    ("claims", DEPTH, Nothing),
    ("answer-in-ponder --ponder right", "depth=1 ponder=on", Nothing),
    ("answer-in-ponder --ponder wrong", "depth=1 ponder=on", Nothing),
    ("exit-in-ponder --ponder right", "depth=1 ponder=on", Loses("crash", "exit status: 6")),
    ("exit-in-ponder --ponder wrong", "depth=1 ponder=on", Loses("crash", "exit status: 6")),
    ("hang-on-ponderhit --ponder right", "depth=1 ponder=on", Loses("hang", "")),
];

/// A position in which either king can step onto an open file and so face the other king.
const OPEN_FILES: &str = "4k4/9/9/r8/9/9/8R/9/9/3K5 w - - 0 1\n";

#[test]
fn every_fault_is_the_faulty_engines_own() {
    let mut cases = Vec::new();
    for (number, case) in CASES.iter().enumerate() {
        // In each protocol, the faulty engine is once the first and once the second.
        cases.push((number, case, "ucci", number % 2));
        cases.push((number, case, "uci", 1 - number % 2));
    }
    each(&cases, |&(number, (arguments, limits, outcome), proto, place)| {
        let name = format!("fault-{number}-{proto}");
        let mut game = Match::new(&name);
        let opening = game.path("openings.fen");
        if arguments.starts_with("suicide") {
            std::fs::write(&opening, OPEN_FILES).unwrap();
            game = game.words("--openings").word(format!("file={}", opening.display()));
        }
        let counted = arguments.contains("start") || arguments.contains("greeting");
        let starts = if counted { "--starts starts" } else { "" };
        let faulty = format!("--mode {arguments} {starts}");
        // Surplus output arrives while the opponent is thinking.
        let times = |text: &str| {
            text.replace("PLENTY", &format!("{}+0.1", 5 * patience()))
                .replace("MARGIN", &(300 * patience()).to_string())
                .replace("LATE", &(900 * patience()).to_string())
        };
        let (faulty, opponent) = (times(&faulty), format!("--think {}", 10 * patience()));
        let mut doubles = [faulty, opponent];
        doubles.rotate_right(place);
        for double in doubles {
            game = game.double(&double, &times(&format!("proto={proto} {limits}")));
        }
        let game = game.words("--concurrency 2 --log all").set("--rounds", GAMES / 2);
        check(&game, *outcome, place);
    });
}

/// Plays the games, and checks which engine lost and why.
fn check(game: &Match, outcome: Outcome, faulty: usize) {
    let games = game.play();
    let place = &game.marker;
    assert_eq!(games.len() as u32, GAMES, "{place}");
    let faults: Vec<_> = games.iter().filter_map(fault).collect();
    match outcome {
        Loses(name, words) => {
            assert_eq!(faults, vec![(faulty, name); games.len()], "{place}{}", endings(&games));
            for game in &games {
                assert!(detail(game).contains(words), "{place}: {:?}", game.reason);
            }
        }
        LosesOne(name) => assert_eq!(faults, [(faulty, name)], "{place}{}", endings(&games)),
        Resigns => {
            for game in &games {
                let loser = game.engines[(!game.winner.unwrap()).index()];
                assert_eq!((loser, fault(game)), (faulty, None), "{place}");
                assert_eq!(game.reason, EndReason::Resignation, "{place}");
            }
        }
        Nothing => {
            for game in &games {
                let (usual, reason) = usual_game();
                assert_eq!((&moves(game), &game.reason), (usual, reason), "{place}");
            }
        }
    }
    game.check_nothing_runs();
}

fn moves(game: &GameRecord) -> Vec<Move> {
    game.moves.iter().map(|played| played.mv).collect()
}

/// The game that two healthy doubles play.
fn usual_game() -> &'static (Vec<Move>, EndReason) {
    static GAME: LazyLock<(Vec<Move>, EndReason)> = LazyLock::new(|| {
        let game =
            Match::new("usual").double("", "proto=uci depth=1").double("", "proto=uci depth=1");
        let [first, second] = game.play().try_into().unwrap();
        assert_eq!((moves(&first), &first.reason), (moves(&second), &second.reason));
        assert!(fault(&first).is_none() && first.moves.len() > 6, "{}", endings(&[first]));
        (moves(&first), first.reason)
    });
    &GAME
}

#[test]
fn an_engine_that_cannot_be_used_ends_the_match_at_once() {
    let cases = [
        ("exit-at-start", "no licence"),
        ("exit-on-greeting", "exit status: 0"),
        ("exit-on-ready", "exit status: 4"),
        ("skip-ready", "not ready"),
    ];
    each(&cases, |(mode, words)| {
        let game = Match::new(&format!("unusable-{mode}"))
            .double("", "proto=ucci depth=1")
            .double(&format!("--mode {mode}"), "proto=ucci depth=1");
        let run = game.run();
        assert_eq!(run.code, Some(1), "{mode}: {}", run.err);
        assert!(run.err.contains("env did not start") && run.err.contains(words), "{}", run.err);
        assert!(run.time < Duration::from_secs(10) * patience(), "{mode}");
        assert!(game.games().is_empty());
        game.check_nothing_runs();
    });
}

#[test]
fn an_engine_that_no_longer_starts_ends_the_match_after_some_games() {
    let game = Match::new("no-longer-starts").set("--rounds", 50);
    let faulty = "--mode exit-at-start --from 2 --starts starts";
    let game = game.double("", "proto=uci depth=1").double(faulty, "proto=uci depth=1 name=broken");
    let run = game.run();
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("broken did not start"), "{}", run.err);
    let faults: Vec<_> = game.games().iter().filter_map(fault).collect();
    assert_eq!(faults, [(1, "does not start"); 3]);
    game.check_nothing_runs();
}

#[test]
fn two_engines_that_no_longer_start_end_the_match_as_well() {
    let mut game = Match::new("neither-starts").set("--rounds", 50);
    for name in ["one", "two"] {
        let faulty = format!("--mode exit-at-start --from 2 --starts {name}");
        game = game.double(&faulty, &format!("proto=ucci depth=1 name={name}"));
    }
    let run = game.run();
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(run.err.contains("did not start: exit status: 3"), "{}", run.err);
    assert_eq!(game.games().len(), 5);
}

#[test]
fn of_two_faulty_engines_each_loses_by_its_own_faults() {
    // The mode and name of the fault. Each engine is faulty once.
    let cases = [
        [("exit-on-go", "crash"), ("nonsense", "illegal move")],
        [("off-board --from 2", "illegal move"), ("exit-after-answer", "crash")],
        [("empty --chance 10 --seed 5", "no move"), ("abort-on-go --chance 15 --seed 6", "crash")],
        [("nobestmove --at 4", "no move"), ("hang-on-go --at 4", "hang")],
        [("exit-on-newgame", "crash"), ("exit-on-ready --from 2", "crash")],
        [("endless-lines --at 3", "hang"), ("close-stdout --at 3", "crash")],
    ];
    each(&cases, |modes| {
        let name = modes.map(|(mode, _)| mode.split(' ').next().unwrap()).join("-");
        let mut game = Match::new(&name).words("--concurrency 2").set("--rounds", 4);
        for (index, (mode, _)) in modes.iter().enumerate() {
            let proto = ["proto=uci depth=1", "proto=ucci depth=1"][index];
            game = game.double(&format!("--mode {mode}"), proto);
        }
        let games = game.play();
        assert_eq!(games.len(), 8);
        let chance = modes.iter().any(|(mode, _)| mode.contains("--chance"));
        for record in &games {
            match fault(record) {
                Some((loser, fault)) => assert_eq!(fault, modes[loser].1, "{name}"),
                None => assert!(chance, "{name}: {:?}", record.reason),
            }
        }
        game.check_nothing_runs();
    });
}
