//! Checks of how an engine exits, and that it uses no processor time while it waits.

use std::time::{Duration, Instant};

use super::finding::{Expectation, Observation};
use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, LEAVING, Listened, Subject, Talk, millis};
use super::{BOTH, ProtocolCheck, check};
use chuhe_engine::protocol::{Command, Dialect, Reply};

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "idle-is-idle",
        "uses no processor time while it waits for a command (Linux)",
        BOTH,
        Severity::Warning,
        idle_is_idle,
    ),
    check("quit", "exits on quit: within 500 ms, with bye in UCCI", BOTH, Severity::Failure, quit),
    check(
        "quit-while-thinking",
        "exits on quit while thinking: within 500 ms, with bye in UCCI",
        BOTH,
        Severity::Failure,
        quit_while_thinking,
    ),
    check(
        "end-of-input",
        "exits within 500 ms when its input ends, idle or thinking",
        BOTH,
        Severity::Warning,
        end_of_input,
    ),
];

const WATCH: Duration = Duration::from_millis(400);
/// How long the threads of a search may keep running after its answer.
const SETTLING: Duration = Duration::from_millis(100);

fn idle_is_idle(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    talk.set(&TestGame::middle())?;
    talk.go("go depth 3")?;
    talk.no_answer(SETTLING, Expectation::OneAnswer)?;
    let before = talk.processor_time();
    talk.no_answer(WATCH, Expectation::OneAnswer)?;
    let (Some(before), Some(after)) = (before, talk.processor_time()) else {
        return Err(Break::Skip(Observation::Untold));
    };
    let used = after.saturating_sub(before);
    notes.remark(Observation::Of(millis(used), millis(WATCH)));
    if used > WATCH / 4 {
        let came = Observation::UsedOf(millis(used), millis(WATCH));
        notes.warn(&talk, Expectation::Idle, came);
    }
    Ok(())
}

fn quit(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    leave(Talk::greeted(subject)?, notes)
}

fn quit_while_thinking(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    think(&mut talk)?;
    leave(talk, notes)
}

/// Starts a search. It is no failure here if the engine answers at once, because a separate check reports this.
fn think(talk: &mut Talk) -> Result<(), Break> {
    talk.set(&TestGame::middle())?;
    let asked = talk.say("go infinite")?;
    talk.answer_within(SETTLING, asked, Expectation::Search).map(|_| ())
}

fn leave(mut talk: Talk, notes: &mut Notes) -> Result<(), Break> {
    let asked = talk.tell(&Command::Quit)?;
    let deadline = Instant::now() + talk.subject.patience;
    let mut bye = false;
    loop {
        match talk.next(deadline)? {
            Listened::Line(heard) => bye |= heard.reply == Some(Reply::Bye),
            Listened::Closed => break,
            Listened::Late => {
                return Err(talk.fault(Expectation::EndAfterQuit, Observation::StillRuns));
            }
        }
    }
    let time = asked.elapsed();
    notes.remark(time);
    if time > LEAVING {
        notes.warn(&talk, Expectation::EndSoon, Observation::After(millis(time)));
    }
    if !bye && talk.subject.dialect == Dialect::Ucci {
        notes.warn(&talk, Expectation::Bye, Observation::Missing);
    }
    match talk.hang_up() {
        None => notes.fail(&talk, Expectation::EndAfterQuit, Observation::ClosedButRuns),
        Some(status) if !status.success() => {
            notes.warn(&talk, Expectation::ExitStatus, status.to_string());
        }
        Some(_) => {}
    }
    Ok(())
}

fn end_of_input(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    for thinking in [false, true] {
        let mut talk = Talk::greeted(subject)?;
        if thinking {
            think(&mut talk)?;
        }
        if talk.hang_up().is_none() {
            let expected = if thinking {
                Expectation::EndOfInputThinking
            } else {
                Expectation::EndOfInputIdle
            };
            notes.warn(&talk, expected, Observation::OutlivesHost);
        }
    }
    Ok(())
}
