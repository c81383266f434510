//! Checks of options, and of unknown options and commands.

use super::finding::{Expectation, Observation};
use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, Subject, Talk};
use super::{BOTH, ProtocolCheck, check};
use crate::engine_link::EngineLine;
use chuhe_engine::protocol::{Command, Dialect, OfferedKind, OfferedOption};

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "options-at-default",
        "accepts every option it announced, set to its default",
        BOTH,
        Severity::Failure,
        options_at_default,
    ),
    check("unknown-option", "ignores unknown options", BOTH, Severity::Failure, unknown_option),
    check(
        "unknown-command",
        "ignores unknown commands and empty lines",
        BOTH,
        Severity::Failure,
        unknown_command,
    ),
    check(
        "new-game",
        "continues after the command for a new game",
        BOTH,
        Severity::Failure,
        new_game,
    ),
];

fn options_at_default(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    let mut count = 0;
    for option in &subject.offers {
        let Some(value) = default_value(option) else { continue };
        count += 1;
        let mut line = match subject.dialect {
            Dialect::Uci => format!("setoption name {} value {value}", option.name),
            Dialect::Ucci => format!("setoption {} {value}", option.name),
        };
        if matches!(option.kind, OfferedKind::Button) {
            line = line.trim_end().trim_end_matches(" value").to_owned();
        }
        talk.say(&line)?;
        for heard in talk.ready()?.1 {
            if is_complaint(&heard) {
                let expected = Expectation::OptionTaken(line.clone());
                notes.warn(&talk, expected, heard.text);
            }
        }
    }
    notes.remark(Observation::Set(count));
    Ok(())
}

/// The default as a host would send it; `None` if the engine announced none.
fn default_value(option: &OfferedOption) -> Option<String> {
    match &option.kind {
        OfferedKind::Check { default } => default.map(|value| value.to_string()),
        OfferedKind::Spin { default, .. } => default.map(|value| value.to_string()),
        OfferedKind::Combo { default, .. } | OfferedKind::Text { default } => default.clone(),
        OfferedKind::Button => Some(String::new()),
    }
}

/// Whether a line is an error message or anything else that hosts do not expect.
fn is_complaint(heard: &EngineLine) -> bool {
    let text = heard.text.trim().to_ascii_lowercase();
    let is_text = text.starts_with("info ");
    !heard.is_error && !text.is_empty() && (!is_text || text.contains("error"))
}

fn unknown_option(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let name = "nosuchoption".to_owned();
    let command = Command::SetOption { name, value: "5".to_owned() };
    let line = subject.dialect.format_command(&command).unwrap_or_default();
    pass_over(subject, notes, &[&line])
}

fn unknown_command(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    pass_over(subject, notes, &["nonsense", "", "   "])
}

/// Checks that the engine silently ignores unknown lines.
fn pass_over(subject: &Subject, notes: &mut Notes, lines: &[&str]) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    for line in lines {
        talk.say(line)?;
    }
    let complaint = talk.ready()?.1.into_iter().find(is_complaint);
    if let Some(heard) = complaint {
        notes.warn(&talk, Expectation::PassOver, heard.text);
    }
    Ok(())
}

fn new_game(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    for game in [TestGame::middle(), TestGame::start().after("h2e2"), TestGame::red_mates()] {
        talk.tell(&Command::NewGame)?;
        if subject.dialect == Dialect::Uci {
            talk.ready()?;
        }
        talk.set(&game)?;
        let answer = talk.go("go depth 3")?;
        talk.legal(&game, &answer)?;
        if let Some(heard) = answer.before.iter().find(|heard| is_complaint(heard)) {
            notes.warn(&talk, Expectation::NewGame, &heard.text);
        }
    }
    Ok(())
}
