//! Checks of how an engine exits, and that it is idle while it waits.

use std::time::{Duration, Instant};

use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, LEAVING, Listened, Subject, Talk, millis};
use super::{BOTH, ProtocolCheck, check};
use crate::protocol::{Command, Dialect, Reply};

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
    talk.no_answer(SETTLING, "one answer to one go")?;
    let before = talk.processor_time();
    talk.no_answer(WATCH, "one answer to one go")?;
    let (Some(before), Some(after)) = (before, talk.processor_time()) else {
        return Err(Break::Skip("this system does not tell"));
    };
    let used = after.saturating_sub(before);
    notes.remark(format!("{} of {}", millis(used), millis(WATCH)));
    if used > WATCH / 4 {
        let came = format!("{} of {} used", millis(used), millis(WATCH));
        notes.warn(&talk, "no processor time used while idle", came);
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
    talk.answer_within(SETTLING, asked, "a search").map(|_| ())
}

fn leave(mut talk: Talk, notes: &mut Notes) -> Result<(), Break> {
    let asked = talk.tell(&Command::Quit)?;
    let deadline = Instant::now() + talk.subject.patience;
    let mut bye = false;
    loop {
        match talk.next(deadline)? {
            Listened::Line(heard) => bye |= heard.reply == Some(Reply::Bye),
            Listened::Closed => break,
            Listened::Late => return Err(talk.fault("an end after quit", "it still runs")),
        }
    }
    let time = asked.elapsed();
    notes.remark(millis(time));
    if time > LEAVING {
        notes.warn(&talk, "an end within 500 ms of quit", format!("after {}", millis(time)));
    }
    if !bye && talk.subject.dialect == Dialect::Ucci {
        notes.warn(&talk, "bye as the last line", "none");
    }
    match talk.hang_up() {
        None => notes.fail(&talk, "an end after quit", "it closed its output but still runs"),
        Some(status) if !status.success() => {
            notes.warn(&talk, "exit status 0", status.to_string());
        }
        Some(_) => {}
    }
    Ok(())
}

fn end_of_input(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    for thinking in [false, true] {
        let mut talk = Talk::greeted(subject)?;
        let when = if thinking { "while it thinks" } else { "while it is idle" };
        if thinking {
            think(&mut talk)?;
        }
        if talk.hang_up().is_none() {
            let expected = format!("an end within 500 ms of the end of its input {when}");
            notes.warn(&talk, &expected, "it still runs, as it would when its host dies");
        }
    }
    Ok(())
}
