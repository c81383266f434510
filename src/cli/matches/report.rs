//! The state and result of a match, as text.

use std::fmt::Write as _;
use std::path::Path;

use chuhe_arena::stats::{Pentanomial, Tally};
use chuhe_arena::summary::{
    EncounterSummary, EngineSummary, MatchState, MatchSummary, SprtSummary, StrengthSummary,
};
use chuhe_arena::{GameRecord, Overload};
use chuhe_engine::types::Color;
use chuhe_localize::columns::{left, right};
use chuhe_localize::tr;
use chuhe_localize::{Localize, ending_title, forfeits, overloaded};

/// A line for a finished game.
pub(super) fn game_line(
    game: &GameRecord,
    names: &[String],
    played: u64,
    scheduled: u32,
) -> String {
    let [red, black] = game.engines.map(|engine| names[engine].as_str());
    let result = result_text(game.winner);
    let number = game.number + 1;
    let plies = game.moves.len();
    let ending = game.ending().localize();
    tr!(
        "match-game",
        played = played,
        scheduled = scheduled,
        number = number,
        red = red,
        black = black,
        result = result,
        ending = ending,
        plies = plies
    )
}

/// The result of a game as written in game files.
pub(super) fn result_text(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::Red) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// The warning before a match for which there are too few free processors.
pub(super) fn overload_warning(overload: &Overload) -> String {
    let &Overload { threads, games, processors, free } = overload;
    let cause = if overload.is_by_games() {
        tr!("match-too-many", threads = games * threads, processors = processors)
    } else {
        let busy = format!("{:.1}", processors as f64 - free);
        tr!("match-busy", threads = games * threads, busy = busy, processors = processors)
    };
    let advice = match overload.games_max() {
        0 if overload.is_by_games() => tr!("match-fewer-threads"),
        0 => tr!("match-wait"),
        most => tr!("match-fewer-games", games = most),
    };
    tr!("match-overload", cause = cause, advice = advice)
}

/// The message for an unfinished match.
pub(super) fn interrupted(summary: &MatchSummary, folder: &Path) -> String {
    let MatchSummary { played, scheduled, .. } = summary;
    let folder = folder.display().to_string();
    tr!("match-interrupted", played = *played, scheduled = *scheduled, folder = folder)
}

/// The state of a match: its results, its statistics and the sequential test.
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
    text.push_str(&games_text(summary).join(&tr!("clause-separator")));
    if summary.overloaded > 0 {
        let _ = write!(text, "\n{}", overloaded(summary.overloaded, summary.played));
    }
    if let Some(review) = &summary.second_opinion {
        let agreed = tr!("match-second-opinion", agreed = review.agreed, games = review.games);
        let _ = write!(text, "\n{agreed}");
        for difference in &review.disagreements {
            let line = tr!(
                "match-disagreement",
                number = difference.number + 1,
                ours = difference.ours.as_str(),
                theirs = difference.theirs.as_str()
            );
            let _ = write!(text, "\n  {line}");
        }
    }
    text
}

/// Statistics about all games: Red's results, the mean length, and how the games ended.
fn games_text(summary: &MatchSummary) -> Vec<String> {
    let Tally { wins, draws, losses } = summary.by_color;
    let mut parts = vec![tr!("match-red", wins = wins, draws = draws, losses = losses)];
    if summary.played > 0 {
        let plies = summary.plies as f64 / summary.played as f64;
        parts.push(tr!("match-plies", plies = format!("{plies:.0}")));
    }
    let endings = summary.endings.iter();
    parts.extend(endings.map(|(ending, count)| format!("{} {count}", ending_title(ending))));
    parts
}

