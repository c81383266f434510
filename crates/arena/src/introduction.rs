//! A short test of each engine before the first game: its name, its options, its threads, and how it numbers ranks.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use super::client::{Client, speaks_cecp};
use super::fault::{Failure, Fault, StartFailure};
use super::game::Conditions;
use super::offers;
use super::settings::EngineSettings;
use super::tournament::TournamentError;
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{Dialect, Go, OfferedKind, OfferedOption, Setup};
use chuhe_engine::types::Score;

/// How long an engine may take for its first move. If it takes longer, its numbering of ranks is not checked.
const FIRST_MOVE: Duration = Duration::from_secs(2);

/// What an engine announces about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Introduction {
    /// The engine's own name.
    pub(super) name: Option<String>,
    /// The number of threads with which it searches.
    pub(super) threads: usize,
    /// Whether the unit of its scores is a guess.
    pub(super) has_guessed_unit: bool,
    /// The protocol in which it answered.
    pub(super) dialect: Dialect,
    /// How it numbers ranks.
    pub(super) ranks: Ranks,
    /// The options that it announces.
    pub(super) offers: Vec<OfferedOption>,
}

/// Starts an engine once, to check that it works and to learn its name.
///
/// # Errors
/// If the engine cannot be started, refuses an option or its value, does not play xiangqi, numbers ranks differently
/// from its settings, or reports scores from Red's point of view although games are adjudicated by them.
pub(super) fn introduce(
    engine: &EngineSettings,
    conditions: &Conditions,
    stop: &AtomicBool,
) -> Result<Introduction, TournamentError> {
    let (patience, charge) = (conditions.patience, conditions.charge);
    let command = || engine.command.display().to_string();
    let refused = |problem| TournamentError::Option {
        engine: engine.name.clone().unwrap_or_else(command),
        problem,
    };
    let mut client = Client::start(engine, &[], patience, charge, stop).map_err(|failure| {
        let why = match failure {
            Failure::Start(StartFailure::Option(problem)) => return refused(problem),
            Failure::Start(StartFailure::Ended(_) | StartFailure::NoGreeting(_))
                if speaks_cecp(engine, stop) =>
            {
                StartFailure::Cecp
            }
            Failure::Start(why) => why,
            Failure::Fault(Fault::Crash(how)) => StartFailure::Recorded(how),
            Failure::Fault(fault) => StartFailure::Fault(fault),
            Failure::Interrupted => StartFailure::Interrupted,
            Failure::Machine(why) => return why.into(),
        };
        TournamentError::CannotStart { name: command(), why }
    })?;
    offers::check(engine, client.offers()).map_err(refused)?;
    if let Some(shown) = ranks_shown(&mut client, stop).filter(|&shown| shown != client.ranks()) {
        return Err(TournamentError::OtherRanks { name: command(), shown });
    }
    if conditions.adjudication.resign.is_some() && scores_are_reds(&mut client, stop) {
        return Err(TournamentError::PointOfView(command()));
    }
    Ok(Introduction {
        name: client.identity().map(str::to_owned),
        threads: threads(engine, &client),
        has_guessed_unit: client.has_guessed_unit(),
        dialect: client.dialect(),
        ranks: client.ranks(),
        offers: client.offers().to_vec(),
    })
}

/// The number of threads with which an engine searches, according to its settings or the default that it announces.
fn threads(engine: &EngineSettings, client: &Client) -> usize {
    let mut set = engine.options.iter().map(|setting| offers::meant(client.offers(), setting));
    let set = set.find(|(name, _)| offers::is_same(name, "Threads"));
    let set = set.and_then(|(_, value)| value.parse().ok());
    let announced = match offers::find(client.offers(), "Threads").map(|offer| &offer.kind) {
        Some(OfferedKind::Spin { default: Some(default), .. }) => usize::try_from(*default).ok(),
        _ => None,
    };
    match set.or(announced) {
        // Most engines take 0 for one thread per processor.
        Some(0) => thread::available_parallelism().map_or(1, NonZero::get),
        threads => threads.unwrap_or(1),
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

/// A position in which Black, to move, is lost.
const LOST_FOR_BLACK: &str = "3k5/9/9/9/9/9/9/9/R8/R3K4 b - - 0 1";
/// A score that no engine gives to the losing side, in centipawns.
const WINNING_CP: i32 = 300;

/// Whether an engine reports scores from Red's point of view instead of its own.
fn scores_are_reds(client: &mut Client, stop: &AtomicBool) -> bool {
    let setup = Setup { fen: Some(LOST_FOR_BLACK.to_owned()), moves: Vec::new() };
    let go = Go { depth: Some(1), ..Go::default() };
    let answer = client.think(&setup, &go, Some(FIRST_MOVE), stop);
    match answer.ok().and_then(|answer| answer.thought.score) {
        Some(Score::Cp(cp)) => cp >= WINNING_CP,
        Some(Score::MateIn(_)) => true,
        Some(Score::MatedIn(_)) | None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_numbering_is_detected_from_the_start_position() {
        let start = Position::startpos();
        for mv in start.legal_moves() {
            let text = iccs::text(mv, Ranks::FromOne).to_string();
            let from_zero = iccs::parse(&text, Ranks::FromZero);
            assert!(!from_zero.is_ok_and(|mv| start.is_legal(mv)), "{text}");
        }
    }
}
