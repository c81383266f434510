//! Checks of how an engine exits, and that it is idle while it waits.

use std::time::{Duration, Instant};

use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, LEAVING, Listened, Subject, Talk, millis};
use super::{BOTH, ProtocolCheck, check};
use chuhe_engine::protocol::{Command, Dialect, Reply};
use chuhe_locale::tr;

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "idle-is-idle",
        "uses no processor time while it waits for a command (Linux)",
        BOTH,
        Severity::Warning,
        idle_is_idle,
    ),
    check("quit", "leaves on quit: within 500 ms, with bye in UCCI", BOTH, Severity::Failure, quit),
    check(
        "quit-while-thinking",
        "leaves on quit while it thinks: within 500 ms, with bye in UCCI",
        BOTH,
        Severity::Failure,
        quit_while_thinking,
    ),
    check(
        "end-of-input",
        "leaves within 500 ms when its input ends, idle or thinking",
        BOTH,
        Severity::Warning,
        end_of_input,
    ),
];

const WATCH: Duration = Duration::from_millis(400);
/// How long the threads of a search may run on after its answer.
const SETTLING: Duration = Duration::from_millis(100);

fn idle_is_idle(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    talk.set(&TestGame::middle())?;
    talk.go("go depth 3")?;
    talk.no_answer(SETTLING, &tr!("check-one-answer"))?;
    let before = talk.processor_time();
    talk.no_answer(WATCH, &tr!("check-one-answer"))?;
    let (Some(before), Some(after)) = (before, talk.processor_time()) else {
        return Err(Break::Skip(tr!("check-untold")));
    };
    let used = after.saturating_sub(before);
    notes.remark(tr!("check-of", part = millis(used), all = millis(WATCH)));
    if used > WATCH / 4 {
        let came = tr!("check-of-used", part = millis(used), all = millis(WATCH));
        notes.warn(&talk, &tr!("check-idle"), came);
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

/// Starts a search. Another check reports an engine that answers too early.
fn think(talk: &mut Talk) -> Result<(), Break> {
    talk.set(&TestGame::middle())?;
    let asked = talk.say("go infinite")?;
    talk.answer_within(SETTLING, asked, &tr!("check-a-search")).map(|_| ())
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
                return Err(talk.fault(&tr!("check-end-after-quit"), tr!("check-still-runs")));
            }
        }
    }
    let time = asked.elapsed();
    notes.remark(millis(time));
    if time > LEAVING {
        notes.warn(&talk, &tr!("check-end-soon"), tr!("check-after", time = millis(time)));
    }
    if !bye && talk.subject.dialect == Dialect::Ucci {
        notes.warn(&talk, &tr!("check-bye"), tr!("check-none"));
    }
    match talk.hang_up() {
        None => notes.fail(&talk, &tr!("check-end-after-quit"), tr!("check-closed-but-runs")),
        Some(status) if !status.success() => {
            notes.warn(&talk, &tr!("check-exit-status"), status.to_string());
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
                tr!("check-end-of-input-thinking")
            } else {
                tr!("check-end-of-input-idle")
            };
            notes.warn(&talk, &expected, tr!("check-outlives-host"));
        }
    }
    Ok(())
}
