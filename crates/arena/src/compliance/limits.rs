//! Checks of search limits: depth, nodes, time.

use std::time::Duration;

use super::finding::{Expectation, Observation};
use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, SearchAnswer, Subject, Talk, millis};
use super::{BOTH, ProtocolCheck, UCCI, check};
use chuhe_engine::protocol::Dialect;

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check("depth", "stops at the given depth", BOTH, Severity::Failure, depth),
    check("nodes", "stops near the given number of nodes", BOTH, Severity::Failure, nodes),
    check("fixed-time", "moves within the time for one move", BOTH, Severity::Failure, fixed_time),
    check(
        "movetime-word",
        "understands movetime, which is not standard but common in hosts",
        UCCI,
        Severity::Warning,
        movetime_word,
    ),
    check(
        "clock",
        "never exceeds its clock, with little or no time left and as either side",
        BOTH,
        Severity::Failure,
        clock,
    ),
    check(
        "usemillisec",
        "offers milliseconds, uses them when switched on, and seconds otherwise",
        UCCI,
        Severity::Failure,
        usemillisec,
    ),
];

/// How many times a search is timed, because on a busy machine a single measurement may be too long.
const TRIES: usize = 3;
/// An engine that exceeds its move time by more than this loses games.
const OVERSHOOT_FATAL: Duration = Duration::from_millis(100);
/// An engine that exceeds its move time by more than this gets a warning.
const OVERSHOOT: Duration = Duration::from_millis(30);

fn depth(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    const DEPTH: u32 = 4;
    let game = TestGame::middle();
    let mut talk = Talk::greeted(subject)?;
    talk.set(&game)?;
    let answer = talk.go(&format!("go depth {DEPTH}"))?;
    talk.legal(&game, &answer)?;
    let deepest = answer.infos().filter(|(_, info)| info.score.is_some());
    if let Some(deepest) = deepest.filter_map(|(_, info)| info.depth).max()
        && deepest > DEPTH
    {
        notes.warn(&talk, Expectation::Depth(DEPTH), Observation::Depth(deepest));
    }
    Ok(())
}

fn nodes(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    const NODES: u64 = 20_000;
    let game = TestGame::middle();
    let mut talk = Talk::greeted(subject)?;
    talk.set(&game)?;
    let answer = talk.go(&format!("go nodes {NODES}"))?;
    talk.legal(&game, &answer)?;
    match answer.infos().filter_map(|(_, info)| info.nodes).max() {
        Some(most) if most > 2 * NODES => {
            notes.warn(&talk, Expectation::Nodes(NODES), Observation::Nodes(most));
        }
        Some(most) => notes.remark(Observation::NodesTold(most, NODES)),
        None => {}
    }
    Ok(())
}

/// Repeats a search up to [`TRIES`] times, until one keeps its time. Returns the fastest answer.
fn least_time(
    talk: &mut Talk,
    game: &TestGame,
    go: &str,
    limit: Duration,
) -> Result<SearchAnswer, Break> {
    let mut least: Option<SearchAnswer> = None;
    for _ in 0..TRIES {
        talk.set(game)?;
        let answer = talk.go(go)?;
        talk.legal(game, &answer)?;
        if least.as_ref().is_none_or(|least| answer.time < least.time) {
            least = Some(answer);
        }
        if least.as_ref().is_some_and(|least| least.time <= limit) {
            break;
        }
    }
    Ok(least.expect("there is at least one try"))
}

fn fixed_time(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let time = Duration::from_millis(match subject.dialect {
        Dialect::Uci => 300,
        Dialect::Ucci => subject.clock_ms(300),
    });
    let go = match subject.dialect {
        Dialect::Uci => format!("go movetime {}", time.as_millis()),
        Dialect::Ucci if subject.counts_milliseconds() => {
            format!("go time {} movestogo 1", time.as_millis())
        }
        Dialect::Ucci => format!("go time {} movestogo 1", time.as_secs()),
    };
    measure_fixed_time(subject, notes, &go, time)
}

fn movetime_word(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let time = Duration::from_millis(300);
    measure_fixed_time(subject, notes, "go movetime 300", time)
}

