//! A short test of each engine before the first game: its name, its options, and how it numbers ranks.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::client::{Client, Failure, Fault, StartFailure};
use super::game::Conditions;
use super::settings::EngineSettings;
use super::tournament::TournamentError;
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{Go, OfferedKind, OfferedOption, Setup};

/// How long an engine may take for its first move. If it takes longer, its numbering of ranks is not checked.
const FIRST_MOVE: Duration = Duration::from_secs(2);

/// What an engine announces about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introduction {
    /// The engine's own name.
    pub name: Option<String>,
    /// Options in the engine's settings that it does not announce.
    pub unknown_options: Vec<String>,
}

/// A value set for an option that, as announced, does not accept it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionMismatch {
    /// The engine's command.
    pub engine: String,
    /// The value in the settings.
    pub value: String,
    /// The option as the engine announced it.
    pub offered: OfferedOption,
}

impl fmt::Display for OptionMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, value, offered } = self;
        write!(f, "{engine}: option.{}={value}: expected ", offered.name)?;
        match &offered.kind {
            OfferedKind::Check { .. } => f.write_str("true or false"),
            OfferedKind::Spin { min: Some(min), max: Some(max), .. } => {
                write!(f, "a whole number from {min} to {max}")
            }
            OfferedKind::Spin { .. } => f.write_str("a whole number"),
            OfferedKind::Combo { values, .. } => write!(f, "one of {}", values.join(", ")),
            OfferedKind::Button => f.write_str("no value"),
            OfferedKind::Text { .. } => f.write_str("a text"),
        }
    }
}

impl std::error::Error for OptionMismatch {}

/// Whether an option announced in this way accepts a value.
fn takes(kind: &OfferedKind, value: &str) -> bool {
    match kind {
        OfferedKind::Check { .. } => {
            ["true", "false"].iter().any(|it| it.eq_ignore_ascii_case(value))
        }
        OfferedKind::Spin { min, max, .. } => value.parse::<i64>().is_ok_and(|number| {
            min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
        }),
        // Some engines accept values but announce none.
        OfferedKind::Combo { values, .. } => {
            values.is_empty() || values.iter().any(|it| it.eq_ignore_ascii_case(value))
        }
        OfferedKind::Button => value.is_empty(),
        OfferedKind::Text { .. } => true,
    }
}

/// Starts an engine once, to check that it works and to learn its name.
///
/// # Errors
/// If the engine cannot be started, refuses the value of an option, or numbers ranks differently from its settings.
pub(super) fn introduce(
    engine: &EngineSettings,
    conditions: &Conditions,
    stop: &AtomicBool,
) -> Result<Introduction, TournamentError> {
    let (patience, charge) = (conditions.patience, conditions.charge);
    let command = || engine.command.display().to_string();
    let mut client = Client::start(engine, &[], patience, charge, stop).map_err(|failure| {
        let why = match failure {
            Failure::Start(why) => why,
            Failure::Fault(Fault::Crash(how)) => StartFailure::Recorded(how),
            Failure::Fault(fault) => StartFailure::Fault(fault),
            Failure::Interrupted => StartFailure::Interrupted,
            Failure::Machine(why) => return why.into(),
        };
        TournamentError::CannotStart { name: command(), why }
    })?;
    let mut unknown_options = Vec::new();
    for setting in &engine.options {
        let (name, value) = client.meant(setting);
        match client.offer(&name) {
            None => unknown_options.push(name),
            Some(offered) if !takes(&offered.kind, &value) => {
                let (engine, offered) = (command(), offered.clone());
                return Err(Box::new(OptionMismatch { engine, value, offered }).into());
            }
            Some(_) => {}
        }
    }
    let name = client.identity().map(str::to_owned);
    match ranks_shown(&mut client, stop) {
        Some(shown) if shown != engine.ranks() => {
            Err(TournamentError::OtherRanks { name: command(), shown })
        }
        _ => Ok(Introduction { name, unknown_options }),
    }
}

/// How an engine numbers ranks, if its first move reveals it. Other faults of that move will show up in the games.
fn ranks_shown(client: &mut Client, stop: &AtomicBool) -> Option<Ranks> {
    let go = Go { depth: Some(1), ..Go::default() };
    let answer = client.think(&Setup::default(), &go, Some(FIRST_MOVE), stop).ok()?;
    let start = Position::startpos();
    // No red piece stands directly behind another, so a move is legal in at most one numbering.
    [Ranks::FromZero, Ranks::FromOne].into_iter().find(|&ranks| {
        let text = answer.mv.as_deref().unwrap_or_default();
        iccs::parse(text, ranks).is_ok_and(|mv| start.is_legal(mv))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_tells_the_numberings_apart() {
        let start = Position::startpos();
        for mv in start.legal_moves() {
            let text = iccs::text(mv, Ranks::FromOne).to_string();
            let from_zero = iccs::parse(&text, Ranks::FromZero);
            assert!(!from_zero.is_ok_and(|mv| start.is_legal(mv)), "{text}");
        }
    }

    #[test]
    fn values_fit_what_was_announced() {
        let spin = OfferedKind::Spin { default: None, min: Some(1), max: Some(64) };
        let combo = OfferedKind::Combo { default: None, values: vec!["Skyrule".into()] };
        let cases = [
            (&spin, "64", true),
            (&spin, "65", false),
            (&spin, "abc", false),
            (&combo, "skyrule", true),
            (&combo, "none", false),
            (&OfferedKind::Check { default: None }, "True", true),
            (&OfferedKind::Check { default: None }, "1", false),
            (&OfferedKind::Button, "", true),
            (&OfferedKind::Button, "x", false),
            (&OfferedKind::Text { default: None }, "", true),
        ];
        for (kind, value, expected) in cases {
            assert_eq!(takes(kind, value), expected, "{kind:?} {value:?}");
        }
    }
}