fn encounter_text(encounter: &EncounterSummary) -> String {
    let [first, second] = &encounter.engines;
    let games = encounter.games;
    let mut result = wdl_text(games);
    let forfeits = forfeits([first, second], &encounter.forfeits);
    if !forfeits.is_empty() {
        let forfeits = forfeits.join(&tr!("clause-separator"));
        result = tr!("match-forfeits", wdl = result, forfeits = forfeits);
    }
    let mut text = format!("{first} - {second}: {result}");
    let Some(strength) = encounter.strength else { return text };
    let percent = |share: f64| format!("{:.1}", share * 100.0);
    let line = tr!(
        "match-strength",
        elo = elo_text(strength.elo),
        normalised = strength.normalised_elo.map_or_else(|| tr!("match-unknown"), elo_text),
        superiority = percent(strength.los),
        draws = percent(encounter.draw_ratio.unwrap_or_default())
    );
    let _ = write!(text, "\n  {line}");
    if encounter.pairs.pairs() > 0 {
        let _ = write!(text, "\n  {}", penta_text(encounter.pairs));
    }
    text
}

/// The number of wins, draws and losses, and the score.
fn wdl_text(games: Tally) -> String {
    let Tally { wins, draws, losses } = games;
    let count = games.games();
    let wdl = tr!("match-wdl", wins = wins, draws = draws, losses = losses, games = count);
    match games.score() {
        Some(score) => {
            tr!("match-wdl-score", wdl = wdl, score = format!("{:.1}", score * 100.0))
        }
        None => wdl,
    }
}

/// An estimate with its interval, such as `+12.3 ± 4.5 [+7.8, +16.8]`. If all games had the same result, one end of the
/// interval is unbounded and only the other is shown, such as `> -636.4`.
fn elo_text([value, low, high]: [f64; 3]) -> String {
    let bounds = match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("[{low:+.1}, {high:+.1}]"),
        (true, false) => format!("> {low:+.1}"),
        (false, true) => format!("< {high:+.1}"),
        (false, false) => "?".to_owned(),
    };
    let margin = (high - low) / 2.0;
    match (value.is_finite(), margin.is_finite()) {
        (true, true) => format!("{value:+.1} ± {margin:.1} {bounds}"),
        (true, false) => format!("{value:+.1}, {bounds}"),
        (false, _) => bounds,
    }
}

fn penta_text(pairs: Pentanomial) -> String {
    let Pentanomial { ll, ld, dd, wl, wd, ww } = pairs;
    tr!("match-pairs", ll = ll, ld = ld, even = dd + wl, wd = wd, ww = ww, dd = dd, wl = wl)
}

fn sprt_text(sprt: &SprtSummary, state: MatchState) -> String {
    let SprtSummary { elo0, elo1, model, llr, lower, upper, .. } = sprt;
    let verdict = match sprt.accepted {
        None if state == MatchState::Running => tr!("match-sprt-undecided"),
        None => tr!("match-sprt-no-verdict"),
        Some(hypothesis) => {
            let (this, that) = if hypothesis == "H0" { (elo0, elo1) } else { (elo1, elo0) };
            let (this, that) = (format!("{this:+}"), format!("{that:+}"));
            tr!("match-sprt-accepted", hypothesis = hypothesis, this = this, that = that)
        }
    };
    tr!(
        "match-sprt",
        elo0 = elo0.to_string(),
        elo1 = elo1.to_string(),
        model = model.as_str(),
        llr = format!("{llr:.2}"),
        lower = format!("{lower:.2}"),
        upper = format!("{upper:.2}"),
        verdict = verdict
    )
}

