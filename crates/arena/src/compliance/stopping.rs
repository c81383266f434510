//! Checks of `stop` and `isready`, both when idle and during a search.

use std::time::{Duration, Instant};

use super::finding::{Expectation, Observation};
use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, SearchAnswer, Subject, Talk, millis};
use super::{BOTH, ProtocolCheck, UCI, check};
use chuhe_engine::protocol::{Command, Dialect, Reply};

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check("isready", "answers isready with readyok", BOTH, Severity::Failure, isready),
    check(
        "isready-while-thinking",
        "answers isready at once while thinking, and keeps thinking",
        BOTH,
        Severity::Failure,
        isready_while_thinking,
    ),
    check(
        "infinite",
        "thinks until stop, then answers promptly",
        BOTH,
        Severity::Failure,
        infinite,
    ),
    check(
        "infinite-with-mate",
        "thinks until stop even after finding mate",
        UCI,
        Severity::Failure,
        infinite_with_mate,
    ),
    check("one-answer", "answers every go exactly once", BOTH, Severity::Failure, one_answer),
    check("stop-at-once", "obeys a stop right after go", BOTH, Severity::Failure, stop_at_once),
    check(
        "back-to-back",
        "handles stop, position and go sent at once, and answers both searches",
        BOTH,
        Severity::Failure,
        back_to_back,
    ),
    check(
        "stop-when-idle",
        "answers a stray stop with nobestmove in UCCI, with nothing in UCI",
        BOTH,
        Severity::Failure,
        stop_when_idle,
    ),
];

/// How long to watch a search that must not end.
const WATCH: Duration = Duration::from_millis(300);
/// How long to wait for a second answer, which must not come.
const AFTER: Duration = Duration::from_millis(150);
/// How soon an engine should answer `stop`: the timeout of the strictest known host.
const SOON: Duration = Duration::from_millis(200);
/// How soon an idle engine should answer `isready`.
const READY_SOON: Duration = Duration::from_secs(1);

fn isready(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    let (time, _) = talk.ready()?;
    notes.remark(time);
    if time > READY_SOON {
        notes.warn(&talk, Expectation::ReadySoon, time);
    }
    Ok(())
}

/// Starts an infinite search.
fn think<'a>(subject: &'a Subject<'a>, game: &TestGame) -> Result<Talk<'a>, Break> {
    let mut talk = Talk::greeted(subject)?;
    talk.set(game)?;
    talk.say("go infinite")?;
    Ok(talk)
}

/// Stops a search and checks how soon it answers.
fn stop_soon(talk: &mut Talk, notes: &mut Notes) -> Result<SearchAnswer, Break> {
    let answer = talk.stop()?;
    notes.remark(Observation::StopTime(millis(answer.time)));
    if answer.time > SOON {
        notes.warn(talk, Expectation::StopSoon, answer.time);
    }
    Ok(answer)
}

fn isready_while_thinking(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut talk = think(subject, &game)?;
    talk.no_answer(Duration::from_millis(100), Expectation::ThinksOn)?;
    let asked = talk.tell(&Command::IsReady)?;
    let expected = Expectation::ReadyThinking;
    let at = talk.wait_for(expected.clone(), subject.patience, |heard| match heard.reply {
        Some(Reply::ReadyOk) => Some(Ok(heard.at)),
        Some(Reply::BestMove { .. }) => Some(Err(heard.text)),
        _ => None,
    })?;
    let at = at.map_err(|line| talk.fault(expected.clone(), line))?;
    let time = at.saturating_duration_since(asked);
    notes.remark(time);
    if time > SOON {
        notes.warn(&talk, Expectation::ReadyThinkingSoon, time);
    }
    talk.no_answer(Duration::from_millis(100), Expectation::ThinksOn)?;
    let answer = talk.stop()?;
    talk.legal(&game, &answer)?;
    talk.no_answer(AFTER, Expectation::OneAnswer)
}

fn infinite(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut talk = think(subject, &game)?;
    talk.no_answer(WATCH, Expectation::ThinksOn)?;
    let answer = stop_soon(&mut talk, notes)?;
    talk.legal(&game, &answer).map(|_| ())
}

fn infinite_with_mate(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::red_mates();
    let mut talk = think(subject, &game)?;
    talk.no_answer(WATCH, Expectation::ThinksOn)?;
    let answer = stop_soon(&mut talk, notes)?;
    talk.legal(&game, &answer).map(|_| ())
}

fn one_answer(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut talk = Talk::greeted(subject)?;
    for _ in 0..3 {
        talk.set(&game)?;
        let answer = talk.go("go depth 2")?;
        talk.legal(&game, &answer)?;
    }
    talk.no_answer(AFTER, Expectation::OneAnswer)?;
    talk.set(&game)?;
    talk.say("go infinite")?;
    talk.no_answer(Duration::from_millis(50), Expectation::ThinksOn)?;
    let answer = talk.stop()?;
    talk.legal(&game, &answer)?;
    talk.no_answer(AFTER, Expectation::OneAnswer)
}

fn stop_at_once(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut talk = Talk::greeted(subject)?;
    for _ in 0..3 {
        talk.set(&game)?;
        talk.say("go infinite")?;
        let answer = talk.stop()?;
        talk.legal(&game, &answer)?;
    }
    Ok(())
}

fn back_to_back(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let (first, second) = (TestGame::middle(), TestGame::red_mates());
    let mut talk = think(subject, &first)?;
    talk.no_answer(Duration::from_millis(100), Expectation::ThinksOn)?;
    let asked = talk.tell(&Command::Stop)?;
    talk.set(&second)?;
    talk.say("go depth 3")?;
    let answer = talk.answer(asked, Expectation::FirstAnswer)?;
    talk.legal(&first, &answer)?;
    let answer = talk.answer(asked, Expectation::SecondAnswer)?;
    talk.legal(&second, &answer)?;
    talk.no_answer(AFTER, Expectation::TwoAnswers)
}

fn stop_when_idle(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    talk.tell(&Command::Stop)?;
    match subject.dialect {
        Dialect::Uci => {
            // A host would mistake an unrequested answer for the answer to its next search.
            talk.no_answer(AFTER, Expectation::Unasked)?;
        }
        Dialect::Ucci => {
            match talk.answer_within(SOON + AFTER, Instant::now(), "nobestmove".into())? {
                Some(SearchAnswer { mv: None, .. }) => {}
                Some(answer) => return Err(talk.fault("nobestmove".into(), answer.line)),
                None => notes.warn(&talk, Expectation::IdleNobestmove, Observation::Nothing),
            }
        }
    }
    let game = TestGame::middle();
    talk.set(&game)?;
    let answer = talk.go("go depth 2")?;
    talk.legal(&game, &answer).map(|_| ())
}
