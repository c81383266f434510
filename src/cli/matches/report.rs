//! A match as people read it.

use std::fmt::Write as _;
use std::path::Path;

use crate::arena::stats::{Pentanomial, Tally};
use crate::arena::summary::{
    EncounterSummary, EngineSummary, MatchSummary, SprtSummary, State, StrengthSummary,
};
use crate::arena::{EndReason, Fault, GameRecord, ending_name};
use crate::types::Color;

/// One line for a game that is over.
pub(super) fn game_line(
    game: &GameRecord,
    names: &[String],
    played: u64,
    scheduled: u32,
) -> String {
    let [red, black] = game.engines.map(|engine| names[engine].as_str());
    let result = result_text(game.winner);
    let number = game.number + 1;
    let plies = match game.moves.len() {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let ending = ending_text(game);
    format!("{played}/{scheduled} game {number}: {red} - {black} {result} {ending}, {plies}")
}

/// The result as files write it.
pub(super) fn result_text(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Red) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// How a game ended, with who is to blame for a fault.
pub(super) fn ending_text(game: &GameRecord) -> String {
    let name = ending_name(&game.reason);
    let (EndReason::Fault(fault), Some(winner)) = (&game.reason, game.winner) else {
        return name.to_owned();
    };
    let detail = match fault {
        Fault::Start(why) | Fault::Crash(why) => why.clone(),
        Fault::TimeLoss(over) => format!("{over} ms over"),
        Fault::IllegalMove(text) => format!("{text:?}"),
        Fault::NotReady | Fault::Hang | Fault::NoMove => String::new(),
    };
    let separator = if detail.is_empty() { "" } else { ": " };
    format!("{name} of {}{separator}{detail}", !winner)
}

/// What there is to do about a match that is not over.
pub(super) fn interrupted(summary: &MatchSummary, folder: &Path) -> String {
    let MatchSummary { played, scheduled, .. } = summary;
    let folder = folder.display();
    format!("interrupted: {played} of {scheduled} games are in {folder}; the same command goes on")
}

/// The whole state of a match.
pub(super) fn table(summary: &MatchSummary) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for encounter in &summary.encounters {
        let _ = writeln!(text, "{}", encounter_text(encounter));
    }
    if summary.engines.len() > 2 {
        let _ = writeln!(text, "{}", ranking(&summary.engines));
    }
    if let Some(sprt) = &summary.sprt {
        let _ = writeln!(text, "{}", sprt_text(sprt, summary.state));
    }
    let _ = writeln!(text, "{}", effort(&summary.engines));
    let Tally { wins, draws, losses } = summary.by_color;
    let _ = write!(text, "Red +{wins} ={draws} -{losses}");
    if summary.played > 0 {
        let _ = write!(text, ", {:.0} plies a game", summary.plies as f64 / summary.played as f64);
    }
    for (ending, count) in &summary.endings {
        let _ = write!(text, ", {ending} {count}");
    }
    if let Some(review) = &summary.second_opinion {
        let _ =
            write!(text, "\nSecond opinion: {} of {} games agreed", review.agreed, review.games);
        for difference in &review.disagreements {
            let _ = write!(
                text,
                "\n  game {}: here {}; there {}",
                difference.number + 1,
                difference.ours,
                difference.theirs
            );
        }
    }
    text
}

fn encounter_text(encounter: &EncounterSummary) -> String {
    let [first, second] = &encounter.engines;
    let games = encounter.games;
    let mut text = format!("{first} - {second}: {}", wdl_text(games));
    let Some(strength) = encounter.strength else { return text };
    let _ = write!(
        text,
        "\n  Elo {}, nElo {}, LOS {:.1} %, draws {:.1} %",
        elo_text(strength.elo),
        strength.normalised_elo.map_or_else(|| "unknown".to_owned(), elo_text),
        strength.los * 100.0,
        encounter.draw_ratio.unwrap_or_default() * 100.0
    );
    if encounter.pairs.pairs() > 0 {
        let _ = write!(text, "\n  {}", penta_text(encounter.pairs));
    }
    text
}

/// Wins, draws, losses and score.
fn wdl_text(games: Tally) -> String {
    let Tally { wins, draws, losses } = games;
    let count = games.games();
    let score = games.score().map_or_else(String::new, |score| format!(", {:.1} %", score * 100.0));
    format!("+{wins} ={draws} -{losses} of {count}{score}")
}

/// An estimate with its interval: `+12.3 ± 4.5`, or its ends where they are not alike.
fn elo_text([value, low, high]: [f64; 3]) -> String {
    if !value.is_finite() || !low.is_finite() || !high.is_finite() {
        let end = |value: f64| match value {
            value if value.is_finite() => format!("{value:+.1}"),
            value if value > 0.0 => "inf".to_owned(),
            _ => "-inf".to_owned(),
        };
        return format!("{} [{}, {}]", end(value), end(low), end(high));
    }
    format!("{value:+.1} ± {:.1} [{low:+.1}, {high:+.1}]", (high - low) / 2.0)
}

fn penta_text(pairs: Pentanomial) -> String {
    let Pentanomial { ll, ld, dd, wl, wd, ww } = pairs;
    format!("pairs [{ll}, {ld}, {}, {wd}, {ww}] (LL, LD, DD {dd} + WL {wl}, WD, WW)", dd + wl)
}

fn sprt_text(sprt: &SprtSummary, state: State) -> String {
    let SprtSummary { elo0, elo1, model, llr, lower, upper, .. } = sprt;
    let verdict = match sprt.accepted {
        None if state == State::Running => "undecided so far".to_owned(),
        None => "ended without a verdict".to_owned(),
        Some("H0") => format!("H0 accepted: rather {elo0:+} than {elo1:+}"),
        Some(_) => format!("H1 accepted: rather {elo1:+} than {elo0:+}"),
    };
    format!("SPRT [{elo0}, {elo1}] {model}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {verdict}")
}

/// Engines by score, best first.
fn ranking(engines: &[EngineSummary]) -> String {
    let mut order: Vec<&EngineSummary> = engines.iter().collect();
    let score = |engine: &EngineSummary| engine.games.score().unwrap_or_default();
    order.sort_by(|one, other| score(other).total_cmp(&score(one)));
    let mut lines = vec!["Rank  Elo against the others      Games   Score  Name".to_owned()];
    for (rank, engine) in order.iter().enumerate() {
        let elo =
            engine.strength.map(|StrengthSummary { elo, .. }| elo_text(elo)).unwrap_or_default();
        lines.push(format!(
            "{:>4}  {elo:<28}  {:>5}  {:>4.1} %  {}",
            rank + 1,
            engine.games.games(),
            score(engine) * 100.0,
            engine.name
        ));
    }
    lines.join("\n")
}

/// What each engine spent on its moves, and what it did wrong.
fn effort(engines: &[EngineSummary]) -> String {
    let number = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let mut lines =
        vec!["      knps   depth  ms/move  slowest  time losses  faults  Name".to_owned()];
    for engine in engines {
        let faults: u64 = engine.faults.values().sum();
        lines.push(format!(
            "{:>10}  {:>6}  {:>7}  {:>7.0}  {:>11}  {:>6}  {} ({})",
            number(engine.nps.map(|nps| nps / 1000.0), 0),
            number(engine.depth, 1),
            number(engine.ms_per_move, 2),
            engine.slowest_ms,
            engine.time_losses,
            faults,
            engine.name,
            engine.limits
        ));
    }
    lines.join("\n")
}