fn measure_fixed_time(
    subject: &Subject,
    notes: &mut Notes,
    go: &str,
    time: Duration,
) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    let answer = least_time(&mut talk, &TestGame::middle(), go, time + OVERSHOOT)?;
    let over = answer.time.saturating_sub(time);
    notes.remark(Observation::Of(millis(answer.time), millis(time)));
    let expected = Expectation::MoveWithin(millis(time));
    let came = Observation::AfterTries(millis(answer.time), TRIES);
    if over > OVERSHOOT_FATAL {
        notes.fail(&talk, expected, came);
    } else if over > OVERSHOOT {
        notes.warn(&talk, expected, came);
    }
    Ok(())
}

fn clock(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let (red, black) = (TestGame::middle(), TestGame::middle().after("h2i2"));
    // If clocks are sent in seconds, `clock_ms` rounds them up to whole seconds.
    let rich = subject.clock_ms(60_000);
    let cases = [(&red, 500, 500), (&black, 300, rich), (&red, 60, rich), (&red, 20, rich)];
    for (game, ours, theirs) in cases {
        let ours = subject.clock_ms(ours);
        let mut talk = Talk::greeted(subject)?;
        let limit = Duration::from_millis(ours);
        let mover = game.position().side_to_move();
        let go = subject.go_clock("", mover, ours, theirs);
        let answer = least_time(&mut talk, game, &go, limit)?;
        notes.remark(Observation::Of(millis(answer.time), millis(limit)));
        if answer.time > limit {
            let expected = Expectation::MoveWithinAll(millis(limit));
            let came = Observation::AfterTries(millis(answer.time), TRIES);
            // The pipes may account for a few milliseconds, which are not the engine's fault.
            if answer.time > limit + HICCUP {
                notes.fail(&talk, expected, came);
            } else {
                notes.warn(&talk, expected, came);
            }
        }
    }
    Ok(())
}

/// The time that two pipes may take on a busy machine.
const HICCUP: Duration = Duration::from_millis(15);
/// An engine that answers sooner than this mistakes seconds for milliseconds.
const NO_TIME: Duration = Duration::from_millis(30);

fn usemillisec(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let second = Duration::from_secs(1);
    let game = TestGame::middle();
    let mut talk = Talk::greeted(subject)?;
    let offered = subject.counts_milliseconds();
    if offered {
        talk.say("setoption usemillisec false")?;
    }
    let answer = least_time(&mut talk, &game, "go time 1 movestogo 1", second)?;
    notes.remark(Observation::OfSecond(millis(answer.time)));
    if answer.time < NO_TIME && moves_at_once(&mut talk, &game)? {
        notes.remark(Observation::AtOnce);
    } else if answer.time < NO_TIME {
        let expected =
            if offered { Expectation::CountsSeconds } else { Expectation::NoUsemillisec };
        notes.warn(&talk, expected, Observation::MoveAfter(millis(answer.time)));
    } else if answer.time > second + OVERSHOOT_FATAL {
        let came = Observation::MoveAfter(millis(answer.time));
        notes.fail(&talk, Expectation::WithinSecond, came);
    }
    if offered {
        talk.say("setoption usemillisec true")?;
        let time = Duration::from_millis(200);
        let answer = least_time(&mut talk, &game, "go time 200 movestogo 1", time)?;
        if answer.time > time + OVERSHOOT_FATAL {
            let came = Observation::MoveAfter(millis(answer.time));
            notes.fail(&talk, Expectation::CountsMillis, came);
        }
    }
    Ok(())
}

/// Whether the engine moves at once even with plenty of time, in which case a quick answer does not reveal its unit.
fn moves_at_once(talk: &mut Talk, game: &TestGame) -> Result<bool, Break> {
    talk.say("setoption usemillisec true")?;
    talk.set(game)?;
    let asked = talk.say("go time 5000 movestogo 1")?;
    let at_once =
        talk.answer_within(2 * NO_TIME, asked, Expectation::AnswerTo("go".to_owned()))?.is_some();
    if !at_once {
        talk.stop()?;
    }
    Ok(at_once)
}
