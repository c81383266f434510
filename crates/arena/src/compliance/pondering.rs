//! Checks of pondering.

use std::time::Duration;

use super::finding::{Expectation, Observation};
use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, Subject, Talk, millis};
use super::{BOTH, ProtocolCheck, check};
use chuhe_engine::protocol::Command;

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "ponderhit",
        "ponders without an answer until ponderhit, then moves within its clock",
        BOTH,
        Severity::Failure,
        ponder_hit,
    ),
    check(
        "ponder-stop",
        "ponders without an answer until stop, then answers once",
        BOTH,
        Severity::Failure,
        ponder_stop,
    ),
];

/// How long the engine ponders: longer than its clock, which runs only after `ponderhit`.
const WATCH: Duration = Duration::from_millis(500);
const CLOCK_MS: u64 = 400;

/// Makes an engine ponder, if it supports pondering, and checks that it does not answer while it ponders. If clocks are
/// sent in milliseconds, pondering outlasts the clock.
fn ponder<'a>(subject: &'a Subject<'a>, game: &TestGame) -> Result<(Talk<'a>, u64), Break> {
    if subject.offer("ponder").is_none() {
        return Err(Break::Skip(Observation::NoPonder));
    }
    let mut talk = Talk::greeted(subject)?;
    let (name, value) = ("ponder".to_owned(), "true".to_owned());
    talk.tell(&Command::SetOption { name, value })?;
    talk.set(game)?;
    let clock = subject.clock_ms(CLOCK_MS);
    talk.say(&subject.go_clock("ponder ", game.position().side_to_move(), clock, clock))?;
    talk.no_answer(WATCH, Expectation::PondersOn)?;
    Ok((talk, clock))
}

fn ponder_hit(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle().after("h2i2").after("d8d2");
    let (mut talk, clock) = ponder(subject, &game)?;
    let asked = talk.tell(&Command::PonderHit { draw: false })?;
    let answer = talk.answer(asked, Expectation::MoveAfterHit)?;
    talk.legal(&game, &answer)?;
    notes.remark(Observation::Of(millis(answer.time), clock.into()));
    if answer.time > Duration::from_millis(clock) {
        let expected = Expectation::MoveWithinHit(clock);
        notes.fail(&talk, expected, Observation::After(millis(answer.time)));
    }
    talk.no_answer(Duration::from_millis(100), Expectation::OneAnswer)
}

fn ponder_stop(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle().after("h2i2").after("d8d2");
    let (mut talk, _) = ponder(subject, &game)?;
    let answer = talk.stop()?;
    talk.legal(&game, &answer)?;
    talk.no_answer(Duration::from_millis(100), Expectation::OneAnswer)?;
    let game = TestGame::red_mates();
    talk.set(&game)?;
    let answer = talk.go("go depth 3")?;
    talk.legal(&game, &answer).map(|_| ())
}