/// The engines ordered by score, best first.
fn ranking(engines: &[EngineSummary]) -> String {
    let mut order: Vec<&EngineSummary> = engines.iter().collect();
    let score = |engine: &EngineSummary| engine.games.score().unwrap_or_default();
    order.sort_by(|one, other| score(other).total_cmp(&score(one)));
    let row = |rank: &str, elo: &str, games: &str, score: &str, name: &str| {
        let (rank, elo) = (right(rank, 4), left(elo, 28));
        format!("{rank}  {elo}  {}  {}  {name}", right(games, 5), right(score, 6))
    };
    let mut lines = vec![row(
        &tr!("match-rank"),
        &tr!("match-elo"),
        &tr!("match-games"),
        &tr!("match-score"),
        &tr!("match-name"),
    )];
    for (rank, engine) in order.iter().enumerate() {
        let elo =
            engine.strength.map(|StrengthSummary { elo, .. }| elo_text(elo)).unwrap_or_default();
        let (rank, games) = ((rank + 1).to_string(), engine.games.games().to_string());
        let score = format!("{:.1} %", score(engine) * 100.0);
        lines.push(row(&rank, &elo, &games, &score, &engine.name));
    }
    lines.join("\n")
}

/// The search effort and the faults of each engine.
fn effort(engines: &[EngineSummary]) -> String {
    const WIDTHS: [usize; 6] = [10, 6, 7, 7, 11, 6];
    let row = |cells: [String; 6], name: String| {
        let cells = cells.iter().zip(WIDTHS).map(|(cell, width)| right(cell, width));
        let cells: Vec<String> = cells.chain([name]).collect();
        cells.join("  ")
    };
    let number = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    let heading = [
        tr!("match-knps"),
        tr!("match-depth"),
        tr!("match-time"),
        tr!("match-slowest"),
        tr!("match-time-losses"),
        tr!("match-faults"),
    ];
    let mut lines = vec![row(heading, tr!("match-name"))];
    for engine in engines {
        let cells = [
            number(engine.nps.map(|nps| nps / 1000.0), 0),
            number(engine.depth, 1),
            number(engine.ms_per_move, 2),
            format!("{:.0}", engine.slowest_ms),
            engine.time_losses.to_string(),
            engine.faults.values().sum::<u64>().to_string(),
        ];
        let (name, limits) = (engine.name.as_str(), engine.limits.localize());
        lines.push(row(cells, tr!("match-effort-name", name = name, limits = limits)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use chuhe_arena::settings::EngineLimits;
    use chuhe_localize::columns::width;
    use chuhe_localize::{Language, with};

    fn engine(name: &str) -> EngineSummary {
        EngineSummary {
            name: name.to_owned(),
            limits: EngineLimits { nodes: Some(500), ..EngineLimits::default() },
            games: Tally { wins: 5, draws: 4, losses: 3 },
            strength: Some(StrengthSummary {
                score: [0.5; 3],
                elo: [12.3, -40.0, 64.6],
                normalised_elo: None,
                los: 0.5,
            }),
            nps: Some(1_234_000.0),
            depth: Some(9.5),
            ms_per_move: Some(0.25),
            slowest_ms: 3.0,
            time_losses: 1,
            faults: BTreeMap::from([("time loss", 1)]),
        }
    }

    #[test]
    fn an_estimate_without_bounds_shows_the_known_part() {
        let inf = f64::INFINITY;
        assert_eq!(elo_text([12.3, 7.8, 16.8]), "+12.3 ± 4.5 [+7.8, +16.8]");
        assert_eq!(elo_text([inf, -636.4, inf]), "> -636.4");
        assert_eq!(elo_text([-inf, -inf, 20.0]), "< +20.0");
        assert_eq!(elo_text([12.3, -50.0, inf]), "+12.3, > -50.0");
        assert_eq!(elo_text([inf, -inf, inf]), "?");
    }

    #[test]
    fn names_stand_below_their_heading_in_every_language() {
        let engines = [engine("first"), engine("second")];
        for (language, heading) in [(Language::English, "Name"), (Language::Chinese, "名称")] {
            for table in with(language, || [ranking(&engines), effort(&engines)]) {
                let mut lines = table.lines();
                let at = |line: &str, word: &str| width(&line[..line.find(word).expect(word)]);
                let column = at(lines.next().unwrap(), heading);
                for (line, name) in lines.zip(["first", "second"]) {
                    assert_eq!(at(line, name), column, "{table}");
                }
            }
        }
    }
}
